// SPDX-License-Identifier: BSL-1.0
// hashes of keys and counters: packs of all widths give the scalar's bits, those of one register, of two and of more.
#include "constax/math/philox.hpp"
#include "constax/math/threefry.hpp"

#include <random>
#include <vector>

#include "../support/catch.hpp"

namespace {
using namespace constax;
using std::uint64_t;

template <int W, class F> int differences(F const& hash) {
  std::mt19937_64 g(3);
  int bad = 0;
  for (int round = 0; round < 100; ++round) {
    uint64_t x[4][W];
    for (auto& words : x)
      for (uint64_t& w : words) w = round == 0 ? ~uint64_t{0} : g();
    auto const y = hash(load<uint64_t, W>(x[0]), load<uint64_t, W>(x[1]), load<uint64_t, W>(x[2]), load<uint64_t, W>(x[3]));
    for (int k = 0; k < W; ++k) bad += extract(y, k) != hash(x[0][k], x[1][k], x[2][k], x[3][k]);
  }
  return bad;
}
template <class F> void in_all_widths(F const& hash) {
  CHECK(differences<2>(hash) == 0);
  CHECK(differences<4>(hash) == 0);
  CHECK(differences<8>(hash) == 0);
  CHECK(differences<16>(hash) == 0);
}
TEST_CASE("hashes: packs give the scalar's bits") {
  in_all_widths([](auto key, auto x, auto, auto) { return math::threefry2x32(key, x); });
  in_all_widths([](auto k, auto l, auto x, auto y) { return math::threefry4x32(k, l, x, y).first; });
  in_all_widths([](auto k, auto l, auto x, auto y) { return math::threefry4x32(k, l, x, y).second; });
  in_all_widths([](auto key, auto x, auto, auto) { return math::philox2x32(key, x); });
  in_all_widths([](auto key, auto x, auto y, auto) { return math::philox4x32(key, x, y); });
  in_all_widths([](auto key, auto x, auto y, auto) { return math::philox4x32_folded(key, x, y); });
  in_all_widths([](auto k, auto l, auto x, auto) { return math::rng_bit_generator(k, l, x); });
}
} // namespace
