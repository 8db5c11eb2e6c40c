// SPDX-License-Identifier: BSL-1.0
#pragma once
// windows: sums, products and extrema of the elements in windows. reduce_window, max_pool, min_pool, avg_pool
//
// A window is so many slices of the operand, one for each of its elements, and their sum or choice: one axis after the other, in a number
// of steps that is the logarithm of the window's length where that is more than 16. There is no primitive of windows: derivatives, batches
// and kernels are those of slices.
#include <constax/api/windows/options.hpp>
#include <constax/primitives/max.hpp>
#include <constax/primitives/min.hpp>
#include <constax/primitives/or.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

enum class window_by : u8 { sum, product, largest, smallest };
template <class Op> inline constexpr int window_by_of = -1;
template <> inline constexpr int window_by_of<add_t> = static_cast<int>(window_by::sum);
template <> inline constexpr int window_by_of<mul_t> = static_cast<int>(window_by::product);
template <> inline constexpr int window_by_of<max_t> = static_cast<int>(window_by::largest);
template <> inline constexpr int window_by_of<min_t> = static_cast<int>(window_by::smallest);

template <is_value V> struct windows_of {
  window_by by;

  static constexpr literal limit(dtype t, bool least) {
    return visit_number(t, [&]<class T>(T) {
      using limits = std::numeric_limits<T>;
      if constexpr (limits::has_infinity) return literal_of(least ? -limits::infinity() : limits::infinity());
      else return literal_of(least ? limits::lowest() : limits::max());
    });
  }
  constexpr literal neutral(dtype t) const {
    if (by == window_by::sum || by == window_by::product) return literal::of(t, by == window_by::sum ? 0.0 : 1.0);
    return limit(t, by == window_by::largest);
  }
  /// Of two extrema the first where they are equal, nan where one is: so derivatives go to one element, as JAX has it. (max shares them.)
  constexpr value of_two(V x, V y) const {
    if (by == window_by::sum) return x + y;
    if (by == window_by::product) return x * y;
    bool const top = by == window_by::largest;
    if (!type_of(x).floating()) return top ? bind<max_t>({}, x, y) : bind<min_t>({}, x, y);
    value const better = top ? gt(y, x) : gt(x, y);
    return select_n(bind<or_t>({}, better, ne(y, y)), x, y);
  }
  /// Elements at, at + stride, ... along an axis, so many.
  static constexpr value take(V x, int axis, i64 at, i64 stride, extent const& count) {
    shape counts;
    counts.push(count);
    return take_along(x, axes{axis}, axes{at}, axes{stride}, counts);
  }
  /// The same along several axes.
  static constexpr value take_along(V x, axes const& over, axes const& at, axes const& stride, shape const& count) {
    shape const n = type_of(x).shape;
    shape start = shape_of_zeros(n.rank), limit = n;
    axes steps;
    for (int d = 0; d < n.rank; ++d) steps.push(1);
    bool all = true;
    for (int i = 0; i < over.size(); ++i) {
      int const d = static_cast<int>(over[i]);
      start[d] = extent(at[i]), limit[d] = extent(at[i] + 1) + (count[i] - extent(1)) * stride[i], steps.at[d] = stride[i];
      all = all && at[i] == 0 && limit[d] == n[d] && stride[i] == 1;
    }
    return all ? x : slice(x, start, limit, steps);
  }
  static constexpr shape shape_of_zeros(int rank) {
    shape s;
    for (int d = 0; d < rank; ++d) s.push(extent(0));
    return s;
  }
  /// Windows of k elements along an axis, those that lie side by side: as rows of another axis.
  static constexpr value side_by_side(V x, int axis, i64 k, extent const& count) {
    shape const n = type_of(x).shape;
    shape rows;
    for (int d = 0; d < n.rank; ++d) {
      rows.push(d == axis ? count : n[d]);
      if (d == axis) rows.push(extent(k));
    }
    return reduce_sum(reshape(take(x, axis, 0, 1, count * k), rows), axes{axis + 1});
  }
  constexpr value along(V x, int axis, i64 k, i64 stride, i64 step, extent const& count) const {
    if (k <= 16) {
      value y = take(x, axis, 0, stride, count);
      for (i64 t = 1; t < k; ++t) y = of_two(y, take(x, axis, t * step, stride, count));
      return y;
    }
    if (by == window_by::sum && step == 1 && (stride == k || count == extent(1)) && type_of(x).rank() < max_rank)
      return side_by_side(x, axis, k, count);
    // w: windows of p elements, p = 1, 2, 4, ...
    bool const overlap = by == window_by::largest || by == window_by::smallest;
    value w = x, y{};
    i64 done = 0;
    for (i64 p = 1;; p *= 2) {
      if (!overlap && (k & p)) {
        value const part = take(w, axis, done * step, stride, count);
        y = done ? of_two(y, part) : part;
        done += p;
      }
      if (2 * p > k) {
        if (overlap) y = take(w, axis, 0, stride, count);
        if (overlap && p < k) y = of_two(y, take(w, axis, (k - p) * step, stride, count));
        return y;
      }
      extent const left = type_of(w).shape[axis] - extent(p * step);
      w = of_two(take(w, axis, 0, 1, left), take(w, axis, p * step, 1, left));
    }
  }
  /// x with padding, then its windows along the last of their axes, ..., along the first: so the first of equal ones is the first in
  /// row-major order.
  constexpr value over(V x, windows const& w, int first) const {
    aval const a = type_of(x);
    value const none = x.ctx->constant(neutral(a.type));
    if (w.empty()) {
      shape to = a.shape;
      for (int d = 0; d < w.count.rank; ++d) to[first + d] = w.count[d];
      return broadcast_in_dim(none, to, {});
    }
    value y = w.padded() ? padded(x, none, w, first) : x;
    for (int d = w.count.rank - 1; d >= 0; --d) y = along(y, first + d, w.length[d], w.stride[d], w.dilation[d], w.count[d]);
    return y;
  }
  static constexpr value padded(V x, V filling, windows const& w, int first) {
    pad_t::params p;
    for (int d = 0; d < type_of(x).rank(); ++d) {
      int const i = d - first;
      bool const is = i >= 0 && i < w.lo.size();
      p.lo.push(extent(is ? w.lo[i] : 0)), p.hi.push(extent(is ? w.hi[i] : 0)), p.interior.push(is ? w.base[i] - 1 : 0);
    }
    return pad(x, filling, p);
  }
  /// Means: sums by the window's length, or by the number of elements inside.
  static constexpr value means(V x, windows const& w, int first, bool inside) {
    windows_of const add{window_by::sum};
    value const s = add.over(x, w, first);
    if (inside) {
      aval const a = type_of(x);
      shape counted;
      for (int d = 0; d < a.rank(); ++d) counted.push(d >= first && d < first + w.count.rank ? a.shape[d] : extent(1));
      value const n = add.over(broadcast_in_dim(like(x, 1.0), counted, {}), w, first), one_by_n = 1.0 / n;
      axes gone, kept;
      for (int d = 0; d < a.rank(); ++d) (counted[d] == extent(1) && !(type_of(s).shape[d] == extent(1)) ? gone : kept).push(d);
      return s * broadcast_in_dim(squeeze(one_by_n, gone), type_of(s).shape, kept);
    }
    i64 all = 1;
    for (i64 k : w.length) all *= k;
    return s / static_cast<double>(all);
  }
};

