// SPDX-License-Identifier: BSL-1.0
#pragma once
// located: an operand and the line in which it stands. The operators of dynamic tracers take their operands so, and messages can say where
// a value was made (runtime/provenance.hpp).
#include <constax/jaxpr/error.hpp>
#include <constax/primitives/operators.hpp>
#include <constax/runtime/provenance.hpp>

namespace constax::inline CONSTAX_TAG::detail {

[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_empty() {
  raise_error<type_error>("[constax] an empty dynamic_tracer, which stands for no value, is used; assign a traced value to it first");
}
/// A traced value, or a C++ number, which has no dtype yet.
struct dynamic_operand {
  constax::value value{};
  bool is_number = false, is_floating = false, beyond = false; // beyond: 2^63 or more, whose bits `whole` has
  double real = 0;
  i64 whole = 0;
};
template <class X> dynamic_operand operand_of(X const& x) {
  dynamic_operand o;
  if constexpr (number<X>) {
    auto const n = plain(x);
    o.is_number = true;
    o.is_floating = std::is_floating_point_v<decltype(n + 0)>;
    if constexpr (std::is_floating_point_v<decltype(n + 0)>) o.real = static_cast<double>(n);
    else o.whole = static_cast<i64>(n), o.beyond = !holds<i64>(n);
  } else {
    static_assert(traced_value<X>,
                  "[constax] an array, a view or an ndarray meets a traced value: pass it to the traced function as an argument");
    if (x.value.is_absent()) raise_empty();
    o.value = x.value;
  }
  return o;
}
// runtime/elementwise.hpp
template <class P, class X> X call_located(auto const&... x);
template <class P, class X> X& assign_located(X& x, auto const& y);

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {

/// An operand of an operator: x + 2.0 converts both.
struct located {
  constax::detail::dynamic_operand operand;
  constax::source_line at;
  template <class X>
  requires(constax::dynamic_tracing<X> || constax::number<X>)
  located(X const& x, char const* file = __builtin_FILE(), unsigned line = __builtin_LINE())
      : operand(constax::detail::operand_of(x)), at{file, line} {}
};

/// The operators of dynamic tracers, and of numbers beside them. As friends they are found where an operand is such a tracer, and of a
/// template they are made where they are used.
template <class X> struct line_operators {
  friend X operator+(located const& x, located const& y) { return constax::detail::call_located<constax::add_t, X>(x, y); }
  friend X operator-(located const& x, located const& y) { return constax::detail::call_located<constax::sub_t, X>(x, y); }
  friend X operator*(located const& x, located const& y) { return constax::detail::call_located<constax::mul_t, X>(x, y); }
  friend X operator/(located const& x, located const& y) { return constax::detail::call_located<constax::div_t, X>(x, y); }
  friend X operator%(located const& x, located const& y) { return constax::detail::call_located<constax::rem_t, X>(x, y); }
  friend X operator<(located const& x, located const& y) { return constax::detail::call_located<constax::lt_t, X>(x, y); }
  friend X operator<=(located const& x, located const& y) { return constax::detail::call_located<constax::le_t, X>(x, y); }
  friend X operator>(located const& x, located const& y) { return constax::detail::call_located<constax::gt_t, X>(x, y); }
  friend X operator>=(located const& x, located const& y) { return constax::detail::call_located<constax::ge_t, X>(x, y); }
  friend X operator==(located const& x, located const& y) { return constax::detail::call_located<constax::eq_t, X>(x, y); }
  friend X operator!=(located const& x, located const& y) { return constax::detail::call_located<constax::ne_t, X>(x, y); }
  friend X operator&(located const& x, located const& y) { return constax::detail::call_located<constax::and_t, X>(x, y); }
  friend X operator|(located const& x, located const& y) { return constax::detail::call_located<constax::or_t, X>(x, y); }
  friend X operator^(located const& x, located const& y) { return constax::detail::call_located<constax::xor_t, X>(x, y); }
  friend X operator-(located const& x) { return constax::detail::call_located<constax::neg_t, X>(x); }
  friend X operator~(located const& x) { return constax::detail::call_located<constax::not_t, X>(x); }
  friend X& operator+=(X& x, located const& y) { return constax::detail::assign_located<constax::add_t>(x, y); }
  friend X& operator-=(X& x, located const& y) { return constax::detail::assign_located<constax::sub_t>(x, y); }
  friend X& operator*=(X& x, located const& y) { return constax::detail::assign_located<constax::mul_t>(x, y); }
  friend X& operator/=(X& x, located const& y) { return constax::detail::assign_located<constax::div_t>(x, y); }
  friend X& operator%=(X& x, located const& y) { return constax::detail::assign_located<constax::rem_t>(x, y); }
};

} // namespace constax::inline v0
