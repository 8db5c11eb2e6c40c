// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cond: the result leaf `result[1]` of on_false is i32[] and of on_true is f64[]; convert one of them with cx::astype
#include <constax/constax.hpp>
namespace cx = constax;
int main() {
  auto const f = [](auto x) {
    return cx::cond(x > 0.0, [](auto y) { return std::pair{y, y}; }, [](auto y) { return std::pair{y, 1}; }, x);
  };
  (void)cx::make_jaxpr(f)(cx::spec<double>{});
}
