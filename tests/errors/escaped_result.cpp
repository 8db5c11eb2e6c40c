// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: a tracer was used after the trace that made it had ended: return it from the traced function instead of storing it outside
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  auto kept = x;
  cx::vmap([&](auto y) {
    kept = cx::sin(y);
    return y;
  })(cx::stack(x, x));
  return kept;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
