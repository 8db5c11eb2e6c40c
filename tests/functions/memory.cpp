// SPDX-License-Identifier: BSL-1.0
// Examples of arrays, of views of memory, and of calls on them.
#include "examples.hpp"

#include <vector>

namespace cx = constax;

TEST_CASE("arrays and views, an example of each") {
  STEPS("array", "{5, 7, 9}", cx::array<double, 2, 3> const p{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
        return cx::jit([](auto v) { return cx::sum(v, 0_c); })(p););
  EXAMPLE("asarray", "{{1, 2}, {3, 4}}", cx::asarray({{1, 2}, {3, 4}}));
  STEPS("col_major", "{9, 12}", std::vector<double> const p{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
        return cx::jit([](auto v) { return cx::sum(v, 1_c); })(cx::view<double const, 2, 3, cx::col_major>(p)););
  STEPS("dim", "{1, 3, 6}", constexpr cx::dim<"n"> n; std::vector<double> const p{1.0, 2.0, 3.0};
        return cx::jit([](auto v) { return cx::cumsum(v); })(cx::view<double const, n>(p)););
  EXAMPLE("ndarray", "2", cx::ndarray{{1.0, 2.0}, {3.0, 4.0}}.shape(0));
  STEPS("strided", "{10, 30, 50}", constexpr cx::dim<"n"> n; std::vector<double> const p{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
        return cx::jit([](auto v) { return 10.0 * v; })(cx::view<double const, n, cx::strided>(p.data(), {3}, {2})););
  STEPS("view", "0", std::vector<double> p{1.0, 2.0, 3.0, 4.0, 5.0, 6.0}; cx::view<double, 2, 3> const v(p); v(1, 0) = 0.0; return p[3];);
}

TEST_CASE("calls on memory, an example of each") {
  EXAMPLE("evaluate", "{1, 4, 9}", cx::evaluate([](auto v) { return v * v; }, cx::array<double, 3>{1.0, 2.0, 3.0}));
  STEPS("evaluate_into", "9", std::vector<double> p{1.0, 2.0, 3.0}; cx::view<double, 3> const v(p);
        cx::evaluate_into(v, [](auto w) { return w * w; }, v); return v[2];);
}
