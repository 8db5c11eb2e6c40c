// SPDX-License-Identifier: BSL-1.0
#pragma once
// usage: how a function is called, said where none of its forms takes the arguments of a call. Without these overloads the compiler lists
// every form, and for each of them why it is not meant: a hundred lines and more.
#include <constax/api/control.hpp>
#include <constax/api/convolution.hpp>
#include <constax/api/histogram.hpp>
#include <constax/api/jacobian.hpp>
#include <constax/api/jit.hpp>
#include <constax/api/norms.hpp>
#include <constax/api/numpy.hpp>
#include <constax/api/searchsorted.hpp>
#include <constax/api/slogdet.hpp>
#include <constax/api/some_of.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// Takes anything, by a conversion that a user's type defines: each form that takes the arguments of a call is a better match.
struct any_argument {
  any_argument() = default;
  template <class X>
  constexpr any_argument(X&&) {}
};
template <fixed_string Name, fixed_string Usage, class... T>
struct says_usage {
  constexpr text operator()() const {
    return text("[constax] ") << Name.view() << ": no form of it takes these arguments; it is called like this: " << Usage.view();
  }
};
/// T: what the call depends on, lest the sentence be said where no one calls.
template <class Result, fixed_string Name, fixed_string Usage, class... T>
constexpr auto refuse_call() {
  expect_silence<says_usage<Name, Usage, T...>>();
  if constexpr (tracing<Result>) return after_error<Result>();
  else return Result{};
}
/// A function that follows upon an error: nothing more is said.
struct refused_function {
  template <class... X>
  constexpr auto operator()(X const&...) const {
    return after_error<basic_tracer<double>>();
  }
};
} // namespace detail

#define CONSTAX_ANY_ARGUMENTS                                                                                 \
  detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, \
      detail::any_argument = {}, detail::any_argument = {}
#define CONSTAX_USAGE_GIVING(Result, name, usage)                    \
  template <class... T>                                              \
  constexpr auto name(CONSTAX_ANY_ARGUMENTS) {                       \
    return detail::refuse_call<Result, #name, usage, T...>();        \
  }                                                                  \
  template <auto N, auto... More>                                    \
  constexpr auto name(CONSTAX_ANY_ARGUMENTS) {                       \
    return detail::refuse_call<Result, #name, usage, decltype(N)>(); \
  }
#define CONSTAX_USAGE(name, usage) CONSTAX_USAGE_GIVING(basic_tracer<double>, name, usage)
#define CONSTAX_USAGE_OF_FUNCTION(name, usage) CONSTAX_USAGE_GIVING(detail::refused_function, name, usage)
#define CONSTAX_OF_X(name) CONSTAX_USAGE(name, "cx::" #name "(x)")
#define CONSTAX_OF_X_Y(name) CONSTAX_USAGE(name, "cx::" #name "(x, y)")
#define CONSTAX_ALONG(name) CONSTAX_USAGE(name, "cx::" #name "(x), cx::" #name "(x, 0_c)")

// clang-format off: a table
// ---- reductions
CONSTAX_ALONG(all) CONSTAX_ALONG(any) CONSTAX_ALONG(amax) CONSTAX_ALONG(amin) CONSTAX_ALONG(argmax) CONSTAX_ALONG(argmin)
CONSTAX_ALONG(count_nonzero) CONSTAX_ALONG(mean) CONSTAX_ALONG(median) CONSTAX_ALONG(prod) CONSTAX_ALONG(ptp) CONSTAX_ALONG(sum)
CONSTAX_ALONG(var) CONSTAX_ALONG(std_) CONSTAX_ALONG(logsumexp) CONSTAX_ALONG(norm) CONSTAX_ALONG(nanargmax) CONSTAX_ALONG(nanargmin)
CONSTAX_ALONG(nanmax) CONSTAX_ALONG(nanmean) CONSTAX_ALONG(nanmedian) CONSTAX_ALONG(nanmin) CONSTAX_ALONG(nanprod) CONSTAX_ALONG(nanstd)
CONSTAX_ALONG(nansum) CONSTAX_ALONG(nanvar)
CONSTAX_ALONG(cumsum) CONSTAX_ALONG(cumprod) CONSTAX_ALONG(cummax) CONSTAX_ALONG(cummin) CONSTAX_ALONG(cumlogsumexp)
CONSTAX_ALONG(nancumsum) CONSTAX_ALONG(nancumprod)
CONSTAX_USAGE(quantile, "cx::quantile(x, 0.9), cx::quantile(x, 0.9, 0_c)")
CONSTAX_USAGE(nanquantile, "cx::nanquantile(x, 0.9), cx::nanquantile(x, 0.9, 0_c)")
CONSTAX_USAGE(percentile, "cx::percentile(x, 90.0), cx::percentile(x, 90.0, 0_c)")
CONSTAX_USAGE(nanpercentile, "cx::nanpercentile(x, 90.0), cx::nanpercentile(x, 90.0, 0_c)")
CONSTAX_USAGE(average, "cx::average(x), cx::average(x, w), cx::average(x, 0_c, w)")
CONSTAX_USAGE(linear_recurrence, "cx::linear_recurrence(a, b), cx::linear_recurrence(a, b, 0_c)")

