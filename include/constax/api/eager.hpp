// SPDX-License-Identifier: BSL-1.0
#pragma once
// eager: NumPy's functions on arrays, views, expressions of them and ndarrays, outside of a traced function: cx::sum(a), cx::sort(x + y,
// 0_c). Each call is a program of its own, which is evaluated at once; what is called often, or together with more, belongs into a function
// under cx::jit. Beside traced values arrays are constants.
#include <constax/api/among_traced.hpp>
#include <constax/api/convolution.hpp>
#include <constax/api/gcd.hpp>
#include <constax/api/histogram.hpp>
#include <constax/api/norms.hpp>
#include <constax/api/searchsorted.hpp>
#include <constax/api/slogdet.hpp>
#include <constax/api/windows.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// op(x...) of ndarrays: runtime/eager.hpp.
template <class Op, class... X> auto eagerly_late(Op const& op, X const&... x);

/// op(x...), as numbers.
template <class Op, class... X> CONSTAX_INLINE constexpr auto eagerly(Op const& op, X&&... x) {
  if constexpr (any_ndarray<X...>) return eagerly_late(op, x...);
  else return lazily(op, static_cast<X&&>(x)...).eval();
}
/// Is there an array among them, and no traced value?
template <class... X>
concept eager_operands = ((lazy<X> || holds_ndarrays<std::remove_cvref_t<X>>()) || ...) && !any_tracer<X...>;

} // namespace detail

// What is called with a traced value among arrays: they are constants then (among_traced.hpp).
#define CONSTAX_AMONG_TRACED(name) \
  template <class... X> \
  requires detail::arrays_among_traced<X...> \
  constexpr auto name(X const&... x) { return name(detail::as_traced(x)...); }
#define CONSTAX_EAGER(name) \
  template <class... X> \
  requires detail::eager_operands<X...> \
  CONSTAX_INLINE constexpr auto name(X&&... x) { return detail::eagerly([](auto const&... a) { return name(a...); }, static_cast<X&&>(x)...); } \
  CONSTAX_AMONG_TRACED(name)
/// Of template arguments: lengths, numbers; or a type.
#define CONSTAX_EAGER_OF(parameters, arguments, name) \
  template <parameters, class... X> \
  requires detail::eager_operands<X...> \
  CONSTAX_INLINE constexpr auto name(X&&... x) { \
    return detail::eagerly([](auto const&... a) { return name<arguments>(a...); }, static_cast<X&&>(x)...); \
  } \
  template <parameters, class... X> \
  requires detail::arrays_among_traced<X...> \
  constexpr auto name(X const&... x) { return name<arguments>(detail::as_traced(x)...); }

