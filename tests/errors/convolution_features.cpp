// SPDX-License-Identifier: BSL-1.0
// expect: [constax] conv_general_dilated: an operand of type f64[1,3,8] and a kernel of type f64[4,2,3]: the operand has as many features as groups of the kernel's input features, here 1, the kernel's output features and the batch come in whole groups, and only one of the two is grouped
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto w) { return cx::conv(x, w); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 1, 3, 8>{}, cx::spec<double, 4, 2, 3>{});
