// SPDX-License-Identifier: BSL-1.0
#pragma once
// elementwise: the family of y[i] = eval(x[i], ...). Members give a name, `eval` on lanes, a jvp; type, batching and broadcasting follow.
#include <constax/math/math.hpp>
#include <constax/primitives/broadcast_in_dim.hpp>

namespace constax::inline CONSTAX_TAG {

// What dtypes a member accepts.
struct floating {
  static constexpr std::string_view name = "operands must be floating-point";
  static constexpr bool accepts(dtype t) { return info(t).floating; }
};
struct numeric {
  static constexpr std::string_view name = "operands must be numbers";
  static constexpr bool accepts(dtype t) { return t != dtype::boolean; }
};
struct signed_numeric {
  static constexpr std::string_view name = "operands must be signed numbers";
  static constexpr bool accepts(dtype t) { return info(t).is_signed; }
};
struct integral {
  static constexpr std::string_view name = "operands must be integers or bool";
  static constexpr bool accepts(dtype t) { return !info(t).floating; }
};
struct anything {
  static constexpr std::string_view name = "";
  static constexpr bool accepts(dtype) { return true; }
};

/// The common type of elementwise operands: one dtype; equal shapes, or scalars beside them.
template <class Accepts>
constexpr typed common_type(operand_types xs) {
  aval const* shaped = xs[0];
  for (aval const* x : xs) {
    if (!Accepts::accepts(x->type)) return fault{fault_code::dtype_not_accepted, {}, Accepts::name, *x};
    if (x->type != xs[0]->type) return fault{fault_code::dtypes_differ, {}, {}, *xs[0], *x};
    if (x->rank() != 0 && shaped->rank() != 0 && !(x->shape == shaped->shape)) return fault{fault_code::shapes_differ, {}, {}, *shaped, *x};
    if (x->rank() != 0) shaped = x;
  }
  return *shaped;
}

/// x as a value of n rows: [n, shape of x]. Literals stay as they are: equations take them beside any shape.
constexpr value broadcast_rows(value x, extent n) {
  if (x.is_constant()) return x;
  aval const a = type_of(x);
  shape to{n};
  axes dims;
  for (int i = 0; i < a.rank(); ++i) to.push(a.shape[i]), dims.push(i + 1);
  return broadcast_in_dim(x, to, dims);
}

namespace detail {
struct numpy_shape {
  shape result;
  bool ok = true;
};
/// NumPy's rule: shapes are aligned at the right, lengths agree or are 1.
constexpr numpy_shape broadcast_shapes(range<aval const*> xs) {
  numpy_shape r;
  for (aval const* x : xs)
    if (x->rank() > r.result.rank) r.result = x->shape;
  int const rank = r.result.rank;
  for (aval const* x : xs)
    for (int i = 0; i < x->rank(); ++i) {
      extent& to = r.result[rank - x->rank() + i];
      extent const& from = x->shape[i];
      if (from == to || from == extent(1)) continue;
      if (to == extent(1)) to = from;
      else r.ok = false;
    }
  return r;
}
template <class... A>
constexpr numpy_shape broadcast_avals(A const&... a) {
  aval const* const types[] = {&a...};
  return broadcast_shapes({types, sizeof...(A)});
}

/// x broadcast to the shape To, as NumPy does: recorded only where something changes.
template <shape To, class X>
constexpr auto broadcast_to(X const& x);
} // namespace detail

namespace detail {
template <class P, class... X>
constexpr auto call_traced(X const&... x);
}

template <class Self, class Accepts = floating>
struct elementwise {
  static constexpr constax::kind kind = constax::kind::elementwise;

  static constexpr typed type(operand_types xs) { return common_type<Accepts>(xs); }

  static constexpr value batch(range<value> xs, range<bool> mapped, extent n, range<i64> params) {
    vec<value> rows;
    for (u32 i = 0; i < xs.size(); ++i) rows.push(mapped[i] ? xs[i] : broadcast_rows(xs[i], n));
    return bind(*context_of(rows), descriptor<Self>, rows, params);
  }

  /// On values, tracers (NumPy broadcasting; numbers take the tracers' dtype), and plain numbers.
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    if constexpr ((std::is_same_v<X, value> || ...)) return bind<Self>(no_params{}, x...);
    else if constexpr ((number<X> && ...)) return Self::eval(x...);
    else return detail::call_traced<Self>(x...);
  }
};

namespace detail {

template <class T, class X>
struct says_wrong_scalar {
  constexpr text operator()() const {
    text t;
    t << "[constax] a floating-point number meets a traced value of dtype " << dtype_of<T>
      << ": the number would be truncated; convert the traced value with cx::astype<double>";
    return t;
  }
};

/// A number or tracer as a tracer, given the element type that the tracers around it have.
template <class T, class X>
constexpr auto as_tracer(X const& x, context* c) {
  if constexpr (number<X>) {
    if constexpr (std::is_floating_point_v<X> && !std::is_floating_point_v<T>) expect_silence<says_wrong_scalar<T, X>>();
    basic_tracer<T> r;
    if constexpr (std::is_floating_point_v<X>) r.value = c->constant(literal::of(dtype_of<T>, static_cast<double>(x)));
    else r.value = c->constant(literal::of(dtype_of<T>, static_cast<i64>(x)));
    return r;
  } else {
    return x;
  }
}
template <class... X>
struct first_tracer;
template <class X, class... More>
struct first_tracer<X, More...> {
  using type = typename std::conditional_t<is_tracer<X>, std::type_identity<X>, first_tracer<More...>>::type;
};
template <>
struct first_tracer<> {
  using type = void;
};
/// The element type for numbers: that of the first tracer that is not a predicate.
template <class... X>
using scalar_type = typename first_tracer<X...>::type::value_type;

constexpr context* context_of_any(auto const&... x) {
  context* c = nullptr;
  ((is_tracer<std::remove_cvref_t<decltype(x)>> && !c ? void([&] {
     if constexpr (is_tracer<std::remove_cvref_t<decltype(x)>>) c = x.value.ctx;
   }())
                                                      : void()),
   ...);
  return c;
}

template <class P, class... X>
struct says_no_broadcast {
  constexpr text operator()() const {
    text t;
    t << "[constax] " << P::name << ": shapes";
    int i = 0;
    ((t << (i++ ? " and " : " ") << X::aval), ...);
    t << " do not broadcast; reshape one of them, or name equal symbols";
    return t;
  }
};

template <class P, class T, class... X>
constexpr auto call_converted(X const&... x) {
  constexpr numpy_shape s = broadcast_avals(X::aval...);
  if constexpr (!s.ok) {
    expect_silence<says_no_broadcast<P, X...>>();
    return (x, ...);
  } else {
    return emit<P>(broadcast_to<s.result>(x)...);
  }
}
template <class P, class... X>
constexpr auto call_traced(X const&... x) {
  context* const c = context_of_any(x...);
  using T = scalar_type<X...>;
  return call_converted<P, T>(as_tracer<T>(x, c)...);
}

template <shape To, class X>
constexpr auto broadcast_to(X const& x) {
  if constexpr (X::aval.shape == To) return x;
  else {
    constexpr auto dims = [] {
      axes a;
      for (int i = 0; i < X::rank(); ++i) a.push(To.rank - X::rank() + i);
      return a;
    }();
    using wide = tracer_t<aval{X::aval.type, To}>;
    if (X::rank() == 0 && x.value.is_constant()) return wide(x.value); // a literal stands beside any shape
    return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{To, dims}>(x);
  }
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
