// SPDX-License-Identifier: BSL-1.0
#pragma once
// jvp : (a... -> b) -> (a..., T a... -> b, T b)        forward mode: the value and its derivative in one direction
#include <constax/api/directions.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

inline constexpr std::string_view no_floating_primal =
    "[constax] jvp: derivatives are taken in floating-point arguments, no primal has any; convert one with cx::astype";
template <class P>
struct says_no_floating_primal {
  constexpr text operator()() const {
    bool floating = false;
    for_each_leaf([&](auto const& l) { floating |= std::remove_cvref_t<decltype(l)>::aval.floating(); }, P{});
    text t;
    if (!floating) t << no_floating_primal;
    return t;
  }
};
/// Of dynamic tracers, at run time: runtime/transform.hpp.
template <class P, class T> void expect_tangents_like(P const& primals, T const& tangents);
/// Do tangents have the types of their primals, as far as the compiler can see? If not, it says so.
template <class P, class T> constexpr bool tangents_fit() {
  if constexpr (holds_dynamic<P>() || holds_dynamic<T>()) return true;
  else return is_silent<says_no_floating_primal<P>>() && is_silent<says_wrong_direction<jvp_name, P, T>>();
}

} // namespace detail

template <class F>
struct jvp_of : transformed<jvp_of<F>, F> {
  template <class G>
  using over = jvp_of<G>;
  template <class G, class P, class T>
  static constexpr auto trace(G const& f, P const& primals, T const& tangents) {
    return record(detail::context_in(primals, tangents, constax::captured(f)), f, tree_map(detail::to_tracer{}, primals),
                  tree_map(detail::to_tracer{}, tangents));
  }

private:
  template <class G, class P, class T>
  static constexpr auto record(context_ref const& at_hand, G const& f, P const& primals, T const& tangents) {
    if constexpr (detail::holds_dynamic<P>() || detail::holds_dynamic<T>()) detail::expect_tangents_like(primals, tangents);
    if constexpr (!detail::tangents_fit<P, T>()) {
      auto const nothing = after_error<basic_tracer<double>>();
      return std::pair{nothing, nothing};
    } else
      return detail::unpack(
          [&](auto const&... x) {
            auto const inner = detail::trace_primal(*at_hand, "jvp", f, x...);
            context& c = *at_hand;
            using result = typename decltype(inner)::result;
            vec<value> args = inner.args, ts;
            detail::push_values(ts, tangents);
            vec<bool> active(inner.n_captured, false);
            for (u32 i = 0; i < ts.size(); ++i) {
              bool const floating = type_of(ts[i]).floating();
              active.push(floating);
              if (floating) args.push(ts[i]);
            }
            vec<value> const outs = replay(c, constax::jvp(inner.program, active), args);
            u32 at = 0;
            result const y = detail::take_tree(inner.structure, c, outs, at);
            // Results that are integers or bool have no tangent; their place keeps the primal.
            u32 primal = 0;
            result const dy = tree_map(
                [&]<class X>(X const& value_of) {
                  u32 const own = primal++;
                  if (c.fault) return X(c.nothing());
                  return X(detail::aval_of(value_of).floating() ? outs[at++] : outs[own]);
                },
                y);
            return std::pair{y, dy};
          },
          primals);
  }
};

namespace detail {
template <class X>
constexpr auto as_arguments(X const& x) {
  if constexpr (tuple_like<X>::value && !leaf<X>) return x;
  else return std::tuple{x};
}
} // namespace detail

/// cx::jvp(f, primals, tangents) -> (value, tangent). Several arguments come as tuples: cx::jvp(f, std::tuple{x, y}, std::tuple{dx, dy}).
template <class F, class P, class T>
CONSTAX_INLINE constexpr auto jvp(F const& f, P const& primals, T const& tangents) {
  return jvp_of<F>{{f}}(detail::as_arguments(primals), detail::as_arguments(tangents));
}


namespace detail {
template <class F> struct jvp_with_aux : transformed<jvp_with_aux<F>, F> {
  template <class G> using over = jvp_with_aux<G>;
  template <class G, class P, class T> static constexpr auto trace(G const& f, P const& primals, T const& tangents) {
    if constexpr (!tangents_fit<tree_of_tracers<P>, tree_of_tracers<T>>()) {
      auto const nothing = after_error<basic_tracer<double>>();
      return std::tuple{nothing, nothing, nothing};
    } else {
      auto const both = jvp_of<G>::trace(f, primals, tangents);
      using result = std::remove_cvref_t<decltype(both.first)>;
      if constexpr (!is_silent<says_no_aux<jvp_name, with_aux<G>, result>>()) return after_error<basic_tracer<double>>();
      else return std::tuple{std::get<0>(both.first), std::get<0>(both.second), std::get<1>(both.first)};
    }
  }
};
} // namespace detail
/// cx::jvp(f, primals, tangents, cx::has_aux) -> (value, tangent, aux) of an f that returns (value, aux).
template <class F, class P, class T>
CONSTAX_INLINE constexpr auto jvp(F const& f, P const& primals, T const& tangents, has_aux_t) {
  return detail::jvp_with_aux<F>{{f}}(detail::as_arguments(primals), detail::as_arguments(tangents));
}

} // namespace constax::inline CONSTAX_TAG
