// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an extent has at most two symbols; name a new symbol for this length
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;
using sum_of_three = cx::spec<double, n + m + k>;
