// SPDX-License-Identifier: BSL-1.0
// Where numbers go in vectors of symbolic length, as std::lower_bound and std::upper_bound say; rows of numbers, and of vectors.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr auto left = [](auto a, auto v) { return cx::searchsorted(a, v); };
inline constexpr auto right = [](auto a, auto v) { return cx::searchsorted(a, v, cx::side::right); };
inline constexpr auto steps = [](auto v, auto a) { return cx::sum(v * cx::astype<double>(cx::searchsorted(a, v))); };

TEST_CASE("places in vectors of any length") {
  std::vector<double> numbers;
  for (int i = 0; i < 65; ++i) numbers.push_back(12 * std::sin(2.0 * i) + (i % 5 == 0 ? std::floor(3 * std::sin(i)) : 0.0));
  std::size_t const lines = 13;
  for (std::size_t length : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 257u}) {
    std::vector<double> a(length);
    for (std::size_t i = 0; i < length; ++i) a[i] = std::floor(0.7 * static_cast<double>(i)) - 4.0;
    for (std::size_t i = 0; i < numbers.size(); i += 5) numbers[i] = length ? a[i % length] : 0.0; // those that are there
    cx::view<double const, n> const sorted(a.data(), length);
    cx::view<double const, m> const all(numbers.data(), numbers.size());
    auto const below = cx::jit(left)(sorted, all), above = cx::jit(right)(sorted, all);
    auto const by_line = cx::vmap(left, cx::in_axes<cx::none, 0>)(sorted, cx::view<double const, m, 5>(numbers.data(), lines));
    std::vector<double> several;
    for (int k = 0; k < 2; ++k)
      for (double x : a) several.push_back(x + k);
    auto const in_two = cx::vmap(left, cx::in_axes<0, cx::none>)(cx::view<double const, 2, n>(several.data(), length), all);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      auto const at = [&](double x) { return std::lower_bound(a.begin(), a.end(), x) - a.begin(); };
      long const k = static_cast<long>(i), second = static_cast<long>(numbers.size()) + k;
      CHECK(below[k] == at(numbers[i]));
      CHECK(above[k] == std::upper_bound(a.begin(), a.end(), numbers[i]) - a.begin());
      CHECK(by_line[k] == below[k]);
      CHECK(in_two[k] == below[k]);
      CHECK(in_two[second] == at(numbers[i] - 1));
    }
  }
}

TEST_CASE("places have no derivative") {
  std::vector<double> const a{-3, -1, 0, 2, 5, 6, 7.5}, v{-2, -0.5, 1, 5.5, 9};
  auto const slopes = cx::grad(steps)(cx::view<double const, m>(v.data(), v.size()), cx::view<double const, n>(a.data(), a.size()));
  CHECK(slopes[0] == 1);
  CHECK(slopes[3] == 5);
  CHECK(slopes[4] == 7);
}

} // namespace
