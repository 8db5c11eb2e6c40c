// SPDX-License-Identifier: BSL-1.0
#pragma once
// refusal: the sentence with which a call is refused at run time, and what it has to say.
#include <initializer_list>
#include <stdexcept>
#include <string>

/// What f throws, or "accepted".
template <class F>
std::string refusal(F const& f) {
  try {
    f();
  } catch (std::invalid_argument const& e) {
    return e.what();
  }
  return "accepted";
}
inline bool says(std::string const& sentence, std::initializer_list<char const*> words) {
  for (char const* w : words)
    if (sentence.find(w) == std::string::npos) return false;
  return sentence.starts_with("[constax]");
}
