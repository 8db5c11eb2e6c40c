// SPDX-License-Identifier: BSL-1.0
// Nests: the order of sums is that of all rows, not of a strip. (A file of its own: 424 million terms ask for an optimiser.)
#include "same_bits.hpp"

#include <algorithm>
#include <functional>

namespace {

using namespace same_bits;

inline constexpr cx::dim<"b"> b;
inline constexpr cx::dim<"s"> s;
inline constexpr cx::dim<"d"> d;

TEST_CASE("sums are grouped by the size of all rows' results, not by that of a strip's") {
  // 8 bytes of each of 530,000 sums of four blocks: more than four megabytes, so one group; a strip's sums alone would make four.
  static constexpr auto f = [](auto x, auto w) {
    auto const y = cx::maximum(cx::expand_dims(cx::expand_dims(x, 1_c), 2_c), w);
    return cx::max(y - cx::expand_dims(cx::sum(y, 1_c), 1_c), 1_c);
  };
  std::int64_t const rows = 530'000, terms = 800;
  input<double, b> const x(rows);
  input<double, s, d> const w(terms, 1, 5);
  CHECK(std::string(cx::plan(f)(x.view(), w.view()).str().view()).find("strips of as many rows as fit") != std::string::npos);
  auto const got = cx::jit(f)(x.view(), w.view());
  auto const expected = [&](std::int64_t row, std::int64_t result_bytes) {
    double most = -std::numeric_limits<double>::infinity();
    auto const term = [&](std::int64_t i) { return std::max(x.data()[row], w.data()[i]); };
    for (std::int64_t i = 0; i < terms; ++i) most = std::max(most, term(i));
    return most -
           cx::accumulate_in_order(terms, 8, result_bytes, -0.0, [&](double acc, std::int64_t i) { return acc + term(i); }, std::plus<>());
  };
  bool right = true, twin = true;
  for (std::int64_t row = 0; row < rows; row += 1009) right &= got[row] == expected(row, 8 * rows), twin &= got[row] == expected(row, 8);
  CHECK(right);
  CHECK_FALSE(twin);
}

} // namespace
