// SPDX-License-Identifier: BSL-1.0
// The cotangents of pieces of an array come in as padded arrays: those that lie side by side become one concatenation.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <string>

namespace cx = constax;
using namespace cx::literals;

namespace {

constexpr int count(std::string_view s, std::string_view word) {
  int k = 0;
  for (std::size_t at = 0; (at = s.find(word, at)) != std::string_view::npos; at += word.size()) ++k;
  return k;
}
template <class F>
std::string gradient_of(F f) {
  return std::string(cx::make_jaxpr(cx::grad(f))(cx::spec<double, 6>{}).str().view());
}
template <class F>
constexpr bool same_as_forwards(F f) {
  cx::array<double, 6> const x{0.5, -1.25, 2.0, 0.75, -0.5, 1.5};
  auto const backwards = cx::grad(f)(x);
  auto const forwards = cx::jacfwd(f)(x);
  for (int i = 0; i < 6; ++i) {
    double const d = backwards[i] - forwards[i];
    if (d > 1e-13 || d < -1e-13) return false;
  }
  return true;
}

inline constexpr auto elements = [](auto x) { return x[0_c] * x[1_c] * x[2_c] - x[5_c] * x[0_c]; };
/// Single elements, and once more all but the first of them together: a second row.
inline constexpr auto elements_and_rest = [](auto x) { return elements(x) + cx::sum(cx::square(x[cx::slice(1_c, cx::end)])); };
/// Nothing lies beside anything else.
inline constexpr auto neighbours = [](auto x) { return cx::sum(cx::square(x[cx::slice(1_c, cx::end)]) * x[cx::slice(0_c, -1_c)]); };
inline constexpr auto halves = [](auto x) {
  auto const a = x[cx::slice(0_c, 3_c)], b = x[cx::slice(3_c, cx::end)];
  auto const c = x[cx::slice(0_c, 2_c)];
  auto const d = x[cx::slice(2_c, cx::end)];
  return cx::sum(a * b) + cx::sum(c) * cx::sum(d * d);
};

TEST_CASE("pieces that do not overlap are put together") {
  auto const text = gradient_of(elements);
  INFO(text);
  CHECK(count(text, "concatenate") == 1);
  CHECK(count(text, "pad") == 0);
}
TEST_CASE("pieces that overlap in part form rows") {
  auto const text = gradient_of(elements_and_rest);
  INFO(text);
  CHECK(count(text, "concatenate") == 1);
  CHECK(count(text, "pad[") == 1);
  auto const two = gradient_of(halves);
  INFO(two);
  CHECK(count(two, "concatenate") == 2);
  CHECK(count(two, "pad[") == 0);
  auto const none = gradient_of(neighbours);
  INFO(none);
  CHECK(count(none, "concatenate") == 0);
  CHECK(count(none, "pad[") == 2);
}
inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
TEST_CASE("pieces that fill an axis, whatever its symbols stand for, are put together; along each axis") {
  auto const torus = [](auto x) { return cx::sum(cx::square(cx::roll(x, 1_c, 0_c) + cx::roll(x, -1_c, 1_c))); };
  std::string const text(cx::make_jaxpr(cx::grad(torus))(cx::spec<double, n, m>{}).str().view());
  INFO(text);
  CHECK(count(text, "concatenate") == 4); // two of the function, two of its transpose
  CHECK(count(text, "pad[") == 0);
}
TEST_CASE("pieces that leave a gap, or may overlap, stay padded") {
  auto const gap = [](auto x) { return cx::sum(x[cx::slice(0_c, 2_c)]) * cx::sum(x[cx::slice(3_c, cx::end)]); };
  std::string const text(cx::make_jaxpr(cx::grad(gap))(cx::spec<double, n>{}).str().view());
  INFO(text);
  CHECK(count(text, "concatenate") == 0);
  CHECK(count(text, "pad[") == 2);
}
static_assert(same_as_forwards(elements) && same_as_forwards(elements_and_rest) && same_as_forwards(neighbours) &&
              same_as_forwards(halves));
TEST_CASE("reverse mode gives what forward mode does") {
  CHECK(same_as_forwards(elements));
  CHECK(same_as_forwards(elements_and_rest));
  CHECK(same_as_forwards(neighbours));
  CHECK(same_as_forwards(halves));
}

} // namespace
