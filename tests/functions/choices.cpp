// SPDX-License-Identifier: BSL-1.0
// Examples of extrema, bounds and choices, element by element.
#include "examples.hpp"

namespace constax::inline CONSTAX_TAG { // where formulas find their functions without cx::

TEST_CASE("extrema and choices, an example of each") {
  DERIVED("clamp", "{2.5, 1.5, 2}", "{0, 0, 1}", cx::clamp(1.5, x, 2.5));
  DERIVED("clip", "{2.5, 1.5, 2}", "{0, 0, 1}", cx::clip(x, 1.5, 2.5));
  EXAMPLE("fmax", "{3, 1, 2}", cx::fmax(x, std::nan("")));
  DERIVATIVES(fmax, x, y, where(x > y, 1.0, 0.0), where(x > y, 0.0, 1.0));
  EXAMPLE("fmin", "{3, 1, 2}", cx::fmin(x, std::nan("")));
  DERIVATIVES(fmin, x, y, where(x < y, 1.0, 0.0), where(x < y, 0.0, 1.0));
  EXAMPLE("max", "{3, 4, 2}", cx::max(x, y));
  DERIVATIVES(max, x, y, where(x > y, 1.0, 0.0), where(x > y, 0.0, 1.0));
  EXAMPLE("maximum", "{3, 1.5, 2}", cx::maximum(x, 1.5));
  DERIVATIVES(maximum, x, y, where(x > y, 1.0, 0.0), where(x > y, 0.0, 1.0));
  EXAMPLE("min", "{0.5, 1, 2}", cx::min(x, y));
  DERIVATIVES(min, x, y, where(x < y, 1.0, 0.0), where(x < y, 0.0, 1.0));
  EXAMPLE("minimum", "{1.5, 1, 1.5}", cx::minimum(x, 1.5));
  DERIVATIVES(minimum, x, y, where(x < y, 1.0, 0.0), where(x < y, 0.0, 1.0));
  EXAMPLE("nan_to_num", "{1, 0, 0}", cx::nan_to_num(cx::sqrt(x - 2.0)));
  DERIVATIVE(nan_to_num, x, 1.0);
  DERIVED("select_n", "{3, 0, 2}", "{1, 0, 1}", cx::select_n(x > 1.5, 0.0, x));
  DERIVED("stop_gradient", "{9, 1, 4}", "{3, 1, 2}", x * cx::stop_gradient(x));
  DERIVED("where", "{3, 0, 2}", "{1, 0, 1}", cx::where(x > 1.5, x, 0.0));
}

} // namespace constax::inline CONSTAX_TAG
