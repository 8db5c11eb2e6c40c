// SPDX-License-Identifier: BSL-1.0
// Products of small matrices beside what reads them element by element (plan/rows.hpp, eval/rows.hpp): the oracle's bits, for operands in
// either order, rows of four elements and more, rows that no register holds exactly, and matrices whose rows are summed over.
#include "same_bits.hpp"

#include <string_view>

namespace {
using namespace same_bits;

/// Products in all orders of axes: rows of the right operand, of the left one, columns; with what takes single elements out of the rows.
inline constexpr auto products = [](auto a, auto b) {
  auto const ab = cx::matmul(a, b), abt = cx::matmul(a, cx::transpose(b)), atb = cx::matmul(cx::transpose(a), b);
  auto const sum = cx::exp(0.01 * ab) + abt - atb * 0.5;
  return std::tuple{sum, cx::matmul(sum, ab) / 64.0, sum[0_c][1_c] * ab[1_c][0_c] + cx::sum(abt), cx::dot(a, b[0_c]), cx::dot(a[0_c], b)};
};
template <class T, int N>
bool of_squares() {
  return compare(products, input<T, N, N>(), input<T, N, N>(1));
}
TEST_CASE("square matrices, in all orders of axes") {
  CHECK(of_squares<double, 3>());
  CHECK(of_squares<double, 4>());
  CHECK(of_squares<double, 5>());
  CHECK(of_squares<float, 4>());
  CHECK(of_squares<float, 6>());
}
TEST_CASE("matrices of several shapes, batches, integers") {
  constexpr auto chain = [](auto a, auto b, auto c) { return cx::matmul(cx::matmul(a, b) + 1, c); };
  CHECK(compare(chain, input<double, 2, 4>(), input<double, 4, 4>(1), input<double, 4, 7>(2)));
  CHECK(compare(chain, input<float, 4, 3>(), input<float, 3, 12>(1), input<float, 12, 5>(2)));
  CHECK(compare(chain, input<std::int32_t, 4, 4>(), input<std::int32_t, 4, 4>(1), input<std::int32_t, 4, 4>(2)));
  CHECK(compare(chain, input<double, 2, 3, 4>(), input<double, 2, 4, 4>(1), input<double, 2, 4, 5>(2)));
  CHECK(
      compare([](auto a, auto b) { return cx::einsum<"bij,bkj->bik">(a, b) * 0.5; }, input<double, 3, 2, 4>(), input<double, 3, 4, 4>(1)));
  CHECK(compare([](auto a, auto b) { return cx::einsum<"ij,ij->j">(a, b) + b[0_c]; }, input<double, 3, 4>(), input<double, 3, 4>(1)));
}
/// One step of a Kalman filter for four numbers of state, and its derivatives.
inline constexpr auto step = [](auto p, auto f, auto h, auto z) {
  auto const spread = cx::matmul(cx::matmul(f, p), cx::transpose(f)) + 0.01 * p;
  auto const seen = cx::matmul(spread, cx::transpose(h));
  auto const s = cx::matmul(h, seen);
  auto const d = s[0_c][0_c] * s[1_c][1_c] - s[0_c][1_c] * s[1_c][0_c] + 9.0;
  auto const gain = seen / d;
  return std::pair{spread - cx::matmul(gain, cx::transpose(seen)), cx::log(cx::square(d)) + cx::sum(cx::square(z - cx::dot(h, f[0_c])))};
};
bool is_on_rows(auto const& f, auto const&... x) {
  return std::string_view(cx::plan(f)(x...).str().view()).find("on rows") != std::string_view::npos;
}
TEST_CASE("what rows do not save an instruction lies in pieces") {
  CHECK(is_on_rows(step, cx::spec<double, 4, 4>{}, cx::spec<double, 4, 4>{}, cx::spec<double, 2, 4>{}, cx::spec<double, 2>{}));
  CHECK(is_on_rows([](auto x, auto y) { return x * y + 1.0; }, cx::spec<double, 4>{}, cx::spec<double, 4>{}));
  CHECK_FALSE(is_on_rows([](auto x, auto y) { return (x * y)[0_c] * (x * y)[3_c]; }, cx::spec<double, 4>{}, cx::spec<double, 4>{}));
  CHECK_FALSE(is_on_rows([](auto a, auto x) { return cx::dot(a, x); }, cx::spec<double, 4, 4>{}, cx::spec<double, 4>{}));
}
TEST_CASE("a step of a filter, and its derivative") {
  CHECK(compare(step, input<double, 4, 4>(), input<double, 4, 4>(1), input<double, 2, 4>(2), input<double, 2>()));
  constexpr auto energy = [](auto p, auto f, auto h, auto z) {
    auto const next = step(p, f, h, z);
    return cx::sum(next.first) + next.second;
  };
  CHECK(compare(cx::grad(energy, cx::argnums<0, 1, 2>), input<double, 4, 4>(), input<double, 4, 4>(1), input<double, 2, 4>(2),
                input<double, 2>()));
}
} // namespace
