// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/jaxpr/requirements.hpp>
#include <constax/primitives/movement.hpp>

namespace constax::inline CONSTAX_TAG {

/// x with the padding value before (lo), after (hi) and between (interior) its elements; a negative lo or hi, a number, takes elements
/// away. Of k elements come lo + k + (k - 1) interior + hi, also of none: whether there are any is not known of a symbolic length.
/// pad[padding_config] : T[s], T[] -> T[...]. Linear in both.
struct pad_t : movement<pad_t> {
  static constexpr std::string_view name = "pad";
  struct params {
    shape lo, hi;
    axes interior;
    static constexpr char const* names[] = {"lo", "hi", "interior"};
    constexpr void print(text& out) const {
      out << "[padding_config=(";
      for (int d = 0; d < lo.rank; ++d) out << (d ? ", " : "") << '(' << lo[d] << ", " << hi[d] << ", " << interior[d] << ')';
      out << (lo.rank == 1 ? ",)]" : ")]");
    }
  };
  static constexpr typed type(operand_types xs, params const& p) {
    aval const &x = *xs[0], &filling = *xs[1];
    aval y{x.type, {}};
    if (filling.type != x.type) return fault{fault_code::dtypes_differ, {}, {}, x, filling};
    if (filling.rank() != 0) return fault{fault_code::shapes_differ, {}, "the padding value must be a scalar", x, filling};
    if (p.lo.rank != x.rank() || p.hi.rank != x.rank() || p.interior.size() != x.rank())
      return fault{fault_code::bad_params, {}, "lo, hi and interior are needed per axis", x};
    for (int d = 0; d < x.rank(); ++d) {
      if (p.interior[d] < 0) return fault{fault_code::bad_params, {}, "interior padding cannot be negative", x};
      extent const n = p.lo[d] + x.shape[d] + (x.shape[d] - extent(1)) * p.interior[d] + p.hi[d];
      if (n.overflowed()) return fault{fault_code::no_length, {}, {}, x};
      if (n.is_number() && n.number < 0) return fault{fault_code::bad_params, {}, "negative padding takes away more than there is", x};
      y.shape.push(n);
    }
    return y;
  }
  /// Symbolic padding stands for what a slice has left out: `transpose` takes it for positive.
  static constexpr void needs(operand_types xs, params const& p, vec<requirement>& to) {
    for (int d = 0; d < p.lo.rank; ++d)
      for (extent const& e : {p.lo[d], p.hi[d]})
        if (!e.is_number() && !e.never_negative()) to.push({e, {fault_code::negative, {}, "the padding", *xs[0], {dtype::i64, {e}}, d}});
  }
  static constexpr element_source source(params const& p, lengths const* operands, lengths const& result, i64 const* at) {
    element_source e;
    for (int d = 0; d < result.rank; ++d) {
      i64 const from = at[d] - p.lo[d].number, step = p.interior[d] + 1;
      if (from < 0 || from % step != 0 || from / step >= operands[0][d]) {
        e.operand = -1;
        return e;
      }
      e.at[d] = from / step;
    }
    return e;
  }
  static constexpr relation relate(params const& p, shape const&, shape const&, int axis) {
    return {axis, 1, p.interior[axis] + 1, extent(0) - p.lo[axis]};
  }
  static constexpr vec<moved_box> boxes(params const& p, range<lengths> operands, lengths const& result) {
    lengths const& x = operands[0];
    moved_box b;
    lengths const stride = strides_of(x);
    for (int d = 0; d < result.rank; ++d) {
      i64 const lo = p.lo[d].number, every = p.interior[d] + 1;
      i64 const cut = lo < 0 ? (-lo + every - 1) / every : 0; // elements before the result
      i64 const room = result[d] - lo, last = room > 0 ? (room - 1) / every + 1 : 0, end = last < x[d] ? last : x[d];
      b.first[d] = lo + cut * every, b.every[d] = every, b.length[d] = end > cut ? end - cut : 0;
      b.from += cut * stride[d], b.step[d] = stride[d];
    }
    return {b};
  }
  static constexpr value transpose(auto ct, u32 operand, auto xs, params const& p);
  static constexpr value batch(auto xs, range<bool> mapped, extent n, params const& p);
};

constexpr value pad(is_value auto x, is_value auto filling, pad_t::params const& p) { return bind<pad_t>(p, x, filling); }

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/reduce_sum.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/slice.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

// To x: negative padding gives back zeros, positive is cut off, interior is stepped over. To the padding value: what x did not get.
constexpr value pad_t::transpose(auto ct, u32 operand, auto xs, params const& p) {
  shape const x = type_of(xs[0]).shape;
  bool taken = false;
  params back;
  shape start, limit;
  axes strides;
  // A symbolic lo or hi is not negative: `needs`.
  auto const missing = [](extent const& e) { return extent(e.is_number() && e.number < 0 ? -e.number : i64{0}); };
  for (int d = 0; d < x.rank; ++d) {
    extent const lo = missing(p.lo[d]), hi = missing(p.hi[d]), first = p.lo[d] + lo;
    taken |= !(lo == extent(0)) || !(hi == extent(0));
    back.lo.push(lo), back.hi.push(hi), back.interior.push(0);
    start.push(first), strides.push(p.interior[d] + 1);
    limit.push(first + x[d] + (x[d] - extent(1)) * p.interior[d]);
  }
  auto all = ct;
  if (taken) all = pad(ct, like(ct, 0.0), back);
  auto const dx = slice(all, start, limit, strides);
  if (operand == 0) return dx;
  return reduce_sum(ct, detail::every_axis(x.rank)) - reduce_sum(dx, detail::every_axis(x.rank));
}
constexpr value pad_t::batch(auto xs, range<bool> mapped, extent n, params const& p) {
  params q{{extent(0)}, {extent(0)}, {0}};
  for (int d = 0; d < p.lo.rank; ++d) q.lo.push(p.lo[d]), q.hi.push(p.hi[d]), q.interior.push(p.interior[d]);
  auto const x = mapped[0] ? xs[0] : repeat_rows(xs[0], n);
  if (!mapped[1]) return pad(x, xs[1], q);
  // A padding value per row: the pattern of x and padding, then a choice.
  auto& c = *x.ctx;
  aval const a = type_of(x);
  auto const ones = broadcast_in_dim(c.constant(literal{dtype::boolean, 1}), a.shape, {});
  auto const is_x = pad(ones, c.constant(literal{dtype::boolean, 0}), q), y = pad(x, c.constant(literal{a.type, 0}), q);
  return select_n(is_x, broadcast_in_dim(xs[1], type_of(y).shape, axes{0}), y);
}

} // namespace constax::inline CONSTAX_TAG
