// SPDX-License-Identifier: BSL-1.0
#pragma once
// vjp       : (a... -> b), a... -> b, (T b -> T a...)        reverse mode as a pullback, which owns its residuals and may be called often
// linearize : (a... -> b), a... -> b, (T a... -> T b)        the derivative as a linear function; what is not linear is computed once
//
// Both split the program in two: a primal part that also returns the residuals, and a linear part (for vjp: transposed) that reads them.
// Called with numbers, each part is a program like any other; the second is a closure that holds the residuals.
#include <constax/api/directions.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

enum class way : u8 { forward, backward };
template <way W> using name_of_split = std::conditional_t<W == way::forward, linearize_name, vjp_name>;

/// The second half of a split: residuals and tangents (cotangents) to tangents (cotangents). n_aux: of so many floating results at the end
/// none.
constexpr jaxpr linear_part(linearized l, way w, u32 n_aux = 0) {
  if (n_aux) l.linear.outs.resize(l.linear.outs.size() - n_aux);
  if (w == way::forward) return l.linear; // (a conditional expression here is miscompiled by g++ 12's evaluator)
  return pullback(l);
}
/// How many of f's results from number n on are floating: those that come along have no tangents.
constexpr u32 floating_after(jaxpr const& f, u32 n) {
  u32 count = 0;
  for (u32 k = n; k < f.outs.size(); ++k) count += f.type(f.outs[k]).floating();
  return count;
}
/// The same of what a static function returns.
template <class F, class R> constexpr u32 floating_aux() {
  u32 n = 0;
  if constexpr (has_aux_of<F> && returns_aux<R>)
    for_each_leaf([&](auto const& l) { n += std::remove_cvref_t<decltype(l)>::aval.floating(); }, std::tuple_element_t<1, R>{});
  return n;
}

/// The types of a linear function's arguments and results, where they are known at run time: of all leaves, integers too.
struct linear_types {
  vec<aval> of, to;
};
/// Of dynamic tracers: runtime/transform.hpp.
void expect_any_floating(std::string_view name, auto const& args, u32 n_captured);
template <class Name, class Of, class T>
void push_directions(vec<aval> const& types, treedef<Of> const& of, vec<value>& args, T const& given);
void refuse_cotangents(auto n);
template <class X> X zero_without_dtype(context& c, aval const& of);

/// What a linear function gives.
template <way W, class In, class Out>
using linear_result = typename without_constants<std::conditional_t<W == way::forward, Out, In>>::type;
/// What it takes: a tuple of tangents, or a cotangent.
template <way W, class In, class Out>
using linear_argument = std::conditional_t<W == way::forward, In, Out>;
constexpr text wrong_number_of_cotangents(u32 n) {
  text t;
  return t << "[constax] vjp: a pullback takes one cotangent, a tree like the result; it is called with " << n;
}
template <u32 N>
struct says_wrong_number_of_cotangents {
  constexpr text operator()() const { return wrong_number_of_cotangents(N); }
};
/// What a linear function is called with, as one tree.
template <way W, class... T>
constexpr auto one_direction(T const&... t) {
  if constexpr (W == way::forward) return std::tuple<T...>{t...};
  else return std::get<0>(std::tie(t...));
}
/// The structures of what a linear function takes and gives.
template <way W, class In, class Out>
struct linear_structure {
  [[no_unique_address]] treedef<linear_argument<W, In, Out>> takes;
  [[no_unique_address]] treedef<linear_result<W, In, Out>> gives;

