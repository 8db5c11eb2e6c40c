// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// 0, 1, 2, ... along one axis. iota[dimension, dtype, shape] : -> dtype[shape]
struct iota_t {
  static constexpr std::string_view name = "iota";
  static constexpr constax::kind kind = constax::kind::source;
  static constexpr i64 flops = 0;
  struct params {
    i32 dimension = 0;
    constax::dtype dtype = constax::dtype::i32;
    constax::shape shape;
    static constexpr char const* names[] = {"dimension", "dtype", "shape"};
  };
  static constexpr void resize(params& p, int result_axis, int, extent to) { p.shape[result_axis] = to; }
  static constexpr typed type(operand_types, params const& p) {
    aval const a{p.dtype, p.shape};
    if (p.dimension < 0 || p.dimension >= p.shape.rank) return fault{fault_code::bad_axis, {}, {}, a, {}, p.dimension};
    if (!numeric::accepts(p.dtype)) return fault{fault_code::dtype_not_accepted, {}, "the elements must be numbers", a};
    return a;
  }
  template <class T>
  static constexpr T element(params const& p, i64 const* at) {
    return static_cast<T>(at[p.dimension]);
  }
};

constexpr value iota(auto& c, dtype t, shape const& s, i32 dimension) {
  return bind(c, descriptor<iota_t>, {}, encode(iota_t::params{dimension, t, s}));
}

} // namespace constax::inline CONSTAX_TAG
