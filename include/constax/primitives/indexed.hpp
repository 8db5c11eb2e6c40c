// SPDX-License-Identifier: BSL-1.0
#pragma once
// indexed: the family of primitives that go to places which numbers of the program say: gather reads there, scatter writes.
//
// All have an array x, arrays of indices (one for each axis of x that is indexed, of one shape; a scalar stands beside any), and an array
// of SLICES of x, one for each place of the indices: gather results in them, scatter is given them. Along an indexed axis of x a slice
// begins where the index says and has `slice_sizes` elements; along any other axis of x it has all of them.
//
//   x : f64[5,3], i : i32[4]      indexed (0), slice_sizes (1), at (0), along (-1,1)        slices : f64[4,3]     slices[k, c] = x[i[k], c]
//   x : f64[9],   i : i32[]       indexed (0), slice_sizes (4), at (),  along (0)           slices : f64[4]       slices[k] = x[i + k]
//   x : f64[7,9], i : i32[7]      indexed (1), slice_sizes (1), at (0), along (0,-1)        slices : f64[7]       slices[k] = x[k, i[k]]
//
// Where several slices meet in one element of x, they do in the order of their indices, row-major: no evaluator changes it.
#include <constax/jaxpr/requirements.hpp>
#include <constax/primitives/elementwise.hpp>
#include <constax/primitives/slice_begin.hpp>

namespace constax::inline CONSTAX_TAG {

struct indexed_params {
  axes indexed;      // the axes of x that indices belong to, in the order of the indices
  shape slice_sizes; // of a slice, along each of them
  axes at;           // the axes of the slices' array that are the axes of the indices, ascending
  axes along;        // of each axis of x: the axis of the slices' array that runs along it; -1: none, a slice has one element there
  index_mode mode = index_mode::clip;
  bool from_end = false; // do negative indices count from the end of their axis?
  static constexpr char const* names[] = {"indexed", "slice_sizes", "at", "along", "mode", "from_end"};
  constexpr void print(text& out) const {
    detail::printer_of_params put{out};
    out << "[along=", put(along), out << " at=", put(at);
    if (from_end) out << " from_end=True";
    out << " indexed=", put(indexed);
    out << " mode=" << (mode == index_mode::clip ? "clip" : mode == index_mode::fill_or_drop ? "fill_or_drop" : "promise_in_bounds");
    out << " slice_sizes=", put(slice_sizes), out << ']';
  }

