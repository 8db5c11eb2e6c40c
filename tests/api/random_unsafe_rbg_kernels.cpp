// SPDX-License-Identifier: BSL-1.0
// Keys of unsafe_rbg in compiled programs: kernels, loops, branches and gradients give what the oracle gives in constant evaluation, which
// tests/api/random_unsafe_rbg.cpp compares with JAX.
#include "../support/catch.hpp"

#include <constax/constax.hpp>

#include <vector>

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

namespace {
using cx::u32, cx::u64;

constexpr cx::prng_key<cx::unsafe_rbg> known{u64{1} << 32 | 2, u64{3} << 32 | 4};
constexpr auto step = [](auto k, auto i) {
  auto const two = jr::split(jr::fold_in(k, i));
  return std::pair{two[1], jr::bits<u64>(two[0])};
};
constexpr auto is_odd = [](auto k) { return jr::key_data(k)(0) % 2u == 1u; };
constexpr auto goes_on = [](auto k) { return jr::key_data(k)(0) % 4u != 0u; };
constexpr auto next = [](auto k) { return jr::split<2>(k)[1]; };
constexpr auto two_of = [](auto k) { return jr::split<2>(k); };
constexpr auto twice = [](auto k) { return cx::stack(k, jr::clone(k)); };

template <class F> void same(F f, int line = __builtin_LINE()) {
  constexpr auto by_oracle = cx::jit(F{})(known);
  auto key = known;
  bool const equal = cx::jit(f)(key) == by_oracle;
  INFO("line " << line);
  CHECK(equal);
}
} // namespace

TEST_CASE("unsafe_rbg, compiled: loops") {
  same([](auto k) { return jr::key_data(cx::scan(step, k, cx::arange<4>()).first); });
  same([](auto k) { return cx::scan(step, k, cx::arange<4>()).first; });
  same([](auto k) { return cx::vmap([](auto one) { return cx::scan(step, one, cx::arange<3>()).second; })(jr::split<5>(k)); });
  same([](auto k) {
    return cx::fori_loop(
        0, 3, [](auto i, auto key) { return jr::fold_in(key, i); }, k);
  });
  same([](auto k) { return cx::while_loop(goes_on, next, k); });
  same([](auto k) { return cx::vmap([](auto one) { return cx::while_loop(goes_on, next, one); })(jr::split<6>(k)); });
  same([](auto k) { return cx::map([](auto one) { return jr::bits<2>(one); }, jr::split<4>(k)); });
}
TEST_CASE("unsafe_rbg, compiled: branches and calls") {
  same([](auto k) { return cx::cond(is_odd(k), two_of, twice, k); });
  same([](auto k) { return cx::vmap([](auto one) { return cx::cond(is_odd(one), two_of, twice, one); })(jr::split<6>(k)); });
  same([](auto k) { return cx::jit([](auto key) { return jr::split<3>(key); })(k)[1]; });
}
TEST_CASE("unsafe_rbg, compiled: movements") {
  same([](auto k) { return cx::where(cx::arange<6>() % 2 == 0, jr::split<6>(k), cx::flip(jr::split<6>(jr::clone(k)))); });
  same([](auto k) { return jr::split<6>(k)[cx::astype<int>(jr::key_data(k)(3))]; });
  same([](auto k) { return jr::permutation(k, jr::split<6>(jr::fold_in(k, 2))); });
  same([](auto k) { return twice(k).at(cx::astype<int>(jr::key_data(k)(0))).set(jr::fold_in(k, 1)); });
  same([](auto k) { return cx::roll(cx::concatenate(jr::split<3>(k), jr::split<2>(jr::fold_in(k, 1))), 1_c); });
  same([](auto k) { return cx::reshape<3, 2, 1>(cx::transpose(jr::split<2, 3>(k))); });
  same([](auto k) { return cx::broadcast_to<4, 3>(jr::split<3>(k)); });
}
TEST_CASE("unsafe_rbg, compiled: gradients") {
  same([](auto k) { return cx::grad([=](auto x) { return cx::sum(jr::normal<3>(k) * x); })(cx::ones<double>()); });
  same([](auto k) {
    auto const grow = [](auto x, auto key) { return std::pair{x * (1.0 + jr::uniform(key)), 0.0}; };
    return cx::grad([=](auto x) { return cx::scan(grow, x, jr::split<3>(k)).first; })(cx::ones<double>());
  });
  same([](auto k) {
    auto const wave = [=](auto x) { return cx::sum(cx::sin(jr::normal<3>(k) * x)); };
    return cx::grad([=](auto x) { return cx::checkpoint(wave)(x); })(cx::ones<double>());
  });
}
TEST_CASE("unsafe_rbg, compiled: laws of many draws") {
  same([](auto k) { return cx::sum(jr::gamma<5>(k, 0.7)); });
  same([](auto k) { return jr::multinomial(k, 10, cx::full<double, 3>(1.0 / 3)); });
  same([](auto k) { return jr::poisson<4>(k, 3.5); });
}
constexpr cx::dim<"n"> n;
TEST_CASE("unsafe_rbg, compiled: lengths of a call") {
  std::vector<double> const x(5, 0.0);
  auto const draw = [](auto k, auto zeros) { return std::pair{zeros + jr::uniform<n>(k), jr::split<n, 2>(jr::fold_in(k, 1))}; };
  auto const draw_five = [](auto k) { return std::pair{jr::uniform<5>(k), jr::split<5, 2>(jr::fold_in(k, 1))}; };
  auto const of_call = cx::jit(draw)(known, cx::view<double const, n>(x));
  auto const of_five = cx::jit(draw_five)(known);
  for (int i = 0; i < 5; ++i) CHECK(of_call.first[i] == of_five.first[i]);
  for (int i = 0; i < 10; ++i) CHECK(of_call.second[i] == of_five.second[i]);
}
