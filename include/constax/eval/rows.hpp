// SPDX-License-Identifier: BSL-1.0
#pragma once
// rows: steps of straight-line code on values that lie in rows (plan/rows.hpp): lanes run along the last axis, the last register of a row
// may be filled in part. Its other lanes hold anything, and never leave it.
#include <constax/eval/steps.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Variable V in rows of registers of W lanes.
template <class C, u32 V, int W>
struct rows_of_variable {
  static constexpr shape const& s = C::value.shape_of(V);
  static constexpr u32 axes = C::value.made[V], length = static_cast<u32>(s[s.rank - 1].number), per_row = registers_of_row(s, W),
                       rows = unrolled_count(s, axes), count = rows * per_row;
  static constexpr u32 first = C::value.regs[V] & ~loop_plan::pre_bit; // where the kernel makes it
  /// Lanes of register k that hold elements.
  static constexpr int filled(u32 k) {
    u32 const rest = length - k % per_row * W;
    return rest < W ? static_cast<int>(rest) : W;
  }
};
template <class C>
constexpr bool in_rows(atom a) {
  return !a.is_literal() && C::value.loops[a.var()] != 0;
}
/// Does an equation of straight-line code read or make rows?
template <class C>
constexpr bool meets_rows(u32 e) {
  auto const& c = C::value;
  for (u32 v = c.eqns[e].out; v < c.eqns[e].out + c.eqns[e].n_out; ++v)
    if (c.made[v] != 0) return true;
  for (u32 i = 0; i < c.eqns[e].n_in; ++i)
    if (in_rows<C>(c.atoms[c.eqns[e].in + i])) return true;
  return false;
}

/// May all lanes of register K be loaded: do the elements behind a row's last ones belong to the same memory?
template <class C, int W, u32 V, u32 K>
constexpr bool loads_whole() {
  using R = rows_of_variable<C, V, W>;
  using L = layout<C, V>;
  if (R::filled(K) == W) return true;
  if (layout_of<C>(L::leaf) != memory_layout::row_major || !L::in_memory.is_static()) return false;
  i64 at[max_rank] = {}, index[max_rank] = {}, offset = 0;
  unrolled_index(R::s, R::axes, K / R::per_row, at);
  at[R::s.rank - 1] = K % R::per_row * W;
  for (int d = 0; d < L::in_memory.rank; ++d) index[d] = L::map.start[d].number;
  for (int d = 0; d < R::s.rank; ++d)
    if (L::map.axis[d] >= 0) index[L::map.axis[d]] += at[d] * L::map.step[d];
  for (int d = 0; d < L::in_memory.rank; ++d) offset = offset * L::in_memory[d].number + index[d];
  return offset + W <= L::in_memory.size();
}

template <class C, int W, u32 V, u32 K>
CONSTAX_INLINE auto load_row(void* const* memory, i64 const* symbols) noexcept {
  using T = element_of<C::value.type(V).type>;
  using L = layout<C, V>;
  using R = rows_of_variable<C, V, W>;
  constexpr int axis = R::s.rank - 1, n = R::filled(K);
  i64 const by = L::template stride<axis>(symbols);
  T const* const from =
      static_cast<T const*>(memory[L::memory]) + offset_of<C, V, R::axes, K / R::per_row, -1>({}, symbols) + (K % R::per_row * W) * by;
  if constexpr (L::direction(axis) == L::along::repeat) return broadcast<T, W>(*from);
  else {
    if constexpr (L::direction(axis) != L::along::strided)
      if (L::direction(axis) == L::along::unit || by == 1) {
        if constexpr (loads_whole<C, W, V, K>()) return load<T, W>(from);
        else return load_n<T, W>(from, n, T(1)); // 1: no function divides by it or overflows
      }
    return load_strided<T, W>(from, by, n, T(1));
  }
}
template <class C, int W, u32 V, u32 K, class Pre>
CONSTAX_INLINE void store_row(void* const* memory, i64 const* symbols, Pre& pre) noexcept {
  using T = element_of<C::value.type(V).type>;
  using L = layout<C, V>;
  using R = rows_of_variable<C, V, W>;
  constexpr int axis = R::s.rank - 1, n = R::filled(K);
  i64 const by = L::template stride<axis>(symbols);
  T* const to = static_cast<T*>(memory[L::memory]) + offset_of<C, V, R::axes, K / R::per_row, -1>({}, symbols) + (K % R::per_row * W) * by;
  lane<T, W> const x = pre.template file<T>()[R::first + K];
  if constexpr (L::direction(axis) != L::along::strided)
    if (L::direction(axis) == L::along::unit || by == 1) {
      if constexpr (n == W) store(to, x);
      else store_n(to, x, n);
      return;
    }
  store_strided(to, by, x, n);
}
template <class C, int W, u32 V, u32 First, class Pre, std::size_t... K>
CONSTAX_INLINE void load_rows(void* const* memory, i64 const* symbols, Pre& pre, std::index_sequence<K...>) noexcept {
  ((pre.template file<element_of<C::value.type(V).type>>()[First + K] = load_row<C, W, V, K>(memory, symbols)), ...);
}
template <class C, int W, u32 V, class Pre, std::size_t... K>
CONSTAX_INLINE void store_rows(void* const* memory, i64 const* symbols, Pre& pre, std::index_sequence<K...>) noexcept {
  (store_row<C, W, V, K>(memory, symbols, pre), ...);
}

