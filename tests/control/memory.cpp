// SPDX-License-Identifier: BSL-1.0
// Reverse mode in bounded memory: the schedule of kept states is optimal, no call allocates, and workspaces are as small as they say.
#include "../support/allocations.hpp"
#include "programs.hpp"

#include <constax/eval/revolve.hpp>

#include <cmath>
#include <vector>

namespace constax_tests {
namespace {

// ---- the schedule ----
/// Steps taken to read `length` states from the last to the first, with the first and `slots` others kept; -1 if a wrong state came.
long steps_backwards(cx::i64 length, cx::i64 slots) {
  std::vector<cx::i64> steps(static_cast<std::size_t>(slots) + 1), held(static_cast<std::size_t>(slots) + 1);
  cx::kept_states kept{steps.data(), slots, 0, 0};
  cx::i64 state = 0; // a state is its number
  long taken = 0;
  for (cx::i64 done = length - 1; done >= 0; --done) {
    cx::i64 const k = kept.find(
        done, [&](cx::i64 from) { state = from < 0 ? 0 : held[static_cast<std::size_t>(from)]; }, [&] { ++state, ++taken; },
        [&](cx::i64 to) { held[static_cast<std::size_t>(to)] = state; }, [](cx::i64) {});
    if ((k < 0 ? state : held[static_cast<std::size_t>(k)]) != done) return -1;
  }
  return taken;
}
/// The least number of steps, by trying every place for the first kept state.
long least(int length, int kept) {
  static std::vector<std::vector<long>> known(200, std::vector<long>(20, -1));
  if (length <= 1) return 0;
  if (kept == 1) return length * (length - 1L) / 2;
  long& best = known[static_cast<std::size_t>(length)][static_cast<std::size_t>(kept)];
  if (best < 0)
    for (int first = 1; first < length; ++first) {
      long const all = first + least(length - first, kept - 1) + least(first, kept);
      if (best < 0 || all < best) best = all;
    }
  return best;
}
TEST_CASE("kept states: no schedule takes fewer steps") {
  for (int slots = 0; slots < 8; ++slots)
    for (int length = 0; length <= 100; ++length) {
      INFO(length << " states, " << slots << " kept");
      CHECK(steps_backwards(length, slots) == least(length, slots + 1));
    }
  CHECK(steps_backwards(100, 3) != least(100, 3)); // a wrong expectation is noticed
}
TEST_CASE("kept states: a million in three sweeps, with 180") {
  long const steps = steps_backwards(1'000'000, 180);
  CHECK(steps > 2'000'000);
  CHECK(steps <= 3'000'000);
  CHECK(cx::reversible(181, 3, 1'000'000'000) == 184L * 183 * 182 / 6);
}
TEST_CASE("kept states: any order of reading") {
  cx::i64 steps[5], held[5], state = 0;
  cx::kept_states kept{steps, 5, 0, 0};
  std::uint32_t random = 1;
  for (int i = 0; i < 2000; ++i) {
    random = random * 1664525u + 1013904223u;
    cx::i64 const done = random >> 25;
    cx::i64 const k = kept.find(
        done, [&](cx::i64 from) { state = from < 0 ? 0 : held[from]; }, [&] { ++state; }, [&](cx::i64 to) { held[to] = state; },
        [](cx::i64) {});
    REQUIRE((k < 0 ? state : held[k]) == done);
  }
}

// ---- programs ----
/// Four numbers that turn around each other, a million times.
template <int K>
inline constexpr auto long_way = [](auto x) {
  auto const last = cx::scan([](auto const& s) { return std::pair{s + 1e-4 * cx::sin(s) * cx::sum(s), std::tuple<>{}}; }, x,
                             cx::length<1'000'000>, cx::checkpoints<K>)
                        .first;
  return cx::sum(last * last);
};
TEST_CASE("reverse mode of a million steps in 8 kB") {
  cx::array<double, 4> x;
  for (int i = 0; i < 4; ++i) x[i] = 0.1 * i - 0.15;
  auto const plan = cx::plan(cx::grad(long_way<180>))(x);
  CHECK(plan.workspace <= 8'192);
  auto const g = cx::grad(long_way<180>)(x);
  double const h = 1e-6; // central differences of the compiled value
  for (int i = 0; i < 4; ++i) {
    auto up = x, down = x;
    up[i] += h, down[i] -= h;
    double const d = (cx::jit(long_way<180>)(up) - cx::jit(long_way<180>)(down)) / (2 * h);
    CHECK(std::abs(g[i] - d) < 1e-5 * (1 + std::abs(d)));
  }
}
inline constexpr auto slow = [](auto x) {
  return cx::while_loop([](auto y) { return y < 1.0; }, [&](auto y) { return y + 1e-5 * x * y; }, x);
};
inline constexpr auto slow_pair = [](auto x) { // leaves chains
  return 0.5 * cx::sum(cx::while_loop([](auto y) { return cx::sum(y) < 2.0; }, [&](auto y) { return y + 1e-5 * x * y; },
                                      x * cx::ones<double, 2>()));
};
template <class F>
void check_slow(F) {
  static constexpr F slow{};
  double y = 0.5;
  auto const first = cx::value_and_grad(slow)(y);
  long const before = allocations;
  for (int i = 0; i < 3; ++i) {
    auto const again = cx::value_and_grad(slow)(y);
    CHECK(again.first == first.first);
    CHECK(again.second == first.second);
  }
  CHECK(allocations == before);
  // y(n) = x (1 + c x)^n: dy/dx = (1 + c x)^n + n c x (1 + c x)^(n-1), n trips
  int n = 0;
  for (double z = 0.5; z < 1.0; z += 1e-5 * 0.5 * z) ++n;
  double const growth = 1 + 1e-5 * 0.5;
  CHECK(n > 100'000);
  CHECK(near(first.second, std::pow(growth, n) + n * 1e-5 * 0.5 * std::pow(growth, n - 1), 1e-9));
}
TEST_CASE("while in reverse: no allocation, however many trips, and the same bits each time") { check_slow(slow), check_slow(slow_pair); }
TEST_CASE("a pullback through a while loop may be called often") {
  auto const check = [](auto const& result) {
    auto const& [y, pullback] = result;
    auto const a = pullback(1.0), b = pullback(2.0), c = pullback(1.0);
    CHECK(near(y, 49.35255296));
    CHECK(near(std::get<0>(a), 162.8811264));
    CHECK(std::get<0>(b) == 2 * std::get<0>(a));
    CHECK(std::get<0>(c) == std::get<0>(a));
  };
  check(cx::vjp([](auto x) { return square_and_add(x); }, 1.2));
  check(cx::vjp([](auto x) { return square_and_add_pair(x); }, 1.2));
}
TEST_CASE("the workspace is what plan says, to the byte") {
  constexpr auto f = cx::value_and_grad([](auto w, auto xs) {
    return cx::sum(cx::scan([&](auto h, auto x) { auto const y = cx::tanh(w * h + x); return std::pair{y, cx::sum(y)}; }, w, xs).second);
  });
  cx::array<double, 9, 40> xs;
  cx::array<double, 40> w;
  for (int i = 0; i < 360; ++i) xs[i] = 0.01 * i;
  for (int i = 0; i < 40; ++i) w[i] = 0.1;
  auto out = cx::evaluate(f, w, xs), expected = out;
  std::size_t const bytes = static_cast<std::size_t>(cx::plan(f)(w, xs).workspace);
  std::vector<std::byte> memory(bytes);
  CHECK(bytes > 0);
  cx::evaluate_into(out, std::span<std::byte>(memory), f, w, xs);
  CHECK(out.first == expected.first);
  CHECK(out.second == expected.second);
  CHECK_THROWS(cx::evaluate_into(out, std::span<std::byte>(memory.data(), bytes - 64), f, w, xs));
}

} // namespace
} // namespace constax_tests
