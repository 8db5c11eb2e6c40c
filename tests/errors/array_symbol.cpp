// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an array f64[n] meets a traced value: its lengths are not known while the program is recorded; pass it as an argument
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr double numbers[] = {1, 2, 3};
inline constexpr auto f = [](auto x) { return x + cx::view<double const, n>(numbers, 3); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
