// SPDX-License-Identifier: BSL-1.0
#pragma once
// hana: boost::hana::tuple as a pytree. Include it where it is wanted; constax.hpp does not, because not every program pays for Hana.
//
// Only Hana's types and function templates are used: with Boost 1.74 its function objects have internal linkage, so that one of them in an
// inline function is an ODR violation.
#include <constax/api/program.hpp>

#include <boost/hana/fwd/at.hpp>
#include <boost/hana/tuple.hpp>

namespace constax::inline v0 {

template <class... X>
struct tree_of<boost::hana::tuple<X...>> {
  static constexpr bool is_described = true;
  static constexpr bool holds_tracers = (false || ... || constax::detail::tracers_in<X>::any);

  template <class Self, class F>
  CONSTAX_INLINE static constexpr decltype(auto) members(Self&& self, F&& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
      return f(boost::hana::at_c<I>(self)...);
    }(std::index_sequence_for<X...>{});
  }
  template <class... M>
  CONSTAX_INLINE static constexpr auto make(M... m) {
    return boost::hana::tuple<M...>(static_cast<M&&>(m)...);
  }
  template <class>
  static consteval int count() {
    return (0 + ... + constax::leaf_count<X>());
  }
};

} // namespace constax::inline v0
