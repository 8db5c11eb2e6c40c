// SPDX-License-Identifier: BSL-1.0
#pragma once
// custom_jvp : (a... -> b), rule                functions that bring their own derivative; it nests, batches and transposes like any other
// custom_vjp : (a... -> b), fwd, bwd
#include <constax/api/inner.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// f as a function of inputs of these types: its input i is input from[i].
constexpr jaxpr on_inputs(jaxpr const& f, range<aval> types, range<u32> from) {
  context c("custom");
  vec<value> all, args;
  for (aval const& t : types) all.push(c.input(t));
  for (u32 i : from) args.push(all[i]);
  return c.finish(replay(c, f, args));
}
constexpr void append_range(vec<u32>& to, u32 first, u32 count) {
  for (u32 i = 0; i < count; ++i) to.push(first + i);
}

/// Who of a custom function takes What, and cannot be called with it, X...
template <fixed_string Who, fixed_string What, class F, class... X>
struct says_no_call_with {
  constexpr text operator()() const {
    text t;
    if constexpr (!requires(F const& f, X const&... x) { f(x...); })
      t << "[constax] " << Who.view() << " cannot be called with " << What.view() << "; its parameters are other ones" << unless_in_body;
    return t;
  }
};

/// custom_jvp's rule takes one argument as it is, several as a std::tuple.
template <class Rule, class... X>
struct jvp_rule {
  using arguments = std::tuple<X...>;
  using says_no_call =
      says_no_call_with<"custom_jvp: the rule", "two std::tuples, the arguments and their tangents", Rule, arguments, arguments>;
  Rule const& rule;
  constexpr auto operator()(arguments const& x, arguments const& dx) const { return rule(x, dx); }
};
template <class Rule, class X>
struct jvp_rule<Rule, X> {
  using arguments = std::tuple<X>;
  using says_no_call = says_no_call_with<"custom_jvp: the rule", "the argument and its tangent", Rule, X, X>;
  Rule const& rule;
  constexpr auto operator()(arguments const& x, arguments const& dx) const { return rule(std::get<0>(x), std::get<0>(dx)); }
};

/// Trees of tracers of the same types; of dynamic ones the same structure, and their types are asked for at run time.
template <class A, class B>
inline constexpr bool same_trees = [] {
  if constexpr (!is_tree<A>() || !is_tree<B>()) return false;
  else if constexpr (holds_dynamic<A>() || holds_dynamic<B>()) return same_nodes<A, B>;
  else return std::is_same_v<A, B>;
}();
/// Has j, from its result number `first` on, results like those of f? Of dynamic tracers: runtime/transform.hpp.
void expect_results_like(auto const& f, auto const& j, u32 first, std::string_view who);
/// Is a tree of it, of lists of other lengths? Likewise.
template <class Y, class R> void expect_structure_like(treedef<Y> const& y, treedef<R> const& r, std::string_view who);
/// Are cotangents of the types of the arguments? Likewise.
void expect_cotangents_like(auto const& args, u32 n_captured, auto const& j);

template <class Y, class R>
struct says_wrong_rule {
  constexpr text operator()() const {
    text t;
    if constexpr (!same_trees<R, std::pair<Y, Y>>)
      t << "[constax] custom_jvp: the rule returns std::pair{value, tangent}, both of the function's result type; return them in that order";
    return t;
  }
};

