// SPDX-License-Identifier: BSL-1.0
// Examples of random numbers of laws with parameters, in which they are differentiated.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("random numbers of laws with parameters, an example of each") {
  DERIVED("random::double_sided_maxwell", "{6.45384, -1.97821, -2.76696}", "{1.98461, -2.47821, -1.63348}",
          cx::random::double_sided_maxwell(key, {3}, 0.5, x));
  DERIVED("random::lognormal", "{0.539277, 0.456227, 37.7949}", "{-0.111006, -0.358031, 68.6388}", cx::random::lognormal(key, {3}, x));
  DERIVED("random::multivariate_normal", "{2.79416, 0.215234, 3.81609}", "{1, 1, 1}", cx::random::multivariate_normal(key, x, cx::eye(3)));
  DERIVED("random::pareto", "{1.19804, 1.27599, 5.36994}", "{-0.0721583, -0.310989, -4.51295}", cx::random::pareto(key, {3}, x));
  DERIVED("random::rayleigh", "{3.95996, 1.74992, 0.531369}", "{1.31999, 1.74992, 0.265684}", cx::random::rayleigh(key, {3}, x));
  DERIVED("random::triangular", "{2.24087, 0.930152, 3.47329}", "{0.373478, 0.465076, 0.131679}",
          cx::random::triangular(key, {3}, 0.0, x, 4.0));
  DERIVED("random::truncated_normal", "{0.0254628, -0.506315, 1.63392}", "{0.00465015, 0.149131, 0.496364}",
          cx::random::truncated_normal(key, {3}, -1.0, x));
  DERIVED("random::uniform", "{1.25537, 0.216295, 1.93064}", "{0.418457, 0.216295, 0.965321}", cx::random::uniform(key, {3}, 0.0, x));
  DERIVED("random::wald", "{0.239546, 1.61073, 3.56996}", "{0.0118087, 1.98753, 2.2881}", cx::random::wald(key, {3}, x));
  DERIVED("random::weibull_min", "{2.20876, 0.493683, 3.66695}", "{0.736254, 0.493683, 1.83348}",
          cx::random::weibull_min(key, {3}, x, 2.0));
}
