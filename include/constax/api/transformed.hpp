// SPDX-License-Identifier: BSL-1.0
#pragma once
// transformed : what grad(f), vmap(f), jit(f) ... are: callables that record when their arguments are traced, and evaluate when they are numbers
#include <constax/api/evaluate.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X>
constexpr bool is_tree_of_numbers() {
  if constexpr (!is_tree<X>()) return false;
  else {
    bool numbers = true;
    for_each_leaf([&](auto const& l) { numbers &= l.aval.shape.rank == 0; }, specs_of<X>{});
    return numbers;
  }
}
} // namespace detail

/// Does a call of F with these record a program? With a tracer among them; or if F has captures, of which nobody can see whether they are
/// tracers: a call on numbers then gives traced values, which await the tracers that they will meet.
template <class F, class... X>
inline constexpr bool records = [] {
  if constexpr (any_tracer<X...> || any_tracer<decltype(captured(std::declval<F const&>()))>) return true;
  else if constexpr (std::is_default_constructible_v<F>) return false;
  else return (detail::is_tree_of_numbers<X>() && ...);
}();

/// What every transformation is: a callable that records when its arguments are traced and evaluates when they are numbers.
template <class Self, class F>
struct transformed {
  [[no_unique_address]] F f;

  constexpr auto captured() const { return constax::captured(f); }
  template <class Captured>
  static constexpr auto rebuilt(Captured const& values) {
    auto inner = constax::rebuilt<F>(values);
    return typename Self::template over<decltype(inner)>{{inner}};
  }
  template <class... X>
  CONSTAX_INLINE constexpr auto operator()(X const&... x) const {
    if constexpr (records<Self, X...>) return Self::trace(f, x...);
    else return evaluate(static_cast<Self const&>(*this), x...);
  }
};

/// cx::closure(f, captured...): f with its first arguments bound to run-time values, which a traced function may not capture.
template <class F, class... C>
struct closure_of {
  [[no_unique_address]] F f;
  std::tuple<C...> values;

  constexpr auto captured() const { return values; }
  template <class Captured>
  static constexpr auto rebuilt(Captured const& v) {
    return std::apply([](auto const&... c) { return closure_of<F, std::remove_cvref_t<decltype(c)>...>{F{}, {c...}}; }, v);
  }
  template <class... X>
  CONSTAX_INLINE constexpr auto operator()(X const&... x) const {
    if constexpr (records<closure_of, X...>) return std::apply([&](auto const&... c) { return f(c..., x...); }, values);
    else return evaluate(*this, x...);
  }
};
template <class F, class... C>
constexpr auto closure(F f, C... captured) {
  return closure_of<F, C...>{f, {captured...}};
}

} // namespace constax::inline CONSTAX_TAG
