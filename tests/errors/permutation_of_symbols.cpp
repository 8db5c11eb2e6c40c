// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::permutation: how often the elements of f64[n] are sorted depends on their number, which is no number of the program; give the array a static length
#include <constax/constax.hpp>

namespace cx = constax;
inline constexpr cx::dim<"n"> n;

inline constexpr auto f = [](auto key, auto x) { return cx::random::permutation(key, x); }; // here
auto const j = cx::make_jaxpr(f)(cx::random::key(0), cx::spec<double, n>{});
