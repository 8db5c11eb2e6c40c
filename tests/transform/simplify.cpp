// SPDX-License-Identifier: BSL-1.0
// simplify: each rewrite alone, what must NOT be rewritten, one run reaches the fixpoint, no bit changes; and wrong twins that are caught.
#include <constax/transform/simplify.hpp>
#include <constax/transform/vjp.hpp>

#include "../support/programs.hpp"

#include <vector>

namespace constax_tests {
namespace {

template <class F>
constexpr bool becomes(std::initializer_list<aval> types, F f, std::string_view expected) {
  jaxpr const j = program(types, f), s = simplify(j);
  return reads(s, expected) && same_bits(j, s) && print(simplify(s)) == print(s).view();
}
template <class F>
constexpr bool stays(std::initializer_list<aval> types, F f) {
  jaxpr const j = program(types, f);
  return becomes(types, f, print(j).view());
}
using vs = vec<value> const&;

constexpr bool identities_vanish() {
  constexpr std::string_view nothing = "{ lambda ; a:f64[3]. let in (a,) }";
  auto const x = {f64({3})};
  return becomes(x, [](vs v) { return v[0] * 1.0; }, nothing) && becomes(x, [](vs v) { return 1.0 * v[0]; }, nothing) &&
          becomes(x, [](vs v) { return v[0] / 1.0; }, nothing) && becomes(x, [](vs v) { return v[0] - 0.0; }, nothing) &&
          becomes(x, [](vs v) { return v[0] + -0.0; }, nothing) && becomes(x, [](vs v) { return -(-v[0]); }, nothing);
}
HOLDS(identities_vanish)

constexpr bool unsound_ones_stay() {
  auto const x = {f64({3})};
  return stays(x, [](vs v) { return v[0] + 0.0; }) && stays(x, [](vs v) { return v[0] - -0.0; }) &&
         stays(x, [](vs v) { return v[0] * 0.0; }) && stays(x, [](vs v) { return v[0] - v[0]; }) &&
         stays(x, [](vs v) { return 0.0 - v[0]; }) && stays(x, [](vs v) { return v[0] / 3.0; }) &&
         stays(x, [](vs v) { return v[0] / 0.0; }) && stays({f64({3}), f64({3})}, [](vs v) { return -(v[0] - v[1]); }) &&
         stays({f64({3}), f64({3})}, [](vs v) { return -v[0] - v[1]; });
}
HOLDS(unsound_ones_stay)

constexpr bool integers_fold() {
  auto const x = {i32s()};
  return becomes(x, [](vs v) { return v[0] + 0.0; }, "{ lambda ; a:i32[]. let in (a,) }") &&
         becomes(x, [](vs v) { return v[0] - v[0]; }, "{ lambda ; a:i32[]. let in (0:i32[],) }") &&
         becomes(x, [](vs v) { return v[0] * 0.0; }, "{ lambda ; a:i32[]. let in (0:i32[],) }") &&
         becomes({i32s({2})}, [](vs v) { return v[0] * 0.0; },
                 "{ lambda ; a:i32[2]. let b:i32[2] = broadcast_in_dim[broadcast_dimensions=() shape=(2,)] 0:i32[] in (b,) }");
}
HOLDS(integers_fold)

// ---- comparisons ----
constexpr std::string_view always = "{ lambda ; a:u8[]. let in (True:bool[],) }", never = "{ lambda ; a:u8[]. let in (False:bool[],) }";
constexpr bool nothing_is_beyond_an_end() {
  auto const x = {aval{dtype::u8, {}}};
  return becomes(
             x, [](vs v) { return bind<lt_t>({}, v[0], like(v[0], 0.0)); }, never) &&
         becomes(
             x, [](vs v) { return bind<lt_t>({}, like(v[0], 255.0), v[0]); }, never) &&
         becomes(
             x, [](vs v) { return bind<le_t>({}, like(v[0], 0.0), v[0]); }, always) &&
         becomes(
             x, [](vs v) { return bind<le_t>({}, v[0], like(v[0], 255.0)); }, always) &&
         becomes(
             x, [](vs v) { return bind<gt_t>({}, like(v[0], 0.0), v[0]); }, never) &&
         becomes(
             x, [](vs v) { return bind<gt_t>({}, v[0], like(v[0], 255.0)); }, never) &&
         becomes(
             x, [](vs v) { return bind<ge_t>({}, v[0], like(v[0], 0.0)); }, always) &&
         becomes(
             x, [](vs v) { return bind<ge_t>({}, like(v[0], 255.0), v[0]); }, always) &&
         becomes(
             {aval{dtype::u64, {2}}}, [](vs v) { return bind<lt_t>({}, v[0], like(v[0], 0.0)); },
             "{ lambda ; a:u64[2]. let b:bool[2] = broadcast_in_dim[broadcast_dimensions=() shape=(2,)] False:bool[] in (b,) }") &&
         becomes(
             {i32s()}, [](vs v) { return bind<lt_t>({}, v[0], like(v[0], -2147483648.0)); },
             "{ lambda ; a:i32[]. let in (False:bool[],) }") &&
         becomes(
             {i32s()}, [](vs v) { return bind<le_t>({}, v[0], like(v[0], 2147483647.0)); }, "{ lambda ; a:i32[]. let in (True:bool[],) }");
}
HOLDS(nothing_is_beyond_an_end)

constexpr bool what_reaches_an_end_stays() {
  auto const x = {aval{dtype::u8, {}}};
  return stays(x, [](vs v) { return bind<le_t>({}, v[0], like(v[0], 0.0)); }) &&
         stays(x, [](vs v) { return bind<lt_t>({}, like(v[0], 0.0), v[0]); }) &&
         stays(x, [](vs v) { return bind<lt_t>({}, v[0], like(v[0], 255.0)); }) &&
         stays(x, [](vs v) { return bind<ge_t>({}, v[0], like(v[0], 255.0)); }) &&
         stays(x, [](vs v) { return bind<gt_t>({}, v[0], like(v[0], 0.0)); }) &&
         stays(x, [](vs v) { return bind<lt_t>({}, v[0], like(v[0], 127.0)); }) &&
         stays({i32s()}, [](vs v) { return bind<lt_t>({}, v[0], like(v[0], 0.0)); }) &&
         stays({i32s()}, [](vs v) { return bind<lt_t>({}, v[0], like(v[0], -128.0)); }) &&
         stays({f64()}, [](vs v) { return bind<ge_t>({}, v[0], like(v[0], 0.0)); });
}
HOLDS(what_reaches_an_end_stays)

constexpr bool nothing_is_below_itself() {
  auto const i = {i32s()}, x = {f64()};
  constexpr std::string_view yes = "{ lambda ; a:i32[]. let in (True:bool[],) }", no = "{ lambda ; a:i32[]. let in (False:bool[],) }";
  return becomes(
             i, [](vs v) { return bind<eq_t>({}, v[0], v[0]); }, yes) &&
         becomes(
             i, [](vs v) { return bind<le_t>({}, v[0], v[0]); }, yes) &&
         becomes(
             i, [](vs v) { return bind<ge_t>({}, v[0], v[0]); }, yes) &&
         becomes(
             i, [](vs v) { return bind<lt_t>({}, v[0], v[0]); }, no) &&
         becomes(
             i, [](vs v) { return bind<gt_t>({}, v[0], v[0]); }, no) &&
         becomes(
             i, [](vs v) { return bind<ne_t>({}, v[0], v[0]); }, no) &&
         becomes(
             x, [](vs v) { return bind<lt_t>({}, v[0], v[0]); }, "{ lambda ; a:f64[]. let in (False:bool[],) }") &&
         becomes(
             x, [](vs v) { return bind<gt_t>({}, v[0], v[0]); }, "{ lambda ; a:f64[]. let in (False:bool[],) }") &&
         stays(x, [](vs v) { return bind<eq_t>({}, v[0], v[0]); }) && stays(x, [](vs v) { return bind<ne_t>({}, v[0], v[0]); }) &&
         stays(x, [](vs v) { return bind<le_t>({}, v[0], v[0]); }) && stays(x, [](vs v) { return bind<ge_t>({}, v[0], v[0]); });
}
HOLDS(nothing_is_below_itself)

constexpr bool signs_move() {
  auto const xy = {f64(), f64()};
  return becomes(xy, [](vs v) { return v[0] + -v[1]; }, "{ lambda ; a:f64[] b:f64[]. let c:f64[] = sub a b in (c,) }") &&
         becomes(xy, [](vs v) { return -v[0] + v[1]; }, "{ lambda ; a:f64[] b:f64[]. let c:f64[] = sub b a in (c,) }") &&
         becomes(xy, [](vs v) { return v[0] - -v[1]; }, "{ lambda ; a:f64[] b:f64[]. let c:f64[] = add a b in (c,) }") &&
         becomes(xy, [](vs v) { return -v[0] * -v[1]; }, "{ lambda ; a:f64[] b:f64[]. let c:f64[] = mul a b in (c,) }") &&
         becomes(xy, [](vs v) { return -v[0] / -v[1]; }, "{ lambda ; a:f64[] b:f64[]. let c:f64[] = div a b in (c,) }") &&
         becomes({f64()}, [](vs v) { return -v[0] * 2.0; }, "{ lambda ; a:f64[]. let b:f64[] = mul a -2.0:f64[] in (b,) }") &&
         becomes({f64()}, [](vs v) { return v[0] * -1.0; }, "{ lambda ; a:f64[]. let b:f64[] = neg a in (b,) }") &&
         becomes({f64()}, [](vs v) { return v[0] / -8.0; }, "{ lambda ; a:f64[]. let b:f64[] = mul a -0.125:f64[] in (b,) }") &&
         becomes({f64()}, [](vs v) { return -0.0 - v[0]; }, "{ lambda ; a:f64[]. let b:f64[] = neg a in (b,) }");
}
HOLDS(signs_move)

constexpr bool literals_fold() {
  auto const x = {f64()};
  return becomes(
             x, [](vs v) { return v[0] * (like(v[0], 2.0) * 3.0 - 1.0); }, "{ lambda ; a:f64[]. let b:f64[] = mul a 5.0:f64[] in (b,) }") &&
         becomes(
             x, [](vs v) { return v[0] * (like(v[0], 0.0) * -1.0); }, "{ lambda ; a:f64[]. let b:f64[] = mul a -0.0:f64[] in (b,) }") &&
         stays(x, [](vs v) { return like(v[0], 1e308) * 10.0; }) && stays(x, [](vs v) { return cx::sin(like(v[0], 1.0)); }) &&
         becomes(
             {f32()}, [](vs v) { return v[0] * (like(v[0], 0.1) * 3.0); }, "{ lambda ; a:f32[]. let b:f32[] = mul a 0.3:f32[] in (b,) }");
}
HOLDS(literals_fold)

constexpr bool equal_equations_are_one() {
  auto const xy = {f64(), f64()};
  return becomes(xy, [](vs v) { return cx::sin(v[0]) * v[1] + v[1] * cx::sin(v[0]); },
                 "{ lambda ; a:f64[] b:f64[]. let\n    c:f64[] = sin a\n    d:f64[] = mul c b\n    e:f64[] = add d d\n  in (e,) }") &&
         becomes(xy, [](vs v) { return vec<value>{v[0] - v[1], v[1] - v[0], v[0] - v[1]}; },
                 "{ lambda ; a:f64[] b:f64[]. let\n    c:f64[] = sub a b\n    d:f64[] = sub b a\n  in (c, d, c) }") &&
         stays({f64({2, 2})}, [](vs v) { return vec<value>{reduce_sum(v[0], {0}), reduce_sum(v[0], {1})}; });
}
HOLDS(equal_equations_are_one)

constexpr bool broadcasts_go() {
  auto const x = {f64({3})}, number = {f64()};
  auto const ones = [](vs v, shape s) { return broadcast_in_dim(v[0].ctx->constant(dtype::f64, 2.0), s, {}); };
  return becomes(
             x, [=](vs v) { return v[0] * ones(v, {3}); }, "{ lambda ; a:f64[3]. let b:f64[3] = mul a 2.0:f64[] in (b,) }") &&
         stays(x, [=](vs v) { return vec<value>{ones(v, {3}), v[0]}; }) &&
         stays(number, [=](vs v) { return v[0] + reduce_sum(ones(v, {3}), {0}); }) &&
         becomes(
             number, [=](vs v) { return ones(v, {3}) * ones(v, {3}); },
             "{ lambda ; a:f64[]. let b:f64[3] = broadcast_in_dim[broadcast_dimensions=() shape=(3,)] 4.0:f64[] in (b,) }") &&
         becomes(
             x, [](vs v) { return broadcast_in_dim(broadcast_in_dim(v[0], {2, 3}, {1}), {2, 4, 3}, {0, 2}); },
             "{ lambda ; a:f64[3]. let b:f64[2,4,3] = broadcast_in_dim[broadcast_dimensions=(2,) shape=(2, 4, 3)] a in (b,) }") &&
         becomes(
             number, [](vs v) { return cx::sin(broadcast_in_dim(v[0], {3}, {})); },
             "{ lambda ; a:f64[]. let\n    b:f64[] = sin a\n    c:f64[3] = broadcast_in_dim[broadcast_dimensions=() shape=(3,)] b\n  in (c,) }");
}
HOLDS(broadcasts_go)

constexpr auto repeated = [](value const& x, axes dims) { return broadcast_in_dim(x, {4, 2, 3}, dims); };
constexpr bool repeats_come_last() {
  // (Types with names: clang evaluates calls on constants alone thrice.)
  auto const x = {f64({3})}, rows = {f64({2, 3})}, both = {f64({2}), f64({3})}, one = {f64({1, 3}), f64({3})},
             other = {f64({4}), f64({2, 3})};
  // the part, then its repetition
  return becomes(
             rows, [](vs v) { return bind<slice_t>({{4, 1, 3}, {1, 0, 0}, {1, 1, 2}}, repeated(v[0], {1, 2})); },
             "{ lambda ; a:f64[2,3]. let\n    b:f64[1,2] = slice[limit_indices=(1, 3) start_indices=(0, 0) strides=(1, 2)] a\n"
             "    c:f64[3,1,2] = broadcast_in_dim[broadcast_dimensions=(1, 2) shape=(3, 1, 2)] b\n  in (c,) }") &&
         becomes(
             x, [](vs v) { return squeeze(slice(repeated(v[0], {2}), {2, 0, 1}, {3, 2, 2}), {0, 2}); },
             "{ lambda ; a:f64[3]. let\n    b:f64[1] = slice[limit_indices=(2,) start_indices=(1,) strides=None] a\n"
             "    c:f64[] = squeeze[dimensions=(0,)] b\n    d:f64[2] = broadcast_in_dim[broadcast_dimensions=() shape=(2,)] c\n  in (d,) }") &&
         becomes(
             x, [](vs v) { return squeeze(slice(repeated(v[0], {2}), {2, 1, 0}, {3, 2, 3}), {0, 1}); }, // nothing repeats any more
             "{ lambda ; a:f64[3]. let in (a,) }") &&
         becomes(
             both, [](vs v) { return repeated(v[0], {1}) * repeated(v[1], {2}); }, // both lack the first axis
             "{ lambda ; a:f64[2] b:f64[3]. let\n    c:f64[2,3] = broadcast_in_dim[broadcast_dimensions=(0,) shape=(2, 3)] a\n"
             "    d:f64[2,3] = broadcast_in_dim[broadcast_dimensions=(1,) shape=(2, 3)] b\n    e:f64[2,3] = mul c d\n"
             "    f:f64[4,2,3] = broadcast_in_dim[broadcast_dimensions=(1, 2) shape=(4, 2, 3)] e\n  in (f,) }") &&
         becomes(
             one, [](vs v) { return repeated(v[0], {1, 2}) + repeated(v[1], {2}); }, // an axis of length 1 stays one
             "{ lambda ; a:f64[1,3] b:f64[3]. let\n    c:f64[2,3] = broadcast_in_dim[broadcast_dimensions=(0, 1) shape=(2, 3)] a\n"
             "    d:f64[2,3] = broadcast_in_dim[broadcast_dimensions=(1,) shape=(2, 3)] b\n    e:f64[2,3] = add c d\n"
             "    f:f64[4,2,3] = broadcast_in_dim[broadcast_dimensions=(1, 2) shape=(4, 2, 3)] e\n  in (f,) }") &&
         stays(other, [](vs v) { return repeated(v[0], {0}) * repeated(v[1], {1, 2}); }) &&              // no axis along which both repeat
         stays(rows, [](vs v) { return bind<transpose_t>({axes{2, 1, 0}}, repeated(v[0], {1, 2})); }) && // the order of axes changes
         stays(rows, [](vs v) { return bind<rev_t>({axes{2}}, repeated(v[0], {1, 2})); });
}
HOLDS(repeats_come_last)

constexpr bool movement_goes() {
  constexpr std::string_view nothing = "{ lambda ; a:f64[2,3]. let in (a,) }";
  auto const x = {f64({2, 3})};
  return becomes(x, [](vs v) { return bind<transpose_t>({axes{1, 0}}, bind<transpose_t>({axes{1, 0}}, v[0])); }, nothing) &&
         becomes(x, [](vs v) { return bind<transpose_t>({axes{0, 1}}, v[0]); }, nothing) &&
         becomes(x, [](vs v) { return bind<reshape_t>({shape{2, 3}}, bind<reshape_t>({shape{6}}, v[0])); }, nothing) &&
         becomes(x, [](vs v) { return bind<rev_t>({axes{1}}, bind<rev_t>({axes{1}}, v[0])); }, nothing) &&
         stays(x, [](vs v) { return bind<rev_t>({axes{0}}, bind<rev_t>({axes{1}}, v[0])); }) &&
         becomes({f64({2, 3, 4})}, [](vs v) { return bind<transpose_t>({axes{2, 0, 1}}, bind<transpose_t>({axes{1, 2, 0}}, v[0])); },
                 "{ lambda ; a:f64[2,3,4]. let in (a,) }") &&
         becomes(x, [](vs v) { return bind<convert_element_type_t>({dtype::f64}, v[0]); }, nothing) &&
         becomes(x, [](vs v) { return select_n(v[0].ctx->constant({dtype::boolean, 1}), v[0] + 1.0, v[0]); }, nothing);
}
HOLDS(movement_goes)

constexpr bool sin_stands_beside_cos() {
  return becomes(
      {f64()}, [](vs v) { return cx::sin(v[0]) * (v[0] + v[0]) * cx::cos(v[0]); },
      "{ lambda ; a:f64[]. let\n    b:f64[] = sin a\n    c:f64[] = cos a\n    d:f64[] = add a a\n    e:f64[] = mul b d\n    f:f64[] = mul e c\n  in (f,) }");
}
HOLDS(sin_stands_beside_cos)

constexpr jaxpr tower(int n) {
  return program({f64()}, [=](vs v) {
    value y = v[0];
    for (int i = 0; i < n; ++i) y = -(cx::sin(y * v[0]) * 2.0) + v[0];
    return y;
  });
}
constexpr bool is_fixpoint(jaxpr const& j) {
  jaxpr const s = simplify(j);
  return !check(s).fault && print(simplify(s)) == print(s).view();
}
constexpr bool one_run_reaches_the_fixpoint() { return is_fixpoint(value_and_grad(tower(1))) && is_fixpoint(value_and_grad(tower(4))); }
HOLDS(one_run_reaches_the_fixpoint)
constexpr bool one_run_reaches_the_fixpoint_of_a_second_derivative() { return is_fixpoint(vjp(value_and_grad(tower(2)))); }
HOLDS(one_run_reaches_the_fixpoint_of_a_second_derivative)
TEST_CASE("one run reaches the fixpoint of large programs") {
  for (int n : {10, 100, 400}) CHECK(is_fixpoint(value_and_grad(tower(n))));
  CHECK(is_fixpoint(vjp(value_and_grad(tower(30)))));
  // linear: each step of the tower adds the same number of equations. (Of lengths in a vector: clang evaluates comparisons of constants
  // while it compiles, for 19 s.)
  std::vector<u32> sizes;
  for (int n : {100, 200, 400}) sizes.push_back(simplify(value_and_grad(tower(n))).eqns.size());
  CHECK(sizes[2] - sizes[1] == 2 * (sizes[1] - sizes[0]));
}

// ---- wrong twins: the checker used above must catch them ----
/// cse that looks at primitive and operands, and forgets the parameters.
constexpr jaxpr cse_without_params(jaxpr j) {
  vec<i32> same(j.vars.size());
  for (u32 v = 0; v < same.size(); ++v) same[v] = static_cast<i32>(v);
  for (atom& a : j.atoms)
    if (!a.is_literal()) a.id = same[a.var()];
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    for (u32 i = 0; i < j.eqns[k].n_in; ++i)
      if (atom& a = j.atoms[j.eqns[k].in + i]; !a.is_literal()) a.id = same[a.var()];
    for (u32 l = 0; l < k; ++l)
      if (j.eqns[l].prim == j.eqns[k].prim && vec<atom>(j.operands(j.eqns[l])) == vec<atom>(j.operands(j.eqns[k])))
        same[j.eqns[k].out] = same[j.eqns[l].out];
  }
  for (atom& a : j.outs)
    if (!a.is_literal()) a.id = same[a.var()];
  return dce(j);
}
/// Folding that takes -0.0 for 0.0.
constexpr jaxpr fold_without_sign(jaxpr j) {
  j = simplify(j);
  for (literal& l : j.lits)
    if (l.number() == 0) l.bits = 0;
  return j;
}
constexpr bool the_checker_catches_wrong_twins() {
  jaxpr const two_sums = program({f64({2, 2})}, [](vs v) { return vec<value>{reduce_sum(v[0], {0}), reduce_sum(v[0], {1})}; });
  jaxpr const minus_zero = program({f64()}, [](vs v) { return v[0] * (like(v[0], 0.0) * -1.0); });
  return same_bits(two_sums, cse(two_sums)) && !same_bits(two_sums, cse_without_params(two_sums)) &&
         same_bits(minus_zero, simplify(minus_zero)) && !same_bits(minus_zero, fold_without_sign(minus_zero));
}
HOLDS(the_checker_catches_wrong_twins)

constexpr bool dead_code_goes() {
  jaxpr const j = program({f64()}, [](vs v) {
    value const unused = cx::sin(v[0]) * 2.0;
    static_cast<void>(unused);
    return v[0] + v[0];
  });
  return j.eqns.size() == 3 && dce(j).eqns.size() == 1 && same_bits(j, dce(j));
}
HOLDS(dead_code_goes)

} // namespace
} // namespace constax_tests
