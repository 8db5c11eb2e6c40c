// SPDX-License-Identifier: BSL-1.0
#pragma once
// steps: what a kernel does at one point of its nest: compute an equation, on registers (access.hpp loads and stores them, instructions.hpp
// is straight-line code). One function template per step, the registers passed by reference (through lambdas that capture them the
// optimiser's alias walk is quadratic: 9 s and 80 s where 5 s and 17 s do).
#include <constax/eval/access.hpp>
#include <constax/eval/exits.hpp>
#include <constax/eval/instructions.hpp>
#include <constax/eval/pieces.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Operand A (a place in code.atoms), element U of its registers.
template <class C, int W, u32 A, u32 U, class R, class Pre>
CONSTAX_INLINE decltype(auto) operand(R& regs, Pre& pre) noexcept {
  constexpr atom a = C::value.atoms[A];
  using T = element_of<C::value.dtype_of(a)>;
  if constexpr (a.is_literal()) {
    constexpr T x = number_of<T>(C::value.lits[a.lit()]);
    if constexpr (W == 1) return T(x);
    else return broadcast<T, W>(x);
  } else {
    constexpr u32 r = C::value.operand_reg[A];
    constexpr u32 u = unrolled_count(C::value.shape_of(a), C::value.loops[a.var()]) == 1 ? 0 : U;
    if constexpr (r & loop_plan::pre_bit) return (pre.template file<T>()[(r & ~loop_plan::pre_bit) + u]);
    else return (regs.template file<T>()[r + u]);
  }
}

/// Elementwise, with parameters: register U of the result.
template <class C, int W, u32 E, u32 U, class R, class Pre, std::size_t... K>
CONSTAX_INLINE void compute_element(R& regs, Pre& pre, std::index_sequence<K...>) noexcept {
  constexpr code_eqn const& e = C::value.eqns[E];
  using P = primitive_at<C, E>;
  using T = element_of<C::value.type(e.out).type>;
  regs.template file<T>()[C::value.regs[e.out] + U] =
      static_cast<lane<T, W>>(eval_elementwise<P, T>(params_at<C, E>, operand<C, W, e.in + K, U>(regs, pre)...));
}
template <class C, int W, u32 E, class R, class Pre, std::size_t... U>
CONSTAX_INLINE void compute_elements(R& regs, Pre& pre, std::index_sequence<U...>) noexcept {
  (compute_element<C, W, E, U>(regs, pre, std::make_index_sequence<C::value.eqns[E].n_in>{}), ...);
}

struct register_source {
  int operand = 0; // -1: the padding value
  u32 u = 0;
};
template <u32 N>
struct register_sources {
  static constexpr u32 count = N;
  register_source of[N ? N : 1];
};
/// Movement inside registers: where each register of the result comes from. Loop axes are untouched (`renames`), so any index along them
/// will do, in any lengths.
template <class C, u32 E>
constexpr auto source_registers() {
  auto const& c = C::value;
  code_eqn const& e = c.eqns[E];
  shape const& s = c.shape_of(e.out);
  bindings dummy;
  dummy.count = static_cast<int>(c.n_symbols);
  for (u32 i = 0; i < c.n_symbols; ++i) dummy.name[i] = c.symbols[i], dummy.value[i] = 1009;
  lengths in[C::value.eqns[E].n_in];
  for (u32 i = 0; i < e.n_in; ++i) in[i] = lengths(c.shape_of(c.atoms[e.in + i]), dummy);
  lengths const result(s, dummy);
  register_sources<unrolled_count(C::value.shape_of(C::value.eqns[E].out), C::value.made[C::value.eqns[E].out])> r;
  for (u32 u = 0; u < r.count; ++u) {
    i64 at[max_rank] = {};
    unrolled_index(s, c.made[e.out], u, at);
    element_source const from = C::primitives[e.prim]->source(c.params(e), dummy, {in, e.n_in}, result, at);
    r.of[u].operand = from.operand;
    if (from.operand < 0) continue;
    atom const a = c.atoms[e.in + static_cast<u32>(from.operand)];
    if (!a.is_literal()) r.of[u].u = unrolled_offset(c.shape_of(a), c.loops[a.var()], from.at);
  }
  return r;
}
template <class C, u32 E>
inline constexpr auto sources_at = source_registers<C, E>();
template <class C, int W, u32 E, u32 U, class R, class Pre>
CONSTAX_INLINE void move_element(R& regs, Pre& pre) noexcept {
  constexpr code_eqn const& e = C::value.eqns[E];
  using T = element_of<C::value.type(e.out).type>;
  constexpr register_source from = sources_at<C, E>.of[U];
  regs.template file<T>()[C::value.regs[e.out] + U] =
      operand<C, W, e.in + static_cast<u32>(from.operand < 0 ? 1 : from.operand), from.u>(regs, pre);
}
template <class C, int W, u32 E, class R, class Pre, std::size_t... U>
CONSTAX_INLINE void move_elements(R& regs, Pre& pre, std::index_sequence<U...>) noexcept {
  (move_element<C, W, E, U>(regs, pre), ...);
}

