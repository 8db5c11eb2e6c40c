// SPDX-License-Identifier: BSL-1.0
// expect: [constax] x[i] = v: what x[i] gives is a value of its own, and x would stay as it is; make a new one, y = x.at(i).set(v)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

void twice(cx::view<double, 2, 3> v) { v(cx::slice(), 0_c) = v(cx::slice(), 2_c) * 2.0; }
