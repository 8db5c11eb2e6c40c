// SPDX-License-Identifier: BSL-1.0
// nightly: three minutes of compilation; random programs ask the same of plans at run time, and eval/regions compiles some
// Regions: which values pass through strips of which axis, where axes are of known length, several, or turned by a view: the oracle's bits.
// (Most of these programs are those of tests/random/programs.py, made smaller.)
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

inline constexpr auto logsumexp = [](auto x) { return cx::sum(cx::logsumexp(x, 1_c)); };

TEST_CASE("rows of a known number, which is not that of a strip") { // nor is what lies behind a strip beyond the end of a window
  CHECK(compare(logsumexp, input<double, 100, m>(3)));
  CHECK(compare(cx::value_and_grad(logsumexp), input<double, 100, 30>()));
  CHECK(compare([](auto x) { return cx::softmax(x, 1_c); }, input<float, 300, m>(19)));
}
inline constexpr auto two_parts = [](auto x, auto y) { return logsumexp(x) - 2.0 * logsumexp(y); };
inline constexpr auto linked = [](auto x, auto y) { return logsumexp(y * y * cx::expand_dims(cx::sum(cx::softmax(x, 1_c), 0_c), 1_c)); };
TEST_CASE("regions of several axes") {
  for (int r : {1, 16, 17, 300}) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(two_parts, cx::argnums<0, 1>), input<double, n, m>(r, 40), input<double, 100, n>(r)));
    CHECK(compare(cx::value_and_grad(linked), input<double, n, m>(r, 40), input<double, m, n>(40, r)));
    CHECK(compare(linked, input<double, n, 100>(r), input<double, 100, m>(2 * r)));
  }
}
inline constexpr auto over_row = [](auto y) { return y / cx::expand_dims(cx::sum(y, 1_c), 1_c); };
TEST_CASE("a view that does not run along needs all of what the strips make") {
  for (int r : {3, 16, 17, 40, 300}) {
    INFO(r);
    CHECK(compare([](auto x) { auto const y = cx::exp(x); return over_row(y + cx::flip(y, 0_c)); }, input<double, n, m>(r, 30)));
    CHECK(compare([](auto x) { auto const y = cx::exp(x); return over_row(y * cx::expand_dims(y(2_c), 0_c)); }, input<double, n, 100>(r)));
    CHECK(compare(cx::grad([](auto x) {
                    return cx::sum(cx::tanh(x + cx::flip(x, 0_c))) + logsumexp(cx::expand_dims(x, 1_c) * cx::expand_dims(x, 0_c));
                  }),
                  input<double, n>(r)));
  }
}
TEST_CASE("the largest of a row: a turn takes more registers, or a register has more lanes, than a sum has chains") {
  for (int r : {8, 31, 32, 33, 64, 300}) {
    INFO(r);
    CHECK(compare([](auto x) { return cx::max(cx::cumsum(x, 0_c), 1_c); }, input<double, 100, m>(r)));
    CHECK(compare([](auto x) { return cx::min(cx::cumsum(x, 0_c), 1_c); }, input<float, 100, m>(r)));
    CHECK(compare([](auto x) { return cx::max(cx::cumsum(x, 0_c), 1_c); }, input<int, 100, m>(r)));
    CHECK(compare([](auto x) { return cx::sum(cx::cumsum(x, 0_c), 1_c); }, input<std::int8_t, 300, m>(r)));
  }
}
TEST_CASE("a value may lie over what its kernel is the last to read") {
  for (int r : {1, 16, 17, 300}) {
    INFO(r);
    CHECK(compare(cx::value_and_grad([](auto x) { return cx::sum(cx::square(cx::softmax(cx::softmax(cx::tanh(x), 1_c) * 2.0, 1_c))); }),
                  input<double, n, 100>(r)));
    CHECK(compare([](auto x) { return cx::softmax(cx::softmax(cx::tanh(x), 1_c) * 2.0, 1_c) * cx::tanh(x); }, input<float, n, m>(r, 70)));
    // Not where the kernel reads it at other places too, another one reads it then, or it has given its place away.
    CHECK(compare(
        [](auto x) {
          auto const y = cx::softmax(x, 1_c);
          return cx::softmax(over_row(cx::exp(y + cx::flip(y, 1_c))), 1_c);
        },
        input<double, n, 100>(r)));
    CHECK(compare(
        [](auto x) {
          auto const y = cx::softmax(x, 1_c);
          return cx::softmax(over_row(cx::exp(y)) + cx::cumsum(y, 1_c), 1_c);
        },
        input<double, n, 100>(r)));
    CHECK(compare(
        [](auto x) {
          auto const y = cx::softmax(x, 1_c);
          return cx::softmax(over_row(cx::exp(y)) * over_row(cx::cos(y)), 1_c);
        },
        input<double, n, 100>(r)));
  }
}
TEST_CASE("arrays joined or padded along the axis of the region that reads them: a piece of each strip") {
  for (int r : {2, 5, 17, 40, 300}) {
    INFO(r);
    CHECK(compare(
        [](auto x, auto y) {
          auto const differences = cx::concatenate(y(cx::slice(0_c, 1_c)), y(cx::slice(1_c, cx::end)) - y(cx::slice(0_c, -1_c)), 0_c);
          return x - cx::expand_dims(cx::softmax(cx::exp(differences), 0_c), 1_c);
        },
        input<double, n, m>(r, 7), input<double, n>(r)));
    CHECK(compare(
        [](auto x, auto y) {
          auto const padded = cx::grad([](auto z) { return cx::sum(cx::sin(cx::cumsum(z[cx::slice(1_c, cx::end, 3_c)]))); })(
              y); // with zeros between and around
          return over_row(x * cx::expand_dims(cx::exp(padded), 1_c));
        },
        input<double, 100, m>(r), input<double, 100>()));
  }
}
TEST_CASE("arguments and results of regions in other layouts") {
  static constexpr auto f = [](auto x, auto y) {
    return std::tuple{cx::softmax(x, 1_c) + y, cx::sum(cx::softmax(y, 1_c), 0_c), cx::tanh(y)};
  };
  for (int r : {1, 17, 300}) {
    INFO(r);
    CHECK(compare(f, input_in<cx::col_major, double, n, 3>(r), input_in<cx::strided, double, n, 3>(r)));
    CHECK(compare_into(
        f, std::tuple{output<cx::col_major, double, n, 3>(r), output<nullptr, double, 3>(), output<cx::strided, double, n, 3>(r)},
        input<double, n, 3>(r), input_in<cx::strided, double, n, 3>(r)));
    CHECK(compare_into(
        f,
        std::tuple{output<cx::strided, float, n, m>(r, 70), output<cx::strided, float, m>(70), output<cx::col_major, float, n, m>(r, 70)},
        input_in<cx::col_major, float, n, m>(r, 70), input<float, n, m>(r, 70)));
  }
  output<cx::strided, double, n> twin(3); // nothing is where the numbers belong, then something is between them
  cx::tensor t(cx::aval{cx::dtype::f64, {cx::extent(3)}});
  for (cx::u32 i = 0; i < 3; ++i) t.put(i, 77.0);
  CHECK(twin.same(t));
  t.put(1, 1.0);
  CHECK_FALSE(twin.same(t));
  t.put(1, 77.0), twin.held.memory.back() = 0;
  CHECK_FALSE(twin.same(t));
}
TEST_CASE("the gradient with respect to what a function does not use") {
  CHECK(compare(cx::grad([](auto x, auto) { return logsumexp(x); }, cx::argnums<0, 1>), input<double, n, m>(20, 5), input<double, n>(20)));
}
TEST_CASE("few sums, each of a row of many, are made in a loop and read from registers") {
  CHECK(compare([](auto x) { return cx::sum(cx::concatenate(x, cx::tanh(x), 1_c), 1_c); }, input<double, 20, 3>()));
  CHECK(compare([](auto x) { return cx::exp(cx::max(x, 1_c)); }, input<float, 40, 7>()));
}

} // namespace
