// SPDX-License-Identifier: BSL-1.0
#pragma once
// routine: the family of primitives that are code of your own on whole arrays, y = run(x, ...). A call of a numerical library, a loop that
// no jaxpr says, a kernel for a card.
//
//   struct reverse : cx::routine<reverse, 1> {
//     static constexpr std::string_view name = "my::reversed";
//     template <class T> static void run(cx::routine_array<T> y, cx::routine_array<T const> x) { ... y[i] = x[n - 1 - i]; ... }
//   };
//   inline constexpr reverse reversed{};
//
// Several results: `template <class T> using results = std::tuple<T, std::int32_t>;`, the types of their elements, those of the operands
// being T; a `type` that says them all; run(y, z, x, ...). Calls give a tuple.
//
// Arguments lie in memory row by row, whatever the caller's layout, and do not overlap the results. `run` has no effect but its result: it
// may run once for two equal calls, or never, and from several threads at once.
//
// What else a struct may say:
//
//   static constexpr cx::typed type(cx::operand_types xs)   the result's dtype and shape; not given: those of the first operand
//   static constexpr cx::value jvp(x, ..., dx, ..., y)      as of any primitive. Not given: it has no derivative but through custom_vjp
//   static constexpr bool leading_axes = true               operands may have further axes in front, over which `run` goes: vmap adds one
//   to
//                                                           each operand that is mapped. Not given: vmap refuses it, map does not
//   CONSTAX_ROUTINE(code, template <class Grid, ...> ...)   in front of the struct: the code, and the same as text, which
//   static constexpr std::string_view text = code, function = "name"              emit_cpp writes, and cuda::jit runs on a card
#include <constax/primitives/accepts.hpp>
#include <constax/primitives/elementwise.hpp>
#include <constax/primitives/routine_array.hpp>

/// A function template of a grid as code and, called `name`, as text: f(Grid& grid, routine_array<T> y, routine_array<T const> x, ...). It
/// names constax' functions and types in full, constax::math::exp, and runs in loops of the grid (codegen/grid.hpp); on the host
/// `constax::serial_grid grid; f(grid, y, x)`. It may hold no directives.
#define CONSTAX_ROUTINE(name, ...) \
  __VA_ARGS__                      \
  inline constexpr std::string_view name = #__VA_ARGS__;

namespace constax::inline CONSTAX_TAG {

template <class Self, u32 Operands, class Accepts = floating>
struct routine {
  static constexpr constax::kind kind = constax::kind::routine;
  static constexpr u32 operands = Operands;
  static constexpr i64 flops = 10;
  using accepted = Accepts;

  static constexpr typed type(operand_types xs) {
    if (xs.size() != Operands) return fault{fault_code::wrong_count, {}, "as many operands as `run` takes", {}, {}, 0};
    for (aval const* x : xs) {
      if (!Accepts::accepts(x->type)) return fault{fault_code::dtype_not_accepted, {}, {}, *x};
      if (x->type != xs[0]->type) return fault{fault_code::dtypes_differ, {}, {}, *xs[0], *x};
    }
    return *xs[0];
  }
  static constexpr value batch(auto xs, range<bool>, extent)
    requires requires { requires Self::leading_axes; }
  {
    return bind_all<Self>({}, xs);
  }

  /// On values; several results are an array of them.
  template <class... X, class P = Self>
    requires with_value<X...>
  constexpr auto operator()(X&&... x) const {
    return detail::answer<P>(detail::results_from<P>(bind<P>(no_params{}, as_value(x, first_value(x...))...)));
  }
  /// On tracers; on arrays an expression, which is evaluated where it is assigned, or several results.
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    if constexpr ((is_lazy<X> || ...)) {
      auto const y = lazily(static_cast<Self const&>(*this), x...);
      if constexpr (has_results<Self> && requires { y.eval(); }) return y.eval(); // (of ndarrays they are there)
      else return y;
    } else {
      static_assert((traced_value<X> && ...), "[constax] a routine takes traced arrays: make an array of a number, cx::full_like(x, 2.0)");
      return emit<Self>(x...);
    }
  }
};

