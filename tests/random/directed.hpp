// SPDX-License-Identifier: BSL-1.0
#pragma once
// directed: small programs that random ones rarely are, each about one decision of the planner. Their plans are checked as those of random
// programs.
#include "laws.hpp"

#include <string>
#include <vector>

namespace random_programs {

struct directed_program {
  char const* about;
  jaxpr given;
  std::vector<bindings> lengths; // of calls
};
std::vector<directed_program> directed_programs();

/// What is wrong with its plans.
std::optional<std::string> error_of(directed_program const&);

} // namespace random_programs
