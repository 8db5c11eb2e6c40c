// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// What is compiled while the program runs gives the oracle's bits, as what evaluates until then does: all kinds of equations, dtypes, and
// ways in which a result lies.
#include "../support/catch.hpp"
#include "../support/ndarrays.hpp"
#include "environment.hpp"

#include <constax/compiled.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

using ndarrays::numbers;

/// g's results are those of the oracle, in their order, whoever answers.
template <class F, class G, class... X> void same_as_oracle(F const& f, G const& g, X const&... x) {
  cx::jaxpr const j = cx::lower(cx::make_jaxpr(f)(x...).get());
  cx::vec<cx::tensor> args;
  (args.push(x.to_tensor(cx::stored(x.type()))), ...);
  cx::vec<cx::tensor> const expected = cx::reference::evaluate(j, args);
  cx::u32 at = 0;
  cx::for_each_leaf(
      [&](cx::ndarray const& y) {
        REQUIRE(at < expected.size());
        INFO("result " << at);
        CHECK(y.to_tensor(cx::stored(y.type())) == expected[at++]);
      },
      g(x...));
  CHECK(at == expected.size());
}
template <class F, class... X> void in_both_ways(F const& f, X const&... x) {
  auto const g = cx::compiled(f);
  same_as_oracle(f, g, x...);
  g.wait();
  INFO(g.status(x...));
  REQUIRE(g.is_ready(x...));
  same_as_oracle(f, g, x...);
}

environment::own_cache const cache;

inline constexpr auto loss = [](auto w, auto x) {
  auto const y = cx::softmax(cx::matmul(x, w) + cx::flip(x), -1_c);
  auto const z = cx::concatenate(y, 2.0 * y)[cx::slice(1_c, cx::end)];
  return cx::sum(cx::square(z - cx::mean(z, 0_c))) + cx::max(cx::transpose(z));
};

TEST_CASE("a loss and its gradient") { in_both_ways(cx::value_and_grad(loss), numbers({40, 40}), numbers({3, 40})); }
TEST_CASE("branches, loops of an unknown number of trips, scans and their gradient") {
  constexpr auto f = [](auto x) {
    auto const y = cx::while_loop([](auto z) { return cx::sum(z * z) < 1e4; }, [](auto z) { return z * 1.5 + cx::tanh(z); }, x);
    auto const z = cx::cond(
        cx::sum(y) > 0.0, [](auto v) { return cx::exp(-v); }, [](auto v) { return v; }, y);
    auto const walk = [](auto xs) {
      return cx::sum(cx::scan([](auto c, auto v) { return std::pair{c * 0.5 + cx::sin(v), c}; }, xs[0_c] * 0.0, xs).second);
    };
    return std::tuple{cx::sum(z), cx::grad(walk)(x)};
  };
  in_both_ways(f, numbers({50}));
}
TEST_CASE("sorts, places that data say, cumulative sums, keys") {
  constexpr auto f = [](auto x, auto i) {
    auto const key = cx::random::fold_in(cx::random::key(7), 3u);
    return std::tuple{cx::sort(x), cx::argsort(x),   cx::argmax(x), cx::cumsum(x),
                      x[i],        x.at(i).add(1.0), key,           cx::random::normal<double>(key, {5})};
  };
  in_both_ways(f, numbers({33}), cx::ndarray{4, 0, 32, -1});
}
TEST_CASE("keys of two words") {
  constexpr auto f = [](auto keys, auto i) {
    auto const known = cx::random::fold_in(cx::random::key<cx::unsafe_rbg>(7), 3u);
    return std::tuple{keys, keys[i], cx::flip(keys), cx::random::split(known, {2, 3}), cx::random::normal<double>(keys[0], {5})};
  };
  using key = cx::prng_key<cx::unsafe_rbg>;
  in_both_ways(f, cx::ndarray(std::vector<key>{{1, 2}, {3, 4}, {5, 6}}), cx::ndarray(2));
}
TEST_CASE("results that are arguments, constants, each other, or seen in another shape; dtypes; numbers; extreme literals") {
  constexpr auto f = [](auto x, auto n, auto b, auto s) {
    auto const y = cx::sin(x);
    auto const lowest = cx::max(n, std::numeric_limits<std::int64_t>::min());
    return std::tuple{x,          y,     y,           cx::reshape<-1>(y),          cx::zeros_like(y[0_c]),
                      lowest + 1, n * n, b & (n > 2), cx::astype<float>(x) * 1.1f, s * std::numeric_limits<double>::infinity() * 0.0,
                      s - 5e-324};
  };
  in_both_ways(f, numbers({3, 4}), cx::ndarray{std::int64_t{1}, std::int64_t{2}, std::int64_t{3}}, cx::ndarray{true, true, false},
               cx::ndarray(0.1));
}
TEST_CASE("arrays without elements") {
  constexpr auto f = [](auto y) {
    return std::tuple{cx::sum(y), cx::sum(y, 0_c), cx::sum(y, 1_c), cx::sin(y), cx::matmul(cx::transpose(y), y)};
  };
  in_both_ways(f, numbers({0, 4}));
}

} // namespace
