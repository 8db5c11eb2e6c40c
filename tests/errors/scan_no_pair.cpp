// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scan: the body returns std::pair{next carry, slice of the results}; return std::pair{carry, std::tuple{}} if there are no results
#include <constax/constax.hpp>
namespace cx = constax;
int main() {
  auto const f = [](auto x) { return cx::scan([](auto c, auto y) { return c + y; }, 0.0, x).first; };
  (void)cx::make_jaxpr(f)(cx::spec<double, 3>{});
}
