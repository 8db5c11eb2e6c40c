// SPDX-License-Identifier: BSL-1.0
// Compiled with -fno-exceptions -fno-rtti. What would be thrown goes to the installed handler, which must not return: it ends the process
// with 0 if it got the sentence that was due.
#include <constax/runtime.hpp>

#include <cstdlib>
#include <cstring>
#include <vector>

namespace cx = constax;
inline constexpr cx::dim<"n"> n;
inline constexpr auto cube = [](auto x) { return x * x * x; };
inline constexpr auto product = [](auto x, auto y) { return cx::sum(x * y); };

namespace {
char const* due = "";
void ends(char const* sentence) { std::_Exit(std::strcmp(sentence, due) == 0 ? 0 : 1); }
} // namespace

int main(int argc, char** argv) {
  if (argc == 1) return cx::grad(cube)(2.0) == 12.0 ? 0 : 1;
  cx::installed_fault_handler() = ends;
  if (std::strcmp(argv[1], "index") == 0) {
    due = "[constax] slice: index 2 is out of bounds on axis 0 of an operand of type f64[n]; it needs n >= 3, but n = 0 in this call";
    cx::jit([](auto x) { return x[cx::integer<2>{}]; })(cx::view<double const, n>(nullptr, 0));
    return 1; // nobody was told
  }
  if (std::strcmp(argv[1], "late") == 0) { // traced at run time
    due =
        "[constax] reshape: shapes f64[2] and f64[3] do not fit; the numbers of elements differ\n  recorded in jit\n  operand, f64[2]: input 0 of jit";
    cx::jit([](auto x) { return cx::reshape<3>(x); })(cx::ndarray{1.0, 2.0});
    return 1;
  }
  due = "[constax] the symbol n has two values in one call: axis 0 of argument leaf 1 says 3, argument leaf 0 said 4";
  std::vector<double> const xs(4, 1.0), ys(3, 1.0);
  cx::jit(product)(cx::view<double const, n>(xs), cx::view<double const, n>(ys));
  return 1; // nobody was told
}
