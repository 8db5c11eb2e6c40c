// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::normal: the key key<fry>[] has been used up before, by random::normal, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key, auto x) {
  return cx::vmap([&](auto row) { return row + cx::random::normal(key); })(x) + cx::random::normal(key);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0), cx::spec<double, 3>{});
