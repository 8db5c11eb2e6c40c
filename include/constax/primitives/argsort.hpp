// SPDX-License-Identifier: BSL-1.0
#pragma once
// argsort: the one primitive of sorting. It says where elements are to be taken from; what is sorted is gathered there, so that derivatives
// of sorted values are those of a gather, and several arrays follow one order.
#include <constax/jaxpr/requirements.hpp>
#include <constax/primitives/elementwise.hpp>
#include <constax/primitives/sorts_before.hpp>

namespace constax::inline CONSTAX_TAG {

struct argsort_params {
  i32 axis = 0;
  extent count = 0;             // how many places: those of the elements that come first
  bool descending = false;
  dtype index_dtype = dtype::i32;
  static constexpr char const* names[] = {"axis", "count", "descending", "index_dtype"};
};

/// Along one axis, the places of the `count` elements that come first in the order of the first key, where that is the same of the second,
/// and so on; where all are, in the order in which they stand. Has no derivative. argsort[axis, count, descending, index_dtype] : T[s],
/// U[s]... -> index_dtype[s with `count` along the axis], T, U numbers or bool
struct argsort_t {
  static constexpr std::string_view name = "argsort";
  static constexpr constax::kind kind = constax::kind::sort;
  static constexpr i64 flops = 20;
  using params = argsort_params;
  using accepted = anything;

  static constexpr typed type(operand_types keys, params const& p) {
    if (keys.size() == 0) return fault{fault_code::wrong_count, {}, "at least one key", {}, {}, 0};
    aval const& x = *keys[0];
    for (aval const* key : keys) {
      if (info(key->type).key) return fault{fault_code::dtype_not_accepted, {}, "numbers are sorted", *key};
      if (!(key->shape == x.shape)) return fault{fault_code::shapes_differ, {}, "keys have one shape", x, *key};
    }
    if (!info(p.index_dtype).integer) return fault{fault_code::dtype_not_accepted, {}, "places are integers", aval{p.index_dtype, {}}};
    if (p.axis < 0 || p.axis >= x.rank()) return fault{fault_code::bad_axis, {}, {}, x, {}, p.axis};
    aval y{p.index_dtype, x.shape};
    y.shape[p.axis] = p.count;
    if (p.count.always_negative() || (x.shape[p.axis] - p.count).always_negative())
      return fault{fault_code::out_of_bounds, {}, "more places than its axis has elements", x, y, p.axis};
    return y;
  }
  static constexpr void needs(operand_types keys, params const& p, vec<requirement>& to) {
    aval const& x = *keys[0];
    if (extent const rest = x.shape[p.axis] - p.count; !rest.never_negative())
      to.push({rest, {fault_code::out_of_bounds, {}, {}, x, aval{x.type, shape{p.count}}, p.axis}});
  }
  static constexpr value batch(auto keys, range<bool> mapped, extent n, params p) {
    ++p.axis;
    return bind_all<argsort_t>(p, all_rows(keys, mapped, n));
  }

  /// By merging runs, pairs at first.
  static constexpr bool evaluate(range<tensor> keys, params const& p, tensor& y) {
    lengths const n(keys[0].type.shape), to(y.type.shape);
    u32 const length = static_cast<u32>(n[p.axis]);
    vec<u32> order(length), merged(length);
    for (u32 at = 0; at < y.size(); ++at) {
      detail::place const first(at, to);
      if (first.at[p.axis] != 0) continue;
      i64 const begin = detail::row_major(first.at, n), result = detail::row_major(first.at, to);
      i64 stride = 1;
      for (int d = p.axis + 1; d < n.rank; ++d) stride *= n[d];
      auto const before = [&](u32 a, u32 b) {
        for (tensor const& key : keys) {
          int const c = detail::visit_dtype(key.type.type, [&]<class T>(T) {
            T const x = key.at<T>(static_cast<u32>(begin + a * stride)), z = key.at<T>(static_cast<u32>(begin + b * stride));
            return detail::sorts_before(x, z) ? 1 : detail::sorts_before(z, x) ? -1 : 0;
          });
          if (c != 0) return (c > 0) != p.descending;
        }
        return false;
      };
      for (u32 i = 0; i < length; ++i) order[i] = i;
      for (u32 run = 1; run < length; run *= 2) {
        for (u32 from = 0; from < length; from += 2 * run) {
          u32 const middle = from + run < length ? from + run : length, end = from + 2 * run < length ? from + 2 * run : length;
          for (u32 i = from, a = from, b = middle; i < end; ++i)
            merged[i] = b == end || (a < middle && !before(order[b], order[a])) ? order[a++] : order[b++];
        }
        std::swap(order, merged);
      }
      detail::visit_dtype(y.type.type, [&]<class I>(I) {
        for (u32 i = 0; i < to[p.axis]; ++i) y.put(static_cast<u32>(result + i * stride), static_cast<I>(order[i]));
      });
    }
    return true;
  }
};

} // namespace constax::inline CONSTAX_TAG