/// A cumulative operation along an unrolled axis.
template <class C, u32 E>
struct scan_at {
  static constexpr code_eqn e = C::value.eqns[E];
  static constexpr auto params = params_at<C, E>;
  static constexpr shape s = C::value.shape_of(e.out);
  static constexpr u32 count = unrolled_count(s, C::value.made[e.out]), length = static_cast<u32>(s[params.axis].number),
                       lines = length ? count / length : 0;
  static constexpr u32 inside = [] { // registers between neighbours along the axis
    u32 n = 1;
    for (int d = params.axis + 1; d < s.rank; ++d)
      if (!(C::value.made[e.out] >> d & 1)) n *= static_cast<u32>(s[d].number);
    return n;
  }();
  /// The register of element i of a line.
  static constexpr u32 at(u32 line, i64 i) { return line / inside * inside * length + static_cast<u32>(i) * inside + line % inside; }
};
template <class C, int W, u32 E, u32 Line, class R, class Pre>
CONSTAX_INLINE void scan_line(R& regs, Pre& pre) noexcept {
  using X = scan_at<C, E>;
  using P = primitive_at<C, E>;
  using T = element_of<C::value.type(X::e.out).type>;
  using L = lane<T, W>;
  auto const term = [&](auto k, auto i) { return static_cast<L>(operand<C, W, X::e.in + k, X::at(Line, i)>(regs, pre)); };
  auto const result = [&](auto i) -> L& { return regs.template file<T>()[C::value.regs[X::e.out] + X::at(Line, i)]; };
  L const identity = broadcast<T, W>(P::template identity<T>);
  if constexpr (P::of_others)
    others_unrolled<X::length, (X::length <= short_sum ? 1 : chains_of(dtype_of<T>))>(
        identity, [&](auto i) { return term(std::integral_constant<u32, 0>{}, i); }, result,
        [](L const& x, L const& y) { return static_cast<L>(P::combine(x, y)); });
  else {
    constexpr auto operands = std::make_index_sequence<X::e.n_in>{};
    scan_unrolled<X::length, X::params.reverse, X::params.exclusive>(
        identity, [&](auto i) { return static_cast<L>(scan_first<P>([&](auto k) { return term(k, i); }, operands)); },
        [&](L const& acc, auto i, auto before) {
          return static_cast<L>(scan_step<P>(
              acc, [&](auto k) { return term(k, std::integral_constant<i64, scan_source<P>(X::params, k, i, before)>{}); }, operands));
        },
        result);
  }
}
template <class C, int W, u32 E, class R, class Pre, std::size_t... L>
CONSTAX_INLINE void scan_lines(R& regs, Pre& pre, std::index_sequence<L...>) noexcept {
  (scan_line<C, W, E, L>(regs, pre), ...);
}
/// The bytes of a result, which `order` asks for; symbolic sizes are long, and never unrolled.
template <class C, u32 V>
inline constexpr i64 static_bytes = C::value.shape_of(V).is_static() ? C::value.shape_of(V).size() * info(C::value.type(V).type).bytes : 0;

