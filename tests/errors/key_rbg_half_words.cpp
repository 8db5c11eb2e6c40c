// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::wrap_key_data: words of keys of rbg are u32[..., 4], these are u32[2]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto const k = cx::random::wrap_key_data<cx::rbg>(cx::array<cx::u32, 2>{1, 2});
