// SPDX-License-Identifier: BSL-1.0
// Examples of windows over arrays, and of convolutions.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("windows, an example of each") {
  DERIVED("avg_pool", "{{{2}, {1.5}}}", "{0.5, 1, 0.5}", cx::avg_pool(cx::reshape(x, {1, 3, 1}), cx::window<2>));
  DERIVED("max_pool", "{{{3}, {2}}}", "{1, 0, 1}", cx::max_pool(cx::reshape(x, {1, 3, 1}), cx::window<2>));
  DERIVED("min_pool", "{{{1}, {1}}}", "{0, 2, 0}", cx::min_pool(cx::reshape(x, {1, 3, 1}), cx::window<2>));
  DERIVED("reduce_window", "{3, 2}", "{1, 5, 1}", cx::reduce_window(x, cx::mul, cx::window<2>));
}

TEST_CASE("convolutions, an example of each") {
  DERIVED("conv", "{{{5, 5}}}", "{1, 3, 2}", cx::conv(cx::reshape(x, {1, 1, 3}), cx::ndarray{{{1.0, 2.0}}}));
  DERIVED("conv_general_dilated", "{{{5, 5, 2}}}", "{1, 3, 3}",
          cx::conv_general_dilated(cx::reshape(x, {1, 1, 3}), cx::ndarray{{{1.0, 2.0}}}, cx::mode::same));
}

TEST_CASE("options of windows and convolutions, an example of each") {
  DERIVED("base_dilation", "{3, 1, 1, 2}", "{1, 2, 1}", cx::reduce_window(x, cx::add, cx::window<2>, cx::base_dilation<2>));
  DERIVED("batch_group_count", "{{{1.5}, {4}, {4}}}", "{0.5, 4, 2}",
          cx::conv(cx::reshape(x, {3, 1, 1}), cx::reshape(y, {3, 1, 1}), cx::batch_group_count<3>));
  DERIVED("dimension_numbers", "{{{5}, {5}}}", "{1, 3, 2}",
          cx::conv(cx::reshape(x, {1, 3, 1}), cx::ndarray{{{1.0}}, {{2.0}}}, cx::dimension_numbers<"NHC", "HIO", "NHC">));
  DERIVED("feature_group_count", "{{{1.5}, {4}, {4}}}", "{0.5, 4, 2}",
          cx::conv(cx::reshape(x, {1, 3, 1}), cx::reshape(y, {3, 1, 1}), cx::feature_group_count<3>));
  DERIVED("lhs_dilation", "{{{3, 2, 1, 4}}}", "{1, 3, 2}",
          cx::conv(cx::reshape(x, {1, 1, 3}), cx::ndarray{{{1.0, 2.0}}}, cx::lhs_dilation<2>));
  DERIVED("mode::count_inside", "{{{2}, {1.5}, {2}}}", "{0.5, 1, 1.5}",
          cx::avg_pool(cx::reshape(x, {1, 3, 1}), cx::window<2>, cx::mode::same, cx::mode::count_inside));
  DERIVED("mode::same_lower", "{3, 4, 3}", "{2, 2, 1}", cx::reduce_window(x, cx::add, cx::window<2>, cx::mode::same_lower));
  DERIVED("rhs_dilation", "{{{7}}}", "{1, 0, 2}", cx::conv(cx::reshape(x, {1, 1, 3}), cx::ndarray{{{1.0, 2.0}}}, cx::rhs_dilation<2>));
  DERIVED("strides", "{4, 2}", "{1, 1, 1}", cx::reduce_window(x, cx::add, cx::window<2>, cx::strides<2>, cx::mode::same));
  DERIVED("window", "{3, 2}", "{1, 0, 1}", cx::reduce_window(x, cx::max, cx::window<2>));
  DERIVED("window_dilation", "{5}", "{1, 0, 1}", cx::reduce_window(x, cx::add, cx::window<2>, cx::window_dilation<2>));
}
