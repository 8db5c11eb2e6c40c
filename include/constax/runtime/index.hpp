// SPDX-License-Identifier: BSL-1.0
#pragma once
// index: x[i], x[slice], x(i, slice, ...) of dynamic tracers, as api/index.hpp of static ones. Plain integers decide as well as 3_c does.
#include <constax/api/index.hpp>
#include <constax/runtime/tracer.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class... I> dynamic_tracer index_dynamic(dynamic_tracer const& x, I const&... i) {
  static_assert((index_like<I> && ...),
                "[constax] index: of a traced value whose type is known at run time only integers, cx::slice, cx::newaxis and "
                "cx::ellipsis are indices; traced indices need a static program");
  aval const a = x.type();
  if ((0 + ... + (takes_axis<I> ? 1 : 0)) > a.rank()) raise_error<index_error>(too_many_indices(a));
  i64 const at[] = {index_number(i)...};
  indexing const r = read_indices<I...>(a.shape, at);
  constexpr bool by_value = (std::is_integral_v<I> || ...);
  dynamic_tracer y = by_value || r.cuts(a.shape) ? emit_dynamic<slice_t>(r.cut, x) : x;
  if (r.reversed.size()) y = emit_dynamic<rev_t>({r.reversed}, y);
  if (r.dropped.size()) y = emit_dynamic<squeeze_t>({r.dropped}, y);
  if (r.inserted.size()) y = emit_dynamic<broadcast_in_dim_t>(inserting(y.type().shape, r.inserted), y);
  return y;
}

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {

template <class I> dynamic_tracer dynamic_tracer::operator[](I const& index) const { return constax::detail::index_dynamic(*this, index); }
template <class... I> dynamic_tracer dynamic_tracer::operator()(I const&... index) const {
  return constax::detail::index_dynamic(*this, index...);
}

} // namespace constax::inline v0
