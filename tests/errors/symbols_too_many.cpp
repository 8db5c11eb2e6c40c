// SPDX-License-Identifier: BSL-1.0
// expect: [constax] call: the arguments have 17 symbols, one program at most 16; give some of these axes one symbol, or a number
#include <constax/constax.hpp>

namespace cx = constax;

template <char C>
inline constexpr cx::dim<cx::fixed_string<2>({C, 0})> n;
template <char... C>
double total(cx::view<double const, n<C>>... x) {
  return cx::jit([](auto... y) { return (cx::sum(y) + ...); })(x...);
}
auto const f = total<'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q'>;
