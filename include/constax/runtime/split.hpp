// SPDX-License-Identifier: BSL-1.0
#pragma once
// split : vjp, linearize of ndarrays -> value, (direction -> direction)        two programs: the second one reads what the first one kept
//
// Both programs are made once for each signature of a callable that is code alone, like those of a call.
#include <constax/api/vjp.hpp>
#include <constax/runtime/call.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Both halves of a function: primal gives the results, then the residuals; linear takes residuals, then directions.
struct late_split {
  late_program primal, linear;
  linear_types types;
  u32 n_results = 0;
  vec<u32> structure = {}; // of the results: treedef.hpp
  bool asked = false;
};
template <way W, class F, class... Trees> made_by_types<late_split>& splits_of() {
  static made_by_types<late_split> splits;
  return splits;
}
inline late_program runnable(jaxpr const& j) {
  late_program p;
  p.outs = result_types(j, j.outs.size());
  p.program = lower(j);
  if (p.program.fault) raise_fault(p.program.fault);
  p.run = make_evaluator(p.program);
  return p;
}
/// Of a function of which the first `held` leaves are captured, and the first results differentiated: so many as are in these lengths.
template <way W, class Count, class F, class... X> late_split split_of(u32 held, Count const& count, F const& f, X const&... x) {
  late_program const p = trace_late(for_this_call, f, x...);
  u32 const n_out = count(range<u32>(p.structure));
  std::string_view const name = name_of_split<W>::name;
  vec<bool> active(held, false);
  active.resize(p.program.ins.size(), true);
  late_split s;
  vec<aval> ins;
  bool any = false;
  for (u32 i = held; i < p.program.ins.size(); ++i) any |= ins.push(p.program.type(p.program.ins[i])).floating();
  if (!any) raise_error<type_error>(no_floating_argument(name));
  linearized const l = constax::linearize(p.program, active);
  s.primal = runnable(l.primal), s.linear = runnable(linear_part(l, W, floating_after(p.program, n_out)));
  vec<aval> const outs = result_types(p.program, n_out);
  s.types = W == way::forward ? linear_types{ins, outs} : linear_types{outs, ins};
  s.n_results = p.outs.size(), s.structure = p.structure, s.asked = p.asked;
  return s;
}

/// A callable: residuals and a direction to a direction. In: a tuple of the arguments' trees; Out: the result's, of ndarrays both.
template <way W, class In, class Out> class late_linear {
  std::shared_ptr<late_split const> halves_;
  std::vector<ndarray> residuals_;
  [[no_unique_address]] linear_structure<W, In, Out> structure_;

 public:
  late_linear(std::shared_ptr<late_split const> halves, std::vector<ndarray> residuals, treedef<In> const& in, treedef<Out> const& out)
      : halves_(static_cast<decltype(halves)&&>(halves)), residuals_(static_cast<std::vector<ndarray>&&>(residuals)),
        structure_(linear_structure<W, In, Out>::of(in, out)) {}

  /// forward: one tangent per argument; backward: the cotangent of the result.
  template <class... T> auto operator()(T const&... t) const {
    static_assert(!any_tracer<T...>,
                  "[constax] a pullback of ndarrays holds numbers and cannot be called with traced values; call cx::vjp, or "
                  "cx::linearize, inside of the traced function");
    if constexpr (W == way::backward && sizeof...(T) != 1) {
      refuse_cotangents(sizeof...(T));
      return empty_tree(structure_.gives);
    } else return of_direction(one_direction<W>(tree_map(to_ndarray{}, t)...));
  }

 private:
  template <class T> auto of_direction(T const& direction) const {
    vec<ndarray const*> given, args;
    vec<aval> are;
    for_each_leaf([&](ndarray const& l) { given.push(&l), are.push(l.type()); }, direction);
    vec<bool> const used = used_of_direction<name_of_split<W>>(halves_->types.of, structure_.takes, are, structure_of(direction));
    for (ndarray const& r : residuals_) args.push(&r);
    for (u32 i = 0; i < given.size(); ++i)
      if (used[i]) args.push(given[i]);
    vec<ndarray> const made = (*halves_->linear.run)(halves_->linear.program, args);
    vec<ndarray> all;
    u32 at = 0;
    for (aval const& a : halves_->types.to) {
      if (a.floating()) all.push(made[at++]);
      else all.push(ndarray(tensor(aval{dtype::boolean, a.shape})));
    }
    return take_arrays(structure_.gives, all.begin());
  }
};

template <way W, class F, class... X> auto split_late(F const& f, X const&... x) {
  auto const go = [&]<std::size_t N, class Code, class... A>(std::integral_constant<std::size_t, N>, Code const& code, A const&... a) {
    using result = decltype(tree_map([](auto const&) { return ndarray(); }, std::declval<late_result<Code, A...> const&>()));
    vec<ndarray const*> args;
    vec<aval const*> types;
    (for_each_leaf([&](ndarray const& l) { args.push(&l), types.push(&l.type()); }, a), ...);
    auto const given = structure_of_all(structure_of(a)...);
    u32 const sizes[] = {count_leaves(structure_of(a))...};
    u32 held = 0;
    for (std::size_t i = 0; i < N; ++i) held += sizes[i];
    using out = differentiated<F, result>;
    if constexpr (has_aux_of<F>)
      static_assert(returns_aux<result>,
                    "[constax] vjp, linearize: with cx::has_aux the function returns a pair, of what is differentiated and of what "
                    "comes along; it returns something else");
    auto const count = [](range<u32> words) { return count_leaves(structure_of_differentiated<F>(treedef<result>(words))); };
    auto const make = [&] { return split_of<W>(held, count, code, a...); };
    std::shared_ptr<late_split const> halves;
    if constexpr (is_code_alone<Code>) halves = splits_of<W, Code, A...>().get({types, given.words()}, make);
    else halves = std::make_shared<late_split const>(make());
    vec<ndarray> const ys = (*halves->primal.run)(halves->primal.program, args);
    vec<ndarray> results;
    std::vector<ndarray> residuals;
    for (u32 i = 0; i < halves->n_results; ++i) results.push(ys[i]);
    for (u32 i = halves->n_results; i < ys.size(); ++i) residuals.push_back(ys[i]);
    using in = std::tuple<decltype(tree_map(to_ndarray{}, std::declval<X const&>()))...>;
    treedef<result> const like{range<u32>(halves->structure)};
    return with_linear<F>(take_arrays(like, results.begin()),
                          late_linear<W, in, out>(halves, static_cast<std::vector<ndarray>&&>(residuals),
                                                  structure_as<in>(structure_of_all(structure_of(x)...)),
                                                  structure_of_differentiated<F>(like)));
  };
  return with_captured(go, f, x...);
}

} // namespace constax::inline CONSTAX_TAG::detail