/// Where a row, or an element, comes from.
struct row_source {
  int operand = 0; // -1: the padding value
  u32 u = 0;       // of rows: the row; else the register
  u32 element = 0; // of the row
};

/// Operand A (a place in code.atoms) for register K of a result: its register K, or one number for all lanes.
template <class C, int W, u32 A, u32 K, class R, class Pre>
CONSTAX_INLINE auto row_operand(R& regs, Pre& pre) noexcept {
  constexpr atom a = C::value.atoms[A];
  using T = element_of<C::value.dtype_of(a)>;
  if constexpr (in_rows<C>(a)) return pre.template file<T>()[(C::value.operand_reg[A] & ~loop_plan::pre_bit) + K];
  else return broadcast<T, W>(operand<C, 1, A, K>(regs, pre));
}
/// Element L of row U of an operand, a number.
template <class C, int W, u32 A, u32 U, u32 L, class R, class Pre>
CONSTAX_INLINE auto element_of_row(R& regs, Pre& pre) noexcept {
  constexpr u32 per_row = rows_of_variable<C, C::value.atoms[A].var(), W>::per_row;
  return extract(row_operand<C, W, A, U * per_row + L / W>(regs, pre), static_cast<int>(L % W));
}

/// A number of an operand: an element of a row, or a register.
template <class C, int W, u32 A, row_source From, class R, class Pre>
CONSTAX_INLINE auto number_from(R& regs, Pre& pre) noexcept {
  if constexpr (in_rows<C>(C::value.atoms[A])) return element_of_row<C, W, A, From.u, From.element>(regs, pre);
  else return operand<C, 1, A, From.u>(regs, pre);
}

// ---- movement: rows as wholes into rows, or single elements out of them ------------------------------------------------------------
/// Where row, or element, u of the result comes from.
template <class C, u32 E>
constexpr row_source row_source_of(u32 u) {
  auto const& c = C::value;
  code_eqn const& e = c.eqns[E];
  lengths in[C::value.eqns[E].n_in];
  for (u32 i = 0; i < e.n_in; ++i) in[i] = lengths(c.shape_of(c.atoms[e.in + i]), {});
  i64 at[max_rank] = {};
  unrolled_index(c.shape_of(e.out), c.made[e.out], u, at);
  element_source const from = C::primitives[e.prim]->source(c.params(e), {}, {in, e.n_in}, lengths(c.shape_of(e.out), {}), at);
  row_source s{from.operand};
  if (from.operand < 0) return s;
  atom const a = c.atoms[e.in + static_cast<u32>(from.operand)];
  if (a.is_literal()) return s;
  s.u = unrolled_offset(c.shape_of(a), c.loops[a.var()], from.at);
  if (in_rows<C>(a)) s.element = static_cast<u32>(from.at[c.shape_of(a).rank - 1]);
  return s;
}
template <class C, int W, u32 E, u32 U, class R, class Pre>
CONSTAX_INLINE void move_row(R& regs, Pre& pre) noexcept {
  constexpr code_eqn e = C::value.eqns[E];
  using T = element_of<C::value.type(e.out).type>;
  constexpr row_source from = row_source_of<C, E>(U);
  constexpr u32 operand_number = e.in + static_cast<u32>(from.operand < 0 ? 1 : from.operand);
  constexpr atom a = C::value.atoms[operand_number];
  if constexpr (C::value.made[e.out] == 0) {
    T& to = regs.template file<T>()[C::value.regs[e.out] + U];
    if constexpr (in_rows<C>(a)) to = element_of_row<C, W, operand_number, from.u, from.element>(regs, pre);
    else to = operand<C, 1, operand_number, from.u>(regs, pre);
  } else {
    using X = rows_of_variable<C, e.out, W>;
    static_for<X::per_row>([&](auto k) {
      pre.template file<T>()[X::first + U * X::per_row + k] =
          row_operand<C, W, operand_number, in_rows<C>(a) ? from.u * X::per_row + k : from.u>(regs, pre);
    });
  }
}

