// SPDX-License-Identifier: BSL-1.0
// Bits do not depend on the number of threads, nor on who calls.
// flags: -O2 -march=native -fopenmp
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <cstring>
#include <span>
#include <thread>
#include <vector>
#if defined(_OPENMP)
#include <omp.h>
#endif

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;

void use_threads([[maybe_unused]] int count) {
#if defined(_OPENMP)
  omp_set_num_threads(count);
#endif
}
std::vector<double> numbers(std::size_t count) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = std::sin(1.0 + 0.37 * static_cast<double>(i));
  return x;
}
std::uint64_t hash_of(void const* data, std::size_t bytes, std::uint64_t h = 1469598103934665603u) {
  auto const* p = static_cast<unsigned char const*>(data);
  for (std::size_t i = 0; i < bytes; ++i) h = (h ^ p[i]) * 1099511628211u;
  return h;
}
template <class X>
std::uint64_t hash_of_result(X const& tree) {
  std::uint64_t h = 1469598103934665603u;
  cx::for_each_leaf([&]<class L>(L const& l) {
    if constexpr (std::is_arithmetic_v<L>) h = hash_of(&l, sizeof l, h);
    else h = hash_of(l.data(), static_cast<std::size_t>(l.size()) * sizeof(typename L::value_type), h);
  }, tree);
  return h;
}
/// Hashes of f(x...) for 1 to 16 threads: all one?
template <class F, class... X>
bool threads_agree(F const& f, X const&... x) {
  use_threads(1);
  std::uint64_t const one = hash_of_result(f(x...));
  bool agree = true;
  for (int t : {2, 3, 4, 7, 16}) use_threads(t), agree = agree && hash_of_result(f(x...)) == one;
  use_threads(2);
  return agree;
}

inline constexpr auto loss = [](auto w, auto x, auto y) { return cx::mean(cx::square(cx::tanh(cx::dot(x, w)) - y)); };
inline constexpr auto reduce = cx::jit([](auto x) { return std::tuple{cx::sum(x), cx::sum(x * x), cx::max(x)}; });
inline constexpr auto map = cx::jit([](auto x) { return cx::exp(-x) * cx::sin(x) + 1.0; });

