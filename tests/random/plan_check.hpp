// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan_check : prepared program, lengths -> what is wrong with its plan
//
// The plan is run with identities in the place of numbers (identities.hpp): nodes in their order, regions strip by strip, kernels point by
// point with their registers, each access of memory through its view. A stale, foreign or unwritten element, one beyond the end of a
// memory, a term of a sum that comes twice or never, a result that is not complete: each is an error that names the node, the element and
// the memory. Sound for the lengths it is run with.
//
// Not looked at: lanes, threads, and how eval carries out a node (tests/eval do that).
#include "laws.hpp"

namespace random_programs {

/// The first thing that is wrong; in the functions that the program holds, too.
std::optional<std::string> plan_error(jaxpr const& prepared, bindings const&, lane_choice, passes const&);

} // namespace random_programs
