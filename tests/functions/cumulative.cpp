// SPDX-License-Identifier: BSL-1.0
// Examples of reductions that leave out nan, and of cumulative functions.
#include "examples.hpp"

TEST_CASE("reductions of what is a number, an example of each") {
  EXAMPLE("nanargmax", "2", cx::nanargmax(cx::ndarray{std::nan(""), 1.0, 2.0}));
  EXAMPLE("nanargmin", "1", cx::nanargmin(cx::ndarray{std::nan(""), 1.0, 2.0}));
  DERIVED("nancumprod", "{3, 3, 6}", "{4, 0, 3}", cx::nancumprod(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nancumsum", "{3, 3, 5}", "{3, 0, 1}", cx::nancumsum(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanmax", "3", "{1, 0, 0}", cx::nanmax(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanmean", "2.5", "{0.5, 0, 0.5}", cx::nanmean(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanmin", "2", "{0, 0, 1}", cx::nanmin(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanprod", "6", "{2, 0, 3}", cx::nanprod(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanstd", "0.5", "{0.5, 0, -0.5}", cx::nanstd(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nansum", "5", "{1, 0, 1}", cx::nansum(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanvar", "0.25", "{0.5, 0, -0.5}", cx::nanvar(cx::where(x > 1.5, x, std::nan(""))));
}

TEST_CASE("cumulative functions, an example of each") {
  DERIVED("cumlogsumexp", "{3, 3.12693, 3.40761}", "{2.54604, 0.209233, 0.244728}", cx::cumlogsumexp(x));
  DERIVED("cummax", "{3, 3, 3}", "{3, 0, 0}", cx::cummax(x));
  DERIVED("cummin", "{3, 1, 1}", "{1, 2, 0}", cx::cummin(x));
  DERIVED("cumprod", "{3, 3, 6}", "{4, 9, 3}", cx::cumprod(x));
  DERIVED("cumsum", "{3, 4, 6}", "{3, 2, 1}", cx::cumsum(x));
  DERIVED("linear_recurrence", "{3, 13, 28}", "{13, 3, 1}", cx::linear_recurrence(y, x));
}
