// SPDX-License-Identifier: BSL-1.0
#pragma once
// vjp       : (a... -> b), a... -> b, (T b -> T a...)        reverse mode as a pullback, which owns its residuals and may be called often
// linearize : (a... -> b), a... -> b, (T a... -> T b)        the derivative as a linear function; what is not linear is computed once
//
// Both split the program in two: a primal part that also returns the residuals, and a linear part (for vjp: transposed) that reads them.
#include <constax/api/inner.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

enum class way : u8 { forward, backward };

/// The second half of a split: residuals and tangents (cotangents) to tangents (cotangents).
constexpr jaxpr linear_part(linearized const& l, way w) {
  if (w == way::forward) return l.linear; // (a conditional expression here is miscompiled by g++ 12's evaluator)
  return pullback(l);
}

/// The halves inside a trace: values, and a jaxpr that is replayed at each call.
template <way W, class In, class Out>
struct traced_linear {
  context_ref c;
  jaxpr program;
  vec<value> residuals;
  In in;   // tracers of the arguments' types
  Out out; // of the result's

  /// forward: one tangent per argument; backward: the cotangent of the result.
  template <class... T>
  constexpr auto operator()(T const&... t) const {
    vec<value> args = residuals;
    (for_each_leaf([&](auto const& l) {
      using L = std::remove_cvref_t<decltype(l)>;
      if constexpr (number<L>) args.push((*c).constant(literal_of(l)));
      else if (L::aval.floating()) args.push(l.value);
    }, t), ...);
    context* const shared = context_of(args);
    context& here = shared ? *shared : *c;
    vec<value> const outs = replay(here, program, args);
    u32 at = 0;
    auto const give = [&]<class X>(X const& x) {
      if (here.fault) return X(here.nothing());
      if constexpr (X::aval.floating()) return X(outs[at++]);
      else return x;
    };
    if constexpr (W == way::forward) return tree_map(give, out);
    else return tree_map(give, in);
  }
};

// ---- the halves as programs of their own ---------------------------------------------------------------------------------------------

template <class P, way W>
struct split_program {
  struct primal {
    struct run_t {
      static constexpr jaxpr run() { return check(constax::lower(constax::linearize(thaw(P::traced)).primal)); }
    };
    static constexpr auto const& frozen = stage<run_t>::value;
  };
  struct linear {
    struct run_t {
      static constexpr jaxpr run() { return check(constax::lower(linear_part(constax::linearize(thaw(P::traced)), W))); }
    };
    static constexpr auto const& frozen = stage<run_t>::value;
  };
};

template <class C, u32 First, std::size_t... I>
auto residual_types(std::index_sequence<I...>)
    -> std::tuple<std::conditional_t<C::value.shape_of(C::value.outs[First + I]).rank == 0, element_of<C::value.dtype_of(C::value.outs[First + I])>,
                                     spelled<aval{C::value.dtype_of(C::value.outs[First + I]), C::value.shape_of(C::value.outs[First + I])}, basic_array>>...>;

/// An array or a number for a result of type X in a call with these symbols.
template <class C, class X>
CONSTAX_INLINE X sized(i64 const* symbols) {
  if constexpr (number<X>) return X{};
  else return [&]<std::size_t... D>(std::index_sequence<D...>) {
    auto const one = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      if constexpr (X::aval.shape.dims[K].is_number()) return std::tuple<>{};
      else return std::tuple<i64>{bound_length<C, X::aval.shape.dims[K]>(symbols)};
    };
    return std::apply([](auto... n) { return X(n...); }, std::tuple_cat(one(std::integral_constant<std::size_t, D>{})...));
  }(std::make_index_sequence<static_cast<std::size_t>(X::rank())>{});
}

/// The linear half at run time: owns the residuals.
template <class P, way W, class In, class Out>
struct evaluated_linear {
  using primal_code = code_of<typename split_program<P, W>::primal>;
  using linear_code = code_of<typename split_program<P, W>::linear>;
  static constexpr u32 n_out = static_cast<u32>(leaf_count<typename P::result>());
  using residuals_t = decltype(residual_types<primal_code, n_out>(std::make_index_sequence<primal_code::value.n_outs - n_out>{}));
  residuals_t residuals;
  i64 symbols[bindings::capacity] = {}; // of the primal program