// ---- one operand, elementwise
CONSTAX_USAGE(cast, "cx::cast<float>(x)")
CONSTAX_USAGE(astype, "cx::astype<float>(x)")
CONSTAX_OF_X(deg2rad) CONSTAX_OF_X(degrees) CONSTAX_OF_X(rad2deg) CONSTAX_OF_X(radians) CONSTAX_OF_X(entr) CONSTAX_OF_X(hard_sigmoid)
CONSTAX_OF_X(hard_silu) CONSTAX_OF_X(hard_swish) CONSTAX_OF_X(hard_tanh) CONSTAX_OF_X(isinf) CONSTAX_OF_X(isnan) CONSTAX_OF_X(isneginf)
CONSTAX_OF_X(isposinf) CONSTAX_OF_X(log_ndtr) CONSTAX_OF_X(log_sigmoid) CONSTAX_OF_X(logical_not) CONSTAX_OF_X(logit) CONSTAX_OF_X(mish)
CONSTAX_OF_X(modf) CONSTAX_OF_X(ndtr) CONSTAX_OF_X(positive) CONSTAX_OF_X(reciprocal) CONSTAX_OF_X(relu) CONSTAX_OF_X(relu6)
CONSTAX_OF_X(rint) CONSTAX_OF_X(selu) CONSTAX_OF_X(signbit) CONSTAX_OF_X(silu) CONSTAX_OF_X(swish) CONSTAX_OF_X(sinc)
CONSTAX_OF_X(soft_sign) CONSTAX_OF_X(sparse_plus) CONSTAX_OF_X(sparse_sigmoid)
CONSTAX_USAGE(celu, "cx::celu(x), cx::celu(x, alpha)")
CONSTAX_USAGE(elu, "cx::elu(x), cx::elu(x, alpha)")
CONSTAX_USAGE(leaky_relu, "cx::leaky_relu(x), cx::leaky_relu(x, slope)")
CONSTAX_USAGE(squareplus, "cx::squareplus(x), cx::squareplus(x, b)")
CONSTAX_USAGE(gelu, "cx::gelu(x), cx::gelu(x, cx::exact)")
CONSTAX_USAGE(nan_to_num, "cx::nan_to_num(x), cx::nan_to_num(x, 0.0, 1e9, -1e9)")
CONSTAX_USAGE(clip, "cx::clip(x, lo, hi), cx::clip(x, cx::none, hi)")
CONSTAX_USAGE(where, "cx::where(condition, x, y)")

