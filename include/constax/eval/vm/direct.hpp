// SPDX-License-Identifier: BSL-1.0
#pragma once
// direct: equations that are evaluated as a whole, where their operands lie in memory: what is indexed by data, what goes along an axis,
// sorts
#include <constax/primitives/evaluate.hpp>
#include <constax/primitives/list.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace constax::inline CONSTAX_TAG::vm {

/// Elements of a type at a place in memory.
struct element_view {
  aval type;
  std::byte* data = nullptr;
  u32 size() const { return static_cast<u32>(type.shape.size()); }
  template <class T> T at(u32 i) const { return reinterpret_cast<T const*>(data)[i]; }
  template <class T> void put(u32 i, T v) { reinterpret_cast<T*>(data)[i] = v; }
};
/// y = P(xs...); false: a promise was broken.
using direct_function = bool (*)(range<element_view> xs, element_view y, range<i64> params);

// ---- indexed ----------------------------------------------------------------------------------------------------------------------------

/// Where slices begin along their axis, for indices number first ... first + count - 1; -1: dropped.
inline void slices_begin(i64* begin, element_view const& indices, i64 first, i64 count, i64 n, i64 size, indexed_params const& p) {
  detail::visit_dtype(indices.type.type, [&]<class I>(I) {
    if constexpr (__is_same(I, bool) || std::is_floating_point_v<I> || is_prng_key<I>) return false;
    else {
      I const* const at = reinterpret_cast<I const*>(indices.data) + (indices.type.rank() ? first : 0);
      i64 const step = indices.type.rank() ? 1 : 0;
      for (i64 i = 0; i < count; ++i) begin[i] = detail::slice_begin_at(at[i * step], n, size, p.mode, p.from_end);
      return true;
    }
  });
}
/// Slices of an array x at places that indices say, as runs of elements: what primitives/indexed.hpp defines element by element.
class slice_runs {
  struct axis {
    i64 length, in_x, in_slices;
  };
  indexed_params const& p;
  lengths nx, ns, places;
  lengths stride_x;
  axis outer[max_rank] = {}, inner[max_rank] = {}; // of the places; of one slice, the last of which is the run
  int n_inner = 0;

 public:
  slice_runs(shape const& x, shape const& slices, range<element_view> indices, indexed_params const& params)
      : p(params),
        nx(x),
        ns(slices),
        places(detail::places_of(indices, [](element_view const& i) -> shape const& { return i.type.shape; })) {
    stride_x = strides_of(nx);
    lengths const stride_s = strides_of(ns);
    for (int d = 0; d < ns.rank; ++d) {
      int const a = p.operand_axis(d), k = p.place_of(d);
      axis const one{ns[d], a < 0 ? 0 : stride_x[a], stride_s[d]};
      if (k >= 0) outer[k] = one;
      else if (n_inner > 0 && inner[n_inner - 1].in_x == one.length * one.in_x &&
               inner[n_inner - 1].in_slices == one.length * one.in_slices)
        inner[n_inner - 1] = {inner[n_inner - 1].length * one.length, one.in_x, one.in_slices};
      else inner[n_inner++] = one;
    }
    if (n_inner == 0) inner[n_inner++] = {1, 0, 0};
  }
  /// f(first in x, -1: dropped; first in slices; count; step in x; step in slices), slice after slice.
  template <class F> bool each(range<element_view> indices, F const& f) const {
    constexpr i64 block = 256;
    i64 begin[max_rank][block], at[max_rank] = {}, in_x = 0, in_slices = 0; // of the place that is next
    for (i64 first = 0; first < places.size(); first += block) {
      i64 const count = std::min(block, places.size() - first);
      for (int q = 0; q < p.indexed.size(); ++q)
        slices_begin(begin[q], indices[static_cast<u32>(q)], first, count, nx[static_cast<int>(p.indexed[q])], p.slice_sizes[q].number, p);
      for (i64 i = 0; i < count; ++i) {
        i64 from = in_x;
        bool dropped = false;
        for (int q = 0; q < p.indexed.size(); ++q) {
          int const a = static_cast<int>(p.indexed[q]);
          i64 const b = begin[q][i];
          if (b < 0 && p.mode == index_mode::fill_or_drop) dropped = true;
          else if (b < 0 || b > nx[a] - p.slice_sizes[q].number) return false;
          from += b * stride_x[a];
        }
        walk(0, dropped, from, in_slices, f);
        for (int k = places.rank; k-- > 0;) {
          in_x += outer[k].in_x, in_slices += outer[k].in_slices;
          if (++at[k] < outer[k].length) break;
          in_x -= at[k] * outer[k].in_x, in_slices -= at[k] * outer[k].in_slices, at[k] = 0;
        }
      }
    }
    return true;
  }

 private:
  template <class F> void walk(int d, bool dropped, i64 in_x, i64 in_slices, F const& f) const {
    axis const& a = inner[d];
    if (d + 1 == n_inner) return f(dropped ? i64{-1} : in_x, in_slices, a.length, a.in_x, a.in_slices);
    for (i64 i = 0; i < a.length; ++i) walk(d + 1, dropped, in_x + i * a.in_x, in_slices + i * a.in_slices, f);
  }
};

