// SPDX-License-Identifier: BSL-1.0
// expect: [constax] gather: does not apply to f64[0]; its axis has no element for an index
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto i) { return x[i]; }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 0>{}, cx::spec<int, 3>{});
