// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: the function must return one scalar, it returns a tree; use cx::jacrev, or return one of its leaves
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::grad([](auto x) { return std::pair{x, x}; });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
