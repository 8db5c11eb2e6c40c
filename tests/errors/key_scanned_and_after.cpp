// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::uniform: the key key<fry>[4] has been used up before, by random::normal, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) {
  auto const keys = cx::random::split<4>(key);
  auto const ys = cx::scan([](auto sum, auto k) { return std::pair{sum + cx::random::normal(k), sum}; }, 0.0, keys).second;
  return ys + cx::vmap([](auto k) { return cx::random::uniform(k); })(keys);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
