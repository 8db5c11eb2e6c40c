// SPDX-License-Identifier: BSL-1.0
// expect: [constax] switch_: the result of branch 0 is std::tuple(std::array(*, *), *) and of another is std::tuple(*, std::pair(*, *)); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto i, auto x) {
  return cx::switch_(i, std::tuple{[](auto y) { return std::tuple{std::array{y, y}, y}; }, [](auto y) { return std::tuple{y, std::pair{y, y}}; }}, x);
};
auto const j = cx::make_jaxpr(f)(cx::spec<int>{}, cx::spec<double>{});
