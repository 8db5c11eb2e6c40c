// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/jaxpr/requirements.hpp>
#include <constax/primitives/movement.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elements start, start + stride, ... below limit, along each axis. slice[limit_indices, start_indices, strides] : T[s] -> T[...]
struct slice_t : movement<slice_t> {
  static constexpr std::string_view name = "slice";
  struct params {
    shape limit_indices, start_indices;
    axes strides;
    static constexpr char const* names[] = {"limit_indices", "start_indices", "strides"};
    constexpr void print(text& out) const {
      detail::printer_of_params put{out};
      out << "[limit_indices=", put(limit_indices), out << " start_indices=", put(start_indices), out << " strides=";
      bool plain = true;
      for (i64 s : strides) plain &= s == 1;
      if (plain) out << "None";
      else put(strides);
      out << ']';
    }
  };
  static constexpr void resize(params& p, int, int operand_axis, extent to) { p.limit_indices[operand_axis] = to; }
  static constexpr typed type(operand_types xs, params const& p) {
    aval const& x = *xs[0];
    aval y{x.type, {}};
    if (p.limit_indices.rank != x.rank() || p.start_indices.rank != x.rank() || p.strides.size() != x.rank())
      return fault{fault_code::bad_params, {}, "a start, a limit and a stride per axis are needed", x};
    for (int d = 0; d < x.rank(); ++d) {
      if (p.strides[d] < 1) return fault{fault_code::bad_params, {}, "a stride is at least 1", x};
      extent const &start = p.start_indices[d], &limit = p.limit_indices[d], behind = x.shape[d] - limit,
                   n = strided_length(limit - start, p.strides[d]);
      if (start.always_negative() || behind.always_negative() || n.always_negative()) return outside(x, p, d);
      // n-1 <= n, and whether 1 <= n or 0 <= n-2 is known when n is: a call asks (needs). m <= n remains open for ever.
      if (behind.overflowed() || behind.times[0] < 0 || behind.times[1] < 0)
        return fault{
            fault_code::undecidable, {}, "a slice must end within its axis", aval{x.type, shape{limit}}, aval{x.type, shape{x.shape[d]}}};
      if (n.overflowed()) return fault{fault_code::no_length, {}, "a stride cannot divide a symbol", x};
      y.shape.push(n);
    }
    return y;
  }
  static constexpr void needs(operand_types xs, params const& p, vec<requirement>& to) {
    aval const& x = *xs[0];
    for (int d = 0; d < x.rank(); ++d)
      for (extent const& e : {p.start_indices[d], x.shape[d] - p.limit_indices[d]})
        if (!e.never_negative()) to.push({e, outside(x, p, d)});
  }
  static constexpr affine_map affine(params const& p, shape const& in) {
    affine_map m;
    for (int d = 0; d < in.rank; ++d) m.axis[d] = d, m.step[d] = p.strides[d], m.start[d] = p.start_indices[d];
    return m;
  }
  static constexpr value transpose(auto ct, u32, auto xs, params const& p);
  static constexpr value batch(auto xs, range<bool>, extent n, params const& p) {
    params q{{n}, {extent(0)}, {1}};
    for (int d = 0; d < p.strides.size(); ++d)
      q.limit_indices.push(p.limit_indices[d]), q.start_indices.push(p.start_indices[d]), q.strides.push(p.strides[d]);
    return bind<slice_t>(q, xs[0]);
  }

private:
  static constexpr fault outside(aval const& x, params const& p, int d) {
    return {fault_code::out_of_bounds, {}, {}, x, aval{x.type, shape{p.start_indices[d], p.limit_indices[d]}}, d};
  }
  /// ceil(n / stride), if that is a length.
  static constexpr extent strided_length(extent n, i64 stride) {
    if (stride == 1) return n;
    for (i64& t : n.times) {
      if (t % stride) return extent(extent::overflow);
      t /= stride;
    }
    n.number = n.number >= 0 ? (n.number + stride - 1) / stride : -(-n.number / stride);
    return n;
  }
};

constexpr value slice(is_value auto x, shape const& start, shape const& limit, axes const& strides) {
  return bind<slice_t>({limit, start, strides}, x);
}
constexpr value slice(is_value auto x, shape const& start, shape const& limit) {
  axes strides;
  for (int d = 0; d < start.rank; ++d) strides.push(1);
  return slice(x, start, limit, strides);
}

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/pad.hpp>

namespace constax::inline CONSTAX_TAG {
// The elements that were not taken get 0: padding before, after and between.
constexpr value slice_t::transpose(auto ct, u32, auto xs, params const& p) {
  shape const x = type_of(xs[0]).shape, y = type_of(ct).shape;
  pad_t::params q;
  for (int d = 0; d < x.rank; ++d) {
    i64 const stride = p.strides[d];
    extent const used = (y[d] - extent(1)) * stride + extent(1);
    q.lo.push(p.start_indices[d]), q.hi.push(x[d] - p.start_indices[d] - used), q.interior.push(stride - 1);
  }
  return bind<pad_t>(q, ct, like(ct, 0.0));
}
} // namespace constax::inline CONSTAX_TAG
