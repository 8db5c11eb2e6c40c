// SPDX-License-Identifier: BSL-1.0
// expect: [constax] my::twice: this primitive has no transpose rule: it is not linear in that operand
#include <constax/constax.hpp>

namespace cx = constax;

namespace my {
struct twice_t : cx::elementwise<twice_t, cx::floating> {
  static constexpr std::string_view name = "my::twice";
  static constexpr bool linear = true;
  static constexpr auto eval(auto const& x) { return cx::math::add(x, x); }
};
inline constexpr twice_t twice{};
} // namespace my
inline constexpr auto f = cx::grad([](auto x) { return my::twice(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
