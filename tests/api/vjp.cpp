// SPDX-License-Identifier: BSL-1.0
// vjp and linearize called with numbers, arrays and views: the second half is a callable of its own, which holds what it needs.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <cmath>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
template <class T = double>
using row = cx::view<T const, n>;

std::vector<double> numbers(std::size_t count, double at = 1.0) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = std::sin(at + 0.7 * static_cast<double>(i));
  return x;
}
bool close(double a, double b) { return std::abs(a - b) <= 1e-13 * std::fmax(1.0, std::abs(b)); }

inline constexpr auto wave = [](auto x, auto y) { return cx::sin(x) * y; };

TEST_CASE("a pullback of symbolic length takes cotangents of the length that the call had") {
  for (std::size_t count : {0u, 1u, 2u, 17u, 1000u}) {
    auto const x = numbers(count), y = numbers(count, 2.0), ct = numbers(count, 3.0);
    auto const [z, back] = cx::vjp(wave, row<>(x), row<>(y));
    REQUIRE(z.length(0) == static_cast<std::int64_t>(count));
    auto const [dx, dy] = back(row<>(ct));
    auto const [ex, ey] = back(z); // again, with an array
    bool good = true;
    for (std::size_t i = 0; i < count; ++i) {
      auto const k = static_cast<std::int64_t>(i);
      good &= close(z[k], std::sin(x[i]) * y[i]) && close(dx[k], std::cos(x[i]) * y[i] * ct[i]) && close(dy[k], std::sin(x[i]) * ct[i]);
      good &= close(ey[k], std::sin(x[i]) * z[k]) && close(ex[k], std::cos(x[i]) * y[i] * z[k]);
    }
    CHECK(good);
  }
}
TEST_CASE("the length of a gradient that neither residuals nor the cotangent tell") {
  auto const x = numbers(5);
  auto const [s, back] = cx::vjp([](auto v) { return cx::sum(v); }, row<>(x));
  CHECK(close(s, x[0] + x[1] + x[2] + x[3] + x[4]));
  auto const [d] = back(2.5);
  REQUIRE(d.length(0) == 5);
  CHECK(d[4] == 2.5);
  auto const [u, mean_back] = cx::vjp([](auto v) { return cx::mean(v); }, row<>(x));
  CHECK(close(u, s / 5));
  CHECK(close(std::get<0>(mean_back(1.0))[3], 0.2));
}
TEST_CASE("rows of three, two symbols, and a slice of n-1") {
  std::vector<double> p(3000);
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = 0.001 * static_cast<double>(i);
  cx::view<double, n, 3> const rows(p.data(), 1000);
  auto const [s, back] = cx::vjp([](auto r) { return cx::sum(r * r, 1_c); }, rows);
  REQUIRE(s.length(0) == 1000);
  auto const [d] = back(s);
  CHECK(close(d(999, 2), 2 * p[2999] * s[999]));

  auto const a = numbers(6), x = numbers(3, 4.0), ct = numbers(2, 5.0);
  auto const [y, both] =
      cx::vjp([](auto w, auto v) { return cx::dot(w, v); }, cx::view<double const, n, m>(a.data(), 2, 3), cx::view<double const, m>(x));
  CHECK(close(y[1], a[3] * x[0] + a[4] * x[1] + a[5] * x[2]));
  auto const [da, dx] = both(row<>(ct));
  REQUIRE(da.length(1) == 3);
  CHECK(close(da(1, 2), ct[1] * x[2]));
  CHECK(close(dx[1], ct[0] * a[1] + ct[1] * a[4]));

  auto const h = numbers(4);
  auto const [steps, from_steps] =
      cx::vjp([](auto v) { return cx::square(v[cx::slice(1_c, cx::end)] - v[cx::slice(0_c, -1_c)]); }, row<>(h));
  REQUIRE(steps.length(0) == 3);
  std::vector<double> const ones(3, 1.0);
  auto const [dh] = from_steps(cx::view<double const, n - 1>(ones));
  CHECK(close(dh[1], 2 * (h[1] - h[0]) - 2 * (h[2] - h[1])));
}
TEST_CASE("what a pullback needs is its own: it outlives the call and the user's memory, and it may be copied") {
  auto const kept = [] {
    auto x = numbers(100);
    auto const [s, back] = cx::vjp([](auto v) { return cx::sum(v * v * v); }, row<>(x));
    (void)s;
    for (double& e : x) e = 0;
    return back;
  }();
  auto const other = kept;
  auto const [d] = other(2.0);
  CHECK(close(d[7], 6 * std::sin(1.0 + 4.9) * std::sin(1.0 + 4.9)));
}
TEST_CASE("lengths that do not agree are refused before anything is computed") {
  auto const x = numbers(4), y = numbers(5);
  auto const at_call = refusal([&] { cx::vjp(wave, row<>(x), row<>(y)); });
  INFO(at_call);
  CHECK(says(at_call, {"symbol n", "argument leaf 1", "argument leaf 0", "4", "5"}));
  auto const [z, back] = cx::vjp(wave, row<>(x), row<>(x));
  auto const at_cotangent = refusal([&] { back(row<>(y)); });
  INFO(at_cotangent);
  CHECK(says(at_cotangent, {"symbol n", "argument leaf 0 says 5", "said 4"}));
  CHECK(says(refusal([&] { back(row<>(nullptr, 4)); }), {"argument leaf 0", "null", "32 bytes"}));
  CHECK(says(refusal([&] { cx::vjp(wave, row<>(nullptr, 4), row<>(x)); }), {"argument leaf 0", "null"}));
  CHECK(refusal([&] { back(row<>(x)); }) == "accepted");
}
TEST_CASE("linearize: tangents of the lengths of the call") {
  auto const x = numbers(9), y = numbers(9, 2.0), t = numbers(9, 3.0), wrong = numbers(8);
  auto const [z, lin] = cx::linearize(wave, row<>(x), row<>(y));
  auto const dz = lin(row<>(t), row<>(y));
  for (std::size_t i : {0u, 8u}) {
    auto const k = static_cast<std::int64_t>(i);
    CHECK(close(z[k], std::sin(x[i]) * y[i]));
    CHECK(close(dz[k], std::cos(x[i]) * y[i] * t[i] + std::sin(x[i]) * y[i]));
  }
  CHECK(says(refusal([&] { lin(row<>(t), row<>(wrong)); }), {"symbol n", "argument leaf 1 says 8", "9"}));
}
TEST_CASE("jvp with symbolic lengths") {
  auto const x = numbers(9), t = numbers(9, 3.0), wrong = numbers(8);
  auto const cube = [](auto v) { return v * v * v; };
  auto const [y, dy] = cx::jvp(cube, row<>(x), row<>(t));
  CHECK(close(y[8], x[8] * x[8] * x[8]));
  CHECK(close(dy[8], 3 * x[8] * x[8] * t[8]));
  CHECK(says(refusal([&] { cx::jvp(cube, row<>(x), row<>(wrong)); }), {"symbol n", "8", "9"}));
}
TEST_CASE("strided arguments and cotangents, floats") {
  auto const all = numbers(20), ct = numbers(20, 2.0);
  cx::view<double const, n, cx::strided> const x(all.data(), {10}, {2}), t(ct.data(), {10}, {2});
  auto const [y, back] = cx::vjp([](auto v) { return cx::sin(v); }, x);
  auto const [d] = back(t);
  CHECK(close(y[3], std::sin(all[6])));
  CHECK(close(d[3], std::cos(all[6]) * ct[6]));
  std::vector<float> const f{0.5f, 1.5f, 2.5f};
  auto const [z, pull] = cx::vjp([](auto v) { return v * v; }, row<float>(f));
  CHECK(std::get<0>(pull(z))[2] == 2 * 2.5f * 6.25f);
}
TEST_CASE("trees; integers take part without derivatives") {
  std::vector<double> const x{1, 2, 3};
  std::vector<std::int32_t> const k{2, 3, 4};
  constexpr auto f = [](auto arguments, auto i) {
    auto const& [v, s] = arguments;
    return std::tuple{v * s, i + i};
  };
  auto const [y, back] = cx::vjp(f, std::pair{row<>(x), 3.0}, row<std::int32_t>(k));
  CHECK(std::get<0>(y)[2] == 9);
  CHECK(std::get<1>(y)[2] == 8);
  auto const [d, dk] = back(y);
  CHECK(d.first[1] == 6 * 3);
  CHECK(d.second == 1 * 3 + 2 * 6 + 3 * 9);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(dk)>, std::tuple<>>);
  auto const [z, lin] = cx::linearize(f, std::pair{row<>(x), 3.0}, row<std::int32_t>(k));
  auto const dz = lin(std::pair{row<>(x), 1.0}, row<std::int32_t>(k));
  CHECK(std::get<0>(dz)[1] == 2 * 3 + 2);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(std::get<1>(dz))>, std::tuple<>>);
}
TEST_CASE("a function with captured values; a number of another call is another number") {
  std::vector<double> const w{1, 2, 3}, x{4, 5, 6};
  auto const weighted = [](auto k, auto v, auto u) { return k * cx::sum(v * u * u); };
  for (double k : {1.0, -2.0}) {
    auto const [y, back] = cx::vjp(cx::closure(weighted, k, row<>(w)), row<>(x));
    CHECK(y == k * (16 + 50 + 108));
    auto const d = back(1.0);
    static_assert(std::tuple_size_v<decltype(d)> == 1); // what is captured is no argument
    CHECK(std::get<0>(d)[2] == k * 36);
  }
}
TEST_CASE("a pullback is a callable like any other: vmap, grad and jvp of it") {
  cx::array<double, 3> const x{0.3, -1.0, 2.0};
  auto const [y, back] = cx::vjp([](auto v) { return v * v * cx::sum(v); }, x);
  double const s = x[0] + x[1] + x[2];
  cx::array<double, 3, 3> const basis{1, 0, 0, 0, 1, 0, 0, 0, 1};
  auto const [jacobian] = cx::vmap(back)(basis); // jacrev, as JAX's documentation writes it
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) CHECK(close(jacobian(i, j), x[i] * x[i] + (i == j) * 2 * x[i] * s));
  auto const [column, along] = cx::jvp(back, y, x); // linear: its derivative is itself
  (void)column;
  CHECK(close(std::get<0>(along)[1], std::get<0>(back(x))[1]));
}
TEST_CASE("a pullback writes where the user says, and refuses to write where it reads later") {
  auto const x = numbers(6), ct = numbers(6, 2.0);
  std::vector<double> out(6);
  auto const [y, back] = cx::vjp([](auto v) { return cx::sin(v); }, row<>(x));
  cx::evaluate_into(std::tuple{cx::view<double, n>(out)}, back, row<>(ct));
  CHECK(close(out[5], std::cos(x[5]) * ct[5]));
  std::vector<double> more(7, 77.0);
  CHECK(says(refusal([&] { cx::evaluate_into(std::tuple{cx::view<double, n>(more)}, back, row<>(ct)); }), {"output leaf 0", "7", "6"}));
  CHECK(more[0] == 77.0);
}
/// The adjoint identity, (ct, f_lin(t)) = (pullback(ct), t), of a function of one row.
template <class F>
double adjoint_error(F const& forward, auto const& backward, std::vector<double> const& x, std::vector<double> const& t,
                     std::vector<double> const& ct) {
  auto const tangent = cx::linearize(forward, row<>(x)).second(row<>(t));
  auto const [cotangent] = cx::vjp(backward, row<>(x)).second(row<>(ct));
  double difference = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto const k = static_cast<std::int64_t>(i);
    difference += ct[i] * tangent[k] - cotangent[k] * t[i];
  }
  return std::abs(difference);
}
TEST_CASE("the adjoint identity holds, and fails for a backward rule that is wrong") {
  auto const x = numbers(33), t = numbers(33, 2.0), ct = numbers(33, 3.0);
  static constexpr auto f = [](auto v) { return cx::cumsum(cx::sin(v) * cx::sum(v)); };
  CHECK(adjoint_error(f, f, x, t, ct) < 1e-11);
  constexpr auto wrong = cx::custom_vjp(f, [](auto v) { return std::pair{f(v), v}; }, [](auto v, auto c) { return c * cx::cos(v); });
  CHECK(adjoint_error(f, wrong, x, t, ct) > 0.1);
}
TEST_CASE("in constant evaluation") {
  constexpr auto f = [](auto x, auto y) { return x * y * y; };
  constexpr auto both = cx::vjp(f, 3.0, 2.0);
  static_assert(both.first == 12 && std::get<0>(both.second(1.0)) == 4 && std::get<1>(both.second(2.0)) == 24);
  constexpr auto forward = cx::linearize(f, 3.0, 2.0);
  static_assert(forward.second(1.0, 0.0) == 4 && forward.second(0.0, 1.0) == 12);
  constexpr auto array = cx::vjp([](auto v) { return cx::sum(v * v); }, cx::array<double, 2>{3, 4});
  static_assert(std::get<0>(array.second(0.5))[1] == 4);
}

} // namespace