// ---- sums --------------------------------------------------------------------------------------------------------------------------
/// Over a row, in the order of primitives/order.hpp: a row is one block.
template <class C, int W, u32 E, u32 U, class R, class Pre>
CONSTAX_INLINE void reduce_row(R& regs, Pre& pre) noexcept {
  constexpr code_eqn e = C::value.eqns[E];
  using P = primitive_at<C, E>;
  using T = element_of<C::value.type(e.out).type>;
  using X = rows_of_variable<C, C::value.atoms[e.in].var(), W>;
  static_assert(X::length <= block_length);
  auto const combine = []<class V>(V const& x, V const& y) { return static_cast<V>(P::combine(x, y)); };
  T total = P::template identity<T>;
  if constexpr (X::length <= short_sum)
    static_for<X::length>([&](auto l) { total = combine(total, static_cast<T>(element_of_row<C, W, e.in, U, l>(regs, pre))); });
  else {
    constexpr u32 n = chains_of(dtype_of<T>) > W ? static_cast<u32>(chains_of(dtype_of<T>) / W) : 1; // registers of chains
    lane<T, W> chain[n];
    for (auto& c : chain) c = broadcast<T, W>(P::template identity<T>);
    static_for<X::per_row>([&](auto k) {
      auto& c = chain[k % n];
      lane<T, W> const next = combine(c, row_operand<C, W, e.in, U * X::per_row + k>(regs, pre));
      if constexpr (X::filled(k) == W) c = next;
      else c = select(first_n<W>(X::filled(k)), next, c); // lanes beyond the end leave no trace
    });
    static_for<n - 1>([&](auto i) { // by halves
      constexpr u32 from = n - 1 - i, half = from >= 8 ? 8 : from >= 4 ? 4 : from >= 2 ? 2 : 1; // the largest power of two in it
      chain[from - half] = combine(chain[from - half], chain[from]);
    });
    total = combine(total, fold(chain[0], combine));
  }
  regs.template file<T>()[C::value.regs[e.out] + U] = total;
}
/// Over another axis: register K of the result.
template <class C, int W, u32 E, u32 K, class R, class Pre>
CONSTAX_INLINE void reduce_rows(R& regs, Pre& pre) noexcept {
  constexpr code_eqn e = C::value.eqns[E];
  using P = primitive_at<C, E>;
  using T = element_of<C::value.type(e.out).type>;
  using X = rows_of_variable<C, e.out, W>;
  static constexpr shape in = C::value.shape_of(C::value.atoms[e.in]);
  static constexpr int axis = static_cast<int>(params_at<C, E>.axes[0]);
  constexpr auto source = [](u32 term) {
    constexpr code_eqn of = C::value.eqns[E];
    i64 out[max_rank] = {}, at[max_rank] = {};
    unrolled_index(C::value.shape_of(of.out), C::value.made[of.out], K / X::per_row, out);
    for (int d = 0, o = 0; d < in.rank; ++d) at[d] = d == axis ? term : out[o++];
    return unrolled_offset(in, C::value.loops[C::value.atoms[of.in].var()], at) * X::per_row + K % X::per_row;
  };
  auto const combine = [](auto const& x, auto const& y) { return static_cast<lane<T, W>>(P::combine(x, y)); };
  pre.template file<T>()[X::first + K] =
      accumulate_unrolled<static_cast<u32>(in[axis].number), chains_of(dtype_of<T>), static_bytes<C, e.out>>(
          static_cast<lane<T, W>>(broadcast<T, W>(P::template identity<T>)),
          [&](auto const& acc, auto k) { return combine(acc, row_operand<C, W, e.in, source(k)>(regs, pre)); }, combine);
}

