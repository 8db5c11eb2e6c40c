// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

#include <string>

namespace cx = constax;

inline constexpr cx::array<std::string, 3>* x = nullptr;
inline constexpr auto a = decltype(*x)::aval;
