// SPDX-License-Identifier: BSL-1.0
// Windows that are traced at run time: the text and bits of static programs, the same sentences.
#include "../support/late.hpp"

using namespace cx::literals;
using late::of, late::same;

namespace {

constexpr of<double, 2, 6, 5, 3> images;
constexpr of<double, 40> row;
constexpr auto nhwc = cx::dimension_numbers<"NHWC", "HWIO", "NHWC">;

} // namespace

TEST_CASE("windows") {
  same([](auto x) { return cx::max_pool(x, cx::window<2, 2>, cx::strides<2, 2>); }, images);
  same([](auto x) { return cx::avg_pool(x, cx::window<3, 2>, cx::mode::same, cx::mode::count_inside) + cx::min_pool(x, cx::window<1, 1>); },
       images);
  same([](auto x) { return cx::reduce_window(x, cx::add, cx::window<21>, cx::mode::same); }, row);
  same([](auto x) { return cx::reduce_window(x, cx::max, cx::window<21>, cx::strides<2>, cx::mode::same); }, row);
}
TEST_CASE("convolutions") {
  same([](auto x, auto w) { return cx::conv(x, w, cx::mode::same, cx::strides<2, 1>, nhwc); }, images, of<double, 3, 2, 3, 4>{});
  same([](auto x, auto w) { return cx::conv(x, w, cx::feature_group_count<3>, nhwc); }, images, of<double, 3, 2, 1, 3>{});
  same([](auto x, auto w) { return cx::conv(x, w, cx::pad_width<1, 2>, cx::lhs_dilation<2>); }, of<float, 2, 1, 7>{}, of<float, 3, 1, 2>{});
}
TEST_CASE("windows that do not fit") {
  auto const sentence = [](auto f) -> std::string {
    try {
      cx::jit(f)(cx::ndarray{1.0, 2.0, 3.0});
    } catch (cx::shape_error const& e) {
      return std::string(e.what()).substr(0, std::string(e.what()).find('\n'));
    }
    return "";
  };
  CHECK(
      sentence([](auto x) { return cx::max_pool(x, cx::window<2, 2>); }) ==
      "[constax] max_pool: an operand of type f64[3] has too few axes: behind those of the windows there is one of features, as in [batch, "
      "rows, columns, features]");
  CHECK(sentence([](auto x) { return cx::reduce_window(x, cx::add, cx::window<2, 2>); }) ==
        "[constax] reduce_window: an operand of type f64[3] needs a number for each axis that windows run along, in cx::window as in "
        "cx::strides and the dilations; and one cx::pad_width for all of these axes, or one for each");
  CHECK(
      sentence([](auto x) { return cx::conv(x, x); }) ==
      "[constax] conv_general_dilated: an operand of type f64[3] and a kernel of type f64[3] have axes of batch, features and space each, "
      "equally many");
}