/// Reduction over an unrolled axis.
template <class C, int W, u32 E, u32 U, class R, class Pre>
CONSTAX_INLINE void reduce_element(R& regs, Pre& pre) noexcept {
  static constexpr code_eqn e = C::value.eqns[E]; // a copy: lambdas that capture a reference keep the whole plan in the binary
  using P = primitive_at<C, E>;
  using T = element_of<C::value.type(e.out).type>;
  static constexpr shape in = C::value.shape_of(C::value.atoms[e.in]);
  static constexpr u32 loops = C::value.loops[C::value.atoms[e.in].var()];
  static constexpr int axis = static_cast<int>(params_at<C, E>.axes[0]);
  constexpr auto source = [](u32 k) { // register of term k
    i64 out[max_rank] = {}, at[max_rank] = {};
    unrolled_index(C::value.shape_of(C::value.eqns[E].out), C::value.made[C::value.eqns[E].out], U, out);
    for (int d = 0, o = 0; d < in.rank; ++d) at[d] = d == axis ? k : out[o++];
    return unrolled_offset(in, loops, at);
  };
  auto const combine = [](auto const& x, auto const& y) { return static_cast<lane<T, W>>(P::combine(x, y)); };
  regs.template file<T>()[C::value.regs[e.out] + U] =
      accumulate_unrolled<static_cast<u32>(in[axis].number), chains_of(dtype_of<T>), static_bytes<C, e.out>>(
          static_cast<lane<T, W>>(broadcast<T, W>(P::template identity<T>)),
          [&](auto const& acc, auto k) { return combine(acc, operand<C, W, e.in, source(k)>(regs, pre)); }, combine);
}
template <class C, int W, u32 E, class R, class Pre, std::size_t... U>
CONSTAX_INLINE void reduce_elements(R& regs, Pre& pre, std::index_sequence<U...>) noexcept {
  (reduce_element<C, W, E, U>(regs, pre), ...);
}

/// Contraction over unrolled axes.
template <class C, u32 E>
struct contraction_at {
  static constexpr code_eqn e = C::value.eqns[E];
  static constexpr atom a = C::value.atoms[e.in], b = C::value.atoms[e.in + 1];
  static constexpr contraction_axes axes = C::primitives[e.prim]->contraction(C::value.params(e));
  static constexpr shape lhs = C::value.shape_of(a), rhs = C::value.shape_of(b), out = C::value.shape_of(e.out);
  static constexpr result_axes to = result_axes(axes, lhs.rank, rhs.rank);
  static constexpr i64 terms = [] {
    i64 n = 1;
    for (i64 d : axes.lhs_contracting) n *= lhs[static_cast<int>(d)].number;
    return n;
  }();
  /// Where the operands have the factors of term k of the result's element at_out.
  static constexpr void factor_at(int side, i64 const* at_out, u32 k, i64* at) {
    shape const& s = side ? rhs : lhs;
    constax::axes const& summed = side ? axes.rhs_contracting : axes.lhs_contracting;
    for (int d = 0; d < s.rank; ++d)
      if (to.of[side][d] >= 0) at[d] = at_out[to.of[side][d]];
    for (int i = summed.size(); i-- > 0;) {
      u32 const n = static_cast<u32>(s[static_cast<int>(summed[i])].number);
      at[summed[i]] = k % n, k /= n;
    }
  }
  /// Registers of the two factors of term k of result register u.
  static constexpr u32 source(int side, u32 u, u32 k) {
    shape const& s = side ? rhs : lhs;
    i64 at_out[max_rank] = {}, at[max_rank] = {};
    unrolled_index(out, C::value.made[e.out], u, at_out);
    factor_at(side, at_out, k, at);
    atom const from = side ? b : a;
    return from.is_literal() ? 0 : unrolled_offset(s, C::value.loops[from.var()], at);
  }
};
template <class C, int W, u32 E, u32 U, class R, class Pre>
CONSTAX_INLINE void contract_element(R& regs, Pre& pre) noexcept {
  using X = contraction_at<C, E>;
  using T = element_of<C::value.type(X::e.out).type>;
  regs.template file<T>()[C::value.regs[X::e.out] + U] =
      accumulate_unrolled<static_cast<u32>(X::terms), chains_of(dtype_of<T>), static_bytes<C, X::e.out>>(
          static_cast<lane<T, W>>(broadcast<T, W>(dot_identity<T>)),
          [&](auto const& acc, auto k) {
            return dot_term<T, lane<T, W>>(operand<C, W, X::e.in, X::source(0, U, k)>(regs, pre),
                                           operand<C, W, X::e.in + 1, X::source(1, U, k)>(regs, pre), acc);
          },
          [](auto const& p, auto const& q) { return static_cast<lane<T, W>>(p + q); });
}
template <class C, int W, u32 E, class R, class Pre, std::size_t... U>
CONSTAX_INLINE void contract_elements(R& regs, Pre& pre, std::index_sequence<U...>) noexcept {
  (contract_element<C, W, E, U>(regs, pre), ...);
}

