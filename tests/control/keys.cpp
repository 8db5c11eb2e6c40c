// SPDX-License-Identifier: BSL-1.0
// Derivatives go through loops that carry keys, or take one of an array on each trip; so does vmap.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace {

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

// A noisy recurrence, linear in s: the key is carried beside what is differentiated.
inline constexpr auto path = [](auto s, auto key) {
  return cx::scan([&](auto const& c) {
    auto const [next, now] = jr::split(c.first);
    auto const x = 0.5 * c.second + s * jr::normal(now);
    return std::pair{std::pair{next, x}, x};
  }, std::pair{key, 0.0 * s}, cx::length<6>).first.second;
};
// Dropout between layers: a mask for each.
inline constexpr auto dropped = [](auto w, auto key) {
  auto const layer = [](auto x, auto const& in) {
    auto const mask = jr::bernoulli<4>(in.second, 0.8);
    return std::pair{cx::where(mask, cx::tanh(in.first * x) / 0.8, 0.0), std::tuple<>{}};
  };
  return cx::sum(cx::scan(layer, cx::ones<4>() + 0.0 * w[0], std::pair{w, jr::split<3>(key)}).first);
};

TEST_CASE("a carry of keys has no tangent, and the others have theirs") {
  auto const key = jr::key(3);
  double const slope = cx::grad(path)(2.0, key);
  CHECK(std::abs(slope - cx::jit(path)(2.0, key) / 2) < 1e-15);
  CHECK(std::abs(cx::grad(cx::grad([](auto a, auto k) { return path(a * a, k); }))(2.0, key) - 2 * slope) < 1e-14);
}
TEST_CASE("rows have a key each") {
  auto const keys = cx::jit([](auto k) { return jr::split<5>(k); })(jr::key(8));
  auto const rows = cx::vmap(cx::grad(path), cx::in_axes<cx::none, 0>)(2.0, keys);
  for (int i = 0; i < 5; ++i) CHECK(std::abs(rows[i] - cx::grad(path)(2.0, keys[i])) < 1e-15);
}
TEST_CASE("dropout has the same masks forwards and backwards") {
  cx::array<double, 3, 4> w{0.3, -0.2, 0.5, 0.4, 0.1, 0.9, -0.7, 0.8, 1.1, 0.2, 0.6, -0.5};
  auto const key = jr::key(11);
  auto const slopes = cx::grad(dropped)(w, key);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) {
      double const at = w(i, j), h = 1e-5;
      w(i, j) = at + h;
      double const above = cx::jit(dropped)(w, key);
      w(i, j) = at - h;
      double const below = cx::jit(dropped)(w, key);
      w(i, j) = at;
      CHECK(std::abs(slopes(i, j) - (above - below) / (2 * h)) < 1e-9);
    }
}


// Reverse mode computes anew what branches, loops and checkpoints have computed. It draws the same numbers, from keys that are used up.
inline constexpr auto noisy = [](auto x, auto key) {
  auto const u = jr::uniform(key);
  return cx::sin(x) * u + cx::cond(u < 0.5, [](auto y) { return y * y; }, [](auto y) { return cx::exp(-y); }, x);
};
inline constexpr auto in_scan = [](auto x, auto key) {
  auto const step = [](auto const& s) {
    auto const [next, now] = jr::split(s.second);
    return std::pair{std::pair{noisy(s.first, now), next}, std::tuple<>{}};
  };
  return cx::scan(step, std::pair{x, key}, cx::length<4>).first.first;
};
inline constexpr auto of_few_checkpoints = [](auto x, auto key) {
  auto const step = [](auto s, auto const& now) { return std::pair{noisy(s, now), std::tuple<>{}}; };
  return cx::scan(step, x, jr::split<9>(key), cx::checkpoints<2>).first;
};
inline constexpr auto in_while = [](auto x, auto key) {
  auto const go_on = [](auto const& s) { return std::get<2>(s) < 4; };
  auto const step = [](auto const& s) {
    auto const [v, k, i] = s;
    auto const [next, now] = jr::split(k);
    return std::tuple{cx::sin(v) * jr::uniform<5>(now) + cx::sum(v) * 0.1, next, i + 1};
  };
  return cx::sum(std::get<0>(cx::while_loop(go_on, step, std::tuple{cx::ones<5>() * x, key, 0})));
};
inline constexpr auto checkpointed = [](auto x, auto key) {
  auto const [a, b] = jr::split(key);
  return cx::checkpoint(noisy)(cx::checkpoint(noisy)(x, a), b);
};
inline constexpr auto in_branches = [](auto x, auto key) {
  return cx::cond(x > 0.5, noisy, [](auto y, auto k) { return y * y * jr::normal(k); }, x, key);
};

TEST_CASE("what reverse mode computes anew is drawn once") {
  auto const keys = cx::jit([](auto k) { return jr::split<3>(k); })(jr::key(3));
  cx::array<double, 3> const x{0.3, 0.7, 1.1};
  auto const agrees = [&]<class F>(F) {
    auto const value = cx::jit(F{});
    auto const rows = cx::vmap(cx::grad(F{}))(x, keys);
    auto const inside = cx::jit([](auto y, auto k) { return cx::grad(F{})(y, k) * 2.0; });
    for (int i = 0; i < 3; ++i) {
      double const h = 1e-5, slope = (value(x[i] + h, keys[i]) - value(x[i] - h, keys[i])) / (2 * h);
      CHECK(std::abs(rows[i] - slope) < 1e-7);
      CHECK(std::abs(inside(x[i], keys[i]) - 2 * rows[i]) < 1e-14);
    }
  };
  agrees(in_scan), agrees(of_few_checkpoints), agrees(in_while), agrees(checkpointed), agrees(in_branches);
}

} // namespace
