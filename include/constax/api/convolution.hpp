// SPDX-License-Identifier: BSL-1.0
#pragma once
// convolution: conv_general_dilated, conv
//
// Where features do not mix, a sum of products of slices of the operand, one for each element of the kernel, which is one loop; else one
// product of matrices: the slices side by side, times the kernel. Derivatives and batches are those of slices and products.
#include <constax/api/windows.hpp>
#include <constax/api/windows/kernels.hpp>
#include <constax/primitives/dot_general.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Operands in a fixed order of axes: x [batch, space..., features], w [space..., in, out] -> [batch, space..., features].
template <is_value V> struct convolution_of {
  convolution const& c;

  static constexpr shape with(shape s, int from, axes const& lengths) { // s up to an axis, then these
    shape r;
    for (int d = 0; d < from; ++d) r.push(s[d]);
    for (i64 n : lengths) r.push(extent(n));
    return r;
  }
  static constexpr i64 length(V x, int d) { return type_of(x).shape[d < 0 ? d + type_of(x).rank() : d].number; }
  /// The elements of x, whose axes of space are these, that meet element t of the kernel, in row-major order.
  constexpr value operand_at(V x, i64 t, axes const& space) const {
    windows const& w = c.where;
    axes at = w.length;
    for (int d = w.count.rank - 1; d >= 0; --d) at.at[d] = t % w.length[d] * w.dilation[d], t /= w.length[d];
    return windows_of<V>::take_along(x, space, at, w.stride, w.count);
  }
  constexpr value padded(V x, axes const& space) const {
    if (!c.where.padded()) return x;
    pad_t::params p;
    for (int d = 0; d < type_of(x).rank(); ++d) p.lo.push(extent(0)), p.hi.push(extent(0)), p.interior.push(0);
    for (int d = 0; d < space.size(); ++d) {
      int const at = static_cast<int>(space[d]);
      p.lo[at] = extent(c.where.lo[d]), p.hi[at] = extent(c.where.hi[d]), p.interior.at[at] = c.where.base[d] - 1;
    }
    return pad(x, like(x, 0.0), p);
  }
  constexpr i64 taps() const {
    i64 n = 1;
    for (i64 k : c.where.length) n *= k;
    return n;
  }
  static constexpr axes without_first(axes const& a, int n) {
    axes r;
    for (int d = n; d < a.size(); ++d) r.push(a[d]);
    return r;
  }
  /// Of one input feature in each group: a sum of products, element by element. x keeps its order of axes, but where a feature becomes
  /// several, which then stand behind it; a single feature has no axis where it would be the loop's innermost.
  constexpr value sum_of_products(V x, V w) const {
    i64 const n = taps(), out = length(w, -1), each = out / c.groups;
    int const rank = type_of(x).rank();
    axes at = c.at.x;
    bool const one = c.groups == 1 && (each > 1 || at[1] == rank - 1);
    if (each > 1) { // features last
      axes order = channels_last();
      x = constax::transpose(x, order);
      at = axes{0, rank - 1};
      for (int d = 1; d + 1 < rank; ++d) at.push(d);
    }
    if (one) {
      int const gone = static_cast<int>(at[1]);
      x = squeeze(x, axes{gone});
      for (int d = 0; d < at.size(); ++d)
        if (at[d] > gone) --at.at[d];
    }
    axes const space = without_first(at, 2);
    x = padded(x, space);
    axes kept, features;
    shape lengths{extent(n)};
    shape to = type_of(operand_at(x, 0, space)).shape;
    for (int d = 0; d < to.rank; ++d) kept.push(d);
    if (!one) features.push(at[1]), lengths.push(extent(c.groups));
    if (each > 1) features.push(to.rank), to.push(extent(each)), lengths.push(extent(each));
    value const rows = reshape(w, lengths);
    value y{};
    for (i64 t = 0; t < n; ++t) {
      value const row = squeeze(windows_of<V>::take(rows, 0, t, 1, extent(1)), axes{0}), operand = operand_at(x, t, space);
      value const term = (each > 1 ? broadcast_in_dim(operand, to, kept) : operand) * broadcast_in_dim(row, to, features);
      y = t ? y + term : term;
    }
    if (each == 1 && !one) return constax::transpose(y, back_from(at)); // x's order
    if (each > 1) return features_placed(reshape(y, of_result(out)));
    axes order = axes{at[0]};
    for (i64 d : space) order.push(d);
    return features_placed(reshape(constax::transpose(y, order), of_result(1)));
  }
  /// x's axes, as features_placed takes them.
  constexpr axes channels_last() const {
    axes a{c.at.x[0]};
    for (int d = 2; d < c.at.x.size(); ++d) a.push(c.at.x[d]);
    a.push(c.at.x[1]);
    return a;
  }
  /// [batch, windows..., features] of the result.
  constexpr shape of_result(i64 features) const {
    shape s{length_at(c.result, c.at.y, 0)};
    for (int d = 0; d < c.where.count.rank; ++d) s.push(c.where.count[d]);
    s.push(extent(features));
    return s;
  }
  /// Which axis of a value, whose batch, features and space are at these places, each axis of the result is.
  constexpr axes back_from(axes const& at) const {
    axes order;
    for (int d = 0; d < at.size(); ++d) order.push(0);
    for (int d = 0; d < at.size(); ++d) order.at[c.at.y[d]] = at[d];
    return order;
  }
  /// [batch, windows..., features] in the order of the result.
  constexpr value features_placed(V y) const {
    axes at{0, c.where.count.rank + 1};
    for (int d = 0; d < c.where.count.rank; ++d) at.push(d + 1);
    return constax::transpose(y, back_from(at));
  }
  /// [batch, space..., features] -> [batch, windows..., elements of a window * features], of features in groups for each group.
  constexpr value patches(V x) const {
    int const rank = type_of(x).rank();
    vec<value> all;
    axes space;
    for (int d = 0; d < c.where.count.rank; ++d) space.push(d + 1);
    for (i64 t = 0; t < taps(); ++t) all.push(operand_at(x, t, space));
    return concatenate<V>(all, rank - 1);
  }
  /// The same of many elements, in as many equations as one has: along an axis of n rows that are each longer by a step, read in rows of n.
  constexpr value many_patches(V x) const {
    windows const& w = c.where;
    int const space = w.count.rank, rank = type_of(x).rank();
    axes order{0}, taken;
    for (int d = 0; d < space; ++d) {
      int const at = 1 + 2 * d;
      i64 const k = w.length[d], step = w.dilation[d];
      shape const s = type_of(x).shape;
      shape spread, flat, rows;
      axes kept;
      pad_t::params behind;
      for (int i = 0; i < s.rank; ++i) {
        if (i == at) spread.push(extent(k)), rows.push(extent(k));
        kept.push(spread.rank), spread.push(s[i]);
        flat.push(i == at ? s[i] * k : s[i]), rows.push(i == at ? s[i] + extent(step) : s[i]);
        behind.lo.push(extent(0)), behind.hi.push(extent(i == at ? k * step : 0)), behind.interior.push(0);
      }
      value const all = reshape(broadcast_in_dim(x, spread, kept), flat);
      x = windows_of<V>::take(reshape(pad(all, like(all, 0.0), behind), rows), at + 1, 0, w.stride[d], w.count[d]);
      order.push(at + 1), taken.push(at);
    }
    for (int d = 1 + 2 * space; d + 1 < type_of(x).rank(); ++d) order.push(d); // groups
    for (i64 d : taken) order.push(d);
    order.push(type_of(x).rank() - 1);
    value const y = constax::transpose(x, order);
    shape to;
    for (int d = 0; d + 1 < rank; ++d) to.push(type_of(y).shape[d]);
    to.push(extent(taps()) * length(y, -1));
    return reshape(y, to);
  }
  constexpr value product(V x, V w) const {
    int const space = c.where.count.rank;
    i64 const n = taps(), in = length(w, -2), out = length(w, -1), parts = c.groups * c.batches, each = out / parts;
    bool const many = n > 32 && 3 + 2 * space <= max_rank;
    if (parts == 1) {
      value const p = many ? many_patches(x) : patches(x);
      return bind<dot_general_t>({{space + 1}, {0}, {}, {}}, p, reshape(w, shape{extent(n * in), extent(out)}));
    }
    value const kernel = reshape(w, shape{extent(n * in), extent(parts), extent(each)});
    axes places; // of dot_general's result [part, batch, windows..., each]: the part before its last axis
    for (int d = 0; d < space + 1; ++d) places.push(d + 1);
    places.push(0), places.push(space + 2);
    value p = x;
    int part = 0;
    if (c.batches > 1) { // a part of the batch after the other
      shape const s = type_of(x).shape;
      p = many ? many_patches(x) : patches(x);
      shape parts_of;
      parts_of.push(extent(c.batches)), parts_of.push(extent(s[0].number / c.batches));
      for (int d = 1; d < type_of(p).rank(); ++d) parts_of.push(type_of(p).shape[d]);
      p = reshape(p, parts_of);
    } else { // [batch, space..., group, features of a group]
      p = reshape(x, with(type_of(x).shape, space + 1, axes{c.groups, in}));
      p = many ? many_patches(p) : patches(p);
      part = space + 1;
    }
    value const y = constax::transpose(bind<dot_general_t>({{space + 2}, {0}, {part}, {1}}, p, kernel), places);
    return reshape(y, with(type_of(y).shape, space + 1, axes{out}));
  }
  constexpr value operator()(V x, V w) const {
    int const space = c.where.count.rank;
    if (c.where.empty()) return broadcast_in_dim(like(x, 0.0), c.result.shape, {});
    axes kernel_last;
    for (int d = 0; d < space; ++d) kernel_last.push(c.at.w[d + 2]);
    kernel_last.push(c.at.w[1]), kernel_last.push(c.at.w[0]);
    value const k = constax::transpose(w, kernel_last);
    if (length(k, -2) == 1 && c.batches == 1 && taps() <= 32 && space + 3 <= max_rank) return sum_of_products(x, k);
    axes middle;
    for (int d = 0; d < space; ++d) middle.push(d + 1);
    return features_placed(product(padded(constax::transpose(x, channels_last()), middle), k));
  }
};