inline bool gather_directly(range<element_view> xs, element_view y, range<i64> params) {
  indexed_params const p = decode<indexed_params>(params);
  range<element_view> const indices{xs.first + 1, xs.count - 1};
  slice_runs const runs(xs[0].type.shape, y.type.shape, indices, p);
  return detail::visit_dtype(stored(y.type.type), [&]<class T>(T) {
    T const* const from = reinterpret_cast<T const*>(xs[0].data);
    T* const to = reinterpret_cast<T*>(y.data);
    return runs.each(indices, [&](i64 x, i64 s, i64 count, i64 step_x, i64 step_s) {
      if (x < 0)
        for (i64 k = 0; k < count; ++k) to[s + k * step_s] = T{};
      else if (count == 1) to[s] = from[x];
      else if (step_x == 1 && step_s == 1) std::memcpy(to + s, from + x, static_cast<std::size_t>(count) * sizeof(T));
      else
        for (i64 k = 0; k < count; ++k) to[s + k * step_s] = from[x + k * step_x];
    });
  });
}
template <class P> bool scatter_directly(range<element_view> xs, element_view y, range<i64> params) {
  indexed_params const p = decode<indexed_params>(params);
  range<element_view> const indices{xs.first + 2, xs.count - 2};
  slice_runs const runs(y.type.shape, xs[1].type.shape, indices, p);
  return detail::visit_accepted<typename P::accepted, bool>(y.type.type, [&]<class T>(T) {
    T const* const slices = reinterpret_cast<T const*>(xs[1].data);
    T* const to = reinterpret_cast<T*>(y.data);
    std::memcpy(to, xs[0].data, y.size() * sizeof(T));
    return runs.each(indices, [&](i64 x, i64 s, i64 count, i64 step_x, i64 step_s) {
      for (i64 k = 0; x >= 0 && k < count; ++k) to[x + k * step_x] = static_cast<T>(P::combine(to[x + k * step_x], slices[s + k * step_s]));
    });
  });
}

// ---- along an axis ----------------------------------------------------------------------------------------------------------------------

template <class P> bool accumulate_directly(range<element_view> xs, element_view y, range<i64> params) {
  return detail::evaluate_cumulative<P>(xs, decode<params_of<P>>(params), y);
}
template <class P> bool locate_directly(range<element_view> xs, element_view y, range<i64> params) {
  return detail::evaluate_locate<P>(xs[0], decode<params_of<P>>(params).axes, y);
}
inline bool sort_directly(range<element_view> xs, element_view y, range<i64> params) {
  argsort_params const p = decode<argsort_params>(params);
  lengths const n(xs[0].type.shape), to(y.type.shape);
  i64 const length = n[p.axis], count = to[p.axis], stride = strides_of(n)[p.axis], lines = length ? xs[0].size() / length : 0;
  std::vector<u32> order(static_cast<std::size_t>(length)), rank(order);
  for (i64 k = 0; k < lines; ++k) {
    i64 const outer = k / stride, inner = k % stride, begin = outer * length * stride + inner, result = outer * count * stride + inner;
    std::iota(order.begin(), order.end(), 0U), std::iota(rank.begin(), rank.end(), 0U);
    for (u32 key = xs.size(); key-- > 0;) { // from the last key on: what is equal stays as it was sorted before
      detail::visit_dtype(xs[key].type.type, [&]<class T>(T) {
        if constexpr (is_prng_key<T>) return false;
        else {
          T const* const line = reinterpret_cast<T const*>(xs[key].data) + begin;
          std::sort(order.begin(), order.end(), [&, descending = p.descending](u32 a, u32 b) {
            T const x = line[a * stride], z = line[b * stride];
            if (detail::sorts_before(x, z)) return !descending;
            return detail::sorts_before(z, x) ? descending : rank[a] < rank[b];
          });
          return true;
        }
      });
      for (std::size_t i = 0; key > 0 && i < order.size(); ++i) rank[order[i]] = static_cast<u32>(i);
    }
    detail::visit_dtype(y.type.type, [&]<class I>(I) {
      if constexpr (!is_prng_key<I>)
        for (i64 i = 0; i < count; ++i) y.put(static_cast<u32>(result + i * stride), static_cast<I>(order[static_cast<std::size_t>(i)]));
      return true;
    });
  }
  return true;
}

/// P's function; null where there is none.
template <class P> constexpr direct_function find_direct() {
  if constexpr (__is_same(P, gather_t)) return gather_directly;
  else if constexpr (__is_same(P, argsort_t)) return sort_directly;
  else if constexpr (P::kind == kind::indexed) return scatter_directly<P>;
  else if constexpr (P::kind == kind::cumulative) return accumulate_directly<P>;
  else if constexpr (P::kind == kind::locate) return locate_directly<P>;
  else return nullptr;
}

} // namespace constax::inline CONSTAX_TAG::vm
