// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::uniform: draws from one key, this is an array of keys, key<fry>[3]; map over them with cx::vmap
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto keys) { return cx::random::uniform<3>(keys); };
auto const j = cx::make_jaxpr(f)(cx::spec<cx::prng_key<cx::threefry>, 3>{});
