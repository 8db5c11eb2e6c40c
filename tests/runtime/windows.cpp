// SPDX-License-Identifier: BSL-1.0
// Windows that are traced at run time: the text and bits of static programs, the same sentences.
#include "../support/late.hpp"

using namespace cx::literals;
using late::of, late::same;

namespace {

constexpr of<double, 2, 6, 5, 3> images;
constexpr of<double, 40> row;

} // namespace

TEST_CASE("windows") {
  same([](auto x) { return cx::max_pool(x, cx::window<2, 2>, cx::strides<2, 2>); }, images);
  same([](auto x) { return cx::avg_pool(x, cx::window<3, 2>, cx::mode::same, cx::mode::count_inside) + cx::min_pool(x, cx::window<1, 1>); },
       images);
  same([](auto x) { return cx::reduce_window(x, cx::add, cx::window<21>, cx::mode::same); }, row);
  same([](auto x) { return cx::reduce_window(x, cx::max, cx::window<21>, cx::strides<2>, cx::mode::same); }, row);
}
TEST_CASE("windows that do not fit") {
  auto const sentence = [](auto f) -> std::string {
    try {
      cx::jit(f)(cx::ndarray{1.0, 2.0, 3.0});
    } catch (cx::shape_error const& e) {
      return e.what();
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
}
