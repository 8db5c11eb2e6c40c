// SPDX-License-Identifier: BSL-1.0
#pragma once
// has_aux: functions that return what is differentiated and, beside it, what comes along: grad(f, has_aux), jacrev(f, argnums<1>, has_aux)
#include <constax/api/argnums.hpp>

namespace constax::inline CONSTAX_TAG {

/// For grad, value_and_grad, jacfwd, jacrev, hessian, jvp, vjp and linearize: f returns a pair of its value and of a tree that is not
/// differentiated, which comes back beside the derivatives. cx::value_and_grad(f, cx::has_aux)(x) : ((value, aux), gradient).
struct has_aux_t {};
inline constexpr has_aux_t has_aux{};

/// f itself, with the wish of its caller as part of its type.
template <class F> struct with_aux : transformed<with_aux<F>, F> {
  static constexpr bool calls_as_called = true;
  template <class G> using over = with_aux<G>;
  template <class G, class... X> static constexpr auto trace(G const& f, X const&... x) { return f(x...); }
};

namespace detail {

template <class F> inline constexpr bool has_aux_of = false;
template <class F> inline constexpr bool has_aux_of<with_aux<F>> = true;

template <class R>
inline constexpr bool returns_aux = [] {
  if constexpr (tuple_like<R>::value) return std::tuple_size_v<R> == 2;
  else return false;
}();
/// Of a function's result: what is differentiated, and what comes along.
template <bool Aux, class R> struct parts_of_result { using value = R; };
template <class R>
requires returns_aux<R>
struct parts_of_result<true, R> {
  using value = std::tuple_element_t<0, R>;
};
template <class F, class R> using differentiated = typename parts_of_result<has_aux_of<F>, R>::value;

template <class F, class R> constexpr auto structure_of_differentiated(treedef<R> const& of) {
  if constexpr (has_aux_of<F> && returns_aux<R>) return structure_of_part<0>(of);
  else return of;
}

template <class Name, class F, class R> struct says_no_aux {
  constexpr text operator()() const {
    text t;
    if constexpr (has_aux_of<F> && !returns_aux<R>)
      t << "[constax] " << Name::name
        << ": with cx::has_aux the function returns a pair, of what is differentiated and of what comes along; it returns something else";
    return t;
  }
};

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