/// A source (iota): the index itself, along a loop axis (lanes count up along theirs) or an unrolled one.
template <class C, int W, u32 E, u32 U, int Lane, class R>
CONSTAX_INLINE void source_element(R& regs, position const& p) noexcept {
  constexpr code_eqn const& e = C::value.eqns[E];
  using T = element_of<C::value.type(e.out).type>;
  static constexpr shape s = C::value.shape_of(e.out);
  static constexpr u32 loops = C::value.made[e.out];
  constexpr int axis = params_at<C, E>.dimension;
  constexpr place_index at = place_of_register(s, loops, U);
  auto& to = regs.template file<T>()[C::value.regs[e.out] + U];
  if constexpr (loops >> axis & 1) {
    constexpr int k = nest_axis(loops, axis);
    T const first = static_cast<T>(p.at[k]);
    if constexpr (W != 1 && k == Lane) to = iota<T, W>(first);
    else to = broadcast<T, W>(first);
  } else {
    to = broadcast<T, W>(static_cast<T>(at.at[axis]));
  }
}
template <class C, int W, u32 E, int Lane, class R, std::size_t... U>
CONSTAX_INLINE void source_elements(R& regs, position const& p, std::index_sequence<U...>) noexcept {
  (source_element<C, W, E, U, Lane>(regs, p), ...);
}

/// Where an array is not padding (plan/inside.hpp); whole registers of lanes are all inside.
template <class C, int W, bool Full, u32 E, int Lane, class R>
CONSTAX_INLINE void mark_inside(R& regs, position const& p, i64 const* symbols) noexcept {
  constexpr u32 out = C::value.eqns[E].out, loops = C::value.made[out];
  constexpr auto const& where = params_at<C, E>;
  static_assert(loops >> where.dimension & 1, "unrolled axes have no windows");
  constexpr int k = nest_axis(loops, where.dimension);
  lane<bool, W> const is_inside = [&] {
    i64 const first = where.start.number - p.at[k], end = bound_length<C, where.limit>(symbols) - p.at[k];
    if constexpr (k == Lane && Full) return broadcast<bool, W>(true);
    else if constexpr (k != Lane || W == 1) return broadcast<bool, W>(first <= 0 && end > 0);
    else return first_n<W>(end) & !first_n<W>(first);
  }();
  static_for<unrolled_count(C::value.shape_of(out), loops)>(
      [&](auto u) { regs.template file<bool>()[C::value.regs[out] + u] = is_inside; });
}

/// A gather's or scatter's slices in a kernel: what runs through a slice is unrolled, other loops are those of the indices, which are in
/// registers. The array is in memory.
template <class C, u32 E>
struct slices_at {
  static constexpr code_eqn e = C::value.eqns[E];
  static constexpr indexed_params params = params_at<C, E>;
  static constexpr u32 first_index = primitive_at<C, E>::first_index, n_indices = e.n_in - first_index;
  static constexpr bool scatters = first_index == 2;
  static constexpr u32 x = scatters ? e.out : C::value.atoms[e.in].var(), slices = scatters ? C::value.atoms[e.in + 1].var() : e.out;
  static constexpr u32 loops = scatters ? C::value.loops[slices] : C::value.made[slices];
  static constexpr shape of_x = C::value.shape_of(x), of_slices = C::value.shape_of(slices);
  static constexpr u32 count = unrolled_count(of_slices, loops);
  using T = element_of<C::value.type(x).type>;
  using L = layout<C, x>;

