// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the words of keys as an axis: there would be more than 8 axes; join some of them with cx::reshape
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto keys) { return keys; };
auto const y = cx::jit(f)(cx::array<cx::prng_key<cx::unsafe_rbg>, 1, 1, 1, 1, 1, 1, 1, 2>{});
