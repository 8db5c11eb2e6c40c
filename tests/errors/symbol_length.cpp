// SPDX-License-Identifier: BSL-1.0
// expect: [constax] dim: the name of a symbol has 1 to 8 characters
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"particles"> n;
