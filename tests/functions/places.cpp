// SPDX-License-Identifier: BSL-1.0
// Examples of what stands in x[...], and of what becomes of places outside.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("slices and axes, an example of each") {
  EXAMPLE("ellipsis", "{1, 4}", a(cx::ellipsis, 0));
  DERIVED("end", "{1, 2}", "{0, 1, 1}", x[cx::slice(1, cx::end)]);
  EXAMPLE("integer", "{5, 7, 9}", cx::sum(a, cx::integer<0>{}));
  DERIVED("newaxis", "{{3, 1, 2}}", "{1, 1, 1}", x[cx::newaxis]);
  DERIVED("slice", "{3, 2}", "{1, 0, 1}", x[cx::slice(0, 3, 2)]);
}

TEST_CASE("places outside of an array, an example of each") {
  DERIVED("mode::clip", "{3, 2}", "{1, 0, 1}", x.at(cx::ndarray{0, 4}).get(cx::mode::clip));
  DERIVED("mode::drop", "{13, 1, 2}", "{1, 1, 1}", x.at(cx::ndarray{0, 4}).add(10.0, cx::mode::drop));
  DERIVED("mode::fill", "{3, nan}", "{1, 0, 0}", x.at(cx::ndarray{0, 4}).get(cx::mode::fill));
  DERIVED("mode::promise_in_bounds", "{2, 3}", "{1, 0, 1}", x.at(i).get(cx::mode::promise_in_bounds));
  DERIVED("mode::wrap", "{3, 1}", "{1, 1, 0}", x.at(cx::ndarray{0, 4}).get(cx::mode::wrap));
}