TEST_CASE("1 to 16 threads give the same bits") {
  for (std::size_t count : {100u, 10'000u, 1'000'003u}) {
    auto const x = numbers(count);
    CHECK(threads_agree(reduce, cx::view<double const, n>(x)));
    CHECK(threads_agree(map, cx::view<double const, n>(x)));
  }
  auto const x = numbers(50'000 * 9), w = numbers(9), y = numbers(50'000);
  CHECK(threads_agree(cx::value_and_grad(loss), cx::view<double const, m>(w), cx::view<double const, n, m>(x.data(), 50'000, 9),
                      cx::view<double const, n>(y)));
  CHECK(threads_agree(cx::jit([](auto a) { return std::pair{cx::sum(a, 0_c), cx::sum(a, 1_c)}; }),
                      cx::view<double const, n, m>(x.data(), 50'000, 9)));
  CHECK(threads_agree(
      cx::jit([](auto a) { return std::tuple{cx::cumsum(a, 0_c), cx::cumlogsumexp(a, 1_c), cx::cummax(a, 1_c, cx::reverse)}; }),
      cx::view<double const, n, m>(x.data(), 9, 50'000)));
  CHECK(threads_agree(cx::grad([](auto a) { return cx::sum(cx::prod(a, 1_c)); }), cx::view<double const, n, m>(x.data(), 900, 500)));
  CHECK(threads_agree(cx::jit([](auto a, auto b) { return cx::matmul(a, b); }), cx::view<double const, n, m>(x.data(), 600, 700),
                      cx::view<double const, m, n>(x.data(), 700, 600)));
  // few rows and columns of many terms: tasks as small as the team asks for, groups of blocks in each
  CHECK(threads_agree(cx::jit([](auto a, auto b) { return cx::matmul(cx::transpose(a), b); }),
                      cx::view<double const, n, m>(x.data(), 5000, 50), cx::view<double const, n, k>(x.data(), 5000, 10)));
  CHECK(threads_agree(cx::jit([](auto a) { return std::pair{cx::transpose(a), cx::transpose(a) * 2.0}; }),
                      cx::view<double const, n, m>(x.data(), 800, 512)));
  CHECK(threads_agree(cx::jit([](auto a) { return cx::sum(a, 0_c); }), cx::view<double const, n, m>(x.data(), 500, 800)));
}
// Regions: threads take groups of blocks, or strips.
inline constexpr auto logistic_loss = [](auto w, auto x, auto y) { return cx::mean(cx::softplus(-y * cx::dot(x, w))); };
inline constexpr auto row_sums = [](auto x) { return cx::sum(cx::logsumexp(x, 1_c)); };
inline constexpr auto columns = cx::jit([](auto x) {
  auto const centred = x - cx::mean(x, 0_c);
  return centred / cx::sqrt(cx::mean(centred * centred, 0_c) + 1e-5);
});
inline constexpr auto price = [](auto o) { return o[0_c] * cx::erfc(o[1_c]) - o[2_c] * cx::exp(-o[3_c] * o[4_c]); };

TEST_CASE("1 to 16 threads give the same bits: regions") {
  auto const x = numbers(30'000 * 100), w = numbers(100), y = numbers(30'000);
  CHECK(threads_agree(cx::value_and_grad(logistic_loss), cx::view<double const, 100>(w.data()),
                      cx::view<double const, n, 100>(x.data(), 30'000), cx::view<double const, n>(y)));
  CHECK(threads_agree(cx::value_and_grad(row_sums), cx::view<double const, n, m>(x.data(), 3'000, 1'000)));
  CHECK(threads_agree(columns, cx::view<double const, n, m>(x.data(), 30'001, 99)));
  CHECK(threads_agree(cx::vmap(cx::value_and_grad(price)), cx::view<double const, n, 5>(x.data(), 100'003)));
}
// Few parts of a region, each long: threads share the loops in every strip.
inline constexpr auto squares_of_shares = [](auto x) { return cx::sum(cx::square(cx::softmax(x, 1_c)), 0_c); };
inline constexpr auto shares = [](auto x) { return cx::softmax(x, 1_c); };
TEST_CASE("1 to 16 threads give the same bits: fewer strips and groups than threads") {
  auto const x = numbers(64 * 20'003);
  for (std::size_t rows : {1u, 5u, 37u, 64u}) {
    INFO(rows);
    cx::view<double const, n, m> const v(x.data(), rows, 20'003);
    CHECK(threads_agree(cx::jit(squares_of_shares), v));
    CHECK(threads_agree(cx::jit(shares), v));
    CHECK(threads_agree(cx::grad([](auto a) { return cx::sum(cx::square(squares_of_shares(a))); }), v));
  }
}
// Nests: threads take strips; where these are fewer than threads, they share what is inside of each.
inline constexpr cx::dim<"columns"> columns_of;
inline constexpr auto scores = [](auto x, auto w) { return cx::softmax(cx::dot(cx::softmax(x, 2_c), w), 2_c); };
inline constexpr auto of_scores = [](auto x, auto w) { return cx::sum(cx::square(scores(x, w))); };
TEST_CASE("1 to 16 threads give the same bits: nests") {
  auto const x = numbers(25 * 1'000 * 70), w = numbers(700);
  cx::view<double const, k, columns_of> const u(w.data(), 70, 10);
  for (std::size_t rows : {1u, 3u, 25u}) {
    INFO(rows);
    CHECK(threads_agree(cx::value_and_grad(of_scores, cx::argnums<0, 1>), cx::view<double const, n, m, k>(x.data(), rows, 1'000, 70), u));
  }
  CHECK(threads_agree(cx::jit([](auto a) { return cx::softmax(cx::softmax(a, 2_c) * 2.0, 2_c); }),
                      cx::view<double const, n, m, k>(x.data(), 41'000, 7, 6)));
}
TEST_CASE("one part of a region needs the buffers of one thread") {
  auto const x = numbers(64 * 2'000);
  cx::view<double const, n, m> const few(x.data(), 64, 2'000), many(x.data(), 12'800, 10);
  auto const needs = [](auto const& f, auto const& v, int threads) {
    use_threads(threads);
    auto const bytes = cx::plan(f)(v).workspace;
    use_threads(2);
    return bytes;
  };
  CHECK(needs(squares_of_shares, few, 4) == needs(squares_of_shares, few, 1));
#if defined(_OPENMP)
  CHECK(needs(squares_of_shares, many, 4) > needs(squares_of_shares, many, 1));
  auto const twice = cx::jit([](auto a) { return cx::softmax(cx::softmax(a, 2_c) * 2.0, 2_c); });
  cx::view<double const, n, m, k> const one(x.data(), 1, 128, 1'000),
      ten(x.data(), 10, 64, 200); // strips of a nest: a thread's each, or a team's
  CHECK(needs(twice, ten, 4) > 3 * needs(twice, ten, 1));
  CHECK(needs(twice, one, 4) > 3 * needs(twice, one, 1));
#endif
}
// Windows: the sum's loop ends before the gradient's.
inline constexpr auto valley = [](auto x) {
  auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  return cx::sum(100.0 * cx::square(b - a * a) + cx::square(1.0 - a));
};
TEST_CASE("1 to 16 threads give the same bits: windows") {
  auto const x = numbers(1'000'003);
  CHECK(threads_agree(cx::value_and_grad(valley), cx::view<double const, n>(x)));
  CHECK(threads_agree(cx::vmap(cx::grad(valley)), cx::view<double const, n, m>(x.data(), 1'000, 999)));
}
inline constexpr auto path = [](auto x, auto k) {
  return cx::fori_loop(0, 20, [&](auto, auto const& s) {
    auto const v = s.second - 0.1 * k * cx::sin(s.first);
    return std::pair{s.first + 0.1 * v, v};
  }, std::pair{x, 0.0 * x}).first;
};
inline constexpr auto halving = [](auto x) {
  return cx::while_loop([](auto y) { return y > 0.01; }, [](auto y) { return y * y * 0.3; }, cx::abs(x));
};
TEST_CASE("1 to 16 threads give the same bits: loops over rows") {
  auto const x = numbers(20'000), k = numbers(20'000);
  CHECK(threads_agree(cx::vmap(cx::value_and_grad(path, cx::argnums<0, 1>)), cx::view<double const, n>(x), cx::view<double const, n>(k)));
  CHECK(threads_agree(cx::vmap(cx::value_and_grad(halving)), cx::view<double const, n>(x)));
}
TEST_CASE("a workspace for fewer threads than there are: fewer work, the bits are the same: nests") {
  auto const x = numbers(3 * 1'000 * 70), w = numbers(700);
  cx::view<double const, n, m, k> const xs(x.data(), 3, 1'000, 70);
  cx::view<double const, k, columns_of> const ws(w.data(), 70, 10);
  std::vector<double> y(3 * 1'000 * 10), expected(y.size());
  cx::view<double, n, m, columns_of> const ys(y.data(), 3, 1'000, 10);
  use_threads(1);
  cx::evaluate_into(cx::view<double, n, m, columns_of>(expected.data(), 3, 1'000, 10), scores, xs, ws);
  for (int given : {1, 2, 3, 4, 7}) {
    INFO(given);
    use_threads(given);
    std::vector<std::byte> memory(static_cast<std::size_t>(cx::plan(scores)(xs, ws).workspace) + 1, std::byte{99});
    for (int used : {1, 3, 4, 8}) {
      if (used < given) continue;
      use_threads(used), y.assign(y.size(), 0.0);
      cx::evaluate_into(ys, std::span(memory.data(), memory.size() - 1), scores, xs, ws);
      CHECK(y == expected);
      CHECK(memory.back() == std::byte{99});
    }
  }
  use_threads(2);
}
TEST_CASE("a workspace for fewer threads than there are: fewer work, the bits are the same") {
  auto const x = numbers(5'000 * 100), w = numbers(100), y = numbers(5'000);
  constexpr auto f = cx::value_and_grad(logistic_loss);
  cx::view<double const, 100> const ws(w.data());
  cx::view<double const, n, 100> const xs(x.data(), 5'000);
  cx::view<double const, n> const ys(y);
  use_threads(1);
  auto const of_one = static_cast<std::size_t>(cx::plan(f)(ws, xs, ys).workspace);
  auto const expected = hash_of_result(f(ws, xs, ys));
  use_threads(4);
  auto const of_four = static_cast<std::size_t>(cx::plan(f)(ws, xs, ys).workspace);
#if defined(_OPENMP)
  CHECK(of_four > of_one);
#endif
  std::vector<std::byte> space(of_four);
  for (std::size_t bytes : {of_one, (of_one + of_four) / 2, of_four}) {
    std::pair<double, cx::array<double, 100>> out;
    cx::evaluate_into(out, std::span<std::byte>(space.data(), bytes), f, ws, xs, ys);
    CHECK(hash_of_result(out) == expected);
  }
  use_threads(2);
}
TEST_CASE("a hash that another order of summation changes") {
  auto const x = numbers(100'000);
  double parts[4] = {};
  for (std::size_t i = 0; i < x.size(); ++i) parts[i * 4 / x.size()] += x[i];
  double const four = (parts[0] + parts[1]) + (parts[2] + parts[3]);
  double one = 0;
  for (double v : x) one += v;
  CHECK(std::abs(four - one) < 1e-9);
  CHECK(hash_of(&four, sizeof four) != hash_of(&one, sizeof one));
}
TEST_CASE("two threads of the program at once") {
  auto const x = numbers(20'000), w = numbers(5), z = numbers(5);
  auto const call = [&](std::vector<double> const& v) {
    return cx::value_and_grad(loss)(cx::view<double const, m>(v), cx::view<double const, n, m>(x.data(), 4'000, 5),
                                    cx::view<double const, n>(x.data(), 4'000));
  };
  auto const expected_w = hash_of_result(call(w)), expected_z = hash_of_result(call(z));
  bool good[2] = {true, true};
  {
    std::jthread const a([&] {
      for (int i = 0; i < 50; ++i) good[0] &= hash_of_result(call(w)) == expected_w;
    });
    std::jthread const b([&] {
      for (int i = 0; i < 50; ++i) good[1] &= hash_of_result(call(z)) == expected_z;
    });
  }
  CHECK(good[0]);
  CHECK(good[1]);
}
TEST_CASE("a call from inside a parallel region of the user's") {
  auto const x = numbers(10'000);
  auto const expected = hash_of_result(reduce(cx::view<double const, n>(x)));
  bool good[4] = {true, true, true, true};
#if defined(_OPENMP)
#pragma omp parallel for num_threads(4)
#endif
  for (int i = 0; i < 4; ++i) good[i] = hash_of_result(reduce(cx::view<double const, n>(x))) == expected;
  CHECK((good[0] && good[1] && good[2] && good[3]));
}

} // namespace
