// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::wrap_key_data: words of keys of unsafe_rbg are u32[..., 4], these are u32[4,2]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto words) { return cx::random::wrap_key_data<cx::unsafe_rbg>(words); };
auto const j = cx::make_jaxpr(f)(cx::spec<cx::u32, 4, 2>{});
