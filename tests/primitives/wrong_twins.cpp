// SPDX-License-Identifier: BSL-1.0
// The laws on primitives with one planted defect: the law that is meant to must fail, and all must hold for the sound original.
#include "../support/catch.hpp"
#include "../support/laws.hpp"
#include "../support/wrong_twins.hpp"

namespace constax_tests {

constexpr auto cosine = [](long double x) { return std::cos(x); };
constexpr auto product = [](long double x, long double y) { return x * y; };

TEST_CASE("the sound original keeps all laws", "[twins]") { CHECK(laws<twins::sound>(standard, cosine)); }

TEST_CASE("laws reject wrong values and derivatives", "[twins]") {
  auto const sign = laws<twins::wrong_sign>(standard, cosine);
  CHECK(sign.rejects("difference"));
  CHECK(sign.rejects("oracle"));
  CHECK(laws<twins::wrong_sign>(standard).rejects("difference"));
  CHECK(laws<twins::wrong_value>(standard, cosine).rejects("oracle"));
  CHECK(laws<twins::imprecise_jvp>(standard, cosine).rejects("oracle"));
  CHECK(laws<twins::wrong_second>(standard).rejects("difference"));
  CHECK(laws<twins::forgets_an_operand>(standard).rejects("difference"));
  CHECK(laws<twins::forgets_an_operand>(standard, product).rejects("oracle"));
  law_options first;
  first.orders = 1;
  CHECK(!laws<twins::wrong_second>(standard, {}, first).rejects("difference"));
}

TEST_CASE("laws reject a wrong transpose", "[twins]") { CHECK(laws<twins::swaps_operands>(standard).rejects("adjoint")); }

TEST_CASE("laws reject wrong types", "[twins]") {
  CHECK(laws<twins::wrong_dtype>(standard).rejects("evaluators"));
  CHECK(laws([](dtype t) { return program_of<twins::wrong_shape>({{t, {3, 4}}}, {{1}}); }).rejects("type"));
  CHECK(laws([](dtype t) { return program_of<twins::out_of_bounds>({{t, {3, 4}}}); }).rejects("type"));
}

TEST_CASE("laws reject wrong batching", "[twins]") {
  auto const axis = laws([](dtype t) { return program_of<twins::wrong_axis>({{t, {3, 3}}}, {{1}}); });
  CHECK(axis.rejects("vmap"));
  CHECK(!axis.rejects("difference"));
  CHECK(laws<twins::wrong_batch>(standard).rejects("vmap"));
  CHECK(laws<twins::wrong_batch>(standard).rejects("commute"));
}

TEST_CASE("laws reject wrong cumulative operations", "[twins]") {
  auto const slopes = laws([](dtype t) { return program_of<twins::wrong_slopes>({{t, {4}}}, {0}); }, between(0.5, 1.5));
  CHECK(slopes.rejects("difference"));
  auto const shift = laws([](dtype t) { return program_of<twins::not_shifted>({{t, {4}}, {t, {4}}}, {0}); });
  CHECK(shift.rejects("adjoint"));
  CHECK(laws([](dtype t) { return program_of<twins::wrong_end>({{t, {4}}}, {0}); }).rejects("adjoint"));
  auto const axis = laws([](dtype t) { return program_of<twins::stays_on_its_axis>({{t, {3, 3}}}, {1}); });
  CHECK(axis.rejects("vmap"));
  CHECK(!axis.rejects("difference"));
}

TEST_CASE("laws reject what depends on where and when", "[twins]") {
  CHECK(laws<twins::knows_its_time>(standard).rejects("record"));
  CHECK(laws<twins::knows_its_place>(standard).rejects("evaluators"));
}

TEST_CASE("laws reject a trait that makes simplify wrong", "[twins]") {
  // x - y and y - x are the same equation to a pass that believes the trait.
  CHECK(laws([](dtype t) {
          context c("trace");
          value const x = c.input({t, {3}}), y = c.input({t, {3}});
          value const outs[] = {bind<twins::not_commutative>({}, x, y), bind<twins::not_commutative>({}, y, x)};
          return c.finish({outs, 2});
        }).rejects("simplify"));
}

} // namespace constax_tests
