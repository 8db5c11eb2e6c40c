// SPDX-License-Identifier: BSL-1.0
#pragma once
// inspect: what a call would do, without doing it: its jaxpr, its types, its cost. All of it is constexpr.
#include <constax/api/streams.hpp>
#include <constax/api/transformed.hpp>
#include <constax/jaxpr/print.hpp>

namespace constax::inline CONSTAX_TAG {

/// A jaxpr as a value of a short type: printable, with eqns(), in_avals() and out_avals().
template <class P>
struct jaxpr_of {
  static constexpr auto const& frozen = P::traced;
  constexpr jaxpr get() const { return thaw(frozen); }
  constexpr vec<eqn> eqns() const { return get().eqns; }
  constexpr vec<aval> in_avals() const {
    jaxpr const j = get();
    vec<aval> r;
    for (u32 v : j.consts) r.push(j.type(v));
    for (u32 v : j.ins) r.push(j.type(v));
    return r;
  }
  constexpr vec<aval> out_avals() const {
    jaxpr const j = get();
    vec<aval> r;
    for (atom a : j.outs) r.push(j.type(a));
    return r;
  }
  constexpr text str(notation style = notation::jax) const { return print(get(), style); }
  friend constexpr bool operator==(jaxpr_of const& j, std::string_view s) { return j.str() == s; }
};

/// What a program does: flops, bytes of its arguments and results, transcendental functions. A fma counts as two flops.
struct cost_t {
  i64 flops = 0, bytes_read = 0, bytes_written = 0, transcendental = 0;
  constexpr text str() const {
    text t;
    return t << flops << " flops, " << transcendental << " transcendental; reads " << bytes_read << " bytes of arguments, writes "
             << bytes_written << " of results";
  }
};

namespace detail {

constexpr cost_t cost_of(jaxpr const& j, bindings const& b);

/// Adds what the functions of a branch or loop do: of branches the most expensive one; a loop of unknown length counts as one trip.
constexpr void cost_of_functions(jaxpr const& j, eqn const& e, bindings const& b, cost_t& to) {
  range<i64> const ps = j.params(e);
  function_places const held = e.prim->functions(ps);
  i64 const trips = e.prim->call->trips ? b(e.prim->call->trips(ps)) : 1;
  cost_t all;
  for (u32 k = 0; k < held.count; ++k) {
    if (ps[held.first + k] == self_function) continue; // of a recursion: one level
    cost_t const one = cost_of(function_of(j, e, k), b);
    if (!e.prim->call->one_of) all.flops += one.flops, all.transcendental += one.transcendental;
    else if (one.flops + elementary_flops * one.transcendental >= all.flops + elementary_flops * all.transcendental)
      all.flops = one.flops, all.transcendental = one.transcendental;
  }
  to.flops += trips * all.flops, to.transcendental += trips * all.transcendental;
}
constexpr cost_t cost_of(jaxpr const& j, bindings const& b) {
  cost_t c;
  auto const size = [&](aval const& a) { return lengths(a.shape, b).size(); };
  auto const bytes = [&](aval const& a) { return size(a) * info(a.type).bytes; };
  for (eqn const& e : j.eqns) {
    if (e.prim->call) {
      cost_of_functions(j, e, b, c);
      continue;
    }
    i64 n = size(j.type(e.out));
    // 0 also while a symbol is open
    if (e.prim->kind == kind::reduction) n = size(j.type(j.operands(e)[0])) > n ? size(j.type(j.operands(e)[0])) - n : 0;
    if (e.prim->kind == kind::contraction)
      for (i64 d : e.prim->contraction(j.params(e)).lhs_contracting) n *= b(j.type(j.operands(e)[0]).shape[static_cast<int>(d)]);
    if (e.prim->transcendental) c.transcendental += n;
    c.flops += e.prim->flops * n;
  }
  for (u32 v : j.consts) c.bytes_read += bytes(j.type(v));
  for (u32 v : j.ins) c.bytes_read += bytes(j.type(v));
  for (atom a : j.outs) c.bytes_written += bytes(j.type(a));
  return c;
}
/// The symbols of a call's arguments, as far as the arguments have lengths.
template <class... X>
constexpr bindings bindings_in(X const&... x) {
  bindings b;
  (for_each_leaf([&](auto const& l) {
    using L = std::remove_cvref_t<decltype(l)>;
    if constexpr (container<L>)
      for (int d = 0; d < L::rank(); ++d) {
        extent const& e = L::aval.shape[d];
        if (e.times[0] && !e.times[1] && !b.find(e.name[0]))
          b.name[b.count] = e.name[0], b.value[b.count++] = (l.length(d) - e.number) / e.times[0];
      }
  }, x), ...);
  return b;
}

// What make_jaxpr(f), eval_shape(f), cost(f) are. (No lambdas: each calls itself with numbers in the place of expressions.)
template <class F>
struct make_jaxpr_call {
  [[no_unique_address]] F f;
  template <class... X>
  constexpr auto operator()([[maybe_unused]] X const&... x) const {
    if constexpr (any_expression<X...>) return (*this)(with_numbers(x)...);
    else if constexpr (any_ndarray<X...>) return jaxpr_late(f, x...);
    else if constexpr (!expect_call<F, X...>()) return refused{};
    else {
      if constexpr (captures_nothing<F>) (void) requires { f(std::declval<inputs_for<X>>()...); }; // as in `transformed`
      static_assert(traced_program_of<F, X...>::sound);
      return jaxpr_of<traced_program_of<F, X...>>{};
    }
  }
};
template <class F>
struct eval_shape_call {
  [[no_unique_address]] F f;
  template <class... X>
  constexpr auto operator()([[maybe_unused]] X const&... x) const {
    if constexpr (any_expression<X...>) return (*this)(with_numbers(x)...);
    else if constexpr (!expect_call<F, X...>()) return refused{};
    else return tree_map(to_spec{}, typename traced_program_of<F, X...>::result{});
  }
};
template <class F>
struct cost_call {
  [[no_unique_address]] F f;
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    if constexpr (any_expression<X...>) return (*this)(with_numbers(x)...);
    else if constexpr (!expect_call<F, X...>()) return refused{};
    else return cost_of(thaw(program_of<F, X...>::frozen), bindings_in(x...));
  }
};

} // namespace detail

/// cx::make_jaxpr(f)(args...): f's jaxpr as it was traced.
template <class F>
constexpr auto make_jaxpr(F f) {
  return detail::make_jaxpr_call<F>{f};
}
/// cx::eval_shape(f)(args...): the types of f's results, as specs in f's structure. Nothing is computed.
template <class F>
constexpr auto eval_shape(F f) {
  return detail::eval_shape_call<F>{f};
}
/// cx::cost(f)(args...): what the simplified program costs; symbols take their lengths from the arguments.
template <class F>
constexpr auto cost(F f) {
  return detail::cost_call<F>{f};
}

} // namespace constax::inline CONSTAX_TAG
