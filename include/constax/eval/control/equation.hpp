// SPDX-License-Identifier: BSL-1.0
#pragma once
// equation: what all branches and loops need when they run: the code of the functions that an equation holds, where its operands and
// results lie, and the carries of its loops.
#include <constax/eval/nodes.hpp>
#include <constax/plan/workspace.hpp>
#include <constax/transform/control/control.hpp>

namespace constax::inline CONSTAX_TAG {

template <class C>
CONSTAX_INLINE constexpr i64 workspace_bytes(i64 const* symbols, i64 team) noexcept;
template <class C>
CONSTAX_INLINE void run(void const* const* inputs, void* const* outputs, std::byte* workspace, i64 const* symbols, i64 team = 1) noexcept;

namespace detail {

/// The function at a place of the module, as a program.
template <class C, u32 Place>
struct held_function {
  static constexpr jaxpr run() { return thaw(C::frozen).subs[Place]; }
  static constexpr auto const& frozen = stage<held_function>::value;
};
/// The place of function K of equation E.
template <class C, u32 E, u32 K>
inline constexpr u32 place_of_function = [] {
  range<i64> const ps = C::value.params(C::value.eqns[E]);
  return static_cast<u32>(ps[C::primitives[C::value.eqns[E].prim]->functions(ps).first + K]);
}();
/// The code of such a program: it knows the symbols of the one that holds it, in their order, so that the numbers of the call serve both.
template <class C, class Program>
struct function_code : code_of<Program> {
  static constexpr i64 rows_of_strip = fixed_rows<C>();
  static constexpr auto value = [] {
    auto v = code_of<Program>::value;
    for (u32 i = 0; i < C::value.n_symbols; ++i) v.symbols[i] = C::value.symbols[i];
    v.n_symbols = C::value.n_symbols;
    return v;
  }();
};

template <class C, class Program>
struct one_thread_code<function_code<C, Program>> {
  using type = function_code<C, for_one_thread<Program>>;
};

template <class C, u32 E>
struct control_equation {
  static constexpr code_eqn e = C::value.eqns[E];
  static constexpr range<i64> params() { return C::value.params(C::value.eqns[E]); }
  template <u32 K>
  using function = function_code<C, held_function<C, place_of_function<C, E, K>>>;
  /// Calls f(std::type_identity of its code) for each of the first N functions.
  template <u32 N>
  static constexpr void each_of_functions(auto const& f) {
    static_for<N>([&](auto k) { f(std::type_identity<function<k>>{}); });
  }
  template <u32 K>
  CONSTAX_INLINE static constexpr i64 function_bytes(i64 const* symbols, i64 team) noexcept {
    return workspace_bytes<function<K>>(symbols, team);
  }

