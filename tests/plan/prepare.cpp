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
TEST_CASE("strips of rows give what all rows at once give") {
  jaxpr const j = constax_tests::program({f64({5, 96, 96})}, [](auto xs) {
    auto const e = cx::exp(xs[0]);
    return e / broadcast_in_dim(bind<reduce_sum_t>({{2}}, e), shape{5, 96, 96}, {0, 1});
  });
  CHECK(keeps_its_meaning(j));
  CHECK(holds(prepare(j), descriptor<strips_t>));
}

} // namespace
