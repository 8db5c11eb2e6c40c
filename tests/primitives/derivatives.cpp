// SPDX-License-Identifier: BSL-1.0
// Derivatives of order 1 to 4 of every elementwise function against mpmath: by forward mode, by reverse mode, and by the two in turn.
// (nested_gradients_*.cpp: the fourth with cx::grad in cx::grad, compiled.)
#include "derivatives.hpp"

#include <constax/eval/reference.hpp>
#include <constax/transform/simplify.hpp>

namespace derivatives {

template <class F>
cx::jaxpr traced(F const& f) {
  cx::context c("trace");
  cx::value const y = f(cx::tracer<double>(c.input({cx::dtype::f64, {}}))).value;
  return c.finish({&y, 1});
}
/// x -> f'(x), from x -> f(x). In forward mode along 1, in reverse mode from 1.
cx::jaxpr derived(cx::jaxpr const& j, bool reverse) {
  cx::jaxpr const both = reverse ? cx::vjp(j) : cx::jvp(j);
  cx::context c("derivative");
  cx::value const x = c.input({cx::dtype::f64, {}}), in[] = {x, cx::like(x, 1.0)};
  auto const outs = cx::replay(c, both, {in, 2});
  cx::value const dy = c.fault ? x : outs[1];
  return cx::simplify(c.finish({&dy, 1}));
}
double at(cx::jaxpr const& j, double x) {
  cx::tensor const arg = cx::tensor_of(x);
  return cx::reference::evaluate(j, {&arg, 1})[0].at<double>(0);
}

/// The largest error of f's derivatives, in these modes: one bit an order, set for reverse mode.
double worst(std::string_view name, cx::jaxpr const& f,
             std::initializer_list<unsigned> all_modes = {0b0000u, 0b1111u, 0b0101u, 0b1010u, 0b0110u}) {
  double far = 0;
  int n = 0;
  for (unsigned const modes : all_modes) {
    cx::jaxpr j = f;
    for (int order = 1; order <= 4; ++order) {
      j = derived(j, (modes >> (order - 1) & 1) != 0);
      if (cx::fault const fault = j.fault ? j.fault : cx::find_fault(j); fault) {
        UNSCOPED_INFO("order " << order << ": " << std::string(cx::sentence(fault).view()));
        return INFINITY;
      }
      for (point const& p : points) {
        if (p.function != name) continue;
        ++n;
        double const got = at(j, p.x), off = error(p, order, got);
        if (!(off > far)) continue;
        far = off;
        UNSCOPED_INFO("order " << order << ", modes " << modes << ", at " << p.x << ": " << got << " instead of " << p.of_order[order - 1]
                               << ", error " << off);
      }
    }
  }
  return n == 0 ? INFINITY : far;
}
constexpr auto check = [](auto const& row) {
  INFO(row.name);
  CHECK(worst(row.name, traced(row.f)) <= row.limit);
};

TEST_CASE("derivatives of exponentials, logarithms and error functions", "[derivatives]") { for_each(exponential, check); }
TEST_CASE("derivatives of powers and roots", "[derivatives]") { for_each(powers, check); }
TEST_CASE("derivatives of circular and hyperbolic functions", "[derivatives]") { for_each(circular, check); }
TEST_CASE("derivatives of the gamma family and its like", "[derivatives]") { for_each(special, check); }

// A rule that is right at first order only: its coefficient is detached. And one that is 10^-14 off.
struct detached_t : cx::elementwise<detached_t> {
  static constexpr std::string_view name = "twins::detached_exp";
  static constexpr auto eval(auto const& x) { return cx::math::exp(x); }
  static constexpr cx::value jvp(cx::value, cx::value dx, cx::value y) { return dx * cx::stop_gradient(y); }
};
struct inaccurate_t : cx::elementwise<inaccurate_t> {
  static constexpr std::string_view name = "twins::inaccurate_log";
  static constexpr auto eval(auto const& x) { return cx::math::log(x); }
  static constexpr cx::value jvp(cx::value x, cx::value dx, cx::value) { return dx * (1.00000000000001 / x); }
};
TEST_CASE("wrong twins: derivatives that are wrong, or inaccurate, are told", "[derivatives]") {
  CHECK(worst("exp", traced([](auto x) { return detached_t{}(x); })) > 1e10);
  CHECK(worst("exp", traced([](auto x) { return cx::exp(x); })) < 16);
  CHECK(worst("log", traced([](auto x) { return inaccurate_t{}(x); })) > 16);
  CHECK(worst("sin", traced([](auto x) { return cx::cos(x); })) > 1e10);
  CHECK(worst("no such function", traced([](auto x) { return x; })) == INFINITY);
}

} // namespace derivatives
