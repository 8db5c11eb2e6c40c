// SPDX-License-Identifier: BSL-1.0
#pragma once
// ddof : var, std_ divided by n - d, where n elements are taken together: NumPy's ddof=
//
//   cx::var(x, 0_c, cx::ddof<1>)      of a sample: without bias
#include <constax/api/eager.hpp>
#include <constax/api/keepdims.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <int D> struct ddof_option {};
template <class O> inline constexpr bool is_ddof = false;
template <int D> inline constexpr bool is_ddof<ddof_option<D>> = true;
template <class... O> inline constexpr bool has_ddof = (false || ... || is_ddof<std::remove_cvref_t<O>>);
} // namespace detail

/// An option of var and std_: what n is less by when sums are divided by it.
template <int D> inline constexpr detail::ddof_option<D> ddof{};

namespace detail {
/// n, by the options of the reduction; how many elements count, where they say that (some_of.hpp).
template <class X> constexpr auto elements_along(X const& x) { return count_of(x); }
template <class X, class A, class... More> constexpr auto elements_along(X const& x, A const& axis, More const&... more) {
  if constexpr (restricts<A, More...>) return sum(ones_like(x), axis, more...);
  else if constexpr (std::is_same_v<A, keepdims_t>) return count_of(x);
  else return count_of(x, axis);
}
template <int D> struct var_of_sample {
  template <class X, class... O> constexpr auto operator()(X const& x, O const&... options) const {
    auto const y = var(x, options...); // a wrong axis, or type, is refused here
    auto const n = elements_along(x, options...);
    return y * astype_of(y, n / (n - D));
  }
};
template <int D> struct std_of_sample {
  template <class X, class... O> constexpr auto operator()(X const& x, O const&... options) const {
    auto const y = std_(x, options...);
    auto const n = elements_along(x, options...);
    return y * astype_of(y, sqrt(n / (n - D)));
  }
};
template <template <int> class Of, int D> constexpr auto of_sample(ddof_option<D>) { return Of<D>{}; }
template <class O> constexpr auto ddof_among(O const& o) {
  if constexpr (is_ddof<O>) return std::tuple(o);
  else return std::tuple();
}
template <class O> constexpr auto beside_ddof(O const& o) {
  if constexpr (is_ddof<O>) return std::tuple();
  else return std::tuple(o);
}
template <template <int> class Of, class X, class... O> constexpr auto over_sample(X const& x, O const&... options) {
  auto const op = of_sample<Of>(std::get<0>(std::tuple_cat(ddof_among(options)...)));
  return unpack(
      [&](auto const&... rest) {
        if constexpr (any_tracer<X>) return op(x, rest...);
        else return eagerly(op, x, rest...);
      },
      std::tuple_cat(beside_ddof(options)...));
}
} // namespace detail

template <class X, class... O>
requires detail::has_ddof<O...>
constexpr auto var(X&& x, O&&... options) { return detail::over_sample<detail::var_of_sample>(x, options...); }
template <class X, class... O>
requires detail::has_ddof<O...>
constexpr auto std_(X&& x, O&&... options) { return detail::over_sample<detail::std_of_sample>(x, options...); }

} // namespace constax::inline CONSTAX_TAG
