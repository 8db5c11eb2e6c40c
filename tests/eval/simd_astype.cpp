// SPDX-License-Identifier: BSL-1.0
// astype from each dtype to each other: kernels and calls on numbers give the oracle's bits, out of range and on nan too.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;

inline constexpr auto to_all = [](auto x) {
  return std::tuple{cx::astype<float>(x),         cx::astype<double>(x),        cx::astype<std::int8_t>(x),
                    cx::astype<std::int32_t>(x),  cx::astype<std::int64_t>(x),  cx::astype<std::uint8_t>(x),
                    cx::astype<std::uint32_t>(x), cx::astype<std::uint64_t>(x), cx::astype<bool>(x)};
};
/// Two conversions are not one: what the first loses stays lost.
inline constexpr auto twice = [](auto x) {
  return std::tuple{cx::astype<double>(cx::astype<float>(x)), cx::astype<std::int64_t>(cx::astype<std::int8_t>(x)),
                    cx::astype<float>(cx::astype<std::uint32_t>(x)), cx::astype<std::int8_t>(cx::astype<bool>(x)),
                    cx::astype<std::uint64_t>(cx::astype<std::int32_t>(x))};
};

/// Special values, and the neighbourhood of the bounds of all integers.
template <class T>
std::vector<T> values() {
  std::vector<T> v = special_values<T>();
  if constexpr (std::is_floating_point_v<T>) {
    for (int bits : {7, 8, 24, 31, 32, 53, 63, 64})
      for (T const sign : {T(1), T(-1)}) {
        T const bound = sign * std::ldexp(T(1), bits);
        for (T x :
             {bound, std::nextafter(bound, T(0)), std::nextafter(bound, 2 * bound), bound - 1, bound + 1, bound - T(0.5), bound + T(0.5)})
          v.push_back(x);
      }
    for (double x : {0.99, -0.99, 1e30, -1e30, 1e-40}) v.push_back(static_cast<T>(x));
    if constexpr (std::is_same_v<T, double>) // ends of f32, and halfway between two of its numbers
      for (double x : {1e300, -1e300, -1e-300, 1 + 0x1p-24, 1 + 0x1.8p-23, 1 + 0x1.8p-24, 0x1.ffffffp127, 0x1.fffffefp127, -0x1.ffffffp127,
                       0x1p-150, 0x1.8p-149})
        v.push_back(x);
  } else if constexpr (!std::is_same_v<T, bool>) {
    for (int bits = 6; bits < std::numeric_limits<T>::digits; ++bits)
      for (int by : {-1, 0, 1}) {
        T const x = static_cast<T>((T(1) << bits) + static_cast<T>(by));
        v.push_back(x), v.push_back(static_cast<T>(~x)), v.push_back(static_cast<T>(x + (x >> 24)));
      }
    if constexpr (sizeof(T) == 8) // halfway between two floats, between two doubles, and just beside
      for (auto const x : {0x1000001000000000, 0x1000001000000001, 0x1000003000000000, 0x4000000000000100, 0x4000000000000101,
                           0x4000000000000300, 0x7fffffbfffffffff, 0x7ffffffffffffdff})
        v.push_back(static_cast<T>(x)), v.push_back(static_cast<T>(-x));
  }
  return v;
}
template <class T, class F>
bool converted(F const& f) {
  std::vector<T> const v = values<T>();
  bool good = compare(f, input<T, n>(v, v.size()));
  for (std::int64_t k = 0; k <= 2 * width<T> + 1; ++k) good &= compare(f, input<T, n>(v, k)) && compare(f, input<T, n>(k));
  return good & compare_scalars(f, v);
}

TEST_CASE("from floating-point numbers") {
  CHECK(converted<float>(to_all));
  CHECK(converted<double>(to_all));
}
TEST_CASE("from signed integers") {
  CHECK(converted<std::int8_t>(to_all));
  CHECK(converted<std::int32_t>(to_all));
  CHECK(converted<std::int64_t>(to_all));
}
TEST_CASE("from unsigned integers and truth values") {
  CHECK(converted<std::uint8_t>(to_all));
  CHECK(converted<std::uint32_t>(to_all));
  CHECK(converted<std::uint64_t>(to_all));
  CHECK(converted<bool>(to_all));
}
TEST_CASE("there and on") {
  CHECK(converted<double>(twice));
  CHECK(converted<std::int64_t>(twice));
}
TEST_CASE("kernels of few bytes an element") { // as many lanes as a register has bytes
  constexpr auto f = [](auto x) { return std::pair{cx::astype<std::uint8_t>(x), cx::astype<bool>(x)}; };
  CHECK(converted<std::int8_t>(f));
  CHECK(converted<bool>(f));
}
TEST_CASE("rounding, where truncation is due, is told") {
  constexpr auto right = [](auto x) { return cx::astype<int>(x); };
  constexpr auto rounded = [](auto x) { return cx::astype<int>(cx::round(x)); };
  CHECK(compare_with(rounded, right, input<double, n>({1.0, -7.25, 1e300}, 100)));
  CHECK_FALSE(compare_with(rounded, right, input<double, n>({1.0, -7.5, 1e300}, 100)));
  CHECK_FALSE(compare_scalars_with(rounded, right, std::vector{2.5}));
}

} // namespace
