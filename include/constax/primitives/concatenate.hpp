// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>
#include <constax/primitives/slice.hpp>

namespace constax::inline CONSTAX_TAG {

/// Operands one after the other along an axis. concatenate[dimension] : T[s0], T[s1], ... -> T[s]; other axes agree, this one's lengths add
/// up.
struct concatenate_t : movement<concatenate_t> {
  static constexpr std::string_view name = "concatenate";
  struct params {
    i32 dimension = 0;
    static constexpr char const* names[] = {"dimension"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    if (xs.empty()) return fault{fault_code::wrong_count, {}, "at least one is needed"};
    aval y = *xs[0];
    if (p.dimension < 0 || p.dimension >= y.rank()) return fault{fault_code::bad_axis, {}, {}, y, {}, p.dimension};
    for (u32 i = 1; i < xs.size(); ++i) {
      aval const& x = *xs[i];
      if (x.type != y.type) return fault{fault_code::dtypes_differ, {}, {}, *xs[0], x};
      if (x.rank() != y.rank()) return fault{fault_code::shapes_differ, {}, "operands have the same number of axes", *xs[0], x};
      for (int d = 0; d < x.rank(); ++d) {
        if (d == p.dimension) y.shape[d] = y.shape[d] + x.shape[d];
        else if (!(x.shape[d] == y.shape[d]))
          return fault{fault_code::shapes_differ, {}, "only the concatenated axis may differ", *xs[0], x};
      }
      if (y.shape[p.dimension].overflowed()) return fault{fault_code::no_length, {}, {}, x};
    }
    return y;
  }
  static constexpr element_source source(params const& p, lengths const* operands, lengths const& result, i64 const* at) {
    element_source e;
    for (int d = 0; d < result.rank; ++d) e.at[d] = at[d];
    for (i64& i = e.at[p.dimension]; i >= operands[e.operand][p.dimension]; ++e.operand) i -= operands[e.operand][p.dimension];
    return e;
  }
  static constexpr relation relate(params const& p, shape const&, shape const&, int axis) {
    return {axis == p.dimension ? relation::whole : axis};
  }
  static constexpr vec<moved_box> boxes(params const& p, range<lengths> operands, lengths const&) {
    vec<moved_box> all;
    i64 first = 0;
    for (u32 k = 0; k < operands.size(); ++k) {
      moved_box& b = all.push(whole_box(operands[k]));
      b.operand = k, b.first[p.dimension] = first, first += operands[k][p.dimension];
    }
    return all;
  }
  static constexpr value transpose(auto ct, u32 operand, auto xs, params const& p) {
    shape const s = type_of(xs[operand]).shape;
    extent first = 0;
    for (u32 i = 0; i < operand; ++i) first = first + type_of(xs[i]).shape[p.dimension];
    shape start, limit = s;
    for (int d = 0; d < s.rank; ++d) start.push(d == p.dimension ? first : extent(0));
    limit[p.dimension] = first + s[p.dimension];
    return slice(ct, start, limit);
  }
  static constexpr value batch(auto xs, range<bool> mapped, extent n, params const& p) {
    return bind_all<concatenate_t>({p.dimension + 1}, all_rows(xs, mapped, n));
  }
};

template <is_value V = value>
constexpr value concatenate(range<V> xs, i32 dimension) {
  return xs.size() == 1 ? xs[0] : bind_all<concatenate_t>({dimension}, xs);
}

} // namespace constax::inline CONSTAX_TAG
