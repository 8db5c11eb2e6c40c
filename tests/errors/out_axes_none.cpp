// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: a result of type f64[] differs from row to row, so that its out_axes cannot be cx::none; name the axis where its rows go, or reduce them
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x, auto y) { return std::pair{y, x * y}; }, cx::in_axes<0, cx::none>, cx::out_axes<cx::none>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double>{});
