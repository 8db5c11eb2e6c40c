// SPDX-License-Identifier: BSL-1.0
// expect: [constax] while_loop: the condition returns a scalar bool
#include <constax/constax.hpp>
namespace cx = constax;
int main() {
  auto const f = [](auto x) { return cx::while_loop([](auto y) { return y < 3.0; }, [](auto y) { return y * 2.0; }, x); };
  (void)cx::make_jaxpr(f)(cx::spec<double, 3>{});
}
