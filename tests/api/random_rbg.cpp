// SPDX-License-Identifier: BSL-1.0
// Keys of rbg, against real JAX on a CPU (random_rbg.py): keys, bits, integers and uniform numbers exactly, others as near as XLA's
// elementary functions are. By the oracle, in constant evaluation, and by a kernel. Words of keys that are known, and their halves.
#include "../support/recorded.hpp"
#include "random_table.hpp"

#include <stdexcept>

namespace constax_tests {
namespace {

namespace jr = cx::random;
using namespace cx::literals;

std::vector<drawn> const& table() {
  static std::vector<drawn> const t{
#include "random_rbg.inc"
  };
  return t;
}
template <class F> void agrees(std::string_view name, F const& f, double ulp = 0, bool by_one = false) {
  compare<cx::rbg>(table(), name, recorded(f, cx::spec<cx::prng_key<cx::rbg>>{}), ulp, by_one);
}
/// draw(t, key) of float and of double.
template <class F> void both_agree(std::string_view name, F const& draw, double f32, double f64, bool by_one = false) {
  std::string const law(name);
  agrees(
      law + "_f32", [&](auto k) { return draw(float{}, k); }, f32, by_one);
  agrees(
      law + "_f64", [&](auto k) { return draw(double{}, k); }, f64, by_one);
}
constexpr auto table_of = [](auto... x) { return cx::stack(cx::full<double>(x)...); };
constexpr double xla = 20, xla_f64 = 600; // units that XLA's elementary functions are off, with some room; f64: near 0, and of logarithms

TEST_CASE("rbg: keys") {
  agrees("key", [](auto k) { return jr::key_data(k); });
  agrees("split", [](auto k) {
    auto const [a, b] = jr::split(k);
    return cx::stack(jr::key_data(a), jr::key_data(b));
  });
  agrees("split_2_3", [](auto k) { return jr::key_data(jr::split<2, 3>(k)); });
  agrees("fold_in_7", [](auto k) { return jr::key_data(jr::fold_in(k, 7)); });
  agrees("fold_in_all", [](auto k) { return jr::key_data(jr::fold_in(jr::clone(k), -1)); });
}
TEST_CASE("rbg: bits") {
  agrees("bits_one", [](auto k) { return jr::bits(k); });
  agrees("bits_one_u64", [](auto k) { return jr::bits<u64>(k); });
  agrees("bits_one_u8", [](auto k) { return jr::bits<std::uint8_t>(k); });
  agrees("bits_u8", [](auto k) { return jr::bits<std::uint8_t, 7>(k); });
  agrees("bits_u8_2_3", [](auto k) { return jr::bits<std::uint8_t, 2, 3>(k); });
  agrees("bits_u32", [](auto k) { return jr::bits<9>(k); });
  agrees("bits_u32_2_3_2", [](auto k) { return jr::bits<2, 3, 2>(k); });
  agrees("bits_u64", [](auto k) { return jr::bits<u64, 5>(k); });
  agrees("bits_u64_3_2", [](auto k) { return jr::bits<u64, 3, 2>(k); });
  agrees("bits_of_last", [](auto k) { return jr::bits<u64, 3>(jr::split<4>(jr::fold_in(k, 3))[3]); });
  agrees("bits_overflow", [](auto) { return jr::bits<u64, 10>(jr::key<cx::rbg>(0xfffffffeffffffff)); });
}
TEST_CASE("rbg: keys that are mapped over draw what each alone draws") { // as JAX does in a loop, but not under its vmap
  agrees("bits_each", [](auto k) { return cx::vmap([](auto one) { return jr::bits<3>(one); })(jr::split<4>(k)); });
}
TEST_CASE("rbg: numbers") {
  agrees("randint", [](auto k) { return jr::randint<9>(k, -5, 1000); });
  agrees("randint_i64", [](auto k) { return jr::randint<std::int64_t, 9>(k, -3, 1000000000000); });
  agrees("bernoulli", [](auto k) { return jr::bernoulli<20>(k, 0.3); });
  agrees("rademacher", [](auto k) { return jr::rademacher<20>(k); });
  agrees("categorical", [](auto k) {
    auto const logits = cx::reshape<4, 3>(table_of(0.0, 1.0, 2.0, 3.0, 0.0, -1.0, 0.5, 0.5, 0.5, -1.0, 4.0, 2.0));
    return cx::astype<std::int64_t>(jr::categorical(k, logits));
  });
  agrees("permutation", [](auto k) { return cx::astype<std::int64_t>(jr::permutation<9>(k)); });
  agrees("choice", [](auto k) { return cx::astype<std::int64_t>(jr::choice<4>(k, 10_c, jr::without_replacement)); });
  agrees("binomial", [](auto k) { return jr::binomial<6>(k, 10, 0.3); });
  agrees("geometric", [](auto k) { return jr::geometric<6>(k, 0.3); });
  both_agree(
      "uniform", [](auto t, auto k) { return jr::uniform<decltype(t), 7>(k); }, 0, 0);
  both_agree(
      "normal", [](auto t, auto k) { return jr::normal<decltype(t), 3, 2>(k); }, xla, xla);
  both_agree(
      "truncated_normal", [](auto t, auto k) { return jr::truncated_normal<decltype(t), 8>(k, -1, 2); }, xla, xla, near_zero);
  both_agree(
      "exponential", [](auto t, auto k) { return jr::exponential<decltype(t), 8>(k); }, xla, xla);
  both_agree(
      "gumbel", [](auto t, auto k) { return jr::gumbel<decltype(t), 8>(k); }, xla, xla, near_zero);
  both_agree(
      "laplace", [](auto t, auto k) { return jr::laplace<decltype(t), 8>(k); }, xla, xla_f64);
  both_agree(
      "gamma", [](auto t, auto k) { return jr::gamma<decltype(t), 6>(k, 0.5); }, xla, xla);
  both_agree(
      "dirichlet", [](auto t, auto k) { return jr::dirichlet<decltype(t), 3>(k, table_of(0.1, 1.0, 5.0)); }, xla, xla_f64);
  both_agree(
      "ball", [](auto t, auto k) { return jr::ball<decltype(t), 3, 3>(k); }, xla, xla);
  agrees(
      "multivariate_normal",
      [](auto k) { return jr::multivariate_normal<3>(k, table_of(1.0, -2.0), cx::reshape<2, 2>(table_of(2.0, 0.5, 0.5, 1.0))); }, xla);
}
TEST_CASE("rbg: kernels") {
  u64 const seed = 0x0123456789abcdef;
  auto const draw = [](auto k) { return std::pair{jr::bits<u64, 37>(k), jr::bits<75>(jr::clone(k))}; };
  auto const [words, halves] = cx::jit(draw)(jr::key<cx::rbg>(seed));
  for (int i = 0; i < 37; ++i) CHECK(words(i) == cx::math::rng_bit_generator(seed, seed, static_cast<u64>(i)));
  for (int i = 0; i < 74; ++i) CHECK(halves(i) == static_cast<u32>(words(i / 2) >> (i % 2 * 32)));
}
static_assert(cx::jit([](auto k) { return jr::bits<u64>(k); })(jr::key<cx::rbg>(0)) == 0xe169c58d6627e8d5);
static_assert(jr::key_impl(jr::key<cx::rbg>(0)) == "rbg");

// ---- words ----------------------------------------------------------------------------------------------------------------------------

using rbg_key = cx::prng_key<cx::rbg>;
static_assert(jr::wrap_key_data<cx::rbg>(cx::array<u32, 4>{1, 2, 1, 2}) == rbg_key{u64{1} << 32 | 2});
static_assert(jr::wrap_key_data(cx::array<u32, 2>{1, 2}) == cx::prng_key<cx::threefry>{u64{1} << 32 | 2});
static_assert(jr::wrap_key_data<cx::rbg>(cx::array<u32, 2, 4>{1, 2, 1, 2, 3, 4, 3, 4})[1] == rbg_key{u64{3} << 32 | 4});

constexpr cx::dim<"n"> n;
TEST_CASE("rbg: words of keys") {
  agrees("bits_u64", [](auto k) {
    auto const half = jr::key_data(k)(cx::ellipsis, cx::slice(0_c, 2_c));
    return jr::bits<u64, 5>(jr::wrap_key_data<cx::rbg>(half));
  });
  std::vector<u32> words{1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6};
  auto const keys = [&] { return jr::wrap_key_data<cx::rbg>(cx::view<u32 const, n, 4>(words)); };
  auto const three = keys();
  CHECK(three.length(0) == 3);
  CHECK(three[2] == rbg_key{u64{5} << 32 | 6});
  words[7] = 9;
  CHECK_THROWS_WITH(keys(),
                    "[constax] random::wrap_key_data: the halves of a key of rbg are equal, as those of a seed, of split and of "
                    "fold_in are; these are 3, 4 and 3, 9");
}

} // namespace
} // namespace constax_tests
