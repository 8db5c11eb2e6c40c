// SPDX-License-Identifier: BSL-1.0
// expect: [constax] while_loop: the carry goes in with 1 leaf and comes out with 2 leaves
#include <constax/constax.hpp>
namespace cx = constax;
int main() {
  auto const f = [](auto x) { return cx::while_loop([](auto y) { return y < 3.0; }, [](auto y) { return std::pair{y, y}; }, x); };
  (void)cx::make_jaxpr(f)(cx::spec<double>{});
}
