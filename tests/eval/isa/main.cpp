// SPDX-License-Identifier: BSL-1.0
// Do builds for AVX2 and for AVX-512 give the same bits? With an argument: not if one of them is a bit off.
#include "hashes.hpp"

#include <cstdio>

int main(int argc, char**) {
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq") ||
      !__builtin_cpu_supports("avx512bw")) {
    std::puts("not run: this processor lacks AVX-512");
    return 77;
  }
  auto const narrow = isa::with_avx2();
  auto wide = isa::with_avx512();
  if (argc > 1) wide.back().hash ^= 1;
  int differ = 0;
  for (std::size_t i = 0; i < narrow.size(); ++i) {
    if (narrow[i].hash == wide[i].hash) continue;
    ++differ, std::printf("%s of %ld: the bits differ\n", narrow[i].program, narrow[i].length);
  }
  std::printf("%zu results, %d differ\n", narrow.size(), differ);
  return differ != 0;
}
