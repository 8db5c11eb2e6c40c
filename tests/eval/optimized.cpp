// SPDX-License-Identifier: BSL-1.0
// Programs of known lengths as users build them: what g++ warns of where loops are unrolled shows with -O2 and -O3 alone. Lengths around
// multiples of four blocks, which are summed side by side; whole numbers, so that every order gives the same.
// flags: -O3 -march=native
#include <constax/constax.hpp>

#include <catch2/catch.hpp>
#include <cstddef>
#include <vector>

namespace {
namespace cx = constax;

template <std::size_t N> std::vector<double> numbers() {
  std::vector<double> x(N);
  for (std::size_t i = 0; i < N; ++i) x[i] = static_cast<double>(i % 1000);
  return x;
}
template <std::size_t N> double sum_of(std::vector<double> const& x) {
  return cx::evaluate([](auto v) { return cx::sum(v); }, cx::view<double const, N>(x.data()));
}
template <std::size_t N> bool sums() {
  auto const x = numbers<N>();
  double expected = 0;
  for (double e : x) expected += e;
  return sum_of<N>(x) == expected;
}
} // namespace

TEST_CASE("sums of known lengths") {
  CHECK(sums<1000>());
  CHECK(sums<1024>());
  CHECK(sums<1280>());
  CHECK(sums<2000>());
  CHECK(sums<4096>());
  CHECK(sums<10000>());
}
