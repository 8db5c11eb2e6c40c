// SPDX-License-Identifier: BSL-1.0
// Keys of unsafe_rbg, against real JAX on a CPU (random_unsafe_rbg.py): keys, bits, integers and uniform numbers exactly, others as near as
// XLA's elementary functions are. By the oracle, in constant evaluation, and by a kernel. Keys of two words as arguments, results, arrays,
// carries; in rows, branches and views.
#include "../support/recorded.hpp"
#include "random_table.hpp"

#include <sstream>

namespace constax_tests {
namespace {

namespace jr = cx::random;
using namespace cx::literals;
using urbg_key = cx::prng_key<cx::unsafe_rbg>;

std::vector<drawn> const& table() {
  static std::vector<drawn> const t{
#include "random_unsafe_rbg.inc"
  };
  return t;
}
template <class F> void agrees(std::string_view name, F const& f, double ulp = 0) {
  compare<cx::unsafe_rbg>(table(), name, recorded(f, cx::spec<urbg_key>{}), ulp, false);
}
constexpr double xla = 20; // units that XLA's elementary functions are off, with some room
constexpr auto key_of = [](u32 a, u32 b, u32 c, u32 d) { return jr::wrap_key_data<cx::unsafe_rbg>(cx::array<u32, 4>{a, b, c, d}); };
constexpr auto step = [](auto k, auto i) {
  auto const [own, following] = jr::split(jr::fold_in(k, i));
  return std::pair{following, jr::bits<u64>(own)};
};

TEST_CASE("unsafe_rbg: keys") {
  agrees("key", [](auto k) { return jr::key_data(k); });
  agrees("key_i32", [](auto) { return jr::key_data(jr::key<cx::unsafe_rbg>(-7)); });
  agrees("key_i32", [](auto) { return jr::key_data(jr::key<cx::unsafe_rbg>(cx::zeros<int>() - 7)); });
  agrees("split", [](auto k) {
    auto const [a, b] = jr::split(k);
    return cx::stack(jr::key_data(a), jr::key_data(b));
  });
  agrees("split_2_3", [](auto k) { return jr::key_data(jr::split<2, 3>(k)); });
  agrees("split_twice", [](auto k) { return jr::key_data(jr::split<3>(jr::split<5>(k)[4])); });
  agrees("fold_in_7", [](auto k) { return jr::key_data(jr::fold_in(k, 7)); });
  agrees("fold_in_all", [](auto k) { return jr::key_data(jr::fold_in(jr::clone(k), -1)); });
  agrees("fold_in_split", [](auto k) { return jr::key_data(jr::fold_in(jr::split(k)[1], 123456)); });
}
TEST_CASE("unsafe_rbg: bits") {
  agrees("bits_one", [](auto k) { return jr::bits(k); });
  agrees("bits_one_u64", [](auto k) { return jr::bits<u64>(k); });
  agrees("bits_one_u8", [](auto k) { return jr::bits<std::uint8_t>(k); });
  agrees("bits_u8_2_3", [](auto k) { return jr::bits<std::uint8_t, 2, 3>(k); });
  agrees("bits_u32", [](auto k) { return jr::bits<9>(k); });
  agrees("bits_u32_2_3_2", [](auto k) { return jr::bits<2, 3, 2>(k); });
  agrees("bits_u64", [](auto k) { return jr::bits<u64, 5>(k); });
  agrees("bits_of_last", [](auto k) { return jr::bits<u64, 3>(jr::split<4>(jr::fold_in(k, 3))[3]); });
  agrees("bits_of_words", [](auto) { return jr::bits<u64, 7>(key_of(1, 2, 3, 4)); });
  agrees("bits_carry", [](auto) { return jr::bits<u64, 10>(key_of(7, 9, 0xfffffffe, ~0u)); });
  agrees("bits_carry_all", [](auto) { return jr::bits<u64, 6>(key_of(~0u, ~0u, ~0u, ~0u)); });
}
TEST_CASE("unsafe_rbg: in rows, loops and branches") {
  agrees("bits_each", [](auto k) { return cx::vmap([](auto one) { return jr::bits<3>(one); })(jr::split<4>(k)); });
  agrees("split_each", [](auto k) { return jr::key_data(cx::vmap([](auto one) { return jr::split<3>(one); })(jr::split<4>(k))); });
  agrees("scan", [](auto k) { return cx::scan(step, k, cx::arange<4>()).second; });
  agrees("scan_carry", [](auto k) { return jr::key_data(cx::scan(step, k, cx::arange<4>()).first); });
  agrees("scan", [](auto k) { // in a row of a mapped loop
    return cx::vmap([](auto one) { return cx::scan(step, one, cx::arange<4>()).second; })(cx::stack(k, jr::fold_in(k, 5)))[0];
  });
  agrees("scan", [](auto k) { // one row after the other draws; the keys are slices of the loop
    auto const trip = [](auto k, auto i) {
      auto const two = jr::split(jr::fold_in(k, i));
      return std::pair{two[1], two[0]};
    };
    auto const draw = [](auto none, auto k) { return std::pair{none, jr::bits<u64>(k)}; };
    return cx::scan(draw, cx::zeros<double>(), cx::scan(trip, k, cx::arange<4>()).second).second;
  });
  agrees("cond", [](auto k) {
    auto const two = jr::split(k);
    auto const go_on = jr::key_data(k)(0) < 1000;
    return jr::key_data(cx::cond(
        go_on, [](auto a, auto) { return jr::fold_in(a, 1); }, [](auto, auto b) { return b; }, two[0], two[1]));
  });
  agrees("fold_in_7", [](auto k) { // each row takes one of two keys
    auto const a = cx::stack(jr::fold_in(k, 5), jr::fold_in(k, 7)), b = cx::stack(jr::fold_in(k, 6), jr::fold_in(k, 8));
    auto const one = [](auto i, auto x, auto y) {
      return cx::cond(
          i > 0, [](auto x, auto) { return x; }, [](auto, auto y) { return y; }, x, y);
    };
    return jr::key_data(cx::vmap(one)(cx::arange<2>(), a, b)[1]);
  });
}
TEST_CASE("unsafe_rbg: arrays of keys") {
  agrees("column", [](auto k) { return jr::key_data(cx::transpose(jr::split<2, 3>(k))[1]); });
  agrees("split_2_3", [](auto k) { return jr::key_data(cx::reshape<2, 3>(jr::split<6>(k))); });
  agrees("split", [](auto k) { return jr::key_data(jr::split<6>(k)(cx::slice(0_c, 2_c))); });
  agrees("split_2_3", [](auto k) {
    auto const keys = jr::split<6>(k);
    return cx::reshape<2, 3, 4>(jr::key_data(cx::concatenate(keys(cx::slice(0_c, 4_c)), keys(cx::slice(4_c, 6_c)))));
  });
  agrees("split", [](auto k) {
    auto const keys = jr::split<4>(k);
    return jr::key_data(cx::where(cx::arange<2>() < 1, cx::stack(keys[0], keys[3]), cx::stack(keys[3], keys[1])));
  });
  agrees("bits_of_last", [](auto k) {
    auto const keys = jr::split<4>(jr::fold_in(k, 3));
    return jr::bits<u64, 3>(keys[cx::astype<int>(cx::sum(cx::arange<3>()))]); // a traced index
  });
  agrees("split", [](auto k) {
    auto const [a, b] = jr::split(k);
    return jr::key_data(cx::stack(b, b).at(0).set(a));
  });
}
TEST_CASE("unsafe_rbg: numbers") {
  agrees("randint", [](auto k) { return jr::randint<9>(k, -5, 1000); });
  agrees("randint_i64", [](auto k) { return jr::randint<std::int64_t, 9>(k, -3, 1000000000000); });
  agrees("bernoulli", [](auto k) { return jr::bernoulli<20>(k, 0.3); });
  agrees("rademacher", [](auto k) { return jr::rademacher<20>(k); });
  agrees("permutation", [](auto k) { return cx::astype<std::int64_t>(jr::permutation<9>(k)); });
  agrees("binomial", [](auto k) { return jr::binomial<6>(k, 10, 0.3); });
  agrees("geometric", [](auto k) { return jr::geometric<6>(k, 0.3); });
  agrees("uniform_f32", [](auto k) { return jr::uniform<float, 7>(k); });
  agrees("uniform_f64", [](auto k) { return jr::uniform<7>(k); });
  agrees(
      "normal_f64", [](auto k) { return jr::normal<3, 2>(k); }, xla);
  agrees(
      "gamma_f64", [](auto k) { return jr::gamma<6>(k, 0.5); }, xla);
}

// ---- words and layouts ----------------------------------------------------------------------------------------------------------------

static_assert(jr::key_impl(jr::key<cx::unsafe_rbg>(0)) == "unsafe_rbg");
static_assert(sizeof(urbg_key) == 16 && cx::array<urbg_key, 3>{}.size() == 3);
static_assert(key_of(1, 2, 3, 4) == urbg_key{u64{1} << 32 | 2, u64{3} << 32 | 4});
static_assert(jr::wrap_key_data<cx::unsafe_rbg>(cx::array<u32, 2, 4>{1, 2, 1, 2, 3, 4, 5, 6})[1] == key_of(3, 4, 5, 6));
static_assert(cx::jit([](auto k) { return jr::key_data(k); })(key_of(1, 2, 3, 4)) == cx::array<u32, 4>{1, 2, 3, 4});
static_assert(cx::jit([](auto w) { return jr::wrap_key_data<cx::unsafe_rbg>(w); })(cx::array<u32, 4>{1, 2, 3, 4}) == key_of(1, 2, 3, 4));
static_assert(cx::make_jaxpr([](auto k) { return jr::fold_in(k, 7); })(cx::spec<urbg_key>{}).str().view().find("key<urbg>[]") != 0);

constexpr cx::dim<"n"> n;
TEST_CASE("unsafe_rbg: arguments and results of compiled calls") {
  auto const k = key_of(1, 2, 3, 4);
  cx::array<urbg_key, 2, 3> const keys = cx::jit([](auto k) { return jr::split<2, 3>(k); })(k);
  cx::array<urbg_key, 2, 3> const constant = [] {
    constexpr auto all = cx::jit([](auto k) { return jr::split<2, 3>(k); })(key_of(1, 2, 3, 4));
    return all;
  }();
  for (int i = 0; i < 6; ++i) CHECK(keys[i] == constant[i]);
  auto const turned = cx::jit([](auto ks) { return cx::transpose(ks); })(keys);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) CHECK(turned(j, i) == keys(i, j));
  CHECK(cx::jit([](auto ks) { return ks(1, 2); })(keys) == keys(1, 2));
  CHECK(cx::jit([](auto k) { return k; })(k) == k);
  auto const bits = cx::jit([](auto ks) { return cx::vmap([](auto k) { return jr::bits<u64, 70>(k); })(ks[1]); })(keys);
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 70; ++i) CHECK(bits(j, i) == cx::math::rng_bit_generator(keys(1, j).word, keys(1, j).second, static_cast<u64>(i)));
}
TEST_CASE("unsafe_rbg: keys that lie apart, in another order, as many as there are") {
  std::vector<urbg_key> memory;
  for (u32 i = 0; i < 6; ++i) memory.push_back(key_of(10 * i, 10 * i + 1, 10 * i + 2, 10 * i + 3));
  auto const data = [](auto ks) { return jr::key_data(ks); };
  auto const rows = cx::jit(data)(cx::view<urbg_key const, n>(memory));
  REQUIRE(rows.length(0) == 6);
  for (int i = 0; i < 6; ++i)
    for (int w = 0; w < 4; ++w) CHECK(rows(i, w) == static_cast<u32>(10 * i + w));
  auto const columns = cx::jit(data)(cx::view<urbg_key const, 2, 3, cx::col_major>(memory.data()));
  auto const apart = cx::jit(data)(cx::view<urbg_key const, 3, cx::strided>(memory.data(), 2));
  for (int w = 0; w < 4; ++w) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) CHECK(columns(i, j, w) == static_cast<u32>(10 * (i + 2 * j) + w));
    for (int i = 0; i < 3; ++i) CHECK(apart(i, w) == static_cast<u32>(20 * i + w));
  }
  std::vector<urbg_key> out(6);
  auto to = cx::view<urbg_key, 2, 3, cx::col_major>(out.data());
  cx::evaluate_into(
      to, [](auto k) { return jr::split<2, 3>(k); }, key_of(1, 2, 3, 4));
  cx::array<urbg_key, 2, 3> const keys = cx::jit([](auto k) { return jr::split<2, 3>(k); })(key_of(1, 2, 3, 4));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) CHECK(out[static_cast<std::size_t>(i + 2 * j)] == keys(i, j));
}
TEST_CASE("unsafe_rbg: who uses a key twice") {
  auto const twice = [](auto const& f) { return sentence(cx::find_key_reuse(recorded(f, cx::spec<urbg_key>{}))); };
  CHECK(twice([](auto k) { return std::pair{jr::bits(k), jr::split(jr::fold_in(k, 1))}; }).view().empty());
  CHECK(twice([](auto k) { return std::pair{jr::bits(k), jr::normal(k)}; }).view().find("key<urbg>[]") != std::string_view::npos);
  auto const known = [](auto first, auto other) {
    return [=](auto k) { return std::tuple{k, jr::bits(first), jr::bits(other)}; };
  };
  CHECK(twice(known(key_of(1, 2, 3, 4), key_of(1, 2, 3, 5))).view().empty());
  CHECK_FALSE(twice(known(key_of(1, 2, 3, 4), key_of(1, 2, 3, 4))).view().empty());
}
TEST_CASE("unsafe_rbg: what is not yet lowered has no words") {
  cx::jaxpr const j = recorded([](auto k) { return jr::bits(k); }, cx::spec<urbg_key>{});
  cx::tensor k(cx::aval{cx::dtype::key_unsafe_rbg, {}});
  cx::fault why;
  CHECK(cx::reference::evaluate(j, {&k, 1}, {}, &why).empty());
  CHECK(sentence(why).view().find("when the program is lowered") != std::string_view::npos);
}

} // namespace
} // namespace constax_tests
