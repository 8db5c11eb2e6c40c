// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/eq.hpp>
#include <constax/primitives/gather.hpp>
#include <constax/primitives/iota.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/size.hpp>

namespace constax::inline CONSTAX_TAG {

/// x with slices in place of its elements at places that integers say (indexed.hpp); where several meet, the last one stays.
/// scatter[along, at, indexed, mode, slice_sizes] : T[s], T[slices], I[t]... -> T[s]. Linear in x and the slices.
struct scatter_t : scattered<scatter_t, anything> {
  static constexpr std::string_view name = "scatter";
  static constexpr std::string_view cpp = "$y";
  static constexpr auto combine(auto const&, auto const& slice) { return slice; }
  template <is_value V>
  static constexpr value jvp(range<V> xs, range<V> dxs, range<V>, params const& p) {
    return bind_indexed<scatter_t>(p, {materialised(dxs[0]), materialised(dxs[1])}, indices_of(xs));
  }
  static constexpr value transpose(auto ct, u32 operand, auto xs, params const& p) {
    shape const s = type_of(xs[operand ? 0 : 1]).shape;
    if (operand == 0) return bind_indexed<scatter_t>(p, {ct, broadcast_in_dim(like(ct, 0.0), s, {})}, indices_of(xs));
    auto const stays = last(ct, type_of(xs[1]).shape, s, indices_of(xs), p);
    auto const there = bind_indexed<gather_t>(p, {ct}, indices_of(xs));
    return select_n(stays, like(ct, 0.0), there);
  }

private:
  /// Of each element of the slices: is it the last one that goes to its place? The numbers of slices, scattered, say it.
  // Shapes are copies: what is recorded may move the types of a program.
  template <is_value V>
  static constexpr value last(V ct, shape slices, shape x, range<V> indices, params const& p) {
    auto number = ct.ctx->constant(literal::of(dtype::i64, i64{0}));
    auto elements = repeat(number, slices);
    for (i64 d : p.at) {
      auto const n = size_of_axis(*ct.ctx, slices[static_cast<int>(d)]);
      elements = elements * n + iota(*ct.ctx, dtype::i64, slices, static_cast<i32>(d));
    }
    auto const to = bind_indexed<scatter_t>(p, {repeat(number, x), elements}, indices);
    return eq(bind_indexed<gather_t>(p, {to}, indices), elements);
  }
  static constexpr value repeat(is_value auto number, shape const& s) { return broadcast_in_dim(number, s, {}); }
};

} // namespace constax::inline CONSTAX_TAG