  /// The register of index Q that belongs to register u of the slices.
  template <u32 Q>
  static constexpr u32 register_of_index(u32 u) {
    constexpr atom a = C::value.atoms[e.in + first_index + Q];
    if constexpr (a.is_literal()) return 0;
    else {
      place_index const at = place_of_register(of_slices, loops, u);
      i64 of_index[max_rank] = {};
      for (int k = 0; k < params.at.size(); ++k) of_index[k] = at.at[params.at[k]];
      return unrolled_offset(C::value.shape_of(a), C::value.loops[a.var()], of_index);
    }
  }
  /// Do registers u and v belong to one slice?
  static constexpr bool of_one_slice(u32 u, u32 v) {
    place_index const a = place_of_register(of_slices, loops, u), b = place_of_register(of_slices, loops, v);
    for (i64 d : params.at)
      if (a.at[d] != b.at[d]) return false;
    return true;
  }
  /// Is register u the first one of its slice?
  static constexpr bool begins_slice(u32 u) {
    place_index const a = place_of_register(of_slices, loops, u);
    for (int d = 0; d < of_slices.rank; ++d)
      if (a.at[d] != 0 && !params.at.contains(d)) return false;
    return true;
  }
  /// From the first element of the array to that of register U at point p, but for what the indices say.
  template <u32 U>
  CONSTAX_INLINE static i64 offset(position const& p, i64 const* symbols) noexcept {
    constexpr place_index at = place_of_register(of_slices, loops, U);
    i64 sum = 0;
    static_for<of_x.rank>([&](auto a) CONSTAX_INLINED {
      if constexpr (constexpr int d = static_cast<int>(params.along[a]); d >= 0)
        sum += (loops >> d & 1 ? p.at[nest_axis(loops, d)] : at.at[d]) * L::template stride<a>(symbols);
    });
    return sum;
  }
  /// What index Q adds to that; `dropped` where no slice lies there.
  template <u32 Q, class I>
  CONSTAX_INLINE static i64 offset_of_index(I index, i64 const* symbols, bool& dropped) noexcept {
    constexpr int a = static_cast<int>(params.indexed[Q]);
    i64 const begin = slice_begin_at(index, bound_length<C, of_x.dims[a]>(symbols), bound_length<C, params.slice_sizes.dims[Q]>(symbols),
                                     params.mode, params.from_end);
    if constexpr (params.mode == index_mode::fill_or_drop) dropped = dropped || begin < 0;
    return begin * L::template stride<a>(symbols);
  }
};

template <class C, int W, bool Full, u32 E, u32 U, int Lane, class R, class Pre, std::size_t... Q>
CONSTAX_INLINE void gather_element(R& regs, Pre& pre, void* const* memory, position const& p, i64 const* symbols,
                                   std::index_sequence<Q...>) noexcept {
  using X = slices_at<C, E>;
  using T = typename X::T;
  T const* const from = static_cast<T const*>(memory[X::L::memory]) + X::L::start(symbols) + X::template offset<U>(p, symbols);
  [[maybe_unused]] i64 by_lane = 0; // elements from what one lane reads to the next, but for the indices
  static_for<X::of_x.rank>([&](auto a) CONSTAX_INLINED {
    if constexpr (constexpr int d = static_cast<int>(X::params.along[a]); d >= 0)
      if constexpr ((X::loops >> d & 1) && nest_axis(X::loops, d) == Lane) by_lane = X::L::template stride<a>(symbols);
  });
  regs.template file<T>()[C::value.regs[X::e.out] + U] = lanes_of<T, W>([&](int w) CONSTAX_INLINED -> T {
    if constexpr (!Full && W > 1)
      if (w >= p.count) return T{};
    bool dropped = false;
    i64 const offset = ((w * by_lane) + ... +
                        X::template offset_of_index<Q>(
                            extract(operand<C, W, X::e.in + 1 + Q, X::template register_of_index<Q>(U)>(regs, pre), w), symbols, dropped));
    return dropped ? T{} : from[offset];
  });
}
template <class C, int W, bool Full, u32 E, int Lane, class R, class Pre, std::size_t... U>
CONSTAX_INLINE void gather_elements(R& regs, Pre& pre, void* const* memory, position const& p, i64 const* symbols,
                                    std::index_sequence<U...>) noexcept {
  (gather_element<C, W, Full, E, U, Lane>(regs, pre, memory, p, symbols, std::make_index_sequence<slices_at<C, E>::n_indices>{}), ...);
}

