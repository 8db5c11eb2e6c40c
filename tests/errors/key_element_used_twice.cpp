// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::exponential: the key key<fry>[] has been used up before, by random::gumbel, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) {
  auto const keys = cx::random::split<3>(key);
  return cx::random::normal(keys[0]) + cx::random::gumbel(keys[2]) + cx::random::exponential(cx::reshape<3, 1>(keys)(-1, 0));
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
