// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: no argument has a mapped axis; name one in cx::in_axes
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x) { return x * x; }, cx::in_axes<cx::none>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
