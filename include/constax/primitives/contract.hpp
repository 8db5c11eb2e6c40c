// SPDX-License-Identifier: BSL-1.0
#pragma once
// contract : tensors, axes -> tensor        what a contraction means: sums of products, rounded as everywhere, in the canonical order
#include <constax/lane/lane.hpp>
#include <constax/primitives/accepts.hpp>
#include <constax/primitives/order.hpp>
#include <constax/primitives/tensor.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// acc + x * y, rounded once where the target has the instruction.
template <class T>
constexpr T multiply_add(T x, T y, T acc) {
  if constexpr (std::is_floating_point_v<T>) return fma(x, y, acc);
  else return static_cast<T>(static_cast<u64>(acc) + static_cast<u64>(x) * static_cast<u64>(y)); // modulo 2^n
}

/// result[batch, lhs free, rhs free] = sum over the contracted axes, in row-major order of lhs' list of them.
struct contraction_axes {
  axes lhs_contracting, rhs_contracting, lhs_batch, rhs_batch;
};
template <class T>
constexpr void contract_as(tensor const& a, tensor const& b, contraction_axes const& c, tensor& y) {
  lengths const na(a.type.shape), nb(b.type.shape), ny(y.type.shape);
  lengths terms;
  for (i64 d : c.lhs_contracting) terms.of[terms.rank++] = na[static_cast<int>(d)];
  i64 const bytes = y.size() * static_cast<i64>(sizeof(T));
  for (u32 i = 0; i < y.size(); ++i) {
    place const at(i, ny);
    place pa, pb;
    int d = 0;
    for (int k = 0; k < c.lhs_batch.size(); ++k, ++d) pa.at[c.lhs_batch[k]] = pb.at[c.rhs_batch[k]] = at.at[d];
    for (int k = 0; k < na.rank; ++k)
      if (!c.lhs_batch.contains(k) && !c.lhs_contracting.contains(k)) pa.at[k] = at.at[d++];
    for (int k = 0; k < nb.rank; ++k)
      if (!c.rhs_batch.contains(k) && !c.rhs_contracting.contains(k)) pb.at[k] = at.at[d++];
    auto const step = [&](T acc, i64 term) {
      place const t(term, terms);
      for (int k = 0; k < terms.rank; ++k) pa.at[c.lhs_contracting[k]] = pb.at[c.rhs_contracting[k]] = t.at[k];
      return multiply_add(a.at<T>(static_cast<u32>(row_major(pa.at, na))), b.at<T>(static_cast<u32>(row_major(pb.at, nb))), acc);
    };
    // -0.0 leaves no trace in a sum, as in reduce_sum.
    T const nought = std::is_floating_point_v<T> ? static_cast<T>(-0.0) : T(0);
    y.put(i, accumulate_in_order(terms.size(), chains_of(y.type.type), bytes, nought, step,
                                 [](T p, T q) { return multiply_add(p, T(1), q); }));
  }
}
/// The lengths that the definition gives, whatever the type rule says.
constexpr shape contracted_shape(shape const& a, shape const& b, contraction_axes const& c) {
  shape s;
  for (i64 d : c.lhs_batch) s.push(a[static_cast<int>(d)]);
  for (int k = 0; k < a.rank; ++k)
    if (!c.lhs_batch.contains(k) && !c.lhs_contracting.contains(k)) s.push(a[k]);
  for (int k = 0; k < b.rank; ++k)
    if (!c.rhs_batch.contains(k) && !c.rhs_contracting.contains(k)) s.push(b[k]);
  return s;
}
constexpr bool contract(tensor const& a, tensor const& b, contraction_axes const& c, tensor& y) {
  if (a.type.type != b.type.type || a.type.type != y.type.type || !(contracted_shape(a.type.shape, b.type.shape, c) == y.type.shape))
    return false;
  for (int k = 0; k < c.lhs_contracting.size(); ++k)
    if (!(a.type.shape[static_cast<int>(c.lhs_contracting[k])] == b.type.shape[static_cast<int>(c.rhs_contracting[k])])) return false;
  return visit_dtype(a.type.type, [&]<class T>(T) {
    if constexpr (__is_same(T, bool)) return false;
    else {
      contract_as<T>(a, b, c, y);
      return true;
    }
  });
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
