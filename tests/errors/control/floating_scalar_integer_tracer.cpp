// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return 0.5 * cx::astype<double>(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
