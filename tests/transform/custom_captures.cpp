// SPDX-License-Identifier: BSL-1.0
// A function with a rule of its own may capture what is not being differentiated; where a derivative is taken in what it captured, that is
// refused, as in JAX.
#include "../support/recorded.hpp"

namespace constax_tests {
namespace {

/// f, whose derivative is said to be 7.
constexpr auto seven = [](auto f) { return cx::custom_jvp(f, [](auto y, auto dy) { return std::pair{y, 7.0 * dy}; }); };
constexpr auto seven_back = [](auto f) {
  return cx::custom_vjp(
      f,
      [](auto y) {
        return std::pair{y, std::tuple<>{}};
      },
      [](auto, auto ct) { return 7.0 * ct; });
};

/// The fault of a program of one number, and its value at 2.
template <class F>
fault_code refused(F const& f) { return recorded(f, cx::spec<double>{}).fault.code; }
template <class F>
double at_two(F const& f) {
  jaxpr const j = recorded(f, cx::spec<double>{});
  double const two[] = {2};
  vec<double> const ys = numbers_of(j, filled_from(j, {two, 1}));
  return ys.empty() ? 0 : ys[0];
}

template <class Rule>
void captures(Rule const& rule) {
  auto const times = [&](auto k) { return rule([=](auto y) { return k * y; }); };
  // in what is captured
  CHECK(refused([&](auto a) { return cx::grad([&](auto x) { return times(x)(x * x); })(a); }) == fault_code::closed_over);
  CHECK(refused([&](auto a) { return cx::grad([&](auto x) { return times(cx::sin(x))(1.0); })(a); }) == fault_code::closed_over);
  CHECK(refused([&](auto a) { return cx::grad([&](auto x) { return x * cx::grad([&](auto y) { return times(x)(y); })(x); })(a); }) ==
        fault_code::closed_over);
  CHECK(refused([&](auto a) {
          return cx::grad([&](auto x) {
            return cx::fori_loop(
                0, 3, [&](auto, auto s) { return times(x)(s); }, 1.0);
          })(a);
        }) == fault_code::closed_over);
  CHECK(refused([&](auto a) {
          return cx::grad([&](auto x) {
            return cx::cond(
                x > 1.0, [&](auto s) { return times(x)(s); }, [](auto s) { return s; }, x);
          })(a);
        }) == fault_code::closed_over);
  CHECK(refused([&](auto a) {
          return cx::grad([&](auto x) { return cx::vmap([&](auto y) { return times(x)(y); })(cx::stack(x, x))[0]; })(a);
        }) == fault_code::closed_over);
  CHECK(refused([&](auto a) {
          return cx::grad([&](auto x) { return rule(cx::closure([](auto k, auto y) { return k * y; }, x))(x); })(a);
        }) == fault_code::closed_over);
  // in an argument, beside captures of all kinds
  CHECK(at_two([&](auto a) { return times(a)(a); }) == 4);
  CHECK(at_two([&](auto a) { return cx::grad([&](auto x) { return times(a)(x); })(a); }) == 7);
  CHECK(at_two([&](auto a) { return cx::grad([&](auto x) { return times(cx::stop_gradient(x))(x); })(a); }) == 7);
  CHECK(at_two([&](auto a) { return cx::grad([&](auto x) { return times(cx::iota<double, 3>()[1])(x); })(a); }) == 7);
  CHECK(at_two([&](auto a) { return cx::grad([&](auto x) { return times(cx::astype<double>(cx::astype<int>(x)))(x); })(a); }) == 7);
  CHECK(at_two([&](auto a) {
          return cx::vmap([&](auto k) { return cx::grad([&](auto x) { return times(k)(x); })(a); })(cx::stack(a, a))[1];
        }) == 7);
  CHECK(at_two([&](auto a) {
          auto const loop = [&](auto x) {
            return cx::fori_loop(
                       0, 3,
                       [&](auto, auto const& s) {
                         return std::pair{s.first * 0.5, times(s.first)(s.second)};
                       },
                       std::pair{1.0, x})
                .second;
          };
          return cx::grad(loop)(a);
        }) == 343);
  CHECK(at_two([&](auto a) { return cx::grad([&](auto x) { return rule([&](auto y) { return times(y)(y); })(x); })(a); }) ==
        7); // the outer rule is asked alone
}
TEST_CASE("captures of a function with a jvp of its own") {
  captures(seven);
  CHECK(refused([&](auto a) { return cx::jvp([&](auto x) { return seven([=](auto y) { return x * y; })(1.0); }, a, 1.0).second; }) ==
        fault_code::closed_over);
}
TEST_CASE("captures of a function with a vjp of its own") { captures(seven_back); }
TEST_CASE("checkpoint and jit differentiate what they capture") {
  CHECK(at_two([](auto a) { return cx::grad([](auto x) { return cx::checkpoint([=](auto y) { return x * y * y; })(x); })(a); }) == 12);
  CHECK(at_two([](auto a) { return cx::grad([](auto x) { return cx::jit([=](auto y) { return x * y * y; })(x); })(a); }) == 12);
}

} // namespace
} // namespace constax_tests
