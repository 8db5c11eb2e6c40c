// SPDX-License-Identifier: BSL-1.0
#pragma once
// programs: small jaxprs made by hand, and whether two of them compute the same bits.
#include <constax/eval/reference.hpp>
#include <constax/jaxpr/check.hpp>
#include <constax/jaxpr/print.hpp>

#include "catch.hpp"

/// A law that must hold in constant evaluation and at run time. `law`: a constexpr function without arguments that returns bool.
#define HOLDS(law)         \
  static_assert(law());    \
  TEST_CASE(#law) { CHECK(law()); }

namespace constax_tests {
using namespace constax;
namespace cx = constax;

constexpr aval f64(shape const& s = {}) { return {dtype::f64, s}; }
constexpr aval f32(shape const& s = {}) { return {dtype::f32, s}; }
constexpr aval i32s(shape const& s = {}) { return {dtype::i32, s}; }

constexpr vec<value> several() { return {}; }
constexpr vec<value> several(value v) { return {v}; }
constexpr vec<value> several(vec<value> v) { return v; }

/// The jaxpr of f, a function of a vec<value>, on inputs of these types.
template <class F>
constexpr jaxpr program(std::initializer_list<aval> types, F f) {
  context c("test");
  vec<value> xs;
  for (aval const& a : types) xs.push(c.input(a));
  return c.finish(several(f(xs)));
}

inline constexpr double specials[] = {1.5, -0.0, 0.0, -2.25, 1e308, -1.0, 3.0, 0.1, 1e-310, -7.5};
inline constexpr double infinities[] = {__builtin_inf(), -__builtin_inf(), __builtin_nan(""), -0.0, 0.0, 1.0};

/// Arguments for j: numbers from `from`, each argument starting at another one.
constexpr vec<tensor> arguments(jaxpr const& j, range<double> from, u32 shift = 0) {
  vec<tensor> ts;
  for (u32 v : j.ins) {
    tensor t(j.type(v));
    for (u32 i = 0; i < t.size(); ++i) {
      double const x = from[(i + shift + 3 * ts.size()) % from.size()];
      if (t.type.type == dtype::f64) t.put(i, x);
      else if (t.type.type == dtype::f32) t.put(i, static_cast<float>(x > 1e30 ? 1e30 : x));
      else if (t.type.type == dtype::boolean) t.put(i, x > 0);
      else if (t.type.type == dtype::i32) t.put(i, static_cast<i32>(i + shift) * 3 - 4);
    }
    ts.push(t);
  }
  return ts;
}
constexpr bool same_number(tensor const& a, tensor const& b) {
  if (!(a.type == b.type)) return false;
  for (u32 i = 0; i < a.size(); ++i) {
    if (a.words[i] == b.words[i]) continue;
    if (a.type.type == dtype::f64 && a.at<double>(i) != a.at<double>(i) && b.at<double>(i) != b.at<double>(i)) continue;
    if (a.type.type == dtype::f32 && a.at<float>(i) != a.at<float>(i) && b.at<float>(i) != b.at<float>(i)) continue;
    return false;
  }
  return true;
}
constexpr bool same_numbers(vec<tensor> const& a, vec<tensor> const& b) {
  if (a.size() != b.size() || a.empty()) return false;
  for (u32 i = 0; i < a.size(); ++i)
    if (!same_number(a[i], b[i])) return false;
  return true;
}
/// clang cannot evaluate exp and its like while it compiles: there the law stands for run time only.
constexpr bool evaluable_now(jaxpr const& j) {
  if (!__builtin_is_constant_evaluated()) return true;
  for (eqn const& e : j.eqns)
    if (e.prim->transcendental) return false;
  return true;
}
/// Do j and k give the same bits (any nan is nan) on ordinary and special arguments? Infinities only at run time: constant evaluation
/// refuses to make a nan.
constexpr bool same_bits(jaxpr const& j, jaxpr const& k) {
  if (check(j).fault || check(k).fault) return false;
  if (!evaluable_now(j)) return true;
  for (u32 shift = 0; shift < 4; ++shift) {
    vec<tensor> const args = arguments(j, {specials, 10}, 2 * shift + 1);
    if (!same_numbers(reference::evaluate(j, args), reference::evaluate(k, args))) return false;
  }
  if (!__builtin_is_constant_evaluated())
    for (u32 shift = 0; shift < 6; ++shift) {
      vec<tensor> const args = arguments(j, {infinities, 6}, shift);
      if (!same_numbers(reference::evaluate(j, args), reference::evaluate(k, args))) return false;
    }
  return true;
}
constexpr bool reads(jaxpr const& j, std::string_view expected) { return !check(j).fault && print(j).view() == expected; }
constexpr bool close(double a, double b, double tolerance = 1e-12) {
  double const d = a < b ? b - a : a - b, m = a < 0 ? -a : a;
  return d <= tolerance * (m > 1 ? m : 1);
}
/// Result k of a program on scalar doubles.
constexpr double number(jaxpr const& j, std::initializer_list<double> xs, u32 k = 0) {
  vec<tensor> args;
  for (double x : xs) args.push(tensor_of(shape{}, {x}));
  vec<tensor> const ys = reference::evaluate(j, args);
  return k < ys.size() ? ys[k].at<double>(0) : -12345.0;
}

} // namespace constax_tests
