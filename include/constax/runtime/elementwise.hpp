// SPDX-License-Identifier: BSL-1.0
#pragma once
// elementwise: primitives of elements on dynamic tracers. Shapes broadcast, numbers take the dtype of the first tracer, as on static ones.
#include <constax/primitives/primitives.hpp>
#include <constax/runtime/tracer.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Why a number is no element of a dtype; nothing where it is one.
inline text wrong_number(dynamic_operand const& o, dtype t) {
  if (o.is_floating) return info(t).floating ? text() : wrong_scalar(t);
  bool const held = visit_number(t, [&]<class T>(T) {
    if constexpr (!std::is_integral_v<T>) return true;
    else return o.beyond ? holds<T>(static_cast<u64>(o.whole)) : holds<T>(o.whole);
  });
  return held ? text() : sentence(number_outside(t, o.whole, o.beyond));
}
/// The number as an element of a dtype.
inline value literal_late(dynamic_operand const& o, dtype t) {
  if (text const wrong = wrong_number(o, t); wrong.size() != 0) raise_error<type_error>(wrong);
  literal const l = o.is_floating ? literal::of(t, o.real) : literal::of(t, o.whole);
  return {nullptr, 0, 0, l, value::state::constant, nullptr};
}
inline value literal_in(dynamic_operand const& o, dtype t) { return at_run_time<&literal_late>::call(o, t); }

/// x broadcast to a shape: recorded only where something changes.
inline value broadcast_value(value const& x, shape const& to) {
  aval const a = type_of(x);
  if (a.shape == to || (a.rank() == 0 && x.is_constant())) return x;
  return record_dynamic(late_descriptor<broadcast_in_dim_t>(), {&x, 1},
                        encode(broadcast_in_dim_t::params{to, last_axes(a.rank(), to.rank)}))
      .value;
}

inline dynamic_tracer elementwise_late(primitive const& p, range<value> xs, source_line at) {
  vec<aval> types;
  vec<aval const*> each;
  for (value const& x : xs) types.push(dynamic_tracer(x).type());
  for (aval const& a : types) each.push(&a);
  numpy_shape const s = broadcast_shapes(each);
  if (s.result.overflowed() || !s.ok) {
    text t = no_broadcast(p.name, each);
    raise_error<shape_error>(t << provenance(context_of(xs), xs, at));
  }
  // Held by tracers: those of constants alone live as long as they do.
  vec<dynamic_tracer> held;
  vec<value> ys;
  for (value const& x : xs) ys.push(held.push(dynamic_tracer(broadcast_value(x, s.result))).value);
  return at_run_time<&record_late>::call(p, ys, {}, {at, xs});
}
inline dynamic_tracer elementwise_dynamic(primitive const& p, range<value> xs, source_line at = {}) {
  return at_run_time<&elementwise_late>::call(p, xs, at);
}
/// The first `first` operands are bools, whose numbers are not of the others' dtype.
inline dynamic_tracer elementwise_of_numbers(primitive const& p, range<dynamic_operand> xs, u32 first, source_line at) {
  dtype beside = dtype::f64;
  for (u32 i = xs.count; i-- > first;)
    if (value const& v = xs.first[i].value; !xs.first[i].is_number) {
      beside = type_of(v).type; // not type_of_tracer, which copies the shape
      if (v.ctx && v.ctx->fault) raise_fault_of(*v.ctx, {&v, 1});
    }
  for (u32 i = first; i < xs.count; ++i)
    if (text t; xs.first[i].is_number && (t = wrong_number(xs.first[i], beside)).size() != 0) {
      vec<value> traced;
      for (dynamic_operand const& x : xs)
        if (!x.is_number) traced.push(x.value);
      raise_error<type_error>(t << provenance(context_of(traced), traced, at));
    }
  vec<value> ys;
  for (u32 i = 0; i < xs.count; ++i) {
    dynamic_operand const& x = xs.first[i];
    ys.push(x.is_number ? literal_in(x, i < first ? dtype::boolean : beside) : x.value);
  }
  return elementwise_dynamic(p, ys, at);
}
inline dynamic_tracer elementwise_dynamic(primitive const& p, range<dynamic_operand> xs, u32 first, source_line at = {}) {
  return at_run_time<&elementwise_of_numbers>::call(p, xs, first, at);
}

/// A traced value as it is, a number as a constant of a dtype.
template <class X> dynamic_tracer dynamic_in(X const& x, dtype t) {
  dynamic_operand const o = operand_of(x);
  return dynamic_tracer(o.is_number ? literal_in(o, t) : o.value);
}
/// The dtype of the first traced value among some; of numbers alone that of their common type.
template <class... X> dtype dtype_among(X const&... x) {
  if constexpr ((number<X> && ...)) return dtype_of<std::common_type_t<decltype(plain(x))...>>;
  else {
    dtype t = dtype::f64;
    bool found = false;
    (
        [&] {
          if constexpr (!number<X>)
            if (!found) t = dynamic_tracer(x).type().type, found = true;
        }(),
        ...);
    return t;
  }
}

