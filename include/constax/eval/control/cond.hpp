// SPDX-License-Identifier: BSL-1.0
#pragma once
// cond, call: one of the functions, by its number; the only one. Where each row has a number: every function that a row wants, each once.
//
// A function runs on all rows of a strip or on none, so that lanes stay full. Rows that want another one are given the arguments of a row
// that wants it (transform/control/by_row.hpp says why), and its results go to the rows that want it.
#include <constax/eval/control/equation.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct cond_node {
  using X = control_equation<C, E>;
  using P = primitive_at<C, E>;
  static constexpr u32 n = descriptor<P>.functions(X::params()).count;
  template <u32 I>
  static constexpr aval const& type_of_operand = C::value.avals[C::value.vars[X::operand(I).var()]];
  static constexpr bool by_row = [] {
    if constexpr (P::own == 0 || X::operand(0).is_literal()) return false;
    else return type_of_operand<0>.shape.rank > 0;
  }();
  template <u32 I>
  static constexpr bool has_rows = [] {
    if constexpr (X::operand(I).is_literal()) return false;
    else return begins_with(type_of_operand<I>, type_of_operand<0>);
  }();
  template <u32 O>
  CONSTAX_INLINE static constexpr i64 result_bytes(i64 const* symbols) noexcept {
    return bytes_of_type<C, C::value.vars[X::e.out + O]>(symbols);
  }

  static constexpr void each_function(auto const& f) { X::template each_of_functions<n>(f); }
  static constexpr i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 most = 0, rows = 0;
    static_for<n>([&](auto k) {
      if (i64 const b = X::template function_bytes<k>(symbols, team); b > most) most = b;
    });
    if constexpr (by_row) {
      static_for<X::e.n_in>([&](auto i) {
        if constexpr (i >= P::own && has_rows<i>) rows += align_up(X::template bytes_of<i>(symbols));
      });
      static_for<X::e.n_out>([&](auto o) { rows += align_up(result_bytes<o>(symbols)); });
    }
    return X::copies_bytes(symbols) + rows + most;
  }
  static void run(frame const& f) noexcept {
    void const* in[X::e.n_in + 1];
    void* out[X::e.n_out];
    std::byte* area = f.area;
    X::find_operands(f, in, area);
    static_for<X::e.n_out>([&](auto o) { out[o] = X::template result<o>(f); });
    if constexpr (by_row) {
      i64 const rows = X::template bytes_of<0>(f.symbols) / static_cast<i64>(sizeof(std::int32_t));
      static_for<n>([&](auto k) { run_rows<k>(f, in, out, area, rows); });
    } else {
      u32 chosen = 0;
      if constexpr (P::own) chosen = cond_t::chosen(*static_cast<std::int32_t const*>(in[0]), n);
      static_for<n>([&](auto k) {
        if (chosen == k) constax::run<typename X::template function<k>>(in + P::own, out, area, f.symbols, f.team);
      });
    }
  }

private:
  /// Function K for the rows that want it.
  template <u32 K>
  static void run_rows(frame const& f, void const* const* in, void* const* out, std::byte* area, i64 rows) noexcept {
    auto const* const number = static_cast<std::int32_t const*>(in[0]);
    auto const wanted = [number](i64 r) {
      return (K == 0 ? number[r] <= 0 : K + 1 == n ? number[r] >= static_cast<std::int32_t>(K) : number[r] == static_cast<std::int32_t>(K));
    };
    i64 count = 0, like = 0;
    for (i64 r = 0; r < rows; ++r) count += wanted(r);
    if (count == 0) return;
    if (count == rows) return constax::run<typename X::template function<K>>(in + P::own, out, area, f.symbols, f.team);
    while (!wanted(like)) ++like;
    void const* args[X::e.n_in + 1];
    void* made[X::e.n_out];
    static_for<X::e.n_in>([&](auto i) {
      args[i] = in[i];
      if constexpr (i >= P::own && has_rows<i>) {
        i64 const all = X::template bytes_of<i>(f.symbols);
        using T = element_of<C::value.dtype_of(X::operand(i))>;
        i64 const width = all / rows / static_cast<i64>(sizeof(T));
        auto const* const x = static_cast<T const*>(in[i]);
        blend(reinterpret_cast<T*>(area), x, x + like * width, 0, width, rows, wanted);
        args[i] = area, area += align_up(all);
      }
    });
    static_for<X::e.n_out>([&](auto o) { made[o] = area, area += align_up(result_bytes<o>(f.symbols)); });
    constax::run<typename X::template function<K>>(args + P::own, made, area, f.symbols, f.team);
    static_for<X::e.n_out>([&](auto o) {
      using T = element_of<C::value.dtype_of({static_cast<i32>(X::e.out + o)})>;
      i64 const width = result_bytes<o>(f.symbols) / rows / static_cast<i64>(sizeof(T));
      auto* const y = static_cast<T*>(out[o]);
      blend(y, static_cast<T const*>(made[o]), y, width, width, rows, wanted);
    });
  }
  /// Row r of `to`: that of x where it is wanted, else that of `other`, whose rows lie `step` elements apart.
  template <class T, class Wanted>
  CONSTAX_INLINE static void blend(T* to, T const* x, T const* other, i64 step, i64 width, i64 rows, Wanted&& wanted) noexcept {
    for (i64 r = 0; r < rows; ++r)
      for (i64 k = 0; k < width; ++k) to[r * width + k] = wanted(r) ? x[r * width + k] : other[r * step + k];
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
