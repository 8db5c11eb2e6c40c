// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::uniform: the key key<fry>[] has been used up before, by random::normal, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto walk = [](auto x, auto key) {
  auto const step = [](auto s, auto k) { return std::pair{cx::sin(s) * cx::random::normal(k) + cx::random::uniform(k), std::tuple<>{}}; };
  return cx::scan(step, x, cx::random::split<4>(key)).first;
};
inline constexpr auto f = [](auto x, auto key) { return 2.0 * cx::grad(walk)(x, key); };
auto const j = cx::make_jaxpr(f)(1.0, cx::random::key(0)); // here