  template <class... T>
  CONSTAX_INLINE auto operator()(T const&... t) const {
    using C = typename call_code_of<linear_code, decltype(std::tuple_cat(residuals, std::declval<std::tuple<T...>>())), own_results, false>::type;
    leaves<C::value.n_ins> in;
    std::apply([&](auto const&... r) { in.take(r...); }, residuals);
    (for_each_leaf([&](auto const& l) {
      using L = std::remove_cvref_t<decltype(l)>;
      if constexpr (number<L> ? std::is_floating_point_v<L> : true) describe_leaf(in.at[in.count++], l);
    }, t), ...);
    i64 own[n_numbers<C>()];
    if constexpr (C::value.n_symbols > 0) bind_symbols<C>(in.at, own);
    auto const make = [&]<class X>(X const&) {
      using R = std::conditional_t<X::rank() == 0, typename X::value_type, respelled<X, basic_array>>;
      return sized<primal_code, R>(symbols);
    };
    using shape_tree = std::conditional_t<W == way::forward, Out, In>;
    auto result = tree_map(make, shape_tree{});
    leaves<C::value.n_outs> out;
    out.take(result);
    run_with_own_workspace<C>(in.at, out.at, own);
    return result;
  }
};

template <way W, class F, class... X>
CONSTAX_INLINE constexpr auto split_call(F const& f, X const&... x) {
  if constexpr (records<F, X...>) {
    context_ref const at_hand = context_in(x..., captured(f));
    return [&](auto const&... t) {
      auto inner = trace_inner(*at_hand, W == way::forward ? "linearize" : "vjp", f, t...);
      context& c = *at_hand;
      using result = typename decltype(inner)::result;
      vec<bool> active(inner.n_captured, false);
      active.resize(inner.args.size(), true);
      linearized const l = constax::linearize(inner.program, active);
      vec<value> outs = replay(c, l.primal, inner.args);
      u32 at = 0;
      result const y = take_tree<result>(c, outs, at);
      vec<value> residuals;
      for (u32 i = at; i < outs.size(); ++i) residuals.push(outs[i]);
      using in_t = std::tuple<std::remove_cvref_t<decltype(t)>...>;
      return std::pair{y, traced_linear<W, in_t, result>{at_hand, linear_part(l, W), static_cast<vec<value>&&>(residuals), in_t{t...}, y}};
    }(tree_map(to_tracer{}, x)...);
  } else {
    using P = program_of<F, X...>;
    static_assert(P::sound);
    static_assert(std::tuple_size_v<decltype(captured(f))> == 0, "[constax] vjp, linearize: pass what cx::closure holds as arguments here");
    using in_t = std::tuple<decltype(tree_map([]<class S>(S const&) { return respelled<S, basic_tracer>{}; }, std::declval<specs_of<X> const&>()))...>;
    using linear_t = evaluated_linear<P, W, in_t, typename P::result>;
    using C = typename call_code_of<typename linear_t::primal_code, std::tuple<X...>, own_results>::type;
    linear_t second;
    leaves<C::value.n_ins> in;
    in.take(x...);
    i64 symbols[n_numbers<C>()];
    if constexpr (C::value.n_symbols > 0) bind_symbols<C>(in.at, symbols);
    for (u32 i = 0; i < C::value.n_symbols; ++i) second.symbols[i] = symbols[i];
    check_inputs<C>(in.at);
    auto y = tree_map(to_result<C>{symbols}, specs_of<typename P::result>{});
    second.residuals = [&]<class... R>(std::type_identity<std::tuple<R...>>) {
      return std::tuple<R...>{sized<C, R>(symbols)...};
    }(std::type_identity<typename linear_t::residuals_t>{});
    leaves<C::value.n_outs> out;
    out.take(y);
    std::apply([&](auto&... r) { out.take(r...); }, second.residuals);
    run_with_own_workspace<C>(in.at, out.at, symbols);
    return std::pair{static_cast<decltype(y)&&>(y), static_cast<linear_t&&>(second)};
  }
}

} // namespace detail

/// cx::vjp(f, x...) -> (value, pullback); pullback(cotangent of the value) is a tuple of cotangents, one per argument.
template <class F, class... X>
  requires(sizeof...(X) > 0 && !std::is_same_v<F, jaxpr>)
CONSTAX_INLINE constexpr auto vjp(F const& f, X const&... x) {
  return detail::split_call<detail::way::backward>(f, x...);
}
/// cx::linearize(f, x...) -> (value, f_lin); f_lin(tangent of each argument) is the tangent of the value.
template <class F, class... X>
  requires(sizeof...(X) > 0 && !std::is_same_v<F, jaxpr>)
CONSTAX_INLINE constexpr auto linearize(F const& f, X const&... x) {
  return detail::split_call<detail::way::forward>(f, x...);
}

} // namespace constax::inline CONSTAX_TAG
