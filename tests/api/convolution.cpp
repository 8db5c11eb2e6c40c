// SPDX-License-Identifier: BSL-1.0
// Convolutions against real JAX (convolution.py): values, derivatives in both operands, batches.
#define CONSTAX_ORACLE_TABLE "convolution.inc"
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

template <class X, class W> void conv_agrees(std::string const& name, auto... options) {
  agrees<X, W>("conv" + name, [=](auto x, auto w) { return cx::conv_general_dilated(x, w, options...); }, {8, 16});
}
using cx::strides, cx::pad_width, cx::rhs_dilation, cx::lhs_dilation, cx::feature_group_count, cx::batch_group_count;
constexpr auto same = cx::mode::same;
constexpr auto nhwc = cx::dimension_numbers<"NHWC", "HWIO", "NHWC">;

TEST_CASE("strides and padding") {
  agrees<of<2, 3, 5, 6>, of<4, 3, 3, 2>>("conv", [](auto x, auto w) { return cx::conv(x, w); }, {8, 16});
  conv_agrees<of<2, 3, 5, 7>, of<4, 3, 3, 2>>("_strides", strides<2, 3>, same);
  conv_agrees<of<1, 2, 4, 7>, of<3, 2, 2, 4>>("_lower", strides<1, 2>, cx::mode::same_lower);
  conv_agrees<of<2, 5, 4, 3>, of<3, 3, 3, 2>>("_nhwc", same, nhwc);
  conv_agrees<of<1, 5, 4, 2>, of<3, 2, 2, 3>>("_around", nhwc, strides<2, 1>, pad_width<2, 1>, pad_width<0, 3>);
  conv_agrees<of<1, 6, 5, 2>, of<3, 2, 2, 3>>("_cut", nhwc, pad_width<-1, 1>, pad_width<2, -2>);
}
TEST_CASE("dilations") {
  conv_agrees<of<1, 7, 8, 2>, of<3, 2, 2, 3>>("_rhs_dilation", nhwc, strides<1, 2>, same, rhs_dilation<2, 3>);
  conv_agrees<of<2, 3, 4, 2>, of<3, 2, 2, 3>>("_lhs_dilation", nhwc, strides<1, 2>, pad_width<2>, pad_width<1, 2>, lhs_dilation<2, 3>);
  conv_agrees<of<2, 4, 5, 4>, of<2, 3, 2, 6>>("_all", nhwc, strides<2, 3>, pad_width<1, 2>, pad_width<3, 1>, lhs_dilation<3, 2>,
                                              rhs_dilation<2, 1>, feature_group_count<2>);
}
TEST_CASE("dimension numbers") {
  conv_agrees<of<6, 2, 3, 5>, of<3, 3, 4, 2>>("_mixed", strides<1, 2>, same, cx::dimension_numbers<"WNCH", "IHOW", "CHWN">);
  conv_agrees<of<2, 6, 5, 3>, of<2, 3, 3, 4>>("_turned", strides<1, 2>, cx::dimension_numbers<"NWHC", "HWIO", "NCHW">);
}
TEST_CASE("groups") {
  conv_agrees<of<2, 6, 4, 3>, of<9, 2, 2, 3>>("_groups", same, feature_group_count<3>);
  conv_agrees<of<2, 5, 4, 4>, of<3, 3, 1, 4>>("_depthwise", strides<2, 1>, same, feature_group_count<4>, nhwc);
  conv_agrees<of<2, 4, 5, 3>, of<2, 3, 1, 6>>("_depthwise_more", strides<1, 2>, feature_group_count<3>, nhwc);
  conv_agrees<of<4, 2, 4, 3>, of<6, 2, 2, 2>>("_batches", batch_group_count<2>);
  conv_agrees<of<6, 1, 5>, of<3, 1, 2>>("_batches_one", same, batch_group_count<3>);
}
TEST_CASE("many elements") {
  conv_agrees<of<2, 2, 80>, of<3, 2, 35>>("_line_many", strides<3>, pad_width<5, 4>, rhs_dilation<2>);
  conv_agrees<of<1, 1, 50>, of<1, 1, 40>>("_line_long", same);
  conv_agrees<of<1, 9, 8, 2>, of<6, 7, 2, 3>>("_plane_many", strides<2, 1>, same, nhwc);
  conv_agrees<of<2, 4, 45>, of<4, 2, 33>>("_groups_many", feature_group_count<2>);
  conv_agrees<of<2, 2, 40>, of<4, 2, 33>>("_batches_many", batch_group_count<2>);
}
TEST_CASE("other ranks, and nothing") {
  conv_agrees<of<1, 1, 9>, of<1, 1, 4>>("_line", same);
  conv_agrees<of<1, 2, 3, 4, 3>, of<2, 2, 2, 3, 2>>("_volume", strides<1, 2, 1>, same);
  conv_agrees<of<3, 4>, of<5, 4>>("_matrix");
  conv_agrees<of<2, 3, 4, 5>, of<4, 3, 1, 1>>("_point", strides<2, 2>);
  conv_agrees<of<1, 2, 3>, of<2, 2, 4>>("_none");
}

} // namespace
} // namespace constax_tests
