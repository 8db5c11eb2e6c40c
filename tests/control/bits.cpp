// SPDX-License-Identifier: BSL-1.0
// Branches and loops compiled: the oracle's bits, for static and symbolic lengths, structures, nests of loops, and derivatives of all.
#include "../eval/same_bits.hpp"
#include "programs.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

/// A number as an argument.
template <class T>
struct scalar {
  T number;
  void shift_by(std::size_t) {}
  T view() const { return number; }
  cx::tensor tensor() const { return cx::tensor_of(number); }
};
template <class T>
scalar(T) -> scalar<T>;

/// A recurrent net: the state is a vector, the inputs rows.
inline constexpr auto recurrent = [](auto w, auto h0, auto xs) {
  auto const [last, hs] = cx::scan([&](auto h, auto x) {
    auto const next = cx::tanh(cx::dot(w, h) + x);
    return std::pair{next, cx::sum(next * next)};
  }, h0, xs);
  return cx::sum(last) + cx::sum(hs);
};
TEST_CASE("scan over rows: value, results and gradient") {
  for (int r : {0, 1, 2, 9, 40}) {
    INFO(r);
    CHECK(compare(recurrent, input<double, 3, 3>(), input<double, 3>(), input<double, n, 3>(r)));
    CHECK(compare(cx::value_and_grad(recurrent, cx::argnums<0, 1, 2>), input<double, 3, 3>(), input<double, 3>(), input<double, n, 3>(r)));
    CHECK(compare(cx::value_and_grad(recurrent, cx::argnums<0, 1, 2>), input<double, m, m>(35, 35), input<double, m>(35), input<double, n, m>(r, 35)));
  }
  CHECK(compare(cx::grad(recurrent), input<float, 40, 40>(), input<float, 40>(), input<float, 7, 40>()));
}
inline constexpr auto filter = [](auto a, auto xs, auto ys) {
  auto const [s, out] = cx::scan([&](auto const& c, auto const& row) {
    auto const [p, q] = c;
    auto const [x, y] = row;
    auto const next = a * p + x;
    return std::pair{std::pair{next, q + next * y}, std::tuple{next, q * x}};
  }, std::pair{a, 0.0 * a}, std::pair{xs, ys}, cx::reversed);
  return std::tuple{s.first, s.second, std::get<0>(out), std::get<1>(out)};
};
inline constexpr auto loss = [](auto a, auto xs, auto ys) {
  auto const [p, q, u, v] = filter(a, xs, ys);
  return p + q + cx::sum(u * v);
};
/// The results are compared with the next elements of the sequence: x[:-1] and x[1:] have rows, x has one more.
inline constexpr auto forecast = [](auto w, auto xs) {
  auto const hs = cx::scan([&](auto h, auto x) {
    auto const next = cx::tanh(w * h + x);
    return std::pair{next, next};
  }, 0.0 * w, xs[cx::slice(0_c, -1_c)]).second;
  return cx::sum(xs[cx::slice(1_c, cx::end)] * (hs - cx::expand_dims(cx::log(2.0 + cx::sum(cx::exp(hs), 1_c)), 1_c)));
};
TEST_CASE("rows of something longer stay outside of strips") {
  CHECK(compare(cx::value_and_grad(forecast), input<double, 14>(), input<double, 200, 14>()));
  CHECK(compare(cx::value_and_grad(forecast), input<double, 14>(), input<double, n, 14>(150)));
}
TEST_CASE("scan from the end, with structures, maps") {
  for (int r : {1, 5, 70}) {
    INFO(r);
    CHECK(compare(filter, scalar{0.5}, input<double, n>(r), input<double, n>(r)));
    CHECK(compare(cx::value_and_grad(loss, cx::argnums<0, 1, 2>), scalar{0.5}, input<double, n>(r), input<double, n>(r)));
    CHECK(compare([](auto xs) { return cx::map([](auto x) { return cx::exp(x) * cx::sum(x); }, xs); }, input<double, n, 4>(r)));
  }
}
/// Trips in blocks of K, whatever the length leaves for the rest.
template <int K>
inline constexpr auto blocks = [](auto x, auto ys, auto zs) {
  auto const [c, us] = cx::scan([](auto c, auto const& row) {
    auto const next = c * cx::cos(row.first) + row.second;
    return std::pair{next, std::pair{next * c, row.first - c}};
  }, x, std::pair{ys, zs}, cx::unroll<K>);
  return cx::fori_loop(0, 5, [](auto i, auto v) { return v * 0.5 + cx::astype<double>(i); }, c, cx::unroll<K>) + cx::sum(us.first) * cx::sum(us.second * zs);
};
TEST_CASE("unrolled scans: the bits of those that are not") {
  for (int r : {0, 1, 3, 4, 5, 8, 23}) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(blocks<4>, cx::argnums<0, 1, 2>), scalar{0.5}, input<double, n>(r), input<double, n>(r)));
    auto const y = input<double, n>(r), z = input<double, n>(r);
    CHECK(cx::jit(blocks<4>)(0.5, y.view(), z.view()) == cx::jit(blocks<1>)(0.5, y.view(), z.view()));
  }
  CHECK(compare(cx::value_and_grad(blocks<7>), scalar{0.5}, input<double, 7>(), input<double, 7>()));
  CHECK(compare(cx::value_and_grad(blocks<9>), scalar{0.5}, input<double, 7>(), input<double, 7>()));
  CHECK(compare(cx::vmap(cx::grad(blocks<3>), cx::in_axes<0, cx::none, cx::none>), input<double, m>(37), input<double, 7>(), input<double, 7>()));
}
inline constexpr auto nested = [](auto x, auto xs) {
  return cx::scan([&](auto c, auto y) {
    auto const inner = cx::fori_loop(0, 3, [&](auto, auto z) { return z * y + cx::sin(z); }, c);
    return std::pair{cx::cond(inner > 1.0, [](auto z) { return z * 0.5; }, [&](auto z) { return z + y; }, inner), inner};
  }, x, xs);
};
inline constexpr auto sum = [](auto x, auto xs) {
  auto const [c, ys] = nested(x, xs);
  return c + cx::sum(ys);
};
inline constexpr auto chosen = [](auto i, auto x) {
  return cx::switch_(i, std::tuple{[](auto z) { return cx::while_loop([](auto y) { return y < 10.0; }, [](auto y) { return y * 1.5 + 1.0; }, z); },
                                   [](auto z) { return cx::fori_loop(0, 4, [](auto k, auto y) { return y * cx::astype<double>(k + 1); }, z); }, [](auto z) { return -z; }},
                     x);
};
TEST_CASE("loops in loops, branches in loops, loops in branches") {
  CHECK(compare(nested, scalar{0.3}, input<double, n>(20)));
  CHECK(compare(cx::value_and_grad(sum, cx::argnums<0, 1>), scalar{0.3}, input<double, n>(20)));
  CHECK(compare(cx::value_and_grad(cx::grad(sum)), scalar{0.3}, input<double, n>(9)));
  for (int i : {-3, 0, 1, 2, 7}) CHECK(compare(cx::value_and_grad(chosen, cx::argnums<1>), scalar{i}, scalar{1.25}));
}
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
  constexpr auto operator()(auto x) const { return cx::fori_loop(0, 3, [](auto, auto y) { return y * 2.0; }, x); }
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
    CHECK(compare(cx::vmap([](auto y) { return cx::fori_loop(0, 10, [&](auto, auto z) { return z * y + 0.5; }, y); }), x));
    CHECK(compare(cx::vmap([](auto k, auto y) { return cx::switch_(k, std::tuple{[](auto z) { return z; }, [](auto z) { return z * z; }, [](auto z) { return cx::sin(z); }}, y); }),
                  input<int, n>(r), x));
  }
}
inline constexpr auto with = []<int K>(std::integral_constant<int, K>) {
  return [](auto w, auto h0, auto xs) {
    auto const [h, ys] = cx::scan([&](auto c, auto x) {
      auto const next = cx::sin(w * c + x);
      return std::pair{next, next * x};
    }, h0, xs, cx::checkpoints<K>);
    return h + cx::sum(ys);
  };
};
inline constexpr auto trajectory = [](auto x, auto k) {
  auto const [last, path] = cx::scan([&](auto const& s) {
    auto const [p, v] = s;
    auto const w = v - 0.1 * k * cx::sin(p);
    return std::pair{std::pair{p + 0.1 * w, w}, p * p};
  }, std::pair{x, 0.0 * x}, cx::length<20>);
  return last.first + cx::sum(path);
};
TEST_CASE("ensembles: strips of rows") {
  for (int r : {1, 17, 129, 1000}) {
    INFO(r);
    CHECK(compare(cx::vmap(cx::value_and_grad(trajectory, cx::argnums<0, 1>)), input<double, n>(r), input<double, n>(r)));
    CHECK(compare(cx::vmap(cx::grad(trajectory), cx::in_axes<0, cx::none>), input<double, n>(r), scalar{0.7}));
    CHECK(compare(cx::value_and_grad([](auto x, auto k) { return cx::mean(cx::vmap(trajectory, cx::in_axes<0, cx::none>)(x, k)); }, cx::argnums<0, 1>), input<double, n>(r), scalar{0.7}));
    CHECK(compare(cx::vmap(trajectory), input<float, n>(r), input<float, n>(r)));
  }
  CHECK(compare(cx::vmap(cx::vmap(cx::grad(trajectory), cx::in_axes<0, cx::none>)), input<double, n, 5>(33), input<double, n>(33)));
  CHECK(compare(cx::vmap(cx::grad(trajectory)), input<double, 500>(), input<double, 500>()));
  CHECK(compare([](auto x, auto k) { auto const y = cx::vmap(trajectory)(x, k); return cx::vmap(trajectory)(y / cx::sum(y), k); }, input<double, n>(300), input<double, n>(300)));
}
/// Where rows are as many as trips, one variable (ones, for the cotangent) may be both rows and slices.
inline constexpr auto running = [](auto x, auto ys) {
  auto const [last, all] = cx::scan([&](auto c, auto y) {
    auto const next = cx::sin(x * c + y);
    return std::pair{next, next * y};
  }, x, ys);
  return last + cx::sum(all);
};
TEST_CASE("as many rows as trips") {
  for (int r : {5, 300}) {
    INFO(r);
    CHECK(compare(cx::vmap(running), input<double, n>(r), input<double, n, n>(r, r)));
    CHECK(compare(cx::vmap(cx::value_and_grad(running), cx::in_axes<0, cx::none>), input<double, n>(r), input<double, n>(r)));
  }
}
inline constexpr auto long_loop = [](auto w, auto x) {
  auto const [i, y] = cx::while_loop([](auto const& s) { return s.first < 300; }, [&](auto const& s) { return std::pair{s.first + 1, cx::sin(w * s.second) + 0.3}; }, std::pair{0, x});
  return y;
};
/// The same with a carry that is an array.
inline constexpr auto long_loop_of_pairs = [](auto w, auto x) {
  auto const [i, y] = cx::while_loop([](auto const& s) { return s.first < 300; }, [&](auto const& s) { return std::pair{s.first + 1, cx::sin(w * s.second) + 0.3}; },
                                     std::pair{0, x * cx::ones<double, 2>()});
  return cx::sum(y);
};
TEST_CASE("derivatives of derivatives: chains that read chains") {
  using constax_tests::reverse, constax_tests::forward, constax_tests::square_and_add_pair, constax_tests::newton_pair;
  CHECK(compare(reverse(reverse(square_and_add_pair)), scalar{1.2}));
  CHECK(compare(reverse(reverse(reverse(newton_pair))), scalar{2.0}));
  CHECK(compare(cx::value_and_grad([](auto w, auto x) { return cx::grad(long_loop_of_pairs)(w, x) * x; }, cx::argnums<0, 1>), scalar{0.9}, scalar{0.4})); // more trips than are kept
}
TEST_CASE("derivatives of derivatives: matrices of matrices") {
  using constax_tests::reverse, constax_tests::square_and_add, constax_tests::newton;
  CHECK(compare(reverse(reverse(square_and_add)), scalar{1.2}));
  CHECK(compare(reverse(reverse(reverse(newton))), scalar{2.0}));
  CHECK(compare(cx::value_and_grad([](auto w, auto x) { return cx::grad(long_loop)(w, x) * x; }, cx::argnums<0, 1>), scalar{0.9}, scalar{0.4}));
}
TEST_CASE("few checkpoints: the same derivative") {
  constexpr auto all = with(std::integral_constant<int, 0>{});
  constexpr auto few = with(std::integral_constant<int, 3>{});
  constexpr auto one = with(std::integral_constant<int, 1>{});
  for (int r : {0, 1, 2, 3, 10, 57}) {
    INFO(r);
    input<double, n> const xs(r);
    CHECK(compare(cx::value_and_grad(few, cx::argnums<0, 1, 2>), scalar{0.7}, scalar{0.2}, xs));
    auto const a = cx::grad(all, cx::argnums<0, 1, 2>)(0.7, 0.2, xs.view()), b = cx::grad(few, cx::argnums<0, 1, 2>)(0.7, 0.2, xs.view()), c = cx::grad(one, cx::argnums<0, 1, 2>)(0.7, 0.2, xs.view());
    CHECK(std::get<0>(a) == std::get<0>(b));
    CHECK(std::get<1>(a) == std::get<1>(b));
    CHECK(std::get<2>(a) == std::get<2>(b));
    CHECK(std::get<0>(a) == std::get<0>(c));
  }
}

} // namespace