// ---- sums of products --------------------------------------------------------------------------------------------------------------
/// A contraction that reads or makes rows: lanes are elements of a row of the result, each with factors of its own or one for all.
template <class C, int W, u32 E>
struct products_in_rows : contraction_at<C, E> {
  using X = contraction_at<C, E>;
  static constexpr bool makes_rows = C::value.made[X::e.out] != 0;
  static constexpr u32 operand_number(int side) { return X::e.in + static_cast<u32>(side); }
  /// The factor of term k of element `lane` of row u of the result, or of its element u.
  static constexpr row_source factor(int side, u32 u, u32 lane, u32 k) {
    i64 at_out[max_rank] = {}, at[max_rank] = {};
    unrolled_index(X::out, C::value.made[X::e.out], u, at_out);
    if (makes_rows) at_out[X::out.rank - 1] = lane;
    X::factor_at(side, at_out, k, at);
    row_source r{side};
    atom const a = C::value.atoms[operand_number(side)];
    if (a.is_literal()) return r;
    shape const& s = side ? X::rhs : X::lhs;
    r.u = unrolled_offset(s, C::value.loops[a.var()], at);
    if (in_rows<C>(a)) r.element = static_cast<u32>(at[s.rank - 1]);
    return r;
  }
  /// Does an axis of this operand become the axis of the result's rows?
  static constexpr bool varies(int side) {
    for (int d = 0; d < (side ? X::rhs : X::lhs).rank; ++d)
      if (X::to.of[side][d] == X::out.rank - 1) return true;
    return false;
  }
  /// Does the axis of this operand's own rows?
  static constexpr bool is_along(int side) {
    int const rank = (side ? X::rhs : X::lhs).rank;
    return rank > 0 && in_rows<C>(C::value.atoms[operand_number(side)]) && X::to.of[side][rank - 1] == X::out.rank - 1;
  }
};
/// The factors of term K for register Reg of the result's rows.
template <class C, int W, u32 E, int Side, u32 Reg, u32 K, class R, class Pre>
CONSTAX_INLINE auto factors_of_row(R& regs, Pre& pre) noexcept {
  using X = products_in_rows<C, W, E>;
  using Y = rows_of_variable<C, X::e.out, W>;
  constexpr u32 a = X::operand_number(Side), row = Reg / Y::per_row, part = Reg % Y::per_row;
  using T = element_of<C::value.dtype_of(C::value.atoms[a])>;
  if constexpr (X::is_along(Side)) return row_operand<C, W, a, X::factor(Side, row, 0, K).u * Y::per_row + part>(regs, pre);
  else if constexpr (!X::varies(Side)) return broadcast<T, W>(number_from<C, W, a, X::factor(Side, row, 0, K)>(regs, pre));
  else {
    T numbers[W];
    static_for<W>([&](auto l) CONSTAX_INLINED {
      if constexpr (static_cast<int>(l) < Y::filled(Reg))
        numbers[l] = number_from<C, W, a, X::factor(Side, row, part * W + l, K)>(regs, pre);
      else numbers[l] = T(1);
    });
    return lanes_of<T, W>([&](int l) CONSTAX_INLINED { return numbers[l]; });
  }
}
/// Register Reg of a result in rows, or element Reg of one in pieces.
template <class C, int W, u32 E, u32 Reg, class R, class Pre>
CONSTAX_INLINE void contract_rows(R& regs, Pre& pre) noexcept {
  using X = products_in_rows<C, W, E>;
  using T = element_of<C::value.type(X::e.out).type>;
  constexpr int lanes = X::makes_rows ? W : 1;
  using L = lane<T, lanes>;
  L const sum = accumulate_unrolled<static_cast<u32>(X::terms), chains_of(dtype_of<T>), static_bytes<C, X::e.out>>(
      static_cast<L>(broadcast<T, lanes>(dot_identity<T>)),
      [&](auto const& acc, auto k) {
        if constexpr (X::makes_rows)
          return dot_term<T, L>(factors_of_row<C, W, E, 0, Reg, k>(regs, pre), factors_of_row<C, W, E, 1, Reg, k>(regs, pre), acc);
        else
          return dot_term<T, L>(number_from<C, W, X::operand_number(0), X::factor(0, Reg, 0, k)>(regs, pre),
                                number_from<C, W, X::operand_number(1), X::factor(1, Reg, 0, k)>(regs, pre), acc);
      },
      [](auto const& p, auto const& q) { return static_cast<L>(p + q); });
  if constexpr (X::makes_rows) pre.template file<T>()[rows_of_variable<C, X::e.out, W>::first + Reg] = sum;
  else regs.template file<T>()[C::value.regs[X::e.out] + Reg] = sum;
}

