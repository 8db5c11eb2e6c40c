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

TEST_CASE("random numbers of gamma laws, an example of each") {
  EXAMPLE("random::ball", "{{-0.867038, -0.453104, 0.084509}, {-0.143516, -0.265112, -0.54637}}", cx::random::ball(key, {2, 3}));
  DERIVED("random::dirichlet", "0.35671", "{0.0927452, -0.0367052, -0.082117}", cx::random::dirichlet(key, x)[0]);
  DERIVED("random::gamma", "{2.26291, 0.348527, 3.7324}", "{0.914612, 0.652777, 1.46039}", cx::random::gamma(key, x));
  DERIVED("random::generalized_normal", "{0.746637, -2.1559, -0.165454}", "{-0.0380646, 3.34258, 0.00479553}",
          cx::random::generalized_normal(key, {3}, x));
  DERIVED("random::loggamma", "{0.816652, -1.05404, 1.31705}", "{0.404175, 1.87296, 0.391275}", cx::random::loggamma(key, {3}, x));
}

TEST_CASE("random numbers of the laws of statistics, an example of each") {
  DERIVED("random::beta", "{0.504779, 0.60714, 0.877391}", "{0.0817043, 0.186578, 0.047251}", cx::random::beta(key, {3}, x, 2.0));
  DERIVED("random::chisquare", "{1.81389, 0.0151684, 4.38838}", "{0.855861, 0.0750307, 1.69937}", cx::random::chisquare(key, {3}, x));
  DERIVED("random::f", "{1.54829, 0.163548, 0.0324779}", "{-0.0927697, 0.1977, 0.0411971}", cx::random::f(key, {3}, x, 4.0));
  DERIVED("random::t", "{1.40116, -0.876565, 1.87683}", "{0.0419769, 0.529804, -1.19035}", cx::random::t(key, {3}, x));
}
