// SPDX-License-Identifier: BSL-1.0
#pragma once
// eager: NumPy's functions on arrays, views, expressions of them and ndarrays, outside of a traced function: cx::sum(a), cx::sort(x + y,
// 0_c); of numbers the functions of elements, cx::sinc(1.0). Each call is a program of its own, which is evaluated at once; what is called
// often, or together with more, belongs into a function under cx::jit. Beside traced values arrays are constants.
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
/// op, for which numbers beside arrays keep their dtypes: they are places.
template <class Op> struct own_dtypes : Op {
  static constexpr bool mixes_dtypes = true;
};
template <class Op> constexpr own_dtypes<Op> of_places(Op const& op) { return {op}; }
/// Is there an array among them, and no traced value?
template <class... X>
concept eager_operands = ((lazy<X> || holds_ndarrays<std::remove_cvref_t<X>>()) || ...) && !any_tracer<X...>;

/// Numbers alone, an option behind them perhaps: cx::sinc(1.0), cx::gelu(2.0, cx::exact).
template <class... X>
concept number_operands = (number<X> || ...) && ((number<X> || part_of_program<X>) && ...);
template <class Accepts> struct of_dtypes {
  using accepted = Accepts;
};
/// op(x...) of numbers, in the type that primitives would compute in; a program of its own, with the bits that elements of arrays have.
template <class Accepts, class Op, class First, class... X>
CONSTAX_INLINE constexpr auto of_numbers(Op const& op, First const& first, X const&... x) {
  using T = plain_type<of_dtypes<Accepts>, First, std::conditional_t<number<X>, X, First>...>;
  auto const one = []<class Y>(Y const& y) {
    if constexpr (number<Y>) return static_cast<T>(plain(y));
    else return y;
  };
  return lazily(of_places(op), one(first), one(x)...).eval();
}

} // namespace detail

// What is called with a traced value among arrays: they are constants then (among_traced.hpp).
#define CONSTAX_AMONG_TRACED(name) \
  template <class... X> \
  requires detail::arrays_among_traced<X...> \
  constexpr auto name(X const&... x) { return name(detail::as_traced(x)...); }
#define CONSTAX_EAGER_AS(op, name)                                                                   \
  template <class... X>                                                                              \
  requires detail::eager_operands<X...>                                                              \
  CONSTAX_INLINE constexpr auto name(X&&... x) {                                                     \
    return detail::eagerly(op([](auto const&... a) { return name(a...); }), static_cast<X&&>(x)...); \
  }                                                                                                  \
  CONSTAX_AMONG_TRACED(name)
#define CONSTAX_EAGER(name) CONSTAX_EAGER_AS(, name)
/// The operands behind the array are places.
#define CONSTAX_PLACES(name) CONSTAX_EAGER_AS(detail::of_places, name)
/// Of elements: numbers alone are operands as well. `accepts`: of which dtypes; others are taken as double.
#define CONSTAX_ELEMENTS(name, accepts)                                                    \
  CONSTAX_EAGER(name)                                                                      \
  template <class... X>                                                                    \
  requires detail::number_operands<X...>                                                   \
  CONSTAX_INLINE constexpr auto name(X const&... x) {                                      \
    return detail::of_numbers<accepts>([](auto const&... a) { return name(a...); }, x...); \
  }
/// Of template arguments: lengths, numbers; or a type.
#define CONSTAX_EAGER_OF_AS(op, parameters, arguments, name)                                                    \
  template <parameters, class... X>                                                                             \
  requires detail::eager_operands<X...>                                                                         \
  CONSTAX_INLINE constexpr auto name(X&&... x) {                                                                \
    return detail::eagerly(op([](auto const&... a) { return name<arguments>(a...); }), static_cast<X&&>(x)...); \
  }                                                                                                             \
  template <parameters, class... X>                                                                             \
  requires detail::arrays_among_traced<X...>                                                                    \
  constexpr auto name(X const&... x) {                                                                          \
    return name<arguments>(detail::as_traced(x)...);                                                            \
  }
