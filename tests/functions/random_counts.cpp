// SPDX-License-Identifier: BSL-1.0
// Examples of random integers, truth values and counts.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("random numbers of discrete laws, an example of each") {
  EXAMPLE("random::bernoulli", "{false, true, false, false, false}", cx::random::bernoulli(key, {5}, 0.3));
  EXAMPLE("random::binomial", "{4, 1, 3}", cx::random::binomial(key, {3}, 10, 0.3));
  EXAMPLE("random::categorical", "{2, 2, 0, 1, 1}", cx::random::categorical(key, {5}, cx::log(cx::ndarray{0.2, 0.3, 0.5})));
  EXAMPLE("random::geometric", "{3, 5, 1, 2, 2}", cx::random::geometric(key, {5}, 0.3));
  EXAMPLE("random::multinomial", "{1, 4, 5}", cx::random::multinomial(key, 10, cx::ndarray{0.2, 0.3, 0.5}));
  EXAMPLE("random::poisson", "{0, 0, 1, 4, 1}", cx::random::poisson(key, {5}, 2.5));
  EXAMPLE("random::randint", "{9, 0, 2, 3, 1}", cx::random::randint(key, {5}, 0, 10));
}
