// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::jacfwd([](auto x) { return std::pair{x, x}; });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
