// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::poisson: the key key<fry>[] has been used up before, by random::beta, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto key) { return cx::random::beta(key, 2, 3) + cx::astype<double>(cx::random::poisson(key, 4)); };
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
