// SPDX-License-Identifier: BSL-1.0
#pragma once
// late_keys: of<cx::prng_key<Impl>, 3>{} : keys as arguments of functions that are traced at run time
#include "late.hpp"

namespace late {
template <class Impl, cx::i64... Dims> cx::ndarray numbers(of<cx::prng_key<Impl>, Dims...>, int seed) {
  std::size_t const n = static_cast<std::size_t>((Dims * ... * 1));
  std::vector<cx::prng_key<Impl>> keys;
  for (std::size_t i = 0; i < n; ++i) keys.push_back(cx::random::key<Impl>(42 + 5 * static_cast<cx::u64>(i) + (cx::u64(seed) << 33)));
  return cx::ndarray(keys, std::vector<std::int64_t>{Dims...});
}
} // namespace late
