// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::randint: the bounds are integers, or traced integers of the result's dtype i32, not f64[]; convert it with cx::astype
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key, auto hi) { return cx::random::randint<3>(key, 0, hi); };
auto const j = cx::make_jaxpr(f)(cx::random::key(0), 5.0);
