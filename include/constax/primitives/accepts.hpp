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
  static constexpr bool accepts(dtype t) { return t != dtype::boolean; }
};
struct signed_numeric {
  static constexpr std::string_view name = "operands must be signed numbers";
  static constexpr bool accepts(dtype t) { return info(t).is_signed; }
};
struct integral {
  static constexpr std::string_view name = "operands must be integers or bool";
  static constexpr bool accepts(dtype t) { return !info(t).floating; }
};
struct boolean {
  static constexpr std::string_view name = "operands must be bool";
  static constexpr bool accepts(dtype t) { return t == dtype::boolean; }
};
struct anything {
  static constexpr std::string_view name = "";
  static constexpr bool accepts(dtype) { return true; }
};

} // namespace constax::inline CONSTAX_TAG
