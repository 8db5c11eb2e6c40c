// SPDX-License-Identifier: BSL-1.0
// bf16 and f16 in compiled programs: how arrays are kept. Each operation is one of floats whose result is rounded once.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <sstream>

namespace {
namespace cx = constax;
using namespace cx::literals;
inline constexpr cx::dim<"n"> n;

inline constexpr auto line = [](auto x, auto y) { return cx::sqrt(x * y + 1.5); };
inline constexpr auto total = [](auto x) { return cx::sum(x * x); };
/// Parameters in f32, halves between them.
inline constexpr auto mixed = [](auto w, auto x) {
  using T = typename decltype(x)::value_type;
  return cx::mean(cx::astype<float>(cx::tanh(cx::astype<T>(w) * x)));
};
inline constexpr auto doubled = [](auto x) { return cx::fori_loop(0, 3, [](auto, auto v) { return v + v; }, x); };
inline constexpr auto moved = [](auto x) { return cx::concatenate(cx::flip(x), x(cx::slice(1_c, 3_c))); };

template <class T> T rounded(float x) { return T(x); }
} // namespace

TEMPLATE_TEST_CASE("programs of halves", "[api][half]", cx::bfloat16, cx::float16) {
  using T = TestType;
  cx::array<T, n> x(37), y(37);
  for (int i = 0; i < 37; ++i) x[i] = T(i * 0.1), y[i] = T(1 - i * 0.03);
  auto const z = cx::jit(line)(x, y);
  for (int i = 0; i < 37; ++i) {
    T const product(static_cast<float>(x[i]) * static_cast<float>(y[i]));
    T const sum(static_cast<float>(product) + 1.5F);
    CHECK(z[i].word == T(std::sqrt(static_cast<float>(sum))).word);
  }
  auto const slope = cx::grad(total)(x);
  for (int i = 0; i < 37; ++i) CHECK(slope[i] == T(2 * static_cast<float>(x[i])));
  CHECK(cx::jit(doubled)(T(3)) == 24);
  auto const next = cx::jit([](auto a, auto b) { return cx::nextafter(a, b); })(x, y);
  for (int i = 0; i < 37; ++i) CHECK(next[i].word - x[i].word == (x[i] < y[i] ? 1 : -1));
  cx::array<T, 3> const three{T(1), T(2), T(3)};
  auto const five = cx::jit(moved)(three);
  CHECK((five[0] == 3 && five[2] == 1 && five[3] == 2 && five[4] == 3));
  auto const rows = cx::vmap([](auto v) { return v * v; })(three);
  CHECK(rows[2] == 9);
  cx::array<float, 3> const w{0.5F, -1.0F, 2.0F};
  auto const of_w = cx::grad(mixed)(w, three);
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(of_w[0])>, float>);
  for (int i = 0; i < 3; ++i) {
    float const t = std::tanh(w[i] * static_cast<float>(three[i]));
    CHECK(std::fabs(of_w[i] - (1 - t * t) * static_cast<float>(three[i]) / 3) < 0.02F);
  }
  std::ostringstream s;
  s << three << ' ' << three[1];
  CHECK(s.str() == "[1 2 3] 2");
}

/// Sums that no f16 is, and counts that no bf16 is.
TEMPLATE_TEST_CASE("means and variances are rounded once", "[api][half]", cx::bfloat16, cx::float16) {
  using T = TestType;
  cx::array<T, 3001> x{};
  for (int i = 0; i < 3001; ++i) x[i] = T(i % 3 == 0 ? 400 : 100);
  constexpr auto means = [](auto y) { return std::tuple{cx::mean(y), cx::mean(y, cx::where(y == y)), cx::nanmean(y)}; };
  auto const [plain, of_some, of_numbers] = cx::jit(means)(x);
  CHECK((plain == T(200.1F) && of_some == plain && of_numbers == plain));
  constexpr auto spread = [](auto y) { return std::tuple{cx::var(y), cx::nanvar(y), cx::std_(y), cx::nanstd(y)}; };
  auto const [v, nan_v, s, nan_s] = cx::jit(spread)(x);
  CHECK((nan_v == v && nan_s == s && s == T(300 * std::sqrt(1001.0F * 2000.0F) / 3001)));
}

TEST_CASE("programs of halves in constant evaluation, and as text", "[api][half]") {
  STATIC_REQUIRE(cx::jit([](auto x) { return x * 3 + 0.1; })(cx::float16(2)) == cx::float16(6.1));
  STATIC_REQUIRE(cx::grad([](auto x) { return x * x; })(cx::bfloat16(1.5)) == 3);
  STATIC_REQUIRE(cx::jit([](auto x) { return cx::nextafter(x, 2.0); })(cx::float16(1)) == cx::float16(1 + 0x1p-10));
  std::ostringstream s;
  s << cx::make_jaxpr([](auto x) { return cx::astype<cx::bfloat16>(x) * 2; })(cx::spec<cx::float16, 3>{});
  CHECK(s.str().find("b:bf16[3] = convert_element_type[new_dtype=bfloat16] a") != std::string::npos);
  CHECK(s.str().find("2.0:bf16[]") != std::string::npos);
}
