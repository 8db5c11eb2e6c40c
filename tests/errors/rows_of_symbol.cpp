// SPDX-License-Identifier: BSL-1.0
// expect: [constax] for (auto row : x): a value of type f64[n] has a symbol for its first length, which the call tells; use cx::scan or cx::map
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x) {
  auto s = cx::sum(x);
  for (auto row : x) s = s + row; // here
  return s;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{});
