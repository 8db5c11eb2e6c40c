// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the traced function cannot be called with 2 arguments, what it has captured by cx::closure counted; its parameters are other ones
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::fori_loop(0, 3, [](auto c) { return c; }, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
