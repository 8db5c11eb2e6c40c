// SPDX-License-Identifier: BSL-1.0
// Loops and branches of what is traced at run time: the programs that the compiler makes, in text and bits; and what is thrown.
#include "../support/late.hpp"

using namespace cx::literals;
using late::of, late::same, late::numbers;

namespace {

constexpr of<double> number;
constexpr of<int> integer;
constexpr of<double, 4> four;
constexpr of<double, 3> three;
constexpr of<double, 3, 4> matrix;

/// Newton's steps to a root; the carry holds a number that is known, and one that is traced.
constexpr auto newton = [](auto a) {
  return cx::while_loop([](auto const& c) { return c.second < 12; },
                        [=](auto const& c) {
                          return std::pair{c.first - (c.first * c.first - a) / (2.0 * c.first), c.second + 1};
                        },
                        std::pair{1.0 + a, 0})
      .first;
};
constexpr auto until_small = [](auto x) {
  return cx::while_loop([](auto const& v) { return cx::sum(v * v) > 0.01; }, [](auto const& v) { return v * 0.5; }, x);
};
constexpr auto sums = [](auto x) {
  auto const [last, all] = cx::scan([](auto const& s, auto v) { return std::pair{s + v * v, cx::sin(s)}; }, 0.0, x);
  return last + cx::sum(all);
};
constexpr auto both_ways = [](auto x, auto y) {
  auto const step = [&](auto const& s, auto const& v) { return std::pair{s + v.first * v.second + cx::sum(x), std::tuple{s, v.first}}; };
  auto const up = cx::scan(step, 1.0, std::pair{x, y});
  auto const down = cx::scan(step, up.first, std::pair{x, y}, cx::reversed);
  return down.first + cx::sum(std::get<0>(down.second) * std::get<1>(up.second));
};
constexpr auto powers = [](auto x) {
  return cx::fori_loop(
      0, 5, [=](auto i, auto y) { return y * x + cx::astype<double>(i); }, x);
};
constexpr auto counted = [](auto n, auto x) {
  return cx::fori_loop(
      0, n, [](auto i, auto y) { return y + cx::sin(y) * cx::astype<double>(i); }, x);
};
constexpr auto pick = [](auto i, auto x) {
  return cx::switch_(i, std::tuple{[](auto v) { return cx::sin(v); }, [](auto v) { return v * v; }, [](auto v) { return -v; }}, x);
};

std::string message_of(auto const& call) {
  try {
    call();
  } catch (cx::error const& e) {
    std::string const all = e.what();
    return all.substr(0, all.find('\n'));
  }
  return "nothing was thrown";
}

} // namespace

TEST_CASE("loops") {
  same(newton, number);
  same(until_small, four);
  same(sums, four);
  same(both_ways, three, three);
  same(powers, number);
  same(counted, integer, number);
  same([](auto x) { return cx::map([](auto r) { return cx::sum(r) * r; }, x); }, matrix);
  same([](auto x) { return cx::scan([&](auto const& s) { return std::pair{s * x, s}; }, 1.0, cx::length<6>).second; }, number);
  same(
      [](auto x) {
        return cx::scan([](auto const& s, auto r) { return std::pair{s + sums(r), newton(s)}; }, 1.0, x, cx::checkpoints<2>);
      },
      matrix);
  same(
      [](auto x) {
        return cx::fori_loop(
            0, 3, [&](auto, auto y) { return y + cx::sum(x); }, 0.5);
      },
      four); // only what is captured is traced
}
TEST_CASE("switch_") {
  same(pick, integer, number);
  same([](auto x) { return pick(1, x) + pick(-3, x) + pick(9, x); }, four);
  same([](auto i, auto x) { return pick(cx::astype<std::int64_t>(i), x); }, integer, four);
}
TEST_CASE("transformations of loops") {
  same(cx::grad(newton), number);
  same(cx::value_and_grad(sums), four);
  same(cx::grad(both_ways, cx::argnums<0, 1>), three, three);
  same(cx::grad(powers), number);
  same(cx::vmap(sums), matrix);
  same(cx::vmap(newton), four);
  same([](auto i, auto x) { return cx::grad([=](auto y) { return pick(i, y); })(x); }, integer, number);
  same([](auto x) { return cx::jvp(powers, x, 1.0).second; }, number);
}

TEST_CASE("what loops refuse") {
  auto const throws = [](auto const& f, auto const&... x) { return message_of([&] { cx::jit(f)(x...); }); };
  cx::ndarray const x = numbers(three, 0), m = numbers(matrix, 1), one(1.5);
  CHECK(throws([](auto a) { return cx::while_loop([](auto v) { return v; }, [](auto v) { return v; }, a); }, one) ==
        "[constax] while_loop: the condition returns f64[], it must return a scalar bool; return a comparison, x > 0 say, or reduce it "
        "with cx::all or cx::any");
  CHECK(throws([](auto a) { return cx::while_loop([](auto v) { return v > 0.0; }, [](auto v) { return v; }, a); }, x) ==
        "[constax] while_loop: the condition returns bool[3], it must return a scalar bool; return a comparison, x > 0 say, or reduce it "
        "with cx::all or "
        "cx::any");
  CHECK(throws([](auto a) { return cx::while_loop([](auto v) { return cx::sum(v) > 0.0; }, [](auto v) { return cx::sum(v); }, a); }, x) ==
        "[constax] while_loop: the carry leaf `carry` goes in as f64[3] and comes out as f64[]; convert one of them with cx::astype, or "
        "broadcast it");
  CHECK(throws(
            [](auto a) {
              return cx::fori_loop(
                  0, 3, [](auto, auto v) { return cx::astype<float>(v); }, a);
            },
            one) ==
        "[constax] fori_loop: the carry leaf `carry` goes in as f64[] and comes out as f32[]; convert one of them with cx::astype, or "
        "broadcast it");
  CHECK(throws(
            [](auto a, auto b) {
              return cx::scan(
                         [](auto s, auto v) {
                           return std::pair{s + v.first + cx::sum(v.second), std::tuple{}};
                         },
                         0.0, std::pair{a, b})
                  .first;
            },
            x, numbers(four, 2)) == "[constax] scan: what is scanned has first axes of different lengths, 3 and 4; cut the longer one, x[cx::slice(0, n)]");
  CHECK(throws(
            [](auto a) {
              return cx::scan([](auto s, auto v) { return std::pair{s + v, v}; }, 0.0, a).first;
            },
            one) == "[constax] scan: what is scanned has a first axis; a number is the same for all trips: capture it");
  CHECK(throws(pick, one, one) == "[constax] switch_: the branch's number is an integer scalar, this one is f64[]");
  CHECK(throws(counted, one, one) == "[constax] fori_loop: the bounds are integers or traced integer scalars, this one is f64[]");
  // what a body throws leaves nothing behind
  int calls = 0;
  auto const fails = [&](auto a) {
    return cx::scan(
               [&](auto s, auto v) {
                 if (++calls == 1) throw 7;
                 return std::pair{s + v, v};
               },
               0.0, a)
        .first;
  };
  CHECK_THROWS_AS(cx::jit(fails)(x), int);
  CHECK(cx::jit(fails)(x).item<double>() == cx::jit([](auto a) {
                                              return cx::scan([](auto s, auto v) { return std::pair{s + v, v}; }, 0.0, a).first;
                                            })(x)
                                                .item<double>());
}
