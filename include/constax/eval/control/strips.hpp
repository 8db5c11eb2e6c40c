// SPDX-License-Identifier: BSL-1.0
#pragma once
// strips: the function of a strip of rows, for one strip after the other; threads take strips
#include <constax/eval/control/equation.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// The function of a strip: behind the symbols of the call it knows the number of rows, and that of all rows, by which sums are grouped.
/// Loops and branches have a constant number: loops have no rests then, and copies of carries are a few instructions (with a number of the
/// call: a third more time).
template <class C, u32 E>
struct strip_code : code_of<held_function<C, place_of_function<C, E, 0>>> {
  static constexpr auto params = decode<strips_t::params>(C::value.params(C::value.eqns[E]));
  static constexpr u32 row_count = C::value.n_symbols;
  static constexpr i64 rows_of_strip = params.rows;
  static constexpr auto value = [] {
    auto v = code_of<held_function<C, place_of_function<C, E, 0>>>::value;
    for (u32 i = 0; i < C::value.n_symbols; ++i) v.symbols[i] = C::value.symbols[i];
    v.symbols[row_count] = params.of_strip(), v.symbols[row_count + 1] = params.of_all(), v.n_symbols = row_count + 2;
    return v;
  }();
  struct flags {
    bool of[C::value.eqns[E].n_in + 1] = {};
  };
  /// Which inputs have rows.
  static constexpr flags rows = [] {
    flags r;
    jaxpr const j = thaw(held_function<C, place_of_function<C, E, 0>>::frozen);
    for (u32 i = 0; i < C::value.eqns[E].n_in; ++i) r.of[i] = strips_t::has_rows(in_type(j, i));
    return r;
  }();
};
/// The function of a strip, as its operands and results lie: a nest reads and writes arguments and results of the call where they are,
/// loops read rows.
template <class C, u32 E, bool Rows, class Operands, class Results>
struct laid_out_strip {
  using type = strip_code<C, E>;
};
template <class C, u32 E, u32... I, u32... O>
struct laid_out_strip<C, E, false, std::integer_sequence<u32, I...>, std::integer_sequence<u32, O...>> {
  using X = control_equation<C, E>;
  static constexpr memory_layout of(bool rows) { return rows ? memory_layout::row_major : memory_layout::strided; }
  using type = laid_out_code<strip_code<C, E>, of(!X::template copied<I>)..., of(X::template in_rows<X::e.out + O>)...>;
};

