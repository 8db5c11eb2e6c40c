// SPDX-License-Identifier: BSL-1.0
// recompute: copies of quick operations, in programs made by hand and planned in constant evaluation, where an index out of bounds is an
// error.
#include <constax/plan/make_plan.hpp>
#include <constax/plan/prepare.hpp>
#include <constax/transform/transform.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;

/// Weighted sums over n of the differences x[n,32] - y[m,32], whose weights take so many sines of each of them.
constexpr jaxpr weighted(int sines) {
  extent const n = extent::of(pack_symbol("n")), m = extent::of(pack_symbol("m"));
  return program({f64({n, 32}), f64({m, 32})}, [&](vs v) {
    auto const column = [&](value const& z, i64 k) { return squeeze(slice(z, {0, 0, k}, {n, m, k + 1}), {2}); };
    value const e = broadcast_in_dim(v[0], {n, m, 32}, {0, 2}) - broadcast_in_dim(v[1], {n, m, 32}, {1, 2});
    value t = e;
    for (int i = 0; i < sines; ++i) t = cx::sin(t);
    value const p = cx::exp(column(t, 0) * column(e, 0) + column(t, 1) * column(e, 1));
    value const weight = p / broadcast_in_dim(reduce_sum(p, {1}), {n, m}, {0});
    return vec<value>{reduce_sum(weight * column(e, 0), {0}), reduce_sum(weight * column(e, 1), {0})};
  });
}
struct planned {
  bool sound;
  u32 differences; // how often x - y is computed
};
constexpr planned plan_of(jaxpr const& j) {
  loop_plan const p = make_plan(prepare(lower(j)));
  u32 differences = 0;
  for (eqn const& e : p.program.eqns) differences += is<sub_t>(e) && p.program.type(e.out).rank() == 3;
  return {!check(p.program).fault, differences};
}

constexpr bool a_difference_is_computed_where_it_is_read() {
  planned const p = plan_of(weighted(1));
  return p.sound && p.differences == 2; // for the weights, and for the sums
}
HOLDS(a_difference_is_computed_where_it_is_read)

/// 17 sines of 32 numbers are two kernels. The second takes columns of the differences from a copy of its own; the third copies the
/// columns, and has to ask what the second one's operand was a copy of.
constexpr bool also_where_its_reader_has_a_copy() {
  planned const p = plan_of(weighted(17));
  return p.sound && p.differences == 3;
}
HOLDS(also_where_its_reader_has_a_copy)

} // namespace
} // namespace constax_tests
