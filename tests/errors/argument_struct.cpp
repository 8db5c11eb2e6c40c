// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

struct pair_of { double w, b; };
auto at(pair_of const& p) {
  return cx::jit([](auto q) { return q.w * q.b; })(p);
}
