// SPDX-License-Identifier: BSL-1.0
// sort, argsort, lexsort, top_k, quantiles and unique against real JAX (numpy_oracle.py).
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

using few = of<11>;
using int_row = cx::tracer<int, 20>;
using int_table = cx::tracer<int, 3, 4>;

TEST_CASE("places in order") {
  agrees<of<3, 4>>("argsort", [](auto x) { return cx::argsort(x); });
  agrees<few>("argsort_few", [](auto x) { return std::tuple(cx::argsort(x), cx::argsort(x, cx::descending)); });
  agrees<of<2, 3, 4>>("argsort_axis", [](auto x) { return cx::argsort(x, 0_c); });
  agrees_with<int_row>("argsort_ints", [](auto x) { return std::tuple(cx::argsort(x, -1_c), cx::argsort(x, 0_c, cx::descending)); }, {});
  agrees_with<cx::tracer<cx::u32, 6>>("argsort_unsigned", [](auto x) { return std::tuple(cx::argsort(x), cx::sort(x)); }, {});
  agrees<of<3, 4>>("argsort_bool", [](auto x) { return cx::argsort(x > 0); });
}
TEST_CASE("sorted arrays") {
  agrees<of<3, 4>>("sort", [](auto x) { return cx::sort(x); });
  agrees<of<2, 3, 4>>("sort_axis", [](auto x) { return cx::sort(x, 0_c); });
  agrees<of<2, 3, 4>>("sort_descending", [](auto x) { return cx::sort(x, -2_c, cx::descending); });
  agrees<few>("sort_few", [](auto x) { return cx::sort(x); });
  agrees<of<0, 3>>("sort_empty", [](auto x) { return std::tuple(cx::sort(x), cx::argsort(x, 0_c)); });
  agrees<of<2, 6>, of<2, 6>>("sort_two", [](auto x, auto y) { return cx::sort(std::tuple(x, y)); });
  agrees<of<6, 2>, of<6, 2>, of<6, 2>>("sort_three",
                                       [](auto x, auto y, auto z) { return cx::sort(std::tuple(x, y, z), 0_c, cx::num_keys<2>); });
  agrees<of<2, 6>, of<2, 6>>("lexsort", [](auto x, auto y) { return cx::lexsort(std::tuple(x, y)); });
}
TEST_CASE("the largest few") {
  agrees<of<2, 3, 4>>("top_k", [](auto x) { return cx::top_k<3>(x); });
  agrees<few>("top_k_few", [](auto x) { return cx::top_k(x, 5_c); });
  agrees<of<4>>("top_k_all", [](auto x) { return cx::top_k(x, 4_c); });
}
TEST_CASE("quantiles") {
  agrees<of<3, 4>>("median", [](auto x) { return std::tuple(cx::median(x), cx::median(x, 0_c), cx::median(x, 1_c)); });
  agrees<of<2, 6>>("median_nan", [](auto x) { return cx::median(x, 1_c); });
  agrees<of<3, 4>>(
      "quantile", [](auto x) { return std::tuple(cx::quantile(x, 0.3), cx::quantile(x, 0.75, 0_c), cx::quantile(x, 1.0, -1_c)); }, {8, 16});
  agrees<of<2, 3, 4>, of<>>("quantile_traced", [](auto x, auto q) { return cx::quantile(x, q, 1_c); }, {8, 16});
  agrees<of<2, 3, 4>, of<3>>("quantile_vector", [](auto x, auto q) { return cx::quantile(x, q, 1_c); }, {8, 16});
  auto const by = [](std::string const& name, auto method) {
    agrees<of<3, 4>>("quantile_" + name, [=](auto x) {
      auto const q = cx::arange<typename decltype(x)::value_type, 3>() * 0.375 + 0.125;
      return cx::quantile(x, q, 0_c, method);
    });
  };
  by("lower", cx::method::lower), by("higher", cx::method::higher), by("nearest", cx::method::nearest),
      by("midpoint", cx::method::midpoint);
  agrees<of<3, 4>>("percentile", [](auto x) { return cx::percentile(x, 62.5, 1_c); });
  agrees<of<3, 4>>("nanmedian", [](auto x) { return std::tuple(cx::nanmedian(x), cx::nanmedian(x, 1_c)); });
  agrees<of<3, 4>>("nanquantile", [](auto x) { return std::tuple(cx::nanquantile(x, 0.375), cx::nanpercentile(x, 75.0, 0_c)); });
}
TEST_CASE("nothing is sorted to nothing, also where its length is a symbol") {
  constexpr cx::dim<"n"> n;
  auto const all = [](auto x) { return std::tuple(cx::sort(x), cx::argsort(x), cx::sort(x, cx::descending), cx::partition(x, 0_c)); };
  for (int length : {0, 1, 3}) {
    std::array<double, 3> const x{2, 1, 3};
    auto const [y, places, down, parts] = cx::jit(all)(cx::view<double const, n>(x.data(), length));
    CHECK((static_cast<int>(y.size()) == length && static_cast<int>(places.size()) == length && static_cast<int>(down.size()) == length));
    if (length == 3) CHECK((y[0] == 1 && places[0] == 1 && down[0] == 3));
  }
  CHECK(cx::sort(cx::array<double, 0>{}).size() == 0);
}
TEST_CASE("one of each") {
  agrees<few>("unique", [](auto x) { return cx::unique<6>(x); });
  agrees<few>("unique_more", [](auto x) { return cx::unique<9>(x); });
  agrees_with<int_table>("unique_counts", [](auto x) { return cx::unique_counts<8>(x); }, {});
  agrees_with<int_table>("unique_inverse", [](auto x) { return cx::unique_inverse<5>(x); }, {});
  agrees_with<cx::tracer<int, 3>, cx::tracer<int, 4>>("union1d", [](auto x, auto y) { return cx::union1d<9>(x, y); }, {});
}

} // namespace
} // namespace constax_tests
