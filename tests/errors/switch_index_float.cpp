// SPDX-License-Identifier: BSL-1.0
// expect: [constax] switch_: the branch's number is an integer scalar
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::switch_(x, std::tuple{[](auto y) { return y; }, [](auto y) { return -y; }}, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
