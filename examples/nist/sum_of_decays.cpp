// SPDX-License-Identifier: BSL-1.0
#include "fitting.hpp"

namespace nist {
std::optional<fitter> find_sum_of_decays(std::string_view name) { return find<lanczos3, mgh17, gauss1>(name); }
} // namespace nist
