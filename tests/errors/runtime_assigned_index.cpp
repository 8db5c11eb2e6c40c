// SPDX-License-Identifier: BSL-1.0
// expect: [constax] x[i] = v: what x[i] gives is a value of its own, and x would stay as it is; make a new one, y = x.at(i).set(v)
#include <constax/runtime.hpp>

namespace cx = constax;

void twice(cx::ndarray& a) { a[0] = 5.0; }
