// SPDX-License-Identifier: BSL-1.0
// Cumulative operations along contiguous, strided and unrolled axes, at lengths around the register width: the oracle's bits.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

constexpr int W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(double));

inline constexpr auto sums = [](auto x) { return std::pair{cx::cumsum(x, 0_c), cx::cumsum(x, 0_c, cx::reverse)}; };
inline constexpr auto products = [](auto x) { return std::pair{cx::cumprod(x, 0_c), cx::cumprod(x, 0_c, cx::reverse)}; };
inline constexpr auto extremes = [](auto x) { return std::pair{cx::cummax(x, 0_c), cx::cummin(x, 0_c, cx::reverse)}; };
inline constexpr auto exponentials = [](auto x) { return std::pair{cx::cumlogsumexp(x, 0_c), cx::cumlogsumexp(x, 0_c, cx::reverse)}; };
inline constexpr auto recurrences = [](auto a, auto b) {
  return std::pair{cx::linear_recurrence(a, b, 0_c), cx::linear_recurrence(a, b, 0_c, cx::reverse)};
};
inline constexpr auto last_axis = [](auto x) {
  return std::tuple{cx::cumsum(x, -1_c), cx::cumprod(x, -1_c, cx::reverse), cx::cumlogsumexp(x, -1_c)};
};

static_assert(cx::make_jaxpr([](auto x) { return cx::cumsum(x); })(cx::spec<double, n>{}) ==
              "{ lambda ; a:f64[n]. let b:f64[n] = cumsum[axis=0 reverse=False] a in (b,) }");
static_assert(cx::make_jaxpr([](auto x) { return cx::cumprod(x, -1_c, cx::reverse); })(cx::spec<float, 2, n>{}) ==
              "{ lambda ; a:f32[2,n]. let b:f32[2,n] = cumprod[axis=1 reverse=True] a in (b,) }");

TEST_CASE("vectors, from nothing to two registers and more") {
  for (int k = 0; k <= 2 * W + 1; ++k) {
    INFO(k);
    CHECK(compare(sums, input<double, n>(k)));
    CHECK(compare(products, input<double, n>(k)));
    CHECK(compare(extremes, input<double, n>(k)));
    CHECK(compare(exponentials, input<double, n>(k)));
    CHECK(compare(recurrences, input<double, n>(k), input<double, n>(k, 1)));
  }
  CHECK(compare(sums, input<float, n>(1000)));
  CHECK(compare(products, input<std::int64_t, n>(70)));
  CHECK(compare(extremes, input<std::int8_t, n>(70)));
}
TEST_CASE("columns: lanes along the contiguous axis") {
  for (int k = 0; k <= 2 * W + 1; ++k) {
    INFO(k);
    CHECK(compare(sums, input<double, n, m>(5, k)));
    CHECK(compare(extremes, input<float, n, m>(k, 2 * k + 3)));
    CHECK(compare(exponentials, input<double, n, m>(3, k)));
    CHECK(compare(recurrences, input<double, n, m>(4, k), input<double, n, m>(4, k, 1)));
  }
  CHECK(compare(products, input<double, n, m>(9, 9 * W + 3)));
  CHECK(compare(recurrences, input<float, n, m>(9, 9 * W + 3), input<float, n, m>(9, 9 * W + 3, 1)));
  CHECK(compare(sums, input<double, n, 3>(100)));
  CHECK(compare([](auto x) { return cx::cumsum(x, 1_c); }, input<double, n, m, 5>(7, 40)));
}
TEST_CASE("rows: lanes along a strided axis") {
  for (int k = 0; k <= 2 * W + 1; ++k) {
    INFO(k);
    CHECK(compare(last_axis, input<double, n, m>(k, 7)));
    CHECK(compare(last_axis, input<float, n, m>(9, k)));
  }
  CHECK(compare(last_axis, input<double, n, 2, m>(5, 19)));
  CHECK(compare([](auto x) { return cx::cumsum(cx::transpose(x), 0_c); }, input<double, n, m>(19, 21))); // through a view
}
TEST_CASE("small fixed axes stay in registers") {
  CHECK(compare(sums, input<double, 5>()));
  CHECK(compare(last_axis, input<double, n, 3>(37)));
  CHECK(compare([](auto x) { return std::pair{cx::cumsum(x, 1_c), cx::cumsum(x, 2_c, cx::reverse)}; }, input<double, n, 4, 3>(19)));
  CHECK(compare([](auto x) { return cx::exp(cx::cummax(cx::sin(x), 0_c)); }, input<double, 4, 3>()));
  CHECK(compare(recurrences, input<double, 3, 2>(), input<double, 3, 2>(1)));
}

