// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/broadcast_in_dim.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/reduce_sum.hpp>
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// Product over axes, in the order of reduce_sum. reduce_prod[axes] : T[s] -> T[s without axes]
/// The derivative divides by nothing: zeros do no harm.
struct reduce_prod_t : reduction<reduce_prod_t> {
  static constexpr std::string_view name = "reduce_prod";
  static constexpr std::string_view cpp = "guard(math::mul($x, $y))";
  template <class T>
  static constexpr T identity = T(1);
  static constexpr auto combine(auto const& x, auto const& y) { return guard(math::mul(x, y)); }
  static constexpr value jvp(auto x, auto dx, auto, auto const& p);
};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/product_of_others.hpp>

namespace constax::inline CONSTAX_TAG {
// dx times the product of all others: those of its line along the last axis, times the products of the other lines along the axes before
// it.
constexpr value reduce_prod_t::jvp(auto x, auto dx, auto, auto const& p) {
  aval const a = type_of(x);
  axes gone;
  auto y = x, d = dx;
  for (int k = p.axes.size(); k-- > 0;) {
    auto const others = bind<product_of_others_t>({static_cast<i32>(p.axes[k])}, y);
    d = d * (gone.size() ? broadcast_in_dim(others, a.shape, detail::kept_axes(a.rank(), gone)) : others);
    if (k > 0) y = bind<reduce_prod_t>({{p.axes[k]}}, y);
    gone = axes{};
    for (int i = k; i < p.axes.size(); ++i) gone.push(p.axes[i]);
  }
  return reduce_sum(d, p.axes);
}
} // namespace constax::inline CONSTAX_TAG