  // ---- operands and results ----
  static constexpr atom operand(u32 i) { return C::value.atoms[e.in + i]; }
  /// An argument of the call in a layout of its own is copied: functions read rows.
  template <u32 V>
  static constexpr bool in_rows = layout_of<C>(layout<C, V>::leaf) == memory_layout::row_major;
  template <u32 I>
  static constexpr bool copied = [] {
    if constexpr (operand(I).is_literal()) return false;
    else return !in_rows<operand(I).var()>;
  }();
  template <u32 I>
  CONSTAX_INLINE static constexpr i64 bytes_of(i64 const* symbols) noexcept {
    if constexpr (operand(I).is_literal()) return static_cast<i64>(sizeof(element_of<C::value.dtype_of(operand(I))>));
    else return bytes_of_type<C, C::value.vars[operand(I).var()]>(symbols);
  }
  /// Bytes of one slice of operand I along its first axis.
  template <u32 I>
  CONSTAX_INLINE static constexpr i64 slice_bytes(i64 const* symbols) noexcept {
    return slice_bytes_of_type<C::value.vars[operand(I).var()]>(symbols);
  }
  template <u32 Type>
  CONSTAX_INLINE static constexpr i64 slice_bytes_of_type(i64 const* symbols) noexcept {
    constexpr aval const& a = C::value.avals[Type];
    i64 n = info(a.type).bytes;
    static_for<a.shape.rank>([&](auto d) {
      if constexpr (d > 0) n *= bound_length<C, a.shape.dims[d]>(symbols);
    });
    return n;
  }
  /// What operands in other layouts need.
  CONSTAX_INLINE static constexpr i64 copies_bytes(i64 const* symbols) noexcept {
    i64 bytes = 0;
    static_for<e.n_in>([&](auto i) {
      if constexpr (copied<i>) bytes += align_up(bytes_of<i>(symbols));
    });
    return bytes;
  }
  /// The first element of operand I.
  template <u32 I>
  CONSTAX_INLINE static void const* operand_place(frame const& f) noexcept {
    if constexpr (operand(I).is_literal()) {
      using T = element_of<C::value.dtype_of(operand(I))>;
      static constexpr T number = number_of<T>(C::value.lits[operand(I).lit()]);
      return &number;
    } else return span_of<C, operand(I).var()>(f).first;
  }
  /// Where the operands lie; takes what it needs from `area`.
  CONSTAX_INLINE static void find_operands(frame const& f, void const** at, std::byte*& area) noexcept {
    static_for<e.n_in>([&](auto i) {
      at[i] = operand_place<i>(f);
      if constexpr (copied<i>) {
        span_of<C, operand(i).var()> const x(f);
        auto* const to = reinterpret_cast<typename span_of<C, operand(i).var()>::element*>(area);
        i64 index[max_rank] = {};
        for (i64 k = 0, n = x.length.size(); k < n; ++k, advance(index, x.length)) to[k] = x.at(index);
        at[i] = to, area += align_up(bytes_of<i>(f.symbols));
      }
    });
  }
  template <u32 O>
  CONSTAX_INLINE static std::byte* result(frame const& f) noexcept {
    return reinterpret_cast<std::byte*>(span_of<C, e.out + O>(f).first);
  }
  CONSTAX_INLINE static void copy(void* to, void const* from, i64 bytes) noexcept {
    __builtin_memcpy(to, from, static_cast<std::size_t>(bytes));
  }
};

/// The carries of a loop: operands First .. First+N-1, each one after the other in a buffer.
template <class C, u32 E, u32 First, u32 N>
struct carries {
  using X = control_equation<C, E>;
  static constexpr u32 first = First;
  CONSTAX_INLINE static constexpr i64 bytes(i64 const* symbols) noexcept {
    i64 n = 0;
    static_for<N>([&](auto i) { n += align_carry(X::template bytes_of<First + i>(symbols)); });
    return n;
  }
  /// f(number, offset in a buffer)
  template <class F>
  CONSTAX_INLINE static constexpr void each(i64 const* symbols, F&& f) noexcept {
    i64 at = 0;
    static_for<N>([&](auto i) { f(i, at), at += align_carry(X::template bytes_of<First + i>(symbols)); });
  }
  CONSTAX_INLINE static void fill(std::byte* to, void const* const* operands, i64 const* symbols) noexcept {
    each(symbols, [&](auto i, i64 at) { X::copy(to + at, operands[First + i], X::template bytes_of<First + i>(symbols)); });
  }
};

/// The state of a loop in two buffers at the start of `area`, which moves on: the carries at hand, and those that a trip makes.
template <class State>
struct two_states {
  i64 const* symbols;
  std::byte *now, *next;
  CONSTAX_INLINE two_states(void const* const* operands, std::byte*& area, i64 const* numbers) noexcept
      : symbols(numbers), now(area), next(area + State::bytes(numbers)) {
    area = next + State::bytes(numbers);
    State::fill(now, operands, numbers);
  }
  CONSTAX_INLINE static constexpr i64 bytes(i64 const* symbols) noexcept { return 2 * State::bytes(symbols); }
  CONSTAX_INLINE void step() noexcept {
    std::byte* const previous = now;
    now = next, next = previous;
  }
  /// The carries at hand are the first results.
  CONSTAX_INLINE void finish(frame const& f) const noexcept {
    using X = typename State::X;
    State::each(symbols, [&](auto i, i64 offset) {
      X::copy(X::template result<i>(f), now + offset, X::template bytes_of<State::first + i>(symbols));
    });
  }
};

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
