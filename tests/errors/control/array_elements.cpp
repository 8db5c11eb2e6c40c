// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include <string>

namespace cx = constax;

inline constexpr cx::array<long long, 3>* x = nullptr;
