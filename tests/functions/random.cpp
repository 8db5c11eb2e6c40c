// SPDX-License-Identifier: BSL-1.0
// Examples of random keys, and of numbers of laws without parameters.
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
