// SPDX-License-Identifier: BSL-1.0
// Results written to column-major and strided memory; what lies between their elements stays, and what overlaps is refused before a write.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

template <class T = double>
std::vector<T> numbers(std::size_t count) {
  std::vector<T> x(count);
  for (std::size_t i = 0; i < count; ++i)
    x[i] = static_cast<T>(std::sin(1.0 + 0.7 * static_cast<double>(i)) * (std::is_integral_v<T> ? 100 : 1));
  return x;
}
template <class X, class Y>
bool same(X const& x, Y const& y) {
  if constexpr (cx::number<X>) return x == y;
  else if constexpr (requires { std::tuple_size<X>::value; })
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (same(std::get<I>(x), std::get<I>(y)) && ...);
    }(std::make_index_sequence<std::tuple_size_v<X>>{});
  else {
    bool good = true;
    for (int d = 0; d < X::rank(); ++d) good &= x.length(d) == y.length(d);
    for (std::int64_t i = 0; good && i < x.size(); ++i) good &= x[i] == y[i];
    return good;
  }
}

TEST_CASE("results in column-major and strided memory; what lies between stays") {
  constexpr double untouched = 77;
  auto const check = [&](auto const& f) {
    bool good = true;
    for (std::int64_t rows : {1, 3, 8, 17, 100}) {
      auto const x = numbers(static_cast<std::size_t>(rows * 5));
      cx::view<double const, n, 5> const in(x);
      auto const expected = cx::jit(f)(in);
      std::vector<double> a(static_cast<std::size_t>(rows) * 5, untouched), b(static_cast<std::size_t>(rows) * 16 + 3, untouched);
      cx::view<double, n, 5, cx::col_major> const columns(a.data(), rows);
      cx::evaluate_into(columns, f, in);
      good &= same(expected, columns);
      for (auto const& [start, across, down] :
           {std::array<std::int64_t, 3>{2, 16, 3}, {1, 5, 1}, {(rows - 1) * 16 + 4, -16, -1}, {0, 1, rows}}) {
        for (double& y : b) y = untouched;
        cx::view<double, n, 5, cx::strided> const out(b.data() + start, {rows}, {across, down});
        cx::evaluate_into(out, f, in);
        good &= same(expected, out);
        for (std::int64_t i = 0; i < rows; ++i)
          for (std::int64_t k = 0; k < 5; ++k) out(i, k) = untouched;
        for (double y : b) good &= y == untouched;
      }
    }
    return good;
  };
  CHECK(check([](auto x) { return x * 2.0 + 1.0; }));
  CHECK(check([](auto x) { return x; }));
  CHECK(check([](auto x) { return cx::flip(x); }));
  CHECK(check([](auto x) { return x / cx::expand_dims(cx::sum(x, 1_c), 1_c); }));
  CHECK(check([](auto x) { return cx::matmul(x, cx::matmul(cx::transpose(x), x)); }));
  CHECK(check(cx::grad([](auto x) { return cx::sum(cx::sin(x) * x); })));
  // exits along either axis, and several results of which one is a number
  auto const x = numbers(40 * 6);
  cx::view<double const, n, m> const in(x.data(), 40, 6);
  std::vector<double> s(100, untouched);
  cx::view<double, n, cx::strided> const sums(s.data() + 99, {40}, {-2});
  cx::evaluate_into(sums, [](auto y) { return cx::sum(y, 1_c); }, in);
  CHECK(same(cx::jit([](auto y) { return cx::sum(y, 1_c); })(in), sums));
  cx::view<double, m, cx::strided> const steps(s.data(), {6}, {3});
  double total = 0;
  cx::evaluate_into(
      std::tuple<double&, cx::view<double, m, cx::strided>>{total, steps}, [](auto y) { return std::pair{cx::sum(y), cx::sum(y, 0_c)}; },
      in);
  CHECK(total == cx::jit([](auto y) { return cx::sum(y); })(in));
  CHECK(same(cx::jit([](auto y) { return cx::sum(y, 0_c); })(in), steps));
}

// ---- what overlaps ---------------------------------------------------------------------------------------------------------------

