// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/api/random/hash.hpp>

namespace constax::inline CONSTAX_TAG::random {

/// Random bits: bits<std::uint32_t, 5>(key), bits<std::uint64_t, n, 3>(key). Elements are std::uint8_t, std::uint32_t (bits<5>(key)) or
/// std::uint64_t.
template <element_type U, auto... Dims, key_argument K>
constexpr auto bits(K const& key) {
  return detail::draw_bits<U, shape_of_dims<Dims...>, key_reader::bits>(key);
}
template <auto... Dims, key_argument K>
constexpr auto bits(K const& key) {
  return bits<std::uint32_t, Dims...>(key);
}

} // namespace constax::inline CONSTAX_TAG::random
