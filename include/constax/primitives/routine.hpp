// SPDX-License-Identifier: BSL-1.0
#pragma once
// routine: the family of primitives that are code of your own on whole arrays, y = run(x, ...). A call of a numerical library, a loop that
// no jaxpr says, a kernel for a card.
//
//   struct reverse : cx::routine<reverse, 1> {
//     static constexpr std::string_view name = "my::reversed";
//     template <class T> static void run(cx::routine_array<T> y, cx::routine_array<T const> x) { ... y[i] = x[n - 1 - i]; ... }
//   };
//   inline constexpr reverse reversed{};
//
// Arguments lie in memory row by row, whatever the caller's layout, and do not overlap the result. `run` has no effect but its result: it
// may run once for two equal calls, or never, and from several threads at once.
//
// What else a struct may say:
//
//   static constexpr cx::typed type(cx::operand_types xs)   the result's dtype and shape; not given: those of the first operand
//   static constexpr cx::value jvp(x, ..., dx, ..., y)      as of any primitive. Not given: it has no derivative but through custom_vjp
//   static constexpr bool leading_axes = true               operands may have further axes in front, over which `run` goes: vmap adds one
//   to
//                                                           each operand that is mapped. Not given: vmap refuses it, map does not
//   CONSTAX_ROUTINE(code, template <class Grid, ...> ...)   in front of the struct: the code, and the same as text, which
//   static constexpr std::string_view text = code, function = "name"              emit_cpp writes, and cuda::jit runs on a card
#include <constax/primitives/accepts.hpp>
#include <constax/primitives/elementwise.hpp>
#include <constax/primitives/routine_array.hpp>

/// A function template of a grid as code and, called `name`, as text: f(Grid& grid, routine_array<T> y, routine_array<T const> x, ...). It
/// names constax' functions and types in full, constax::math::exp, and runs in loops of the grid (codegen/grid.hpp); on the host
/// `constax::serial_grid grid; f(grid, y, x)`. It may hold no directives.
#define CONSTAX_ROUTINE(name, ...) \
  __VA_ARGS__                      \
  inline constexpr std::string_view name = #__VA_ARGS__;

namespace constax::inline CONSTAX_TAG {

template <class Self, u32 Operands, class Accepts = floating>
struct routine {
  static constexpr constax::kind kind = constax::kind::routine;
  static constexpr u32 operands = Operands;
  static constexpr i64 flops = 10;
  using accepted = Accepts;

  static constexpr typed type(operand_types xs) {
    if (xs.size() != Operands) return fault{fault_code::wrong_count, {}, "as many operands as `run` takes", {}, {}, 0};
    for (aval const* x : xs) {
      if (!Accepts::accepts(x->type)) return fault{fault_code::dtype_not_accepted, {}, {}, *x};
      if (x->type != xs[0]->type) return fault{fault_code::dtypes_differ, {}, {}, *xs[0], *x};
    }
    return *xs[0];
  }
  static constexpr value batch(auto xs, range<bool>, extent)
    requires requires { requires Self::leading_axes; }
  {
    return bind_all<Self>({}, xs);
  }

  template <class... X>
    requires with_value<X...>
  constexpr value operator()(X&&... x) const {
    return bind<Self>(no_params{}, as_value(x, first_value(x...))...);
  }
  /// On tracers; on arrays an expression, which is evaluated where it is assigned.
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    if constexpr ((is_lazy<X> || ...)) return lazily(static_cast<Self const&>(*this), x...);
    else {
      static_assert((traced_value<X> && ...), "[constax] a routine takes traced arrays: make an array of a number, cx::full_like(x, 2.0)");
      return emit<Self>(x...);
    }
  }
};

namespace detail {

template <class T>
constexpr routine_array<T> routine_array_of(T* data, shape const& s, bindings const& b = {}) {
  routine_array<T> a{data, {}, s.rank};
  for (int d = 0; d < s.rank; ++d) a.lengths[d] = b(s[d]);
  return a;
}

/// f<R, X...>() for the element types of the result and of the operands, in this order; false: some dtype is none that P accepts.
template <class P, class... T, class F>
constexpr bool with_element_types(dtype const* types, F const& f) {
  if constexpr (sizeof...(T) == P::operands + 1) return f.template operator()<T...>();
  else
    return visit_accepted<typename P::accepted, bool>(types[sizeof...(T)],
                                                      [&]<class N>(N) { return with_element_types<P, T..., N>(types, f); });
}
template <class P, class R, class... X>
concept runs_on = requires(routine_array<R> y, routine_array<X const>... x) { P::run(y, x...); };

template <class P, class R, class... X, u32... K>
constexpr bool run_typed(memory_array const* xs, memory_array const& y, std::integer_sequence<u32, K...>) {
  if constexpr (!runs_on<P, R, X...>) return false;
  else {
    P::run(routine_array_of(static_cast<R*>(y.data), y.type.shape),
           routine_array_of(static_cast<X const*>(xs[K].data), xs[K].type.shape)...);
    return true;
  }
}
template <class P>
bool run_routine(range<memory_array> xs, memory_array const& y, range<i64>) {
  dtype types[P::operands + 1] = {y.type.type};
  for (u32 k = 0; k < P::operands; ++k) types[k + 1] = xs[k].type.type;
  return with_element_types<P>(types, [&]<class R, class... X>() {
    return run_typed<P, R, X...>(xs.first, y, std::make_integer_sequence<u32, P::operands>{});
  });
}

/// The same on tensors, in constant evaluation too where `run` allows it: each is copied to elements of its type.
template <class P, class R, class... X, u32... K>
constexpr bool evaluate_typed(range<tensor> xs, tensor& y, std::integer_sequence<u32, K...>) {
  if constexpr (!runs_on<P, R, X...>) return false;
  else {
    auto const elements = []<class T>(tensor const& t, T) {
      vec<T> v(t.size());
      for (u32 i = 0; i < t.size(); ++i) v[i] = t.at<T>(i);
      return v;
    };
    std::tuple<vec<X>...> const from{elements(xs[K], X{})...};
    vec<R> to(y.size());
    P::run(routine_array_of(to.begin(), y.type.shape), routine_array_of(std::get<K>(from).begin(), xs[K].type.shape)...);
    for (u32 i = 0; i < y.size(); ++i) y.put(i, to[i]);
    return true;
  }
}
template <class P>
constexpr bool evaluate_routine(range<tensor> xs, tensor& y) {
  dtype types[P::operands + 1] = {y.type.type};
  for (u32 k = 0; k < P::operands; ++k) types[k + 1] = xs[k].type.type;
  return with_element_types<P>(types, [&]<class R, class... X>() {
    return evaluate_typed<P, R, X...>(xs, y, std::make_integer_sequence<u32, P::operands>{});
  });
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