  static constexpr linear_structure of(treedef<In> const& in, treedef<Out> const& out) {
    if constexpr (W == way::forward) return {in, structure_as<linear_result<W, In, Out>>(out)};
    else return {out, structure_as<linear_result<W, In, Out>>(in)};
  }
};
/// Calls the second half inside a trace. In: a tuple of the arguments' trees; Out: the result's. Integers and bool have no tangents and no
/// cotangents; in their place there is a std::tuple<>, which nobody can take for a number. So it is with constants (3_c).
template <way W, class In, class Out, class... T>
constexpr auto call_linear(linear_structure<W, In, Out> const& structure, context& c, jaxpr const& program, linear_types const& types,
                           vec<value> args, T const&... t) {
  using of = linear_argument<W, In, Out>;
  using to = linear_result<W, In, Out>;
  constexpr bool dynamic = holds_dynamic<of>() || holds_dynamic<to>() || (holds_dynamic<T>() || ...);
  if constexpr (W == way::backward && sizeof...(T) != 1) {
    if constexpr (dynamic) refuse_cotangents(sizeof...(T));
    else expect_silence<says_wrong_number_of_cotangents<sizeof...(T)>>();
    return tree_after_error<to>();
  } else if constexpr (!is_silent<says_wrong_direction<name_of_split<W>, of, decltype(one_direction<W>(t...))>>())
    return tree_after_error<to>();
  else {
    if constexpr (holds_dynamic<of>() || holds_dynamic<to>())
      push_directions<name_of_split<W>>(types.of, structure.takes, args, one_direction<W>(traced_tree(t)...));
    else if constexpr (dynamic)
      push_directions<name_of_split<W>>(types_of_leaves<specs_of<of>>(), structure.takes, args, one_direction<W>(traced_tree(t)...));
    else
      (for_each_leaf([&]<class L>(L const& l) {
        if constexpr (decltype(to_tracer{}(l))::aval.floating()) args.push(to_tracer{}(l).value);
      }, t), ...);
    context* const shared = context_of(args);
    context& here = shared ? *shared : c;
    vec<value> const outs = replay(here, program, args);
    u32 at = 0, leaf = 0;
    return tree_map([&]<class X>(X const&) {
      u32 const own = leaf++;
      if constexpr (is_dynamic<X>) return types.to[own].floating() ? X(outs[at++]) : zero_without_dtype<X>(here, types.to[own]);
      else if constexpr (!X::aval.floating()) return std::tuple<>{};
      else if (here.fault) return X(here.nothing());
      else return X(outs[at++]);
    }, empty_tree(structure.gives));
  }
}

/// The second half inside a trace: values, and a jaxpr that is replayed at each call.
template <way W, class In, class Out>
struct traced_linear {
  context_ref c;
  jaxpr program;
  vec<value> residuals;
  linear_types types;
  [[no_unique_address]] linear_structure<W, In, Out> structure;

  /// forward: one tangent per argument; backward: the cotangent of the result.
  template <class... T>
  constexpr auto operator()(T const&... t) const {
    return call_linear<W, In, Out>(structure, *c, program, types, residuals, tree_map(to_constant{}, t)...);
  }
};

// ---- the halves as programs of their own ---------------------------------------------------------------------------------------------

/// What F is split into.
template <way W, class P>
struct halves_of;
template <way W, class F, class... Captured, class... Specs>
struct halves_of<W, traced_program<F, std::tuple<Captured...>, Specs...>> {
  using whole = traced_program<F, std::tuple<Captured...>, Specs...>;
  static constexpr linearized run_both() {
    jaxpr const j = thaw(whole::traced);
    vec<bool> active((0 + ... + static_cast<u32>(leaf_count<Captured>())), false);
    active.resize(j.ins.size(), true);
    return constax::linearize(j, active);
  }
  struct primal {
    static constexpr jaxpr run() { return run_both().primal; }
  };
  struct linear {
    static constexpr jaxpr run() { return check(linear_part(run_both(), W, floating_aux<F, typename whole::result>())); }
  };
  static constexpr u32 n_out = static_cast<u32>(leaf_count<typename whole::result>());

  static constexpr u32 n_residuals = thaw(stage<primal>::value).outs.size() - n_out;
  static constexpr auto residual_types = [] {
    std::array<aval, n_residuals + 1> types{};
    jaxpr const j = thaw(stage<primal>::value);
    for (u32 i = 0; i < n_residuals; ++i) types[i] = j.type(j.outs[n_out + i]);
    return types;
  }();
  template <std::size_t... I>
  static auto residuals_of(std::index_sequence<I...>)
      -> std::type_identity<std::tuple<spelled<aval{residual_types[I].type, residual_types[I].shape}, basic_tracer>...>>;
  using residuals = typename decltype(residuals_of(std::make_index_sequence<n_residuals>{}))::type;
  using in = std::tuple<decltype(tree_map(to_input{std::declval<context&>()}, std::declval<Specs const&>()))...>;
  using all = typename whole::result;
  using out = differentiated<F, all>;
};

