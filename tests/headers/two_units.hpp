// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/constax.hpp>

inline constexpr auto shared_function = [](auto x) { return x * x * x; };
inline double shared_slope(double x) { return constax::grad(shared_function)(x); }
double slope_of_other_unit(double x);
