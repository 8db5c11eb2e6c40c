// SPDX-License-Identifier: BSL-1.0
// Branches and loops compiled: the oracle's bits, for static and symbolic lengths, structures, nests of loops, and derivatives of all.
#include "../eval/same_bits.hpp"
#include "programs.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

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
    CHECK(compare(cx::value_and_grad(recurrent, cx::argnums<0, 1, 2>), input<double, m, m>(35, 35), input<double, m>(35),
                  input<double, n, m>(r, 35)));
  }
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
  return cx::fori_loop(
             0, 5, [](auto i, auto v) { return v * 0.5 + cx::astype<double>(i); }, c, cx::unroll<K>) +
         cx::sum(us.first) * cx::sum(us.second * zs);
};
TEST_CASE("unrolled scans: the bits of those that are not") {
  for (int r : {0, 1, 3, 4, 5, 8, 23}) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(blocks<4>, cx::argnums<0, 1, 2>), scalar{0.5}, input<double, n>(r), input<double, n>(r)));
    CHECK(compare_with(cx::value_and_grad(blocks<4>, cx::argnums<0, 1, 2>), cx::value_and_grad(blocks<1>, cx::argnums<0, 1, 2>),
                       scalar{0.5}, input<double, n>(r), input<double, n>(r)));
  }
  CHECK(compare(cx::value_and_grad(blocks<9>), scalar{0.5}, input<double, 7>(), input<double, 7>()));
  CHECK(compare(cx::vmap(cx::grad(blocks<3>), cx::in_axes<0, cx::none, cx::none>), input<double, m>(37), input<double, 7>(),
                input<double, 7>()));
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
  return cx::switch_(
      i,
      std::tuple{[](auto z) { return cx::while_loop([](auto y) { return y < 10.0; }, [](auto y) { return y * 1.5 + 1.0; }, z); },
                 [](auto z) { return cx::fori_loop(0, 4, [](auto k, auto y) { return y * cx::astype<double>(k + 1); }, z); },
                 [](auto z) { return -z; }},
      x);
};
TEST_CASE("loops in loops, branches in loops, loops in branches") {
  CHECK(compare(nested, scalar{0.3}, input<double, n>(20)));
  CHECK(compare(cx::value_and_grad(sum, cx::argnums<0, 1>), scalar{0.3}, input<double, n>(20)));
  CHECK(compare(cx::value_and_grad(cx::grad(sum)), scalar{0.3}, input<double, n>(9)));
  for (int i : {-3, 0, 1, 2, 7}) CHECK(compare(cx::value_and_grad(chosen, cx::argnums<1>), scalar{i}, scalar{1.25}));
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
TEST_CASE("few checkpoints: the same derivative") {
  constexpr auto all = with(std::integral_constant<int, 0>{});
  constexpr auto few = with(std::integral_constant<int, 3>{});
  constexpr auto one = with(std::integral_constant<int, 1>{});
  for (int r : {0, 1, 2, 3, 10, 57}) {
    INFO(r);
    input<double, n> const xs(r);
    CHECK(compare(cx::value_and_grad(few, cx::argnums<0, 1, 2>), scalar{0.7}, scalar{0.2}, xs));
    CHECK(compare_with(cx::value_and_grad(few, cx::argnums<0, 1, 2>), cx::value_and_grad(all, cx::argnums<0, 1, 2>), scalar{0.7},
                       scalar{0.2}, xs));
    CHECK(compare_with(cx::grad(one), cx::grad(all), scalar{0.7}, scalar{0.2}, xs));
  }
}

} // namespace
