// SPDX-License-Identifier: BSL-1.0
// Examples of functions about the places of elements: what is taken from them, put there, summed by number; and where elements are.
#include "examples.hpp"

TEST_CASE("elements and slices at places, an example of each function") {
  DERIVED("dynamic_slice", "{1, 2}", "{0, 1, 1}", cx::dynamic_slice(x, {2}, 1));
  DERIVED("dynamic_slice_in_dim", "{1, 2}", "{0, 1, 1}", cx::dynamic_slice_in_dim(x, 1, 2, 0));
  DERIVED("dynamic_update_slice", "{3, 7, 8}", "{1, 0, 0}", cx::dynamic_update_slice(x, cx::ndarray{7.0, 8.0}, 1));
  DERIVED("dynamic_update_slice_in_dim", "{7, 8, 2}", "{0, 0, 1}", cx::dynamic_update_slice_in_dim(x, cx::ndarray{7.0, 8.0}, 0));
  DERIVED("take", "{2, 3}", "{1, 0, 1}", cx::take(x, i, 0));
  DERIVED("take_along_axis", "{1, 1, 2}", "{0, 2, 1}", cx::take_along_axis(x, cx::ndarray{1, 1, 2}, 0));
}

TEST_CASE("sums by number, an example of each function") {
  EXAMPLE("bincount", "{1, 2, 0}", cx::bincount(cx::ndarray{0, 1, 1}, 3));
  EXAMPLE("one_hot", "{{0, 0, 1}, {1, 0, 0}}", cx::one_hot(i, 3));
  DERIVED("segment_max", "{3, 1}", "{1, 1, 0}", cx::segment_max(x, cx::ndarray{0, 1, 0}, 2));
  DERIVED("segment_min", "{2, 1}", "{0, 1, 1}", cx::segment_min(x, cx::ndarray{0, 1, 0}, 2));
  EXAMPLE("segment_prod", "{6, 1}", cx::segment_prod(x, cx::ndarray{0, 1, 0}, 2));
  DERIVED("segment_sum", "{5, 1}", "{1, 1, 1}", cx::segment_sum(x, cx::ndarray{0, 1, 0}, 2));
}

TEST_CASE("where elements are, an example of each function") {
  EXAMPLE("argwhere", "{{1, 0}, {1, 1}, {1, 2}}", cx::argwhere(a > 3.5));
  EXAMPLE("flatnonzero", "{0, 2}", cx::flatnonzero(x > 1.5));
  EXAMPLE("isin", "{false, false, true}", cx::isin(x, y));
  EXAMPLE("nonzero", "({1, 1, 1}, {0, 1, 2})", cx::nonzero(a > 3.5));
  EXAMPLE("unravel_index", "({0, 1}, {1, 2})", cx::unravel_index(cx::ndarray{1, 5}, {2, 3}));
}
