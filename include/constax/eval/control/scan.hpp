// SPDX-License-Identifier: BSL-1.0
#pragma once
// scan: a body over slices; its carries have two buffers that change places after each trip. Unrolled, several trips are one function of as
// many slices (1000 trips of the logistic map: 5.0 us one by one, 2.9 by eights).
#include <constax/eval/control/equation.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Several trips of the scan E, as a program.
template <class C, u32 E>
struct unrolled_trips {
  static constexpr jaxpr run() {
    jaxpr const body = thaw(held_function<C, place_of_function<C, E, 0>>::frozen);
    return simplify(scan_t::unrolled(body, decode<scan_t::params>(C::value.params(C::value.eqns[E]))));
  }
  static constexpr auto const& frozen = stage<unrolled_trips>::value;
};

template <class C, u32 E>
struct scan_node {
  using X = control_equation<C, E>;
  static constexpr scan_t::params p = decode<scan_t::params>(X::params());
  static constexpr u32 consts = static_cast<u32>(p.num_consts), carry = static_cast<u32>(p.num_carry), slices = X::e.n_in - consts - carry,
                       ys = X::e.n_out - carry;
  static constexpr u32 together = scan_t::together(p);
  using state = carries<C, E, consts, carry>;
  template <u32 Trips>
  static auto pick() {
    if constexpr (Trips == 1) return std::type_identity<typename X::template function<0>>{};
    else return std::type_identity<function_code<C, unrolled_trips<C, E>>>{};
  }
  template <u32 Trips>
  using function = typename decltype(pick<Trips>())::type;

  static constexpr void each_function(auto const& f) { X::template each_of_functions<1>(f); }
  static constexpr i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 const one = workspace_bytes<function<1>>(symbols, team), more = workspace_bytes<function<together>>(symbols, team);
    return X::copies_bytes(symbols) + two_states<state>::bytes(symbols) + (one > more ? one : more);
  }
  static void run(frame const& f) noexcept {
    void const* operands[X::e.n_in ? X::e.n_in : 1];
    std::byte* area = f.area;
    X::find_operands(f, operands, area);
    two_states<state> at_hand(operands, area, f.symbols);
    i64 const n = bound_length<C, p.length>(f.symbols);
    i64 k = 0;
    if constexpr (together > 1)
      for (; k + together <= n; k += together) trips<together>(f, operands, at_hand, area, k, n);
    if constexpr (together == 1 || !p.length.is_number() || p.length.number % together != 0)
      for (; k < n; ++k) trips<1>(f, operands, at_hand, area, k, n);
    at_hand.finish(f);
  }
  /// Trip k of n, and those that are taken with it.
  template <u32 Trips>
  CONSTAX_INLINE static void trips(frame const& f, void const* const* operands, two_states<state>& at_hand, std::byte* area, i64 k,
                                   i64 n) noexcept {
    void const* in[consts + carry + Trips * slices + 1];
    void* out[carry + Trips * ys + 1];
    static_for<consts>([&](auto i) { in[i] = operands[i]; });
    state::each(f.symbols, [&](auto i, i64 offset) { in[consts + i] = at_hand.now + offset, out[i] = at_hand.next + offset; });
    static_for<Trips>([&](auto t) {
      i64 const at = p.reverse ? n - 1 - k - t : k + t;
      static_for<slices>([&](auto i) {
        constexpr u32 o = consts + carry + i;
        in[o + t * slices] = static_cast<std::byte const*>(operands[o]) + at * X::template slice_bytes<o>(f.symbols);
      });
      static_for<ys>([&](auto i) {
        constexpr u32 type = C::value.vars[X::e.out + carry + i];
        out[carry + t * ys + i] = X::template result<carry + i>(f) + at * X::template slice_bytes_of_type<type>(f.symbols);
      });
    });
    constax::run<function<Trips>>(in, out, area, f.symbols, f.team);
    at_hand.step();
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
