// SPDX-License-Identifier: BSL-1.0
// Numbers that are drawn where they are shifted, multiplied as matrices, turned, chosen from, scanned and differentiated: the oracle's
// bits.
// flags: -O1 -march=native -fopenmp
#include "drawn.hpp"

#include "../support/catch.hpp"

namespace {

using namespace drawn;

inline constexpr auto moved = [](auto k, auto x) {
  auto const keys = jr::split<8>(k);
  auto const z = jr::normal<n>(keys[0]);
  auto const t = jr::normal<n, 5>(keys[1]);
  auto const m = cx::matmul(t, jr::normal<5, 3>(keys[2]));
  auto const c = jr::categorical(keys[3], cx::expand_dims(x, 1_c) + cx::zeros<6>());
  auto const tr = cx::transpose(jr::uniform<7, n>(keys[4]) * x);
  return std::tuple{z[cx::slice(1_c, cx::end)] - z[cx::slice(0_c, -1_c)], cx::reshape<n + n + n>(m), c, cx::sum(tr, 1_c)};
};
inline constexpr auto looped = [](auto k, auto x) {
  auto const keys = jr::split<8>(k);
  auto const walk = [](auto of, auto start) {
    return cx::scan([](auto const& s) {
      auto const [next, now] = jr::split(s.first);
      auto const y = 0.9 * s.second + jr::normal(now);
      return std::pair{std::pair{next, y}, std::tuple<>{}};
    }, std::pair{of, start}, cx::length<7>).first.second;
  };
  auto const ends = cx::vmap(walk)(jr::split<n>(keys[0]), x);
  auto const noisy = [](auto y, auto of) { return cx::sum(cx::tanh(y * jr::normal<4>(of))); };
  auto const g = cx::vmap(cx::grad(noisy))(x, jr::split<n>(keys[1]));
  auto const v = cx::cumsum(jr::exponential<n>(keys[2]), 0_c, cx::reverse) + cx::cumlogsumexp(jr::gumbel<n>(keys[3]), 0_c);
  auto const dropped = cx::where(jr::bernoulli<n>(keys[4], 0.3), x / 0.3, 0.0);
  return std::tuple{ends, g, v, dropped - cx::mean(x * jr::normal<n>(keys[5]))};
};
TEST_CASE("numbers in movements, products and choices") {
  for (std::int64_t length : {2, 7, 8, 9, 1000}) {
    INFO("length " << length);
    CHECK(same_bits(moved, length));
  }
}
TEST_CASE("numbers in loops, gradients and prefixes") {
  for (std::int64_t length : {2, 7, 8, 9, 1000}) {
    INFO("length " << length);
    CHECK(same_bits(looped, length));
  }
}

} // namespace
