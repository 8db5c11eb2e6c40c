// SPDX-License-Identifier: BSL-1.0
#pragma once
// late: same(f, of<double, 3>{}...) : f, traced at run time, is the program that the compiler records of it, in text and, by the oracle, in
// bits
#include "catch.hpp"

#include <constax/runtime.hpp>

#include <string>
#include <vector>

namespace cx = constax;

namespace late {

template <class T, cx::i64... Dims> struct of {};

template <class T, cx::i64... Dims> cx::ndarray numbers(of<T, Dims...>, int seed) {
  std::size_t const n = static_cast<std::size_t>((Dims * ... * 1));
  std::vector<T> xs;
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<T, bool>) xs.push_back((i + static_cast<std::size_t>(seed)) % 3 == 0);
    else if constexpr (std::is_integral_v<T>) xs.push_back(static_cast<T>(1 + (7 * i + static_cast<std::size_t>(seed)) % 5));
    else xs.push_back(static_cast<T>(0.25 + 0.37 * static_cast<double>((5 * i + static_cast<std::size_t>(seed)) % 11)));
  }
  return cx::ndarray(xs, std::vector<std::int64_t>{Dims...});
}
template <class T, cx::i64... Dims> auto spec_of(of<T, Dims...>) { return cx::spec<T, Dims...>{}; }

template <class F, class... A> std::string static_text(F f, A... a) {
  cx::text const t = cx::make_jaxpr(f)(spec_of(a)...).str();
  return std::string(t.view());
}
/// g(ndarrays...), of other numbers for each argument.
template <class G, class... A> auto with_numbers(G g, A... a) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) { return g(numbers(a, static_cast<int>(K))...); }
  (std::index_sequence_for<A...>{});
}
template <class F, class... A> std::string late_text(F f, A... a) {
  return with_numbers(
      [&](auto const&... x) {
        cx::text const t = cx::make_jaxpr(f)(x...).str();
        return std::string(t.view());
      },
      a...);
}

/// The bits of all results.
template <class F, class... A> void same_bits(F f, A... a) {
  with_numbers(
      [&](auto const&... x) {
        cx::jaxpr const j = cx::lower(cx::make_jaxpr(f)(spec_of(a)...).get());
        cx::vec<cx::tensor> const ys = cx::reference::evaluate(j, cx::vec<cx::tensor>{x.to_tensor(cx::stored(x.type()))...});
        cx::u32 at = 0;
        cx::for_each_leaf(
            [&](cx::ndarray const& y) {
              REQUIRE(at < ys.size());
              CHECK(y.to_tensor(cx::stored(y.type())) == ys[at++]);
            },
            cx::jit(f)(x...));
        CHECK(at == ys.size());
      },
      a...);
}
/// And the text. (Equations stand in the order in which the compiler evaluates operands; where that is another one, bits are compared
/// alone.)
template <class F, class... A> void same(F f, A... a) {
  CHECK(late_text(f, a...) == static_text(f, a...));
  same_bits(f, a...);
}

} // namespace late
