// SPDX-License-Identifier: BSL-1.0
// What comes along with a derivative: has_aux of each transformation, as in JAX.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

namespace cx = constax;
using namespace cx::literals;

namespace {

// loss, and beside it the residuals and a count
inline constexpr auto loss = [](auto w, auto x, auto y) {
  auto const r = w * x - y;
  return std::pair{cx::sum(r * r), std::tuple{r, cx::sum(r > 0.0)}};
};
inline constexpr auto curve = [](auto x) { return std::tuple{x * x, x * 0.5}; };
inline constexpr cx::array<double, 3> x{1.0, 2.0, 4.0}, y{1.0, 1.0, 1.0};

bool same(cx::array<double, 3> const& a, double p, double q, double r) { return a[0] == p && a[1] == q && a[2] == r; }

} // namespace

TEST_CASE("grad and value_and_grad") {
  auto const [value, gradient] = cx::value_and_grad(loss, cx::has_aux)(0.5, x, y);
  CHECK(value.first == 1.25);
  CHECK(gradient == 7.0);
  CHECK(same(std::get<0>(value.second), -0.5, 0.0, 1.0));
  CHECK(std::get<1>(value.second) == 1);
  auto const [g, aux] = cx::grad(loss, cx::argnums<1, 0>, cx::has_aux)(0.5, x, y);
  CHECK(std::get<1>(g) == 7.0);
  CHECK(same(std::get<0>(g), -0.5, 0.0, 1.0));
  CHECK(same(std::get<0>(aux), -0.5, 0.0, 1.0));
  auto const kept = cx::grad(loss, cx::has_aux, cx::keep_scale)(0.5, x, y);
  CHECK(kept.first == 7.0);
}
TEST_CASE("within other transformations") {
  auto const each =
      cx::vmap(cx::value_and_grad(loss, cx::has_aux), cx::in_axes<0, cx::none, cx::none>)(cx::array<double, 2>{0.5, 1.0}, x, y);
  CHECK(each.second[0] == 7.0);
  CHECK(each.first.first[1] == 10.0);
  CHECK(std::get<1>(each.first.second)[1] == 2);
  auto const twice = cx::grad([](auto w) { return cx::grad([](auto v) { return std::pair{v * v * v, v}; }, cx::has_aux)(w).first; })(2.0);
  CHECK(twice == 12.0);
}
TEST_CASE("Jacobians") {
  auto const [forwards, aux] = cx::jacfwd(curve, cx::has_aux)(x);
  auto const [backwards, also] = cx::jacrev(curve, cx::has_aux)(x);
  for (int i = 0; i < 3; ++i) {
    CHECK(aux[i] == x[i] / 2);
    CHECK(also[i] == aux[i]);
    for (int j = 0; j < 3; ++j) {
      CHECK(forwards[3 * i + j] == (i == j ? 2 * x[i] : 0.0));
      CHECK(backwards[3 * i + j] == forwards[3 * i + j]);
    }
  }
  auto const [second, beside] = cx::hessian([](auto v) { return std::pair{cx::sum(v * v * v), v[1]}; }, cx::has_aux)(x);
  CHECK(second[0] == 6.0);
  CHECK(second[8] == 24.0);
  CHECK(beside == 2.0);
}
TEST_CASE("vjp, linearize, jvp") {
  auto const [value, pull, aux] = cx::vjp(curve, cx::has_aux, x);
  CHECK(same(value, 1.0, 4.0, 16.0));
  CHECK(same(std::get<0>(pull(y)), 2.0, 4.0, 8.0));
  CHECK(aux[0] == 0.5);
  auto const [again, push, beside] = cx::linearize(curve, cx::has_aux, x);
  CHECK(same(again, 1.0, 4.0, 16.0));
  CHECK(same(push(y), 2.0, 4.0, 8.0));
  CHECK(beside[0] == aux[0]);
  auto const [y0, dy, third] = cx::jvp(curve, x, y, cx::has_aux);
  CHECK(same(y0, 1.0, 4.0, 16.0));
  CHECK(same(dy, 2.0, 4.0, 8.0));
  CHECK(third[0] == aux[0]);
  auto const traced = cx::jit([](auto v, auto ct) {
    auto const parts = cx::vjp(curve, cx::has_aux, v);
    return std::pair{std::get<1>(parts)(ct), std::get<2>(parts)};
  })(x, y);
  CHECK(same(std::get<0>(traced.first), 2.0, 4.0, 8.0));
}
TEST_CASE("programs hold nothing that is not asked for") {
  auto const with = cx::make_jaxpr(cx::grad(loss, cx::has_aux))(cx::spec<double>{}, cx::spec<double, 3>{}, cx::spec<double, 3>{});
  auto const without = cx::make_jaxpr(cx::grad([](auto w, auto a, auto b) { return loss(w, a, b).first; }))(
      cx::spec<double>{}, cx::spec<double, 3>{}, cx::spec<double, 3>{});
  CHECK(with.eqns().size() == without.eqns().size() + 3); // x > 0, as i32, summed
}
