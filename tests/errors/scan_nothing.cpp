// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scan, map: a loop without carry and results does nothing
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::scan([](auto c, auto) { return std::pair{c, std::tuple{}}; }, std::tuple{}, x); };
auto const j = cx::make_jaxpr([](auto x) { return f(x), x; })(cx::spec<double, 3>{});
