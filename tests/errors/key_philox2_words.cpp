// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::wrap_key_data: words of keys of philox2 are u32[..., 1], these are u32[2]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto words) { return cx::random::wrap_key_data<cx::philox2>(words); };
auto const j = cx::make_jaxpr(f)(cx::spec<cx::u32, 2>{});
