// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::normal: the key key<fry>[] comes from outside of a scan, of which each trip would use it up again; let each trip have its own, by cx::random::fold_in(key, trip), or split it before the loop and scan over the keys
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key, auto xs) {
  return cx::scan([&](auto sum, auto x) { return std::pair{sum + x * cx::random::normal(key), x}; }, 0.0, xs);
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0), cx::spec<double, 4>{});
