// SPDX-License-Identifier: BSL-1.0
#include "fitting.hpp"

namespace nist {
std::optional<fitter> find_other(std::string_view name) { return find<dan_wood, enso, misra1b>(name); }
} // namespace nist
