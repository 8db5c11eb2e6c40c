// SPDX-License-Identifier: BSL-1.0
// expect: [constax] fori_loop: the carry goes in as std::pair(*, *) and comes out as std::tuple(*, *); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::fori_loop(0, 3, [](auto, auto const& s) { return std::tuple{s.first, s.second}; }, std::pair{x, x}); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
