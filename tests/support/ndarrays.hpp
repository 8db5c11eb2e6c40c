// SPDX-License-Identifier: BSL-1.0
#pragma once
// ndarrays with numbers in them.
#include <constax/runtime.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

namespace ndarrays {

/// f64[shape] of numbers between -1 and 1, no two of which are equal.
inline constax::ndarray numbers(std::vector<std::int64_t> const& shape) {
  std::int64_t n = 1;
  for (std::int64_t k : shape) n *= k;
  std::vector<double> x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(1.0 + 0.7 * static_cast<double>(i));
  return constax::ndarray(x, shape);
}

} // namespace ndarrays
