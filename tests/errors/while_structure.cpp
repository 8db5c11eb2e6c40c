// SPDX-License-Identifier: BSL-1.0
// expect: [constax] while_loop: the carry goes in as polar(r: *, phi: *) and comes out as std::pair(*, *); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

struct polar {
  double r, phi;
};
CONSTAX_STRUCT(polar, r, phi);

inline constexpr auto f = [](auto p) { return cx::while_loop([](auto const& s) { return s.r < 3.0; }, [](auto const& s) { return std::pair{s.r, s.phi}; }, p); };
auto const j = cx::make_jaxpr(f)(polar{2, 1});
