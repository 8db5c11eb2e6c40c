// SPDX-License-Identifier: BSL-1.0
// needs: mpfr gmp
// First and second derivatives of every elementwise function, f32 and f64, over all magnitudes, against MPFR: jvp of jvp, on the oracle.
// CONSTAX_PRINT_ULP prints what was found: docs/reference/derivatives.md.
#include "derivative_accuracy.hpp"

#include "../support/catch.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

namespace cx = constax;

template <class T> double worst(auto const& r, int order) {
  static std::vector<T> const few = accuracy::arguments<T>(1, 40, 1);
  cx::jaxpr j = accuracy::traced<T>(r.f);
  for (int k = 0; k < order; ++k) j = accuracy::derived(j, 0, false);
  auto const w = accuracy::measure<T>(r, j, order, few);
  if (std::getenv("CONSTAX_PRINT_ULP") != nullptr)
    std::printf("%-16s f%d order %d: %.3f ulp at %.9g: %.17g\n", std::string(r.name).c_str(), static_cast<int>(8 * sizeof(T)), order, w.ulp,
                double(w.at), double(w.got));
  UNSCOPED_INFO(r.name << " f" << 8 * sizeof(T) << " order " << order << " at " << w.at << " gives " << w.got);
  return w.ulp;
}

template <class T> void check_all() {
  auto const check = [](auto const& r) {
    CHECK(worst<T>(r, 1) <= r.first);
    CHECK(worst<T>(r, 2) <= r.second);
  };
  std::apply([&](auto const&... r) { (check(r), ...); }, accuracy::of_one);
}
template <class T> void check_pairs() {
  static auto const x = accuracy::pairs<T>(1600, 3);
  auto const check = [](auto const& r) {
    cx::jaxpr const f = accuracy::traced<T>(r.f), by_x = accuracy::derived(f, 0, false), by_y = accuracy::derived(f, 1, false);
    auto const one = [&]<std::size_t I>(std::integral_constant<std::size_t, I>, char const* by, cx::jaxpr const& j, double limit) {
      auto const w = accuracy::measure<T>(r, std::get<I>(r.d), j, x);
      if (std::getenv("CONSTAX_PRINT_ULP") != nullptr)
        std::printf("%-16s f%d by %s: %.3f ulp at x = %.9g: %.17g\n", std::string(r.name).c_str(), static_cast<int>(8 * sizeof(T)), by,
                    w.ulp, double(w.at), double(w.got));
      INFO(r.name << " f" << 8 * sizeof(T) << " by " << by << " at x = " << w.at << " gives " << w.got);
      CHECK(w.ulp <= limit);
    };
    one(std::integral_constant<std::size_t, 0>{}, "x", by_x, 4), one(std::integral_constant<std::size_t, 1>{}, "y", by_y, 4);
    one(std::integral_constant<std::size_t, 2>{}, "xx", accuracy::derived(by_x, 0, false), 16),
        one(std::integral_constant<std::size_t, 4>{}, "yy", accuracy::derived(by_y, 1, false), 16);
    one(std::integral_constant<std::size_t, 3>{}, "xy", accuracy::derived(by_x, 1, false), 16),
        one(std::integral_constant<std::size_t, 3>{}, "yx", accuracy::derived(by_y, 0, false), 16);
  };
  std::apply([&](auto const&... r) { (check(r), ...); }, accuracy::of_two);
}

/// The row of that name with another function in its place.
template <class F> double worst_twin(std::string_view name, int order, F f) {
  double w = -1;
  auto const at = [&](auto const& r) {
    if (r.name == name) w = worst<double>(accuracy::row{"twin", r.first, r.second, f, r.value, r.d1, r.d2, r.without, r.least}, order);
  };
  std::apply([&](auto const&... r) { (at(r), ...); }, accuracy::of_one);
  return w;
}
// Rules that are right on paper only.
struct cancels_t : cx::elementwise<cancels_t> {
  static constexpr std::string_view name = "twins::tanh";
  static constexpr auto eval(auto const& x) { return cx::math::tanh(x); }
  static constexpr cx::value jvp(cx::value, cx::value dx, cx::value y) { return dx * (1.0 - y * y); }
};
struct overflows_t : cx::elementwise<overflows_t> {
  static constexpr std::string_view name = "twins::asinh";
  static constexpr auto eval(auto const& x) { return cx::math::asinh(x); }
  static constexpr cx::value jvp(cx::value x, cx::value dx, cx::value) { return dx * cx::rsqrt(x * x + 1.0); }
};
struct second_order_t : cx::elementwise<second_order_t> {
  static constexpr std::string_view name = "twins::asin";
  static constexpr auto eval(auto const& x) { return cx::math::asin(x); }
  static constexpr cx::value jvp(cx::value x, cx::value dx, cx::value) { return dx * cx::rsqrt((1.0 - x) * (x + 1.0)); }
};

} // namespace

TEST_CASE("wrong twins: derivatives that cancel or overflow are told", "[derivatives]") {
  CHECK(worst_twin("tanh", 1, [](auto x) { return cancels_t{}(x); }) > 1e6);
  CHECK(worst_twin("asinh", 1, [](auto x) { return overflows_t{}(x); }) > 1e6);
  CHECK(worst_twin("asin", 1, [](auto x) { return second_order_t{}(x); }) <= 4); // only the second order is wrong
  CHECK(worst_twin("asin", 2, [](auto x) { return second_order_t{}(x); }) > 1e6);
  CHECK(worst_twin("exp", 1, [](auto x) { return cx::exp(x) + 0x1p-49 * cx::exp(x); }) > 4);
  CHECK(worst_twin("exp", 1, [](auto x) { return cx::exp(x); }) <= 4);
}
TEST_CASE("derivatives of functions of two arguments, f32", "[derivatives]") { check_pairs<float>(); }
TEST_CASE("derivatives of functions of two arguments, f64", "[derivatives]") { check_pairs<double>(); }
TEST_CASE("derivatives of functions of one argument, f32", "[derivatives]") { check_all<float>(); }
TEST_CASE("derivatives of functions of one argument, f64", "[derivatives]") { check_all<double>(); }
