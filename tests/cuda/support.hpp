// SPDX-License-Identifier: BSL-1.0
#pragma once
// support: what an exception says, and whether a text has a part.
#include <constax/cuda/error.hpp>

#include <string>

template <class E, class F> std::string thrown(F const& f) {
  try {
    f();
  } catch (E const& e) {
    return e.what();
  }
  return "nothing was thrown";
}
inline bool has(std::string const& text, std::string const& part) {
  INFO(text);
  INFO(part);
  bool const found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}
