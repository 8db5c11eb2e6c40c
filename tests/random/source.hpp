// SPDX-License-Identifier: BSL-1.0
#pragma once
// source: random programs as C++ text, compiled and run, against the oracle, bit for bit.
//
// The text is the one that devices run. Here one thread runs all of a loop, from its first element to the last, then from the last to the
// first; memory
// between the loops begins as nan, so that what was not written is seen.
#include "numbers.hpp"

#include <cstdint>
#include <string>

namespace random_programs {

/// `count` programs from `seed` on, written into files of the folder, compiled by `compiler` (a command, with its flags), as cx::emit_cpp
/// writes them (packs) or as devices have them. Did all hold?
bool try_source(std::uint64_t seed, long count, std::string const& folder, std::string const& compiler, bool packs);

/// The same on a device; where there is none, the kernels are compiled for `arch` alone, if there is NVRTC.
bool try_device(std::uint64_t seed, long count, std::string const& arch);

} // namespace random_programs
