// SPDX-License-Identifier: BSL-1.0
#pragma once
// report: how a fault leaves the library. A sentence that is known to the compiler becomes a compile error that prints it; one that
// is known at run time becomes std::invalid_argument, or, without exceptions, a call of the installed handler.
#include <constax/base/text.hpp>

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

template <class Say>
constexpr std::size_t length_of() {
  text const t = Say{}();
  return t.size();
}

// g++ prints a string argument whole; clang cuts it after about 30 characters, so the sentence is handed over in pieces of whole words.
inline constexpr std::size_t piece_length = CONSTAX_PRINTED_STRING_LENGTH;

template <class Say>
constexpr std::size_t piece_end(std::size_t from) {
  text const t = Say{}();
  if (t.size() <= from + piece_length) return t.size();
  std::size_t end = from + piece_length;
  while (end > from + 1 && t.view()[end] != ' ') --end;
  return end == from + 1 ? from + piece_length : end;
}
template <class Say, std::size_t From, std::size_t To>
constexpr fixed_string<To - From + 1> piece() {
  text const t = Say{}();
  fixed_string<To - From + 1> s;
  for (std::size_t i = From; i < To; ++i) s.chars[i - From] = t.view()[i];
  s.chars[To - From] = '\0'; // written, not left to the initialiser: clang prints an array as text only if its last element was set
  return s;
}

template <fixed_string... Sentence>
struct says {
  static constexpr bool nothing = false;
};
template <fixed_string... Sentence>
constexpr bool refuse_with() {
  static_assert(says<Sentence...>::nothing, "[constax] the sentence stands in the lines above and below");
  return true;
}
template <class Say, std::size_t From, fixed_string... Pieces>
constexpr bool refuse() {
  if constexpr (From == length_of<Say>()) return refuse_with<Pieces...>();
  else return refuse<Say, piece_end<Say>(From), Pieces..., piece<Say, From, piece_end<Say>(From)>()>();
}

} // namespace detail

/// A compile error whose text is `Say{}()`, when that is not empty. Say: a captureless callable that returns `text`.
template <class Say>
constexpr bool expect_silence() {
  if constexpr (detail::length_of<Say>() != 0) return detail::refuse<Say, 0>();
  else return true;
}

namespace detail {
/// Has Say nothing to say? If it has, the compiler says it, and the caller should do nothing more.
template <class Say>
constexpr bool is_silent() {
  expect_silence<Say>();
  return length_of<Say>() == 0;
}
} // namespace detail

} // namespace constax::inline CONSTAX_TAG
