// SPDX-License-Identifier: BSL-1.0
// What the planner writes for itself is well formed, and means what it read.
#include <constax/constax.hpp>

#include "../support/programs.hpp"

using namespace constax_tests;

namespace {

bool keeps_its_meaning(jaxpr const& j) {
  jaxpr const prepared = prepare(j);
  return !check(prepared).fault && same_bits(j, prepared);
}
bool holds(jaxpr const& j, primitive const& p) {
  for (eqn const& e : j.eqns)
    if (e.prim == &p) return true;
  return false;
}

TEST_CASE("products without sums, whose axes come in another order") {
  for (axes const& batch : {axes{0, 1}, axes{1, 0}}) {
    jaxpr const j =
        constax_tests::program({f64({40, 40}), f64({40, 40})}, [&](auto xs) { return dot_general(xs[0], xs[1], {{}, {}, {0, 1}, batch}); });
    CHECK(keeps_its_meaning(j));
    CHECK(!holds(prepare(j), descriptor<dot_general_t>));
  }
}
TEST_CASE("windows may be anything beyond the ends, and nothing depends on it") {
  jaxpr const j = constax_tests::program({f64({70})}, [](auto xs) {
    auto const y = cx::sin(xs[0]);
    auto const after = bind<slice_t>({{70}, {1}, {1}}, y), before = bind<slice_t>({{69}, {0}, {1}}, y);
    return bind<pad_t>({{0}, {1}, {0}}, cx::square(after - before), like(y, 0.0));
  });
  CHECK(keeps_its_meaning(j));
  CHECK(holds(prepare(j), descriptor<window_t>));

  jaxpr const beyond = constax_tests::program({f64({3})}, [](auto xs) { return bind<window_t>({{-1}, {5}}, xs[0]); });
  vec<tensor> const ys = reference::evaluate(beyond, vec<tensor>{tensor_of({1.0, 2.0, 3.0})});
  REQUIRE(ys.size() == 1);
  CHECK(ys[0].at<double>(0) != ys[0].at<double>(0));
  CHECK(ys[0].at<double>(1) == 1.0);
  CHECK(ys[0].at<double>(3) == 3.0);
  CHECK(ys[0].at<double>(4) != ys[0].at<double>(4));
}
TEST_CASE("scatters into one array of a number write into arrays of their own") {
  indexed_params const elements{{0}, shape{extent(1)}, {0}, {-1}};
  for (bool filled : {true, false})
    for (bool result : {false, true}) {
      jaxpr const j = constax_tests::program({f64({100}), i32s({100})}, [&](auto xs) {
        value const array = filled ? broadcast_in_dim(like(xs[0], 0.0), {100}, {}) : cx::sin(xs[0]);
        value const first = bind<scatter_add_t>(elements, array, xs[0], xs[1]), second = bind<scatter_mul_t>(elements, array, xs[0], xs[1]);
        vec<value> ys{first + second};
        if (result) ys.push(array);
        return ys;
      });
      CHECK(keeps_its_meaning(j));
      u32 fills = 0;
      jaxpr const prepared = prepare(lower(j));
      for (eqn const& e : prepared.eqns) fills += is<broadcast_in_dim_t>(e);
      CHECK(fills == (filled ? 2u + result : 0u));
      loop_plan const p = make_plan(prepared);
      u32 in_place = 0;
      for (eqn const& e : p.program.eqns)
        if (e.prim->updates) in_place += p.places[e.out].memory == p.places[p.program.operands(e)[0].var()].memory;
      CHECK(in_place == (filled ? 2u : 0u));
    }
}
TEST_CASE("strips of rows give what all rows at once give") {
  jaxpr const j = constax_tests::program({f64({5, 96, 96})}, [](auto xs) {
    auto const e = cx::exp(xs[0]);
    return e / broadcast_in_dim(bind<reduce_sum_t>({{2}}, e), shape{5, 96, 96}, {0, 1});
  });
  CHECK(keeps_its_meaning(j));
  CHECK(holds(prepare(j), descriptor<strips_t>));
}

} // namespace
