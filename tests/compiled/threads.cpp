// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native -fsanitize=thread
// nightly: half a minute more of compilation; that answers are right is asked elsewhere
// Eight threads call one function for the first time, by jit, compiled, and both; and forget it, ask about it, and destroy it meanwhile.
// A sanitizer looks for what they share without waiting for each other.
#include "../support/catch.hpp"
#include "environment.hpp"

#include <constax/compiled.hpp>

#include <atomic>
#include <barrier>
#include <chrono>
#include <thread>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

environment::own_cache const cache;

/// f() in eight threads that begin at once.
template <class F> void in_threads(F const& f) {
  std::barrier begin(8);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      begin.arrive_and_wait();
      f(t);
    });
  for (std::thread& t : threads) t.join();
}
cx::ndarray numbers(int n) {
  std::vector<double> x;
  for (int i = 0; i < n; ++i) x.push_back(0.1 * i);
  return cx::ndarray(x);
}
std::atomic<int> traces = 0;
inline constexpr auto loss = [](auto x) {
  ++traces;
  return cx::sum(cx::sin(x) * cx::exp(-x) + cx::softmax(x, 0_c)) + cx::max(cx::sort(x));
};
inline constexpr auto slope = cx::value_and_grad(loss);

TEST_CASE("jit") {
  traces = 0;
  std::atomic<int> wrong = 0;
  cx::ndarray const x = numbers(700);
  in_threads([&](int) {
    auto const first = cx::jit(slope)(x), second = cx::jit(slope)(x);
    wrong += !(first.first == second.first && first.second == second.second);
  });
  CHECK(wrong == 0);
  CHECK(traces == 1);
  CHECK(cx::cache_info(slope, x).misses == 1);
  in_threads([&](int t) { // signatures that others add and forget
    for (int i = 0; i < 20; ++i) {
      (void)cx::jit(slope)(numbers(3 + (i + t) % 5));
      if (t == 0) cx::clear_cache(slope, x);
      if (t == 1) (void)cx::explain(slope)(x);
      (void)cx::cache_size(slope, x);
    }
  });
}

TEST_CASE("compiled") {
  auto const g = cx::compiled(slope);
  cx::ndarray const x = numbers(300);
  auto const expected = cx::jit(slope)(x);
  std::atomic<int> wrong = 0;
  in_threads([&](int t) {
    while (!g.is_ready(x)) {
      auto const y = g(x);
      wrong += !(y.first == expected.first && y.second == expected.second);
      if (t == 0) (void)g.explain(x), (void)g.cache_info(), (void)g.status(x);
      if (t == 1) g.wait();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    auto const y = g(x);
    wrong += !(y.first == expected.first && y.second == expected.second);
  });
  CHECK(wrong == 0);
  CHECK(g.cache_info().compiled == 1);
}

TEST_CASE("who goes away while it is compiled") {
  std::atomic<int> wrong = 0;
  in_threads([&](int t) {
    for (int i = 0; i < 5; ++i) {
      auto const g = cx::compiled([by = 1.0 + t](auto x) { return x * by; });
      wrong += g(cx::ndarray(2.0)).template item<double>() != 2.0 * (1.0 + t);
    }
  });
  CHECK(wrong == 0);
}

} // namespace
