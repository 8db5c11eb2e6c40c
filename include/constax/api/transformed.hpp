// SPDX-License-Identifier: BSL-1.0
#pragma once
// transformed : what grad(f), vmap(f), jit(f) ... are: callables that record when their arguments are traced, and evaluate when they are
// numbers
#include <constax/api/evaluate.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X>
constexpr bool is_tree_of_numbers() {
  if constexpr (!is_tree<X>() || has_counted_node<X>) return false;
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
  else if constexpr (captures_are_known<F>()) return false;
  else return (detail::is_tree_of_numbers<X>() && ...);
}();

namespace detail {
/// The tree of tracers that stands for an argument.
template <class X>
using inputs_for = decltype(tree_map(std::declval<to_input>(), std::declval<specs_of<X> const&>()));
} // namespace detail

/// What every transformation is: a callable that records when its arguments are traced and evaluates when they are numbers.
template <class Self, class F>
struct transformed {
  using callable = F;
  [[no_unique_address]] F f;

  constexpr decltype(auto) captured() const { return constax::captured(f); }
  template <class Captured>
  static constexpr auto rebuilt(Captured const& values) {
    auto inner = constax::rebuilt<F>(values);
    return typename Self::template over<decltype(inner)>{{inner}};
  }
  template <class... X>
  CONSTAX_INLINE constexpr auto operator()(X const&... x) const {
    static_assert(sizeof...(X) > 0 || records<Self>, "[constax] a transformation is called without arguments");
    if constexpr (sizeof...(X) == 0 && !records<Self>) return;
    else if constexpr (detail::any_expression<X...>) return (*this)(detail::with_numbers(x)...);
    else if constexpr (any_ndarray<X..., decltype(captured())>) return detail::call_late(static_cast<Self const&>(*this), x...);
    else if constexpr (records<Self, X...>) {
      if constexpr (!detail::is_silent<detail::says_no_trees<X...>>()) return after_error<basic_tracer<double>>();
      else return Self::trace(f, x...);
    } else if constexpr (!detail::expect_numbers<Self, X...>()) return detail::refused{};
    else if constexpr (!Self::template takes<X...>()) return detail::refused{};
    else {
      // What is wrong in f is said here, where few lines lie between the call and f, before a program calls it.
      if constexpr (Self::calls_as_called && captures_nothing<F>) (void)requires { f(std::declval<detail::inputs_for<X>>()...); };
      if constexpr (captures_nothing<F>) (void)requires { Self::trace(f, std::declval<detail::inputs_for<X>>()...); };
      return detail::evaluate(static_cast<Self const&>(*this), x...);
    }
  }
  /// Does a trace call f with tracers that are like the arguments?
  static constexpr bool calls_as_called = false;
  /// Does the transformation take such arguments? If not, the compiler says why, once, before anything is traced.
  template <class... X>
  static constexpr bool takes() {
    return true;
  }
};

/// cx::closure(f, captured...): f with its first arguments bound to run-time values, which a traced function may not capture. What f itself
/// has bound comes before them.
template <class F, class... C>
struct closure_of {
  using callable = F;
  [[no_unique_address]] F f;
  std::tuple<C...> values;

  static constexpr std::size_t of_f = std::tuple_size_v<std::remove_cvref_t<decltype(constax::captured(std::declval<F const&>()))>>;
  constexpr decltype(auto) captured() const {
    if constexpr (of_f == 0) return (values);
    else return std::tuple_cat(constax::captured(f), values);
  }
  template <class Captured>
  static constexpr auto rebuilt(Captured const& all) {
    return [&]<std::size_t... I, std::size_t... J>(std::index_sequence<I...>, std::index_sequence<J...>) {
      auto const inner = constax::rebuilt<F>(std::tuple<std::tuple_element_t<I, Captured>...>{std::get<I>(all)...});
      return closure_of<std::remove_const_t<decltype(inner)>, std::tuple_element_t<of_f + J, Captured>...>{inner,
                                                                                                           {std::get<of_f + J>(all)...}};
    }(std::make_index_sequence<of_f>{}, std::index_sequence_for<C...>{});
  }
  template <class... X>
  CONSTAX_INLINE constexpr auto operator()(X const&... x) const {
    if constexpr (detail::any_expression<X...>) return (*this)(detail::with_numbers(x)...);
    else if constexpr (any_ndarray<X..., C...>)
      return detail::unpack([&](auto const&... c) { return detail::call_late(f, c..., x...); }, values);
    else if constexpr (records<closure_of, X...>)
      return detail::unpack([&](auto const&... c) { return detail::call_traced_function(f, c..., x...); }, values);
    else return constax::evaluate(*this, x...);
  }
};
/// cx::closure(f, c...)(args...): f(c..., args...). What is captured is handed to the program in each call, as an argument is.
template <class F, class... C>
constexpr auto closure(F f, C... captured) {
  if constexpr (detail::any_expression<C...>) return constax::closure(static_cast<F&&>(f), detail::with_numbers(captured)...);
  else return closure_of<F, C...>{static_cast<F&&>(f), {static_cast<C&&>(captured)...}};
}

} // namespace constax::inline CONSTAX_TAG
