// SPDX-License-Identifier: BSL-1.0
#pragma once
// while: a body as long as a condition is true; its carries have two buffers that change places after each trip
#include <constax/eval/control/equation.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct while_node {
  using X = control_equation<C, E>;
  static constexpr while_t::params p = decode<while_t::params>(X::params());
  static constexpr u32 cond_consts = static_cast<u32>(p.cond_nconsts), body_consts = static_cast<u32>(p.body_nconsts),
                       first = cond_consts + body_consts;
  static constexpr u32 carry = X::e.n_in - first;
  using state = carries<C, E, first, carry>;
  static constexpr void each_function(auto const& f) { X::template each_of_functions<2>(f); }
  static constexpr i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 const cond = X::template function_bytes<0>(symbols, team), body = X::template function_bytes<1>(symbols, team);
    return X::copies_bytes(symbols) + two_states<state>::bytes(symbols) + (cond > body ? cond : body);
  }
  static void run(frame const& f) noexcept {
    i64 const* const symbols = f.symbols;
    void const *operands[X::e.n_in], *to_cond[cond_consts + carry], *to_body[body_consts + carry];
    void* out[carry];
    std::byte* area = f.area;
    X::find_operands(f, operands, area);
    two_states<state> at_hand(operands, area, symbols);
    static_for<cond_consts>([&](auto i) { to_cond[i] = operands[i]; });
    static_for<body_consts>([&](auto i) { to_body[i] = operands[cond_consts + i]; });
    for (;;) {
      state::each(symbols, [&](auto i, i64 offset) {
        to_cond[cond_consts + i] = to_body[body_consts + i] = at_hand.now + offset, out[i] = at_hand.next + offset;
      });
      bool go = false;
      void* const answer[] = {&go};
      constax::run<typename X::template function<0>>(to_cond, answer, area, symbols, f.team);
      if (!go) break;
      constax::run<typename X::template function<1>>(to_body, out, area, symbols, f.team);
      at_hand.step();
    }
    at_hand.finish(f);
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
