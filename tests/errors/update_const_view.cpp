// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an expression is assigned to a view of const elements, which cannot be written to; give it memory that may be written to
#include <constax/constax.hpp>

namespace cx = constax;

void g(cx::view<double const, 3> v, cx::array<double, 3> const& x) { v += x; }
