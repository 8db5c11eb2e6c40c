// SPDX-License-Identifier: BSL-1.0
#pragma once
// random: keys and random numbers, as jax.random has them: cx::random::normal<double, 5>(key). The numbers are JAX's.
//
// Numbers are a function of key and place, and of nothing else: not of threads, of the width of registers, or of what was drawn before. Who
// draws twice from one key draws the same; so this is a compile error (transform/key_reuse.hpp), and keys are split.
#include <constax/api/random/bits.hpp>       // bits
#include <constax/api/random/continuous.hpp> // uniform, normal, truncated_normal, exponential, gumbel, laplace, logistic, cauchy
#include <constax/api/random/counts.hpp>     // poisson, binomial, multinomial, geometric
#include <constax/api/random/discrete.hpp>   // bernoulli, rademacher, randint, categorical, choice
#include <constax/api/random/gamma.hpp>      // gamma, loggamma
#include <constax/api/random/keys.hpp>       // key, split, fold_in, clone, key_data, wrap_key_data, key_impl
#include <constax/api/random/of_gamma.hpp>   // beta, dirichlet, chisquare, t, f, generalized_normal, ball
#include <constax/api/random/of_matrices.hpp> // multivariate_normal, orthogonal
#include <constax/api/random/permutation.hpp> // permutation, choice without replacement
#include <constax/api/random/shaped.hpp>     // lognormal, pareto, rayleigh, weibull_min, maxwell, double_sided_maxwell, wald, triangular
