// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/cumulative.hpp>

namespace constax::inline CONSTAX_TAG {

/// `y[i] = a[i] * y[i-1] + b[i]` along an axis, `y[0] = b[0]` (a[0] is not read); reverse: from its end, `y[i] = a[i] * y[i+1] + b[i]`.
/// linear_recurrence[axis, reverse, exclusive, shifted] : T[s], T[s] -> T[s], T floating. Linear in b.
/// exclusive: the result of the element before, 0 at the first. shifted: `y[i] = a[i-1] * y[i-1] + b[i]`, which the transpose needs.
struct linear_recurrence_t : cumulative<linear_recurrence_t, floating, 2> {
  static constexpr std::string_view name = "linear_recurrence";
  static constexpr std::string_view cpp = "fma($y, $x, $z)";
  static constexpr i64 flops = 2;
  struct params {
    i32 axis = 0;
    bool reverse = false, exclusive = false, shifted = false;
    static constexpr char const* names[] = {"axis", "reverse", "exclusive", "shifted"};
    constexpr void print(text& out) const {
      detail::printer_of_params put{out};
      out << "[axis=", put(axis);
      if (exclusive) out << " exclusive=True";
      out << " reverse=", put(reverse);
      out << (shifted ? " shifted=True]" : "]");
    }
  };
  static constexpr typed type(operand_types xs, params const& p) {
    if (p.exclusive && p.shifted) return fault{fault_code::bad_params, {}, "either exclusive or shifted", *xs[0]};
    return cumulative::type(xs, p);
  }
  template <class T>
  static constexpr T identity = T(0);
  static constexpr auto first(auto const&, auto const& b) { return b; }
  static constexpr auto step(auto const& y, auto const& a, auto const& b) { return constax::fma(a, y, b); }
  // What da adds at i is da[i] times the result before it, and goes on like b[i]; shifted, da[i] stands with y[i] and adds to the next.
  static constexpr value jvp(auto a, auto b, auto da, auto db, auto y, auto const& p) {
    if (da.is_zero()) return bind<linear_recurrence_t>(p, a, db);
    params const before{p.axis, p.reverse, true, false};
    if (p.shifted) {
      auto const dy = bind<linear_recurrence_t>(before, a, da * y);
      return db.is_zero() ? dy : bind<linear_recurrence_t>(p, a, db) + dy;
    }
    return bind<linear_recurrence_t>(p, a, da * (p.exclusive ? y : bind<linear_recurrence_t>(before, a, b)) + db);
  }
  // b[i] reaches y[i], and through a[i+1] all that y[i+1] reaches.
  static constexpr value transpose(auto ct, u32, auto xs, auto const& p) {
    return bind<linear_recurrence_t>({p.axis, !p.reverse, p.exclusive, !p.exclusive && !p.shifted}, xs[0], ct);
  }
};

} // namespace constax::inline CONSTAX_TAG
