// SPDX-License-Identifier: BSL-1.0
#pragma once
// exits: the terms of sums and products that leave a kernel, and what is done with them: exit_rule<C, E>.
#include <constax/eval/registers.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// acc + x * y on lanes: the one definition of a term.
template <class T, class L>
CONSTAX_INLINE L dot_term(L const& x, L const& y, L const& acc) noexcept {
  if constexpr (std::is_floating_point_v<T>) return constax::fma(x, y, acc);
  else return static_cast<L>(acc + x * y);
}
template <class T>
inline constexpr T dot_identity = std::is_floating_point_v<T> ? static_cast<T>(-0.0) : T(0);

/// What an exit does with its terms: take(acc, x...) one, combine two partial totals.
template <class C, u32 E>
struct exit_rule {
  using P = primitive_at<C, E>;
  static constexpr int axis = static_cast<int>(params_at<C, E>.axes[0]);
  static constexpr bool any_order = requires { requires P::any_order; };
  template <class T>
  static constexpr T identity = P::template identity<T>;
  CONSTAX_INLINE static auto combine(auto const& x, auto const& y) noexcept { return P::combine(x, y); }
  CONSTAX_INLINE static auto take(auto const& acc, auto const& x) noexcept { return P::combine(acc, x); }
};
template <class C, u32 E>
  requires(C::value.eqns[E].kind == kind::contraction)
struct exit_rule<C, E> {
  static constexpr int axis = static_cast<int>(params_at<C, E>.lhs_contracting[0]);
  static constexpr bool any_order = false;
  template <class T>
  static constexpr T identity = dot_identity<T>;
  CONSTAX_INLINE static auto combine(auto const& x, auto const& y) noexcept { return x + y; }
  template <class L>
  CONSTAX_INLINE static L take(L const& acc, L const& x, L const& y) noexcept {
    return dot_term<element_of<C::value.type(C::value.eqns[E].out).type>, L>(x, y, acc);
  }
};
/// Registers that exit E brings along: elements of its operand's unrolled axes.
template <class C>
constexpr u32 exit_width(u32 e) {
  atom const x = C::value.atoms[C::value.eqns[e].in];
  return unrolled_count(C::value.shape_of(x), C::value.loops[x.var()]);
}
/// The number of exit E among those that leave regions.
template <class C>
constexpr u32 exit_number(u32 e) {
  u32 k = 0;
  while (C::value.exits[k].eqn != e) ++k;
  return k;
}

} // namespace constax::inline CONSTAX_TAG::detail
