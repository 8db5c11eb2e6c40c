// SPDX-License-Identifier: BSL-1.0
// defer: what a region would make for nothing but what comes behind it, and when it is left there.
#include <constax/plan/make_plan.hpp>
#include <constax/plan/prepare.hpp>
#include <constax/transform/transform.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;

extent const n = extent::of(pack_symbol("n")), m = extent::of(pack_symbol("m"));

loop_plan plan_of(jaxpr const& j) { return make_plan(prepare(lower(j))); }
/// Values with elements in n rows of m that lie in memory, but for arguments and results.
u32 arrays(loop_plan const& p) {
  u32 count = 0;
  for (u32 v = 0; v < p.program.vars.size(); ++v)
    if (p.places[v].memory >= 0 && p.places[v].view < 0 && loop_axes(p.program.type(v).shape) == 3)
      count += p.memories[static_cast<u32>(p.places[v].memory)].kind == memory_kind::workspace;
  return count;
}
/// The segment of the kernel that joins pieces along this axis.
u32 segment_that_joins(loop_plan const& p, i64 axis) {
  for (node const& at : p.nodes)
    if (at.kind == node_kind::kernel)
      for (u32 s = at.steps; s < at.steps + at.n_steps; ++s)
        if (step const& here = p.steps[s]; here.kind == step_kind::compute)
          if (eqn const& e = p.program.eqns[here.at]; is<concatenate_t>(e) && p.program.params(e)[0] == axis) return at.segment;
  return ~0u;
}
value turned(value x, int axis) {
  shape const s = type_of(x).shape;
  shape from{extent(0), extent(0)}, to = s;
  from[axis] = extent(1);
  value const rest = slice(x, {from[0], from[1]}, {s[0], s[1]});
  from[axis] = extent(0), to[axis] = extent(1);
  value const pieces[] = {rest, slice(x, {0, 0}, {to[0], to[1]})};
  return concatenate(range<value>(pieces, 2), axis);
}
/// The sum of r r, and a sum of r turned along both axes, of which the one along rows could be made at once.
template <class Between>
jaxpr stencil(Between between) {
  return program({f64({n, m})}, [&](vs v) {
    value const r = cx::sin(v[0]), along = between(turned(r, 1));
    return vec<value>{reduce_sum(r * r, {0, 1}), along + turned(r, 0)};
  });
}
value as_it_is(value const& x) { return x; }

TEST_CASE("a sum that is half done waits for what reads it") {
  loop_plan const p = plan_of(stencil(as_it_is));
  CHECK(arrays(p) == 1); // r alone
  CHECK(segment_that_joins(p, 1) == segment_that_joins(p, 0));
  CHECK(arrays(plan_of(stencil([](value const& x) { return x * 3.0 + 1.0; }))) == 1);
}
TEST_CASE("what the region reads too, and what is a result, is made there") {
  jaxpr const summed = program({f64({n, m})}, [&](vs v) {
    value const r = cx::sin(v[0]), along = turned(r, 1);
    return vec<value>{reduce_sum(r * along, {0, 1}), along + turned(r, 0)};
  });
  jaxpr const result = program({f64({n, m})}, [&](vs v) {
    value const r = cx::sin(v[0]), along = turned(r, 1) * 2.0;
    return vec<value>{reduce_sum(r * r, {0, 1}), along + turned(r, 0), along};
  });
  for (jaxpr const& j : {summed, result}) {
    loop_plan const p = plan_of(j);
    CHECK(segment_that_joins(p, 1) < segment_that_joins(p, 0));
  }
}
TEST_CASE("nothing waits where more would be written and read") {
  // behind the region h = sin(x) + sin(y) is read alone: in its place both would go through memory
  jaxpr const j = program({f64({n, m}), f64({n, m})}, [&](vs v) {
    value const a = cx::sin(v[0]), b = cx::sin(v[1]), h = a + b;
    value const total = broadcast_in_dim(reduce_sum(a * b, {0, 1}), {n, m}, {});
    return vec<value>{h * total};
  });
  CHECK(arrays(plan_of(j)) == 1);
}

} // namespace
} // namespace constax_tests
