// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::bits: the key key<fry>[] has been used up before, by random::split, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) {
  auto const step = [](auto k) {
    auto const [next, now] = cx::random::split(k);
    return std::pair{next, cx::random::bits(now)};
  };
  return cx::scan(step, key, cx::length<4>).second + cx::random::bits(key);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
