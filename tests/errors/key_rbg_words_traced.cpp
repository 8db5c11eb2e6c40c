// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::wrap_key_data: a trace cannot ask whether both halves of a key of rbg are equal, and takes one half, words u32[..., 2], these are u32[4]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto words) { return cx::random::wrap_key_data<cx::rbg>(words); };
auto const j = cx::make_jaxpr(f)(cx::spec<cx::u32, 4>{});
