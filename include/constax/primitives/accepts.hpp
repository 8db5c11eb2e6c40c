// SPDX-License-Identifier: BSL-1.0
#pragma once
// accepts: which dtypes the operands of a primitive may have, said as a type.
#include <constax/aval/dtype.hpp>

namespace constax::inline CONSTAX_TAG {

struct floating {
  static constexpr std::string_view name = "operands must be floating-point";
  static constexpr bool accepts(dtype t) { return info(t).floating; }
};
struct numeric {
  static constexpr std::string_view name = "operands must be numbers";
  static constexpr bool accepts(dtype t) { return info(t).floating || info(t).integer; }
};
struct signed_numeric {
  static constexpr std::string_view name = "operands must be signed numbers";
  static constexpr bool accepts(dtype t) { return info(t).is_signed; }
};
struct integral {
  static constexpr std::string_view name = "operands must be integers or bool";
  static constexpr bool accepts(dtype t) { return info(t).integer || t == dtype::boolean; }
};
struct integers {
  static constexpr std::string_view name = "operands must be integers";
  static constexpr bool accepts(dtype t) { return info(t).integer; }
};
/// Words of 64 bits.
struct words {
  static constexpr std::string_view name = "operands must be u64";
  static constexpr bool accepts(dtype t) { return t == dtype::u64; }
};
struct boolean {
  static constexpr std::string_view name = "operands must be bool";
  static constexpr bool accepts(dtype t) { return t == dtype::boolean; }
};
struct anything {
  static constexpr std::string_view name = "";
  static constexpr bool accepts(dtype) { return true; }
};
/// What converts to each other.
struct numbers_and_bool {
  static constexpr std::string_view name = "a key is no number";
  static constexpr bool accepts(dtype t) { return !info(t).key; }
};

} // namespace constax::inline CONSTAX_TAG
