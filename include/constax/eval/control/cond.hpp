// SPDX-License-Identifier: BSL-1.0
#pragma once
// cond, call: one of the functions, by its number; the only one
#include <constax/eval/control/equation.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct cond_node {
  using X = control_equation<C, E>;
  using P = primitive_at<C, E>;
  static constexpr u32 n = descriptor<P>.functions(X::params()).count;
  static i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 most = 0;
    static_for<n>([&](auto k) {
      if (i64 const b = X::template function_bytes<k>(symbols, team); b > most) most = b;
    });
    return X::copies_bytes(symbols) + most;
  }
  static void run(frame const& f) noexcept {
    void const* in[X::e.n_in + 1];
    void* out[X::e.n_out];
    std::byte* area = f.area;
    X::find_operands(f, in, area);
    static_for<X::e.n_out>([&](auto o) { out[o] = X::template result<o>(f); });
    u32 chosen = 0;
    if constexpr (P::own) chosen = cond_t::chosen(*static_cast<std::int32_t const*>(in[0]), n);
    static_for<n>([&](auto k) {
      if (chosen == k) constax::run<typename X::template function<k>>(in + P::own, out, area, f.symbols, f.team);
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
