// SPDX-License-Identifier: BSL-1.0
// needs: xsimd
// expect: [constax] on_batches: a result has another width than the arguments
#include <constax/lane/xsimd.hpp>

namespace cx = constax;

auto f(xsimd::batch<double> const& x) {
  return cx::on_batches([](auto v) { return cx::convert<float>(v); }, x);
}
