// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>
#include <constax/primitives/scattered.hpp>

namespace constax::inline CONSTAX_TAG {

struct gather_t;

/// x with slices added to it at places that integers say (indexed.hpp), one after the other in the order of their indices.
/// scatter_add[along, at, indexed, mode, slice_sizes] : T[s], T[slices], I[t]... -> T[s], T a number. Linear in x and the slices.
struct scatter_add_t : scattered<scatter_add_t, numeric> {
  static constexpr std::string_view name = "scatter_add";
  static constexpr std::string_view cpp = "math::add($x, $y)";
  static constexpr auto combine(auto const& x, auto const& slice) { return add_t::eval(x, slice); }
  template <is_value V>
  static constexpr value jvp(range<V> xs, range<V> dxs, range<V>, params const& p) {
    if (dxs[1].is_zero()) return dxs[0];
    return bind_indexed<scatter_add_t>(p, {materialised(dxs[0]), dxs[1]}, indices_of(xs));
  }
  static constexpr value transpose(auto ct, u32 operand, auto xs, params const& p) {
    return operand == 0 ? ct : bind_indexed<gather_t>(p, {ct}, indices_of(xs));
  }
};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/gather.hpp> // its transpose
