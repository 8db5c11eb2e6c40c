// SPDX-License-Identifier: BSL-1.0
#pragma once
// print : random program -> C++        as a user could have written it
//
// Operations are those of the API, or cx::emit where the API has no word for one. Programs that hold functions, and a few transformations,
// are printed as a jaxpr.
#include "generator.hpp"

#include <optional>
#include <string>

namespace random_programs {

/// A complete program that compares what is compiled with what the reference evaluator gives; or the jaxpr, and what is done to it.
std::string printed(random_program const&);

/// A test of small programs, from seed 1 on, against the reference evaluator, bit for bit: compiled, each takes some seconds.
std::string native_test(long programs);

} // namespace random_programs
