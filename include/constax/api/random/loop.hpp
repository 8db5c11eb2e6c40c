// SPDX-License-Identifier: BSL-1.0
#pragma once
// loop_while_each : cond, body, carry -> carry      a loop of its own for each element, as cx::vmap makes it of while_loop
//
// Rejection ends after one or two trips for most elements: a strip of them goes on until its last one is done, not the whole array.
#include <constax/api/control/while_loop.hpp>
#include <constax/api/random/hash.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// body of the carry, a tuple of arrays of one shape, at the elements where cond is true, as long as there are such. Both work element by
/// element. What they read of each element is in the carry; what they capture is computed before the loop.
template <class C, class B, class Carry>
constexpr Carry loop_while_each(C const& go_on, B const& body, Carry const& start) {
  context_ref const at_hand = context_in(start);
  auto const test = trace_inner(*at_hand, "while_loop", go_on, start);
  auto const next = trace_inner(*at_hand, "while_loop", body, start);
  return loop_while(*at_hand, test, next, start);
}

} // namespace constax::inline CONSTAX_TAG::detail
