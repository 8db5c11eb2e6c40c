// SPDX-License-Identifier: BSL-1.0
#pragma once
// scan: a body over slices; its carries have two buffers that change places after each trip
#include <constax/eval/control/equation.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct scan_node {
  using X = control_equation<C, E>;
  static constexpr scan_t::params p = decode<scan_t::params>(X::params());
  static constexpr u32 consts = static_cast<u32>(p.num_consts), carry = static_cast<u32>(p.num_carry), slices = X::e.n_in - consts - carry, ys = X::e.n_out - carry;
  using state = carries<C, E, consts, carry>;
  static i64 bytes(i64 const* symbols, i64 team) noexcept {
    return X::copies_bytes(symbols) + two_states<state>::bytes(symbols) + X::template function_bytes<0>(symbols, team);
  }
  static void run(frame const& f) noexcept {
    i64 const* const symbols = f.symbols;
    void const *operands[X::e.n_in ? X::e.n_in : 1], *in[X::e.n_in ? X::e.n_in : 1];
    void* out[X::e.n_out ? X::e.n_out : 1];
    std::byte* area = f.area;
    X::find_operands(f, operands, area);
    two_states<state> at_hand(operands, area, symbols);
    static_for<consts>([&](auto i) { in[i] = operands[i]; });
    i64 const n = bound_length<C, p.length>(symbols);
    for (i64 k = 0; k < n; ++k) {
      i64 const at = p.reverse ? n - 1 - k : k;
      state::each(symbols, [&](auto i, i64 offset) { in[consts + i] = at_hand.now + offset, out[i] = at_hand.next + offset; });
      static_for<slices>([&](auto i) {
        constexpr u32 o = consts + carry + i;
        in[o] = static_cast<std::byte const*>(operands[o]) + at * X::template slice_bytes<o>(symbols);
      });
      static_for<ys>([&](auto i) { out[carry + i] = X::template result<carry + i>(f) + at * X::template slice_bytes_of_type<C::value.vars[X::e.out + carry + i]>(symbols); });
      constax::run<typename X::template function<0>>(in, out, area, symbols, f.team);
      at_hand.step();
    }
    at_hand.finish(f);
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
