// SPDX-License-Identifier: BSL-1.0
// Lists that a call writes in braces, of traced values and of ndarrays: arrays are joined in the same way as one after the other. Samplers
// of ndarrays outside of traced functions draw what they draw in one.
#include "../support/late.hpp"

namespace {

cx::ndarray const v({1.0, 2.0}), w({3.0, 4.0}), m = cx::reshape(cx::arange<double>(4), {2, 2});

} // namespace

TEST_CASE("lists of ndarrays, of traced values, and arguments one after the other") {
  std::vector<cx::ndarray> const both{v, w};
  CHECK(cx::concatenate({v, w}) == cx::concatenate(v, w, 0));
  CHECK(cx::concatenate(both) == cx::concatenate({v, w}, 0));
  CHECK(cx::stack({v, w}, 1) == cx::stack(v, w, 1));
  CHECK(cx::vstack({v, w}) == cx::vstack(v, w));
  CHECK(cx::vstack({v, m}) == cx::vstack(v, m));
  CHECK(cx::hstack({v, w}) == cx::hstack(v, w));
  CHECK(cx::hstack({m, m}) == cx::hstack(m, m));
  CHECK(cx::dstack({v, w}) == cx::dstack(v, w));
  CHECK(cx::column_stack(both) == cx::column_stack(v, w));
  auto const braces = [](auto x, auto y) {
    return std::tuple(cx::concatenate({x, y}), cx::stack({x, y}, 1), cx::vstack({x, y}), cx::hstack({x, y}), cx::dstack({x, y}),
                      cx::column_stack({x, y * 2.0}));
  };
  auto const [a, b, c, d, e, f] = cx::jit(braces)(v, w);
  CHECK((a == cx::concatenate({v, w}) && b == cx::stack({v, w}, 1) && c == cx::vstack({v, w}) && d == cx::hstack({v, w})));
  CHECK((e == cx::dstack({v, w}) && f == cx::column_stack({v, w * 2.0})));
}

TEST_CASE("samplers of ndarrays draw what they draw in a traced function") {
  auto const key = cx::random::key(7);
  cx::ndarray const many = cx::arange<double>(300), p({0.1, 0.2, 0.7});
  cx::ndarray const shuffled = cx::random::permutation(key, many);
  CHECK(shuffled == cx::jit([](auto k, auto x) { return cx::random::permutation(k, x); })(key, many));
  CHECK(cx::sort(shuffled) == many);
  CHECK(cx::random::categorical(key, {5}, cx::log(p)) ==
        cx::jit([](auto k, auto l) { return cx::random::categorical(k, {5}, l); })(key, cx::log(p)));
  CHECK(cx::random::choice(key, {5}, p) == cx::jit([](auto k, auto q) { return cx::random::choice(k, {5}, q); })(key, p));
}