// reduce
CONSTAX_EAGER(sum)
CONSTAX_EAGER(prod)
CONSTAX_EAGER(mean)
CONSTAX_EAGER(amax)
CONSTAX_EAGER(amin)
CONSTAX_EAGER(any)
CONSTAX_EAGER(all)
CONSTAX_EAGER(argmax)
CONSTAX_EAGER(argmin)
CONSTAX_EAGER(logsumexp)
// elementwise
CONSTAX_EAGER(softmax)
CONSTAX_EAGER(log_softmax)
CONSTAX_EAGER(clip)
CONSTAX_EAGER(relu)
CONSTAX_EAGER(where)
CONSTAX_EAGER(remainder)
CONSTAX_EAGER(mod)
CONSTAX_EAGER(floor_divide)
CONSTAX_EAGER(divmod)
CONSTAX_EAGER(modf)
// cumulative
CONSTAX_EAGER(cumsum)
CONSTAX_EAGER(cumprod)
CONSTAX_EAGER(cummax)
CONSTAX_EAGER(cummin)
CONSTAX_EAGER(cumlogsumexp)
CONSTAX_EAGER(linear_recurrence)
// norms
CONSTAX_EAGER(norm)
CONSTAX_EAGER(var)
CONSTAX_EAGER(std_)
// shapes
CONSTAX_EAGER(ravel)
CONSTAX_EAGER(expand_dims)
CONSTAX_EAGER(squeeze)
CONSTAX_EAGER(transpose)
CONSTAX_EAGER(swapaxes)
CONSTAX_EAGER(flip)
// join
CONSTAX_EAGER(concatenate)
CONSTAX_EAGER(concat)
CONSTAX_EAGER(stack)
CONSTAX_EAGER(vstack)
CONSTAX_EAGER(hstack)
CONSTAX_EAGER(dstack)
CONSTAX_EAGER(column_stack)
// products
CONSTAX_EAGER(dot)
CONSTAX_EAGER(matmul)
CONSTAX_EAGER(outer)
CONSTAX_EAGER(vdot)
CONSTAX_EAGER(inner)
CONSTAX_EAGER(vecdot)
CONSTAX_EAGER(matvec)
CONSTAX_EAGER(vecmat)
CONSTAX_EAGER(tensordot)
CONSTAX_EAGER(kron)
CONSTAX_EAGER(cross)
// rearrange
CONSTAX_EAGER(moveaxis)
CONSTAX_EAGER(rot90)
CONSTAX_EAGER(flipud)
CONSTAX_EAGER(fliplr)
CONSTAX_EAGER(matrix_transpose)
CONSTAX_EAGER(permute_dims)
CONSTAX_EAGER(atleast_1d)
CONSTAX_EAGER(atleast_2d)
CONSTAX_EAGER(atleast_3d)
CONSTAX_EAGER(roll)
CONSTAX_EAGER(repeat)
CONSTAX_EAGER(delete_)
CONSTAX_EAGER(insert)
CONSTAX_EAGER(append)
// split
CONSTAX_EAGER(split)
CONSTAX_EAGER(array_split)
CONSTAX_EAGER(vsplit)
CONSTAX_EAGER(hsplit)
CONSTAX_EAGER(dsplit)
CONSTAX_EAGER(unstack)
// pad
CONSTAX_EAGER(pad)
// calculus
CONSTAX_EAGER(diff)
CONSTAX_EAGER(ediff1d)
CONSTAX_EAGER(trapezoid)
CONSTAX_EAGER(gradient)
CONSTAX_EAGER(interp)
CONSTAX_EAGER(convolve)
CONSTAX_EAGER(correlate)
CONSTAX_EAGER(polyval)
CONSTAX_EAGER(polyder)
CONSTAX_EAGER(polyint)
CONSTAX_EAGER(unwrap)
// matrices
CONSTAX_EAGER(tril)
CONSTAX_EAGER(triu)
CONSTAX_EAGER(diagonal)
CONSTAX_EAGER(trace)
CONSTAX_EAGER(diag)
CONSTAX_EAGER(diagflat)
// grids
CONSTAX_EAGER(meshgrid)
// nan
CONSTAX_EAGER(nansum)
CONSTAX_EAGER(nanprod)
CONSTAX_EAGER(nanmean)
CONSTAX_EAGER(nanvar)
CONSTAX_EAGER(nanstd)
CONSTAX_EAGER(nanmax)
CONSTAX_EAGER(nanmin)
CONSTAX_EAGER(nanargmax)
CONSTAX_EAGER(nanargmin)
CONSTAX_EAGER(nancumsum)
CONSTAX_EAGER(nancumprod)
// statistics
CONSTAX_EAGER(average)
CONSTAX_EAGER(ptp)
CONSTAX_EAGER(count_nonzero)
CONSTAX_EAGER(cov)
CONSTAX_EAGER(corrcoef)
// sorting
CONSTAX_EAGER(argsort)
CONSTAX_EAGER(lexsort)
CONSTAX_EAGER(sort)
CONSTAX_EAGER(partition)
CONSTAX_EAGER(argpartition)
// quantiles
CONSTAX_EAGER(median)
CONSTAX_EAGER(quantile)
CONSTAX_EAGER(percentile)
CONSTAX_EAGER(nanmedian)
CONSTAX_EAGER(nanquantile)
CONSTAX_EAGER(nanpercentile)
// indexing
CONSTAX_EAGER(take)
CONSTAX_EAGER(take_along_axis)
CONSTAX_EAGER(dynamic_update_slice)
CONSTAX_EAGER(dynamic_update_slice_in_dim)
// convolution
CONSTAX_EAGER(conv)
CONSTAX_EAGER(conv_general_dilated)
// windows
CONSTAX_EAGER(reduce_window)
CONSTAX_EAGER(max_pool)
CONSTAX_EAGER(min_pool)
CONSTAX_EAGER(avg_pool)
// searchsorted
CONSTAX_EAGER(searchsorted)
// histogram
CONSTAX_EAGER(digitize)
// gcd
CONSTAX_EAGER(gcd)
CONSTAX_EAGER(lcm)
// slogdet
CONSTAX_EAGER(det)
CONSTAX_EAGER(slogdet)
// places
CONSTAX_EAGER(fill_diagonal)
CONSTAX_EAGER(isin)
// comparisons
CONSTAX_EAGER(isnan)
CONSTAX_EAGER(isinf)
CONSTAX_EAGER(isposinf)
CONSTAX_EAGER(isneginf)
CONSTAX_EAGER(isclose)
CONSTAX_EAGER(allclose)
CONSTAX_EAGER(array_equal)
CONSTAX_EAGER(array_equiv)
// make
CONSTAX_EAGER(zeros_like)
CONSTAX_EAGER(empty_like)
CONSTAX_EAGER(ones_like)
CONSTAX_EAGER(full_like)
// with lengths, numbers of segments, ... as template arguments
CONSTAX_EAGER_OF(auto... N, N..., reshape)
CONSTAX_EAGER_OF(auto... N, N..., broadcast_to)
CONSTAX_EAGER_OF(auto... N, N..., tile)
CONSTAX_EAGER_OF(auto... N, N..., top_k)
CONSTAX_EAGER_OF(auto... N, N..., segment_sum)
CONSTAX_EAGER_OF(auto... N, N..., segment_prod)
CONSTAX_EAGER_OF(auto... N, N..., segment_max)
CONSTAX_EAGER_OF(auto... N, N..., segment_min)
CONSTAX_EAGER_OF(auto... N, N..., bincount)
CONSTAX_EAGER_OF(auto... N, N..., one_hot)
CONSTAX_EAGER_OF(auto... N, N..., flatnonzero)
CONSTAX_EAGER_OF(auto... N, N..., nonzero)
CONSTAX_EAGER_OF(auto... N, N..., argwhere)
CONSTAX_EAGER_OF(auto... N, N..., unravel_index)
CONSTAX_EAGER_OF(auto... N, N..., histogram)
CONSTAX_EAGER_OF(auto... N, N..., histogram_bin_edges)
CONSTAX_EAGER_OF(auto... N, N..., unique)
CONSTAX_EAGER_OF(auto... N, N..., unique_values)
CONSTAX_EAGER_OF(auto... N, N..., unique_counts)
CONSTAX_EAGER_OF(auto... N, N..., unique_inverse)
CONSTAX_EAGER_OF(auto... N, N..., union1d)
CONSTAX_EAGER_OF(auto... N, N..., dynamic_slice)
CONSTAX_EAGER_OF(auto... N, N..., dynamic_slice_in_dim)
CONSTAX_EAGER_OF(auto... N, N..., vander)
CONSTAX_EAGER_OF(i64 N, N, unstack)
CONSTAX_EAGER_OF(element_type T, T, astype)
CONSTAX_EAGER_OF(fixed_string Text, Text, einsum)

