// SPDX-License-Identifier: BSL-1.0
#pragma once
// raise_text : a sentence about source text -> std::runtime_error; without exceptions the handler of base/report.hpp
#include <constax/base/report.hpp>

#include <stdexcept>
#include <string>

namespace constax::inline CONSTAX_TAG::codegen {

[[noreturn]] inline void raise_text(std::string const& sentence) {
#if CONSTAX_HAS_EXCEPTIONS
  throw std::runtime_error(sentence);
#else
  raise(sentence.c_str());
#endif
}

} // namespace constax::inline CONSTAX_TAG::codegen
