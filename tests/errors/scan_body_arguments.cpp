// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the traced function cannot be called with 2 arguments, what it has captured by cx::closure counted; its parameters are other ones
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::scan([](auto c) { return std::pair{c, c}; }, 0.0, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
