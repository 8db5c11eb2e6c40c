// SPDX-License-Identifier: BSL-1.0
#pragma once
// hashes: of the results of some programs, in builds for several instruction sets.
#include <cstdint>
#include <vector>

namespace isa {

struct hash_of_result {
  char const* program;
  long length;
  std::uint64_t hash;
};
std::vector<hash_of_result> with_avx2();
std::vector<hash_of_result> with_avx512();

} // namespace isa
