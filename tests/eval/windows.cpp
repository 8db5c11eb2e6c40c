// SPDX-License-Identifier: BSL-1.0
// Programs that read neighbours, and their derivatives: the oracle's bits, for all lengths around registers, rounds of chains, blocks and
// groups.
#include "same_bits.hpp"

#include "../support/fenced_page.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

constexpr int lengths[] = {3, 4, 5, 7, 8, 9, 10, 15, 16, 17, 18, 19, 25, 31, 33, 63, 64, 65, 66, 255, 511, 512, 513, 514, 515, 1000, 1025};

inline constexpr auto rosenbrock = [](auto x) {
  auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  return cx::sum(100.0 * cx::square(b - a * a) + cx::square(1.0 - a));
};
inline constexpr auto bending = [](auto x) {
  return cx::sum(cx::square(x[cx::slice(2_c, cx::end)] - 2.0 * x[cx::slice(1_c, -1_c)] + x[cx::slice(0_c, -2_c)]));
};
/// Too much to be computed twice.
inline constexpr auto dear = [](auto x) {
  auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  return cx::sum(cx::exp(cx::sin(a) * cx::cos(b)) * cx::tanh(a - b));
};
inline constexpr auto smooth = [](auto x) {
  auto const y = x * x + 1.0;
  return y[cx::slice(1_c, cx::end)] / y[cx::slice(0_c, -1_c)];
};
inline constexpr auto heat = [](auto u) {
  for (int step = 0; step < 3; ++step) {
    auto const inner =
        u[cx::slice(1_c, -1_c)] + 0.1 * (u[cx::slice(2_c, cx::end)] - 2.0 * u[cx::slice(1_c, -1_c)] + u[cx::slice(0_c, -2_c)]);
    u = cx::concatenate(u[cx::slice(0_c, 1_c)], inner, u[cx::slice(-1_c, cx::end)], 0_c);
  }
  return cx::sum(cx::square(u));
};
/// Differences along both axes of a matrix.
inline constexpr auto roughness = [](auto x) {
  auto const rows = x(cx::slice(1_c, cx::end), cx::slice()) - x(cx::slice(0_c, -1_c), cx::slice());
  auto const columns = x(cx::slice(), cx::slice(1_c, cx::end)) - x(cx::slice(), cx::slice(0_c, -1_c));
  return cx::sum(rows * rows) + cx::sum(cx::square(columns) * columns);
};
/// A window whose last element, which the sum leaves out, lies behind the end of x.
inline constexpr auto inner_products = [](auto x) {
  auto const products = x[cx::slice(1_c, -1_c)] * x[cx::slice(2_c, cx::end)];
  return cx::sum(cx::sin(cx::pad(products, 1_c, 0.25)[cx::slice(0_c, -1_c)]));
};
template <auto const& F> inline constexpr auto backwards = [](auto x) { return F(cx::flip(x)); };

TEST_CASE("gradients of what reads neighbours") {
  for (int r : lengths) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(rosenbrock), input<double, n>(r)));
    CHECK(compare(cx::value_and_grad(rosenbrock), input<float, n>(r)));
    CHECK(compare(cx::value_and_grad(bending), input<double, n>(r)));
    CHECK(compare(cx::grad(dear), input<double, n>(r)));
    CHECK(compare(smooth, input<double, n>(r)));
    CHECK(compare(cx::value_and_grad([](auto x) { return cx::sum(smooth(x)); }), input<double, n>(r)));
  }
  CHECK(compare(cx::value_and_grad(rosenbrock), input<double, 65>()));
  CHECK(compare(cx::value_and_grad(rosenbrock), input<double, 66>()));
  CHECK(compare(cx::value_and_grad(bending), input<float, 1030>()));
  CHECK(compare(cx::value_and_grad(rosenbrock), input<double, n>(20'001)));
}
TEST_CASE("neighbours of neighbours: products with the Hessian, steps in time") {
  for (int r : {7, 16, 17, 33, 100, 513}) {
    INFO(r);
    CHECK(compare([](auto x, auto v) { return cx::jvp(cx::grad(rosenbrock), std::tuple(x), std::tuple(v)); }, input<double, n>(r),
                  input<double, n>(r)));
    CHECK(compare(heat, input<double, n>(r)));
    CHECK(compare(cx::grad(heat), input<double, n>(r)));
  }
}
TEST_CASE("rows, columns, and both axes of a matrix") {
  for (int r : {2, 3, 17, 40})
    for (int c : {2, 9, 33, 70}) {
      INFO(r << " " << c);
      CHECK(compare(cx::vmap(cx::value_and_grad(rosenbrock)), input<double, n, m>(r, c)));
      CHECK(compare(cx::vmap(cx::grad(rosenbrock), cx::in_axes<1>, cx::out_axes<1>), input<double, n, m>(r, c)));
      CHECK(compare(cx::value_and_grad(roughness), input<double, n, m>(r, c)));
      CHECK(compare(cx::grad(roughness), input<float, n, m>(r, c)));
    }
  CHECK(compare(cx::vmap(cx::value_and_grad(rosenbrock)), input<double, n, 100>(40)));
  CHECK(compare(cx::value_and_grad(roughness), input<double, n, 5>(40)));
}
TEST_CASE("neighbours in the opposite order") {
  for (int r : lengths) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(backwards<rosenbrock>), input<double, n>(r)));
    CHECK(compare(cx::value_and_grad(backwards<bending>), input<float, n>(r)));
    CHECK(compare(cx::value_and_grad(backwards<inner_products>), input<double, n>(r)));
  }
  for (int r : {2, 3, 17})
    for (int c : {2, 9, 33}) CHECK(compare(cx::value_and_grad(backwards<roughness>), input<double, n, m>(r, c)));
}
TEST_CASE("windows read nothing beside an array") {
  fenced_page page;
  auto const fenced = [&](int size, bool at_end) {
    double* const p = at_end ? reinterpret_cast<double*>(page.end) - size : reinterpret_cast<double*>(page.begin);
    for (int i = 0; i < size; ++i) p[i] = 0.25 * (i % 7) - 0.5;
    return p;
  };
  for (bool at_end : {false, true}) {
    for (int r : {2, 3, 7, 8, 9, 17, 64, 65, 500}) {
      INFO(r << " " << at_end);
      cx::view<double const, n> const x(fenced(r, at_end), r);
      std::vector<double> const copy(x.begin(), x.end()), turned(copy.rbegin(), copy.rend());
      cx::view<double const, n> const back(turned);
      double const forwards = cx::evaluate(inner_products, cx::view<double const, n>(copy));
      CHECK(cx::evaluate(inner_products, x) == forwards);
      CHECK(cx::evaluate(backwards<inner_products>, back) == forwards);
      CHECK(cx::evaluate(backwards<inner_products>, x) == cx::evaluate(inner_products, back));
      CHECK(cx::value_and_grad(backwards<inner_products>)(x).first == cx::value_and_grad(inner_products)(back).first);
      CHECK(cx::value_and_grad(backwards<rosenbrock>)(x).first == cx::value_and_grad(rosenbrock)(back).first);
    }
    for (int c : {2, 3, 9, 70}) {
      cx::view<double const, n, m> const x(fenced(5 * c, at_end), 5, c);
      std::vector<double> const turned(std::reverse_iterator(x.end()), std::reverse_iterator(x.begin()));
      CHECK(cx::value_and_grad(backwards<roughness>)(x).first ==
            cx::value_and_grad(roughness)(cx::view<double const, n, m>(turned.data(), 5, c)).first);
    }
  }
}

} // namespace
