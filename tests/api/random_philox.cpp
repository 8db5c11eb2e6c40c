// SPDX-License-Identifier: BSL-1.0
// Keys of philox and philox2, against real JAX (random_philox.py): by the oracle, in constant evaluation, and by a kernel. (Random123's
// known answers are in primitives/comparison.cpp.)
#include "../support/recorded.hpp"
#include "random_table.hpp"

namespace constax_tests {
namespace {

namespace jr = cx::random;

template <class Impl> std::vector<drawn> const& table() {
  if constexpr (std::is_same_v<Impl, cx::philox>) {
    static std::vector<drawn> const t{
#include "random_philox.inc"
    };
    return t;
  } else {
    static std::vector<drawn> const t{
#include "random_philox2.inc"
    };
    return t;
  }
}
template <class Impl, class F> void agrees(std::string_view name, F const& f, double ulp = 0) {
  compare<Impl>(table<Impl>(), name, recorded(f, cx::spec<cx::prng_key<Impl>>{}), ulp, false);
}

TEMPLATE_TEST_CASE("philox: keys", "", cx::philox, cx::philox2) {
  agrees<TestType>("key", [](auto k) { return jr::key_data(k); });
  agrees<TestType>("key_i32", [](auto) { return jr::key_data(jr::key<TestType>(-7)); });
  agrees<TestType>("key_i32", [](auto) { return jr::key_data(jr::key<TestType>(cx::zeros<int>() - 7)); });
  agrees<TestType>("split", [](auto k) {
    auto const [a, b] = jr::split(k);
    return cx::stack(jr::key_data(a), jr::key_data(b));
  });
  agrees<TestType>("split_2_3", [](auto k) { return jr::key_data(jr::split<2, 3>(k)); });
  agrees<TestType>("fold_in_7", [](auto k) { return jr::key_data(jr::fold_in(k, 7)); });
  agrees<TestType>("fold_in_all", [](auto k) { return jr::key_data(jr::fold_in(jr::clone(k), -1)); });
}
TEMPLATE_TEST_CASE("philox: bits", "", cx::philox, cx::philox2) {
  agrees<TestType>("bits_one", [](auto k) { return jr::bits(k); });
  agrees<TestType>("bits_u8", [](auto k) { return jr::bits<std::uint8_t, 7>(k); });
  agrees<TestType>("bits_u32", [](auto k) { return jr::bits<7>(k); });
  agrees<TestType>("bits_u32_2_3", [](auto k) { return jr::bits<2, 3>(k); });
  agrees<TestType>("bits_u64", [](auto k) { return jr::bits<u64, 5>(k); });
  agrees<TestType>("bits_u64", [](auto k) { return jr::bits<u64, 5>(jr::wrap_key_data<TestType>(jr::key_data(k))); });
  agrees<TestType>("bits_of_last", [](auto k) { return jr::bits<u64, 3>(jr::split<4>(jr::fold_in(k, 3))[3]); });
}
TEMPLATE_TEST_CASE("philox: numbers", "", cx::philox, cx::philox2) {
  constexpr double xla = 30; // units that XLA's elementary functions are off, with some room (erf_inv: 23)
  agrees<TestType>("randint", [](auto k) { return jr::randint<9>(k, -5, 1000); });
  agrees<TestType>("bernoulli", [](auto k) { return jr::bernoulli<20>(k, 0.3); });
  agrees<TestType>("permutation", [](auto k) { return cx::astype<std::int64_t>(jr::permutation<9>(k)); });
  agrees<TestType>("uniform_f32", [](auto k) { return jr::uniform<float, 7>(k); });
  agrees<TestType>("uniform_f64", [](auto k) { return jr::uniform<7>(k); });
  agrees<TestType>(
      "normal_f64", [](auto k) { return jr::normal<3, 2>(k); }, xla);
  agrees<TestType>(
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
TEST_CASE("philox2: kernels") {
  auto const key = jr::key<cx::philox2>(42);
  auto const [words, halves] = cx::jit([](auto k) { return std::pair{jr::bits<u64, 37>(k), jr::bits<37>(jr::clone(k))}; })(key);
  for (u64 i = 0; i < 37; ++i) {
    u64 const x = cx::math::philox2x32(key.word, i);
    CHECK(words(static_cast<int>(i)) == x);
    CHECK(halves(static_cast<int>(i)) == static_cast<u32>(x ^ x >> 32));
  }
}
static_assert(jr::key<cx::philox>(0).word == 0x6627e8d5e169c58d);
static_assert(jr::key_impl(jr::key<cx::philox>(0)) == "philox4x32");
static_assert(jr::key<cx::philox2>(0).word == 0xff1dae59); // Random123's known answer
static_assert(jr::key_impl(jr::key<cx::philox2>(0)) == "philox2x32");
static_assert(jr::wrap_key_data<cx::philox2>(cx::array<u32, 1>{7}) == cx::prng_key<cx::philox2>{7});
static_assert(jr::wrap_key_data<cx::philox2>(cx::array<u32, 2, 1>{7, 8})[1] == cx::prng_key<cx::philox2>{8});

} // namespace
} // namespace constax_tests
