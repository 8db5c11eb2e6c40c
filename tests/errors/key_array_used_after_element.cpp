// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::normal: the key key<fry>[3] has been used up before, by random::laplace, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) {
  auto const keys = cx::random::split<3>(key);
  return cx::random::laplace(keys[0]) + cx::sum(cx::vmap([](auto k) { return cx::random::normal(k); })(keys));
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
