// SPDX-License-Identifier: BSL-1.0
#include "fitting.hpp"

namespace nist {
std::optional<fitter> find_rational(std::string_view name) { return find<kirby2, hahn1, thurber>(name); }
} // namespace nist
