// SPDX-License-Identifier: BSL-1.0
// Examples of arrays that are joined, and of one that is split.
#include "examples.hpp"

TEST_CASE("arrays joined, an example of each function") {
  DERIVED("column_stack", "{{3, 0.5}, {1, 4}, {2, 2}}", "{1, 1, 1}", cx::column_stack(x, y));
  DERIVED("concat", "{3, 1, 2, 0.5, 4, 2}", "{1, 1, 1}", cx::concat(x, y));
  DERIVED("concatenate", "{3, 1, 2, 0.5, 4, 2}", "{1, 1, 1}", cx::concatenate(x, y));
  DERIVED("dstack", "{{{3, 0.5}, {1, 4}, {2, 2}}}", "{1, 1, 1}", cx::dstack(x, y));
  DERIVED("hstack", "{3, 1, 2, 0.5, 4, 2}", "{1, 1, 1}", cx::hstack(x, y));
  DERIVED("stack", "{{3, 1, 2}, {0.5, 4, 2}}", "{1, 1, 1}", cx::stack(x, y));
  DERIVED("vstack", "{{3, 1, 2}, {0.5, 4, 2}}", "{1, 1, 1}", cx::vstack(x, y));
}

TEST_CASE("an array split, an example of each function") {
  DERIVED("array_split", "({3, 1}, {2})", "{1, 1, 1}", cx::array_split(x, 2));
  DERIVED("dsplit", "({{{3}, {1}, {2}}}, {{{0.5}, {4}, {2}}})", "{1, 1, 1}", cx::dsplit(cx::dstack(x, y), 2));
  DERIVED("hsplit", "({{3}, {12}}, {{2}, {5}}, {{6}, {12}})", "{5, 7, 9}", cx::hsplit(a * x, 3));
  DERIVED("split", "({3}, {1}, {2})", "{1, 1, 1}", cx::split(x, 3));
  DERIVED("unstack", "({3, 2, 6}, {12, 5, 12})", "{5, 7, 9}", cx::unstack(a * x));
  DERIVED("vsplit", "({{3, 2, 6}}, {{12, 5, 12}})", "{5, 7, 9}", cx::vsplit(a * x, 2));
}