namespace detail {

template <class T>
constexpr routine_array<T> routine_array_of(T* data, shape const& s, bindings const& b = {}) {
  routine_array<T> a{data, {}, s.rank};
  for (int d = 0; d < s.rank; ++d) a.lengths[d] = b(s[d]);
  return a;
}

/// f<Y..., X...>() for the element types of results and operands, in this order; false: some dtype is none that P accepts. Results of a
/// routine that says the types of their elements have these.
template <class P, class... T, class F>
constexpr bool with_element_types(dtype const* types, F const& f) {
  constexpr u32 given = sizeof...(T);
  if constexpr (given == result_count<P> + P::operands) return f.template operator()<T...>();
  else {
    auto const next = [&]<class N>(N) { return with_element_types<P, T..., N>(types, f); };
    if constexpr (has_results<P> && given < result_count<P>) return visit_dtype(types[given], next);
    else return visit_accepted<typename P::accepted, bool>(types[given], next);
  }
}
/// The arrays of a routine, results first, as memory says them.
template <class P, class... T, class... A>
constexpr bool run_typed(A const&... array) {
  if constexpr (requires { P::run(routine_array<T>{}...); }) return P::run(array...), true;
  else return false;
}
template <u32 K, class P, class T>
using routine_element = std::conditional_t<K < result_count<P>, T, T const>;

template <class P>
bool run_routine(range<memory_array> xs, range<memory_array> ys, range<i64>) {
  constexpr u32 n = result_count<P> + P::operands;
  dtype types[n];
  memory_array const* at[n];
  for (u32 k = 0; k < n; ++k) at[k] = k < result_count<P> ? &ys[k] : &xs[k - result_count<P>], types[k] = at[k]->type.type;
  return with_element_types<P>(types, [&]<class... T>() {
    return [&]<u32... K>(std::integer_sequence<u32, K...>) {
      return run_typed<P, routine_element<K, P, T>...>(
          routine_array_of(static_cast<routine_element<K, P, T>*>(at[K]->data), at[K]->type.shape)...);
    }(std::make_integer_sequence<u32, n>{});
  });
}

/// The same on tensors, in constant evaluation too where `run` allows it: each is copied to elements of its type. Appends the results, or
/// nothing where the type rule refuses these operands or `run` takes no such elements.
template <class P>
constexpr void evaluate_routine(range<tensor> xs, range<i64> params, bindings const& b, vec<tensor>& results) {
  constexpr u32 n = result_count<P> + P::operands;
  vec<aval const*> in;
  for (tensor const& x : xs) in.push(&x.type);
  typed const t = call_type<P>(in, params, nullptr);
  if (t.fault || t.results.size() != result_count<P>) return;
  bool halves = false;
  for (tensor const& x : xs) halves = halves || info(x.type.type).half();
  if (halves) return evaluate_in_floats(xs, params, b, t.results, evaluate_routine<P>, results);
  vec<tensor> all;
  dtype types[n]{};
  for (u32 k = 0; k < n; ++k) types[k] = all.push(k < result_count<P> ? tensor(t.results[k]) : xs[k - result_count<P>]).type.type;
  bool const done = with_element_types<P>(types, [&]<class... T>() {
    return [&]<u32... K>(std::integer_sequence<u32, K...>) {
      std::tuple<vec<T>...> elements;
      ((std::get<K>(elements) = vec<T>(all[K].size())), ...);
      auto const each = [&](auto k, auto const& f) {
        for (u32 i = 0; i < all[k].size(); ++i) f(all[k], i, std::get<k>(elements)[i]);
      };
      auto const read = []<class E>(tensor const& from, u32 i, E& element) { element = from.at<E>(i); };
      auto const write = [](tensor& to, u32 i, auto const& element) { to.put(i, element); };
      (each(std::integral_constant<u32, K>{}, read), ...);
      bool const ran = run_typed<P, routine_element<K, P, T>...>(routine_array<routine_element<K, P, T>>(
          routine_array_of(static_cast<routine_element<K, P, T>*>(std::get<K>(elements).begin()), all[K].type.shape))...);
      (each(std::integral_constant<u32, K>{}, write), ...);
      return ran;
    }(std::make_integer_sequence<u32, n>{});
  });
  for (u32 k = 0; done && k < result_count<P>; ++k) results.push(all[k]);
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
