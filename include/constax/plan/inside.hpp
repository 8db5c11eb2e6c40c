// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// start <= i < limit, i the index along one axis: where a padded array is not padding.
/// inside[dimension, start, limit, shape] : -> bool[shape]        made by the planner (windows.hpp), and by nobody else
struct inside_t {
  static constexpr std::string_view name = "inside";
  static constexpr constax::kind kind = constax::kind::source;
  static constexpr i64 flops = 0;
  struct params {
    i32 dimension = 0;
    extent start = {}, limit = {};
    constax::shape shape;
    static constexpr char const* names[] = {"dimension", "start", "limit", "shape"};
  };
  static constexpr typed type(operand_types, params const& p) {
    aval const a{dtype::boolean, p.shape};
    if (p.dimension < 0 || p.dimension >= p.shape.rank) return fault{fault_code::bad_axis, {}, {}, a, {}, p.dimension};
    return a;
  }
  template <class T>
  static constexpr T element(params const& p, i64 const* at) {
    return static_cast<T>(p.start.number <= at[p.dimension] && at[p.dimension] < p.limit.number);
  }
};

} // namespace constax::inline CONSTAX_TAG
