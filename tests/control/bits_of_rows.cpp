// SPDX-License-Identifier: BSL-1.0
// Branches and loops in each row, compiled: the oracle's bits, values and derivatives.
#include "../eval/same_bits.hpp"
#include "programs.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;

/// Newton's iteration never ends for what is negative; 14 sines are worth a look whether anybody wants them.
template <class Loops>
inline constexpr auto chosen_by_rows = [](auto x) {
  auto const far = [](auto y) {
    for (int i = 0; i < 14; ++i) y = cx::sin(y + 0.5);
    return y;
  };
  return cx::switch_(cx::astype<int>(cx::floor(x)), std::tuple{[](auto y) { return y * y; }, far, Loops{}}, x);
};
struct roots_of_roots {
  constexpr auto operator()(auto x) const {
    return cx::while_loop([](auto z) { return z > 1.0; }, [](auto z) { return constax_tests::newton(z) - 0.5; }, x);
  }
};
struct doubled {
  constexpr auto operator()(auto x) const {
    return cx::fori_loop(
        0, 3, [](auto, auto y) { return y * 2.0; }, x);
  }
};
TEST_CASE("rows that choose branches of much work: each runs where a row wants it") {
  for (int r : {0, 1, 8, 37, 128, 300}) {
    INFO(r);
    for (double from : {-1.0, 1.0, 2.0, 3.0}) { // none wants one; some of each; all want the last
      auto x = input<double, n>(r);
      for (int i = 0; i < r; ++i) x.memory[x.at + static_cast<std::size_t>(i)] = from + (from > 2 ? 0.001 : 0.05) * i;
      CHECK(compare(cx::vmap(chosen_by_rows<roots_of_roots>), x));
      CHECK(compare(cx::vmap(cx::value_and_grad(chosen_by_rows<doubled>)), x));
    }
  }
  CHECK(compare(cx::vmap(cx::vmap(chosen_by_rows<doubled>)), input<double, n, 5>(33)));
}
inline constexpr auto root = [](auto y) { return constax_tests::newton(y * y + 0.1); };
TEST_CASE("rows of loops and branches") {
  using constax_tests::square_and_add, constax_tests::square_and_add_pair, constax_tests::branch;
  for (int r : {0, 1, 8, 37, 300}) {
    INFO(r);
    auto const x = input<double, n>(r);
    CHECK(compare(cx::vmap(cx::value_and_grad(root)), x));
    CHECK(compare(cx::vmap(cx::value_and_grad(square_and_add)), x));
    CHECK(compare(cx::vmap(cx::value_and_grad(square_and_add_pair)), x));
    CHECK(compare(cx::vmap(cx::value_and_grad(branch)), x));
    CHECK(compare(cx::grad([](auto y) { return cx::sum(cx::vmap(root)(y)); }), x));
    CHECK(compare(cx::vmap([](auto y) {
                    return cx::fori_loop(
                        0, 10, [&](auto, auto z) { return z * y + 0.5; }, y);
                  }),
                  x));
    CHECK(compare(
        cx::vmap([](auto k, auto y) {
          return cx::switch_(k, std::tuple{[](auto z) { return z; }, [](auto z) { return z * z; }, [](auto z) { return cx::sin(z); }}, y);
        }),
        input<int, n>(r), x));
  }
}
inline constexpr auto trajectory = [](auto x, auto k) {
  auto const [last, path] = cx::scan(
      [&](auto const& s) {
        auto const [p, v] = s;
        auto const w = v - 0.1 * k * cx::sin(p);
        return std::pair{std::pair{p + 0.1 * w, w}, p * p};
      },
      std::pair{x, 0.0 * x}, cx::length<20>);
  return last.first + cx::sum(path);
};
TEST_CASE("ensembles: strips of rows") {
  for (int r : {1, 17, 129, 1000}) {
    INFO(r);
    CHECK(compare(cx::vmap(cx::value_and_grad(trajectory, cx::argnums<0, 1>)), input<double, n>(r), input<double, n>(r)));
    CHECK(compare(cx::vmap(cx::grad(trajectory), cx::in_axes<0, cx::none>), input<double, n>(r), scalar{0.7}));
    CHECK(compare(cx::value_and_grad([](auto x, auto k) { return cx::mean(cx::vmap(trajectory, cx::in_axes<0, cx::none>)(x, k)); },
                                     cx::argnums<0, 1>),
                  input<double, n>(r), scalar{0.7}));
    CHECK(compare(cx::vmap(trajectory), input<float, n>(r), input<float, n>(r)));
  }
  CHECK(compare(cx::vmap(cx::vmap(cx::grad(trajectory), cx::in_axes<0, cx::none>)), input<double, n, 5>(33), input<double, n>(33)));
  CHECK(compare(cx::vmap(trajectory), input<double, 500>(), input<double, 500>()));
  CHECK(compare(
      [](auto x, auto k) {
        auto const y = cx::vmap(trajectory)(x, k);
        return cx::vmap(trajectory)(y / cx::sum(y), k);
      },
      input<double, n>(300), input<double, n>(300)));
}
/// Where rows are as many as trips, one variable (ones, for the cotangent) may be both rows and slices.
inline constexpr auto running = [](auto x, auto ys) {
  auto const [last, all] = cx::scan(
      [&](auto c, auto y) {
        auto const next = cx::sin(x * c + y);
        return std::pair{next, next * y};
      },
      x, ys);
  return last + cx::sum(all);
};
TEST_CASE("as many rows as trips") {
  for (int r : {5, 300}) {
    INFO(r);
    CHECK(compare(cx::vmap(running), input<double, n>(r), input<double, n, n>(r, r)));
    CHECK(compare(cx::vmap(cx::value_and_grad(running), cx::in_axes<0, cx::none>), input<double, n>(r), input<double, n>(r)));
  }
}

} // namespace