using strided_in = cx::view<double const, n, cx::strided>;
using strided_out = cx::view<double, n, cx::strided>;
inline constexpr auto twice = [](auto x) { return x * 2.0 + 1.0; };

std::vector<double> counting(std::size_t count) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<double>(i);
  return x;
}

TEST_CASE("in place, through the same strides; elements that change places are refused") {
  auto const before = counting(300);
  for (std::int64_t step : {3, 1, -2}) {
    auto x = before;
    double* const first = x.data() + (step < 0 ? 299 : 0);
    cx::evaluate_into(strided_out(first, {100}, {step}), twice, strided_in(first, {100}, {step}));
    auto expected = before;
    for (std::int64_t i = 0; i < 100; ++i) {
      auto& y = expected[static_cast<std::size_t>((step < 0 ? 299 : 0) + i * step)];
      y = 2 * y + 1;
    }
    CHECK(x == expected);
  }
  auto x = before;
  auto const backwards =
      refusal([&] { cx::evaluate_into(strided_out(x.data() + 99, {100}, {-1}), twice, strided_in(x.data(), {100}, {1})); });
  INFO(backwards);
  CHECK(says(backwards, {"output leaf 0 overlaps argument leaf 0"}));
  CHECK(says(refusal([&] { cx::evaluate_into(strided_out(x.data(), {100}, {1}), twice, strided_in(x.data(), {100}, {2})); }),
             {"overlaps argument leaf 0"}));
  CHECK(says(refusal([&] { cx::evaluate_into(strided_out(x.data(), {100}, {1}), twice, strided_in(x.data() + 7, {100}, {0})); }),
             {"overlaps argument leaf 0"}));
  CHECK(says(refusal([&] {
               cx::evaluate_into(
                   strided_out(x.data(), {100}, {1}), [](auto y) { return cx::flip(y) + 1.0; }, strided_in(x.data(), {100}, {1}));
             }),
             {"overlaps argument leaf 0"}));
  // square matrices: the same bytes in another order
  using rows = cx::view<double, n, n>;
  using columns = cx::view<double, n, n, cx::col_major>;
  CHECK(says(refusal([&] { cx::evaluate_into(columns(x.data(), 10, 10), twice, rows(x.data(), 10, 10)); }), {"overlaps argument leaf 0"}));
  CHECK(says(refusal([&] { cx::evaluate_into(rows(x.data(), 10, 10), twice, columns(x.data(), 10, 10)); }), {"overlaps argument leaf 0"}));
  CHECK(x == before);
  CHECK(refusal([&] { cx::evaluate_into(columns(x.data(), 10, 10), twice, columns(x.data(), 10, 10)); }) == "accepted");
  CHECK(x[99] == 199);
}
TEST_CASE("small matrices of known size, all of which is read before any is written: elements change places") {
  using rows = cx::view<double, 10, 10>;
  using columns = cx::view<double, 10, 10, cx::col_major>;
  auto const before = counting(100);
  auto expected = before;
  for (std::size_t i = 0; i < 10; ++i)
    for (std::size_t j = 0; j < 10; ++j) expected[i * 10 + j] = 2 * before[j * 10 + i] + 1;
  auto x = before, y = before;
  cx::evaluate_into(columns(x.data()), twice, rows(x.data()));
  cx::evaluate_into(rows(y.data()), twice, columns(y.data()));
  CHECK(x == expected);
  CHECK(y == expected);
}
TEST_CASE("columns and blocks of one matrix do not overlap") {
  constexpr std::int64_t rows = 20, width = 8;
  auto const before = counting(rows * width);
  auto x = before;
  auto const column = [&](std::int64_t k) { return strided_out(x.data() + k, {rows}, {width}); };
  cx::evaluate_into(column(3), twice, column(2));
  bool good = true;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t k = 0; k < width; ++k) {
      auto const at = static_cast<std::size_t>(i * width + k);
      good &= x[at] == (k == 3 ? 2 * before[at - 1] + 1 : before[at]);
    }
  CHECK(good);
  using block = cx::view<double, n, 4, cx::strided>;
  CHECK(refusal([&] { cx::evaluate_into(block(x.data() + 4, {rows}, {width, 1}), twice, block(x.data(), {rows}, {width, 1})); }) ==
        "accepted");
  CHECK(x[4] == 1);
  CHECK(says(refusal([&] { cx::evaluate_into(block(x.data() + 3, {rows}, {width, 1}), twice, block(x.data(), {rows}, {width, 1})); }),
             {"overlaps argument leaf 0"}));
  // two results: into two columns, and into one
  constexpr auto f = [](auto y) { return std::pair{y * 2.0, y * 3.0}; };
  auto const y = counting(rows);
  CHECK(refusal([&] { cx::evaluate_into(std::pair{column(1), column(5)}, f, cx::view<double const, n>(y)); }) == "accepted");
  CHECK(x[width + 1] == 2);
  CHECK(x[width + 5] == 3);
  CHECK(says(refusal([&] { cx::evaluate_into(std::pair{column(1), column(1)}, f, cx::view<double const, n>(y)); }),
             {"output leaf 0 overlaps output leaf 1"}));
}
TEST_CASE("strides under which a result overlaps itself: refused, nothing written") {
  auto const y = counting(30);
  std::vector<double> x(60, 77.0);
  auto const none = refusal([&] { cx::evaluate_into(strided_out(x.data(), {30}, {0}), twice, cx::view<double const, n>(y)); });
  INFO(none);
  CHECK(none == "[constax] output leaf 0 has strides under which its elements overlap; every element needs a place of its own");
  using matrix = cx::view<double, n, 3, cx::strided>;
  cx::view<double const, n, 3> const in(y);
  CHECK(says(refusal([&] { cx::evaluate_into(matrix(x.data(), {10}, {2, 1}), twice, in); }), {"output leaf 0", "overlap"}));
  CHECK(says(refusal([&] { cx::evaluate_into(matrix(x.data() + 30, {10}, {-1, 0}), twice, in); }), {"output leaf 0", "overlap"}));
  CHECK(x == std::vector<double>(60, 77.0));
  CHECK(refusal([&] { cx::evaluate_into(matrix(x.data() + 30, {10}, {-3, 1}), twice, in); }) == "accepted");
  CHECK(refusal([&] { cx::evaluate_into(strided_out(x.data(), {1}, {0}), twice, cx::view<double const, n>(y.data(), 1)); }) ==
        "accepted"); // one element
  CHECK(refusal([&] { cx::evaluate_into(strided_out(nullptr, {0}, {0}), twice, cx::view<double const, n>(y.data(), 0)); }) ==
        "accepted"); // none
}
TEST_CASE("null views, and lengths that do not fit") {
  std::vector<double> y(8, 77.0);
  CHECK(
      says(refusal([&] { cx::evaluate_into(cx::view<double, n>(y), twice, strided_in(nullptr, {8}, {1})); }), {"argument leaf 0", "null"}));
  CHECK(says(refusal([&] { cx::evaluate_into(strided_out(nullptr, {8}, {1}), twice, cx::view<double const, n>(y)); }),
             {"output leaf 0", "null"}));
  CHECK(says(refusal([&] { cx::jit(twice)(strided_in(nullptr, {8}, {1})); }), {"argument leaf 0", "null"}));
  CHECK(says(refusal([&] { cx::jit(twice)(strided_in(y.data(), {-1}, {1})); }), {"-1"}));
  CHECK(says(refusal([&] { cx::evaluate_into(strided_out(y.data(), {7}, {1}), twice, cx::view<double const, n>(y)); }),
             {"output leaf 0", "7", "8"}));
  cx::view<double const, n, m, cx::col_major> const a(y.data(), 2, 4);
  auto const two = refusal(
      [&] { cx::jit([](auto p, auto q) { return p + q; })(a, cx::view<double const, n, m, cx::strided>(y.data(), {4, 2}, {2, 1})); });
  INFO(two);
  CHECK(says(two, {"symbol n", "argument leaf 1", "argument leaf 0"}));
  CHECK(y == std::vector<double>(8, 77.0));
}

} // namespace
