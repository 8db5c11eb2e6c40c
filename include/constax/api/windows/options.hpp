// SPDX-License-Identifier: BSL-1.0
#pragma once
// options: what is said of windows, in any order, -> where they lie: window<3, 3>, strides<2, 2>, mode::same, pad_width<1, 0>,
// window_dilation<2, 2>, ...
#include <constax/api/numpy/calculus.hpp>
#include <constax/api/numpy/pad.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
enum class window_part : u8 { lengths, strides, base, dilation, feature_groups, batch_groups };
template <window_part P, i64... N> struct window_option {
  static constexpr window_part part = P;
  static constexpr axes numbers{N...};
};
} // namespace detail

/// How many elements a window has along each axis: window<3, 3>.
template <i64... N> inline constexpr detail::window_option<detail::window_part::lengths, N...> window{};
/// How far one window begins behind the other along each axis: strides<2, 2>.
template <i64... N> inline constexpr detail::window_option<detail::window_part::strides, N...> strides{};
/// Of a window's elements one is the next but N - 1: window_dilation<2, 2>; of a convolution's kernel, rhs_dilation<2, 2>.
template <i64... N> inline constexpr detail::window_option<detail::window_part::dilation, N...> window_dilation{};
template <i64... N> inline constexpr detail::window_option<detail::window_part::dilation, N...> rhs_dilation{};
/// N - 1 neutral elements between any two of the operand: base_dilation<2, 2>; of a convolution's operand, lhs_dilation<2, 2>.
template <i64... N> inline constexpr detail::window_option<detail::window_part::base, N...> base_dilation{};
template <i64... N> inline constexpr detail::window_option<detail::window_part::base, N...> lhs_dilation{};
/// Features in so many groups, each convolved with its own part of the kernel.
template <i64 N> inline constexpr detail::window_option<detail::window_part::feature_groups, N> feature_group_count{};
/// The batch in so many groups, each convolved with its own part of the kernel.
template <i64 N> inline constexpr detail::window_option<detail::window_part::batch_groups, N> batch_group_count{};

namespace mode {
struct same_lower_t {};
struct count_inside_t {};
/// As `same`, an odd element of padding before the others.
inline constexpr same_lower_t same_lower{};
/// avg_pool divides by the number of elements that are not padding.
inline constexpr count_inside_t count_inside{};
} // namespace mode

namespace detail {

enum class window_fault : u8 { none, count, zero, mode, symbol, padding, rank, groups };
enum class window_ends : u8 { valid, same, same_lower, given };

/// What has been said. Lists that have not are empty.
struct window_options {
  axes lengths, strides, base, dilation, before, after;
  window_ends ends = window_ends::valid;
  i64 feature_groups = 1, batch_groups = 1;
  bool inside = false, full = false;

  template <window_part P, i64... N> constexpr void put(window_option<P, N...>) {
    constexpr axes n{N...};
    if (P == window_part::lengths) lengths = n;
    if (P == window_part::strides) strides = n;
    if (P == window_part::base) base = n;
    if (P == window_part::dilation) dilation = n;
    if (P == window_part::feature_groups) feature_groups = n[0];
    if (P == window_part::batch_groups) batch_groups = n[0];
  }
  template <i64 B, i64 A> constexpr void put(width_of_padding<B, A>) { before.push(B), after.push(A), ends = window_ends::given; }
  constexpr void put(mode::valid_t) { ends = window_ends::valid; }
  constexpr void put(mode::same_t) { ends = window_ends::same; }
  constexpr void put(mode::same_lower_t) { ends = window_ends::same_lower; }
  constexpr void put(mode::count_inside_t) { inside = true; }
};
template <class O>
concept says_of_windows = requires(window_options w) {
  w.put(O{});
};
template <class... O> constexpr window_options window_options_of() {
  window_options w;
  (w.put(O{}), ...);
  return w;
}

/// Where windows lie along each axis of an operand: of so many elements, the first of the first window `lo` before the operand.
struct windows {
  axes length, stride, dilation, base, lo, hi;
  shape from, count; // the operand's lengths with what is around and between; how many windows
  window_fault fault = window_fault::none;
  i64 axis = 0;

