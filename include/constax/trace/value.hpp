// SPDX-License-Identifier: BSL-1.0
#pragma once
// value: what rules and passes compute with. An operation on values, by `bind` or an operator, records an equation.
#include <constax/trace/context.hpp>

#include <type_traits>

namespace constax::inline CONSTAX_TAG {

namespace detail {
constexpr value bind_here(context& c, primitive const& p, range<value> xs, range<i64> params, u32* results) {
  if (c.fault) return c.nothing();
  u32 const n = xs.size();
  vec<atom> atoms(n);
  for (u32 i = 0; i < n; ++i) atoms.first[i] = c.enter(xs.first[i]);
  if (c.fault) return c.nothing();
  constax::jaxpr& j = c.program();
  known_types::entry* const before = known_types::covers(p, n, params.count) ? &c.innermost().known.at(j, p, atoms) : nullptr;
  if (before && before->of) {
    if (results) *results = 1;
    return c.result(j.add(&p, atoms, before->result));
  }
  vec<aval const*> types(n);
  for (u32 i = 0; i < n; ++i) types.first[i] = &j.type(atoms.first[i]);
  typed t = p.type(types, params, &j);
  t.refuse_impossible();
  if (t.fault) {
    if ((*t.fault).where.empty()) (*t.fault).where = p.name;
    c.fail(t.fault);
    return c.nothing();
  }
  if (results) *results = t.results.size();
  if (t.results.empty()) return c.nothing(); // a call whose function returns an empty tree: nobody can use it
  u32 const first = j.add(&p, atoms, params, t.results);
  if (before && t.results.size() == 1) before->of = &p, before->result = j.vars[first];
  return c.result(first);
}
} // namespace detail
/// bind : primitive, (T a...), params -> first of the results      records one equation in the innermost open builder of c
constexpr value bind(context& c, primitive const& p, range<value> xs, range<i64> params, u32* results = nullptr) {
  if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::bind_here>::call(c, p, xs, params, results);
  return detail::bind_here(c, p, xs, params, results);
}

/// bind_all<P>(params, xs) : with P's parameters as a struct.
template <class P>
constexpr value bind_all(params_of<P> const& params, range<value> xs) {
  context* c = context_of(xs);
  if (!__builtin_is_constant_evaluated()) {
    if constexpr (__is_same(params_of<P>, no_params)) return bind(*c, late_descriptor<P>(), xs, {});
    else return bind(*c, late_descriptor<P>(), xs, encode(params));
  }
  if constexpr (__is_same(params_of<P>, no_params)) return bind(*c, descriptor<P>, xs, {});
  else return bind(*c, descriptor<P>, xs, encode(params));
}
/// bind<P>(params, x...)
template <class P, class... X>
constexpr value bind(params_of<P> const& params, X const&... x) {
  value const xs[] = {x...};
  return bind_all<P>(params, {xs, sizeof...(X)});
}

/// In primitives/, what names a primitive is a template: then its rules are made, with all that it can do, where a program calls it, after
/// all headers, and nowhere else. (Ordinary functions would cost each file that includes them, used or not: together a third of the
/// include.)
template <class X>
concept is_value = __is_same(X, value);

/// A constant that takes its dtype from x: what `2.0` means in `2.0 * x`.
constexpr value like(value const& x, double number) { return x.ctx->constant(type_of(x).type, number); }

// The operators, in which rules are written; primitives/ defines them. Symbolic zeros are absorbed there.
constexpr value operator+(is_value auto x, is_value auto y);
constexpr value operator-(is_value auto x, is_value auto y);
constexpr value operator*(is_value auto x, is_value auto y);
constexpr value operator/(is_value auto x, is_value auto y);
constexpr value operator-(is_value auto x);
template <class N>
concept scalar_number = std::is_arithmetic_v<N>; // templates: without primitives/ nothing here is used
template <scalar_number N> constexpr value operator+(value x, N y) { return x + like(x, static_cast<double>(y)); }
template <scalar_number N> constexpr value operator+(N x, value y) { return like(y, static_cast<double>(x)) + y; }
template <scalar_number N> constexpr value operator-(value x, N y) { return x - like(x, static_cast<double>(y)); }
template <scalar_number N> constexpr value operator-(N x, value y) { return like(y, static_cast<double>(x)) - y; }
template <scalar_number N> constexpr value operator*(value x, N y) { return x * like(x, static_cast<double>(y)); }
template <scalar_number N> constexpr value operator*(N x, value y) { return like(y, static_cast<double>(x)) * y; }
template <scalar_number N> constexpr value operator/(value x, N y) { return x / like(x, static_cast<double>(y)); }
template <scalar_number N> constexpr value operator/(N x, value y) { return like(y, static_cast<double>(x)) / y; }

} // namespace constax::inline CONSTAX_TAG
