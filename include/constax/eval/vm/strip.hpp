// SPDX-License-Identifier: BSL-1.0
#pragma once
// strip: y[i] = P(x[i]...) for a strip of elements that lie side by side: one function for each primitive and dtype, made of P::eval
// on lanes. What a strip holds behind its count is neither read nor written.
#include <constax/lane/lane.hpp>
#include <constax/primitives/evaluate.hpp>

#include <algorithm>
#include <tuple>

namespace constax::inline CONSTAX_TAG::vm {

/// Elements of a strip: a block of the order of summation, and 2 kB of doubles, of which some dozens lie in the first cache.
inline constexpr i64 strip_length = block_length;

using strip_function = void (*)(void* y, void const* const* x, i64 count, range<i64> params);

/// The type that elements of T lie in memory as: keys are words.
template <class T> using stored_as = std::conditional_t<is_prng_key<T>, u64, T>;

template <class P, class R, class... X, std::size_t... K>
void on_strip(void* to, void const* const* from, i64 count, range<i64> params, std::index_sequence<K...>) {
  constexpr std::size_t sizes[] = {sizeof(R), sizeof(X)...};
  constexpr std::size_t widest = *std::max_element(std::begin(sizes), std::end(sizes));
  constexpr int W = CONSTAX_VECTOR_BYTES / static_cast<int>(widest);
  auto const p = decode<params_of<P>>(params);
  R* const y = static_cast<R*>(to);
  std::tuple<X const*...> const x{static_cast<X const*>(from[K])...};
  i64 i = 0;
  for (; i + W <= count; i += W)
    store(y + i, static_cast<lane<R, W>>(detail::eval_elementwise<P, R>(p, load<X, W>(std::get<K>(x) + i)...)));
  if (i < count) // the lanes behind are ones: no function overflows there
    store_n(y + i, static_cast<lane<R, W>>(detail::eval_elementwise<P, R>(p, load_n<X, W>(std::get<K>(x) + i, count - i, X(1))...)),
            count - i);
}
template <class P, class R, class... X> void strip_of(void* y, void const* const* x, i64 count, range<i64> params) {
  on_strip<P, R, X...>(y, x, count, params, std::index_sequence_for<X...>{});
}

struct strip_functions {
  using function = strip_function;
  template <class P, class R, class... X> static constexpr function of = strip_of<P, R, X...>;
};

/// P's function, as Functions makes it, for operands of dtype t (the last one's) and results of dtype `to`; null where there is none.
template <class P, class Functions> typename Functions::function find_function(dtype t, dtype to) {
  using accepts = typename P::accepted;
  using function = typename Functions::function;
  return detail::visit_accepted<accepts, function>(t, [&]<class T>(T) -> function {
    auto const gives = [&]<class... X>(std::type_identity<X>...) -> function {
      using R = detail::result_of<P, T, X...>;
      return to == dtype_of<R> ? Functions::template of<P, R, X...> : nullptr;
    };
    constexpr std::type_identity<T> x;
    if constexpr (requires { requires P::converts; })
      return detail::visit_accepted<accepts, function>(to, [&]<class R>(R) -> function { return Functions::template of<P, R, T>; });
    else if constexpr (requires { requires P::reinterprets; })
      return detail::visit_dtype(to, [&]<class R>(R) -> function {
        if constexpr (P::template fits<R, T>) return Functions::template of<P, R, T>;
        else return nullptr;
      });
    else if constexpr (requires { requires P::predicated; })
      return stored(to) == dtype_of<T> ? Functions::template of<P, T, bool, T, T> : nullptr;
    else if constexpr (detail::evaluates<P, T>) return gives(x);
    else if constexpr (detail::evaluates<P, T, T>) return gives(x, x);
    else if constexpr (detail::evaluates<P, T, T, T>) return gives(x, x, x);
    else return nullptr;
  });
}

} // namespace constax::inline CONSTAX_TAG::vm
