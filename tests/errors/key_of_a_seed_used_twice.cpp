// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::randint: the key key<fry>[] has been used up before, by random::bernoulli, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) {
  auto const key = cx::random::key(0);
  return cx::where(cx::random::bernoulli(key, x), cx::random::randint(key, 0, 6), 0);
};
auto const j = cx::make_jaxpr(f)(0.5);