/// Elementwise, with parameters: register K of the result.
template <class C, int W, u32 E, u32 K, class R, class Pre, std::size_t... I>
CONSTAX_INLINE void compute_row(R& regs, Pre& pre, std::index_sequence<I...>) noexcept {
  constexpr code_eqn e = C::value.eqns[E];
  using T = element_of<C::value.type(e.out).type>;
  pre.template file<T>()[rows_of_variable<C, e.out, W>::first + K] =
      static_cast<lane<T, W>>(eval_elementwise<primitive_at<C, E>, T>(params_at<C, E>, row_operand<C, W, e.in + I, K>(regs, pre)...));
}
/// A source: along the lanes, or the same for all of them.
template <class C, int W, u32 E, u32 K, class Pre>
CONSTAX_INLINE void source_row(Pre& pre) noexcept {
  constexpr code_eqn e = C::value.eqns[E];
  using T = element_of<C::value.type(e.out).type>;
  using X = rows_of_variable<C, e.out, W>;
  constexpr int axis = params_at<C, E>.dimension;
  constexpr place_index at = place_of_register(X::s, X::axes, K / X::per_row);
  auto& to = pre.template file<T>()[X::first + K];
  if constexpr (axis == X::s.rank - 1) to = iota<T, W>(static_cast<T>(K % X::per_row * W));
  else to = broadcast<T, W>(static_cast<T>(at.at[axis]));
}

/// One equation that reads or makes rows.
template <class C, int W, u32 E, class R, class Pre>
CONSTAX_INLINE void compute_rows([[maybe_unused]] R& regs, Pre& pre) noexcept {
  constexpr code_eqn e = C::value.eqns[E];
  constexpr bool makes_rows = C::value.made[e.out] != 0;
  constexpr u32 items = unrolled_count(C::value.shape_of(e.out), C::value.made[e.out]); // rows, or elements
  auto const each_register = [](auto&& f) {
    if constexpr (makes_rows) static_for<rows_of_variable<C, e.out, W>::count>(f);
  };
  if constexpr (e.kind == kind::elementwise)
    each_register([&](auto k) { compute_row<C, W, E, k>(regs, pre, std::make_index_sequence<e.n_in>{}); });
  else if constexpr (e.kind == kind::movement) static_for<items>([&](auto u) { move_row<C, W, E, u>(regs, pre); });
  else if constexpr (e.kind == kind::reduction && !makes_rows) static_for<items>([&](auto u) { reduce_row<C, W, E, u>(regs, pre); });
  else if constexpr (e.kind == kind::reduction) each_register([&](auto k) { reduce_rows<C, W, E, k>(regs, pre); });
  else if constexpr (e.kind == kind::contraction && makes_rows) each_register([&](auto k) { contract_rows<C, W, E, k>(regs, pre); });
  else if constexpr (e.kind == kind::contraction) static_for<items>([&](auto u) { contract_rows<C, W, E, u>(regs, pre); });
  else {
    static_assert(e.kind == kind::source, "[constax] other equations take rows to pieces (plan/rows.hpp)");
    each_register([&](auto k) { source_row<C, W, E, k>(pre); });
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
