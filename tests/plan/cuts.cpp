// SPDX-License-Identifier: BSL-1.0
// cuts: a kernel too large becomes several, which hand over what a step of an integrator hands to the next one; in strips, whatever the
// length.
#include <constax/plan/make_plan.hpp>
#include <constax/plan/prepare.hpp>
#include <constax/transform/transform.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;

/// Steps of the explicit trapezoidal rule for a body that turns, x' = y z, y' = -2 x z, z' = x y; arrays of them.
constexpr jaxpr trapezoids(int steps) {
  extent const n = extent::of(pack_symbol("n"));
  return program({f64({n}), f64({n}), f64({n})}, [&](vs v) {
    value x = v[0], y = v[1], z = v[2];
    for (int i = 0; i < steps; ++i) {
      value const a = y * z, b = x * z, c = x * y, x1 = x + 0.125 * a, y1 = y - 0.25 * b, z1 = z + 0.125 * c;
      value const d = a + y1 * z1, e = b + x1 * z1, g = c + x1 * y1;
      x = x + 0.0625 * d, y = y - 0.125 * e, z = z + 0.0625 * g;
    }
    return vec<value>{x, y, z};
  });
}
struct cut {
  u32 kernels = 0, regions = 0, largest = 0; // operations of a kernel
  u32 crossing = 0;                          // values that another kernel reads, at most of one kernel
  u32 by_size = 0;                           // that would cross behind the first 512 operations
};
constexpr cut cut_of(jaxpr const& program) {
  loop_plan const p = make_plan(prepare(lower(program)));
  cut c;
  for (node const& n : p.nodes) {
    c.regions += n.kind == node_kind::region;
    if (n.kind != node_kind::kernel) continue;
    ++c.kernels;
    u32 operations = 0, stored = 0;
    for (u32 s = n.steps; s < n.steps + n.n_steps; ++s) {
      operations += p.steps[s].kind == step_kind::compute;
      if (p.steps[s].kind == step_kind::store)
        stored += p.memories[static_cast<u32>(p.places[p.steps[s].at].memory)].kind != memory_kind::output;
    }
    if (operations > c.largest) c.largest = operations;
    if (stored > c.crossing) c.crossing = stored;
  }
  jaxpr const& j = p.program;
  vec<bool> before(j.vars.size());
  for (u32 k = 0; k < j.eqns.size(); ++k)
    for (atom a : j.operands(j.eqns[k]))
      if (k < 512) before[j.eqns[k].out] = true;
      else if (!a.is_literal() && before[a.var()]) before[a.var()] = false, ++c.by_size;
  return c;
}
constexpr bool a_step_ends_a_kernel() {
  cut const c = cut_of(trapezoids(48)); // 12 operations each, of three numbers
  return c.kernels == 2 && c.regions == 1 && c.largest <= 512 && c.crossing == 3 && c.by_size > 3;
}
constexpr bool what_fits_is_not_cut() {
  cut const c = cut_of(trapezoids(16));
  return c.kernels == 1 && c.regions == 0 && c.crossing == 0;
}
TEST_CASE("a step ends a kernel") { CHECK(a_step_ends_a_kernel()); } // (traced and planned in one evaluation it is too long for clang)
HOLDS(what_fits_is_not_cut)

} // namespace
} // namespace constax_tests
