// SPDX-License-Identifier: BSL-1.0
// Examples of gamma variables and of what moves with their shape.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("random numbers of gamma laws, an example of each") {
  EXAMPLE("random::ball", "{{-0.867038, -0.453104, 0.084509}, {-0.143516, -0.265112, -0.54637}}", cx::random::ball(key, {2, 3}));
  DERIVED("random::dirichlet", "0.35671", "{0.0927452, -0.0367052, -0.082117}", cx::random::dirichlet(key, x)[0]);
  DERIVED("random::gamma", "{2.26291, 0.348527, 3.7324}", "{0.914612, 0.652777, 1.46039}", cx::random::gamma(key, x));
  DERIVED("random::generalized_normal", "{0.746637, -2.1559, -0.165454}", "{-0.0380646, 3.34258, 0.00479553}",
          cx::random::generalized_normal(key, {3}, x));
  DERIVED("random::loggamma", "{0.816652, -1.05404, 1.31705}", "{0.404175, 1.87296, 0.391275}", cx::random::loggamma(key, {3}, x));
}
