// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::uniform: the key key<fry>[] has been used up before, by random::split, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) {
  auto const [a, b] = cx::random::split(key);
  return cx::random::normal<3>(a) + cx::random::normal<3>(b) + cx::random::uniform<3>(key);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
