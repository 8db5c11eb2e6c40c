// SPDX-License-Identifier: BSL-1.0
// Windows against real JAX (windows.py): values, derivatives, batches.
#define CONSTAX_ORACLE_TABLE "windows.inc"
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

template <class Op> void windows_agree(std::string const& op, Op by) {
  auto const all = [&]<class O>(O, std::string const& name, auto... options) {
    agrees<O>("window_" + op + name, [=](auto x) { return cx::reduce_window(x, by, options...); });
  };
  using cx::strides, cx::mode::same;
  all(of<11>{}, "", cx::window<3>);
  all(of<7, 5>{}, "_equal", cx::window<3, 2>, strides<2, 1>, same);
  all(of<6, 7>{}, "_one", cx::window<1, 1>, strides<2, 3>);
  all(of<6, 7>{}, "_same", cx::window<2, 3>, strides<2, 2>, same);
  all(of<6, 7>{}, "_lower", cx::window<2, 4>, strides<1, 2>, cx::mode::same_lower);
  all(of<6, 7>{}, "_around", cx::pad_width<2, 1>, cx::pad_width<0, 1>, strides<1, 3>, cx::window<3, 2>);
  all(of<6, 7>{}, "_dilated", cx::window<3, 2>, strides<1, 2>, same, cx::window_dilation<2, 3>);
  all(of<4, 3>{}, "_base", cx::window<3, 2>, strides<2, 1>, cx::pad_width<1, 2>, cx::pad_width<0>, cx::base_dilation<2, 3>);
  all(of<4, 5>{}, "_both", cx::window<2, 3>, strides<3, 2>, cx::pad_width<1, 0>, cx::pad_width<2, 3>, cx::base_dilation<3, 1>,
      cx::window_dilation<2, 2>);
  all(of<37>{}, "_long", cx::window<21>, strides<3>, cx::pad_width<4, 9>);
  all(of<41>{}, "_long_dilated", cx::window<19>, same, cx::window_dilation<2>);
  all(of<40>{}, "_long_equal", cx::window<17>);
  all(of<3, 40>{}, "_side_by_side", cx::window<2, 18>, strides<2, 18>);
  all(of<5, 24>{}, "_whole", cx::window<5, 24>);
  all(of<6, 7>{}, "_none", cx::window<4, 9>);
  agrees_with<cx::tracer<int, 8>>("window_" + op + "_ints",
                                  [=](auto x) { return cx::reduce_window(x, by, cx::window<3>, strides<2>, same); }, {});
}
TEST_CASE("sums") { windows_agree("add", cx::add); }
TEST_CASE("largest") { windows_agree("max", cx::max); }
TEST_CASE("smallest") { windows_agree("min", cx::min); }
TEST_CASE("products, and what is not a number") {
  agrees<of<4, 5>>("window_mul", [](auto x) { return cx::reduce_window(x, cx::mul, cx::window<3, 2>, cx::strides<1, 2>, cx::mode::same); });
  agrees<of<25>>("window_mul_long", [](auto x) { return cx::reduce_window(x, cx::mul, cx::window<20>); });
  agrees<of<12>>("window_nan", [](auto x) { return cx::reduce_window(x, cx::max, cx::window<3>); });
  agrees<of<12>>("window_nan_min", [](auto x) { return cx::reduce_window(x, cx::min, cx::window<3>); });
}
TEST_CASE("pools") {
  using images = of<2, 5, 6, 3>;
  using cx::strides, cx::mode::same;
  agrees<images>("max_pool", [](auto x) { return cx::max_pool(x, cx::window<2, 2>, strides<2, 2>); });
  agrees<images>("max_pool_same", [](auto x) { return cx::max_pool(x, cx::window<3, 3>, strides<2, 2>, same); });
  agrees<images>("min_pool",
                 [](auto x) { return cx::min_pool(x, cx::window<2, 3>, strides<1, 2>, cx::pad_width<1>, cx::pad_width<0, 2>); });
  agrees<images>("avg_pool", [](auto x) { return cx::avg_pool(x, cx::window<2, 2>, strides<2, 2>); });
  agrees<images>("avg_pool_same", [](auto x) { return cx::avg_pool(x, cx::window<3, 2>, same); });
  agrees<images>("avg_pool_inside", [](auto x) { return cx::avg_pool(x, cx::window<3, 2>, strides<2, 1>, same, cx::mode::count_inside); });
  agrees<of<2, 9, 3>>("avg_pool_line",
                      [](auto x) { return cx::avg_pool(x, cx::window<3>, strides<2>, cx::pad_width<1>, cx::mode::count_inside); });
  agrees<images>("avg_pool_whole", [](auto x) { return cx::avg_pool(x, cx::window<5, 6>); });
}
TEST_CASE("lengths that the call tells") {
  {
    constexpr cx::dim<"n"> n;
    auto const j =
        cx::make_jaxpr([](auto x) { return cx::reduce_window(x, cx::max, cx::window<3>, cx::mode::same); })(cx::spec<double, n>{});
    CHECK(j.get().type(j.get().outs[0]).shape[0] == cx::extent(n));
  }
}
TEST_CASE("a long window is a program of logarithmic size") {
  auto const size_of = [](auto by, auto window) {
    return recorded<cx::tracer<double, 100000>>([=](auto x) { return cx::reduce_window(x, by, window); }).eqns.size();
  };
  CHECK(size_of(cx::max, cx::window<4096>) < 80);
  CHECK(size_of(cx::add, cx::window<4095>) < 80);
}

} // namespace
} // namespace constax_tests
