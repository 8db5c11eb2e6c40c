// SPDX-License-Identifier: BSL-1.0
// Keys of philox, against real JAX (random_philox.py): by the oracle, in constant evaluation, and by a kernel. (Random123's known answers
// for Philox-4x32-10 are in primitives/comparison.cpp.)
#include "../support/recorded.hpp"
#include "random_table.hpp"

namespace constax_tests {
namespace {

namespace jr = cx::random;

std::vector<drawn> const& table() {
  static std::vector<drawn> const t{
#include "random_philox.inc"
  };
  return t;
}
template <class F> void agrees(std::string_view name, F const& f, double ulp = 0) {
  compare<cx::philox>(table(), name, recorded(f, cx::spec<cx::prng_key<cx::philox>>{}), ulp, false);
}

TEST_CASE("philox: keys") {
  agrees("key", [](auto k) { return jr::key_data(k); });
  agrees("key_i32", [](auto) { return jr::key_data(jr::key<cx::philox>(-7)); });
  agrees("key_i32", [](auto) { return jr::key_data(jr::key<cx::philox>(cx::zeros<int>() - 7)); });
  agrees("split", [](auto k) {
    auto const [a, b] = jr::split(k);
    return cx::stack(jr::key_data(a), jr::key_data(b));
  });
  agrees("split_2_3", [](auto k) { return jr::key_data(jr::split<2, 3>(k)); });
  agrees("fold_in_7", [](auto k) { return jr::key_data(jr::fold_in(k, 7)); });
  agrees("fold_in_all", [](auto k) { return jr::key_data(jr::fold_in(jr::clone(k), -1)); });
}
TEST_CASE("philox: bits") {
  agrees("bits_one", [](auto k) { return jr::bits(k); });
  agrees("bits_u8", [](auto k) { return jr::bits<std::uint8_t, 7>(k); });
  agrees("bits_u32", [](auto k) { return jr::bits<7>(k); });
  agrees("bits_u32_2_3", [](auto k) { return jr::bits<2, 3>(k); });
  agrees("bits_u64", [](auto k) { return jr::bits<u64, 5>(k); });
  agrees("bits_u64", [](auto k) { return jr::bits<u64, 5>(jr::wrap_key_data<cx::philox>(jr::key_data(k))); });
  agrees("bits_of_last", [](auto k) { return jr::bits<u64, 3>(jr::split<4>(jr::fold_in(k, 3))[3]); });
}
TEST_CASE("philox: numbers") {
  constexpr double xla = 20; // units that XLA's elementary functions are off, with some room
  agrees("randint", [](auto k) { return jr::randint<9>(k, -5, 1000); });
  agrees("bernoulli", [](auto k) { return jr::bernoulli<20>(k, 0.3); });
  agrees("permutation", [](auto k) { return cx::astype<std::int64_t>(jr::permutation<9>(k)); });
  agrees("uniform_f32", [](auto k) { return jr::uniform<float, 7>(k); });
  agrees("uniform_f64", [](auto k) { return jr::uniform<7>(k); });
  agrees(
      "normal_f64", [](auto k) { return jr::normal<3, 2>(k); }, xla);
  agrees(
      "gamma_f64", [](auto k) { return jr::gamma<6>(k, 0.5); }, xla);
}
TEST_CASE("philox: kernels") {
  auto const key = jr::key<cx::philox>(42);
  auto const [words, halves] = cx::jit([](auto k) { return std::pair{jr::bits<u64, 37>(k), jr::bits<37>(jr::clone(k))}; })(key);
  for (u64 i = 0; i < 37; ++i) {
    u64 const x = cx::math::philox4x32_folded(key.word, i, u64{0});
    CHECK(words(static_cast<int>(i)) == cx::math::philox4x32(key.word, i, u64{0}));
    CHECK(halves(static_cast<int>(i)) == static_cast<u32>(x ^ x >> 32));
  }
}
static_assert(jr::key<cx::philox>(0).word == 0x6627e8d5e169c58d);
static_assert(jr::key_impl(jr::key<cx::philox>(0)) == "philox4x32");

} // namespace
} // namespace constax_tests
