// SPDX-License-Identifier: BSL-1.0
// expect: [constax] add: does not accept an operand of type key<fry>[]; operands must be numbers
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) { return key + key; };
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
