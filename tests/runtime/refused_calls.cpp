// SPDX-License-Identifier: BSL-1.0
// Calls of ndarrays that mean nothing, and their sentences.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

namespace cx = constax;
using cx::ndarray;

TEST_CASE("calls that mean nothing") {
  ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}}, v{1.0, 2.0, 3.0}, none(std::vector<double>{});
  CHECK(thrown<cx::shape_error>([&] { cx::median(none); }) ==
        "[constax] quantile, median: an operand of type f64[0] has no element along an axis, of which there is no quantile");
  CHECK_THROWS_AS(cx::quantile(ndarray(std::vector<double>{}, {2, 0}), 0.5, 1), cx::shape_error);
  CHECK(cx::quantile(ndarray(std::vector<double>{}, {2, 0}), 0.5, 0).size() == 0);
  CHECK(thrown<cx::shape_error>([&] { cx::reshape(x, {4, -1}); }) ==
        "[constax] reshape: shapes f64[2,3] and f64[4,-1] do not fit; -1 is what is left, once, if the others divide the elements");
  CHECK_THROWS_AS(cx::reshape(x, {-1, -1}), cx::shape_error);
  CHECK(thrown<cx::shape_error>([&] { cx::diff(v, -1); }) == "[constax] diff: differences are taken 0 times or more");
  CHECK(thrown<cx::shape_error>([&] { cx::linspace(0.0, 1.0, -1); }) == "[constax] linspace: the length -1 on axis 0 of f64[-1] is negative");
}