template <class P, class... X> dynamic_tracer call_dynamic(source_line at, X const&... x) {
  constexpr u32 predicates = __is_same(P, select_n_t) ? 1 : 0;
  if constexpr (predicates == 1) {
    auto const select = [at](auto const& which, auto const&... cases) {
      dtype const t = dtype_among(cases...);
      dynamic_operand const w = operand_of(which);
      value const xs[] = {w.is_number ? literal_in(w, dtype::boolean) : w.value, dynamic_in(cases, t).value...};
      return elementwise_dynamic(late_descriptor<P>(), {xs, 1 + sizeof...(cases)}, at);
    };
    return select(x...);
  } else {
    dynamic_operand const xs[] = {operand_of(x)...};
    return elementwise_dynamic(late_descriptor<P>(), {xs, sizeof...(X)}, 0, at);
  }
}

inline void expect_assignable(std::string_view name, value const& x, value const& y, source_line at) {
  aval const is = type_of_tracer(x), to = type_of_tracer(y);
  if (is == to) return;
  value const both[] = {x, y};
  text t = not_assignable(name, is, to);
  raise_error<type_error>(t << provenance(context_of({both, 2}), {both, 2}, at));
}
/// An operator, in the line of its last operand.
template <class P, class X> X call_located(auto const&... x) {
  dynamic_operand const xs[] = {x.operand...};
  source_line const lines[] = {x.at...};
  return elementwise_dynamic(late_descriptor<P>(), {xs, sizeof...(x)}, 0, lines[sizeof...(x) - 1]);
}
template <class P, class X> X& assign_located(X& x, auto const& y) {
  dynamic_operand const xs[] = {operand_of(x), y.operand};
  dynamic_tracer const z = elementwise_dynamic(late_descriptor<P>(), {xs, 2}, 0, y.at);
  at_run_time<&expect_assignable>::call(P::name, x.value, z.value, y.at);
  return x = z;
}

template <class W, class... Cases> dynamic_tracer select_dynamic(W const& which, Cases const&... cases) {
  constexpr int n = sizeof...(Cases);
  bool chooses = false;
  if constexpr (number<W>) chooses = integer_number<W>;
  else chooses = info(dynamic_tracer(which).type().type).integer;
  if (chooses) {
    dtype const t = dtype_among(cases...);
    if constexpr (number<W>) return select_between<0, n>(which, std::tuple{dynamic_in(cases, t)...});
    else return select_between<0, n>(dynamic_tracer(which), std::tuple{dynamic_in(cases, t)...});
  }
  if constexpr (n == 2) return call_dynamic<select_n_t>({}, which, cases...);
  else if constexpr (number<W>) raise_error<type_error>(no_selector(n, nullptr));
  else {
    aval const is = dynamic_tracer(which).type();
    raise_error<type_error>(no_selector(n, &is));
  }
}

template <class X, class Y> dynamic_tracer pow_dynamic(X const& x, Y const& y) {
  dtype const of = dynamic_tracer(x).type().type;
  if (!info(of).floating || !info(dynamic_tracer(y).type().type).integer) return call_dynamic<pow_t>({}, x, y);
  auto const base = select_n(eq(y, 0), x, 1); // as in primitives/pow.hpp
  return call_dynamic<pow_t>({}, base, emit_dynamic<convert_element_type_t>({of}, dynamic_tracer(y)));
}

template <class X, class N> dynamic_tracer ldexp_dynamic(X const& x, N const& n) {
  dynamic_operand const a = operand_of(x), b = operand_of(n);
  dtype const t = a.is_number ? (std::is_same_v<X, float> ? dtype::f32 : dtype::f64) : type_of(a.value).type;
  if (b.is_number ? b.is_floating : type_of(b.value).floating()) raise_error<type_error>(no_exponent);
  dynamic_tracer const exponent =
      b.is_number ? dynamic_tracer(literal_in(b, t)) : emit_dynamic<convert_element_type_t>({t}, dynamic_tracer(b.value));
  value const xs[] = {a.is_number ? literal_in(a, t) : a.value, exponent.value};
  return elementwise_dynamic(late_descriptor<ldexp_t>(), {xs, 2});
}

template <class X, class Y> void assign_dynamic(std::string_view name, X& x, Y const& y) {
  at_run_time<&expect_assignable>::call(name, x.value, y.value, {});
  x = X(y.value);
}

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG {
/// Of bools: the others of them. (x == 0 of anything else, as on static tracers.)
template <dynamic_tracing X> dynamic_tracer operator!(X const& x) {
  if (x.type().type != dtype::boolean) detail::raise_no_bool(x.value);
  return not_(x);
}
} // namespace constax::inline CONSTAX_TAG
