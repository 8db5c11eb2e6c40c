// SPDX-License-Identifier: BSL-1.0
// A model made ready for the fitter, behind functions of a plain type: what the main program knows of constax.
#pragma once

#include <functional>
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
  std::function<fit::result(problem const&, std::size_t start)> fit;
  /// The model at rows of predictors.
  std::function<std::vector<double>(std::vector<double> const& b, std::vector<std::vector<double>> const& x)> predict;
  /// Nanoseconds for all residuals and their Jacobian.
  std::function<double(problem const&)> time;
};

// One translation unit each, so that they compile in parallel; nothing where the name is another's.
std::optional<fitter> find_decay(std::string_view name);
std::optional<fitter> find_sum_of_decays(std::string_view name);
std::optional<fitter> find_rational(std::string_view name);
std::optional<fitter> find_other(std::string_view name);

/// Of a formula (support/formula.hpp), which is traced at run time. Throws formula::syntax_error.
fitter make_fitter(std::string_view formula, std::size_t parameters, std::size_t predictors);

} // namespace nist
