// SPDX-License-Identifier: BSL-1.0
// expect: [constax] fori_loop: the bounds are integers, of which the last may be a symbol, or traced integer scalars of one type
#include <constax/constax.hpp>

#include <cstdint>

namespace cx = constax;

inline constexpr auto f = [](auto lo, auto hi, auto x) { return cx::fori_loop(lo, hi, [](auto, auto y) { return y * y; }, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<int>{}, cx::spec<std::int64_t>{}, cx::spec<double>{});
