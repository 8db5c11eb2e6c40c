// SPDX-License-Identifier: BSL-1.0
#pragma once
// spelling: elements, literals and lengths as C++ text.
//
//   spell : primitive's pattern, texts of its operands -> text of its result        "fma($x, $y, $z)" -> "fma(t3, t4, 0x1p+0)"
#include <constax/primitives/primitives.hpp>

#include <cmath>
#include <cstdio>
#include <string>

namespace constax::inline CONSTAX_TAG::codegen {

/// The C++ type of an element; integers by their short names in base/integers.hpp.
inline std::string type_text(dtype t) {
  switch (stored(t)) {
    case dtype::f32: return "float";
    case dtype::f64: return "double";
    case dtype::boolean: return "bool";
    default: return std::string(info(stored(t)).name); // i8, i32, ...
  }
}

/// A literal of its own type, every bit of it. A nan is the quiet one.
inline std::string literal_text(literal const& l) {
  std::string const type = type_text(l.type);
  if (l.type == dtype::boolean) return l.integer() ? "true" : "false";
  if (!info(l.type).floating) {
    if (l.type == dtype::u64) return "u64(" + std::to_string(static_cast<u64>(l.integer())) + "u)";
    if (l.type == dtype::i64 && l.integer() == std::numeric_limits<i64>::min()) return "(-i64(9223372036854775807) - 1)";
    return type + "(" + std::to_string(l.integer()) + ")";
  }
  double const x = l.number();
  if (x != x) return "std::numeric_limits<" + type + ">::quiet_NaN()";
  if (std::isinf(x)) return std::string(x < 0 ? "-" : "") + "std::numeric_limits<" + type + ">::infinity()";
  char digits[40];
  bool const decimal = x == std::trunc(x) && std::fabs(x) < 1e6;
  std::snprintf(digits, sizeof digits, decimal ? "%.1f" : "%a", x);
  std::string const text = std::string(digits) + (l.type == dtype::f32 ? "f" : "");
  return digits[0] == '-' ? "(" + text + ")" : text;
}

/// What stands for what in a pattern.
struct spelled {
  std::string_view x[3] = {};
  dtype operand = dtype::f64, result = dtype::f64; // $T, $R
  range<i64> params = {};
};
inline std::string spell(std::string_view pattern, spelled const& with) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '$') {
      out += pattern[i];
      continue;
    }
    switch (char const c = pattern[++i]) {
      case 'x':
      case 'y':
      case 'z': out += with.x[c - 'x']; break;
      case 'T': out += type_text(with.operand); break;
      case 'R': out += type_text(with.result); break;
      default: out += std::to_string(with.params[static_cast<u32>(c - '0')]);
    }
  }
  return out;
}
/// An elementwise primitive's element: as its pattern says, else a function of its name in constax::math.
inline std::string spell(primitive const& p, u32 operands, spelled const& with) {
  if (!p.cpp.empty()) return spell(p.cpp, with);
  std::string text = "math::" + std::string(p.name) + "(";
  for (u32 i = 0; i < operands; ++i) text += (i ? ", " : "") + std::string(with.x[i]);
  return text + ")";
}

// ---- numbers of elements, as text: what is known is computed ----------------------------------------------------------------------

inline bool is_number(std::string_view t) {
  if (!t.empty() && t[0] == '-') t.remove_prefix(1);
  return !t.empty() && t.find_first_not_of("0123456789") == t.npos;
}
inline std::string in_parentheses(std::string const& t) { return t.find_first_of("+-*/% ") == t.npos ? t : "(" + t + ")"; }
inline std::string times(std::string const& a, std::string const& b) {
  if (a == "0" || b == "0") return "0";
  if (a == "1") return b;
  if (b == "1") return a;
  if (is_number(a) && is_number(b)) return std::to_string(std::stoll(a) * std::stoll(b));
  return in_parentheses(a) + " * " + in_parentheses(b);
}
inline std::string plus(std::string const& a, std::string const& b) {
  if (a == "0") return b;
  if (b == "0") return a;
  if (is_number(a) && is_number(b)) return std::to_string(std::stoll(a) + std::stoll(b));
  if (is_number(b) && b[0] == '-') return a + " - " + b.substr(1);
  return a + " + " + in_parentheses(b);
}

} // namespace constax::inline CONSTAX_TAG::codegen
