// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise choice: `which[i] ? t[i] : f[i]`, both read. select_n : bool[s], T[s], T[s] -> T[s]; which may be one bool for all.
/// Linear in f and t. A nan in the case not taken does not reach the result, but its derivative's 0 * inf does.
struct select_n_t : elementwise<select_n_t, anything> {
  static constexpr std::string_view name = "select_n";
  static constexpr bool exact = true, predicated = true;
  static constexpr typed type(operand_types xs) {
    if (xs.size() != 3) return fault{fault_code::wrong_count, {}, "a predicate and two cases are needed", {}, {}, xs.size()};
    if (xs[0]->type != dtype::boolean) return fault{fault_code::dtype_not_accepted, {}, "the predicate must be bool", *xs[0]};
    typed t = common_type<anything>({xs.first + 1, 2});
    if (t.fault || xs[0]->rank() == 0) return t;
    aval& y = t.results[0];
    if (y.rank() == 0) y.shape = xs[0]->shape;
    if (!(y.shape == xs[0]->shape)) return fault{fault_code::shapes_differ, {}, {}, *xs[0], y};
    return t;
  }
  static constexpr auto eval(auto const& which, auto const& f, auto const& t) { return select(which, t, f); }
  static constexpr value jvp(auto which, auto, auto, auto, auto df, auto dt, auto);
  static constexpr value transpose(auto ct, u32 operand, auto xs);
  /// select_n(which, f, t). Numbers take the dtype of the case beside them, shapes broadcast.
  constexpr value operator()(value which, auto const& f, auto const& t) const {
    value const beside = first_value(f, t);
    return bind<select_n_t>({}, which, as_value(f, beside), as_value(t, beside));
  }
  template <class W, class F, class T>
  constexpr auto operator()(W const& which, F const& f, T const& t) const {
    return detail::select_traced<select_n_t>(which, f, t);
  }
};
inline constexpr select_n_t select_n{};

constexpr value select_n_t::jvp(auto which, auto, auto, auto, auto df, auto dt, auto) {
  if (df.is_zero() && dt.is_zero()) return df;
  auto const dense = [](auto d) { return d.is_zero() ? like(d, 0.0) : d; }; // a literal stands beside any shape
  return select_n(which, dense(df), dense(dt));
}
constexpr value select_n_t::transpose(auto ct, u32 operand, auto xs) {
  if (operand == 1) return select_n(xs[0], ct, like(ct, 0.0));
  return select_n(xs[0], like(ct, 0.0), ct);
}

} // namespace constax::inline CONSTAX_TAG
