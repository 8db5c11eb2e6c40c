// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::normal: the first argument is a key, this one is u32[2], which are words and no key; make one of them with cx::random::wrap_key_data
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto words) { return cx::random::normal<3>(words); };
auto const j = cx::make_jaxpr(f)(cx::spec<cx::u32, 2>{});
