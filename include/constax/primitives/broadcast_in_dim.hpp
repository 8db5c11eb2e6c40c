// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/movement.hpp>

namespace constax::inline CONSTAX_TAG {

/// Repeats x along new axes, or along axes of length 1: axis d of x becomes axis dims[d] of the result.
/// broadcast_in_dim[shape, dims] : T[s] -> T[shape]
struct broadcast_in_dim_t : movement<broadcast_in_dim_t> {
  static constexpr std::string_view name = "broadcast_in_dim";
  struct params {
    shape to;
    axes dims;
    static constexpr char const* names[] = {"shape", "broadcast_dimensions"};
    constexpr void print(text& out) const { // JAX sorts parameters by name
      detail::printer_of_params put{out};
      out << "[broadcast_dimensions=", put(dims), out << " shape=", put(to), out << ']';
    }
  };

  static constexpr void resize(params& p, int result_axis, int, extent to) { p.to[result_axis] = to; }
  static constexpr typed type(operand_types xs, params const& p) {
    aval const& x = *xs[0];
    if (p.dims.size() != x.rank()) return fault{fault_code::bad_params, {}, "one dimension of the result per axis is needed", x};
    for (int d = 0; d < x.rank(); ++d) {
      if (p.dims[d] < 0 || p.dims[d] >= p.to.rank || (d && p.dims[d] <= p.dims[d - 1]))
        return fault{fault_code::bad_axis, {}, "broadcast dimensions ascend within the result's rank", x, {}, p.dims[d]};
      if (!(x.shape[d] == p.to[static_cast<int>(p.dims[d])]) && !(x.shape[d] == extent(1)))
        return fault{fault_code::shapes_differ, {}, "an axis keeps its length, or has length 1", x, aval{x.type, p.to}};
    }
    return aval{x.type, p.to};
  }
  static constexpr affine_map affine(params const& p, shape const& in) {
    affine_map m;
    for (int d = 0; d < p.dims.size(); ++d)
      if (!(in[d] == extent(1)) || p.to[static_cast<int>(p.dims[d])] == extent(1)) m.axis[p.dims[d]] = d;
    return m;
  }
  static constexpr value transpose(auto ct, u32 operand, auto xs, params const& p);
  static constexpr value batch(auto xs, range<bool>, extent n, params const& p) {
    params q{shape{n}, axes{0}};
    for (int i = 0; i < p.to.rank; ++i) q.to.push(p.to[i]);
    for (i64 d : p.dims) q.dims.push(d + 1);
    return bind<broadcast_in_dim_t>(q, xs[0]);
  }
};

constexpr value broadcast_in_dim(is_value auto x, shape const& to, axes const& dims) { return bind<broadcast_in_dim_t>({to, dims}, x); }

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/reduce_sum.hpp> // its transpose