/// What windows are asked for: of an operand of this type, along axes from `first` on.
struct window_request {
  windows where;
  int first = 0;
};
constexpr window_request request_of_all(aval const& x, window_options const& o) {
  return {place_windows(x.shape, 0, x.rank(), o.lengths, o), 0};
}
/// As Flax has it: [batch..., axes of the window..., features].
constexpr window_request request_of_pool(aval const& x, window_options const& o) {
  int const n = o.lengths.size(), first = x.rank() - 1 - n;
  if (first >= 0) return {place_windows(x.shape, first, n, o.lengths, o), first};
  window_request r;
  r.where.fail(window_fault::rank);
  return r;
}
constexpr shape shape_of_windows(shape x, window_request const& r) {
  for (int d = 0; d < r.where.count.rank; ++d) x[r.first + d] = r.where.count[d];
  return x;
}

struct reduce_window_name {
  static constexpr std::string_view name = "reduce_window";
};
struct max_pool_name {
  static constexpr std::string_view name = "max_pool";
};
struct min_pool_name {
  static constexpr std::string_view name = "min_pool";
};
struct avg_pool_name {
  static constexpr std::string_view name = "avg_pool";
};

template <class Name, aval X, window_options O, bool Pool> struct says_windows {
  constexpr text operator()() const {
    window_request const r = Pool ? request_of_pool(X, O) : request_of_all(X, O);
    return windows_refused(Name::name, r.where, X);
  }
};
/// f(x, where) on values, for tracers of both kinds.
template <class Name, class F>
dynamic_tracer windows_dynamic(dynamic_tracer const& x, window_options const& o, bool pool, F const& f); // runtime/windows.hpp
template <class Name, bool Pool, class... O, class X, class F> constexpr auto windows_by(X const& x, F const& f) {
  constexpr window_options o = window_options_of<O...>();
  if constexpr (is_dynamic<X>) return windows_dynamic<Name>(x, o, Pool, f);
  else {
    constexpr window_request r = Pool ? request_of_pool(X::aval, o) : request_of_all(X::aval, o);
    if constexpr (r.where.fault != window_fault::none) {
      expect_silence<says_windows<Name, X::aval, o, Pool>>();
      return after_error<X>();
    } else {
      constexpr aval to{X::aval.type, shape_of_windows(X::aval.shape, r)};
      context_ref const c = some_context({&x.value, 1});
      return tracer_t<to>(f(entered_in(*c, x.value), r));
    }
  }
}
template <class Name, bool Pool, window_by By, class... O, class X> constexpr auto reduced_windows(X const& x) {
  return windows_by<Name, Pool, O...>(
      x, [](is_value auto v, window_request const& r) { return windows_of<decltype(v)>{By}.over(v, r.where, r.first); });
}
} // namespace detail

