// SPDX-License-Identifier: BSL-1.0
#pragma once
// source_trial: a random program as source text, what it is called with, and what it should give.
#include "generator.hpp"
#include "numbers.hpp"

#include <constax/codegen/program.hpp>

#include <map>
#include <memory>

namespace random_programs {

struct source_trial {
  std::uint64_t seed;
  jaxpr program; // lowered, of numbers
  codegen::program_text text;
  vec<tensor> args, expected;
};

/// The program of a seed; none, where it is no program, or has no form as source: then it is counted in `refused` by the name of the
/// primitive.
std::unique_ptr<source_trial> source_trial_of(std::uint64_t seed, std::map<std::string, long>& refused, bool packs = false);

} // namespace random_programs
