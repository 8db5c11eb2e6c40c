// SPDX-License-Identifier: BSL-1.0
// turn, unzip, zip: element by element, as their definitions say.
#include "constax/lane/lane.hpp"
#include "constax/lane/turn.hpp"

#include "../support/catch.hpp"

#include <cstddef>
#include <utility>

namespace {
using namespace constax;

/// K registers of W lanes with the numbers from 0 on.
template <class T, int W, int K> struct numbered {
  pack<T, W> r[K];
  numbered() {
    for (int i = 0; i < K; ++i) r[i] = iota<T, W>(static_cast<T>(i * W));
  }
  int at(int i, int lane) const { return static_cast<int>(extract(r[i], lane)); }
};

template <class T, int W> bool turns() {
  numbered<T, W, W> x;
  turn(x.r);
  bool good = true;
  for (int i = 0; i < W; ++i)
    for (int k = 0; k < W; ++k) good &= x.at(i, k) == k * W + i;
  return good;
}
/// The same of rows in memory, some of which are longer than what is read.
template <class T, int W> bool turns_in_memory() {
  constexpr int from_step = W + 3, to_step = W + 1;
  T from[W * from_step], to[W * to_step] = {};
  for (int i = 0; i < W * from_step; ++i) from[i] = static_cast<T>(i % 100);
  turn_square<T, W>(from, from_step, to, to_step);
  bool good = true;
  for (int i = 0; i < W; ++i)
    for (int k = 0; k < W; ++k) good &= to[k * to_step + i] == from[i * from_step + k];
  for (int k = 0; k < W; ++k) good &= to[k * to_step + W] == T(0);
  return good;
}
/// Place k of row i was number i K + k in memory.
template <class T, int W, int K> bool zips() {
  numbered<T, W, K> x;
  unzip(x.r);
  bool good = true;
  for (int k = 0; k < K; ++k)
    for (int i = 0; i < W; ++i) good &= x.at(k, i) == i * K + k;
  zip(x.r);
  for (int i = 0; i < K * W; ++i) good &= x.at(i / W, i % W) == i;
  return good;
}
template <class T, int W> bool zips_of_all_lengths() {
  return []<int... K>(std::integer_sequence<int, K...>) { return (zips<T, W, K + 1>() && ...); }(std::make_integer_sequence<int, W>{});
}

template <class T> inline constexpr int width = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
TEST_CASE("turn: registers become their columns", "[lane]") {
  CHECK(turns<double, width<double>>());
  CHECK(turns<float, width<float>>());
  CHECK(turns<int, width<int>>());
  CHECK(turns_in_memory<double, width<double>>());
  CHECK(turns_in_memory<float, width<float>>());
  CHECK(turns_in_memory<int, width<int>>());
  CHECK(turns_in_memory<double, 2>());
  CHECK(turns_in_memory<float, 4>());
}
TEST_CASE("unzip, zip: rows one behind the other and their columns", "[lane]") {
  CHECK(zips_of_all_lengths<double, width<double>>());
  CHECK(zips_of_all_lengths<float, width<float>>());
  CHECK(zips_of_all_lengths<long, width<long>>());
}
}  // namespace
