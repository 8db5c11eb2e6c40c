// SPDX-License-Identifier: BSL-1.0
// fuse_scatters: which kernels scatter what they make, point by point, and what they keep in memory then.
#include <constax/plan/make_plan.hpp>
#include <constax/plan/prepare.hpp>
#include <constax/transform/transform.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;

extent const n = extent::of(pack_symbol("n")), m = extent::of(pack_symbol("m"));
indexed_params const elements{{0}, shape{extent(1)}, {0}, {-1}};

loop_plan plan_of(jaxpr const& j, lane_choice lanes = {}) { return make_plan(prepare(lower(j)), lanes); }
node const* pointwise_kernel(loop_plan const& p) {
  for (node const& at : p.nodes)
    if (at.kind == node_kind::kernel && at.pointwise) return &at;
  return nullptr;
}
u32 steps_of(loop_plan const& p, step_kind kind) {
  u32 count = 0;
  if (node const* const at = pointwise_kernel(p))
    for (u32 s = at->steps; s < at->steps + at->n_steps; ++s) count += p.steps[s].kind == kind;
  return count;
}
/// A sparse matrix times a vector: rows and columns of its elements, its elements, the vector.
jaxpr product(auto&& of_slices) {
  return program({f64({n}), f64({m}), i32s({m}), i32s({m})}, [&](vs v) -> vec<value> {
    value const slices = v[1] * bind<gather_t>(elements, v[0], v[3]);
    return of_slices(v, slices, bind<scatter_add_t>(elements, v[0], slices, v[2]));
  });
}

TEST_CASE("slices stay in registers") {
  loop_plan const p = plan_of(product([](vs, value, value y) { return vec<value>{y}; }));
  REQUIRE((pointwise_kernel(p) != nullptr) == !CONSTAX_HAS_OPENMP); // a team shares the array
  if (CONSTAX_HAS_OPENMP) return;
  CHECK(steps_of(p, step_kind::scatter) == 1);
  CHECK(steps_of(p, step_kind::store) == 0);
  CHECK(p.strips.empty());
  u32 begins = 0;
  for (node const& at : p.nodes) begins += at.kind == node_kind::indexed && at.pointwise;
  CHECK(begins == 1); // copies the array before the first point
}
TEST_CASE("what is read elsewhere is stored besides") {
  if (CONSTAX_HAS_OPENMP) return;
  loop_plan const result = plan_of(product([](vs, value slices, value y) { return vec<value>{y, slices}; }));
  CHECK(steps_of(result, step_kind::store) == 1);
  loop_plan const later = plan_of(product([](vs v, value slices, value y) {
    return vec<value>{y, slices * broadcast_in_dim(reduce_sum(bind<exp_t>({}, v[1]), {0}), {m}, {})};
  }));
  CHECK((!pointwise_kernel(later) || steps_of(later, step_kind::store) == 1));
}
TEST_CASE("two scatters of one kernel") {
  if (CONSTAX_HAS_OPENMP) return;
  loop_plan const p = plan_of(
      product([](vs v, value slices, value y) { return vec<value>{y, bind<scatter_mul_t>(elements, v[0], slices + slices, v[3])}; }));
  CHECK(steps_of(p, step_kind::scatter) == 2);
  CHECK(steps_of(p, step_kind::store) == 0);
}
TEST_CASE("several places at a point, and arrays in rows are read as they lie") {
  if (CONSTAX_HAS_OPENMP) return;
  indexed_params const rows{{0}, shape{extent(1)}, {0, 1}, {-1, 2}};
  loop_plan const p = plan_of(program({f64({n, 3}), i32s({m, 2})}, [&](vs v) {
    value const ends = bind<gather_t>(rows, v[0], v[1]);
    return bind<scatter_add_t>(rows, v[0], ends * ends, v[1]);
  }));
  CHECK(pointwise_kernel(p));
  CHECK(steps_of(p, step_kind::scatter) == 1);
  for (node const& at : p.nodes) CHECK(at.kind != node_kind::pack);
}
TEST_CASE("lanes are kept where they pay, where a sum has chains, where a user asks for them, and along other axes") {
  auto const slow = [](vs v, value slices, value) {
    return vec<value>{bind<scatter_add_t>(elements, v[0], bind<exp_t>({}, slices), v[2])};
  };
  CHECK_FALSE(pointwise_kernel(plan_of(product(slow))));
  auto const summed = [](vs, value slices, value y) { return vec<value>{y, reduce_sum(slices, {0})}; };
  CHECK_FALSE(pointwise_kernel(plan_of(product(summed))));
  CHECK_FALSE(pointwise_kernel(plan_of(product([](vs, value, value y) { return vec<value>{y}; }), {true, 0})));
  jaxpr const rows = program({f64({n, 40}), f64({m, 40}), i32s({m})}, [&](vs v) { // a slice of 40 is a loop
    return bind<scatter_add_t>({{0}, shape{extent(1)}, {0}, {-1, 1}}, v[0], v[1] * v[1], v[2]);
  });
  CHECK_FALSE(pointwise_kernel(plan_of(rows)));
  jaxpr const table = program({f64({n}), f64({m, n}), i32s({m, n})}, [&](vs v) { // a point is a pair of places
    return bind<scatter_add_t>({{0}, shape{extent(1)}, {0, 1}, {-1}}, v[0], v[1] * v[1], v[2]);
  });
  CHECK_FALSE(pointwise_kernel(plan_of(table)));
}

} // namespace
} // namespace constax_tests
