// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the result of the traced function is neither a number, an array, a view nor a tree of these (std::tuple, pair, array, or a struct that CONSTAX_STRUCT(type, members...) describes)
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  (void)x;
  return "text";
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
