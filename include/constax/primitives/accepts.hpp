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
  static constexpr bool accepts(dtype t) { return !info(t).key && t != dtype::u16; }
};
/// What halves are stored as, and what they are computed with.
struct words_of_halves {
  static constexpr std::string_view name = "operands must be u16";
  static constexpr bool accepts(dtype t) { return t == dtype::u16; }
};
struct singles {
  static constexpr std::string_view name = "operands must be f32";
  static constexpr bool accepts(dtype t) { return t == dtype::f32; }
};

namespace detail {

/// Calls f with a value of the C++ type of a dtype, if that is one that is accepted; else the answer is R{}. No function is made for
/// others.
template <class Accepts, class R, class F>
constexpr R visit_accepted(dtype t, F&& f) {
#define CONSTAX_CASE(name, T)                                   \
  case dtype::name:                                             \
    if constexpr (Accepts::accepts(dtype::name)) return f(T{}); \
    else return R{};
  switch (stored(t)) {
    CONSTAX_CASE(f32, float)
    CONSTAX_CASE(f64, double)
    CONSTAX_CASE(i8, std::int8_t)
    CONSTAX_CASE(i32, std::int32_t)
    CONSTAX_CASE(i64, std::int64_t)
    CONSTAX_CASE(u8, std::uint8_t)
    CONSTAX_CASE(u32, std::uint32_t)
    CONSTAX_CASE(u64, std::uint64_t)
    CONSTAX_CASE(u16, std::uint16_t)
  default:
    if constexpr (Accepts::accepts(dtype::boolean)) return f(bool{});
    else return R{};
  }
#undef CONSTAX_CASE
}
/// The same for all dtypes.
template <class F>
constexpr auto visit_dtype(dtype t, F&& f) {
  return visit_accepted<constax::anything, decltype(f(bool{}))>(t, static_cast<F&&>(f));
}

/// The same with halves as what users hold of them: their numbers, not their words.
template <class F>
constexpr auto visit_number(dtype t, F&& f) {
  if (t == dtype::bf16) return f(bfloat16{});
  if (t == dtype::f16) return f(float16{});
  return visit_dtype(t, static_cast<F&&>(f));
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
