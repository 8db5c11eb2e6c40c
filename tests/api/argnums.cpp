// SPDX-License-Identifier: BSL-1.0
// jacfwd, jacrev and hessian in arguments that argnums names, against matrices worked out by hand. All numbers are small integers, so that
// every result is exact, and each law is a constant and runs.
#include <constax/constax.hpp>

#include "../support/programs.hpp"

#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace constax_tests {
namespace {

using namespace cx::literals;
using cx::argnums;
using cx::array;

/// The same types, so the same structure and shapes, and the same numbers.
template <class A, class B>
constexpr bool is(A const& got, B const& expected) {
  static_assert(std::is_same_v<A, B>, "structure and shapes are part of the claim");
  return got == expected;
}

// f_i(s, x, w) = s x_i w_j x_j (summed over j) = s x_i (w.x), with x of 2 elements and w of 2: one number, two vectors.
//   df_i/ds = x_i (w.x)     df_i/dx_j = s (d_ij (w.x) + x_i w_j)     df_i/dw_j = s x_i x_j
inline constexpr auto f = [](auto s, auto x, auto w) { return s * x * cx::dot(w, x); };
inline constexpr cx::dim<"n"> n;
inline constexpr double s = 2;
inline constexpr array<double, 2> x{3, 5}, w{7, -4}; // w.x = 1
inline constexpr array<double, 2> in_s{3, 5};
inline constexpr array<double, 2, 2> in_x{2 * (1 + 3 * 7), 2 * (3 * -4), 2 * (5 * 7), 2 * (1 + 5 * -4)};
inline constexpr array<double, 2, 2> in_w{2 * 9, 2 * 15, 2 * 15, 2 * 25};
static_assert(!(in_x == in_w));

/// Both ways give the same matrices.
template <int... Places>
constexpr bool both_give(auto const& expected) {
  return is(cx::jacfwd(f, argnums<Places...>)(s, x, w), expected) && is(cx::jacrev(f, argnums<Places...>)(s, x, w), expected);
}
constexpr bool one_argument_is_the_jacobian_itself() {
  return both_give<0>(in_s) && both_give<1>(in_x) && both_give<2>(in_w) && both_give<-1>(in_w) && both_give<-3>(in_s);
}
HOLDS(one_argument_is_the_jacobian_itself)
constexpr bool several_are_a_tuple_in_the_order_of_argnums() {
  return both_give<0, 1>(std::tuple{in_s, in_x}) && both_give<2, 0>(std::tuple{in_w, in_s}) &&
         both_give<-1, 1, 0>(std::tuple{in_w, in_x, in_s}) && both_give<1, 1>(std::tuple{in_x, in_x});
}
HOLDS(several_are_a_tuple_in_the_order_of_argnums)
constexpr bool without_argnums_the_first() { return is(cx::jacfwd(f)(s, x, w), in_s) && is(cx::jacrev(f)(s, x, w), in_s); }
HOLDS(without_argnums_the_first)

// ---- trees: the result's structure is outside, the tuple of arguments in the place of each of its leaves, their structure inside
// ----------

// g(p, q) = (p.first q, p.first^2 p.second): of a pair of numbers and a vector
inline constexpr auto g = [](auto p, auto q) { return std::pair{p.first * q, p.first * p.first * p.second}; };
template <class J>
constexpr bool is_jacobian_of_g(J const& j) {
  std::pair const of_q{array<double, 2>{10, 20}, array<double, 2>{0, 0}}; // d(p.first q)/dp
  array<double, 2, 2> const of_q_in_q{3, 0, 0, 3};
  std::pair const of_number{2.0 * 3 * 4, 9.0};
  return is(j, std::pair{std::tuple{of_q_in_q, of_q}, std::tuple{array<double, 2>{0, 0}, of_number}});
}
constexpr bool trees_in_trees() {
  std::pair const p{3.0, 4.0};
  array<double, 2> const q{10, 20};
  return is_jacobian_of_g(cx::jacfwd(g, argnums<1, 0>)(p, q)) && is_jacobian_of_g(cx::jacrev(g, argnums<1, 0>)(p, q));
}
HOLDS(trees_in_trees)

// ---- hessian ---------------------------------------------------------------------------------------------------------------------------

// h(a, x) = a^2 sum x_i^2 + a x_0 x_1
//   d2h/da2 = 2 sum x_i^2      d2h/da dx = 4 a x + (x_1, x_0)      d2h/dx2 = 2 a^2 on the diagonal, a beside it
inline constexpr auto h = [](auto a, auto y) { return a * a * cx::sum(y * y) + a * y[0_c] * y[1_c]; };
inline constexpr double in_aa = 2 * (9 + 25);
inline constexpr array<double, 2> in_ax{4 * 2 * 3 + 5, 4 * 2 * 5 + 3};
inline constexpr array<double, 2, 2> in_xx{8, 2, 2, 8};
constexpr bool hessian_of_one_argument() {
  return is(cx::hessian(h, argnums<0>)(s, x), in_aa) && is(cx::hessian(h, argnums<1>)(s, x), in_xx) && is(cx::hessian(h)(s, x), in_aa);
}
HOLDS(hessian_of_one_argument)
constexpr bool hessian_of_several_is_a_tuple_of_tuples() {
  return is(cx::hessian(h, argnums<0, 1>)(s, x), std::tuple{std::tuple{in_aa, in_ax}, std::tuple{in_ax, in_xx}}) &&
         is(cx::hessian(h, argnums<-1, 0>)(s, x), std::tuple{std::tuple{in_xx, in_ax}, std::tuple{in_ax, in_aa}});
}
HOLDS(hessian_of_several_is_a_tuple_of_tuples)
// With arguments of different shapes each block has its own: [first, second], so the mixed ones are each other's transpose.
constexpr bool mixed_blocks_of_matrices_are_transposes() {
  // b(u, v) = sum u_i u_i v_j (j + 1)
  constexpr auto b = [](auto u, auto v) { return cx::sum(u * u) * cx::dot(v, cx::arange<double, 3>() + 1.0); };
  array<double, 2> const u{3, 5};
  array<double, 3> const v{1, 1, 2}; // 1 + 2 + 6 = 9
  array<double, 2, 2> const uu{18, 0, 0, 18};
  array<double, 2, 3> const uv{6, 12, 18, 10, 20, 30};
  array<double, 3, 2> const vu{6, 10, 12, 20, 18, 30};
  return is(cx::hessian(b, argnums<0, 1>)(u, v), std::tuple{std::tuple{uu, uv}, std::tuple{vu, cx::array<double, 3, 3>{}}});
}
HOLDS(mixed_blocks_of_matrices_are_transposes)

// ---- under other transformations
// ---------------------------------------------------------------------------------------------------------

constexpr bool in_rows() {
  array<double, 2> const a{2, 3};
  array<double, 2, 2> const rows{3, 5, 1, 2}; // w.x = 1 and -1
  auto const both = cx::vmap(cx::jacfwd(f, argnums<0, 1>), cx::in_axes<0, 0, cx::none>)(a, rows, w);
  return is(both, std::tuple{array<double, 2, 2>{3, 5, -1, -2}, array<double, 2, 2, 2>{44, -24, 70, -38, 18, -12, 42, -27}});
}
HOLDS(in_rows)
constexpr bool inside_a_trace() {
  // of t k y^2 (y two numbers): 2 t k y on a diagonal, and t y^2. Their sum t (2 k sum y + sum y^2) has the derivative 4 * 8 + 34 at k = 2.
  constexpr auto total = [](auto t) {
    auto const [in_y, in_k] =
        cx::jacrev([&](auto k, auto y) { return t * k * y * y; }, argnums<1, 0>)(2.0, cx::iota<double, 2>() * 2.0 + 3.0);
    return cx::sum(in_y) + cx::sum(in_k);
  };
  return cx::grad(total)(7.0) == 66;
}
HOLDS(inside_a_trace)
/// At 0 the root's derivative is infinite. What the square's is takes no part of it, where a pullback from both, given a zero, does.
constexpr bool an_infinite_derivative_stays_in_its_leaf() {
  constexpr auto both = [](auto x) { return std::pair{x * x, cx::sqrt(x)}; };
  auto const [square, root] = cx::jacrev(both)(0.0);
  auto const [square_forwards, root_forwards] = cx::jacfwd(both)(0.0);
  return square == 0 && square_forwards == 0 && root > 1e300 && root_forwards > 1e300;
}
HOLDS(an_infinite_derivative_stays_in_its_leaf)
TEST_CASE("its wrong twin: a zero that is multiplied") {
  auto const [value, back] = cx::vjp([](auto x) { return std::pair{x * x, cx::sqrt(x)}; }, 0.0);
  CHECK(std::isnan(std::get<0>(back(std::pair{1.0, 0.0}))));
}
TEST_CASE("a symbolic extent") {
  constexpr auto energy = [](auto a, auto y) { return a * a * cx::sum(y * y); };
  std::vector<double> const y{3, 5, 1};
  auto const [a_, y_] = cx::hessian(energy, argnums<0, 1>)(2.0, cx::view<double const, n>(y));
  CHECK(std::get<0>(a_) == 2 * 35);
  for (int i = 0; i < 3; ++i) {
    double const mixed = 8 * y[static_cast<std::size_t>(i)];
    CHECK(std::get<1>(a_)[i] == mixed);
    CHECK(std::get<0>(y_)[i] == mixed);
    for (int j = 0; j < 3; ++j) CHECK(std::get<1>(y_)(i, j) == (i == j ? 8 : 0));
  }
}

} // namespace
} // namespace constax_tests
