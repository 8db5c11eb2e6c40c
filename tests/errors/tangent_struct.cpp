// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: the primals are std::tuple(polar(r: *, phi: *)) and the tangents are std::tuple(std::tuple(*, *)); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

struct polar {
  double r, phi;
};
CONSTAX_STRUCT(polar, r, phi);

inline constexpr auto f = [](auto p, auto dr, auto dphi) {
  return cx::jvp([](auto q) { return q.r * cx::cos(q.phi); }, std::tuple{p}, std::make_tuple(std::tuple{dr, dphi}));
};
auto const j = cx::make_jaxpr(f)(polar{2, 1}, 1.0, 0.0);
