// SPDX-License-Identifier: BSL-1.0
// expect: [constax] my::wave: this primitive has no jvp rule; add jvp to its file, or wrap its operands in cx::stop_gradient
#include <constax/constax.hpp>

namespace cx = constax;

namespace my {
struct wave_t : cx::elementwise<wave_t, cx::floating> {
  static constexpr std::string_view name = "my::wave";
  static constexpr auto eval(auto const& x) { return cx::math::sin(x); }
};
inline constexpr wave_t wave{};
} // namespace my
inline constexpr auto f = cx::grad([](auto x) { return my::wave(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
