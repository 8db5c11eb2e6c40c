// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cov, corrcoef: variables are the rows of a matrix, or a vector; transpose what has them as columns
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::cov(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 2, 2>{});
