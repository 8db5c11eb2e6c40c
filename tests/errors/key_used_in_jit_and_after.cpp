// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::logistic: the key key<fry>[] has been used up before, by random::normal, and would give related numbers; split it with cx::random::split, or say cx::random::clone where that is meant
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) {
  auto const draw = cx::jit<"draw">([](auto k) { return cx::random::normal(k); });
  return draw(key) + cx::random::logistic(key);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
