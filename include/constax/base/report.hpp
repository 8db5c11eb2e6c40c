// SPDX-License-Identifier: BSL-1.0
#pragma once
// report: how a fault leaves the library. A sentence that is known to the compiler becomes a compile error that prints it; one that
// is known at run time becomes std::invalid_argument, or, without exceptions, a call of the installed handler.
#include <constax/base/text.hpp>

#include <utility>

#if !CONSTAX_HAS_EXCEPTIONS
#include <cstdio>
#include <cstdlib>
#elif CONSTAX_HAS_LIBSTDCXX
#include <bits/functexcept.h> // throws what <stdexcept> declares, without <string>: that was 8% of an include of constax (g++ 12)
#else
#include <stdexcept>
#endif

namespace constax::inline CONSTAX_TAG {

/// Called instead of a throw under -fno-exceptions; must not return. The default prints the sentence and aborts.
using fault_handler = void (*)(char const* sentence);
inline fault_handler& installed_fault_handler() {
  static fault_handler handler = nullptr;
  return handler;
}

/// Throws std::invalid_argument with the sentence, or calls the installed handler.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise(char const* sentence) {
#if !CONSTAX_HAS_EXCEPTIONS
  if (fault_handler handler = installed_fault_handler()) handler(sentence);
  std::fprintf(stderr, "%s\n", sentence);
  std::abort();
#elif CONSTAX_HAS_LIBSTDCXX
  std::__throw_invalid_argument(sentence);
#else
  throw std::invalid_argument(sentence);
#endif
}
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise(text sentence) {
  sentence << '\0';
  raise(sentence.view().data());
}

namespace detail {

// g++ prints a string argument whole; clang cuts it after about 30 characters, so the sentence is handed over in pieces of whole words.
inline constexpr std::size_t piece_length = CONSTAX_PRINTED_STRING_LENGTH;

/// Where the pieces of a sentence end.
struct piece_ends {
  std::size_t at[64] = {};
  std::size_t count = 0;
};
template <class Say>
constexpr piece_ends find_piece_ends() {
  text const t = Say{}();
  piece_ends r;
  for (std::size_t from = 0; from < t.size() && r.count < 64; from = r.at[r.count++]) {
    std::size_t end = from + piece_length;
    if (t.size() <= end) end = t.size();
    else {
      while (end > from + 1 && t.view()[end] != ' ') --end;
      if (end == from + 1) end = from + piece_length;
    }
    r.at[r.count] = end;
  }
  return r;
}
template <class Say>
inline constexpr piece_ends ends_of_pieces = find_piece_ends<Say>();

template <class Say, std::size_t K>
constexpr auto piece() {
  constexpr std::size_t from = K ? ends_of_pieces<Say>.at[K - 1] : 0, to = ends_of_pieces<Say>.at[K];
  text const t = Say{}();
  fixed_string<to - from + 1> s;
  for (std::size_t i = from; i < to; ++i) s.chars[i - from] = t.view()[i];
  s.chars[to - from] = '\0'; // written, not left to the initialiser: clang prints an array as text only if its last element was set
  return s;
}

template <fixed_string... Sentence>
struct says {
  static constexpr bool nothing = sizeof...(Sentence) == 0;
};
template <class Say, class Pieces>
struct said_in;
template <class Say, std::size_t... K>
struct said_in<Say, std::index_sequence<K...>> {
  using type = says<piece<Say, K>()...>;
};
/// A type that compilers print as the sentence.
template <class Say>
using said_by = typename said_in<Say, std::make_index_sequence<ends_of_pieces<Say>.count>>::type;

} // namespace detail

/// A compile error whose text is `Say{}()`, when that is not empty. Say: a captureless callable that returns `text`. The result is deduced,
/// so that the error stands where the call is instantiated, right above the line that asked for it, and not somewhere in a constant
/// evaluation.
template <class Say>
constexpr auto expect_silence() {
  static_assert(detail::said_by<Say>::nothing, "[constax] the sentence stands in the lines above and below");
  return true;
}

namespace detail {
/// What is said of `x[i] = v`, `x[i] += v` where x[i] is a value of its own. (V: so that it is said only where that is written.)
template <class V, fixed_string Sign, fixed_string Update>
struct says_assigned_index {
  constexpr text operator()() const {
    return text("[constax] x[i] ") << Sign.view()
                                   << " v: what x[i] gives is a value of its own, and x would stay as it is; make a new one, y = x.at(i)."
                                   << Update.view();
  }
};
template <class V, fixed_string Sign = "=", fixed_string Update = "set(v)">
constexpr auto refuse_assignment() {
  return expect_silence<says_assigned_index<V, Sign, Update>>();
}
/// Has Say nothing to say? If it has, the compiler says it, and the caller should do nothing more.
template <class Say>
constexpr auto is_silent() {
  static_assert(said_by<Say>::nothing, "[constax] the sentence stands in the lines above and below");
  return said_by<Say>::nothing;
}
} // namespace detail

} // namespace constax::inline CONSTAX_TAG
