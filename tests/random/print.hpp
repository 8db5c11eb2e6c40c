// SPDX-License-Identifier: BSL-1.0
#pragma once
// print : random program -> text
#include "generator.hpp"

namespace random_programs {

std::string printed(random_program const&);

} // namespace random_programs
