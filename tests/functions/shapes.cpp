// SPDX-License-Identifier: BSL-1.0
// Examples of shapes and padding; of arrays that are joined, and of one that is split.
#include "examples.hpp"

TEST_CASE("shapes, an example of each function") {
  DERIVED("atleast_1d", "{3}", "{1, 0, 0}", cx::atleast_1d(x[0]));
  DERIVED("atleast_2d", "{{3, 1, 2}}", "{1, 1, 1}", cx::atleast_2d(x));
  DERIVED("atleast_3d", "{{{3}, {1}, {2}}}", "{1, 1, 1}", cx::atleast_3d(x));
  DERIVED("broadcast_to", "{{3, 1, 2}, {3, 1, 2}}", "{2, 2, 2}", cx::broadcast_to(x, {2, 3}));
  DERIVED("expand_dims", "{{3}, {1}, {2}}", "{1, 1, 1}", cx::expand_dims(x, 1));
  DERIVED("ravel", "{3, 2, 6, 12, 5, 12}", "{5, 7, 9}", cx::ravel(a * x));
  DERIVED("reshape", "{{3, 2}, {6, 12}, {5, 12}}", "{5, 7, 9}", cx::reshape(a * x, {3, 2}));
  DERIVED("squeeze", "{3, 1, 2}", "{1, 1, 1}", cx::squeeze(cx::expand_dims(x, 1)));
}

TEST_CASE("axes in another order, an example of each function") {
  DERIVED("matrix_transpose", "{{3, 12}, {2, 5}, {6, 12}}", "{5, 7, 9}", cx::matrix_transpose(a * x));
  DERIVED("moveaxis", "{{3, 12}, {2, 5}, {6, 12}}", "{5, 7, 9}", cx::moveaxis(a * x, 0, -1));
  DERIVED("permute_dims", "{{3, 12}, {2, 5}, {6, 12}}", "{5, 7, 9}", cx::permute_dims(a * x, cx::axes_c<1, 0>));
  DERIVED("swapaxes", "{{3, 12}, {2, 5}, {6, 12}}", "{5, 7, 9}", cx::swapaxes(a * x, 0, 1));
  DERIVED("transpose", "{{3, 12}, {2, 5}, {6, 12}}", "{5, 7, 9}", cx::transpose(a * x));
}

TEST_CASE("elements in another order, an example of each function") {
  DERIVED("flip", "{2, 1, 3}", "{1, 1, 1}", cx::flip(x));
  DERIVED("fliplr", "{{6, 2, 3}, {12, 5, 12}}", "{5, 7, 9}", cx::fliplr(a * x));
  DERIVED("flipud", "{{12, 5, 12}, {3, 2, 6}}", "{5, 7, 9}", cx::flipud(a * x));
  DERIVED("roll", "{2, 3, 1}", "{1, 1, 1}", cx::roll(x, 1));
  DERIVED("rot90", "{{6, 12}, {2, 5}, {3, 12}}", "{5, 7, 9}", cx::rot90(a * x));
}

TEST_CASE("elements several times, fewer, or more, an example of each function") {
  DERIVED("append", "{3, 1, 2, 0.5, 4, 2}", "{1, 1, 1}", cx::append(x, y));
  DERIVED("delete_", "{3, 2}", "{1, 0, 1}", cx::delete_(x, 1));
  DERIVED("insert", "{3, 9, 1, 2}", "{1, 1, 1}", cx::insert(x, 1, 9.0));
  DERIVED("repeat", "{3, 3, 1, 1, 2, 2}", "{2, 2, 2}", cx::repeat(x, 2));
  DERIVED("tile", "{3, 1, 2, 3, 1, 2}", "{2, 2, 2}", cx::tile(x, {2}));
}

TEST_CASE("padding, an example of each mode") {
  DERIVED("pad", "{0, 3, 1, 2, 0}", "{1, 1, 1}", cx::pad(x, 1));
  DERIVED("pad_width", "{0, 3, 1, 2, 0, 0}", "{1, 1, 1}", cx::pad(x, cx::pad_width<1, 2>));
  DERIVED("mode::edge", "{3, 3, 3, 1, 2, 2, 2}", "{3, 1, 3}", cx::pad(x, 2, cx::mode::edge));
  DERIVED("mode::reflect", "{2, 1, 3, 1, 2, 1, 3}", "{2, 3, 2}", cx::pad(x, 2, cx::mode::reflect));
  DERIVED("mode::symmetric", "{1, 3, 3, 1, 2, 2, 1}", "{2, 3, 2}", cx::pad(x, 2, cx::mode::symmetric));
}

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
