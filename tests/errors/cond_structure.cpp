// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cond: the result of on_false is std::pair(*, *) and of on_true is polar(r: *, phi: *); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

struct polar {
  double r, phi;
};
CONSTAX_STRUCT(polar, r, phi);

inline constexpr auto f = [](auto p) {
  return cx::cond(p.r > 0.0, [](auto q) { return q; }, [](auto q) { return std::pair{q.r * cx::cos(q.phi), q.r * cx::sin(q.phi)}; }, p);
};
auto const j = cx::make_jaxpr(f)(polar{2, 1});
