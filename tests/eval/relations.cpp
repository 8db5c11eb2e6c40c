// SPDX-License-Identifier: BSL-1.0
// clang: -O0
// Programs in which a loop over one axis looks as if it met another, one memory serves two results, or there is nothing to sum: the
// oracle's bits, and plain loops.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;
inline constexpr cx::dim<"l"> l;
inline constexpr cx::dim<"p"> p;
inline constexpr cx::dim<"q"> q;
inline constexpr cx::dim<"r"> r;
inline constexpr cx::dim<"s"> s;

// ---- reshapes
// ------------------------------------------------------------------------------------------------------------------------------

inline constexpr auto other_way = [](auto x) { return cx::reshape<100, 101>(cx::sin(x)) * 2.0; };
/// A border row appended, then flattened the other way.
inline constexpr auto bordered = [](auto x) {
  return cx::reshape<n, n + 1>(cx::concatenate(cx::sin(x), cx::cos(x)[cx::slice(0_c, 1_c)], 0_c)) * 2.0;
};

TEST_CASE("a reshape to shapes that nearly are the operand's") {
  input<double, 101, 100> x;
  CHECK(compare(other_way, x));
  auto const y = cx::jit(other_way)(x.view());
  long wrong = 0;
  for (int i = 0; i < 10'100; ++i) wrong += std::fabs(y[i] - 2 * std::sin(x.view()[i])) > 1e-12;
  CHECK(wrong == 0);
  for (int length : {1, 2, 71, 72, 73, 100}) {
    INFO(length);
    CHECK(compare([](auto x) { return cx::softmax(cx::reshape<84, n>(cx::sin(x)), 1_c); }, input<double, n, 84>(length)));
    CHECK(compare(bordered, input<double, n, n>(length, length)));
  }
}
TEST_CASE("a reshape of an array without elements") {
  auto const f = [](auto x) {
    auto const none = cx::sin(x)(cx::slice(), cx::slice(), cx::slice(0_c, 0_c));
    return std::tuple{cx::sum(x, 2_c), cx::reshape<3, 0, n>(none), cx::reshape<n, 0, 5, 3>(none) + 1.0};
  };
  CHECK(compare(f, input<double, 3, n, 2>(100)));
  CHECK(compare(f, input<double, 3, n, 2>(0)));
}

// ---- pads
// ----------------------------------------------------------------------------------------------------------------------------------

inline constexpr auto cropped = [](auto x) { return cx::sum(cx::square(cx::sin(x)[cx::slice(40_c, cx::end)])); };
inline constexpr auto every_fourth = [](auto x) { return cx::sum(cx::square(cx::sin(x)[cx::slice(2_c, cx::end, 4_c)])); };
inline constexpr auto columns = [](auto x) { return cx::sum(cx::exp(cx::transpose(cx::sin(x))[cx::slice(6_c, -2_c)])); };
inline constexpr auto images = [](auto x) { return cx::sum(cx::square(cx::softmax(x, 2_c)(cx::slice(), cx::slice(20_c, cx::end)))); };

TEST_CASE("gradients of parts of square matrices") {
  input<double, 100, 100> x;
  CHECK(compare(cx::grad(cropped), x));
  auto const g = cx::grad(cropped)(x.view());
  long wrong = 0;
  for (int i = 0; i < 10'000; ++i)
    wrong += std::fabs(g[i] - (i / 100 < 40 ? 0 : 2 * std::sin(x.view()[i]) * std::cos(x.view()[i]))) > 1e-12;
  CHECK(wrong == 0);
  CHECK(compare(cx::grad(every_fourth), x));
  CHECK(compare(cx::vmap(cx::grad(every_fourth)), input<double, 3, 100, 100>()));
  for (int length : {8, 9, 66, 101}) {
    INFO(length);
    CHECK(compare(cx::grad(columns), input<float, n, n>(length, length)));
  }
  static constexpr auto with_direction = [](auto x, auto dx) { return cx::jvp(cx::grad(cropped), std::tuple{x}, std::tuple{dx}); };
  CHECK(compare(with_direction, input<double, 70, 70>(), input<double, 70, 70>(1)));
}
TEST_CASE("gradients of parts of images, as many as they have rows") { // strips of images
  CHECK(compare(cx::grad(images), input<double, 50, 50, 50>()));
}

// ---- results that are one value
// --------------------------------------------------------------------------------------------------------------

inline constexpr auto twice = [](auto x, auto y) {
  auto const z = cx::sum(cx::exp(x), 0_c) + cx::max(y, 0_c);
  return std::tuple{z, x, z};
};
inline constexpr auto tied = [](auto x, auto y) {
  auto const z = x + y;
  return cx::sum(cx::square(cx::softmax(z, 1_c))) + cx::sum(cx::exp(cx::sin(z) / cx::expand_dims(cx::sum(cx::square(z), 1_c), 1_c)));
};
TEST_CASE("a value that is two results, and the gradient in two arguments that are one") {
  CHECK(compare(twice, input<double, 200, 100>(), input<double, 200, 100>(1)));
  CHECK(compare(twice, input<float, n, m>(70, 130), input<float, n, m>(70, 130, 1)));
  CHECK(compare(cx::grad(tied, cx::argnums<0, 1>), input<double, n, m>(70, 66), input<double, n, m>(70, 66, 1)));
}

// ---- sums
// ------------------------------------------------------------------------------------------------------------------------------------

inline constexpr auto boundary = [](auto x, auto y) {
  return cx::tanh(cx::sum(x * y)) + cx::sum(cx::square(cx::sin(x)[cx::slice(1_c, -1_c)])) +
         cx::sum(cx::exp(cx::sin(y)[cx::slice(2_c, cx::end)]));
};
TEST_CASE("sums over the inside of lines, whose terms wait in memory") {
  for (int length : {2, 3, 9, 10, 11, 17, 66, 130}) {
    INFO(length);
    CHECK(compare(cx::value_and_grad(boundary, cx::argnums<0, 1>), input<double, n>(length), input<double, n>(length, 1)));
  }
}
TEST_CASE("sums of nothing, beside sums") {
  auto const beside = [](auto x) { return cx::sum(cx::tanh(x(cx::slice(), cx::slice(0_c, 0_c))), 1_c) + cx::sum(cx::exp(x), 1_c); };
  CHECK(compare(beside, input<double, 200, 100>()));
  CHECK(compare(beside, input<double, n, m>(200, 100)));
  CHECK(compare([](auto x) { return cx::prod(x(cx::slice(), cx::slice(), cx::slice(0_c, 0_c)), 2_c) * x(cx::slice(), cx::slice(), 0_c); },
                input<double, 100, 70, 2>()));
}
TEST_CASE("eight symbolic axes") {
  CHECK(compare([](auto x) { return cx::sin(x) + cx::expand_dims(cx::sum(x, cx::axes_c<7>), 7_c); },
                input<double, n, m, k, l, p, q, r, s>(2, 1, 2, 2, 1, 2, 2, 3)));
}

} // namespace
