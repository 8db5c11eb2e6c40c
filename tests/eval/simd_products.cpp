// SPDX-License-Identifier: BSL-1.0
// Matrix products of all small shapes: the oracle's bits.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;

TEST_CASE("matrix times matrix") {
  for (int r : {1, 2, 3, 5, 8, 13, 40})
    for (int c : {1, 2, 7, 8, 9, 17, 40})
      for (int i : {1, 4, 9, 17, 40}) {
        INFO(r << " x " << i << " x " << c);
        CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<double, n, k>(r, i), input<double, k, m>(i, c)));
      }
  CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<float, n, k>(33, 300), input<float, k, m>(300, 19)));
  CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<double, n, k>(5, 0), input<double, k, m>(0, 4)));
}
/// Around tiles of 3 rows and of 6, chunks of 24 (48 floats), tasks of 168, panels of a register, blocks of 256 terms, and trees of groups.
template <class T> void products(std::initializer_list<int> rows, std::initializer_list<int> terms, std::initializer_list<int> columns) {
  for (int r : rows)
    for (int i : terms)
      for (int c : columns) {
        INFO(r << " x " << i << " x " << c);
        CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<T, n, k>(r, i), input<T, k, m>(i, c)));
        CHECK(compare([](auto x, auto y) { return cx::matmul(cx::transpose(x), y); }, input<T, k, n>(i, r), input<T, k, m>(i, c)));
        CHECK(compare([](auto x, auto y) { return cx::matmul(x, cx::transpose(y)); }, input<T, n, k>(r, i), input<T, m, k>(c, i)));
        CHECK(compare([](auto x, auto y) { return cx::matmul(cx::transpose(x), cx::transpose(y)); }, input<T, k, n>(i, r),
                      input<T, m, k>(c, i)));
      }
}
TEST_CASE("matrix products in tiles") {
  products<double>({3, 11, 24, 26, 49}, {16, 17, 256, 520}, {8, 24, 31});
  products<double>({13}, {128, 256}, {9, 17}); // rows that meet in the sets of a cache
  products<double>({170, 400}, {300}, {25});
  products<double>({2, 50}, {256 * 67 + 5}, {9}); // 64 groups of unequal length
  products<float>({3, 48, 50}, {15, 33, 300}, {16, 48, 70});
  products<int>({5, 50}, {40, 300}, {17, 50});
}
TEST_CASE("terms along several axes: one within the other, or not") {
  auto const two = [](auto x, auto y) { return cx::einsum<"abi,abj->ij">(x, y); };
  for (int a : {1, 3, 30})
    for (int b : {1, 4, 17}) {
      INFO(a << " x " << b);
      CHECK(compare(two, input<double, n, k, m>(a, b, 24), input<double, n, k, 9>(a, b)));
      CHECK(compare([](auto x, auto y) { return cx::einsum<"bia,abj->ij">(x, y); }, input<double, k, m, n>(b, 24, a),
                    input<double, n, k, 9>(a, b)));
    }
  CHECK(compare(two, input<float, n, k, m>(0, 4, 24), input<float, n, k, 9>(0, 4)));
}
TEST_CASE("wrong twin: the same products in another order of terms have other bits") {
  input<double, n, k> const x(5, 300);
  input<double, k, m> const y(300, 9);
  auto const forth = cx::jit([](auto a, auto b) { return cx::matmul(a, b); })(x.view(), y.view());
  auto const back = cx::jit([](auto a, auto b) { return cx::matmul(cx::flip(a, 1_c), cx::flip(b, 0_c)); })(x.view(), y.view());
  int others = 0;
  for (std::int64_t i = 0; i < forth.size(); ++i) {
    CHECK(std::abs(forth[i] - back[i]) < 1e-11);
    others += forth[i] != back[i];
  }
  CHECK(others > 10);
}
TEST_CASE("fixed shapes, transposed operands, matrix times vector") {
  CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<double, 3, 3>(), input<double, 3, 3>()));
  CHECK(compare([](auto x, auto y) { return cx::matmul(cx::transpose(x), y); }, input<double, 40, 30>(), input<double, 40, 20>()));
  for (auto [r, c] : {std::pair{1, 1}, std::pair{3, 5}, std::pair{17, 40}, std::pair{300, 7}, std::pair{9, 1000}}) {
    CHECK(compare([](auto a, auto x) { return cx::dot(a, x); }, input<double, n, m>(r, c), input<double, m>(c)));
    CHECK(compare([](auto a, auto x) { return cx::dot(cx::transpose(a), x); }, input<double, n, m>(r, c), input<double, n>(r)));
    CHECK(compare([](auto a, auto x) { return cx::dot(x, a); }, input<double, n, m>(r, c), input<double, n>(r)));
  }
}
TEST_CASE("short lines of products: left to right, whatever the lanes") {
  for (int c : {1, 2, 7, 8, 9, 12, 15, 16, 17}) {
    INFO(c);
    CHECK(compare([](auto a, auto x) { return cx::dot(cx::tanh(a), x); }, input<double, n, m>(40, c), input<double, m>(c)));
    CHECK(compare([](auto a, auto x) { return cx::dot(cx::tanh(a), x); }, input<float, n, m>(3, c), input<float, m>(c)));
    CHECK(compare([](auto a, auto x) { return std::pair{cx::dot(a, x), cx::sum(a * a + a, 1_c)}; }, input<double, n, m>(9, c),
                  input<double, m>(c)));
    CHECK(compare([](auto a) { return std::pair{cx::prod(a, 1_c), cx::max(a, 1_c)}; }, input<int, n, m>(9, c)));
  }
}
TEST_CASE("sums down columns: around panels of 256 columns, rounds of 16 rows, blocks, and trees of groups") {
  for (int r : {3, 16, 17, 40, 256, 530, 256 * 5 + 3})
    for (int c : {1, 8, 13, 16, 17, 24, 255, 256, 261, 530}) {
      INFO(r << " x " << c);
      CHECK(compare([](auto a, auto x) { return cx::dot(cx::transpose(a), x); }, input<double, n, m>(r, c), input<double, n>(r)));
      CHECK(compare([](auto a) { return std::pair{cx::sum(a, 0_c), cx::sum(a * cx::tanh(a), 0_c)}; }, input<float, n, m>(r, c)));
    }
  CHECK(compare([](auto a) { return cx::sum(a, 0_c); }, input<double, n, m>(256 * 66 + 1, 9)));
  CHECK(compare([](auto a) { return std::pair{cx::max(a, 0_c), cx::prod(a, 0_c)}; }, input<int, n, m>(300, 300)));
  // panels with edges: what a window looks at ends inside
  for (int c : {9, 30, 270, 300}) {
    INFO(c);
    CHECK(compare(cx::grad([](auto w, auto a) {
                    auto const d = a(cx::slice(), cx::slice(1_c, cx::end)) - a(cx::slice(), cx::slice(0_c, -1_c));
                    return cx::sum(cx::square(cx::dot(w, cx::tanh(d))));
                  }, cx::argnums<1>),
                  input<double, n>(20), input<double, n, m>(20, c)));
  }
}
TEST_CASE("a layer and its gradient: products in strips of rows, outer products fused") {
  auto const f = cx::value_and_grad(
      [](auto w, auto v, auto x, auto y) { return cx::sum(cx::square(cx::matmul(cx::tanh(cx::matmul(x, w)), v) - y)); }, cx::argnums<0, 1>);
  for (int r : {1, 16, 17, 63, 65, 200, 300})
    for (int i : {3, 17, 70})
      for (int c : {5, 16, 30}) {
        INFO(r << " x " << i << " x " << c);
        CHECK(compare(f, input<double, k, m>(i, c), input<double, m>(c), input<double, n, k>(r, i), input<double, n>(r)));
      }
}
TEST_CASE("gradients of products; a batch of products") {
  CHECK(compare(cx::grad([](auto w, auto x, auto y) { return cx::sum(cx::square(cx::dot(x, w) - y)); }), input<double, m>(7),
                input<double, n, m>(100, 7), input<double, n>(100)));
  CHECK(compare(cx::vmap([](auto a, auto x) { return cx::dot(a, x); }), input<double, n, 3, 3>(50), input<double, n, 3>(50)));
  CHECK(compare(cx::vmap(cx::grad([](auto w, auto x) { return cx::square(cx::dot(w, x)); }), cx::in_axes<cx::none, 0>), input<double, 2>(),
                input<double, 3, 2>())); // a literal operand
}

} // namespace
