// SPDX-License-Identifier: BSL-1.0
#pragma once
// several_results: primitives of a user's with several results: of one operand, of two, linear, with a parameter; and wrong twins of them.
#include <constax/primitives/primitives.hpp>

namespace my {

namespace cx = constax;

/// x -> sin x, cos x
struct sincos_t : cx::elementwise_tuple<sincos_t> {
  static constexpr std::string_view name = "my::sincos";
  static constexpr bool transcendental = true;
  template <class T> using results = std::pair<T, T>;
  static constexpr auto eval(auto const& x) { return cx::math::sincos(x); }
  static constexpr std::array<cx::value, 2> jvp(auto, auto dx, auto y) {
    auto const [s, c] = y;
    return {dx * c, -(dx * s)};
  }
};
inline constexpr sincos_t sincos{};

/// x, y -> x y, is x below y, x / y
struct three_t : cx::elementwise_tuple<three_t> {
  static constexpr std::string_view name = "my::three";
  template <class T> using results = std::tuple<T, bool, T>;
  static constexpr auto eval(auto const& x, auto const& y) { return std::tuple{cx::math::mul(x, y), x < y, x / y}; }
  static constexpr std::array<cx::value, 3> jvp(auto x, auto y, auto dx, auto dy, auto z) {
    return {dx * y + dy * x, cx::value{}, (dx - dy * z[2]) / y};
  }
};
inline constexpr three_t three{};

/// x, y -> x - y, x + y
struct turned_t : cx::elementwise_tuple<turned_t, cx::numeric> {
  static constexpr std::string_view name = "my::turned";
  static constexpr bool linear = true;
  template <class T> using results = std::tuple<T, T>;
  static constexpr auto eval(auto const& x, auto const& y) { return std::pair{x - y, x + y}; }
  static constexpr cx::value transpose(auto ct, cx::u32 operand, auto) { return operand == 0 ? ct[0] + ct[1] : ct[1] - ct[0]; }
};
inline constexpr turned_t turned{};

/// x -> by x, x / by
struct scaled_t : cx::elementwise_tuple<scaled_t> {
  static constexpr std::string_view name = "my::scaled";
  static constexpr bool linear = true;
  struct params {
    double by = 1;
    static constexpr char const* names[] = {"by"};
  };
  template <class T> using results = std::tuple<T, T>;
  static constexpr auto eval(auto const& x, params const& p) {
    std::remove_cvref_t<decltype(x)> const by(static_cast<cx::element_t<std::remove_cvref_t<decltype(x)>>>(p.by));
    return std::pair{cx::math::mul(x, by), x / by};
  }
  static constexpr cx::value transpose(auto ct, cx::u32, auto, params p) { return ct[0] * p.by + ct[1] / p.by; }
};

struct wrong_tangent : cx::elementwise_tuple<wrong_tangent> { // cos' without the minus
  static constexpr std::string_view name = "my::wrong_tangent";
  template <class T> using results = std::pair<T, T>;
  static constexpr auto eval(auto const& x) { return cx::math::sincos(x); }
  static constexpr std::array<cx::value, 2> jvp(auto, auto dx, auto y) { return {dx * y[1], dx * y[0]}; }
};
struct wrong_transpose : cx::elementwise_tuple<wrong_transpose> { // forgets the second cotangent
  static constexpr std::string_view name = "my::wrong_transpose";
  static constexpr bool linear = true;
  template <class T> using results = std::pair<T, T>;
  static constexpr auto eval(auto const& x, auto const& y) { return std::pair{x - y, x + y}; }
  static constexpr cx::value transpose(auto ct, cx::u32 operand, auto) { return operand == 0 ? ct[0] : -ct[0]; }
};

} // namespace my
