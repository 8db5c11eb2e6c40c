// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_jvp: the rule cannot be called with two std::tuples, the arguments and their tangents; its parameters are other ones
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::custom_jvp([](auto x, auto y) { return x * y; }, [](auto x, auto y, auto dx, auto dy) { return std::pair{x * y, dx * y + x * dy}; });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