// functions of elements that are no primitives
CONSTAX_EAGER(logical_and)
CONSTAX_EAGER(logical_or)
CONSTAX_EAGER(logical_xor)
CONSTAX_EAGER(logical_not)
CONSTAX_EAGER(float_power)
CONSTAX_EAGER(left_shift)
CONSTAX_EAGER(right_shift)
CONSTAX_EAGER(bitwise_right_shift)
CONSTAX_EAGER(signbit)
CONSTAX_EAGER(copysign)
CONSTAX_EAGER(heaviside)
CONSTAX_EAGER(nan_to_num)
CONSTAX_EAGER(fmax)
CONSTAX_EAGER(fmin)
CONSTAX_EAGER(rint)
CONSTAX_EAGER(reciprocal)
CONSTAX_EAGER(positive)
CONSTAX_EAGER(sinc)
CONSTAX_EAGER(logaddexp)
CONSTAX_EAGER(logaddexp2)
CONSTAX_EAGER(deg2rad)
CONSTAX_EAGER(rad2deg)
CONSTAX_EAGER(radians)
CONSTAX_EAGER(degrees)
// activations, special
CONSTAX_EAGER(relu6)
CONSTAX_EAGER(leaky_relu)
CONSTAX_EAGER(elu)
CONSTAX_EAGER(selu)
CONSTAX_EAGER(celu)
CONSTAX_EAGER(silu)
CONSTAX_EAGER(swish)
CONSTAX_EAGER(gelu)
CONSTAX_EAGER(mish)
CONSTAX_EAGER(log_sigmoid)
CONSTAX_EAGER(soft_sign)
CONSTAX_EAGER(squareplus)
CONSTAX_EAGER(sparse_plus)
CONSTAX_EAGER(sparse_sigmoid)
CONSTAX_EAGER(hard_tanh)
CONSTAX_EAGER(hard_sigmoid)
CONSTAX_EAGER(hard_silu)
CONSTAX_EAGER(hard_swish)
CONSTAX_EAGER(glu)
CONSTAX_EAGER(standardize)
CONSTAX_EAGER(logit)
CONSTAX_EAGER(xlogy)
CONSTAX_EAGER(xlog1py)
CONSTAX_EAGER(entr)
CONSTAX_EAGER(rel_entr)
CONSTAX_EAGER(kl_div)
CONSTAX_EAGER(ndtr)
CONSTAX_EAGER(log_ndtr)

#undef CONSTAX_AMONG_TRACED
#undef CONSTAX_EAGER
#undef CONSTAX_EAGER_OF

} // namespace constax::inline CONSTAX_TAG
