// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
void g(cx::view<double, n, cx::strided> v, cx::view<double const, 3>& w, cx::array<double, 3> const& x) {
  v = x * 2.0; // n is 3, or the call is refused
  w = x;       // a view of const elements may be bound to others
}
