// SPDX-License-Identifier: BSL-1.0
#pragma once
// frame: what a call hands to the kernels: where memories lie and what the symbols stand for.
#include <constax/plan/code.hpp>

#include <limits>

namespace constax::inline CONSTAX_TAG {

struct frame {
  void* const* memory; // by the plan's number
  i64 const* symbols;  // in the order of code.symbols; behind them the strides of what is strided
  // Regions: their part of the workspace, and how many threads it is for.
  std::byte* area = nullptr;
  i64 team = 1;
  // Inside a region: the strip, as places of its axis, and the chains of partial sums of what leaves it.
  i64 first = 0, last = 0;
  std::byte* const* chains = nullptr;
};

/// What is left of each of many calls in a braced list, which keeps their order: `nothing const in_order[] = {(f<I>(), nothing{})...,
/// nothing{}};`. (Of an int for each g++ makes a store for each, and removes it late.)
struct nothing {};

namespace detail {
struct each_number {
  static constexpr u32 at(u32 i) { return i; }
};
template <class Numbers, u32 First, class F, std::size_t... I>
CONSTAX_INLINE constexpr void call_with(F& f, std::index_sequence<I...>) {
  (f(std::integral_constant<u32, Numbers::at(First + I)>{}), ...);
}
} // namespace detail

/// Calls f(0_c), ..., f((N-1)_c): a loop whose index is a constant; or with N other Numbers. Few calls are written out: a pack would take a
/// function more for each loop. Many go in chunks: clang refuses folds of more than 256, g++ is quadratic in their length.
template <u32 N, class Numbers = detail::each_number, u32 First = 0, class F>
CONSTAX_INLINE constexpr void static_for(F&& f) {
  constexpr u32 rest = N - First, chunk = rest < 100 ? rest : 100;
#define CONSTAX_CALL(I) \
  if constexpr (I < chunk) f(std::integral_constant<u32, Numbers::at(First + I)>{})
  if constexpr (chunk <= 8) {
    CONSTAX_CALL(0);
    CONSTAX_CALL(1);
    CONSTAX_CALL(2);
    CONSTAX_CALL(3);
    CONSTAX_CALL(4);
    CONSTAX_CALL(5);
    CONSTAX_CALL(6);
    CONSTAX_CALL(7);
  } else detail::call_with<Numbers, First>(f, std::make_index_sequence<chunk>{});
#undef CONSTAX_CALL
  if constexpr (rest > chunk) static_for<N, Numbers, First + chunk>(f);
}

namespace detail {

/// The struct of equation E's primitive.
template <class C, u32 E>
using primitive_at = primitive_of<C::primitives[C::value.eqns[E].prim]>;
/// Its parameters.
template <class C, u32 E>
inline constexpr auto params_at = decode<params_of<primitive_at<C, E>>>(C::value.params(C::value.eqns[E]));

template <class C>
constexpr u32 symbol_index(symbol s) {
  for (u32 i = 0; i < C::value.n_symbols; ++i)
    if (C::value.symbols[i] == s) return i;
  return 0;
}

/// Numbers of a call behind the symbols: strides.
template <class C>
constexpr u32 extra_numbers() {
  if constexpr (C::has_layouts) return C::n_numbers() - C::value.n_symbols;
  else return 0;
}

/// The rows of a strip, which are the same for all strips (strip_mine.hpp); 0: C is no function of a strip.
template <class C>
constexpr i64 fixed_rows() {
  if constexpr (requires { C::rows_of_strip; }) return C::rows_of_strip;
  else return 0;
}
/// What a symbol stands for in this call.
template <class C, symbol S>
CONSTAX_INLINE constexpr i64 bound_symbol(i64 const* symbols) noexcept {
  if constexpr (fixed_rows<C>() != 0 && S == strips_t::in_strip) return fixed_rows<C>();
  else return symbols[symbol_index<C>(S)];
}
/// The number that an extent is in this call.
template <class C, extent E>
CONSTAX_INLINE constexpr i64 bound_length(i64 const* symbols) noexcept {
  i64 n = E.number;
  if constexpr (E.times[0] != 0) n += E.times[0] * bound_symbol<C, E.name[0]>(symbols);
  if constexpr (E.times[1] != 0) n += E.times[1] * bound_symbol<C, E.name[1]>(symbols);
  return n;
}

/// Bytes of a value of a type, a place in code.avals.
template <class C, u32 Type>
CONSTAX_INLINE constexpr i64 bytes_of_type(i64 const* symbols) noexcept {
  constexpr aval const& a = C::value.avals[Type];
  i64 n = info(a.type).bytes;
  static_for<a.shape.rank>([&](auto d) { n *= bound_length<C, a.shape.dims[d]>(symbols); });
  return n;
}

/// Bytes by which a sum is grouped (primitives/order.hpp): those of its result V of all rows, where `bytes` are of a strip.
template <class C, u32 V>
CONSTAX_INLINE constexpr i64 bytes_of_all_rows(i64 bytes, [[maybe_unused]] i64 const* symbols) noexcept {
  static_for<C::value.shape_of(V).rank>([&](auto d) {
    constexpr extent here = C::value.shape_of(V).dims[d], all = strips_t::all_of(here);
    if constexpr (!(here == all)) bytes = bytes / bound_length<C, here>(symbols) * bound_length<C, all>(symbols);
  });
  return bytes;
}

/// The argument or result that memory M is, arguments first; -1: a slot of the workspace, or row-major like all others.
template <class C>
constexpr i32 leaf_of(u32 m) {
  if constexpr (C::has_layouts) {
    memory const& at = C::value.memories[m];
    if (at.kind == memory_kind::input) return static_cast<i32>(at.index);
    if (at.kind == memory_kind::output) return static_cast<i32>(C::value.n_ins + at.index);
  }
  return -1;
}
template <class C>
constexpr memory_layout layout_of(i32 leaf) {
  if constexpr (C::has_layouts)
    if (leaf >= 0) return C::layouts[leaf];
  return memory_layout::row_major;
}

/// Elements between neighbours along axis A of a leaf (or of workspace) of type Type, a place in code.avals.
template <class C, i32 Leaf, u32 Type, int A>
CONSTAX_INLINE i64 memory_stride(i64 const* symbols) noexcept {
  constexpr shape const& s = C::value.avals[Type].shape;
  if constexpr (layout_of<C>(Leaf) == memory_layout::strided) return symbols[C::strides_of(Leaf) + A];
  else if constexpr (layout_of<C>(Leaf) == memory_layout::col_major) {
    if constexpr (A == 0) return 1;
    else return bound_length<C, s.dims[A - 1]>(symbols) * memory_stride<C, Leaf, Type, A - 1>(symbols);
  } else if constexpr (A + 1 >= s.rank) return 1;
  else return bound_length<C, s.dims[A + 1]>(symbols) * memory_stride<C, Leaf, Type, A + 1>(symbols);
}

/// An index of all axes of a value.
struct place_index {
  i64 at[max_rank] = {};
};
/// That of register u of a value, 0 along its loop axes.
constexpr place_index place_of_register(shape const& s, u32 loops, u32 u) {
  place_index i;
  unrolled_index(s, loops, u, i.at);
  return i;
}

/// How variable V of the program lies in memory.
template <class C, u32 V>
struct layout {
  static constexpr constax::place at = C::value.places[V];
  static constexpr u32 memory = static_cast<u32>(at.memory);
  static constexpr u32 type = C::value.memories[memory].type;
  static constexpr i32 leaf = leaf_of<C>(memory);
  static constexpr shape in_memory = C::value.avals[type].shape;
  static constexpr affine_map map = [] {
    affine_map m;
    if constexpr (at.view >= 0) return C::value.views[at.view];
    for (int d = 0; d < C::value.shape_of(V).rank; ++d) m.axis[d] = d;
    return m; // as it lies
  }();