/// A scatter of the slice that begins with register U.
template <class C, u32 E, u32 U, class R, class Pre, std::size_t... Q>
CONSTAX_INLINE void scatter_slice(R& regs, Pre& pre, void* const* memory, position const& p, i64 const* symbols,
                                  std::index_sequence<Q...>) noexcept {
  using X = slices_at<C, E>;
  using T = typename X::T;
  bool dropped = false;
  i64 const begin =
      (X::L::start(symbols) + ... +
       X::template offset_of_index<Q>(operand<C, 1, X::e.in + 2 + Q, X::template register_of_index<Q>(U)>(regs, pre), symbols, dropped));
  if (dropped) return;
  static_for<X::count>([&](auto v) CONSTAX_INLINED {
    if constexpr (X::of_one_slice(U, v)) {
      T& element = static_cast<T*>(memory[X::L::memory])[begin + X::template offset<v>(p, symbols)];
      element = static_cast<T>(primitive_at<C, E>::combine(element, operand<C, 1, X::e.in + 1, v>(regs, pre)));
    }
  });
}
/// The slices of one point, in the order of their places.
template <class C, u32 E, class R, class Pre>
CONSTAX_INLINE void scatter_slices(R& regs, Pre& pre, void* const* memory, position const& p, i64 const* symbols) noexcept {
  using X = slices_at<C, E>;
  static_for<X::count>([&](auto u) CONSTAX_INLINED {
    if constexpr (X::begins_slice(u)) scatter_slice<C, E, u>(regs, pre, memory, p, symbols, std::make_index_sequence<X::n_indices>{});
  });
}

/// One equation.
template <class C, int W, bool Full, u32 E, int Lane, class R, class Pre>
CONSTAX_INLINE void compute(R& regs, Pre& pre, [[maybe_unused]] void* const* memory, position const& p, i64 const* symbols) noexcept {
  constexpr code_eqn const& e = C::value.eqns[E];
  constexpr auto each = std::make_index_sequence<unrolled_count(C::value.shape_of(e.out), C::value.made[e.out])>{};
  if constexpr (e.kind == kind::elementwise) compute_elements<C, W, E>(regs, pre, each);
  else if constexpr (joined_axis(*C::primitives[e.prim], C::value.params(e), C::value.made[e.out]) >= 0)
    join_elements<C, W, Full, E, Lane>(regs, memory, p, symbols, each);
  else if constexpr (e.kind == kind::movement) move_elements<C, W, E>(regs, pre, each);
  else if constexpr (e.kind == kind::reduction) reduce_elements<C, W, E>(regs, pre, each);
  else if constexpr (e.kind == kind::contraction) contract_elements<C, W, E>(regs, pre, each);
  else if constexpr (e.kind == kind::cumulative) scan_lines<C, W, E>(regs, pre, std::make_index_sequence<scan_at<C, E>::lines>{});
  else if constexpr (e.kind == kind::indexed) gather_elements<C, W, Full, E, Lane>(regs, pre, memory, p, symbols, each);
  else if constexpr (e.kind == kind::source) source_elements<C, W, E, Lane>(regs, p, each);
  else if constexpr (e.kind == kind::size) {
    using T = element_of<C::value.type(e.out).type>;
    regs.template file<T>()[C::value.regs[e.out]] = broadcast<T, W>(static_cast<T>(bound_length<C, params_at<C, E>.extent>(symbols)));
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
