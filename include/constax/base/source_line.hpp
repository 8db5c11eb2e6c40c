// SPDX-License-Identifier: BSL-1.0
#pragma once
// source_line: a line of a file. A function that wants the line of its call ends with the parameters
//
//   char const* file = __builtin_FILE(), u32 line = __builtin_LINE()
#include <constax/base/integers.hpp>

namespace constax::inline CONSTAX_TAG {

struct source_line {
  char const* file = nullptr;
  u32 line = 0;
};

} // namespace constax::inline CONSTAX_TAG
