// SPDX-License-Identifier: BSL-1.0
// expect: [constax] convert_element_type: does not accept an operand of type key<fry>[]; a key is no number
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) { return cx::astype<double>(key); };
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
