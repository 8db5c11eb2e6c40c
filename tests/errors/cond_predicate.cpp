// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cond: the predicate is a scalar; for a choice by element use cx::where
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::cond(x > 0.0, [](auto y) { return y; }, [](auto y) { return -y; }, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
