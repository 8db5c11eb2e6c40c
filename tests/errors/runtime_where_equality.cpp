// SPDX-License-Identifier: BSL-1.0
// expect: [constax] where: a == b of two ndarrays is one bool, whether they are one value; cx::equal(a, b) and cx::not_equal(a, b) compare elements
#include <constax/runtime.hpp>

namespace cx = constax;

cx::ndarray kept(cx::ndarray const& a, cx::ndarray const& b) { return cx::where(a == b, a, 0.0); }
