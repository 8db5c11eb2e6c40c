// SPDX-License-Identifier: BSL-1.0
#pragma once
// while_loop : cond, body, carry -> carry      as many trips as the condition says
#include <constax/api/control/functions.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

struct of_while {
  static constexpr std::string_view name = "while_loop";
};
template <class Decision>
struct says_no_decision {
  constexpr text operator()() const {
    text t("[constax] while_loop: the condition returns ");
    if constexpr (is_tracer<Decision>) t << Decision::aval;
    else t << "a tree of " << leaves_of(leaf_count<Decision>());
    t << ", it must return a scalar bool; ";
    if constexpr (!is_tracer<Decision>) return t << "return one comparison";
    else if constexpr (Decision::rank() != 0) return t << "reduce it with cx::all or cx::any";
    else return t << "return a comparison, x > 0 say";
  }
};

/// The loop of a condition and a body that have been traced, from a carry on.
template <class Carry, class Test, class Next>
constexpr Carry loop_while(context& c, Test const& test, Next const& next, Carry const& start) {
  vec<value> ops = captures_in(test);
  ops.append(captures_in(next));
  ops.append(values_in(start));
  while_t::params const p{{}, {}, static_cast<i32>(test.n_captured), static_cast<i32>(next.n_captured), 0};
  vec<value> const ys = while_t::record(c, ops, test.program, next.program, p);
  u32 at = 0;
  return take_tree(structure_of(start), c, ys, at);
}
/// The same of dynamic tracers.
template <class C, class B, class Init> auto while_dynamic(C const& go_on, B const& body, Init const& init);

} // namespace detail

/// cx::while_loop(cond, body, init): body of the carry, as long as cond(carry) is true. Reverse mode carries the
/// derivatives of a few scalars beside them, or computes the states anew from a few that are kept at a time: no memory grows with the
/// number of trips.
template <function_like C, function_like B, class Init>
constexpr auto while_loop(C const& go_on, B const& body, Init const& init) {
  auto const start = detail::traced_tree(init);
  using carry = std::remove_const_t<decltype(start)>;
  if constexpr (detail::is_dynamic_loop<B, carry>() || detail::is_dynamic_loop<C, carry>())
    return detail::while_dynamic(go_on, body, start);
  else {
    context_ref const at_hand = detail::context_in(start);
    auto const test = detail::trace_inner(*at_hand, "while_loop", go_on, start);
    auto const next = detail::trace_inner(*at_hand, "while_loop", body, start);
    using go = typename decltype(test)::result;
    using out = typename decltype(next)::result;
    constexpr bool decides = std::is_same_v<go, basic_tracer<bool>>;
    if constexpr (!decides) expect_silence<detail::says_no_decision<go>>();
    if constexpr (!decides || !detail::expect_agreement<detail::carry_of<detail::of_while>, carry, out>()) return start;
    else return detail::loop_while<carry>(*at_hand, test, next, start);
  }
}

} // namespace constax::inline CONSTAX_TAG