/// Appends what a function captured: values in which its rule has no derivative.
template <class Result>
constexpr void append_captured(vec<value>& operands, inner_trace<Result> const& f) {
  for (u32 i = 0; i < f.n_captured; ++i) operands.push(bind<closed_over_t>({}, f.args[i]));
}
/// From f and its rule, as they were traced.
template <class Result, class Both>
constexpr Result bind_custom_jvp(context& c, inner_trace<Result> const& call, inner_trace<Both> const& jvp) {
  if constexpr (holds_dynamic<Result>()) {
    expect_structure_like(call.structure, structure_of_part<0>(jvp.structure), "custom_jvp: the rule's value");
    expect_structure_like(call.structure, structure_of_part<1>(jvp.structure), "custom_jvp: the rule's tangent");
    expect_results_like(call.program, jvp.program, 0, "custom_jvp: the rule's value");
    expect_results_like(call.program, jvp.program, call.program.outs.size(), "custom_jvp: the rule's tangent");
  }
  // Operands: what f captured, what the rule captured, the arguments; then a tangent for each floating one.
  u32 const nf = call.n_captured, nr = jvp.n_captured, n = call.args.size() - nf;
  vec<value> operands;
  append_captured(operands, call), append_captured(operands, jvp);
  for (u32 i = 0; i < n; ++i) operands.push(call.args[nf + i]);
  vec<aval> types;
  for (value const& v : operands) types.push(type_of(v));
  vec<u32> call_from, jvp_from;
  append_range(call_from, 0, nf), append_range(call_from, nf + nr, n);
  append_range(jvp_from, nf, nr), append_range(jvp_from, nf + nr, n);
  vec<jaxpr> functions;
  functions.push(on_inputs(call.program, types, call_from));
  vec<aval> both = types;
  vec<u32> tangent_of(types.size());
  for (u32 i = 0; i < types.size(); ++i) {
    tangent_of[i] = both.size();
    if (types[i].floating()) both.push(types[i]);
  }
  for (u32 i = 0; i < n; ++i) {
    u32 const k = nf + nr + i;
    jvp_from.push(types[k].floating() ? tangent_of[k] : k); // the rule's tangent of an integer is its primal
  }
  // The rule's results: all values, then the tangents of the floating ones.
  jaxpr rule_program = on_inputs(jvp.program, both, jvp_from);
  u32 const n_out = call.program.outs.size();
  vec<atom> outs;
  for (u32 i = 0; i < n_out; ++i) outs.push(rule_program.outs[i]);
  for (u32 i = 0; i < n_out; ++i)
    if (rule_program.type(rule_program.outs[n_out + i]).floating()) outs.push(rule_program.outs[n_out + i]);
  rule_program.outs = outs;
  functions.push(rule_program);
  vec<value> const ys = bind_call(c, descriptor<custom_jvp_call_t>, operands, functions);
  u32 at = 0;
  return take_tree(call.structure, c, ys, at);
}
template <class F, class Rule, class... X>
constexpr auto record_custom_jvp(context_ref const& at_hand, F const& f, Rule const& rule, X const&... x) {
  using with_tangents = jvp_rule<Rule, X...>;
  if constexpr (!requires { f(x...); }) return call_traced_function(f, x...); // which says so
  else {
    auto const call = trace_primal(*at_hand, "custom_jvp", f, x...);
    using result = typename decltype(call)::result;
    if constexpr (!is_silent<typename with_tangents::says_no_call>()) return tree_after_error<result>();
    else {
      std::tuple<X...> const args{x...};
      auto const jvp = trace_primal(1, *at_hand, "custom_jvp", with_tangents{rule}, args, args);
      if constexpr (!is_silent<says_wrong_rule<result, typename decltype(jvp)::result>>()) return tree_after_error<result>();
      else return bind_custom_jvp<result>(*at_hand, call, jvp);
    }
  }
}

template <class Y, class R>
inline constexpr bool is_value_with_residuals = false;
template <class Y, class Value, class Residuals>
inline constexpr bool is_value_with_residuals<Y, std::pair<Value, Residuals>> = same_trees<Y, Value>;
template <class Y, class R>
struct says_wrong_fwd {
  constexpr text operator()() const {
    text t;
    if constexpr (!is_value_with_residuals<Y, R>)
      t << "[constax] custom_vjp: fwd returns std::pair{value, residuals}, the value of the function's result type; what bwd needs goes into the residuals";
    return t;
  }
};
template <class Cts, class... X>
struct says_wrong_bwd {
  constexpr text operator()() const {
    text t;
    if constexpr (sizeof...(X) == 1) {
      if constexpr (!(same_trees<Cts, X> && ...) && !same_trees<Cts, std::tuple<X...>>)
        t << "[constax] custom_vjp: bwd(residuals, cotangent) returns the argument's cotangent, of the argument's type";
    } else if constexpr (!same_trees<Cts, std::tuple<X...>>)
      t << "[constax] custom_vjp: bwd(residuals, cotangent) returns a std::tuple with one cotangent per argument, of the arguments' types";
    return t;
  }
};

