// SPDX-License-Identifier: BSL-1.0
// Equal equations on numbers side by side, as one on lanes (eval/bundles.hpp): the oracle's bits, whatever lies outside the bundles.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

template <class C>
constexpr cx::u32 lanes_of() {
  cx::u32 most = 0;
  cx::static_for<C::value.n_nodes>([&](auto k) {
    if constexpr (C::value.nodes[k].kind == cx::node_kind::kernel)
      if (cx::u32 const w = cx::detail::bundles_of<C, k>.lanes; w > most) most = w;
  });
  return most;
}
template <class F, class... X>
bool bundled(F const&, X const&...) {
  return lanes_of<cx::code_of<cx::program_of<F, std::remove_cvref_t<decltype(std::declval<X const&>().view())>...>>>() > 0;
}
constexpr bool wide = CONSTAX_VECTOR_BYTES >= 32; // four doubles
template <class F, class... X>
bool same_in_bundles(F const& f, X const&... x) {
  return bundled(f, x...) == wide && compare(f, x...);
}
template <class F, class... X>
bool same_one_by_one(F const& f, X const&... x) {
  return !bundled(f, x...) && compare(f, x...);
}

template <int N>
inline constexpr auto rosenbrock = [](auto x) {
  auto const term = [](auto a, auto b) {
    auto const u = 1.0 - a, v = b - a * a;
    return u * u + 100.0 * v * v;
  };
  auto sum = term(x[0], x[1]);
  for (int i = 1; i + 1 < N; ++i) sum += term(x[i], x[i + 1]);
  return sum;
};
TEST_CASE("neighbours, some in two bundles, a sum in order of what is in them") {
  CHECK(same_in_bundles(cx::value_and_grad(rosenbrock<10>), input<double, 10>()));
  CHECK(same_in_bundles(cx::value_and_grad(rosenbrock<11>), input<double, 11>()));
  CHECK(compare(cx::value_and_grad(rosenbrock<18>), input<double, 18>())); // too long
  CHECK(compare(cx::value_and_grad(rosenbrock<9>), input<double, 9>()));
  CHECK(compare(cx::value_and_grad(rosenbrock<6>), input<double, 6>()));
  CHECK(compare(cx::value_and_grad(rosenbrock<10>), input<float, 10>()));
  CHECK(compare(cx::value_and_grad(rosenbrock<19>), input<float, 19>()));
  CHECK(compare(cx::grad(rosenbrock<14>), input<double, 14>(std::vector<double>{0.0, -0.0, std::numeric_limits<double>::infinity(),
                                                                                std::numeric_limits<double>::quiet_NaN(), 1e308})));
}
TEST_CASE("results over arguments") {
  double x[10], expected[10];
  for (int i = 0; i < 10; ++i) x[i] = std::sin(i);
  cx::evaluate_into(cx::view<double, 10>(expected), cx::grad(rosenbrock<10>), cx::view<double const, 10>(x));
  cx::evaluate_into(cx::view<double, 10>(x), cx::grad(rosenbrock<10>), cx::view<double const, 10>(x));
  CHECK(std::memcmp(x, expected, sizeof x) == 0);
}
/// One number for all lanes, from memory and computed; literals that agree.
inline constexpr auto scaled = [](auto x, auto s) {
  auto const f = [&](int i) { return (x[i] * s[0] + x[i + 1] * (s[1] - s[0])) / (2.0 + x[i] * x[i]); };
  return cx::stack(f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7));
};
TEST_CASE("one number in all lanes") { CHECK(same_in_bundles(scaled, input<double, 9>(), input<double, 2>())); }
TEST_CASE("two bundles, and what is left of the second") {
  CHECK(same_in_bundles([](auto x) {
    auto const f = [&](int i) { return (x[i] + 0.5) * (x[i] - x[i + 4]) / x[i + 4]; };
    return std::tuple{cx::stack(f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8)), f(3) * f(5), x[2] - f(8)};
  }, input<double, 13>()));
}
TEST_CASE("what does not lie side by side runs one by one") {
  CHECK(same_one_by_one([](auto x) { // each from the one before
    auto y = x[0];
    for (int i = 1; i < 10; ++i) y = y * x[i] + 1.0;
    return y;
  }, input<double, 10>()));
  CHECK(same_one_by_one([](auto x) { // reversed
    auto const f = [&](int i) { return x[9 - i] * x[9 - i] + 3.0 * x[9 - i] - 1.0; };
    return cx::stack(f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7));
  }, input<double, 10>()));
  CHECK(same_one_by_one([](auto x) { // literals that differ
    auto const f = [&](int i) { return x[i] * (x[i] + double(i)) - x[i]; };
    return cx::stack(f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7));
  }, input<double, 10>()));
}
TEST_CASE("memory with strides") {
  double x[20], apart[20] = {}, expected[10];
  for (int i = 0; i < 20; ++i) x[i] = std::cos(i);
  double every_other[10];
  for (int i = 0; i < 10; ++i) every_other[i] = x[2 * i];
  cx::evaluate_into(cx::view<double, 10>(expected), cx::grad(rosenbrock<10>), cx::view<double const, 10>(every_other));
  cx::evaluate_into(cx::view<double, 10, cx::strided>(apart, {2}), cx::grad(rosenbrock<10>),
                    cx::view<double const, 10, cx::strided>(x, {2}));
  bool good = true;
  for (int i = 0; i < 10; ++i) good = good && apart[2 * i] == expected[i] && apart[2 * i + 1] == 0;
  CHECK(good);
}

} // namespace
