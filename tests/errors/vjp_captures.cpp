// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jit: the outermost callable has run-time captures, whose values are not known while it is traced; lift them with cx::closure(f, captured...)
#include <constax/constax.hpp>

namespace cx = constax;

auto g(cx::array<double, 3> const& x, double k) {
  return cx::vjp([k](auto y) { return y * k; }, x).first;
}
