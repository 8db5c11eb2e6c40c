// SPDX-License-Identifier: BSL-1.0
// A model made ready for the fitter, behind functions of a plain type: what the main program knows of constax.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../support/levenberg_marquardt.hpp"
#include "../support/nist_file.hpp"

namespace nist {

struct fitter {
  std::size_t parameters = 0, predictors = 0;
  std::string model, derivative; ///< their jaxprs, for one row
  /// From the first or second starting point: 0 or 1.
  fit::result (*fit)(problem const&, std::size_t start) = nullptr;
  /// The model at rows of predictors.
  std::vector<double> (*predict)(std::vector<double> const& b, std::vector<std::vector<double>> const& x) = nullptr;
  /// Nanoseconds for all residuals and their Jacobian.
  double (*time)(problem const&) = nullptr;
};

// One translation unit each, so that they compile in parallel; nothing where the name is another's.
std::optional<fitter> find_decay(std::string_view name);
std::optional<fitter> find_sum_of_decays(std::string_view name);
std::optional<fitter> find_rational(std::string_view name);
std::optional<fitter> find_other(std::string_view name);

} // namespace nist
