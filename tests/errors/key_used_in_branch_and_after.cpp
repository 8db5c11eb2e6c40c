// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::uniform: the key key<fry>[] has been used up before, by random::cauchy, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key, auto x) {
  auto const y = cx::cond(x > 0.0, [](auto k, auto v) { return v + cx::random::cauchy(k); }, [](auto, auto v) { return v; }, key, x);
  return y + cx::random::uniform(key);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0), 1.0);
