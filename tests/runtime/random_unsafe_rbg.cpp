// SPDX-License-Identifier: BSL-1.0
// Keys of unsafe_rbg, two words each, in programs that are traced at run time: the static program in text and bits (which
// tests/api/random_unsafe_rbg.cpp compares with JAX); ndarrays of them, as arguments, results, carries; what is thrown.
#include "../support/late_keys.hpp"
#include "../support/thrown.hpp"

namespace jr = cx::random;
using namespace cx::literals;

namespace {
using late::of;
using urbg_key = cx::prng_key<cx::unsafe_rbg>;
constexpr of<urbg_key> key;
constexpr of<urbg_key, 4> keys;
constexpr of<int> integer;

cx::ndarray const seed_42(jr::key<cx::unsafe_rbg>(42));
std::vector<cx::u32> const words{1, 2, 3, 4, 5, 6, 7, 8};
constexpr auto data = [](auto k) { return jr::key_data(k); };
} // namespace

TEST_CASE("unsafe_rbg at run time: the static program") {
  late::same([](auto k) { return jr::split<2, 3>(k); }, key);
  late::same([](auto k) { return std::pair{jr::fold_in(k, 3), jr::bits<3>(jr::split<2>(k)[1])}; }, key);
  late::same([](auto k, auto i) { return jr::fold_in(jr::fold_in(jr::clone(k), i), 7); }, key, integer);
  late::same(data, keys);
  late::same([](auto w) { return jr::bits<cx::u64, 3>(jr::wrap_key_data<cx::unsafe_rbg>(w)); }, of<cx::u32, 4>{});
  late::same([](auto w) { return jr::wrap_key_data<cx::unsafe_rbg>(w); }, of<cx::u32, 2, 4>{});
  late::same([](auto s) { return jr::key<cx::unsafe_rbg>(s); }, integer);
  late::same([](auto k) { return std::pair{jr::normal<3>(jr::clone(k)), jr::gamma<float, 3>(k, 0.5f)}; }, key);
  late::same([](auto all) { return cx::vmap([](auto k) { return jr::normal(k); })(all); }, keys);
  late::same([](auto all) { return cx::transpose(cx::reshape<2, 2>(all)); }, keys);
}
TEST_CASE("unsafe_rbg at run time: lengths") {
  auto const drawn = cx::jit([](auto k) { return std::pair{jr::split(k, {2, 3}), jr::bits<cx::u64>(jr::clone(k), {70})}; })(seed_42);
  auto const& [all, bits] = drawn;
  CHECK(all == cx::jit([](auto k) { return jr::split<2, 3>(k); })(seed_42));
  CHECK(all.shape() == std::vector<std::int64_t>{2, 3});
  cx::u64 const half = 42;
  for (cx::u64 i = 0; i < 70; ++i) CHECK(bits.data<cx::u64>()[i] == cx::math::rng_bit_generator(half, half, i));
  CHECK(cx::jit([](auto k) { return jr::gamma<double>(k, {6}, 0.5); })(seed_42) ==
        cx::jit([](auto k) { return jr::gamma<6>(k, 0.5); })(seed_42));
  CHECK(cx::jit([](auto k) { return jr::permutation(k, 9); })(seed_42) == cx::jit([](auto k) { return jr::permutation<9>(k); })(seed_42));
  CHECK(cx::jit([](auto x) { return x + jr::normal(jr::key<cx::unsafe_rbg>(42), {3}); })(cx::ndarray(0.0)) ==
        cx::jit([](auto k) { return jr::normal(k, {3}) + 0.0; })(seed_42)); // of a known key
}
TEST_CASE("unsafe_rbg at run time: arrays of keys") {
  cx::ndarray const all = cx::jit([](auto k) { return jr::split<2, 3>(k); })(seed_42);
  auto const at = [&](int i) { return all.data<urbg_key>()[i]; };
  CHECK(all(1, 2) == cx::ndarray(at(5)));
  CHECK(all(1, 2).item<urbg_key>() == at(5));
  CHECK(all[1] == cx::ndarray(std::vector<urbg_key>{at(3), at(4), at(5)}));
  CHECK(cx::jit([](auto a) { return a; })(all) == all);
  CHECK(cx::jit([](auto a, auto i) { return a[i]; })(all[0], 1) == cx::ndarray(at(1)));
  CHECK(cx::jit([](auto a, auto b) { return cx::concatenate(a, b); })(all[1], all[0]) ==
        cx::ndarray(std::vector<urbg_key>{at(3), at(4), at(5), at(0), at(1), at(2)}));
  CHECK(cx::jit([](auto a, auto k) { return a.at(0).set(k); })(all[0], all(1, 1)) ==
        cx::ndarray(std::vector<urbg_key>{at(4), at(1), at(2)}));
  auto const chosen = cx::jit([](auto go, auto a, auto b) {
    return cx::cond(
        go > 0, [](auto x, auto y) { return std::pair{x, y}; }, [](auto x, auto y) { return std::pair{y, x}; }, a, b);
  })(0, all[0], all[1]);
  CHECK(chosen.first == all[1]);
  CHECK(chosen.second == all[0]);
  auto const step = [](auto k, auto i) {
    auto const two = jr::split<2>(jr::fold_in(k, i));
    return std::pair{two[1], two[0]};
  };
  auto const [last, drawn] = cx::jit([=](auto k) { return cx::scan(step, k, cx::arange<4>()); })(seed_42);
  CHECK(drawn.shape() == std::vector<std::int64_t>{4});
  cx::ndarray k = seed_42;
  for (int i = 0; i < 4; ++i) {
    auto const [next, own] = cx::jit(step)(k, i);
    CHECK(drawn[i] == own);
    k = next;
  }
  CHECK(last == k);
}
TEST_CASE("unsafe_rbg at run time: words") {
  cx::ndarray const two = jr::wrap_key_data<cx::unsafe_rbg>(cx::ndarray(words, {2, 4}));
  CHECK(cx::jit(data)(two) == cx::ndarray(words, {2, 4}));
  CHECK(two[1].item<urbg_key>() == urbg_key{cx::u64{5} << 32 | 6, cx::u64{7} << 32 | 8});
  CHECK(cx::jit([](auto w) { return jr::wrap_key_data<cx::unsafe_rbg>(w); })(cx::ndarray(words, {2, 4})) == two);
  CHECK_FALSE(two[0] == jr::wrap_key_data<cx::unsafe_rbg>(cx::ndarray(std::vector<cx::u32>{1, 2, 3, 5})));
  std::string impl;
  cx::jit([&](auto k) { return impl = jr::key_impl(k), jr::bits(k); })(seed_42);
  CHECK(impl == "unsafe_rbg");
}
TEST_CASE("unsafe_rbg at run time: what is thrown") {
  CHECK(thrown<cx::type_error>([] {
          cx::jit([](auto w) { return jr::wrap_key_data<cx::unsafe_rbg>(w); })(cx::ndarray(words, {4, 2}));
        }) == "[constax] random::wrap_key_data: words of keys of unsafe_rbg are u32[..., 4], these are u32[4,2]");
  CHECK(thrown<cx::error>([] { cx::jit([](auto k) { return jr::normal(k, {3}) + jr::uniform<3>(k); })(seed_42); }) ==
        "[constax] random::uniform: the key key<urbg>[] has been used up before, by random::normal, and would give related numbers; "
        "split it with cx::random::split, or say cx::random::clone where that is meant");
}
