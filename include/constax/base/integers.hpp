// SPDX-License-Identifier: BSL-1.0
#pragma once
// integers: short names of the integers that lengths, indices and elements are made of.
#include <constax/base/config.hpp>

#include <cstdint>

namespace constax::inline CONSTAX_TAG {

using i64 = std::int64_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using u16 = std::uint16_t;
using u8 = std::uint8_t;
using i8 = std::int8_t;

} // namespace constax::inline CONSTAX_TAG