// ---- two operands, elementwise
CONSTAX_USAGE(bitwise_right_shift, "cx::bitwise_right_shift(x, n)")
CONSTAX_USAGE(left_shift, "cx::left_shift(x, n)")
CONSTAX_USAGE(right_shift, "cx::right_shift(x, n)")
CONSTAX_OF_X_Y(copysign) CONSTAX_OF_X_Y(divide) CONSTAX_OF_X_Y(divmod) CONSTAX_OF_X_Y(float_power) CONSTAX_OF_X_Y(floor_divide)
CONSTAX_OF_X_Y(fmax) CONSTAX_OF_X_Y(fmin) CONSTAX_OF_X_Y(gcd) CONSTAX_OF_X_Y(lcm) CONSTAX_OF_X_Y(heaviside) CONSTAX_OF_X_Y(logaddexp)
CONSTAX_OF_X_Y(logaddexp2) CONSTAX_OF_X_Y(logical_and) CONSTAX_OF_X_Y(logical_or) CONSTAX_OF_X_Y(logical_xor) CONSTAX_OF_X_Y(mod)
CONSTAX_OF_X_Y(remainder) CONSTAX_OF_X_Y(true_divide) CONSTAX_OF_X_Y(xlog1py) CONSTAX_OF_X_Y(xlogy)
CONSTAX_USAGE(kl_div, "cx::kl_div(p, q)")
CONSTAX_USAGE(rel_entr, "cx::rel_entr(p, q)")
CONSTAX_USAGE(allclose, "cx::allclose(x, y), cx::allclose(x, y, rtol, atol)")
CONSTAX_USAGE(isclose, "cx::isclose(x, y), cx::isclose(x, y, rtol, atol)")
CONSTAX_OF_X_Y(array_equal) CONSTAX_OF_X_Y(array_equiv) CONSTAX_OF_X_Y(isin)
CONSTAX_OF_X_Y(intersect1d) CONSTAX_OF_X_Y(setdiff1d) CONSTAX_OF_X_Y(setxor1d) CONSTAX_OF_X_Y(union1d)

// ---- activations and slopes along an axis
CONSTAX_ALONG(softmax) CONSTAX_ALONG(log_softmax) CONSTAX_ALONG(standardize) CONSTAX_ALONG(glu)

// ---- products
CONSTAX_OF_X_Y(dot) CONSTAX_OF_X_Y(vdot) CONSTAX_OF_X_Y(vecdot) CONSTAX_OF_X_Y(vecmat) CONSTAX_OF_X_Y(matvec) CONSTAX_OF_X_Y(inner)
CONSTAX_OF_X_Y(outer) CONSTAX_OF_X_Y(kron) CONSTAX_OF_X_Y(matmul)
CONSTAX_USAGE(cross, "cx::cross(x, y), cx::cross(x, y, 0_c)")
CONSTAX_USAGE(tensordot, "cx::tensordot(x, y, 1_c), cx::tensordot(x, y, cx::axes_c<0>, cx::axes_c<1>)")
CONSTAX_USAGE(einsum, "cx::einsum<\"ij,jk->ik\">(x, y), of ndarrays cx::einsum(\"ij,jk->ik\", x, y)")
CONSTAX_USAGE(det, "cx::det(x) of matrices [..., n, n]")
CONSTAX_USAGE(slogdet, "cx::slogdet(x) of matrices [..., n, n]")
CONSTAX_USAGE(corrcoef, "cx::corrcoef(x), cx::corrcoef(x, y)")
CONSTAX_USAGE(cov, "cx::cov(x), cx::cov(x, y)")
CONSTAX_USAGE(convolve, "cx::convolve(x, v), cx::convolve(x, v, cx::mode::same)")
CONSTAX_USAGE(correlate, "cx::correlate(x, v), cx::correlate(x, v, cx::mode::same)")
CONSTAX_USAGE(conv, "cx::conv(x, kernel, cx::strides<2, 2>, cx::mode::same, ...)")
CONSTAX_USAGE(conv_general_dilated, "cx::conv_general_dilated(x, kernel, cx::strides<2, 2>, cx::mode::same, ...)")
CONSTAX_USAGE(reduce_window, "cx::reduce_window(x, cx::add, cx::window<3>, ...) with cx::add, cx::mul, cx::max or cx::min")
CONSTAX_USAGE(avg_pool, "cx::avg_pool(x, cx::window<2, 2>, cx::strides<2, 2>, ...)")
CONSTAX_USAGE(max_pool, "cx::max_pool(x, cx::window<2, 2>, cx::strides<2, 2>, ...)")
CONSTAX_USAGE(min_pool, "cx::min_pool(x, cx::window<2, 2>, cx::strides<2, 2>, ...)")

