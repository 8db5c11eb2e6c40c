// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: a tracer was used after the trace that made it had ended: return it from the traced function instead of storing it outside
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  auto kept = x;
  auto const slope = cx::grad([&](auto y) {
    kept = y * y;
    return x * y;
  })(3.0);
  return kept + slope;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
