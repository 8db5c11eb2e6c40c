// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::split: the key key<fry>[] has been used up before, by random::bits, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) {
  auto const x = cx::random::bits<3>(key);
  return x + cx::random::bits<3>(cx::random::split<3>(key)[1]);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