/// The sum (cx::add), product (cx::mul), largest (cx::max) or smallest (cx::min) of each window, which has a length for each axis of x:
/// reduce_window(x, cx::max, window<1, 3>, strides<1, 2>, window_dilation<1, 2>, base_dilation<2, 1>, pad_width<1, 0>, pad_width<2>).
/// Padding is mode::valid (none), mode::same, mode::same_lower, or so many neutral elements; windows that find no room give an empty axis.
/// [n...] -> [(n - k) / stride + 1...] without padding. Of equal extrema the first has the derivative, as in JAX; nan wins.
template <traced_value X, class Op, class... O>
requires(detail::window_by_of<Op> >= 0 && (detail::says_of_windows<O> && ...)) constexpr auto reduce_window(X const& x, Op, O...) {
  return detail::reduced_windows<detail::reduce_window_name, false, static_cast<detail::window_by>(detail::window_by_of<Op>), O...>(x);
}
/// The largest element of each window, as Flax has it: max_pool(x, window<2, 2>, strides<2, 2>, mode::same).
/// [batch..., n..., features] -> [batch..., (n - k) / stride + 1..., features], the window's axes in the middle.
template <traced_value X, class... O>
requires(detail::says_of_windows<O>&&...) constexpr auto max_pool(X const& x, O...) {
  return detail::reduced_windows<detail::max_pool_name, true, detail::window_by::largest, O...>(x);
}
/// The smallest element of each window, in the place of the largest of max_pool.
template <traced_value X, class... O>
requires(detail::says_of_windows<O>&&...) constexpr auto min_pool(X const& x, O...) {
  return detail::reduced_windows<detail::min_pool_name, true, detail::window_by::smallest, O...>(x);
}
/// The mean of each window, padding counted as 0 or, with mode::count_inside, not at all; shapes as max_pool's.
template <traced_value X, class... O>
requires(detail::says_of_windows<O> && ...)
constexpr auto avg_pool(X const& given, O...) {
  auto const x = detail::floats(given);
  return detail::windows_by<detail::avg_pool_name, true, O...>(x, [](is_value auto v, detail::window_request const& r) {
    return detail::windows_of<decltype(v)>::means(v, r.where, r.first, detail::window_options_of<O...>().inside);
  });
}

} // namespace constax::inline CONSTAX_TAG
