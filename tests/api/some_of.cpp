// SPDX-License-Identifier: BSL-1.0
// Reductions of some elements, and with a first value, and variances of samples, against real JAX (numpy_oracle.py).
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

using mask = cx::tracer<bool, 3, 4>;
using row_mask = cx::tracer<bool, 4>;

TEST_CASE("reductions of some elements") {
  agrees<of<3, 4>, mask>("sum_where", [](auto x, auto c) { return cx::sum(x, 1_c, cx::where(c)); });
  agrees<of<3, 4>, row_mask, of<>>("sum_where_row", [](auto x, auto c, auto v) { return cx::sum(x, cx::where(c), cx::initial(v)); });
  agrees<of<3, 4>, mask>("prod_where",
                         [](auto x, auto c) { return cx::prod(x, 0_c, cx::where(c), cx::initial(0.5), cx::keepdims); });
  agrees<of<3, 4>, mask, of<>>("max_where", [](auto x, auto c, auto v) { return cx::max(x, 1_c, cx::where(c), cx::initial(v)); });
  agrees<of<3, 4>>("min_initial", [](auto x) { return cx::min(x, 0_c, cx::initial(0.25)); });
  agrees<of<0, 3>>("min_of_none", [](auto x) { return cx::amin(x, 0_c, cx::initial(0.25)); });
  agrees<of<3, 4>, mask>("mean_where", [](auto x, auto c) { return cx::mean(x, 1_c, cx::where(c), cx::keepdims); });
  agrees<of<3, 4>, mask>(
      "any_where", [](auto x, auto c) { return std::tuple(cx::any(x > 1.0, 1_c, cx::where(c)), cx::all(x < 1.0, 1_c, cx::where(c))); });
}
TEST_CASE("variances of samples") {
  agrees<of<3, 4>>("var_sample", [](auto x) { return cx::var(x, 1_c, cx::ddof<1>); });
  agrees<of<3, 4>>("std_sample", [](auto x) { return cx::std_(x, cx::keepdims, cx::ddof<2>); });
  CHECK(cx::var(cx::array<double, 3>{1, 2, 3}, cx::ddof<1>) == 1.0);
}
TEST_CASE("variances of some elements") {
  agrees<of<3, 4>, mask>("var_where", [](auto x, auto c) { return cx::var(x, 1_c, cx::where(c)); });
  agrees<of<3, 4>, mask>("std_where", [](auto x, auto c) { return cx::std_(x, 0_c, cx::where(c), cx::keepdims); });
  agrees<of<3, 4>, mask>("var_where_all", [](auto x, auto c) { return cx::var(x, cx::where(c)); });
  agrees<of<3, 4>, mask>("var_where_sample", [](auto x, auto c) { return cx::var(x, 1_c, cx::where(c), cx::ddof<1>, cx::keepdims); });
}

} // namespace
} // namespace constax_tests
