// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::uniform: the key key<fry>[] comes from outside of a while, of which each trip would use it up again; let each trip have its own, by cx::random::fold_in(key, trip), or split it before the loop and scan over the keys
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key, auto x) {
  return cx::while_loop([](auto y) { return y < 9.0; }, [&](auto y) { return y + cx::random::uniform(key); }, x);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0), 1.0);
