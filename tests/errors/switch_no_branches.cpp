// SPDX-License-Identifier: BSL-1.0
// expect: [constax] switch_: there are no branches
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto i, auto x) { return cx::switch_(i, std::tuple{}, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<int>{}, cx::spec<double>{});
