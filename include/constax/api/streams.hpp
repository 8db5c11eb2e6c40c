// SPDX-License-Identifier: BSL-1.0
#pragma once
// streams: std::cout << x, of what has a text (jaxprs, plans, costs), of types (f64[3]), and of arrays and views, as NumPy prints them:
//
//   [1 2 3]      [[1 2]
//                 [3 4]]
#include <constax/api/array.hpp>

#include <concepts>

namespace constax::inline CONSTAX_TAG {

/// std::ostream, and what writes like it. (No include of <ostream>.)
template <class S>
concept character_stream = requires(S& out, char const* text, std::ptrdiff_t size) { out.write(text, size); };

namespace detail {
template <class X>
concept has_text = requires(X const& x) { { x.str() } -> std::same_as<text>; };

template <has_text X>
constexpr text text_of(X const& x) {
  return x.str();
}
template <class X>
  requires std::same_as<X, text> || std::same_as<X, dtype> || std::same_as<X, extent> || std::same_as<X, shape> || std::same_as<X, aval>
constexpr text text_of(X const& x) {
  text t;
  t << x;
  return t;
}
template <class X>
  requires is_spec<X>
constexpr text text_of(X const&) {
  return text_of(X::aval);
}
template <class X>
concept printed = requires(X const& x) { text_of(x); };
} // namespace detail

template <character_stream Stream, detail::printed X>
Stream& operator<<(Stream& out, X const& x) {
  text const t = detail::text_of(x);
  out.write(t.view().data(), static_cast<std::ptrdiff_t>(t.size()));
  return out;
}

/// A half as the number that it is.
template <character_stream Stream, int ExponentBits>
Stream& operator<<(Stream& out, half<ExponentBits> x) {
  out << static_cast<float>(x);
  return out;
}

namespace detail {
/// The elements, each as the stream writes numbers, in brackets for each axis; an axis but the last has a line for each index.
template <class Stream, class Length, class At> void print_elements(Stream& out, int rank, Length const& length, At const& at) {
  auto const repeat = [&](char const* s, int n) {
    while (n-- > 0) out << s;
  };
  repeat("[", rank);
  std::int64_t n = 1;
  for (int d = 0; d < rank; ++d) n *= length(d);
  for (std::int64_t i = 0; i < n; ++i) {
    if (i > 0) {
      int ends = 0; // axes whose last index this is, from the last axis on
      for (std::int64_t block = 1; ends < rank && i % (block *= length(rank - 1 - ends)) == 0;) ++ends;
      if (ends == 0) out << " ";
      repeat("]", ends), repeat("\n", ends), repeat(" ", ends > 0 ? rank - ends : 0), repeat("[", ends);
    }
    using element = std::remove_cvref_t<decltype(at(i))>;
    if constexpr (sizeof(element) == 1 && !std::is_same_v<element, bool>) out << static_cast<int>(at(i)); // no characters
    else out << at(i);
  }
  repeat("]", rank);
}
} // namespace detail

template <character_stream Stream, container X> Stream& operator<<(Stream& out, X const& x) {
  detail::print_elements(
      out, x.rank(), [&](int d) { return static_cast<std::int64_t>(x.length(d)); }, [&](std::int64_t i) -> decltype(auto) { return x[i]; });
  return out;
}

namespace detail {
template <class X>
struct says_not_printed {
  constexpr text operator()() const {
    text t("[constax] ");
    return t << "a traced value of type " << X::aval
             << " has no numbers to print: a program is recorded; return the value, or print cx::asarray(x) where it is constant";
  }
};
} // namespace detail
template <character_stream Stream, tracing X> constexpr Stream& operator<<(Stream& out, X const&) {
  expect_silence<detail::says_not_printed<X>>();
  return out;
}

} // namespace constax::inline CONSTAX_TAG