// ---- shapes
CONSTAX_OF_X(atleast_1d) CONSTAX_OF_X(atleast_2d) CONSTAX_OF_X(atleast_3d) CONSTAX_OF_X(fliplr) CONSTAX_OF_X(flipud)
CONSTAX_OF_X(matrix_transpose) CONSTAX_OF_X(ravel)
CONSTAX_USAGE(broadcast_to, "cx::broadcast_to<2, 3>(x), of an ndarray cx::broadcast_to(x, {2, 3})")
CONSTAX_USAGE(reshape, "cx::reshape<2, 3>(x), of an ndarray cx::reshape(x, {2, 3})")
CONSTAX_USAGE(expand_dims, "cx::expand_dims(x, 0_c)")
CONSTAX_ALONG(flip) CONSTAX_ALONG(squeeze)
CONSTAX_USAGE(moveaxis, "cx::moveaxis(x, 0_c, 1_c)")
CONSTAX_USAGE(swapaxes, "cx::swapaxes(x, 0_c, 1_c)")
CONSTAX_USAGE(permute_dims, "cx::permute_dims(x, cx::axes_c<1, 0>)")
CONSTAX_USAGE(transpose, "cx::transpose(x), cx::transpose(x, cx::axes_c<1, 0>)")
CONSTAX_USAGE(roll, "cx::roll(x, shift), cx::roll(x, shift, 0_c)")
CONSTAX_USAGE(rot90, "cx::rot90(x), cx::rot90(x, 1_c)")
CONSTAX_USAGE(tile, "cx::tile<2>(x), of an ndarray cx::tile(x, {2})")
CONSTAX_USAGE(repeat, "cx::repeat(x, 2_c), cx::repeat(x, 2_c, 0_c)")
CONSTAX_USAGE(pad, "cx::pad(x, 2_c), cx::pad(x, cx::pad_width<1, 2>, cx::mode::edge)")
CONSTAX_USAGE(append, "cx::append(x, y), cx::append(x, y, 0_c) of arrays")
CONSTAX_USAGE(concat, "cx::concat(x, y), cx::concat(x, y, 0_c) of arrays")
CONSTAX_USAGE(concatenate, "cx::concatenate(x, y), cx::concatenate(x, y, 0_c) of arrays")
CONSTAX_USAGE(stack, "cx::stack(x, y), cx::stack(x, y, 0_c) of arrays")
CONSTAX_USAGE(column_stack, "cx::column_stack(x, y) of arrays")
CONSTAX_USAGE(dstack, "cx::dstack(x, y) of arrays")
CONSTAX_USAGE(hstack, "cx::hstack(x, y) of arrays")
CONSTAX_USAGE(vstack, "cx::vstack(x, y) of arrays")
CONSTAX_USAGE(split, "cx::split(x, 2_c), cx::split(x, 2_c, 0_c)")
CONSTAX_USAGE(array_split, "cx::array_split(x, 2_c), cx::array_split(x, 2_c, 0_c)")
CONSTAX_USAGE(dsplit, "cx::dsplit(x, 2_c)")
CONSTAX_USAGE(hsplit, "cx::hsplit(x, 2_c)")
CONSTAX_USAGE(vsplit, "cx::vsplit(x, 2_c)")
CONSTAX_USAGE(unstack, "cx::unstack(x), cx::unstack(x, 0_c)")
CONSTAX_USAGE(meshgrid, "cx::meshgrid(x, y)")
CONSTAX_USAGE(diag, "cx::diag(x), cx::diag(x, 1_c)")
CONSTAX_USAGE(diagflat, "cx::diagflat(x), cx::diagflat(x, 1_c)")
CONSTAX_USAGE(diagonal, "cx::diagonal(x), cx::diagonal(x, 1_c)")
CONSTAX_USAGE(trace, "cx::trace(x), cx::trace(x, 1_c)")
CONSTAX_USAGE(tril, "cx::tril(x), cx::tril(x, 1_c)")
CONSTAX_USAGE(triu, "cx::triu(x), cx::triu(x, 1_c)")
CONSTAX_USAGE(fill_diagonal, "cx::fill_diagonal(x, value)")
CONSTAX_USAGE(delete_, "cx::delete_(x, 2_c), cx::delete_(x, 2_c, 0_c)")
CONSTAX_USAGE(insert, "cx::insert(x, 2_c, row), cx::insert(x, 2_c, row, 0_c)")
CONSTAX_USAGE(full_like, "cx::full_like(x, value)")
CONSTAX_OF_X(empty_like) CONSTAX_OF_X(ones_like) CONSTAX_OF_X(zeros_like)
CONSTAX_USAGE(vander, "cx::vander(x), cx::vander<3>(x)")

