// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::multivariate_normal: the mean is a vector and the covariance a square matrix of its length, these are f64[3] and f64[2,2]; map over arrays of them with cx::vmap
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto key, auto mean, auto cov) { return cx::random::multivariate_normal<5>(key, mean, cov); };
auto const j = cx::make_jaxpr(f)(cx::random::key(0), cx::spec<double, 3>{}, cx::spec<double, 2, 2>{});