template <class C, u32 E>
struct strips_node {
  using X = control_equation<C, E>;
  /// Are all operands and results in rows, or copied into rows?
  static constexpr bool in_rows = [] {
    bool all = true;
    static_for<X::e.n_in>([&](auto i) { all = all && !X::template copied<i>; });
    static_for<X::e.n_out>([&](auto o) { all = all && X::template in_rows<X::e.out + o>; });
    return all || strip_code<C, E>::params.fixed();
  }();
  using F =
      typename laid_out_strip<C, E, in_rows, std::make_integer_sequence<u32, X::e.n_in>, std::make_integer_sequence<u32, X::e.n_out>>::type;
  /// The numbers of one call: how many rows there are, how many a strip has, and what symbols stand for inside; behind them strides.
  struct numbers {
    i64 of[F::row_count + 2 + extra_numbers<F>()];
    i64 n, strip;
    CONSTAX_INLINE constexpr explicit numbers(i64 const* symbols) noexcept
        : n(bound_length<C, F::params.length>(symbols)), strip(F::params.rows_of(row_bytes(symbols), n)) {
      for (u32 i = 0; i < F::row_count; ++i) of[i] = symbols[i];
      of[F::row_count] = strip, of[F::row_count + 1] = n;
      if constexpr (F::has_layouts) {
        static_for<X::e.n_in>([&](auto i) {
          if constexpr (X::template copied<i>) put_strides<i, X::operand(i).var()>(symbols);
        });
        static_for<X::e.n_out>([&](auto o) {
          if constexpr (!X::template in_rows<X::e.out + o>) put_strides<X::e.n_in + o, X::e.out + o>(symbols);
        });
      }
    }
    template <u32 Leaf, u32 V>
    CONSTAX_INLINE constexpr void put_strides(i64 const* symbols) noexcept {
      static_for<C::value.shape_of(V).rank>([&](auto d) { of[F::strides_of(Leaf) + d] = layout<C, V>::template stride<d>(symbols); });
    }
    CONSTAX_INLINE constexpr i64 strips() const noexcept { return (n + strip - 1) / strip; }
  };
  template <u32 O>
  CONSTAX_INLINE static constexpr i64 result_bytes(i64 const* symbols) noexcept {
    return X::template slice_bytes_of_type<C::value.vars[X::e.out + O]>(symbols);
  }
  /// Bytes from one row of a value to the next.
  template <u32 V>
  CONSTAX_INLINE static i64 row_stride(i64 const* symbols) noexcept {
    return layout<C, V>::template stride<0>(symbols) * info(C::value.type(V).type).bytes;
  }
  /// Of one row of all operands and results.
  CONSTAX_INLINE static constexpr i64 row_bytes(i64 const* symbols) noexcept {
    i64 bytes = 0;
    static_for<X::e.n_in>([&](auto i) {
      if constexpr (F::rows.of[i]) bytes += X::template slice_bytes<i>(symbols);
    });
    static_for<X::e.n_out>([&](auto o) { bytes += result_bytes<o>(symbols); });
    return bytes;
  }
  /// The last strip may be short. Where their number is a constant it is copied, with its last row again and again.
  CONSTAX_INLINE static constexpr i64 copy_bytes(numbers const& inside, i64 const* symbols) noexcept {
    i64 bytes = 0;
    if constexpr (F::params.fixed()) {
      static_for<X::e.n_in>([&](auto i) {
        if constexpr (F::rows.of[i]) bytes += align_up(inside.strip * X::template slice_bytes<i>(symbols));
      });
      static_for<X::e.n_out>([&](auto o) { bytes += align_up(inside.strip * result_bytes<o>(symbols)); });
    }
    return bytes;
  }
  CONSTAX_INLINE static constexpr i64 strip_bytes(numbers const& inside, i64 const* symbols) noexcept {
    return align_up(workspace_bytes<F>(inside.of, 1)) + copy_bytes(inside, symbols) + 320;
  }
  static constexpr void each_function(auto const& f) { f(std::type_identity<strip_code<C, E>>{}); }
  static constexpr i64 bytes(i64 const* symbols, i64 team) noexcept {
    numbers const inside(symbols);
    bool const within = F::params.shared_within(inside.strips(), team);
    return (F::params.fixed() ? X::copies_bytes(symbols) : 0) +
           (within ? workspace_bytes<F>(inside.of, team) : team * strip_bytes(inside, symbols));
  }
  static void run(frame const& f) noexcept {
    void const* operands[X::e.n_in];
    std::byte* area = f.area;
    if constexpr (F::params.fixed()) X::find_operands(f, operands, area);
    else static_for<X::e.n_in>([&](auto i) { operands[i] = X::template operand_place<i>(f); });
    numbers const inside(f.symbols);
    i64 const n = inside.n, strip = inside.strip, strips = inside.strips(), each = strip_bytes(inside, f.symbols);
    bool const within = F::params.shared_within(strips, f.team);
    share_among(!within && n >= 2 * strip && n * work_of_row(f.symbols) >= team_threshold ? f.team : 1, strips,
                [&](i64 me, i64 first, i64 last) {
                  for (i64 s = first; s < last; ++s) {
                    i64 const row = s * strip, rows = row + strip < n ? strip : n - row;
                    void const* in[X::e.n_in];
                    void* out[X::e.n_out];
                    std::byte* const mine = area + me * each;
                    static_for<X::e.n_in>([&](auto i) {
                      in[i] = operands[i];
                      if constexpr (F::rows.of[i])
                        in[i] = static_cast<std::byte const*>(operands[i]) +
                                row * (F::has_layouts ? row_stride<X::operand(i).var()>(f.symbols) : X::template slice_bytes<i>(f.symbols));
                    });
                    static_for<X::e.n_out>([&](auto o) { out[o] = X::template result<o>(f) + row * row_stride<X::e.out + o>(f.symbols); });
                    if constexpr (F::params.fixed()) {
                      if (rows == strip) constax::run<F>(in, out, mine + copy_bytes(inside, f.symbols), inside.of, 1);
                      else short_strip(rows, in, out, mine, f.symbols, inside);
                    } else {
                      numbers here = inside;
                      here.of[F::row_count] = rows;
                      constax::run<F>(in, out, mine, here.of, within ? f.team : 1);
                    }
                  }
                });
  }

private:
  [[gnu::noinline]] static void short_strip(i64 rows, void const** in, void** out, std::byte* area, i64 const* symbols,
                                            numbers const& inside) noexcept {
    i64 const strip = inside.strip;
    void* results[X::e.n_out];
    static_for<X::e.n_in>([&](auto i) {
      if constexpr (F::rows.of[i]) {
        i64 const bytes = X::template slice_bytes<i>(symbols);
        X::copy(area, in[i], rows * bytes);
        for (i64 r = rows; r < strip; ++r) X::copy(area + r * bytes, area + (rows - 1) * bytes, bytes);
        in[i] = area, area += align_up(strip * bytes);
      }
    });
    static_for<X::e.n_out>([&](auto o) { results[o] = out[o], out[o] = area, area += align_up(strip * result_bytes<o>(symbols)); });
    constax::run<F>(in, out, area, inside.of, 1);
    static_for<X::e.n_out>([&](auto o) { X::copy(results[o], out[o], rows * result_bytes<o>(symbols)); });
  }
  /// Operations, roughly: with a length that is a symbol counted as one, so at least one for each byte.
  CONSTAX_INLINE static i64 work_of_row(i64 const* symbols) noexcept {
    constexpr i64 known = work(thaw(held_function<C, place_of_function<C, E, 0>>::frozen));
    if constexpr (F::params.fixed()) return known;
    i64 const bytes = row_bytes(symbols);
    return bytes > known ? bytes : known;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