/// From f, fwd and bwd, as they were traced.
template <class Result, class Forward, class Cts>
constexpr Result bind_custom_vjp(context& c, inner_trace<Result> const& call, inner_trace<Forward> const& forward,
                                 inner_trace<Cts> const& back) {
  jaxpr const& backward = back.program;
  if constexpr (holds_dynamic<Result>()) {
    expect_structure_like(call.structure, structure_of_part<0>(forward.structure), "custom_vjp: fwd's value");
    expect_results_like(call.program, forward.program, 0, "custom_vjp: fwd's value");
    expect_cotangents_like(call.args, call.n_captured, backward);
  }
  u32 const nf = call.n_captured, nw = forward.n_captured, nb = back.n_captured, n = call.args.size() - nf;
  vec<value> operands;
  append_captured(operands, call), append_captured(operands, forward), append_captured(operands, back);
  for (u32 i = 0; i < n; ++i) operands.push(call.args[nf + i]);
  vec<aval> types;
  for (value const& v : operands) types.push(type_of(v));
  u32 const first = nf + nw + nb;
  vec<u32> call_from, fwd_from;
  append_range(call_from, 0, nf), append_range(call_from, first, n);
  append_range(fwd_from, nf, nw), append_range(fwd_from, first, n);
  vec<jaxpr> functions;
  functions.push(on_inputs(call.program, types, call_from));
  // fwd also hands on what bwd captured, as residuals.
  jaxpr fwd_program = on_inputs(forward.program, types, fwd_from);
  for (u32 i = 0; i < nb; ++i) fwd_program.outs.push({static_cast<i32>(fwd_program.ins[nf + nw + i])});
  u32 const n_res = fwd_program.outs.size() - call.program.outs.size() - nb;
  functions.push(fwd_program);
  // bwd : residuals, captured, cotangents -> a cotangent per floating operand; captured operands get none.
  context w("custom_vjp");
  vec<value> args, outs;
  vec<value> res, caught;
  for (u32 i = 0; i < n_res; ++i) res.push(w.input(backward.type(backward.ins[i])));
  for (u32 v : backward.consts) caught.push(w.input(backward.type(v)));
  for (value const& v : caught) args.push(v);
  for (value const& v : res) args.push(v);
  for (u32 i = n_res; i < backward.ins.size(); ++i) {
    aval const t = backward.type(backward.ins[i]);
    if (t.floating()) args.push(w.input(t));
    else args.push(materialised(w, w.zero(t)));
  }
  vec<value> const given = replay(w, backward, args);
  for (u32 i = 0; i < operands.size() && !w.fault; ++i)
    if (types[i].floating()) outs.push(i < first ? materialised(w, w.zero(types[i])) : given[i - first]);
  functions.push(w.finish(outs));
  vec<value> const ys = bind_call(c, descriptor<custom_vjp_call_t>, operands, functions);
  u32 at = 0;
  return take_tree(call.structure, c, ys, at);
}
template <class F, class Fwd, class Bwd, class... X>
constexpr auto record_custom_vjp(context_ref const& at_hand, F const& f, Fwd const& fwd, Bwd const& bwd, X const&... x) {
  if constexpr (!requires { f(x...); }) return call_traced_function(f, x...); // which says so
  else {
    auto const call = trace_primal(*at_hand, "custom_vjp", f, x...);
    using result = typename decltype(call)::result;
    if constexpr (!is_silent<says_no_call_with<"custom_vjp: fwd", "the function's arguments", Fwd, X...>>())
      return tree_after_error<result>();
    else {
      auto const forward = trace_primal(*at_hand, "custom_vjp", fwd, x...);
      using value_and_residuals = typename decltype(forward)::result;
      if constexpr (!is_silent<says_wrong_fwd<result, value_and_residuals>>()) return tree_after_error<result>();
      else {
        // bwd is traced on inputs of the residuals' and the result's types.
        using residuals = std::tuple_element_t<1, value_and_residuals>;
        if constexpr (!is_silent<
                          says_no_call_with<"custom_vjp: bwd", "the residuals and the cotangent of the result", Bwd, residuals, result>>())
          return tree_after_error<result>();
        else {
          auto const back = [&] {
            if constexpr (!holds_dynamic<residuals>() && !holds_dynamic<result>())
              return trace_inner(*at_hand, "custom_vjp", bwd, residuals{}, result{});
            else {
              vec<aval> types; // of the residuals, then of the value
              u32 const n = call.program.outs.size();
              for (u32 i = n; i < forward.program.outs.size(); ++i) types.push(forward.program.type(forward.program.outs[i]));
              for (u32 i = 0; i < n; ++i) types.push(call.program.type(call.program.outs[i]));
              return trace_inner_on(types, *at_hand, "custom_vjp", bwd, empty_tree(structure_of_part<1>(forward.structure)),
                                    empty_tree(call.structure));
            }
          }();
          if constexpr (!is_silent<says_wrong_bwd<typename decltype(back)::result, X...>>()) return tree_after_error<result>();
          else {
            if constexpr (has_counted_node<std::tuple<X...>>) {
              using given = typename decltype(back)::result;
              auto const of = [&] {
                if constexpr (same_trees<given, std::tuple<X...>>) return structure_of_all(structure_of(x)...);
                else return structure_of(std::get<0>(std::tie(x...)));
              }();
              expect_structure_like(of, back.structure, "custom_vjp: bwd's cotangent");
            }
            return bind_custom_vjp<result>(*at_hand, call, forward, back);
          }
        }
      }
    }
  }
}

} // namespace detail