/// F with its residuals: (a...) -> (b, residuals).
template <way W, class F>
struct primal_half : transformed<primal_half<W, F>, F> {
  template <class G>
  using over = primal_half<W, G>;
  template <class P>
  struct staged;
  template <class G, class Captured, class... Specs>
  struct staged<traced_program<G, Captured, Specs...>> {
    static constexpr jaxpr run() { return thaw(stage<typename halves_of<W, traced_program<F, Captured, Specs...>>::primal>::value); }
  };
  /// Only its type is asked for: `staged` records.
  template <class G, class... X>
  static constexpr auto trace(G const&, X const&...) {
    using parts = halves_of<W, traced_program_of<G, X...>>;
    return std::pair<typename parts::all, typename parts::residuals>{};
  }
};

/// The second half, P's program being split: (lengths, residuals, T b) -> (T a...), or (lengths, residuals, T a...) -> T b.
template <way W, class P>
struct linear_half {
  template <class Lengths, class Residuals, class... T>
  constexpr auto operator()(Lengths const&, Residuals const& residuals, T const&... t) const {
    using parts = halves_of<W, P>;
    vec<value> args;
    push_values(args, traced_tree(residuals)); // numbers, if the first half was of constants and this one is traced
    jaxpr const linear = thaw(stage<typename parts::linear>::value);
    return call_linear<W, typename parts::in, typename parts::out>({}, *context_in(residuals, t...), linear, {}, args, t...);
  }
};

/// Arguments without elements, which tell a call what the symbols stand for: the length of a gradient need not follow from its cotangent.
template <class C>
CONSTAX_INLINE auto lengths_of([[maybe_unused]] i64 const* symbols) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple<basic_view<bool const, extent::of(C::value.symbols[I]), 0L>...>{
        basic_view<bool const, extent::of(C::value.symbols[I]), 0L>(nullptr, symbols[I])...};
  }(std::make_index_sequence<C::value.n_symbols>{});
}
template <class F, class... X>
CONSTAX_INLINE constexpr auto lengths_in(F const& f, X const&... x) {
  if constexpr (has_static_types<traced_program_of<F, X...>>) return std::tuple<>{};
  else {
    using C = code_of<program_of<F, X...>>;
    leaves<C::value.n_ins> in;
    auto const& held = captured(f);
    detail::unpack([&](auto const&... c) { in.take(c...); }, held);
    in.take(x...);
    i64 symbols[n_numbers<C>()];
    bind_symbols<C>(in.at, symbols, n_captured_leaves<F>);
    return lengths_of<C>(symbols);
  }
}

constexpr text no_floating_argument(std::string_view name) {
  text t;
  return t << "[constax] " << name
           << ": derivatives are taken in floating-point arguments, no argument has any; convert one with cx::astype";
}
/// Is there anything to differentiate in?
template <class Name, class... X>
struct says_no_floats {
  constexpr text operator()() const {
    text t;
    bool any = false;
    if constexpr ((is_tree<X>() && ...) && !(holds_dynamic<X>() || ...)) {
      for_each_leaf([&](auto const& l) { any |= l.aval.floating(); }, std::tuple<specs_of<X>...>{});
      if (!any) t << no_floating_argument(Name::name);
    }
    return t;
  }
};

/// The types of a split function's arguments and results: args are those of its trace. (Of static ones they are in the types.)
template <way W, class... X, class Result>
constexpr linear_types types_of_split(inner_trace<Result> const& f, u32 n_out) {
  linear_types r;
  if constexpr (holds_dynamic<Result>() || (holds_dynamic<X>() || ...)) {
    vec<aval> in, out;
    for (u32 i = f.n_captured; i < f.args.size(); ++i) in.push(type_of(f.args[i]));
    for (u32 k = 0; k < n_out; ++k) out.push(f.program.type(f.program.outs[k]));
    r = W == way::forward ? linear_types{in, out} : linear_types{out, in};
  }
  return r;
}
/// Of ndarrays: runtime/split.hpp.
template <way W, class F, class... X> auto split_late(F const& f, X const&... x);

