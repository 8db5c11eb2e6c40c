// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// Equations of numbers as code (eval/vm/scalar*.hpp): loops and branches are jumps in it. Bits are those of the oracle.
#include "../support/catch.hpp"

#include <constax/runtime.hpp>

#include "../random/strips.hpp"

#include <tuple>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

/// f's program by strips and by the oracle: the same, and one node of numbers, if that is asked.
template <class F, class... X> void check(bool all_numbers, F const& f, X const&... x) {
  cx::jaxpr const j = cx::lower(cx::make_jaxpr(f)(x...).get());
  REQUIRE(!j.fault);
  cx::vec<cx::tensor> args;
  (args.push(x.to_tensor(x.type())), ...);
  auto const p = random_programs::strip_program(j);
  if (all_numbers) {
    CHECK(p.nodes.size() == 1);
    CHECK(p.scalars.size() == 1);
  }
  CHECK(random_programs::run_strips(p, args) == cx::reference::evaluate(j, args));
}
template <class T> cx::ndarray number(T x) { return cx::ndarray(x); }

inline constexpr auto rosenbrock = [](auto x) {
  auto s = 0.0 * x[0];
  for (long i = 0; i + 1 < x.shape(0); ++i) {
    auto const u = x[i + 1] - x[i] * x[i], v = 1.0 - x[i];
    s = s + (100.0 * u * u + v * v);
  }
  return s;
};
inline constexpr auto kepler = [](auto m, auto e) {
  auto const first = m + e * cx::sin(m);
  auto const last = cx::while_loop([](auto c) { return cx::abs(std::get<1>(c)) > 1e-14; },
                                   [=](auto c) {
                                     auto const [a, before] = c;
                                     auto const d = (a - e * cx::sin(a) - m) / (1.0 - e * cx::cos(a));
                                     return std::tuple{a - d, d};
                                   },
                                   std::tuple{first, cx::ones_like(first)});
  return std::get<0>(last);
};
inline constexpr auto fibonacci = [](auto a, auto b) { // carries change places
  return cx::fori_loop(
      0, 10,
      [](auto, auto c) {
        return std::pair{c.second, c.first + c.second};
      },
      std::pair{a, b});
};
inline constexpr auto never = [](auto a) {
  return cx::fori_loop(
      0, 0, [](auto, auto c) { return c + 1.0; }, a);
};
inline constexpr auto chosen = [](auto i, auto x) {
  auto const slow = [](auto y) { return cx::while_loop([](auto z) { return z < 10.0; }, [](auto z) { return z * z + 1.0; }, y); };
  return cx::switch_(i, std::tuple{[](auto y) { return cx::sin(y) * y; }, [](auto y) { return y; }, slow}, x);
};
inline constexpr auto collatz = [](auto n) {
  return cx::while_loop([](auto c) { return c.first != 1; },
                        [](auto c) {
                          auto const odd = cx::rem(c.first, 2) == 1;
                          return std::pair{cx::where(odd, 3 * c.first + 1, c.first / 2), c.second + 1};
                        },
                        std::pair{n, cx::zeros_like(n)})
      .second;
};
} // namespace

TEST_CASE("straight code: elements of an array, numbers, and an array of numbers") {
  check(true, rosenbrock, cx::ndarray{0.3, 1.5, -0.7, 2.0});
  check(true, cx::value_and_grad(rosenbrock), cx::ndarray{0.3, 1.5, -0.7, 2.0});
  check(
      true,
      [](auto x, auto y) {
        return std::tuple{x, y, x + y, x + y, 2.0};
      },
      number(1.0), number(3.0));
  check(
      true,
      [](auto x) {
        return cx::stack(std::tuple{x, x, cx::sin(x)});
      },
      number(1.0));
  check(
      true,
      [](auto x) {
        return cx::stack(std::tuple{x[2], x[0]});
      },
      cx::ndarray{1, 2, 3});
}
TEST_CASE("elements of every width") {
  check(
      true, [](auto x) { return cx::tanh(x) * x + x; }, number(0.7F));
  check(
      true, [](auto x) { return cx::astype<std::int8_t>(x * 100) + cx::astype<std::int8_t>(x); }, number(77));
  check(
      true, [](auto x, auto y) { return (x & y) | (x != y); }, number(true), number(false));
  check(
      true, [](auto x) { return -x % 7 + x * 4; }, number(std::int64_t{-123456789012}));
  check(
      true, [](auto x) { return cx::astype<float>(x) / 3; }, number(std::uint8_t{200}));
}
TEST_CASE("loops and branches of numbers") {
  check(true, kepler, number(1.3), number(0.4));
  check(
      true,
      [](auto m, auto e) {
        return cx::jvp(kepler, std::tuple{m, e}, std::tuple{cx::ones_like(m), cx::ones_like(e)});
      },
      number(1.3), number(0.4));
  check(true, fibonacci, number(1.0), number(1.0));
  check(false, never, number(1.0));
  for (int i : {-1, 0, 1, 2, 3, 100}) check(true, chosen, number(i), number(1.1));
  for (int n : {1, 6, 27}) check(true, collatz, number(n));
}
TEST_CASE("numbers beside arrays") {
  cx::ndarray const x{1.0, 2.0, 4.0};
  check(
      false, [](auto v) { return v / cx::sqrt(cx::sum(v * v) + 1.0); }, x);
  check(
      false,
      [](auto v) {
        return cx::sum(cx::fori_loop(
                           0, 3, [](auto, auto c) { return c * 0.5; }, v[0]) *
                       v);
      },
      x);
  check(
      false,
      [](auto v) {
        return cx::fori_loop(
            0, 4, [](auto, auto c) { return c / cx::sqrt(1.0 + c[0] * c[1]); }, v);
      },
      x);
}
