// SPDX-License-Identifier: BSL-1.0
// expect: [constax] while_loop: the condition returns bool[3], it must return a scalar bool; reduce it with cx::all or cx::any
#include <constax/constax.hpp>
namespace cx = constax;
int main() {
  auto const f = [](auto x) { return cx::while_loop([](auto y) { return y < 3.0; }, [](auto y) { return y * 2.0; }, x); }; // here
  (void)cx::make_jaxpr(f)(cx::spec<double, 3>{});
}