template <class Name, aval X, aval W, convolution_options O> struct says_convolution {
  constexpr text operator()() const { return convolution_refused(Name::name, place_convolution(X, W, O), X, W); }
};
struct convolution_name {
  static constexpr std::string_view name = "conv_general_dilated";
};
dynamic_tracer convolution_dynamic(dynamic_tracer const& x, dynamic_tracer const& w, convolution_options const& o); // runtime/windows.hpp
constexpr value convolved_values(context& c, is_value auto x, is_value auto w, convolution const& p) {
  return convolution_of<decltype(x)>{p}(entered_in(c, x), entered_in(c, w));
}

} // namespace detail

/// Convolutions as jax.lax has them (correlations, the kernel is not turned): conv_general_dilated(x, w, strides<2, 2>, mode::same,
/// dimension_numbers<"NHWC", "HWIO", "NHWC">, lhs_dilation<1, 2>, rhs_dilation<2, 1>, feature_group_count<4>), and so pad_width<1, 0>, ...
/// for each axis of space, mode::same_lower, batch_group_count<2>.
/// [batch, in, n...], [out, in / groups, k...] -> [batch, out, (n - k) / stride + 1...] without padding, in the order of dimension_numbers.
template <traced_value X, traced_value W, class... O>
requires(detail::says_of_convolution<O>&&...) constexpr auto conv_general_dilated(X const& x, W const& w, O...) {
  constexpr detail::convolution_options o = detail::convolution_options_of<O...>();
  if constexpr (is_dynamic<X> || is_dynamic<W>) return detail::convolution_dynamic(x, w, o);
  else {
    constexpr detail::convolution p = detail::place_convolution(X::aval, W::aval, o);
    if constexpr (p.fault != detail::convolution_fault::none) {
      expect_silence<detail::says_convolution<detail::convolution_name, X::aval, W::aval, o>>();
      return after_error<X>();
    } else {
      value const both[] = {x.value, w.value};
      context_ref const c = some_context({both, 2});
      return tracer_t<p.result>(detail::convolved_values(*c, x.value, w.value, p));
    }
  }
}
/// conv_general_dilated by its short name.
template <traced_value X, traced_value W, class... O>
requires(detail::says_of_convolution<O>&&...) constexpr auto conv(X const& x, W const& w, O... options) {
  return conv_general_dilated(x, w, options...);
}

} // namespace constax::inline CONSTAX_TAG
