// SPDX-License-Identifier: BSL-1.0
// With the component constax::blas a large product goes to the library, a small one to our tiles: both give the same numbers to rounding.
// flags: -O1 -march=native -DCONSTAX_USE_BLAS
// needs: blas
#include "../support/catch.hpp"

#include <constax/constax.hpp>

#include <cmath>
#include <vector>

namespace cx = constax;
namespace {
inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;
inline constexpr auto product = [](auto a, auto b) { return cx::matmul(a, b); };
inline constexpr auto product_transposed = [](auto a, auto b) { return cx::matmul(cx::transpose(a), cx::transpose(b)); };

double worst(int rows, int terms, int columns, bool transposed) {
  std::vector<double> a(static_cast<std::size_t>(rows * terms)), b(static_cast<std::size_t>(terms * columns));
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::sin(static_cast<double>(i));
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::cos(static_cast<double>(3 * i));
  auto const at = [&](int i, int j) {
    double sum = 0;
    for (int t = 0; t < terms; ++t) {
      std::size_t const p = static_cast<std::size_t>(transposed ? t * rows + i : i * terms + t);
      std::size_t const q = static_cast<std::size_t>(transposed ? j * terms + t : t * columns + j);
      sum += a[p] * b[q];
    }
    return sum;
  };
  double error = 0;
  auto const compare = [&](auto const& y) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) error = std::fmax(error, std::abs(y(i, j) - at(i, j)));
  };
  if (transposed)
    compare(cx::jit(product_transposed)(cx::view<double const, k, n>(a.data(), terms, rows),
                                        cx::view<double const, m, k>(b.data(), columns, terms)));
  else
    compare(cx::jit(product)(cx::view<double const, n, k>(a.data(), rows, terms), cx::view<double const, k, m>(b.data(), terms, columns)));
  return error;
}
} // namespace

TEST_CASE("products by BLAS and by tiles agree with the definition") {
  for (bool transposed : {false, true}) {
    CHECK(worst(150, 130, 70, transposed) < 1e-11); // 2.7 million flops: BLAS
    CHECK(worst(15, 13, 7, transposed) < 1e-13);    // tiles
  }
}
