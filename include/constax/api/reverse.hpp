// SPDX-License-Identifier: BSL-1.0
#pragma once
// reverse: an option of functions that go along an axis. cumsum(x, reverse), scan(f, init, xs, reverse), associative_scan(f, xs, reverse)
#include <constax/base/config.hpp>

namespace constax::inline CONSTAX_TAG {

/// From the end of the axis to its beginning. `reversed` is another name.
struct reverse_t {};
inline constexpr reverse_t reverse{}, reversed{};

} // namespace constax::inline CONSTAX_TAG