  /// Strides and starts that types tell are constants, not functions: a kernel asks for thousands. `open`: a call's numbers decide.
  static constexpr i64 open = std::numeric_limits<i64>::min();
  static constexpr i64 known_memory_stride(int axis) {
    if (layout_of<C>(leaf) == memory_layout::strided) return open;
    bool const columns = layout_of<C>(leaf) == memory_layout::col_major;
    i64 n = 1;
    for (int a = columns ? 0 : axis + 1; a < (columns ? axis : in_memory.rank); ++a) {
      if (!in_memory[a].is_number()) return open;
      n *= in_memory[a].number;
    }
    return n;
  }
  static constexpr i64 known_stride(int d) {
    if (map.axis[d] < 0) return 0;
    i64 const n = known_memory_stride(static_cast<int>(map.axis[d]));
    return n == open ? open : map.step[d] * n;
  }
  static constexpr i64 known_start = [] {
    i64 first = at.first;
    for (int a = 0; a < in_memory.rank; ++a) {
      if (map.start[a] == extent(0)) continue;
      i64 const n = known_memory_stride(a);
      if (n == open || !map.start[a].is_number()) return open;
      first += map.start[a].number * n;
    }
    return first;
  }();

  /// Elements between neighbours along axis D of the variable.
  template <int D>
  CONSTAX_INLINE static i64 stride(i64 const* symbols) noexcept {
    constexpr i64 known = known_stride(D);
    if constexpr (known != open) return known;
    else return map.step[D] * memory_stride<C, leaf, type, static_cast<int>(map.axis[D])>(symbols);
  }
  /// Elements from the memory's first to the variable's first.
  template <int A = 0>
  CONSTAX_INLINE static i64 start(i64 const* symbols) noexcept {
    if constexpr (A == in_memory.rank) return at.first;
    else if constexpr (map.start[A] == extent(0)) return start<A + 1>(symbols);
    else return bound_length<C, map.start[A]>(symbols) * memory_stride<C, leaf, type, A>(symbols) + start<A + 1>(symbols);
  }
  /// Does the memory hold one strip of axis d, at places of the whole axis?
  static constexpr bool taken_in_strips(int d) {
    constexpr constax::memory const& m = C::value.memories[memory];
    return m.kind == memory_kind::strip && C::value.strips[m.index].axis == map.axis[d];
  }
  /// How many steps lead over `missing` elements.
  static constexpr i64 steps_over(extent const& missing, i64 step) {
    return missing.is_number() && missing.number > 0 ? (missing.number + step - 1) / step : 0;
  }
  /// Elements of the variable along axis d that lie outside of the memory, at its beginning and at its end: those that a window
  /// (plan/windows.hpp) does not see. Of what is read backwards the first ones lie behind the memory's last element.
  static constexpr i64 before(int d) {
    if (at.view < 0 || map.axis[d] < 0) return 0;
    int const a = static_cast<int>(map.axis[d]);
    i64 const step = map.step[d];
    if (step >= 0) return steps_over(extent(0) - map.start[a], step);
    return taken_in_strips(d) ? 0 : steps_over(map.start[a] + extent(1) - in_memory[a], -step);
  }
  static constexpr i64 behind(int d) {
    if (at.view < 0 || map.axis[d] < 0 || taken_in_strips(d)) return 0;
    int const a = static_cast<int>(map.axis[d]);
    i64 const step = map.step[d];
    extent const last = map.start[a] + (C::value.shape_of(V)[d] - extent(1)) * step;
    return step >= 0 ? steps_over(last + extent(1) - in_memory[a], step) : steps_over(extent(0) - last, -step);
  }
  static constexpr bool is_window = [] {
    for (int d = 0; d < C::value.shape_of(V).rank; ++d)
      if (before(d) > 0 || behind(d) > 0) return true;
    return false;
  }();
  enum class along { unit, repeat, strided, open };
  /// How neighbours along axis D lie, as far as the types tell; open: a stride that comes with the call, and may be 1.
  static constexpr along direction(int d) {
    if (map.axis[d] < 0) return along::repeat;
    if (map.step[d] != 1) return along::strided;
    if (layout_of<C>(leaf) == memory_layout::strided) return along::open;
    return map.axis[d] == (layout_of<C>(leaf) == memory_layout::col_major ? 0 : in_memory.rank - 1) ? along::unit : along::strided;
  }
};


} // namespace detail
} // namespace constax::inline CONSTAX_TAG