/// (value, linear function), or (value, linear function, what comes along).
template <class F, class Y, class L> CONSTAX_INLINE constexpr auto with_linear(Y const& y, L const& linear) {
  if constexpr (has_aux_of<F>) return std::tuple{std::get<0>(y), linear, std::get<1>(y)};
  else return std::pair{y, linear};
}
template <way W, class F, class... X>
CONSTAX_INLINE constexpr auto split_call(F const& f, X const&... x) {
  using name = name_of_split<W>;
  using no_floats = says_no_floats<name, X...>;
  if constexpr (any_expression<X...>) return split_call<W>(f, with_numbers(x)...);
  else if constexpr (any_ndarray<X..., decltype(captured(f))>) return split_late<W>(f, x...);
  else if constexpr (!is_silent<no_floats>()) return std::pair{std::tuple<>{}, std::tuple<>{}};
  else if constexpr (records<F, X...> && !is_silent<says_no_trees<X...>>()) return std::pair{std::tuple<>{}, std::tuple<>{}};
  else if constexpr (records<F, X...>) {
    context_ref const at_hand = context_in(x..., captured(f));
    return [&](auto const&... t) {
      auto inner = trace_primal(*at_hand, W == way::forward ? "linearize" : "vjp", f, t...);
      context& c = *at_hand;
      using result = typename decltype(inner)::result;
      if constexpr ((holds_dynamic<std::remove_cvref_t<decltype(t)>>() || ...))
        expect_any_floating(name::name, inner.args, inner.n_captured);
      vec<bool> active(inner.n_captured, false);
      active.resize(inner.args.size(), true);
      linearized const l = constax::linearize(inner.program, active);
      vec<value> outs = replay(c, l.primal, inner.args);
      u32 at = 0;
      result const y = take_tree(inner.structure, c, outs, at);
      vec<value> residuals;
      for (u32 i = at; i < outs.size(); ++i) residuals.push(outs[i]);
      using in_t = std::tuple<std::remove_cvref_t<decltype(t)>...>;
      if constexpr (!is_silent<says_no_aux<name, F, result>>()) return std::pair{std::tuple<>{}, std::tuple<>{}};
      else {
        using out = differentiated<F, result>;
        auto const structure = structure_of_differentiated<F>(inner.structure);
        u32 const n_out = count_leaves(structure);
        linear_types const types = types_of_split<W, std::remove_cvref_t<decltype(t)>...>(inner, n_out);
        jaxpr const half = linear_part(l, W, floating_after(inner.program, n_out));
        auto const both = linear_structure<W, in_t, out>::of(structure_of_all(structure_of(t)...), structure);
        return with_linear<F>(y, traced_linear<W, in_t, out>{at_hand, half, static_cast<vec<value>&&>(residuals), types, both});
      }
    }(tree_map(to_tracer{}, x)...);
  } else if constexpr (!expect_numbers<F, X...>()) return std::pair{std::tuple<>{}, std::tuple<>{}};
  else if constexpr (!is_silent<says_no_aux<name, F, typename traced_program_of<F, X...>::result>>())
    return std::pair{std::tuple<>{}, std::tuple<>{}};
  else {
    using half = linear_half<W, traced_program_of<F, X...>>;
    auto const lengths = lengths_in(f, x...);
    auto both = constax::evaluate(primal_half<W, F>{{f}}, x...);
    auto second = closure(half{}, lengths, static_cast<decltype(both.second)&&>(both.second));
    return with_linear<F>(both.first, static_cast<decltype(second)&&>(second));
  }
}

} // namespace detail

/// cx::vjp(f, x...) -> (value, pullback); pullback(cotangent of the value) is a tuple of cotangents, one per argument.
template <class F, class... X>
  requires(sizeof...(X) > 0 && !std::is_same_v<F, jaxpr>)
CONSTAX_INLINE constexpr auto vjp(F const& f, X const&... x) {
  return detail::split_call<detail::way::backward>(f, x...);
}
/// cx::vjp(f, cx::has_aux, x...) -> (value, pullback, aux) of an f that returns (value, aux).
template <class F, class... X>
  requires(sizeof...(X) > 0)
CONSTAX_INLINE constexpr auto vjp(F const& f, has_aux_t, X const&... x) {
  return detail::split_call<detail::way::backward>(with_aux<F>{{f}}, x...);
}
/// cx::linearize(f, x...) -> (value, f_lin); f_lin(tangent of each argument) is the tangent of the value.
template <class F, class... X>
  requires(sizeof...(X) > 0 && !std::is_same_v<F, jaxpr>)
CONSTAX_INLINE constexpr auto linearize(F const& f, X const&... x) {
  return detail::split_call<detail::way::forward>(f, x...);
}
/// cx::linearize(f, cx::has_aux, x...) -> (value, f_lin, aux) of an f that returns (value, aux).
template <class F, class... X>
  requires(sizeof...(X) > 0)
CONSTAX_INLINE constexpr auto linearize(F const& f, has_aux_t, X const&... x) {
  return detail::split_call<detail::way::forward>(with_aux<F>{{f}}, x...);
}

} // namespace constax::inline CONSTAX_TAG
