// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scan: an option is cx::reverse, cx::checkpoints<K> or cx::unroll<K>
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::scan([](auto c, auto y) { return std::pair{c + y, c}; }, 0.0, x, true).first; };
double y = cx::jit(f)(cx::array<double, 3>{1, 2, 3});
