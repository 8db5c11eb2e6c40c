// SPDX-License-Identifier: BSL-1.0
// What is drawn from keys, against real JAX (random_numbers.py): keys, bits, integers, truth values and uniform numbers exactly, others
// within two units in the last place of what the law's function is, exactly, at JAX's uniform numbers; and as near to JAX's numbers as
// XLA's functions are. By the oracle, at run time, and in constant evaluation.
#include "random_table.hpp"

namespace constax_tests {
namespace {

namespace jr = cx::random;
using namespace cx::literals;

std::vector<drawn> const& table() {
  static std::vector<drawn> const t{
#include "random_numbers.inc"
  };
  return t;
}

template <class Impl, class F>
void agrees_in(std::string_view name, F const&, double ulp, bool by_one) {
  compare<Impl>(table(), name, cx::thaw(cx::traced_program_of<F, cx::prng_key<Impl>>::traced), ulp, by_one);
}
template <class F>
void agrees(std::string_view name, F const& f, double ulp = 0, bool by_one = false) {
  agrees_in<cx::threefry>(name, f, ulp, by_one);
  agrees_in<cx::threefry_original>(name, f, ulp, by_one);
}

TEST_CASE("keys are those of JAX") {
  agrees("key", [](auto k) { return jr::key_data(k); });
  agrees("split", [](auto k) {
    auto const [a, b] = jr::split(k);
    return cx::stack(jr::key_data(a), jr::key_data(b));
  });
  agrees("split_3", [](auto k) { return jr::key_data(jr::split<3>(k)); });
  agrees("split_2_3", [](auto k) { return jr::key_data(jr::split<2, 3>(k)); });
  agrees("fold_in_7", [](auto k) { return jr::key_data(jr::fold_in(k, 7)); });
  agrees("fold_in_all", [](auto k) { return jr::key_data(jr::fold_in(k, -1)); });
}
TEST_CASE("bits are those of JAX") {
  agrees("bits_one", [](auto k) { return jr::bits(k); });
  agrees("bits_one_u64", [](auto k) { return jr::bits<u64>(k); });
  agrees("bits_u8", [](auto k) { return jr::bits<std::uint8_t, 7>(k); });
  agrees("bits_u8_2_3", [](auto k) { return jr::bits<std::uint8_t, 2, 3>(k); });
  agrees("bits_u32", [](auto k) { return jr::bits<7>(k); });
  agrees("bits_u32_8", [](auto k) { return jr::bits<8>(k); });
  agrees("bits_u32_2_3_2", [](auto k) { return jr::bits<2, 3, 2>(k); });
  agrees("bits_u64", [](auto k) { return jr::bits<u64, 5>(k); });
  agrees("bits_u64_3_2", [](auto k) { return jr::bits<u64, 3, 2>(k); });
}
TEST_CASE("integers are those of JAX") {
  agrees("randint", [](auto k) { return jr::randint<9>(k, 0, 10); });
  agrees("randint_negative", [](auto k) { return jr::randint<9>(k, -5, 1000); });
  agrees("randint_i64", [](auto k) { return jr::randint<std::int64_t, 9>(k, -3, 1000000000000); });
  agrees("randint_u32_all", [](auto k) { return jr::randint<u32, 5>(k, 0, 4294967296); });
  agrees("randint_u8", [](auto k) { return jr::randint<std::uint8_t, 9>(k, 0, 256); });
  agrees("randint_i8", [](auto k) { return jr::randint<std::int8_t, 9>(k, -128, 128); });
  agrees("randint_empty", [](auto k) { return jr::randint<3>(k, 5, 5); });
  agrees("bernoulli", [](auto k) { return jr::bernoulli<20>(k, 0.3); });
  agrees("bernoulli_f32", [](auto k) { return jr::bernoulli<20>(k, 0.7f); });
  agrees("rademacher", [](auto k) { return jr::rademacher<20>(k); });
  agrees("choice", [](auto k) { return jr::choice<6>(k, 10); });
}
constexpr auto table_of = [](auto... x) { return cx::stack(cx::full<double>(x)...); };
constexpr auto logits = [] { return cx::reshape<4, 3>(table_of(0.0, 1.0, 2.0, 3.0, 0.0, -1.0, 0.5, 0.5, 0.5, -1.0, 4.0, 2.0)); };
TEST_CASE("places are those of JAX") { // of which its 64-bit mode makes i64
  agrees("categorical", [](auto k) { return cx::astype<std::int64_t>(jr::categorical(k, logits())); });
  agrees("categorical_5", [](auto k) { return cx::astype<std::int64_t>(jr::categorical<5>(k, logits())); });
  agrees("categorical_axis_0", [](auto k) { return cx::astype<std::int64_t>(jr::categorical(k, logits(), 0_c)); });
  agrees("choice_p", [](auto k) { return cx::astype<std::int64_t>(jr::choice<12>(k, table_of(0.1, 0.2, 0.3, 0.4))); });
}
TEST_CASE("uniform numbers are those of JAX") {
  agrees("uniform_f32", [](auto k) { return jr::uniform<float, 7>(k); });
  agrees("uniform_f64", [](auto k) { return jr::uniform<7>(k); });
  agrees("uniform_one_f32", [](auto k) { return jr::uniform<float>(k); });
  agrees("uniform_one_f64", [](auto k) { return jr::uniform(k); });
  agrees("uniform_between_f32", [](auto k) { return jr::uniform<float, 7>(k, -3.0, 5.0); }, 2);
  agrees("uniform_between_f64", [](auto k) { return jr::uniform<7>(k, -3, 5); }, 2);
}
TEST_CASE("numbers of other laws are those of JAX") {
  constexpr double xla = 20; // units that XLA's elementary functions are off, with some room
  agrees("truncated_normal_f32", [](auto k) { return jr::truncated_normal<float, 8>(k, -1, 2); }, xla, near_zero);
  agrees("truncated_normal_f64", [](auto k) { return jr::truncated_normal<8>(k, -1, 2); }, xla, near_zero);
  agrees("normal_3_2_f32", [](auto k) { return jr::normal<float, 3, 2>(k); }, xla);
  agrees("normal_3_2_f64", [](auto k) { return jr::normal<3, 2>(k); }, xla);
  auto const of_both = [](std::string_view law, auto const& f32, auto const& f64, double ulp, bool by_one = false) {
    std::string const name(law);
    agrees(name + "_f32", f32, xla, by_one), agrees(name + "_f64", f64, xla, by_one);
    agrees("exact_" + name + "_f32", f32, ulp, by_one), agrees("exact_" + name + "_f64", f64, ulp, by_one);
  };
  of_both("normal", [](auto k) { return jr::normal<float, 8>(k); }, [](auto k) { return jr::normal<8>(k); }, 2);
  of_both("exponential", [](auto k) { return jr::exponential<float, 8>(k); }, [](auto k) { return jr::exponential<8>(k); }, 1);
  of_both("gumbel", [](auto k) { return jr::gumbel<float, 8>(k); }, [](auto k) { return jr::gumbel<8>(k); }, 2, near_zero);
  of_both("laplace", [](auto k) { return jr::laplace<float, 8>(k); }, [](auto k) { return jr::laplace<8>(k); }, 1);
  of_both("logistic", [](auto k) { return jr::logistic<float, 8>(k); }, [](auto k) { return jr::logistic<8>(k); }, 2, near_zero);
  agrees("cauchy_f32", [](auto k) { return jr::cauchy<float, 8>(k); }, 2); // its argument is rounded before a pole of tan magnifies that
  agrees("cauchy_f64", [](auto k) { return jr::cauchy<8>(k); }, 2);
}

// ---- constant evaluation
// -----------------------------------------------------------------------------------------------------------------------

constexpr auto drawn_once = cx::jit([](auto k) { return jr::bits<3>(k); })(jr::key(0));
static_assert(drawn_once == cx::array<u32, 3>{4070199207, 4202968722, 1427181096});
constexpr cx::prng_key<cx::threefry> second{928981903ull << 32 | 3453687069};
static_assert(cx::jit([](auto k) { return jr::split<2>(k); })(jr::key(0))[1] == second);
static_assert(cx::jit([](auto k) { return jr::uniform<float>(k); })(jr::key(0)) == 0x1.e5349c0000000p-1f);
static_assert(jr::key(-1).word == 0xffffffff && jr::key(-1l).word == ~u64{0} && jr::key(3_c).word == 3);
static_assert(jr::key_impl(jr::key(0)) == "threefry2x32" && jr::key_impl(jr::key<cx::threefry_original>(0)) == "threefry2x32_original");

// ---- what is drawn is differentiated in its parameters, and under vmap
// ---------------------------------------------------------------------------

constexpr auto scaled = [](auto s, auto k) { return cx::sum(s * jr::normal<4>(k)); };
TEST_CASE("samples move with their parameters") {
  double const total = cx::jit([](auto k) { return cx::sum(jr::normal<4>(k)); })(jr::key(1));
  CHECK(cx::grad(scaled)(2.0, jr::key(1)) == total);
  auto const between = [](auto lo, auto k) { return jr::uniform(k, lo, 3.0); };
  double const u = cx::jit([](auto k) { return jr::uniform(k); })(jr::key(1));
  CHECK(std::abs(cx::grad(between)(1.0, jr::key(1)) - (1 - u)) < 1e-15);
  // d/dlo of a truncated normal x in (lo, 2): the quantile moves, pdf(lo) (1 - q) / pdf(x)
  auto const truncated = [](auto lo, auto k) { return jr::truncated_normal(k, lo, 2.0); };
  double const h = 1e-6, slope = (cx::jit(truncated)(-1 + h, jr::key(1)) - cx::jit(truncated)(-1 - h, jr::key(1))) / (2 * h);
  CHECK(std::abs(cx::grad(truncated)(-1.0, jr::key(1)) - slope) < 1e-7);
}
TEST_CASE("vmap over keys is a loop") {
  auto const draw = [](auto k, auto hi) {
    return std::tuple{jr::normal<2, 3>(k), jr::randint<5>(jr::fold_in(k, 1), 0, hi), jr::bits<std::uint8_t, 5>(jr::fold_in(k, 2))};
  };
  auto const each = cx::jit(draw);
  auto const keys = cx::jit([](auto k) { return jr::split<3>(k); })(jr::key(9));
  cx::array<int, 3> const his{3, 100, 2000000000};
  auto const [x, y, z] = cx::vmap(draw)(keys, his);
  for (int i = 0; i < 3; ++i) {
    auto const [a, b, c] = each(keys[i], his[i]);
    for (int j = 0; j < 6; ++j) CHECK(a(j / 3, j % 3) == x(i, j / 3, j % 3));
    for (int j = 0; j < 5; ++j) CHECK((b[j] == y(i, j) && c[j] == z(i, j)));
  }
}

} // namespace
} // namespace constax_tests
