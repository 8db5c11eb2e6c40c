// SPDX-License-Identifier: BSL-1.0
#pragma once
// apply: how every evaluator calls a primitive's `eval`, on scalars and packs: eval_elementwise<P, R>(params, x...), R the result's element
// type.
#include <constax/jaxpr/primitive.hpp>

#include <type_traits>

namespace constax::inline CONSTAX_TAG::detail {

/// C++ promotes int8 + int8 and bool & bool to int: back to the element type. Packs keep theirs.
template <class R, class Y>
CONSTAX_INLINE constexpr auto as_element(Y const& y) {
  if constexpr (std::is_arithmetic_v<Y>) return static_cast<R>(y);
  else return y;
}

/// y = eval(x...), eval(x..., params), or eval_to<R>(x...) where the result's type is a parameter.
template <class P, class R, class... X>
CONSTAX_INLINE constexpr auto eval_elementwise(params_of<P> const& p, X const&... x) {
  if constexpr (__is_same(params_of<P>, no_params)) return as_element<R>(P::eval(x...));
  else if constexpr (requires { P::template eval_to<R>(x...); }) return as_element<R>(P::template eval_to<R>(x...));
  else return as_element<R>(P::eval(x..., p));
}

} // namespace constax::inline CONSTAX_TAG::detail