  constexpr void fail(window_fault f, i64 d = 0) {
    if (fault == window_fault::none) fault = f, axis = d;
  }
  constexpr bool padded() const {
    for (int d = 0; d < lo.size(); ++d)
      if (lo[d] != 0 || hi[d] != 0 || base[d] != 1) return true;
    return false;
  }
  constexpr bool empty() const {
    for (int d = 0; d < length.size(); ++d)
      if (count[d] == extent(0)) return true;
    return false;
  }
};
/// floor(n / stride) + 1 windows where n elements are left behind the first, or overflow: a stride does not divide a symbol.
constexpr extent windows_in(extent n, i64 stride) {
  if (n.is_number()) return n.number < 0 ? extent(0) : extent(n.number / stride + 1);
  extent q = n;
  for (i64& t : q.times) {
    if (t % stride) return extent(extent::overflow);
    t /= stride;
  }
  q.number = (n.number >= 0 ? n.number / stride : -((stride - 1 - n.number) / stride)) + 1;
  return q;
}
constexpr i64 window_number(axes const& given, int d, i64 otherwise) { return given.size() ? given[d] : otherwise; }
/// Windows of these lengths over `rank` axes of an operand from axis `first` on.
constexpr windows place_windows(shape const& x, int first, int rank, axes const& lengths, window_options const& o) {
  windows w;
  for (axes const* a : {&lengths, &o.strides, &o.base, &o.dilation})
    if (a->size() != rank && (a == &lengths || a->size() != 0)) w.fail(window_fault::count);
  if (o.before.size() > 1 && o.before.size() != rank) w.fail(window_fault::count);
  if (w.fault != window_fault::none) return w;
  for (int d = 0; d < rank; ++d) {
    i64 const k = lengths[d], stride = window_number(o.strides, d, 1), base = window_number(o.base, d, 1);
    i64 const dilation = window_number(o.dilation, d, 1), reach = (k - 1) * dilation + 1;
    if (k < 1 || stride < 1 || base < 1 || dilation < 1) {
      w.fail(window_fault::zero, d);
      return w;
    }
    extent const n = x[first + d];
    i64 lo = 0, hi = 0;
    if (o.ends == window_ends::given) lo = o.before[o.before.size() == 1 ? 0 : d], hi = o.after[o.after.size() == 1 ? 0 : d];
    else if (o.ends != window_ends::valid) {
      if (!n.is_number() && stride != 1) w.fail(window_fault::symbol, d);
      i64 const m = n.is_number() ? n.number : 0, count = (m + stride - 1) / stride;
      i64 const all = stride == 1 ? reach - 1 : (count - 1) * stride + reach - m, around = all > 0 ? all : 0;
      lo = o.ends == window_ends::same ? around / 2 : around - around / 2, hi = around - lo;
    }
    bool const none = n == extent(0); // pad makes no elements between none
    extent const length = (none ? n : (n - extent(1)) * base + extent(1)) + extent(lo + hi),
                 count = windows_in(length - extent(reach), stride);
    if (count.overflowed()) w.fail(window_fault::symbol, d);
    if (length.always_negative() || (none && base != 1)) w.fail(window_fault::padding, d);
    w.length.push(k), w.stride.push(stride), w.base.push(base), w.dilation.push(dilation), w.lo.push(lo), w.hi.push(hi);
    w.from.push(length), w.count.push(count);
  }
  return w;
}
/// The rest of a sentence that begins with `[constax] max_pool: `.
constexpr text windows_refused(std::string_view name, windows const& w, aval const& x) {
  text t;
  t << "[constax] " << name << ": ";
  switch (w.fault) {
    case window_fault::count:
      return t << "an operand of type " << x
               << " needs a number for each axis that windows run along, in cx::window as in cx::strides and the dilations; and one "
                  "cx::pad_width for "
                  "all of these axes, or one for each";
    case window_fault::zero:
      return t << "windows of an operand of type " << x << " have lengths, strides and dilations of 1 or more; those of axis " << w.axis
               << " among their axes are not";
    case window_fault::symbol:
      return t << "a stride divides no symbol: along axis " << w.axis << " among those of the windows of an operand of type " << x
               << " a stride of 1 is needed, or a length that is a number";
    case window_fault::padding:
      return t << "padding takes away more than an operand of type " << x << " has, or elements come between none, along axis " << w.axis
               << " among those of its windows";
    case window_fault::rank:
      return t << "an operand of type " << x
               << " has too few axes: behind those of the windows there is one of features, as in [batch, rows, columns, features]";
    default: return t << "these options are of no use to an operand of type " << x;
  }
}
/// v as a value of c, recorded or not.
constexpr value entered_in(context& c, is_value auto v) {
  if (v.is_constant()) return c.constant(v.lit);
  if (v.ctx == &c || v.is_refused()) return v;
  return c.result(static_cast<u32>(c.enter(v).var()));
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
