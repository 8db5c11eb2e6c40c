// SPDX-License-Identifier: BSL-1.0
#include "fitting.hpp"

namespace nist {
std::optional<fitter> find_decay(std::string_view name) { return find<misra1a, box_bod, chwirut2, nelson, rat42>(name); }
} // namespace nist
