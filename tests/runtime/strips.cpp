// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// What ndarrays are computed by: strips, and what has no form of strips. Bits are those of the oracle; random programs try all else
// (tests/random).
#include "../support/catch.hpp"
#include "../support/ndarrays.hpp"
#include "../support/thrown.hpp"

#include <constax/runtime.hpp>

#include "../random/strips.hpp"

#include <cmath>
#include <thread>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace app {
/// A primitive that the library knows nothing of.
struct third_power_t : cx::elementwise<third_power_t> {
  static constexpr std::string_view name = "third_power";
  static constexpr auto eval(auto const& x) { return x * x * x; }
  static constexpr cx::value jvp(auto x, auto dx, auto) { return 3.0 * cx::square(x) * dx; }
};
inline constexpr third_power_t third_power{};
} // namespace app

namespace {

using ndarrays::numbers;

/// What the oracle makes of f's lowered program, results in their order.
template <class F, class... X> std::vector<cx::tensor> by_oracle(F const& f, X const&... x) {
  cx::jaxpr const j = cx::lower(cx::make_jaxpr(f)(x...).get());
  cx::vec<cx::tensor> args;
  (args.push(x.to_tensor(x.type())), ...);
  auto const ys = cx::reference::evaluate(j, args);
  return {ys.begin(), ys.end()};
}
bool same(cx::ndarray const& x, cx::tensor const& t) { return x.to_tensor(t.type) == t && x.type() == t.type; }

inline constexpr auto loss = [](auto w, auto x) {
  auto const y = cx::softmax(cx::matmul(x, w) + cx::flip(x), -1_c);
  auto const z = cx::concatenate(y, 2.0 * y)[cx::slice(1_c, cx::end)];
  return cx::sum(cx::square(z - cx::mean(z, 0_c))) + cx::max(cx::transpose(z));
};

TEST_CASE("the library is linked, and gives the oracle's bits") {
  CHECK(cx::has_strips());
  for (std::int64_t n : {1, 2, 5, 17, 40, 300}) {
    auto const w = numbers({n, n}), x = numbers({7, n});
    auto const [l, slope] = cx::value_and_grad(loss)(w, x);
    auto const expected = by_oracle(cx::value_and_grad(loss), w, x);
    CHECK(same(l, expected[0]));
    CHECK(same(slope, expected[1]));
  }
}
TEST_CASE("products: any number of terms, rows and columns") {
  constexpr auto f = [](auto a, auto b) {
    return std::tuple{cx::matmul(a, b), cx::matmul(cx::transpose(b), cx::transpose(a)), cx::sum(a * a, 0_c)};
  };
  for (std::int64_t m : {1, 3, 4, 9})
    for (std::int64_t k : {1, 16, 17, 300, 1100})
      for (std::int64_t n : {1, 2, 4, 11, 24}) {
        auto const a = numbers({m, k}), b = numbers({k, n});
        auto const got = cx::jit(f)(a, b);
        auto const expected = by_oracle(f, a, b);
        INFO(m << ' ' << k << ' ' << n);
        CHECK(same(std::get<0>(got), expected[0]));
        CHECK(same(std::get<1>(got), expected[1]));
        CHECK(same(std::get<2>(got), expected[2]));
      }
}
TEST_CASE("a result that is an argument, a constant, the same as another one, or seen in another shape") {
  constexpr auto f = [](auto x) {
    auto const y = cx::sin(x);
    return std::tuple{x, y, y, cx::reshape<-1>(y), cx::zeros_like(y[0_c]), cx::reshape<-1>(x)};
  };
  auto const x = numbers({3, 4});
  auto const got = cx::jit(f)(x);
  auto const expected = by_oracle(f, x);
  CHECK(std::get<0>(got) == x);
  CHECK(same(std::get<1>(got), expected[1]));
  CHECK(std::get<1>(got) == std::get<2>(got));
  CHECK(std::get<3>(got).shape() == std::vector<std::int64_t>{12});
  CHECK(same(std::get<3>(got), expected[3]));
  CHECK(same(std::get<4>(got), expected[4]));
  CHECK(std::get<5>(got).shape() == std::vector<std::int64_t>{12});
}
TEST_CASE("arrays without elements: sums of nothing, and loops over nothing") {
  auto const x = numbers({0, 4});
  constexpr auto f = [](auto y) {
    return std::tuple{cx::sum(y), cx::sum(y, 0_c), cx::sum(y, 1_c), cx::sin(y), cx::matmul(cx::transpose(y), y)};
  };
  auto const got = cx::jit(f)(x);
  auto const expected = by_oracle(f, x);
  CHECK(same(std::get<0>(got), expected[0]));
  CHECK(same(std::get<1>(got), expected[1]));
  CHECK(same(std::get<2>(got), expected[2]));
  CHECK(same(std::get<3>(got), expected[3]));
  CHECK(same(std::get<4>(got), expected[4]));
}
TEST_CASE("a user's own primitive is evaluated by its definition, and what is around it by strips") {
  constexpr auto f = [](auto x) { return cx::sum(app::third_power(cx::sin(x)) + x); };
  auto const x = numbers({300});
  auto const [y, dy] = cx::value_and_grad(f)(x);
  auto const expected = by_oracle(cx::value_and_grad(f), x);
  CHECK(same(y, expected[0]));
  CHECK(same(dy, expected[1]));
}
TEST_CASE("bodies of loops and branches are run by strips") {
  constexpr auto f = [](auto x) {
    auto const y = cx::while_loop([](auto z) { return cx::sum(z * z) < 1e4; }, [](auto z) { return z * 1.5 + cx::tanh(z); }, x);
    return cx::sum(cx::cond(
        cx::sum(y) > 0.0, [](auto z) { return cx::exp(-z); }, [](auto z) { return z; }, y));
  };
  auto const x = numbers({50});
  CHECK(same(cx::jit(f)(x), by_oracle(f, x)[0]));
}
TEST_CASE("each row takes its own branch, and ends its own loops") {
  constexpr auto row = [](auto x) { // the inner loop ends where x > 0 only
    auto const f = [](auto const& c) {
      auto const left = cx::while_loop([](auto t) { return t > 0.5; }, [&](auto t) { return t - c.first; }, c.second + 3.0);
      return std::pair{c.first - 1.0, left};
    };
    return cx::while_loop([](auto const& c) { return c.first > 0.0; }, f, std::pair{x, x * 0.0});
  };
  constexpr auto all = [row](auto x) { return cx::vmap(row)(x); };
  auto const x = numbers({40});
  auto const got = cx::jit(all)(x);
  auto const expected = by_oracle(all, x);
  CHECK(same(got.first, expected[0]));
  CHECK(same(got.second, expected[1]));
  auto const p = random_programs::strip_program(cx::lower(cx::make_jaxpr(all)(x).get()));
  for (auto const& n : p.nodes) CHECK(n.does != cx::vm::node::kind::whole);
}
TEST_CASE("threads run one program at once") {
  auto const x = numbers({3000});
  constexpr auto f = [](auto y) { return cx::sum(cx::sin(y) * cx::flip(cx::exp(y))); };
  cx::ndarray const expected = cx::jit(f)(x);
  std::vector<std::thread> threads;
  std::vector<int> good(8);
  for (std::size_t t = 0; t < good.size(); ++t)
    threads.emplace_back([&, t] {
      good[t] = 1;
      for (int i = 0; i < 50; ++i) good[t] &= cx::jit(f)(x) == expected;
    });
  for (std::thread& t : threads) t.join();
  for (int g : good) CHECK(g == 1);
}
TEST_CASE("what cannot be evaluated is a cx::error, in the oracle's words, and the program goes on") {
  constexpr auto f = [](auto x, auto i) { return x.at(i).get(cx::mode::promise_in_bounds) * 2.0; };
  constexpr auto in_loop = [](auto x, auto i) {
    auto const trip = [&](auto y) { return y.at(i).get(cx::mode::promise_in_bounds) * 2.0; };
    return cx::while_loop([](auto y) { return cx::sum(y * y) < 99.0; }, trip, x);
  };
  auto const x = numbers({3});
  cx::ndarray const there{2, 1, 0}, beyond{0, 7, 1};
  cx::fault why;
  cx::jaxpr const j = cx::lower(cx::make_jaxpr(f)(x, beyond).get());
  cx::reference::evaluate(j, cx::vec<cx::tensor>{x.to_tensor(x.type()), beyond.to_tensor(beyond.type())}, {}, &why);
  std::string const said(cx::sentence(why).view());
  REQUIRE(said.find("cannot be evaluated; an index stands outside of the array, which cx::mode::promise_in_bounds rules out") != said.npos);
  CHECK(thrown<cx::error>([&] { cx::jit(f)(x, beyond); }) == said);
  CHECK(thrown<cx::error>([&] { cx::jit(in_loop)(x, beyond); }) == said);
  CHECK(same(cx::jit(f)(x, there), by_oracle(f, x, there)[0]));
  CHECK(same(cx::jit(in_loop)(x, there), by_oracle(in_loop, x, there)[0]));
}
TEST_CASE("memories of values that no node needs at once are shared, and a chain stays in strips") {
  constexpr auto chain = [](auto x) {
    for (int i = 0; i < 20; ++i) x = cx::sin(x) + 1.0;
    return cx::sum(x);
  };
  auto const p = random_programs::strip_program(cx::lower(cx::make_jaxpr(chain)(numbers({100000})).get()));
  CHECK(p.nodes.size() == 1);
  CHECK(p.strips <= 3);
  CHECK(p.workspace < 4096);
  constexpr auto powers = [](auto x) {
    for (int i = 0; i < 20; ++i) x = cx::matmul(x, x);
    return x;
  };
  auto const q = random_programs::strip_program(cx::lower(cx::make_jaxpr(powers)(numbers({10, 10})).get()));
  CHECK(q.nodes.size() == 20);
  CHECK(q.workspace <= 2 * 832); // 800 bytes, by lines of the cache
}
TEST_CASE("loops take turns where the later ones read in order: neighbours, lines, rows of a grid") {
  constexpr auto neighbours = [](auto x) {
    auto const b = x[cx::slice(0_c, -1_c)], u = x[cx::slice(1_c, cx::end)] - b * b;
    return cx::sum(u * u + b);
  };
  constexpr auto lines = [](auto x) { return cx::softmax(x, -1_c); };
  constexpr auto grid = [](auto x) {
    auto const mid = cx::slice(1_c, -1_c);
    return cx::sum(cx::square(x(mid, cx::slice(2_c, cx::end)) + x(cx::slice(0_c, -2_c), mid) - 4.0 * x(mid, mid)));
  };
  constexpr auto backwards = [](auto x) { return cx::flip(cx::sin(x)) + x; };
  auto const check = [](auto const& f, cx::ndarray const& x, std::size_t pipelines, std::int64_t most_bytes) {
    auto const p = random_programs::strip_program(cx::lower(cx::make_jaxpr(f)(x).get()));
    CHECK(p.pipelines.size() == pipelines);
    CHECK(p.workspace <= most_bytes);
    CHECK(same(cx::jit(f)(x), by_oracle(f, x)[0]));
  };
  check(cx::grad(neighbours), numbers({20000}), 1, 2 * (2048 + 128) * 8);
  check(lines, numbers({100, 200}), 1, (2 * 2200 + 256) * 8);
  check(lines, numbers({3, 7000}), 1, 2 * 7000 * 8 + 4096);
  check(cx::grad(grid), numbers({150, 100}), 1, 3 * (2048 + 400) * 8);
  check(backwards, numbers({20000}), 0, 20000 * 8);
}

} // namespace
