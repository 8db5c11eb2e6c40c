// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>
#include <constax/primitives/no_derivative.hpp>
#include <constax/primitives/scattered.hpp>

namespace constax::inline CONSTAX_TAG {

/// x with its elements multiplied by slices at places that integers say (indexed.hpp), one after the other in the order of their indices.
/// scatter_mul[along, at, indexed, mode, slice_sizes] : T[s], T[slices], I[t]... -> T[s], T a number. Linear in x; no derivative in the
/// slices is known.
struct scatter_mul_t : scattered<scatter_mul_t, numeric> {
  static constexpr std::string_view name = "scatter_mul";
  static constexpr std::string_view cpp = "guard(math::mul($x, $y))";
  static constexpr auto combine(auto const& x, auto const& slice) { return mul_t::eval(x, slice); }
  template <is_value V>
  static constexpr value jvp(range<V> xs, range<V> dxs, range<V>, params const& p) {
    if (!dxs[1].is_zero()) return no_derivative(name, 1, dxs[1]);
    return bind_indexed<scatter_mul_t>(p, {dxs[0], xs[1]}, indices_of(xs));
  }
  static constexpr value transpose(auto ct, u32, auto xs, params const& p) {
    return bind_indexed<scatter_mul_t>(p, {ct, xs[1]}, indices_of(xs));
  }
};

} // namespace constax::inline CONSTAX_TAG
