// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::where(x > 0, 2.0 * x, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