// ---- places that data say
CONSTAX_USAGE(take, "cx::take(x, places), cx::take(x, places, 0_c)")
CONSTAX_USAGE(take_along_axis, "cx::take_along_axis(x, places, 0_c)")
CONSTAX_USAGE(one_hot, "cx::one_hot<10>(i), of an ndarray cx::one_hot(i, 10)")
CONSTAX_USAGE(segment_max, "cx::segment_max<10>(x, numbers), of ndarrays cx::segment_max(x, numbers, 10)")
CONSTAX_USAGE(segment_min, "cx::segment_min<10>(x, numbers), of ndarrays cx::segment_min(x, numbers, 10)")
CONSTAX_USAGE(segment_prod, "cx::segment_prod<10>(x, numbers), of ndarrays cx::segment_prod(x, numbers, 10)")
CONSTAX_USAGE(segment_sum, "cx::segment_sum<10>(x, numbers), of ndarrays cx::segment_sum(x, numbers, 10)")
CONSTAX_USAGE(bincount, "cx::bincount<10>(i), cx::bincount<10>(i, weights), of an ndarray cx::bincount(i)")
CONSTAX_USAGE(digitize, "cx::digitize(x, edges)")
CONSTAX_USAGE(searchsorted, "cx::searchsorted(sorted, values), cx::searchsorted(sorted, values, cx::side::right)")
CONSTAX_USAGE(histogram, "cx::histogram(x, edges), cx::histogram(x, edges, weights), cx::histogram<10>(x)")
CONSTAX_USAGE(dynamic_slice, "cx::dynamic_slice<2, 3>(x, i, j)")
CONSTAX_USAGE(dynamic_slice_in_dim, "cx::dynamic_slice_in_dim<3>(x, start, 0_c)")
CONSTAX_USAGE(dynamic_update_slice, "cx::dynamic_update_slice(x, part, i, j)")
CONSTAX_USAGE(dynamic_update_slice_in_dim, "cx::dynamic_update_slice_in_dim(x, part, start, 0_c)")
CONSTAX_USAGE(argwhere, "cx::argwhere<4>(x), of an ndarray cx::argwhere(x)")
CONSTAX_USAGE(flatnonzero, "cx::flatnonzero<4>(x), of an ndarray cx::flatnonzero(x)")
CONSTAX_USAGE(nonzero, "cx::nonzero<4>(x), of an ndarray cx::nonzero(x)")
CONSTAX_USAGE(unique, "cx::unique<4>(x), of an ndarray cx::unique(x)")
CONSTAX_USAGE(unique_counts, "cx::unique_counts<4>(x), of an ndarray cx::unique_counts(x)")
CONSTAX_USAGE(unique_inverse, "cx::unique_inverse<4>(x), of an ndarray cx::unique_inverse(x)")
CONSTAX_USAGE(unravel_index, "cx::unravel_index<3, 4>(i)")

// ---- order
CONSTAX_USAGE(sort, "cx::sort(x), cx::sort(x, 0_c), cx::sort(x, cx::descending)")
CONSTAX_USAGE(argsort, "cx::argsort(x), cx::argsort(x, 0_c), cx::argsort(x, cx::descending)")
CONSTAX_USAGE(lexsort, "cx::lexsort(std::tuple{second, first})")
CONSTAX_USAGE(partition, "cx::partition(x, 2_c), cx::partition(x, 2_c, 0_c)")
CONSTAX_USAGE(argpartition, "cx::argpartition(x, 2_c), cx::argpartition(x, 2_c, 0_c)")
CONSTAX_USAGE(top_k, "cx::top_k(x, 3_c), cx::top_k(x, 3_c, 0_c)")