  /// Which of the indices belongs to axis `d` of x; -1: none.
  constexpr int index_of(int d) const {
    for (int k = 0; k < indexed.size(); ++k)
      if (indexed[k] == d) return k;
    return -1;
  }
  /// Of axis `d` of the slices' array: the axis of the indices that it is; -1: it runs through a slice.
  constexpr int place_of(int d) const {
    for (int k = 0; k < at.size(); ++k)
      if (at[k] == d) return k;
    return -1;
  }
  /// Of axis `d` of the slices' array: the axis of x that it runs along; -1: none.
  constexpr int operand_axis(int d) const {
    for (int a = 0; a < along.size(); ++a)
      if (along[a] == d) return a;
    return -1;
  }
};

namespace detail {

constexpr i64 index_in(tensor const& t, u32 k) {
  return visit_dtype(t.type.type, [&]<class I>(I) {
    if constexpr (__is_same(I, bool) || std::is_floating_point_v<I>) return i64{-1};
    else return place_number(t.at<I>(k));
  });
}

/// The shape of the indices: scalars stand beside any.
constexpr shape places_of(auto const& indices, auto shape_of) {
  shape s;
  for (auto const& i : indices)
    if (s.rank == 0) s = shape_of(i);
  return s;
}
/// Has an axis of length n room for slices, of which there is one for each of `places`? Where there are none it has. So it has where
/// slices are elements and an axis of places is no longer than n: of an axis without elements there are no places then.
constexpr bool has_room(extent const& n, extent const& size, shape const& places) {
  if ((n - size).never_negative()) return true;
  for (int k = 0; k < places.rank; ++k)
    if (places[k] == extent(0) || (size == extent(1) && (n - places[k]).never_negative())) return true;
  return false;
}
/// The type of the slices' array.
constexpr typed slices_type(aval const& x, operand_types indices, indexed_params const& p) {
  u32 const k = static_cast<u32>(p.indexed.size());
  if (indices.size() != k || k == 0)
    return fault{fault_code::wrong_count, {}, "one array of indices for each indexed axis", x, {}, indices.size()};
  if (p.slice_sizes.rank != p.indexed.size() || p.along.size() != x.rank())
    return fault{fault_code::bad_params, {}, "one size for each index, one axis for each of the operand's", x};
  aval const index{indices[0]->type, places_of(indices, [](aval const* i) -> shape const& { return i->shape; })};
  for (aval const* i : indices) {
    if (!info(i->type).integer) return fault{fault_code::dtype_not_accepted, {}, "indices must be integers", *i};
    if (i->type != index.type) return fault{fault_code::dtypes_differ, {}, {}, index, *i};
    if (i->rank() && !(i->shape == index.shape)) return fault{fault_code::shapes_differ, {}, "indices have one shape", index, *i};
  }
  int rank = index.rank();
  if (p.at.size() != rank) return fault{fault_code::bad_params, {}, "one axis for each of the indices'", index};
  for (int a = 0; a < x.rank(); ++a) rank += p.along[a] >= 0 && !p.at.contains(p.along[a]);
  if (rank > max_rank) return fault{fault_code::too_many_axes};
  aval y{x.type, {}};
  bool taken[max_rank] = {};
  for (int d = 0; d < rank; ++d) y.shape.push(0);
  for (int k = 0; k < p.at.size(); ++k) {
    if (p.at[k] < 0 || p.at[k] >= rank || (k && p.at[k] <= p.at[k - 1]))
      return fault{fault_code::bad_axis, {}, "axes of indices ascend", index, {}, p.at[k]};
    y.shape[static_cast<int>(p.at[k])] = index.shape[k];
  }
  for (int q = 0; q < p.indexed.size(); ++q)
    if (p.indexed[q] < 0 || p.indexed[q] >= x.rank() || p.index_of(static_cast<int>(p.indexed[q])) != q)
      return fault{fault_code::bad_axis, {}, "an axis is indexed once", x, {}, p.indexed[q]};
  for (int a = 0; a < x.rank(); ++a) {
    int const q = p.index_of(a), d = static_cast<int>(p.along[a]);
    extent const n = q < 0 ? x.shape[a] : p.slice_sizes[q];
    if (d < 0) {
      if (q < 0 || !(n == extent(1)))
        return fault{fault_code::bad_params, {}, "an axis that no axis of the slices runs along is indexed, with slices of size 1", x};
    } else if (d >= rank || taken[d] || (q >= 0 && p.place_of(d) >= 0))
      return fault{fault_code::bad_axis, {}, "an axis of the slices runs along one axis", x, {}, d};
    else if (taken[d] = true; p.place_of(d) < 0) y.shape[d] = n;
    else if (!(y.shape[d] == n)) return fault{fault_code::shapes_differ, {}, "the batches of operand and indices agree", x, index};
    if (q >= 0 && p.mode != index_mode::fill_or_drop && (x.shape[a] - n).always_negative() && !has_room(x.shape[a], n, index.shape))
      return fault{fault_code::bad_params, {}, n == extent(1) ? "its axis has no element for an index" : "its axis is shorter than a slice", x};
  }
  return y;
}
/// What types of symbols cannot tell: that a slice has room in x.
constexpr void slices_need(aval const& x, operand_types indices, indexed_params const& p, vec<requirement>& to) {
  if (p.mode == index_mode::fill_or_drop) return;
  shape const places = places_of(indices, [](aval const* i) -> shape const& { return i->shape; });
  for (int q = 0; q < p.indexed.size(); ++q) {
    int const a = static_cast<int>(p.indexed[q]);
    if (extent const& size = p.slice_sizes[q]; !has_room(x.shape[a], size, places))
      to.push({x.shape[a] - size, {fault_code::out_of_bounds, {}, {}, x, aval{x.type, shape{extent(0), p.slice_sizes[q]}}, a}});
  }
}

/// Calls f(element of x, element of the slices' array) for all elements of all slices, those of one after those of the one before it; -1:
/// it is dropped.
/// -> false: a promise was broken.
constexpr bool each_slice(lengths const& nx, lengths const& ns, range<tensor> indices, indexed_params const& p, auto f) {
  lengths const ni(places_of(indices, [](tensor const& i) -> shape const& { return i.type.shape; }));
  lengths inner;
  int inner_axis[max_rank] = {};
  for (int d = 0; d < ns.rank; ++d)
    if (p.place_of(d) < 0) inner_axis[inner.rank] = d, inner.of[inner.rank++] = ns[d];
  for (i64 i = 0; i < ni.size(); ++i) {
    place const at(i, ni);
    place in_slices, begin;
    bool dropped = false;
    for (int k = 0; k < p.at.size(); ++k) in_slices.at[p.at[k]] = at.at[k];
    for (int q = 0; q < p.indexed.size(); ++q) {
      int const a = static_cast<int>(p.indexed[q]);
      begin.at[a] = slice_begin(index_in(indices[static_cast<u32>(q)], indices[static_cast<u32>(q)].type.rank() ? static_cast<u32>(i) : 0),
                                nx[a], p.slice_sizes[q].number, p.mode, p.from_end);
      dropped = dropped || (begin.at[a] < 0 && p.mode == index_mode::fill_or_drop);
    }
    for (i64 k = 0; k < inner.size(); ++k) {
      place const o(k, inner);
      place in_x = begin;
      for (int d = 0; d < inner.rank; ++d) in_slices.at[inner_axis[d]] = o.at[d];
      for (int a = 0; a < nx.rank; ++a) {
        if (p.along[a] >= 0) in_x.at[a] += in_slices.at[p.along[a]];
        if (!dropped && (in_x.at[a] < 0 || in_x.at[a] >= nx[a])) return false;
      }
      f(dropped ? i64{-1} : row_major(in_x.at, nx), row_major(in_slices.at, ns));
    }
  }
  return true;
}

} // namespace detail

/// What members share: `Slices` is the number of the operand that is the slices' array, 0 if they are the result.
template <class Self, u32 Slices>
struct indexed {
  static constexpr constax::kind kind = constax::kind::indexed;
  static constexpr std::string_view no_result = "an index stands outside of the array, which cx::mode::promise_in_bounds rules out";
  static constexpr i64 flops = 1;
  using params = indexed_params;
  static constexpr u32 first_index = Slices + 1;

