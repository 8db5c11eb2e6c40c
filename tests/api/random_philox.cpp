// SPDX-License-Identifier: BSL-1.0
// Keys of philox: which counter is hashed for what, against blocks of Philox-4x32-10 (whose known answers are in
// primitives/comparison.cpp); by the oracle, in constant evaluation, and by a kernel.
#include "../support/catch.hpp"
#include "../support/recorded.hpp"

#include <vector>

namespace constax_tests {
namespace {

namespace cx = constax;
namespace jr = cx::random;
using cx::u64, cx::u32;

constexpr u64 seed = 0x0123456789abcdef;
constexpr u64 block(u64 key, u64 number, u64 what) { return cx::detail::philox_words(key, number, what).half(0); }

/// What f draws from the key of the seed, by the oracle.
template <class F>
std::vector<u64> drawn(F const& f) {
  cx::jaxpr const j = recorded(f, cx::spec<cx::prng_key<cx::philox>>{});
  cx::tensor k(cx::aval{cx::dtype::u64, {}});
  k.words[0] = seed;
  cx::tensor const y = cx::reference::evaluate(cx::lower(j), {&k, 1})[0];
  return {y.words.begin(), y.words.begin() + y.size()};
}

TEST_CASE("philox: counters") {
  std::vector<u64> bits, keys, words, bytes, tree;
  for (u64 i = 0; i < 6; ++i) {
    bits.push_back(block(seed, i, 0));
    words.push_back(block(seed, i, 0) >> 32);
    bytes.push_back(block(seed, i, 0) >> 56);
    keys.push_back(block(seed, i, 1));
    tree.push_back(block(block(seed, 5, 1), i, 0));
  }
  CHECK(drawn([](auto k) { return jr::bits<u64, 6>(k); }) == bits);
  CHECK(drawn([](auto k) { return jr::bits<u64, 2, 3>(k); }) == bits);
  CHECK(drawn([](auto k) { return jr::bits<6>(k); }) == words);
  CHECK(drawn([](auto k) { return jr::bits<std::uint8_t, 6>(k); }) == bytes);
  CHECK(drawn([](auto k) { return jr::split<6>(k); }) == keys);
  CHECK(drawn([](auto k) { return jr::fold_in(k, 7); }) == std::vector{block(seed, 7, 2)});
  CHECK(drawn([](auto k) { return jr::bits<u64, 6>(jr::split<6>(k)[5]); }) == tree);
  CHECK(drawn([](auto k) { return jr::clone(k); }) == std::vector{seed});
  CHECK(drawn([](auto k) { return jr::key_data(k); }) == std::vector{u64{0x01234567}, u64{0x89abcdef}});
  CHECK(drawn([](auto k) { return jr::wrap_key_data<cx::philox>(jr::key_data(k)); }) == std::vector{seed});
}
TEST_CASE("philox: numbers are those functions of bits that they are of threefry's") {
  auto const uniform = drawn([](auto k) { return jr::uniform<6>(k); });
  auto const number = [](u64 w) { return cx::element_in<double>(w); };
  for (u64 i = 0; i < 6; ++i) CHECK(number(uniform[i]) == static_cast<double>(block(seed, i, 0) >> 12) * 0x1p-52);
  CHECK(drawn([](auto k) { return jr::gamma<3>(k, 0.5); }).size() == 3);
  CHECK(drawn([](auto k) { return jr::poisson<3>(k, 3.5); }).size() == 3);
}
TEST_CASE("philox: kernels") {
  cx::array<u64, 37> const y = cx::jit([](auto k) { return jr::bits<u64, 37>(k); })(jr::key<cx::philox>(seed));
  for (int i = 0; i < 37; ++i) CHECK(y(i) == block(seed, static_cast<u64>(i), 0));
}
static_assert(cx::jit([](auto k) { return jr::bits<u64>(k); })(jr::key<cx::philox>(0)) == 0x6627e8d5e169c58d);
static_assert(jr::key_impl(jr::key<cx::philox>(0)) == "philox" && jr::key_impl(jr::key(0)) == "fry");

} // namespace
} // namespace constax_tests