// ---- samples and polynomials
CONSTAX_USAGE(diff, "cx::diff(x), cx::diff(x, 2_c, 0_c)")
CONSTAX_USAGE(ediff1d, "cx::ediff1d(x)")
CONSTAX_USAGE(gradient, "cx::gradient(x), cx::gradient(x, distance)")
CONSTAX_USAGE(interp, "cx::interp(x, xp, fp)")
CONSTAX_USAGE(polyval, "cx::polyval(coefficients, x)")
CONSTAX_USAGE(polyder, "cx::polyder(coefficients)")
CONSTAX_USAGE(polyint, "cx::polyint(coefficients)")
CONSTAX_USAGE(trapezoid, "cx::trapezoid(y), cx::trapezoid(y, 0.1), cx::trapezoid(y, x, 0_c)")
CONSTAX_USAGE(unwrap, "cx::unwrap(x), cx::unwrap(x, 0_c)")

// ---- control
CONSTAX_USAGE(cond, "cx::cond(predicate, on_true, on_false, operands...)")
CONSTAX_USAGE(switch_, "cx::switch_(i, std::tuple{f0, f1}, operands...)")
CONSTAX_USAGE(while_loop, "cx::while_loop(condition, body, init)")
CONSTAX_USAGE(fori_loop, "cx::fori_loop(0, 10, body, init) with body(i, carry)")
CONSTAX_USAGE(scan, "cx::scan(f, init, xs) with f(carry, x) -> std::pair{carry, y}")
CONSTAX_USAGE(map, "cx::map(f, xs)")
CONSTAX_USAGE(associative_scan, "cx::associative_scan(f, xs) with f(a, b)")

// ---- functions of functions
CONSTAX_USAGE_OF_FUNCTION(jit, "cx::jit(f)(x...)")
CONSTAX_USAGE_OF_FUNCTION(grad, "cx::grad(f)(x...), cx::grad(f, cx::argnums<0, 1>)(x...)")
CONSTAX_USAGE_OF_FUNCTION(value_and_grad, "cx::value_and_grad(f)(x...), cx::value_and_grad(f, cx::argnums<0, 1>)(x...)")
CONSTAX_USAGE_OF_FUNCTION(jacfwd, "cx::jacfwd(f)(x...), cx::jacfwd(f, cx::argnums<0, 1>)(x...)")
CONSTAX_USAGE_OF_FUNCTION(jacrev, "cx::jacrev(f)(x...), cx::jacrev(f, cx::argnums<0, 1>)(x...)")
CONSTAX_USAGE_OF_FUNCTION(hessian, "cx::hessian(f)(x...), cx::hessian(f, cx::argnums<0, 1>)(x...)")
CONSTAX_USAGE_OF_FUNCTION(vmap, "cx::vmap(f)(x...), cx::vmap(f, cx::in_axes<0, cx::none>, cx::out_axes<0>)(x...)")
CONSTAX_USAGE_OF_FUNCTION(checkpoint, "cx::checkpoint(f)(x...)")
CONSTAX_USAGE_OF_FUNCTION(custom_jvp, "cx::custom_jvp(f, rule)(x...), rule(x, dx) gives std::pair{y, dy}")
CONSTAX_USAGE_OF_FUNCTION(custom_vjp, "cx::custom_vjp(f, fwd, bwd)(x...), fwd(x) gives std::pair{y, kept}, "
                                      "bwd(kept, ct) the cotangents of x")
CONSTAX_USAGE(jvp, "cx::jvp(f, std::tuple{x...}, std::tuple{dx...})")
// clang-format on

#undef CONSTAX_ALONG
#undef CONSTAX_OF_X_Y
#undef CONSTAX_OF_X
#undef CONSTAX_USAGE_OF_FUNCTION
#undef CONSTAX_USAGE
#undef CONSTAX_USAGE_GIVING
#undef CONSTAX_ANY_ARGUMENTS

} // namespace constax::inline CONSTAX_TAG