template <class F, class Rule>
struct custom_jvp_of : transformed<custom_jvp_of<F, Rule>, F> {
  template <class G>
  using over = custom_jvp_of<G, Rule>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    return detail::record_custom_jvp(detail::context_in(x..., constax::captured(f)), f, Rule{}, tree_map(detail::to_tracer{}, x)...);
  }
};
template <class F, class Fwd, class Bwd>
struct custom_vjp_of : transformed<custom_vjp_of<F, Fwd, Bwd>, F> {
  template <class G>
  using over = custom_vjp_of<G, Fwd, Bwd>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    return detail::record_custom_vjp(detail::context_in(x..., constax::captured(f)), f, Fwd{}, Bwd{}, tree_map(detail::to_tracer{}, x)...);
  }
};

/// cx::custom_jvp(f, rule): f, whose derivative is rule(x, dx) -> std::pair{y, dy}; with several arguments x and dx are std::tuples.
/// dy must be linear in dx. Rules are captureless; they may call f. Derivatives in what f captures are refused.
template <class F, class Rule>
constexpr auto custom_jvp(F f, Rule) {
  static_assert(captures_nothing<Rule>, "[constax] custom_jvp: the rule must not capture; hand what it needs to f as arguments");
  return custom_jvp_of<F, Rule>{{f}};
}
/// cx::custom_vjp(f, fwd, bwd): f, whose pullback is bwd. fwd(x...) -> std::pair{y, residuals}; bwd(residuals, ct) -> the cotangent of x,
/// or a std::tuple of one per argument. Only reverse mode goes through it. Captures of f: as for custom_jvp.
template <class F, class Fwd, class Bwd>
constexpr auto custom_vjp(F f, Fwd, Bwd) {
  static_assert(captures_nothing<Fwd> && captures_nothing<Bwd>,
                "[constax] custom_vjp: fwd and bwd must not capture; hand what they need to f as arguments");
  return custom_vjp_of<F, Fwd, Bwd>{{f}};
}

} // namespace constax::inline CONSTAX_TAG
