// SPDX-License-Identifier: BSL-1.0
// Examples of random numbers: keys, laws without parameters, orders; truth values and counts.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("keys of random numbers, an example of each") {
  EXAMPLE("random::clone", "true", cx::random::normal(cx::random::clone(key)) == cx::random::normal(key));
  EXAMPLE("random::fold_in", "{2716826189, 292468403}", cx::random::key_data(cx::random::fold_in(key, 7)));
  EXAMPLE("random::key", "{0, 42}", cx::asarray(cx::random::key_data(cx::random::key(42))));
  EXAMPLE("random::key_data", "{0, 0}", cx::random::key_data(key));
  EXAMPLE("random::split", "{{1797259609, 2579123966}, {928981903, 3453687069}}", cx::random::key_data(cx::random::split(key, 2)));
  EXAMPLE("random::wrap_key_data", "true", cx::random::wrap_key_data(cx::random::key_data(key)) == key);
}

TEST_CASE("random numbers of laws without parameters, an example of each") {
  EXAMPLE("random::bits", "{4070199207, 4202968722, 1427181096}", cx::random::bits(key, {3}));
  EXAMPLE("random::cauchy", "{-0.26193, -1.23785, 9.14253}", cx::random::cauchy(key, {3}));
  EXAMPLE("random::exponential", "{0.542071, 0.243723, 3.36163}", cx::random::exponential(key, {3}));
  EXAMPLE("random::gumbel", "{0.137906, -0.425993, 3.34404}", cx::random::gumbel(key, {3}));
  EXAMPLE("random::laplace", "{0.178034, 0.837963, -2.66849}", cx::random::laplace(key, {3}));
  EXAMPLE("random::logistic", "{-0.32911, -1.28739, 3.32634}", cx::random::logistic(key, {3}));
  EXAMPLE("random::maxwell", "{1.98907, 0.424607, 1.24031}", cx::random::maxwell(key, {3}));
  EXAMPLE("random::normal", "{-0.205842, -0.784766, 1.81609}", cx::random::normal(key, {3}));
  EXAMPLE("random::orthogonal", "{{-0.112623, -0.993638}, {0.993638, -0.112623}}", cx::random::orthogonal<2>(key));
  EXAMPLE("random::rademacher", "{1, 1, -1, -1, -1}", cx::random::rademacher(key, {5}));
}

TEST_CASE("random orders and choices, an example of each") {
  EXAMPLE("random::choice", "{9, 0, 2, 3, 1}", cx::random::choice(key, {5}, 10));
  EXAMPLE("random::permutation", "{0, 1, 4, 3, 2}", cx::random::permutation(key, 5));
  EXAMPLE("random::permutation_independent", "{{1, 2, 3}, {6, 5, 4}}", cx::random::permutation_independent(key, a, 1));
  EXAMPLE("random::without_replacement", "{0, 1, 4}", cx::random::choice<3>(key, 5_c, cx::random::without_replacement));
}

TEST_CASE("random numbers of discrete laws, an example of each") {
  EXAMPLE("random::bernoulli", "{false, true, false, false, false}", cx::random::bernoulli(key, {5}, 0.3));
  EXAMPLE("random::binomial", "{4, 1, 3}", cx::random::binomial(key, {3}, 10, 0.3));
  EXAMPLE("random::categorical", "{2, 2, 0, 1, 1}", cx::random::categorical(key, {5}, cx::log(cx::ndarray{0.2, 0.3, 0.5})));
  EXAMPLE("random::geometric", "{3, 5, 1, 2, 2}", cx::random::geometric(key, {5}, 0.3));
  EXAMPLE("random::multinomial", "{1, 4, 5}", cx::random::multinomial(key, 10, cx::ndarray{0.2, 0.3, 0.5}));
  EXAMPLE("random::poisson", "{0, 0, 1, 4, 1}", cx::random::poisson(key, {5}, 2.5));
  EXAMPLE("random::randint", "{9, 0, 2, 3, 1}", cx::random::randint(key, {5}, 0, 10));
}
