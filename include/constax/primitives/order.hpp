// SPDX-License-Identifier: BSL-1.0
#pragma once
// order: the order of summation (summation.hpp), for elements of a dtype.
#include <constax/aval/dtype.hpp>
#include <constax/primitives/summation.hpp>

namespace constax::inline CONSTAX_TAG {

/// Chains a block is summed in: one 512-bit register of the dtype.
constexpr int chains_of(dtype t) { return t == dtype::f32 ? 16 : 8; }

} // namespace constax::inline CONSTAX_TAG
