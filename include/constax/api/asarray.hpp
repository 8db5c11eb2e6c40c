// SPDX-License-Identifier: BSL-1.0
#pragma once
// asarray : numbers -> array        an array that owns them, as numpy.asarray gives it
//
//   cx::asarray({1.0, 2.0})                    of numbers in braces
//   cx::asarray(xs + ys)                       of an expression or a view, computed or copied
//   cx::asarray(cx::linspace<100>(0.0, 1.0))   of a traced value that depends on no argument
#include <constax/api/eager.hpp>

namespace constax::inline CONSTAX_TAG {

/// An array of the numbers in braces: asarray({1.0, 2.0, 3.0}), asarray({{1, 2}, {3, 4}}).
template <element_type T, std::size_t N> constexpr auto asarray(T const (&xs)[N]) {
  array<T, N> a;
  for (std::size_t i = 0; i < N; ++i) a[static_cast<i64>(i)] = xs[i];
  return a;
}
template <element_type T, std::size_t N, std::size_t M> constexpr auto asarray(T const (&xs)[N][M]) {
  array<T, N, M> a;
  for (std::size_t i = 0; i < N * M; ++i) a[static_cast<i64>(i)] = xs[i / M][i % M];
  return a;
}
template <element_type T, std::size_t N, std::size_t M, std::size_t K> constexpr auto asarray(T const (&xs)[N][M][K]) {
  array<T, N, M, K> a;
  for (std::size_t i = 0; i < N * M * K; ++i) a[static_cast<i64>(i)] = xs[i / (M * K)][i / K % M][i % K];
  return a;
}

/// The elements of an array or a view, of an expression its numbers: a copy.
template <class X>
requires is_lazy<X>
CONSTAX_INLINE constexpr auto asarray(X const& x) {
  if constexpr (detail::is_expression<X>) return x.eval();
  else return detail::eagerly([](auto const& a) { return a; }, x);
}

namespace detail {
constexpr text no_numbers(aval const& of) {
  text t;
  return t << "[constax] asarray: the numbers of a traced value of type " << of
           << " are not known while the program is recorded, for it depends on an argument; functions take traced values";
}
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_no_numbers(aval const& of) { raise(no_numbers(of)); }
template <class X>
struct says_no_lengths {
  constexpr text operator()() const {
    text t;
    return t << "[constax] asarray: a traced value of type " << X::aval << " has lengths that only a call knows; call a function that makes it";
  }
};
/// By the oracle: a value of constants alone is asked for once.
template <class X>
constexpr tensor constant_numbers_of(X const& x) {
  context alone("asarray");
  context& c = x.value.ctx ? x.value.ctx->root() : alone;
  if (x.value.ctx && !c.pending) raise_no_numbers(X::aval);
  atom const out = c.enter(x.value);
  jaxpr j = c.open.begin()->jaxpr;
  if (!j.ins.empty()) raise_no_numbers(X::aval);
  j.outs.push(out);
  j.fail(c.fault);
  fault why;
  vec<tensor> const outs = reference::evaluate(lower(ordered(static_cast<jaxpr&&>(j))), {}, {}, &why);
  if (why) raise(sentence(why));
  return outs[0];
}
} // namespace detail
/// The numbers of a traced value that depends on no argument: cx::eye<double, 3>(), cx::sin(cx::arange<8>()). It is worked out at once, one
/// element after the other; what is large is made by a function: cx::evaluate([] { return cx::linspace<1000000>(0.0, 1.0); }).
template <tracing X>
constexpr auto asarray(X const& x) {
  using result = respelled<X, basic_array>;
  if constexpr (!X::aval.shape.is_static()) {
    expect_silence<detail::says_no_lengths<X>>();
    return result();
  } else {
    tensor const t = detail::constant_numbers_of(x);
    result a;
    for (i64 i = 0; i < a.size(); ++i) a[i] = t.template at<typename X::value_type>(static_cast<u32>(i));
    return a;
  }
}

} // namespace constax::inline CONSTAX_TAG