TEST_CASE("the other end, another start and another order are other bits") {
  input<double, n> const x(40);
  CHECK_FALSE(compare_with([](auto a) { return cx::cumsum(a); }, [](auto a) { return cx::cumsum(a, cx::reverse); }, x));
  CHECK_FALSE(compare_with([](auto a) { return cx::cumsum(a); }, [](auto a) { return cx::sum(a) - cx::cumsum(a, cx::reverse) + a; }, x));
  CHECK_FALSE(compare_with([](auto a) { return cx::cumsum(a)[-1_c]; }, [](auto a) { return cx::sum(a); }, input<double, n>(1000)));
  CHECK(compare_with([](auto a) { return cx::cumsum(a, cx::reverse); }, [](auto a) { return cx::flip(cx::cumsum(cx::flip(a))); }, x));
}

inline constexpr auto weighed = [](auto y) { return cx::sum(y * cx::cos(y)); };
TEST_CASE("derivatives") {
  for (int k : {0, 1, 2, W, 2 * W + 1, 100}) {
    INFO(k);
    CHECK(compare(cx::grad([](auto x) { return weighed(cx::cumsum(x)); }), input<double, n>(k)));
    CHECK(compare(cx::grad([](auto x) { return weighed(cx::cumprod(x, cx::reverse)); }), input<double, n>(k)));
    CHECK(compare(cx::grad([](auto x) { return weighed(cx::cummax(x, 1_c)); }), input<double, n, m>(5, k)));
    CHECK(compare(cx::grad([](auto x) { return weighed(cx::cumlogsumexp(x, 0_c)); }), input<double, n, m>(5, k)));
    CHECK(compare(cx::grad([](auto a, auto b) { return weighed(cx::linear_recurrence(a, b)); }, cx::argnums<0, 1>), input<double, n>(k),
                  input<double, n>(k, 1)));
  }
}
inline constexpr auto slopes_of_columns = [](auto x) {
  return std::pair{cx::prod(x, 0_c), cx::grad([](auto z) { return cx::sum(cx::prod(z, 0_c)); })(x)};
};
inline constexpr auto slopes_of_rows = [](auto x) {
  return std::pair{cx::prod(x, 1_c), cx::grad([](auto z) { return cx::sum(cx::prod(z, 1_c)); })(x)};
};
TEST_CASE("products of all others: lanes are chains, or go along another axis") {
  constexpr auto slope = cx::value_and_grad([](auto x) { return cx::prod(x); });
  for (int k = 0; k <= 2 * W + 1; ++k) {
    INFO(k);
    CHECK(compare(slope, input<double, n>(k)));
  }
  for (int k : {18, 31, 32, 33, 255, 256, 257, 511, 768, 1000, 1023, 1024, 1025, 1300, 2048, 3079}) {
    INFO(k);
    CHECK(compare(slope, input<double, n>(k)));
    CHECK(compare(slope, input<float, n>(k)));
    CHECK(compare(slopes_of_columns, input<double, n, m>(k, 2 * W + 3)));
    CHECK(compare(slopes_of_rows, input<double, n, m>(3, k)));
  }
  CHECK(compare(slope, input<double, n>(20'000))); // several blocks a group
  CHECK(compare(slopes_of_columns, input<float, n, m>(1300, 5)));
  CHECK(compare(slope, input<double, 1000>()));
  CHECK(compare(slope, input<double, 1025>()));
  CHECK(compare(slope, input<double, 5>()));
  CHECK(compare(slope, input<double, 24>()));
  CHECK(compare(slope, input<double, 7, 30>()));
  CHECK(compare(slope, input<double, 7, 300>()));
  CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::prod(x, 1_c)); }), input<double, n, 20>(W + 1)));
  CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::prod(x, cx::axes_c<0, 2>)); }), input<float, n, 3, m>(4, 21)));
}

} // namespace
