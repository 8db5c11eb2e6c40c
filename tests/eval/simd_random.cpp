// SPDX-License-Identifier: BSL-1.0
// Random numbers from compiled loops: the oracle's bits at all lengths, whoever computes them; keys as arguments, results and carries;
// nothing in memory.
// flags: -O1 -march=native -fopenmp
#include "drawn.hpp"

#include "../support/allocations.hpp"
#include "../support/catch.hpp"

#include <cmath>
#include <cstring>

namespace {

using namespace drawn;

inline constexpr auto numbers = [](auto k, auto x) {
  auto const keys = jr::split<4>(k);
  return std::tuple{jr::bits<n>(keys[0]), jr::uniform<float, n>(keys[1]), jr::normal<n>(keys[2]) * x, jr::bits<cx::u64, n>(keys[3])};
};
TEST_CASE("compiled numbers are the oracle's") {
  for (std::int64_t length : {0, 1, 7, 8, 9, 1000}) {
    INFO("length " << length);
    CHECK(same_bits(numbers, length));
  }
}
// Sums, prefixes, a second pass over what was drawn, and rows: kernels that draw have two registers for each double.
inline constexpr auto consumers = [](auto k, auto x) {
  auto const keys = jr::split<4>(k);
  auto const z = jr::normal<n>(keys[0]);
  auto const table = jr::uniform<float, 40, n>(keys[1]) + cx::astype<float>(x);
  auto const few = cx::vmap([](auto of, auto y) { return y * jr::normal<3>(of); })(jr::split<n>(keys[2]), x);
  return std::tuple{cx::softmax(z + x), cx::cumsum(z * x), cx::sum(table, 0_c), cx::reshape<n + n + n>(few)};
};
inline constexpr auto totals = [](auto k, auto x) {
  auto const keys = jr::split<4>(k);
  auto const total = [&](auto y) { return y + 0.0 * x; };
  return std::tuple{total(cx::sum(jr::normal<n>(keys[0]) * x)), total(cx::max(jr::uniform<n>(keys[1]))),
                    total(cx::dot(jr::normal<n>(keys[2]), x)),
                    total(cx::astype<double>(cx::sum(jr::normal<float, n>(keys[3]))))};
};
TEST_CASE("what reads numbers as they are drawn gets the oracle's") {
  for (std::int64_t length : {1, 7, 8, 9, 1000}) {
    INFO("length " << length);
    CHECK(same_bits(consumers, length));
    CHECK(same_bits(totals, length));
  }
}
TEST_CASE("as many threads as one likes") {
  constexpr std::int64_t length = 300000;
  std::vector<double> const x(length, 1.0);
  cx::view<double const, n> const xs{std::span(x)};
  auto const f = cx::jit([](auto k, auto y) { return jr::normal<n>(k) + y; });
  use_threads(1);
  auto const one = f(jr::key(7), xs);
  use_threads(2);
  auto const two = f(jr::key(7), xs);
  CHECK(std::memcmp(one.data(), two.data(), length * sizeof(double)) == 0);
  auto const few = f(jr::key(7), cx::view<double const, n>(std::span(x).first(77))); // a number is a function of its place
  CHECK(std::memcmp(one.data(), few.data(), 77 * sizeof(double)) == 0);
}

TEST_CASE("numbers that are summed never go through memory") {
  static constexpr auto mean = [](auto k) { return cx::mean(jr::normal<100000>(k)); };
  constexpr auto planned = cx::plan(mean)(key{});
  STATIC_REQUIRE(planned.workspace <= 64); // the sum
  CHECK(std::abs(cx::jit(mean)(jr::key(3))) < 0.01);
  static constexpr auto sum = [](auto k) { return cx::sum(jr::normal<100'000'000>(k)); }; // in memory they would take 800 MB
  STATIC_REQUIRE(cx::plan(sum)(key{}).workspace <= 64);
  long const before = allocations;
  double const total = cx::jit(sum)(jr::key(3));
  CHECK(allocations == before);
  CHECK(std::abs(total) < 5 * std::sqrt(1e8));
}

TEST_CASE("keys are arguments and results, alone and in arrays") {
  auto const keys = cx::jit([](auto k) { return jr::split<3>(k); })(jr::key(0));
  STATIC_REQUIRE(std::is_same_v<decltype(keys), cx::array<key, 3> const>);
  key const second = cx::jit([](auto ks) { return ks[1]; })(keys);
  CHECK(second == keys[1]);
  auto const draw = [](auto k) { return jr::normal<5>(k); };
  auto const all = cx::jit(cx::vmap(draw))(keys);
  for (int i = 0; i < 3; ++i) {
    auto const row = cx::jit(draw)(keys[i]);
    for (int j = 0; j < 5; ++j) CHECK(row[j] == all(i, j));
  }
  std::vector<key> const held(keys.begin(), keys.end());
  CHECK(cx::jit(cx::vmap(draw))(cx::view<key const, n>(std::span(held)))(2, 4) == all(2, 4));
  CHECK(cx::jit([](auto k, auto j) { return cx::where(j > 0, k[0], k[2]); })(keys, 0) == keys[2]);
  CHECK(cx::jit([](auto k) { return cx::sum(k == k[1]); })(keys) == 1);
}
TEST_CASE("a loop carries keys, and takes one of them on each trip") {
  auto const carried = cx::jit([](auto k) {
    return cx::scan([](auto now) {
      auto const [next, drawn] = jr::split(now);
      return std::pair{next, jr::normal(drawn)};
    }, k, cx::length<20>);
  })(jr::key(5));
  key k = jr::key(5);
  for (int i = 0; i < 20; ++i) {
    auto const two = cx::jit([](auto of) { return jr::split<2>(of); })(k);
    CHECK(carried.second[i] == cx::jit([](auto of) { return jr::normal(of); })(two[1]));
    k = two[0];
  }
  CHECK(carried.first == k);
  auto const scanned = cx::jit([](auto of) {
    return cx::scan([](auto sum, auto now) {
      auto const next = sum + jr::normal(now);
      return std::pair{next, next};
    }, 0.0, jr::split<9>(of));
  })(jr::key(5));
  static constexpr auto draw = [](auto now) { return jr::normal(now); };
  auto const at_once = cx::jit([](auto of) { return cx::cumsum(cx::vmap(draw)(jr::split<9>(of))); })(jr::key(5));
  CHECK(scanned.first == scanned.second[8]);
  CHECK(std::abs(scanned.first - at_once[8]) < 1e-14);
  auto const chosen = cx::jit([](auto of, auto x) {
    return cx::cond(x > 0.0, [](auto now) { return jr::normal<3>(now); }, [](auto now) { return jr::uniform<3>(now); }, of);
  });
  CHECK(chosen(jr::key(1), 1.0) == cx::jit([](auto of) { return jr::normal<3>(of); })(jr::key(1)));
  CHECK(chosen(jr::key(1), -1.0) == cx::jit([](auto of) { return jr::uniform<3>(of); })(jr::key(1)));
}

// ---- statistics: each bound is four to five standard errors of the true law
// ----------------------------------------------------------------------

inline constexpr std::int64_t many = 1 << 18;
/// How far the counts of places in so many cells are from even: (chi^2 - its mean) / its deviation.
template <class X, class Cell>
double unevenness(X const& xs, int cells, Cell const& cell) {
  std::vector<double> count(static_cast<std::size_t>(cells));
  for (std::int64_t i = 0; i < xs.size(); ++i) ++count[static_cast<std::size_t>(cell(xs[i]))];
  double const even = static_cast<double>(xs.size()) / cells;
  double chi2 = 0;
  for (double c : count) chi2 += (c - even) * (c - even) / even;
  return (chi2 - (cells - 1)) / std::sqrt(2.0 * (cells - 1));
}
double moment(cx::array<double, many> const& xs, int power) {
  double sum = 0;
  for (double x : xs) sum += std::pow(x, power);
  return sum / static_cast<double>(many);
}
TEST_CASE("numbers have the law's moments, and fill cells evenly") {
  double const root = std::sqrt(static_cast<double>(many));
  auto const z = cx::jit([](auto k) { return jr::normal<many>(k); })(jr::key(1));
  CHECK(std::abs(moment(z, 1)) < 4.5 / root);
  CHECK(std::abs(moment(z, 2) - 1) < 4.5 * std::sqrt(2.0) / root);
  CHECK(std::abs(moment(z, 3)) < 4.5 * std::sqrt(15.0) / root);
  CHECK(std::abs(moment(z, 4) - 3) < 4.5 * std::sqrt(96.0) / root);
  CHECK(std::abs(unevenness(z, 128, [](double x) { return 64 * std::erfc(-x / std::sqrt(2.0)); })) < 5);
  auto const u = cx::jit([](auto k) { return jr::uniform<many>(k); })(jr::key(2));
  CHECK(std::abs(unevenness(u, 256, [](double x) { return 256 * x; })) < 5);
  auto const low = cx::jit([](auto k) { return jr::bits<many>(k); })(jr::key(3));
  CHECK(std::abs(unevenness(low, 256, [](cx::u32 b) { return b % 256; })) < 5);
  auto const dice = cx::jit([](auto k) { return jr::randint<many>(k, 0, 6); })(jr::key(4));
  CHECK(std::abs(unevenness(dice, 6, [](int d) { return d; })) < 5);
}
TEST_CASE("numbers of keys that were split have nothing to do with each other") {
  auto const product = cx::jit([](auto k) {
    auto const [a, b] = jr::split(k);
    return cx::mean(jr::normal<many>(a) * jr::normal<many>(b));
  })(jr::key(5));
  CHECK(std::abs(product) < 4.5 / std::sqrt(static_cast<double>(many)));
}

} // namespace
