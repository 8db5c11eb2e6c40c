// SPDX-License-Identifier: BSL-1.0
#pragma once
// list: the primitives by name, for what looks rules up at run time: CONSTAX_EACH_PRIMITIVE(F) is F(abs_t) F(acos_t) ...
// tests/primitives.cmake compares it with the headers that primitives.hpp includes.
#include <constax/primitives/primitives.hpp>

#define CONSTAX_EACH_PRIMITIVE(F) \
  F(abs_t) F(acos_t) F(acosh_t) F(add_t) F(and_t) F(argmax_t) F(argmin_t) F(argsort_t) F(asin_t) F(asinh_t) F(atan_t) F(atan2_t) \
  F(atanh_t) F(bessel_i0_t) F(bessel_i0e_t) F(bessel_i1_t) F(bessel_i1_bend_t) F(bessel_i1_slope_t) F(bessel_i1e_t) F(beta_density_t) \
  F(bitcast_convert_type_t) F(broadcast_in_dim_t) F(cbrt_t) F(ceil_t) F(clamp_t) F(closed_over_t) F(concatenate_t) \
  F(convert_element_type_t) F(cos_t) F(cosh_t) F(cumlogsumexp_t) F(cosine_t) F(cummax_t) F(cummin_t) F(cumprod_t) F(cumsum_t) \
  F(with_gradient_t) F(digamma_t) F(div_t) F(dot_general_t) F(eq_t) F(erf_t) F(erf_inv_t) F(erf_inv_slope_t) F(erfc_t) F(exp_t) \
  F(exp2_t) F(expm1_t) F(floor_t) F(fma_t) F(frexp_t) F(gamma_density_t) F(gather_t) F(gaussian_t) F(ge_t) F(gt_t) F(hypot_t) F(igamma_t) \
  F(igamma_grad_a_t) F(igammac_t) F(integer_pow_t) F(inversion_t) F(iota_t) F(is_finite_t) F(ldexp_t) F(le_t) F(lgamma_t) \
  F(linear_recurrence_t) F(log_t) F(log10_t) F(log1p_t) F(log2_t) F(logistic_t) F(logistic_density_t) F(lorentzian_t) F(lt_t) \
  F(max_t) F(min_t) F(mul_t) F(name_t) F(narrow_t) F(ne_t) F(neg_t) F(nextafter_t) F(not_t) F(one_minus_square_t) F(or_t) F(pad_t) F(philox2x32_t) \
  F(philox4x32_t) F(philox4x32_folded_t) \
  F(polygamma_t) F(product_of_others_t) F(pow_t) F(reduce_and_t) F(reduce_max_t) F(reduce_min_t) F(reduce_or_t) F(reduce_prod_t) F(reduce_sum_t) \
  F(regularized_incomplete_beta_t) F(rem_t) F(reshape_t) F(rev_t) F(rng_bit_generator_t) F(round_t) F(round_to_t) F(rsqrt_t) F(scaled_gaussian_t) F(scaled_pow_t) \
  F(scatter_t) F(scatter_add_t) F(scatter_max_t) F(scatter_min_t) F(scatter_mul_t) F(sech2_t) F(select_n_t) F(shift_left_t) \
  F(shift_right_arithmetic_t) F(shift_right_logical_t) F(sign_t) F(sin_t) F(sinh_t) F(size_of_axis_t) F(slice_t) F(softmax_of_t) \
  F(log_softmax_of_t) F(softplus_t) F(sqrt_t) F(square_t) F(squeeze_t) F(stop_gradient_t) F(sub_t) F(tan_t) F(tanh_t) F(tgamma_t) \
  F(threefry2x32_t) F(transpose_t) F(trunc_t) F(unit_of_t) F(widen_t) F(xor_t) F(zeta_t)
