// SPDX-License-Identifier: BSL-1.0
// expect: [constax] linearize: the primals are std::tuple(*, *) and the tangents are std::tuple(*); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

auto f() {
  auto const [y, lin] = cx::linearize([](auto x, auto z) { return x * z; }, 3.0, 4.0);
  return lin(1.0);
}
