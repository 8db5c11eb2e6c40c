// SPDX-License-Identifier: BSL-1.0
// orders: value and three derivatives of loops and branches, in every nesting of forward mode, reverse mode and vmap, transformed at run
// time and evaluated by the oracle, as they are and lowered. Expected numbers: hand-derived recurrences of the reference table, to its
// digits.
#include "programs.hpp"

#include <string>

namespace constax_tests {
namespace {
using namespace constax;

/// The sum of all elements.
value total(value x) {
  axes all;
  int const rank = type_of(x).rank();
  for (int d = 0; d < rank; ++d) all.push(d);
  return rank ? reduce_sum(x, all) : x;
}
value filled_like(context& c, aval const& a, double x) {
  value const number = c.constant(a.type, x);
  return a.rank() ? broadcast_in_dim(number, a.shape, {}) : number;
}
/// The derivative of an elementwise function, by one direction of ones, or as the gradient of the sum of its results.
jaxpr forward_derivative(jaxpr const& j) {
  jaxpr const both = jvp(j);
  return detail::function("test", vec<aval>{detail::in_type(j, 0)}, [&](context& c, range<value> x) {
    return vec<value>{replay(c, both, vec<value>{x[0], filled_like(c, detail::in_type(j, 0), 1.0)})[1]};
  });
}
jaxpr reverse_derivative(jaxpr const& j) {
  jaxpr const sum = detail::function("test", vec<aval>{detail::in_type(j, 0)},
                                     [&](context& c, range<value> x) { return vec<value>{total(replay(c, j, x)[0])}; });
  jaxpr const both = value_and_grad(sum);
  return detail::function("test", vec<aval>{detail::in_type(j, 0)},
                          [&](context& c, range<value> x) { return vec<value>{replay(c, both, x)[1]}; });
}
jaxpr rows(jaxpr const& j) { return vmap(j, vec<i32>{0}, extent(3), vec<i32>{0}); }

/// What `path` makes of j: f and r derivatives, v rows; the innermost first.
jaxpr along(jaxpr j, std::string const& path) {
  for (char step : path) j = simplify(step == 'f' ? forward_derivative(j) : step == 'r' ? reverse_derivative(j) : rows(j));
  return j;
}
/// Is the k-th derivative along `path` the expected number, in every element? Points: x and its neighbours, all with the expectation of x
/// only where they are x; the others must be what the program without rows gives there.
void expect(jaxpr const& j, std::string const& path, double at, double expected, double tolerance) {
  INFO(path);
  jaxpr const k = along(j, path), l = lower(k);
  REQUIRE(sentence(k.fault).view() == "");
  REQUIRE(sentence(find_fault(k)).view() == "");
  REQUIRE(sentence(find_fault(l)).view() == "");
  std::string plain;
  for (char step : path)
    if (step != 'v') plain += step;
  jaxpr const single = along(j, plain);
  tensor x(detail::in_type(k, 0));
  for (u32 i = 0; i < x.size(); ++i) x.put(i, at + 0.125 * i);
  fault why;
  vec<tensor> const ys = reference::evaluate(l, vec<tensor>{x}, {}, &why), as_it_is = reference::evaluate(k, vec<tensor>{x}, {}, &why);
  REQUIRE(sentence(why).view() == "");
  REQUIRE(ys.size() == 1);
  REQUIRE(as_it_is.size() == 1);
  for (u32 i = 0; i < x.size(); ++i) {
    double const y = number_at(ys[0], i), here = number_at(reference::evaluate(single, vec<tensor>{tensor_of(x.at<double>(i))})[0], 0);
    CHECK(near(y, number_at(as_it_is[0], i), 1e-12)); // lowering may contract
    CHECK(near(y, here, 1e-10));
    if (i == 0) CHECK(near(y, expected, tolerance));
  }
}

template <class F>
void all_orders(F f, double x, double value, double d1, double d2, double d3, double tolerance = 1e-8) {
  jaxpr const j = traced(f, spec<double>{});
  for (char const* path : {"", "v", "vv"}) expect(j, path, x, value, tolerance);
  for (char const* path : {"f", "r", "vf", "fv", "vr", "rv", "vfv", "rvv"}) expect(j, path, x, d1, tolerance);
  for (char const* path : {"ff", "fr", "rf", "rr", "vrr", "rvr", "rrv", "fvr", "vrf"}) expect(j, path, x, d2, tolerance);
  for (char const* path : {"fff", "rrr", "rrf", "frr", "rfr", "vrrr", "rrrv"}) expect(j, path, x, d3, tolerance);
}

TEST_CASE("power") { all_orders(power, 5, 125, 75, 30, 6); }
TEST_CASE("x = x * x + 1 while x < 30") { all_orders(square_and_add, 1.2, 49.35255296, 162.8811264, 570.287104, 1895.91552); }
TEST_CASE("Newton's square root") { all_orders(newton, 2, 1.41421356237, .353553390593, -.0883883476, .0662912607); }
TEST_CASE("the same with chains") {
  all_orders(square_and_add_pair, 1.2, 49.35255296, 162.8811264, 570.287104, 1895.91552);
  all_orders(newton_pair, 2, 1.41421356237, .353553390593, -.0883883476, .0662912607);
}
TEST_CASE("f(n) = f(n-1)^2 + x") { all_orders(recursion, .5, 1.62890625, 9.5, 55.375, 315); }
TEST_CASE("even and odd") {
  all_orders(even_odd<5>, 2, 22, 29, 26, 12);
  all_orders(even_odd<6>, 2, 22, 29, 26, 12);
}
TEST_CASE("early return") { all_orders(early_return, 1.5, 1970.5225067138672, 21018.90673828125, 210189.0673828125, 1961764.62890625); }
TEST_CASE("logistic map, in r") { all_orders(logistic_in_r, 3.2, .6551052003867945, .22075318419581846, 1.456679030569354, 6.71650658646); }
TEST_CASE("logistic map, in x0") {
  all_orders(logistic_in_x, .3, .6551052003867945, 2.664235331718513, -6.388405627488101, -1326.98226939);
}
TEST_CASE("a branch") {
  all_orders(branch, 2, 9, 12, 12, 6);
  all_orders(branch, .25, .00390625, .0625, .75, 6);
}

TEST_CASE("a wrong expectation is noticed") {
  jaxpr const j = along(traced(power, spec<double>{}), "r");
  CHECK(!near(number_at(reference::evaluate(j, vec<tensor>{tensor_of(5.0)})[0], 0), 74));
}

} // namespace
} // namespace constax_tests
