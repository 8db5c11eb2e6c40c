// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an array or a view inside a traced function: pass it as an argument, or lift it with cx::closure
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::array<double, 2> w{1.0, 2.0};
inline constexpr auto f = [](auto x) { return std::pair{x, w}; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2>{});
