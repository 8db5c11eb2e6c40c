// SPDX-License-Identifier: BSL-1.0
// expect: [constax] closure: what is captured in place 1 is neither a number, an array, a view nor a tree of these
#include <constax/constax.hpp>
#include <vector>

namespace cx = constax;

auto f(std::vector<double> const& w, double x) {
  return cx::closure([](auto k, auto, auto y) { return k * y; }, 2.0, w)(x);
}
