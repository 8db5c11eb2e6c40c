// SPDX-License-Identifier: BSL-1.0
#pragma once
// rules: from a primitive's struct to its descriptor. Each member function may leave out the arguments it does not need.
#include <constax/primitives/apply.hpp>
#include <constax/primitives/evaluate.hpp>

#include <array>

namespace constax::inline CONSTAX_TAG::detail {

template <class P>
constexpr typed call_type(operand_types xs, range<i64> ps, jaxpr const* module) {
  if constexpr (has_results<P> && requires { P::type(xs); }) {
    typed t = P::type(xs);
    if (!t.fault && t.results.size() != result_count<P>)
      return fault{fault_code::bad_params, {}, "its `type` says the types of all `results`", *xs[0]};
    return t;
  } else if constexpr (requires { P::type(xs); }) return P::type(xs);
  else if constexpr (requires { P::type(xs, params_of<P>{}); }) {
    auto const p = decode<params_of<P>>(ps);
    if (overflowed(p)) return fault{fault_code::too_many_axes};
    return P::type(xs, p);
  }
  else if constexpr (requires { P::type(xs, ps, module); }) return P::type(xs, ps, module);
  else return P::type(xs, decode<params_of<P>>(ps), module);
}

/// What rules see of P's results: a value, or an array of them.
template <class P>
using answer_of = std::conditional_t<has_results<P>, std::array<value, result_count<P>>, value>;
template <class P>
constexpr answer_of<P> answer(range<value> ys) {
  answer_of<P> a{};
  if constexpr (has_results<P>)
    for (u32 i = 0; i < ys.size(); ++i) a[i] = ys[i];
  else a = ys[0];
  return a;
}
template <class P>
constexpr vec<value> all_of_answer(answer_of<P> const& a) {
  if constexpr (has_results<P>) return vec<value>(range<value>{a.data(), result_count<P>});
  else return {a};
}

template <class P, class... A>
concept has_jvp_for = requires(A... args) { P::jvp(args...); } || requires(A... args, params_of<P> p) { P::jvp(args..., p); };
/// In which form P's jvp is written: 1, 2 or 3 operands by name, 4: as ranges, 0: there is none. Parameters may follow.
template <class P>
inline constexpr int jvp_form = has_jvp_for<P, value, value, answer_of<P>>                               ? 1
                                : has_jvp_for<P, value, value, value, value, answer_of<P>>               ? 2
                                : has_jvp_for<P, value, value, value, value, value, value, answer_of<P>> ? 3
                                : has_jvp_for<P, range<value>, range<value>, range<value>>               ? 4
                                                                                                         : 0;
template <class P>
constexpr vec<value> call_jvp(range<value> x, range<value> dx, range<value> y, range<i64> ps) {
  auto const rule = [&](auto const&... args) -> vec<value> {
    if constexpr (requires { P::jvp(args...); }) return all_of_answer<P>(P::jvp(args...));
    else return all_of_answer<P>(P::jvp(args..., decode<params_of<P>>(ps)));
  };
  if constexpr (jvp_form<P> == 1) return rule(x[0], dx[0], answer<P>(y));
  else if constexpr (jvp_form<P> == 2) return rule(x[0], x[1], dx[0], dx[1], answer<P>(y));
  else if constexpr (jvp_form<P> == 3) return rule(x[0], x[1], x[2], dx[0], dx[1], dx[2], answer<P>(y));
  else return rule(x, dx, y);
}

template <class P>
constexpr value call_transpose(range<value> cts, u32 operand, range<value> xs, range<i64> ps) {
  answer_of<P> const ct = answer<P>(cts);
  if constexpr (requires { P::transpose(ct); }) return P::transpose(ct);
  else if constexpr (requires { P::transpose(ct, operand, xs); }) return P::transpose(ct, operand, xs);
  else return P::transpose(ct, operand, xs, decode<params_of<P>>(ps));
}
template <class P>
inline constexpr bool has_transpose = [] {
  constexpr answer_of<P> v{};
  constexpr range<value> r{};
  return requires { P::transpose(v); } || requires { P::transpose(v, u32{}, r); } ||
         requires { P::transpose(v, u32{}, r, params_of<P>{}); };
}();

/// All results of an equation of P, the first of which is y.
template <class P>
constexpr vec<value> results_from(value y) {
  vec<value> ys;
  for (u32 k = 0; k < result_count<P>; ++k) ys.push(result_behind(y, k));
  return ys;
}
template <class P>
constexpr vec<value> call_batch(range<value> xs, range<bool> mapped, extent n, range<i64> ps) {
  if constexpr (requires { P::batch(xs, mapped, n, ps); }) return results_from<P>(P::batch(xs, mapped, n, ps));
  else if constexpr (requires { P::batch(xs, mapped, n); }) return results_from<P>(P::batch(xs, mapped, n));
  else return results_from<P>(P::batch(xs, mapped, n, decode<params_of<P>>(ps)));
}
template <class P>
inline constexpr bool has_batch = [] {
  constexpr range<value> r{};
  constexpr range<bool> m{};
  return requires { P::batch(r, m, extent{}); } || requires { P::batch(r, m, extent{}, range<i64>{}); } ||
         requires { P::batch(r, m, extent{}, params_of<P>{}); };
}();

/// The number of a literal of T's own dtype, from its bits: where machine code is made of it, nothing is looked up.
template <class T>
constexpr T number_of_bits(u64 bits) {
  if constexpr (std::is_same_v<T, bool>) return bits != 0;
  else if constexpr (floating_element<T>) return static_cast<T>(std::bit_cast<double>(bits));
  else return static_cast<T>(static_cast<i64>(bits));
}
/// A literal as the C++ number that `eval` takes.
template <class T>
constexpr T number_of(literal const& l) {
  if (floating_element<T> && !info(l.type).floating) return static_cast<T>(l.integer());
  return number_of_bits<T>(l.bits);
}
template <class T>
constexpr literal literal_of(T x) {
  if constexpr (floating_element<T>) return literal::of(dtype_of<T>, static_cast<double>(x));
  else return literal::of(dtype_of<T>, static_cast<i64>(x));
}

constexpr u64 word_of_literal(literal const& l) {
  if (info(l.type).half()) return constax::narrow(static_cast<float>(l.number()), info(l.type).exponent_bits);
  return visit_dtype(l.type, [&]<class T>(T) { return word_of(number_of<T>(l)); });
}
constexpr literal literal_of_word(dtype t, u64 word) {
  if (info(t).half()) return literal::of(t, static_cast<double>(constax::widen(static_cast<u16>(word), info(t).exponent_bits)));
  return visit_dtype(t, [&]<class T>(T) { return literal_of(element_in<T>(word)); });
}
/// eval on literals: what constant folding does, by the function that the oracle calls. Only primitives that are `exact` are folded.
template <class P>
constexpr literal call_fold(range<literal> xs, range<i64> ps) {
  vec<aval const*> types;
  u64 words[3] = {};
  for (u32 i = 0; i < xs.size(); ++i) types.push(&jaxpr::scalar_type(xs[i].type)), words[i] = word_of_literal(xs[i]);
  typed const t = call_type<P>(types, ps, nullptr);
  if (t.fault) return xs[0];
  auto const f = find_eval<P>(xs[xs.size() - 1].type, t.results[0].type);
  if (f.operands != xs.size()) return xs[0];
  return literal_of_word(f.result, f.eval(words, decode<params_of<P>>(ps)));
}

template <class P>
constexpr element_source call_source(range<i64> ps, bindings const& b, range<lengths> operands, lengths const& result, i64 const* at) {
  return source_of<P>(bind_params(decode<params_of<P>>(ps), b), operands.begin(), result, at);
}
template <class P>
constexpr void call_needs(operand_types xs, range<i64> ps, vec<requirement>& to) {
  P::needs(xs, decode<params_of<P>>(ps), to);
}
template <class P>
constexpr auto call_affine(range<i64> ps, shape const& in) {
  return P::affine(decode<params_of<P>>(ps), in);
}
template <class P>
inline constexpr bool has_affine = requires(shape s) { P::affine(params_of<P>{}, s); };
template <class P>
inline constexpr bool has_relate = requires(shape s) { P::relate(params_of<P>{}, s, s, 0); };
template <class P>
constexpr auto call_relate(range<i64> ps, shape const& operand, shape const& result, int axis) {
  if constexpr (has_relate<P>) return P::relate(decode<params_of<P>>(ps), operand, result, axis);
  else return relation_of(P::affine(decode<params_of<P>>(ps), operand), axis);
}
constexpr shape shape_of(lengths const&); // movement.hpp
template <class P>
inline constexpr bool has_boxes = requires(range<lengths> n, lengths to) { P::boxes(params_of<P>{}, n, to); };
template <class P>
constexpr vec<moved_box> call_boxes(range<i64> ps, range<lengths> operands, lengths const& result) {
  if constexpr (has_boxes<P>) return P::boxes(decode<params_of<P>>(ps), operands, result);
  else return {box_of(P::affine(decode<params_of<P>>(ps), shape_of(operands[0])), operands[0], result)};
}
template <class P>
constexpr vec<i64> call_resized(range<i64> ps, int result_axis, int operand_axis, extent to) {
  auto p = decode<params_of<P>>(ps);
  P::resize(p, result_axis, operand_axis, to);
  return encode(p);
}
template <class P>
constexpr int call_aligned(range<i64> ps, u32 operand, int axis) {
  return P::aligned(decode<params_of<P>>(ps), operand, axis);
}
template <class P>
constexpr std::string_view call_uses_up_key(range<i64> ps) {
  return P::uses_up_key(decode<params_of<P>>(ps));
}
template <class P>
constexpr contraction_axes call_contraction(range<i64> ps) {
  auto const p = decode<params_of<P>>(ps);
  return {p.lhs_contracting, p.rhs_contracting, p.lhs_batch, p.rhs_batch};
}

template <class P>
struct parts_of; // elementwise_tuple.hpp
template <class P>
bool run_routine(range<memory_array> xs, range<memory_array> ys, range<i64>); // routine.hpp
template <class P>
constexpr void evaluate_routine(range<tensor> xs, range<i64> params, bindings const&, vec<tensor>& results);

template <class P>
constexpr primitive describe() {
  static_assert(registration<P>::done);
  primitive d;
  d.name = P::name;
  d.tag = &tag<P>;
  d.kind = P::kind;
  if constexpr (requires { P::call; }) d.call = &P::call;
  d.linear = requires { requires P::linear; };
  d.commutative = requires { requires P::commutative; };
  d.exact = requires { requires P::exact; };
  if constexpr (requires { P::no_result; }) d.no_result = P::no_result;
  d.unseen = requires { requires P::unseen; };
  d.updates = requires { requires P::updates; };
  d.transcendental = requires { requires P::transcendental; };
  if constexpr (requires { typename P::total; }) d.total = &tag<typename P::total>;
  if constexpr (requires { P::kin; }) d.kin = hash_of(P::kin);
  d.slow = requires { requires P::slow; };
  if constexpr (requires { P::cpp; }) d.cpp = P::cpp;
  if constexpr (requires { P::flops; }) d.flops = P::flops;
  if constexpr (P::kind == kind::routine && requires { P::text; }) d.text = P::text, d.function = P::function;
  if constexpr (P::kind == kind::routine) d.run = run_routine<P>;
  if constexpr (requires { P::works_in; }) d.works_in = P::works_in;
  d.type = call_type<P>;
  if constexpr (P::kind == kind::routine) d.evaluate = evaluate_routine<P>;
  else if constexpr (has_results<P>) d.parts = parts_of<P>::all, d.evaluate = parts_of<P>::evaluate;
  else if constexpr (P::kind != kind::call && P::kind != kind::control) d.evaluate = call_evaluate<P>;
  if constexpr (P::kind != kind::control) d.print = print_params<params_of<P>>;
  if constexpr (requires(operand_types xs, vec<requirement>& to) { P::needs(xs, params_of<P>{}, to); }) d.needs = call_needs<P>;
  if constexpr (P::kind == kind::movement) d.source = call_source<P>;
  if constexpr (P::kind == kind::contraction) d.contraction = call_contraction<P>;
  if constexpr (P::kind == kind::indexed) d.aligned = call_aligned<P>;
  if constexpr (has_affine<P>) d.affine = call_affine<P>;
  if constexpr (has_affine<P> || has_relate<P>) d.relate = call_relate<P>;
  if constexpr (P::kind == kind::movement && (has_boxes<P> || has_affine<P>)) d.boxes = call_boxes<P>;
  if constexpr (requires(params_of<P> p, extent n) { P::resize(p, 0, 0, n); }) d.resized = call_resized<P>;
  if constexpr (requires(params_of<P> p) { P::uses_up_key(p); }) d.uses_up_key = call_uses_up_key<P>;
  if constexpr (jvp_form<P> != 0) d.jvp = call_jvp<P>;
  if constexpr (has_transpose<P>) d.transpose = call_transpose<P>;
  if constexpr (has_batch<P>) d.batch = call_batch<P>;
  if constexpr (!has_results<P> && requires { requires P::exact; } && requires { requires P::kind == kind::elementwise; })
    d.fold = call_fold<P>;
  return d;
}

} // namespace constax::inline CONSTAX_TAG::detail
