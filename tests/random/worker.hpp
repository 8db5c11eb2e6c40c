// SPDX-License-Identifier: BSL-1.0
#pragma once
// worker: one random program, or many, in a process of its own, so that a crash or an endless loop is a failure like others.
#include "laws.hpp"

#include <optional>

namespace random_programs {

struct tally {
  long programs = 0,
       too_long = 0; // of these, programs that the oracle takes too long for (a loop in a loop), or a pass: rare, or a failure
  counts asked;
  std::vector<std::pair<std::uint64_t, failure>> failures; // with seeds
};

/// The failure of the program of these choices, found in a process of its own. `taken`: all choices, if wanted.
std::optional<failure> failure_of(choices const&, choices* taken = nullptr);

/// Programs of seeds first, first + 1, ..., in `processes` processes, until `count` have been tried, `seconds` have gone by, or
/// `most_failures` have failed.
tally try_programs(std::uint64_t first, long count, double seconds, int processes, std::size_t most_failures);

} // namespace random_programs
