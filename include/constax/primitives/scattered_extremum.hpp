// SPDX-License-Identifier: BSL-1.0
#pragma once
// scattered_extremum: what scatter_min and scatter_max share, their derivative: those that attain an element's extremum share its tangent
// evenly, x among them.
#include <constax/primitives/convert_element_type.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/gather.hpp>

namespace constax::inline CONSTAX_TAG {

template <class Self>
struct scattered_extremum : scattered<Self, numeric> {
  using base = scattered<Self, numeric>;
  using typename base::params;
  template <is_value V>
  static constexpr value jvp(range<V> xs, range<V> dxs, range<V> ys, params const& p) {
    auto const indices = base::indices_of(xs);
    auto const there = [&](value of) { return bind_indexed<gather_t>(p, {of}, indices); };
    auto const add = [&](value to, value slices) { return bind_indexed<scatter_add_t>(p, {to, slices}, indices); };
    dtype const t = type_of(ys[0]).type;
    auto const by_x = convert_element_type(eq(xs[0], ys[0]), t), by_slices = convert_element_type(eq(xs[1], there(ys[0])), t);
    auto const share = 1.0 / add(by_x, by_slices);
    auto const dx = dxs[0].is_zero() ? materialised(dxs[0]) : dxs[0] * (by_x * share);
    return dxs[1].is_zero() ? dx : add(dx, dxs[1] * (by_slices * there(share)));
  }
};

} // namespace constax::inline CONSTAX_TAG
