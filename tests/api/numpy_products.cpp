// SPDX-License-Identifier: BSL-1.0
// Products, einsum, differences, integrals and filters against real JAX (numpy_oracle.py).
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

TEST_CASE("products") {
  agrees<of<2, 3>, of<2, 3>>("vdot", [](auto x, auto y) { return cx::vdot(x, y); });
  agrees<of<2, 3>, of<4, 3>>("inner", [](auto x, auto y) { return cx::inner(x, y); });
  agrees<of<2, 3>, of<>>("inner_scalar", [](auto x, auto y) { return cx::inner(x, y); });
  agrees<of<2, 3, 4>, of<3, 4, 2>>("tensordot", [](auto x, auto y) { return cx::tensordot(x, y); });
  agrees<of<3>, of<2, 3>>("tensordot_0", [](auto x, auto y) { return cx::tensordot(x, y, 0_c); });
  agrees<of<2, 3, 4>, of<3, 4, 2>>("tensordot_axes",
                                   [](auto x, auto y) { return cx::tensordot(x, y, cx::axes_c<2, 0>, cx::axes_c<1, -1>); });
  agrees<of<2, 3>, of<3, 2>>("kron", [](auto x, auto y) { return cx::kron(x, y); });
  agrees<of<3>, of<2, 3>>("kron_vector", [](auto x, auto y) { return cx::kron(x, y); });
  agrees<of<3>, of<3>>("cross", [](auto x, auto y) { return cx::cross(x, y); });
  agrees<of<4, 3>, of<4, 3>>("cross_rows", [](auto x, auto y) { return cx::cross(x, y); });
  agrees<of<3, 2>, of<3, 2>>("cross_axis", [](auto x, auto y) { return cx::cross(x, y, 0_c); });
  agrees<of<2>, of<2>>("cross_two", [](auto x, auto y) { return cx::cross(x, y); });
  agrees<of<2, 3>, of<2, 3>, of<3, 3>>("vectors", [](auto x, auto y, auto z) {
    return std::tuple{cx::vecdot(x, y), cx::matvec(z, y), cx::vecmat(x, z)};
  });
}
template <cx::fixed_string Text, class... O> void einsum_agrees() {
  agrees<O...>("einsum " + std::string(Text.view()), [](auto... x) { return cx::einsum<Text>(x...); });
}
TEST_CASE("einsum of one and two") {
  einsum_agrees<"ij,jk->ik", of<2, 3>, of<3, 4>>(), einsum_agrees<"ij,jk", of<2, 3>, of<3, 4>>();
  einsum_agrees<"ij->ji", of<2, 3>>(), einsum_agrees<"ij", of<2, 3>>(), einsum_agrees<"ba", of<2, 3>>();
  einsum_agrees<"ij->", of<2, 3>>(), einsum_agrees<"ij->j", of<2, 3>>();
  einsum_agrees<"ii", of<3, 3>>(), einsum_agrees<"ii->i", of<3, 3>>(), einsum_agrees<"iij->j", of<3, 3, 2>>(),
      einsum_agrees<"iijj->ij", of<2, 2, 3, 3>>();
  einsum_agrees<"i,i", of<3>, of<3>>(), einsum_agrees<"i,i->i", of<3>, of<3>>(), einsum_agrees<"i,i->", of<0>, of<0>>();
  einsum_agrees<"i,j->ij", of<3>, of<4>>(), einsum_agrees<"i,j->ji", of<3>, of<4>>(), einsum_agrees<"ij,j", of<2, 3>, of<3>>();
  einsum_agrees<"bij,bjk->bik", of<2, 3, 4>, of<2, 4, 2>>(), einsum_agrees<"ijk,ijl->kl", of<2, 3, 4>, of<2, 3, 2>>();
  einsum_agrees<"ijk,k->ji", of<2, 3, 4>, of<4>>(), einsum_agrees<"iij,jk->ik", of<3, 3, 2>, of<2, 3>>();
  einsum_agrees<"ij,kl->il", of<2, 3>, of<3, 4>>(), einsum_agrees<",i->i", of<>, of<3>>(),
      einsum_agrees<"aBc , cB -> aB", of<2, 3, 4>, of<4, 3>>();
}
TEST_CASE("einsum of three") {
  einsum_agrees<"i,ij,j", of<2>, of<2, 3>, of<3>>(), einsum_agrees<"bi,bj,ij->b", of<2, 3>, of<2, 4>, of<3, 4>>();
  einsum_agrees<"ij,ij,ij->i", of<2, 3>, of<2, 3>, of<2, 3>>(), einsum_agrees<"a,b,c->cab", of<2>, of<3>, of<4>>();
  einsum_agrees<"ij,jk,kl->il", of<2, 3>, of<3, 4>, of<4, 2>>();
}
template <int N, int M> void correlates_in_the_middle() {
  agrees<of<N>, of<M>>("correlate_middle_" + std::to_string(N) + "_" + std::to_string(M),
                       [](auto x, auto v) { return cx::correlate(x, v, cx::mode::same); });
}
TEST_CASE("the middle of a correlation, of operands of even and odd lengths") {
  correlates_in_the_middle<2, 4>(), correlates_in_the_middle<2, 5>(), correlates_in_the_middle<3, 4>();
  correlates_in_the_middle<4, 6>(), correlates_in_the_middle<4, 2>(), correlates_in_the_middle<6, 4>();
}
TEST_CASE("einsum with ellipses") {
  einsum_agrees<"...ij,jk->...ik", of<2, 2, 3, 4>, of<4, 2>>(), einsum_agrees<"...ij,...jk->...ik", of<2, 3, 4>, of<2, 4, 2>>();
  einsum_agrees<"...ij,...jk", of<3, 2, 3, 4>, of<2, 4, 2>>(), einsum_agrees<"...ij->...ji", of<2, 3>>();
  einsum_agrees<"...i->...", of<2, 3>>(), einsum_agrees<"i...->...", of<2, 3, 2>>(), einsum_agrees<"...", of<2, 3>>();
  einsum_agrees<"...ii->...i", of<2, 3, 3>>(), einsum_agrees<"i...j,j->...i", of<2, 3, 4>, of<4>>();
  einsum_agrees<"... , ...i", of<2>, of<2, 3>>(), einsum_agrees<"...,...", of<>, of<3>>();
  einsum_agrees<"b...,b...->...", of<2, 3>, of<2, 2, 3>>(), einsum_agrees<"...i,...i", of<4>, of<2, 3, 4>>();
  einsum_agrees<"ij...,jk...,k->...i", of<2, 3, 2>, of<3, 2, 2>, of<2>>();
}
TEST_CASE("differences and integrals") {
  agrees<of<3, 4>>("diff", [](auto x) { return cx::diff(x); });
  agrees<of<3, 4>>("diff_twice", [](auto x) { return cx::diff(x, 2_c, 0_c); });
  agrees<of<3>>("diff_none_left", [](auto x) { return cx::diff(x, 4_c); });
  agrees<of<5>>("diff_bool", [](auto x) { return cx::diff(x > 0); });
  agrees<of<2, 3>>("ediff1d", [](auto x) { return cx::ediff1d(x); });
  agrees<of<3, 4>>("trapezoid", [](auto y) { return cx::trapezoid(y); });
  agrees<of<3, 4>>("trapezoid_dx", [](auto y) { return cx::trapezoid(y, 0.25, 0_c); });
  agrees<of<3, 4>, of<3>>("trapezoid_x", [](auto y, auto x) { return cx::trapezoid(y, x, 0_c); });
  agrees<of<3, 4>, of<3, 4>>("trapezoid_xs", [](auto y, auto x) { return cx::trapezoid(y, x); });
  agrees<of<5>>("gradient", [](auto x) { return cx::gradient(x); });
  agrees<of<3, 2>>("gradient_two", [](auto x) { return cx::gradient(x, 1_c); });
  agrees<of<3, 4>, of<>>("gradient_h", [](auto x, auto h) { return cx::gradient(x, h); });
  agrees<of<3, 4>, of<4>>("gradient_x", [](auto x, auto h) { return cx::gradient(x, h, 1_c); });
}
TEST_CASE("interp") {
  agrees<of<8>, of<5>, of<5>>("interp", [](auto x, auto p, auto f) { return cx::interp(x, p, f); });
  agrees<of<2, 4>, of<5>, of<5>>("interp_ends", [](auto x, auto p, auto f) { return cx::interp(x, p, f, -9.0, 9.0); });
  agrees<of<>, of<5>, of<5>>("interp_one", [](auto x, auto p, auto f) { return cx::interp(x, p, f); });
  agrees<of<12>, of<23>, of<23>>("interp_many", [](auto x, auto p, auto f) { return cx::interp(x, p, f); });
}

void filters(std::string const& mode, auto by) {
  agrees<of<7>, of<4>>("convolve_" + mode, [=](auto x, auto v) { return cx::convolve(x, v, by); });
  agrees<of<3>, of<6>>("convolve_" + mode + "_short", [=](auto x, auto v) { return cx::convolve(x, v, by); });
  agrees<of<21>, of<18>>("convolve_" + mode + "_long", [=](auto x, auto v) { return cx::convolve(x, v, by); });
  agrees<of<7>, of<4>>("correlate_" + mode, [=](auto x, auto v) { return cx::correlate(x, v, by); });
  agrees<of<3>, of<6>>("correlate_" + mode + "_short", [=](auto x, auto v) { return cx::correlate(x, v, by); });
}
TEST_CASE("filters") {
  filters("full", cx::mode::full), filters("same", cx::mode::same), filters("valid", cx::mode::valid);
  agrees<of<3>, of<1>>("convolve_one", [](auto x, auto v) { return cx::convolve(x, v); });
  agrees<of<4>, of<2, 3>>("polyval", [](auto p, auto x) { return cx::polyval(p, x); });
}

} // namespace
} // namespace constax_tests
