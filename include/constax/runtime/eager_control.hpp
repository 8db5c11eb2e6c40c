// SPDX-License-Identifier: BSL-1.0
#pragma once
// eager_control: scan, map, loops and branches with ndarrays outside of a traced function: scan(f, 0.0, x), cond(p, f, g, x). Each call is
// a program of its own, which is evaluated at once, where the functions hold nothing but code. (One that captures something may hold what
// is traced: the call is then a part of that program.)
#include <constax/runtime/associative_scan.hpp>
#include <constax/runtime/control.hpp>
#include <constax/runtime/eager.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class Functions, class... X>
concept called_at_once = any_ndarray<X...> && !any_tracer<X...> && std::is_empty_v<Functions>;
}

template <function_like F, class Init, class Xs, class... Options>
requires detail::called_at_once<F, Init, Xs>
auto scan(F const& f, Init const& init, Xs const& xs, Options... options) {
  return detail::eagerly_late([=](auto const& c, auto const& x) { return scan(f, c, x, options...); }, init, xs);
}
template <function_like F, class Xs>
requires detail::called_at_once<F, Xs>
auto map(F const& f, Xs const& xs) {
  return detail::eagerly_late([=](auto const& x) { return map(f, x); }, xs);
}
template <class F, class Xs, class... Options>
requires detail::called_at_once<F, Xs>
auto associative_scan(F const& fn, Xs const& elems, Options... options) {
  return detail::eagerly_late([=](auto const& x) { return associative_scan(fn, x, options...); }, elems);
}
template <class Lo, class Hi, function_like B, class Init, class... Options>
requires detail::called_at_once<B, Lo, Hi, Init>
auto fori_loop(Lo const& lo, Hi const& hi, B const& body, Init const& init, Options... options) {
  return detail::eagerly_late([=](auto const& a, auto const& b, auto const& c) { return fori_loop(a, b, body, c, options...); }, lo, hi,
                              init);
}
template <function_like C, function_like B, class Init>
requires detail::called_at_once<std::tuple<C, B>, Init>
auto while_loop(C const& go_on, B const& body, Init const& init) {
  return detail::eagerly_late([=](auto const& c) { return while_loop(go_on, body, c); }, init);
}
template <class P, class T, class F, class... X>
requires detail::called_at_once<std::tuple<T, F>, P, X...>
auto cond(P const& pred, T const& on_true, F const& on_false, X const&... x) {
  return detail::eagerly_late([=](auto const& p, auto const&... y) { return cond(p, on_true, on_false, y...); }, pred, x...);
}
template <class I, class... F, class... X>
requires detail::called_at_once<std::tuple<F...>, I, X...>
auto switch_(I const& i, std::tuple<F...> const& branches, X const&... x) {
  return detail::eagerly_late([=](auto const& k, auto const&... y) { return switch_(k, branches, y...); }, i, x...);
}

} // namespace constax::inline CONSTAX_TAG