  static constexpr operand_types indices_of(operand_types xs) {
    return xs.size() > first_index ? operand_types{xs.first + first_index, xs.count - first_index} : operand_types{};
  }
  template <is_value V>
  static constexpr range<V> indices_of(range<V> xs) {
    return {xs.first + first_index, xs.count - first_index};
  }
  static constexpr void needs(operand_types xs, params const& p, vec<requirement>& to) {
    detail::slices_need(*xs[0], indices_of(xs), p, to);
  }

  /// The parameters where x and the slices have rows in front, the indices too or not.
  static constexpr params with_rows(params const& p, bool rows_of_x, bool rows_of_indices) {
    params q{{}, p.slice_sizes, {}, {}, p.mode, p.from_end};
    for (i64 a : p.indexed) q.indexed.push(a + rows_of_x);
    if (rows_of_indices) q.at.push(0);
    for (i64 d : p.at) q.at.push(d + 1);
    if (rows_of_x) q.along.push(0);
    for (i64 d : p.along) q.along.push(d < 0 ? d : d + 1);
    return q;
  }
};

/// Indices in n rows, if one of them has rows: of one shape, or scalars as literals.
template <is_value V>
constexpr bool batch_indices(vec<V>& ys, range<V> xs, range<bool> mapped, u32 first, extent n) {
  bool any = false;
  shape row;
  for (u32 k = first; k < xs.size(); ++k) {
    any = any || mapped[k];
    shape const s = type_of(xs[k]).shape;
    if (s.rank - mapped[k] <= row.rank) continue;
    row = {};
    for (int d = mapped[k]; d < s.rank; ++d) row.push(s[d]);
  }
  for (u32 k = first; k < xs.size(); ++k) ys.push(any ? batched_to(xs[k], mapped[k], n, row) : xs[k]);
  return any;
}
/// A primitive of the family with first operands, then the indices.
template <class P, is_value V>
constexpr value bind_indexed(indexed_params const& p, std::initializer_list<value> first, range<V> indices) {
  vec<value> xs;
  for (value const& x : first) xs.push(x);
  for (value const& i : indices) xs.push(i);
  return bind_all<P>(p, xs);
}

} // namespace constax::inline CONSTAX_TAG
