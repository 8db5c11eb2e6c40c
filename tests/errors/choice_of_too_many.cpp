// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::choice: without replacement no more can be drawn than there are
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) { return cx::random::choice<4>(key, 3_c, cx::random::without_replacement); };
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
