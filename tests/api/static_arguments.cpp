// SPDX-License-Identifier: BSL-1.0
// Integers that their types carry (3_c, std::integral_constant) arrive in a traced function as they are; results without rows come once;
// constants may be split into value and pullback inside a trace.
#include <constax/constax.hpp>

#include "../support/recorded.hpp"

namespace constax_tests {
namespace {
using namespace cx::literals;

inline constexpr auto power = [](auto x, auto n) { return cx::pow(x, n); };
inline constexpr auto squared = [](auto x) { return x * x; };
using three = decltype(3_c);

TEST_CASE("constants are arguments of compiled programs") {
  CHECK(cx::jit([](auto x, auto n) {
          for (int i = 0; i < decltype(n)::value; ++i) x = x * x;
          return x;
        })(2.0, 3_c) == 256);
  CHECK(cx::jit([](auto x, auto n) {
          for (int i = 0; i < n; ++i) x = x * x;
          return x;
        })(2.0, std::integral_constant<int, 3>{}) == 256);
  CHECK(cx::grad(power)(2.0, 3_c) == 12);
  cx::array<double, 2> const x{2, 3};
  auto const rows = cx::vmap(cx::value_and_grad(power), cx::in_axes<0>)(x, 3_c);
  CHECK((rows.first[1] == 27 && rows.second[0] == 12));
  auto const [y, pullback] = cx::vjp(power, 2.0, 3_c);
  auto const cts = pullback(1.0);
  static_assert(std::is_same_v<decltype(cts), std::tuple<double, std::tuple<>> const>);
  CHECK((y == 8 && std::get<0>(cts) == 12));
  CHECK(cx::jit([](auto n) { return n; })(3_c) == 3);
}

/// The number that f gives at 2.
template <class F>
double at_two(F const& f) {
  jaxpr const j = recorded(f, cx::spec<double>{});
  double const two[] = {2};
  vec<double> const ys = numbers_of(j, filled_from(j, {two, 1}));
  return ys.size() == 1 ? ys[0] : -1;
}
TEST_CASE("constants are arguments of transformations inside a trace") {
  CHECK(at_two([](auto x) { return cx::grad(power)(x, 3_c); }) == 12);
  CHECK(at_two([](auto x) { return cx::grad([](auto n, auto y) { return cx::pow(y, n); }, cx::argnums<1>)(3_c, x); }) == 12);
  CHECK(at_two([](auto x) { return cx::grad([](auto n, auto y) { return cx::pow(y, n); }, cx::argnums<-1>)(3_c, x); }) == 12);
  CHECK(at_two([](auto x) { return cx::jit(power)(x, 3_c) + cx::checkpoint(power)(x, 3_c); }) == 16);
  CHECK(at_two([](auto x) { return cx::jvp(power, std::tuple{x, 3_c}, std::tuple{1.0, 3_c}).second; }) == 12);
  CHECK(at_two([](auto x) { return cx::linearize(power, x, 3_c).second(1.0, 3_c); }) == 12);
  CHECK(at_two([](auto x) { return std::get<0>(cx::vjp(power, x, 3_c).second(1.0)); }) == 12);
  CHECK(at_two([](auto x) { return cx::hessian(power)(x, 3_c); }) == 12);
  CHECK(at_two([](auto x) { return cx::vmap(power)(cx::stack(x, x), 3_c)[1]; }) == 8);
  CHECK(at_two([](auto x) { return cx::vmap(power, cx::in_axes<0, cx::none>)(cx::stack(x, x), 3_c)[1]; }) == 8);
  CHECK(at_two([](auto x) { return cx::grad(cx::closure([](auto n, auto y) { return cx::pow(y, n); }, 3_c))(x); }) == 12);
  CHECK(at_two([](auto x) {
          return cx::grad(cx::custom_jvp(power, [](auto const& p, auto const& dp) {
            return std::pair{power(std::get<0>(p), std::get<1>(p)), 5.0 * std::get<0>(dp)};
          }))(x, 3_c);
        }) == 5);
}
TEST_CASE("constants are parts of trees") {
  CHECK(at_two([](auto x) {
          auto const g = cx::grad([](auto const& p) { return cx::pow(p.first, p.second); })(std::pair{x, 3_c});
          static_assert(std::is_same_v<std::remove_const_t<decltype(g.second)>, three>);
          return g.first;
        }) == 12);
  CHECK(at_two([](auto x) {
          return cx::fori_loop(
                     0, 2,
                     [](auto, auto const& s) {
                       return std::pair{s.first, cx::pow(s.second, s.first)};
                     },
                     std::pair{2_c, x})
              .second;
        }) == 16);
  CHECK(at_two([](auto x) {
          return cx::cond(
              x > 0.0, power, [](auto y, auto) { return y; }, x, 3_c);
        }) == 8);
}

enum class scheme { central, upwind };
struct options {
  int order = 1;
  double weight = 1.0;
};
/// Differences of x[1:-1], as a scheme has them.
inline constexpr auto differences = [](auto x, auto how) {
  auto const left = x[cx::slice<0, -2>()], here = x[cx::slice<1, -1>()], right = x[cx::slice<2, cx::end>()];
  if constexpr (how == scheme::upwind) return here - left;
  else return 0.5 * (right - left);
};
inline constexpr auto weighted = [](auto x, auto how) {
  auto y = x;
  for (int i = 1; i < how.value.order; ++i) y = y * x;
  return how.value.weight * y;
};

TEST_CASE("values of any type are static arguments") {
  cx::array<double, 4> const x{1, 2, 4, 8};
  CHECK(cx::jit(differences)(x, cx::static_arg<scheme::upwind>) == cx::array<double, 2>{1, 2});
  CHECK(cx::jit(differences)(x, cx::static_arg<scheme::central>) == cx::array<double, 2>{1.5, 3});
  CHECK(cx::grad([](auto y, auto how) { return cx::sum(differences(y, how)); })(x, cx::static_arg<scheme::upwind>) ==
        cx::array<double, 4>{-1, 0, 1, 0});
  auto const rows = cx::vmap(differences, cx::in_axes<0, cx::none>)(cx::array<double, 1, 4>{1, 2, 4, 8}, cx::static_arg<scheme::upwind>);
  CHECK(rows == cx::array<double, 1, 2>{1, 2});
  CHECK(cx::grad(weighted)(2.0, cx::static_arg<options{3, 0.5}>) == 6);
  CHECK(cx::jit([](auto p) { return std::pair{weighted(p.first, p.second), p.second}; })(std::pair{2.0, cx::static_arg<options{2, 3.0}>})
            .first == 12);
  static_assert(cx::static_arg<scheme::upwind> == scheme::upwind);
  CHECK(cx::jit(power)(2.0, cx::static_arg<3>) == 8);
  text said;
  detail::write_structure<std::tuple<double, cx::static_arg_t<scheme::upwind>, cx::static_arg_t<options{}>, three>>(said);
  CHECK(said.view() == "std::tuple(*, scheme(1), options, 3)");
}

TEST_CASE("results that are the same for all rows come once") {
  auto const f = cx::vmap([](auto, auto y) { return 2.0 * y; }, cx::in_axes<0, cx::none>, cx::out_axes<cx::none>);
  cx::array<double, 2> const x{0, 1};
  auto const number = f(x, 4.0);
  auto const row = f(x, cx::array<double, 3>{4, 5, 6});
  static_assert(std::is_same_v<decltype(number), double const> && std::is_same_v<decltype(row), cx::array<double, 3> const>);
  CHECK((number == 8 && row[0] == 8 && row[2] == 12));
}

TEST_CASE("value and derivative of constants inside a trace") {
  CHECK(at_two([](auto x) {
          auto const [y, pullback] = cx::vjp(squared, 3.0);
          return x * y + std::get<0>(pullback(1.0)) + std::get<0>(pullback(x));
        }) == 36);
  CHECK(at_two([](auto x) {
          auto const [y, line] = cx::linearize(squared, 3.0);
          return x * y + line(x) + line(1.0);
        }) == 36);
  CHECK(at_two([](auto x) {
          auto const pullback = cx::vjp([](auto y, auto z) { return std::pair{y * z, y}; }, 3.0, 2.0).second;
          auto const [a, b] = pullback(std::pair{x, 1.0}); // 2 x + 1, 3 x
          return cx::grad([&](auto t) { return std::get<0>(pullback(std::pair{t, t})); })(x) * a + b;
        }) == 21);
}

} // namespace
} // namespace constax_tests
