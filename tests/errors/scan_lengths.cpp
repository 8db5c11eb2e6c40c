// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scan: what is scanned has first axes of different lengths: f64[3] f64[4,2]
#include <constax/constax.hpp>
namespace cx = constax;
int main() {
  auto const f = [](auto x, auto y) {
    return cx::scan([](auto c, auto const& s) { return std::pair{c + s.first, s.second}; }, 0.0, std::pair{x, y}).first;
  };
  (void)cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 4, 2>{});
}
