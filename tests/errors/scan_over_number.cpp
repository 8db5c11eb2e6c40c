// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scan: what is scanned has a first axis; a number is the same for all trips: capture it
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::scan([](auto c, auto y) { return std::pair{c + y, c}; }, 0.0 * x, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
