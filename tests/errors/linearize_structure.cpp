// SPDX-License-Identifier: BSL-1.0
// expect: [constax] linearize: the primals are std::tuple(polar(r: *, phi: *), std::array(*, *)) and the tangents are std::tuple(polar(r: *, phi: *), std::pair(*, *)); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

struct polar {
  double r, phi;
};
CONSTAX_STRUCT(polar, r, phi);

auto f() {
  auto const [y, line] =
      cx::linearize([](auto p, auto a) { return p.r * cx::cos(p.phi) * a[0] - a[1]; }, polar{2, 1}, std::array{1.0, 2.0});
  return line(polar{1, 0}, std::pair{0.5, 0.0});
}
