// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// 10^6 numbers in order, with their places, and the 64 largest: beside the standard library's algorithms.
#include "beside.hpp"

#include <numeric>

namespace {
using namespace beside;

constexpr std::size_t count = 1'000'000;
auto given(numbers const& x) { return cx::view<double const, n>(x.data(), count); }

inline constexpr auto in_order = [](auto x) { return cx::sort(x); };
add const a("sort 10^6, std::sort", [] {
  numbers const x = normal(count);
  numbers y(count), z(count);
  return row([&] { cx::evaluate_into(cx::view<double, n>(y.data(), count), in_order, given(x)); },
             [&] {
               z = x;
               std::sort(z.begin(), z.end());
             },
             9, [&] { return difference(y, z); });
});

inline constexpr auto places = [](auto x) { return cx::argsort(x); };
add const b("places of 10^6 in order, std::stable_sort of places", [] {
  numbers const x = normal(count);
  std::vector<int> y(count), z(count);
  return row([&] { cx::evaluate_into(cx::view<int, n>(y.data(), count), places, given(x)); },
             [&] {
               std::iota(z.begin(), z.end(), 0);
               std::stable_sort(z.begin(), z.end(),
                                [&](int i, int j) { return x[static_cast<std::size_t>(i)] < x[static_cast<std::size_t>(j)]; });
             },
             9, [&] { return y == z ? 0.0 : 1.0; });
});

inline constexpr auto largest = [](auto x) { return cx::top_k<64>(x); };
add const c("the 64 largest of 10^6, std::partial_sort_copy", [] {
  numbers const x = normal(count);
  numbers y(64), z(64);
  std::vector<int> at(64);
  return row([&] { cx::evaluate_into(std::pair(cx::view<double, 64>(y.data()), cx::view<int, 64>(at.data())), largest, given(x)); },
             [&] { std::partial_sort_copy(x.begin(), x.end(), z.begin(), z.end(), std::greater<>{}); }, 51,
             [&] { return difference(y, z); });
});
} // namespace
