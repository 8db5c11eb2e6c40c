// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argsort: 5 is out of bounds on axis 0 of an operand of type f64[3]; more places than its axis has elements
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::top_k<5>(x).first; }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