#define CONSTAX_EAGER_OF(parameters, arguments, name) CONSTAX_EAGER_OF_AS(, parameters, arguments, name)
#define CONSTAX_PLACES_OF(parameters, arguments, name) CONSTAX_EAGER_OF_AS(detail::of_places, parameters, arguments, name)

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
CONSTAX_ELEMENTS(clip, anything)
CONSTAX_ELEMENTS(relu, anything)
CONSTAX_EAGER(where)
CONSTAX_ELEMENTS(remainder, anything)
CONSTAX_ELEMENTS(mod, anything)
CONSTAX_ELEMENTS(floor_divide, anything)
CONSTAX_ELEMENTS(divmod, anything)
CONSTAX_ELEMENTS(modf, floating)
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
CONSTAX_PLACES(take)
CONSTAX_PLACES(take_along_axis)
CONSTAX_PLACES(dynamic_update_slice)
CONSTAX_PLACES(dynamic_update_slice_in_dim)
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
CONSTAX_ELEMENTS(gcd, anything)
CONSTAX_ELEMENTS(lcm, anything)
// slogdet
CONSTAX_EAGER(det)
CONSTAX_EAGER(slogdet)
// places
CONSTAX_EAGER(fill_diagonal)
CONSTAX_EAGER(isin)
// comparisons
CONSTAX_ELEMENTS(isnan, anything)
CONSTAX_ELEMENTS(isinf, anything)
CONSTAX_ELEMENTS(isposinf, anything)
CONSTAX_ELEMENTS(isneginf, anything)
CONSTAX_ELEMENTS(isclose, anything)
CONSTAX_ELEMENTS(allclose, anything)
CONSTAX_ELEMENTS(array_equal, anything)
CONSTAX_ELEMENTS(array_equiv, anything)
// make
CONSTAX_ELEMENTS(zeros_like, anything)
CONSTAX_ELEMENTS(empty_like, anything)
CONSTAX_ELEMENTS(ones_like, anything)
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
CONSTAX_PLACES_OF(auto... N, N..., dynamic_slice)
CONSTAX_PLACES_OF(auto... N, N..., dynamic_slice_in_dim)
CONSTAX_EAGER_OF(auto... N, N..., vander)
CONSTAX_EAGER_OF(i64 N, N, unstack)
CONSTAX_EAGER_OF(element_type T, T, astype)
CONSTAX_EAGER_OF(fixed_string Text, Text, einsum)

// functions of elements that are no primitives
CONSTAX_ELEMENTS(logical_and, anything)
CONSTAX_ELEMENTS(logical_or, anything)
CONSTAX_ELEMENTS(logical_xor, anything)
CONSTAX_ELEMENTS(logical_not, anything)
CONSTAX_ELEMENTS(float_power, anything)
CONSTAX_ELEMENTS(true_divide, anything)
CONSTAX_ELEMENTS(divide, anything)
CONSTAX_ELEMENTS(left_shift, anything)
CONSTAX_ELEMENTS(right_shift, anything)
CONSTAX_ELEMENTS(bitwise_right_shift, anything)
CONSTAX_ELEMENTS(signbit, anything)
CONSTAX_ELEMENTS(copysign, anything)
CONSTAX_ELEMENTS(heaviside, floating)
CONSTAX_ELEMENTS(nan_to_num, anything)
CONSTAX_ELEMENTS(fmax, anything)
CONSTAX_ELEMENTS(fmin, anything)
CONSTAX_ELEMENTS(rint, floating)
CONSTAX_ELEMENTS(reciprocal, anything)
CONSTAX_ELEMENTS(positive, anything)
CONSTAX_ELEMENTS(sinc, floating)
CONSTAX_ELEMENTS(logaddexp, floating)
CONSTAX_ELEMENTS(logaddexp2, floating)
CONSTAX_ELEMENTS(deg2rad, floating)
CONSTAX_ELEMENTS(rad2deg, floating)
CONSTAX_ELEMENTS(radians, floating)
CONSTAX_ELEMENTS(degrees, floating)
// activations, special
CONSTAX_ELEMENTS(relu6, anything)
CONSTAX_ELEMENTS(leaky_relu, floating)
CONSTAX_ELEMENTS(elu, floating)
CONSTAX_ELEMENTS(selu, floating)
CONSTAX_ELEMENTS(celu, floating)
CONSTAX_ELEMENTS(silu, floating)
CONSTAX_ELEMENTS(swish, floating)
CONSTAX_ELEMENTS(gelu, floating)
CONSTAX_ELEMENTS(mish, floating)
CONSTAX_ELEMENTS(log_sigmoid, floating)
CONSTAX_ELEMENTS(soft_sign, floating)
CONSTAX_ELEMENTS(squareplus, floating)
CONSTAX_ELEMENTS(sparse_plus, floating)
CONSTAX_ELEMENTS(sparse_sigmoid, floating)
CONSTAX_ELEMENTS(hard_tanh, anything)
CONSTAX_ELEMENTS(hard_sigmoid, floating)
CONSTAX_ELEMENTS(hard_silu, floating)
CONSTAX_ELEMENTS(hard_swish, floating)
CONSTAX_EAGER(glu)
CONSTAX_EAGER(standardize)
CONSTAX_ELEMENTS(logit, floating)
CONSTAX_ELEMENTS(xlogy, floating)
CONSTAX_ELEMENTS(xlog1py, floating)
CONSTAX_ELEMENTS(entr, floating)
CONSTAX_ELEMENTS(rel_entr, floating)
CONSTAX_ELEMENTS(kl_div, floating)
CONSTAX_ELEMENTS(ndtr, floating)
CONSTAX_ELEMENTS(log_ndtr, floating)

#undef CONSTAX_AMONG_TRACED
#undef CONSTAX_EAGER_AS
#undef CONSTAX_EAGER
#undef CONSTAX_PLACES
#undef CONSTAX_ELEMENTS
#undef CONSTAX_EAGER_OF_AS
#undef CONSTAX_EAGER_OF
#undef CONSTAX_PLACES_OF

} // namespace constax::inline CONSTAX_TAG
