// SPDX-License-Identifier: BSL-1.0
// expect: [constax] fori_loop: the carry leaf `carry[1]` goes in as f64[] and comes out as f64[3]; convert one of them with cx::astype, or broadcast it
#include <constax/constax.hpp>
namespace cx = constax;
int main() {
  auto const f = [](auto x) {
    return cx::fori_loop(0, 3, [&](auto, auto const& s) { return std::pair{s.first * 2.0, s.second + x}; }, std::pair{x, 0.0}).first;
  };
  (void)cx::make_jaxpr(f)(cx::spec<double, 3>{});
}
