// SPDX-License-Identifier: BSL-1.0
#pragma once
// steps: what a kernel does at one point of its nest: load, compute, store. One function template per step, the registers passed by
// reference (through lambdas that capture them the optimiser's alias walk is quadratic: 9 s and 80 s where 5 s and 17 s do).
#include <constax/eval/registers.hpp>
#include <constax/lane/stream.hpp>
#include <constax/plan/inside.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Where a kernel stands: the index along each axis of the nest (of the lanes' first element along the lane axis).
struct position {
  i64 at[max_rank] = {};
  i64 count = 0; // lanes in use
};

/// The number of the nest's axis that axis d of a value is; loops: its loop axes.
constexpr int nest_axis(u32 loops, int d, int exit_axis = -1) {
  int k = 0;
  for (int i = 0; i < d; ++i) k += loops >> i & 1;
  return exit_axis >= 0 && k >= exit_axis ? k + 1 : k;
}

/// The address of register U of variable V at a position.
template <class C, u32 V, u32 Loops, u32 U, int ExitAxis>
CONSTAX_INLINE i64 offset_of(position const& p, i64 const* symbols) noexcept {
  using L = layout<C, V>;
  constexpr shape const& s = C::value.shape_of(V);
  constexpr place_index at = [] {
    place_index i;
    unrolled_index(s, Loops, U, i.at);
    return i;
  }();
  i64 offset = L::start(symbols);
  static_for<s.rank>([&](auto d) {
    if constexpr (Loops >> d & 1) offset += p.at[nest_axis(Loops, d, ExitAxis)] * L::template stride<d>(symbols);
    else if constexpr (at.at[d] != 0) offset += at.at[d] * L::template stride<d>(symbols);
  });
  return offset;
}

/// The axis of a value that runs along the lanes, or -1.
constexpr int axis_along(u32 loops, int rank, int lane_axis, int exit_axis = -1) {
  for (int d = 0; d < rank; ++d)
    if ((loops >> d & 1) && nest_axis(loops, d, exit_axis) == lane_axis) return d;
  return -1;
}

/// Windows (plan/windows.hpp) look beyond the ends of what they look at. Is the position outside along an axis that has no lanes?
template <class C, u32 V, u32 Loops, int Lane>
CONSTAX_INLINE bool looks_beyond(position const& p, i64 const* symbols) noexcept {
  using L = layout<C, V>;
  bool beyond = false;
  static_for<C::value.shape_of(V).rank>([&](auto d) {
    constexpr int k = nest_axis(Loops, d);
    if constexpr ((Loops >> d & 1) && k != Lane) {
      constexpr i64 before = L::before(d), behind = L::behind(d); // constants: else they are computed where the loop runs
      if constexpr (before > 0) beyond = beyond || p.at[k] < before;
      if constexpr (behind > 0) beyond = beyond || p.at[k] >= bound_length<C, C::value.shape_of(V).dims[d]>(symbols) - behind;
    }
  });
  return beyond;
}

template <class C, int W, bool Full, u32 V, u32 Loops, u32 U, int Lane>
CONSTAX_INLINE lane<element_of<C::value.type(V).type>, W> load_register(void* const* memory, position const& p, i64 const* symbols) noexcept {
  using T = element_of<C::value.type(V).type>;
  using L = layout<C, V>;
  T const* const from = static_cast<T const*>(memory[L::memory]) + offset_of<C, V, Loops, U, -1>(p, symbols);
  constexpr int d = axis_along(Loops, C::value.shape_of(V).rank, Lane);
  if constexpr (L::is_window)
    if (looks_beyond<C, V, Loops, Lane>(p, symbols)) return broadcast<T, W>(T(1));
  if constexpr (d >= 0 && !Full && (L::before(d) > 0 || L::behind(d) > 0)) {
    constexpr i64 before = L::before(d), behind = L::behind(d);
    i64 const first = before - p.at[Lane], inside = bound_length<C, C::value.shape_of(V).dims[d]>(symbols) - behind - p.at[Lane];
    return load_between<T, W>(from, L::template stride<d>(symbols), first, inside < p.count ? inside : p.count, T(1));
  } else if constexpr (W == 1) return *from;
  else if constexpr (d < 0) return broadcast<T, W>(*from);
  else if constexpr (L::direction(d) == L::along::repeat) return broadcast<T, W>(*from);
  else if constexpr (L::direction(d) == L::along::unit) {
    if constexpr (Full) return load<T, W>(from);
    else return load_n<T, W>(from, p.count, T(1)); // 1: no function divides by it or overflows
  } else {
    if constexpr (L::direction(d) == L::along::open)
      if (L::template stride<d>(symbols) == 1) {
        if constexpr (Full) return load<T, W>(from);
        else return load_n<T, W>(from, p.count, T(1));
      }
    return load_strided<T, W>(from, L::template stride<d>(symbols), Full ? W : p.count, T(1));
  }
}

/// Kernels without loops of more steps are functions of their own (kernel::run_long).
inline constexpr u32 long_kernel = 200;
/// Does kernel K keep a copy of where memories lie? It then stores a number through an address that comes from the store before, so that it takes no
/// instruction to keep them apart (guard.hpp): 68 instructions for Speelpenning's gradient in 10 dimensions instead of 85. (Long kernels would take a
/// tenth longer to compile.)
template <class C, u32 K>
inline constexpr bool keeps_addresses = C::value.nodes[K].nest.rank == 0 && C::value.nodes[K].n_steps <= long_kernel && C::value.n_memories <= 16;
template <bool Keeps, class T>
CONSTAX_INLINE void store_apart(void* const* memory, u64 m, i64 element, T x) noexcept {
  if constexpr (Keeps) {
    void*& base = const_cast<void*&>(memory[m]); // the kernel's own copy
    base = apart(base);
    static_cast<T*>(base)[element] = x;
  } else *apart(static_cast<T*>(memory[m]) + element) = x;
}

/// How a kernel stores: by addresses that it keeps (store_apart), or past the caches.
enum class storing { plainly, by_kept_address, past_cache };
template <class C, int W, bool Full, storing How, u32 V, u32 Loops, u32 U, int Lane, class X>
CONSTAX_INLINE void store_register(void* const* memory, position const& p, i64 const* symbols, X const& x) noexcept {
  using T = element_of<C::value.type(V).type>;
  using L = layout<C, V>;
  i64 const offset = offset_of<C, V, Loops, U, -1>(p, symbols);
  [[maybe_unused]] T* const to = static_cast<T*>(memory[L::memory]) + offset;
  constexpr int d = axis_along(Loops, C::value.shape_of(V).rank, Lane);
  if constexpr (W == 1) store_apart<How == storing::by_kept_address, T>(memory, L::memory, offset, x);
  else if constexpr (L::direction(d) == L::along::unit) {
    if constexpr (Full && How == storing::past_cache) stream(to, x);
    else if constexpr (Full) store(to, x);
    else store_n(to, x, p.count);
  } else {
    if constexpr (L::direction(d) == L::along::open)
      if (L::template stride<d>(symbols) == 1) {
        if constexpr (Full) store(to, x);
        else store_n(to, x, p.count);
        return;
      }
    store_strided(to, L::template stride<d>(symbols), x, Full ? W : p.count);
  }
}

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

template <class C, u32 E>
inline constexpr auto params_at = decode<params_of<primitive_at<C, E>>>(C::value.params(C::value.eqns[E]));

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

/// What a step does, without where: loads and stores of numbers, and elementwise equations, that differ in places only share one instruction, and so
/// one function (a function for each equation, and each of its operands, was most of a large program's compile time).
struct instruction {
  enum class source : u8 { none, one, each, preloaded_one, preloaded_each, literal, number }; // number: one for all lanes of a row
  bool shared = false; // else: as only this step does it
  step_kind does = step_kind::compute;
  primitive const* prim = nullptr;
  u32 count = 1, n_in = 0;
  bool rows = false;    // the result lies in rows
  bool called = false;  // a function of its own
  dtype out{}, in[3] = {dtype{}, dtype{}, dtype{}}; // every member is written, as in register_counts
  source from[3] = {source::none, source::none, source::none};
  friend constexpr bool operator==(instruction const&, instruction const&) = default;
};
/// Where: registers, or the bits of a literal. A number in memory: the register, the memory and the element.
struct places {
  u64 to = 0;
  u64 from[3] = {};
};
/// Is this a step of straight-line code that loads or stores a number, which lies in its memory as it is? (`view < 0` would begin template arguments for
/// g++ in programs that include the views first.)
template <class C>
constexpr bool moves_number(step const& s) {
  auto const& c = C::value;
  return (s.kind == step_kind::load || s.kind == step_kind::store) && c.shape_of(s.at).rank == 0 && c.places[s.at].view == -1;
}
/// RowLanes: of straight-line code, lanes that go along rows; 0: a step of a kernel with loops. Calls: are transcendental functions called?
template <class C, bool Loops, int RowLanes, bool Calls>
constexpr instruction instruction_at(u32 s) {
  auto const& c = C::value;
  instruction i;
  if (!Loops && moves_number<C>(c.steps[s])) {
    i.shared = true, i.does = c.steps[s].kind, i.out = c.type(c.steps[s].at).type;
    return i;
  }
  if (c.steps[s].kind != step_kind::compute) return i;
  code_eqn const& e = c.eqns[c.steps[s].at];
  if (e.kind != kind::elementwise || e.n_param != 0 || e.n_in > 3) return i;
  i.shared = true, i.prim = C::primitives[e.prim], i.n_in = e.n_in, i.out = c.type(e.out).type, i.count = unrolled_count(c.shape_of(e.out), c.made[e.out]);
  i.called = Calls && i.prim->transcendental;
  if (RowLanes && c.made[e.out]) i.rows = true, i.count = registers_of_rows(c.shape_of(e.out), c.made[e.out], static_cast<u32>(RowLanes));
  using from = instruction::source;
  for (u32 k = 0; k < e.n_in; ++k) {
    atom const a = c.atoms[e.in + k];
    i.in[k] = c.dtype_of(a);
    if (a.is_literal()) {
      i.from[k] = from::literal;
      continue;
    }
    if (i.rows) {
      i.from[k] = c.loops[a.var()] ? from::preloaded_each : from::number;
      continue;
    }
    bool const each = unrolled_count(c.shape_of(a), c.loops[a.var()]) != 1;
    if (c.operand_reg[e.in + k] & loop_plan::pre_bit) i.from[k] = each ? from::preloaded_each : from::preloaded_one;
    else i.from[k] = each ? from::each : from::one;
  }
  return i;
}
template <class C>
constexpr places places_at(u32 s) {
  auto const& c = C::value;
  places p;
  if (moves_number<C>(c.steps[s])) {
    constax::place const& at = c.places[c.steps[s].at];
    p.to = c.steps[s].kind == step_kind::load ? c.steps[s].reg : c.regs[c.steps[s].at], p.from[0] = static_cast<u64>(at.memory), p.from[1] = at.first;
    return p;
  }
  if (c.steps[s].kind != step_kind::compute) return p;
  code_eqn const& e = c.eqns[c.steps[s].at];
  p.to = c.regs[e.out] & ~loop_plan::pre_bit;
  for (u32 k = 0; k < e.n_in && k < 3; ++k) {
    atom const a = c.atoms[e.in + k];
    p.from[k] = a.is_literal() ? c.lits[a.lit()].bits : c.operand_reg[e.in + k] & ~loop_plan::pre_bit;
  }
  return p;
}
/// A number comes from its memory, or goes there.
template <bool Keeps, step_kind Does, class T, class R>
CONSTAX_INLINE void move_number(void* const* memory, R& regs, places const& at) noexcept {
  T& reg = regs.template file<T>()[at.to];
  if constexpr (Does == step_kind::load) reg = static_cast<T*>(memory[at.from[0]])[at.from[1]];
  else store_apart<Keeps, T>(memory, at.from[0], static_cast<i64>(at.from[1]), reg);
}
/// Operand K of an instruction, for register u of the result.
template <instruction I, int K, int W, class R, class Pre>
CONSTAX_INLINE decltype(auto) read([[maybe_unused]] R& regs, [[maybe_unused]] Pre& pre, u64 from, [[maybe_unused]] u32 u) noexcept {
  using T = element_of<I.in[K]>;
  using source = instruction::source;
  // (Not I.in[K]: clang 19 reads this member of a template argument wrongly where it is read at run time.)
  if constexpr (I.from[K] == source::literal) return broadcast<T, W>(number_of_bits<T>(from));
  else if constexpr (I.from[K] == source::number) return broadcast<T, W>(regs.template file<T>()[from]);
  else if constexpr (I.from[K] == source::one) return (regs.template file<T>()[from]);
  else if constexpr (I.from[K] == source::each) return (regs.template file<T>()[from + u]);
  else if constexpr (I.from[K] == source::preloaded_one) return (pre.template file<T>()[from]);
  else return (pre.template file<T>()[from + u]);
}
/// P of these operands. Transcendental functions of one value are called, as libm's would be: inlined they are fifty instructions each, and a
/// kernel without loops may hold hundreds. Of W values they are inlined, unless there are that many (kernel::calls).
template <class P, class T, int W, class... X>
[[gnu::noinline]] lane<T, W> called(X... x) noexcept {
  return static_cast<lane<T, W>>(eval_elementwise<P, T>({}, x...));
}
template <class P, class T, int W, bool Called, class... X>
CONSTAX_INLINE lane<T, W> applied(X const&... x) noexcept {
  if constexpr (Called || (W == 1 && descriptor<P>.transcendental)) return called<P, T, W>(x...);
  else return static_cast<lane<T, W>>(eval_elementwise<P, T>({}, x...));
}
/// Straight-line code meets arrays element by element; their transcendental functions go through whole registers all the same, where these are more
/// than half full (16 or 64 logistic functions: in a fifth of the time). Every width gives the same bits.
template <instruction I, int W>
constexpr bool in_whole_registers() {
  using source = instruction::source;
  if constexpr (I.n_in != 1 || W != 1) return false;
  else return descriptor<primitive_of<I.prim>>.transcendental && info(I.out).floating && I.in[0] == I.out && 2 * I.count * info(I.out).bytes > CONSTAX_VECTOR_BYTES &&
         (I.from[0] == source::each || I.from[0] == source::preloaded_each);
}
template <class P, class T, int W>
[[gnu::noinline]] void called_on_registers(T const* x, T* y, int n) noexcept {
  for (int k = 0; k < n; ++k) store(y + k * W, static_cast<lane<T, W>>(eval_elementwise<P, T>({}, load<T, W>(x + k * W))));
}
template <instruction I, int W, class R, class Pre, std::size_t... U>
CONSTAX_INLINE void compute_in_registers(R& regs, Pre& pre, u64 to, u64 a, std::index_sequence<U...>) noexcept {
  using T = element_of<I.out>;
  constexpr int width = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T)), n = (static_cast<int>(sizeof...(U)) + width - 1) / width;
  alignas(CONSTAX_VECTOR_BYTES) T x[n * width], y[n * width];
  ((x[U] = read<I, 0, W>(regs, pre, a, U)), ...);
  for (int k = static_cast<int>(sizeof...(U)); k < n * width; ++k) x[k] = T(1); // no function overflows there
  called_on_registers<primitive_of<I.prim>, T, width>(x, y, n);
  ((regs.template file<T>()[to + U] = y[U]), ...);
}
/// Where results go.
template <bool Rows, class T, class R, class Pre>
CONSTAX_INLINE auto& results([[maybe_unused]] R& regs, [[maybe_unused]] Pre& pre) noexcept {
  if constexpr (Rows) return pre.template file<T>();
  else return regs.template file<T>();
}
template <instruction I, int W, class R, class Pre, std::size_t... U>
CONSTAX_INLINE void compute_instruction(R& regs, Pre& pre, u64 to, u64 a, [[maybe_unused]] u64 b, [[maybe_unused]] u64 c, std::index_sequence<U...>) noexcept {
  using P = primitive_of<I.prim>;
  using T = element_of<I.out>;
  auto& r = results<I.rows, T>(regs, pre);
  if constexpr (in_whole_registers<I, W>()) compute_in_registers<I, W>(regs, pre, to, a, std::index_sequence<U...>{});
  else if constexpr (I.n_in == 1) ((r[to + U] = applied<P, T, W, I.called>(read<I, 0, W>(regs, pre, a, U))), ...);
  else if constexpr (I.n_in == 2) ((r[to + U] = applied<P, T, W, I.called>(read<I, 0, W>(regs, pre, a, U), read<I, 1, W>(regs, pre, b, U))), ...);
  else ((r[to + U] = applied<P, T, W, I.called>(read<I, 0, W>(regs, pre, a, U), read<I, 1, W>(regs, pre, b, U), read<I, 2, W>(regs, pre, c, U))), ...);
}

/// acc + x * y on lanes: the one definition of a term.
template <class T, class L>
CONSTAX_INLINE L dot_term(L const& x, L const& y, L const& acc) noexcept {
  if constexpr (std::is_floating_point_v<T>) return constax::fma(x, y, acc);
  else return static_cast<L>(acc + x * y);
}
template <class T>
inline constexpr T dot_identity = std::is_floating_point_v<T> ? static_cast<T>(-0.0) : T(0);

/// What an exit does with its terms: take(acc, x...) one, combine two partial totals.
template <class C, u32 E>
struct exit_rule {
  using P = primitive_at<C, E>;
  static constexpr int axis = static_cast<int>(params_at<C, E>.axes[0]);
  static constexpr bool any_order = requires { requires P::any_order; };
  template <class T>
  static constexpr T identity = P::template identity<T>;
  CONSTAX_INLINE static auto combine(auto const& x, auto const& y) noexcept { return P::combine(x, y); }
  CONSTAX_INLINE static auto take(auto const& acc, auto const& x) noexcept { return P::combine(acc, x); }
};
template <class C, u32 E>
  requires(C::value.eqns[E].kind == kind::contraction)
struct exit_rule<C, E> {
  static constexpr int axis = static_cast<int>(params_at<C, E>.lhs_contracting[0]);
  static constexpr bool any_order = false;
  template <class T>
  static constexpr T identity = dot_identity<T>;
  CONSTAX_INLINE static auto combine(auto const& x, auto const& y) noexcept { return x + y; }
  template <class L>
  CONSTAX_INLINE static L take(L const& acc, L const& x, L const& y) noexcept {
    return dot_term<element_of<C::value.type(C::value.eqns[E].out).type>, L>(x, y, acc);
  }
};
/// The number of exit E among those that leave regions.
template <class C>
constexpr u32 exit_number(u32 e) {
  u32 k = 0;
  while (C::value.exits[k].eqn != e) ++k;
  return k;
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
/// Movement inside registers: where each register of the result comes from. Loop axes are untouched, so any index along them will do.
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
  regs.template file<T>()[C::value.regs[e.out] + U] = operand<C, W, e.in + static_cast<u32>(from.operand < 0 ? 1 : from.operand), from.u>(regs, pre);
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
  static constexpr u32 count = unrolled_count(s, C::value.made[e.out]), length = static_cast<u32>(s[params.axis].number), lines = length ? count / length : 0;
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
    others_unrolled<X::length, chains_of_others(X::length, dtype_of<T>)>(
        identity, [&](auto i) { return term(std::integral_constant<u32, 0>{}, i); }, result, [](L const& x, L const& y) { return static_cast<L>(P::combine(x, y)); });
  else {
    constexpr auto operands = std::make_index_sequence<X::e.n_in>{};
    scan_unrolled<X::length, X::params.reverse, X::params.exclusive>(
        identity, [&](auto i) { return static_cast<L>(scan_first<P>([&](auto k) { return term(k, i); }, operands)); },
        [&](L const& acc, auto i, auto before) {
          return static_cast<L>(
              scan_step<P>(acc, [&](auto k) { return term(k, std::integral_constant<i64, scan_source<P>(X::params, k, i, before)>{}); }, operands));
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
  /// Registers of the two factors of term k of result register u.
  static constexpr u32 source(int side, u32 u, u32 k) {
    shape const& s = side ? rhs : lhs;
    constax::axes const& summed = side ? axes.rhs_contracting : axes.lhs_contracting;
    i64 at_out[max_rank] = {}, at[max_rank] = {};
    unrolled_index(out, C::value.made[e.out], u, at_out);
    for (int d = 0; d < s.rank; ++d)
      if (to.of[side][d] >= 0) at[d] = at_out[to.of[side][d]];
    for (int i = summed.size(); i-- > 0;) {
      u32 const n = static_cast<u32>(s[static_cast<int>(summed[i])].number);
      at[summed[i]] = k % n, k /= n;
    }
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
            return dot_term<T, lane<T, W>>(operand<C, W, X::e.in, X::source(0, U, k)>(regs, pre), operand<C, W, X::e.in + 1, X::source(1, U, k)>(regs, pre), acc);
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
  constexpr place_index at = [] {
    place_index i;
    unrolled_index(s, loops, U, i.at);
    return i;
  }();
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
  static_for<unrolled_count(C::value.shape_of(out), loops)>([&](auto u) { regs.template file<bool>()[C::value.regs[out] + u] = is_inside; });
}

/// One equation.
template <class C, int W, u32 E, int Lane, class R, class Pre>
CONSTAX_INLINE void compute(R& regs, Pre& pre, position const& p, i64 const* symbols) noexcept {
  constexpr code_eqn const& e = C::value.eqns[E];
  constexpr auto each = std::make_index_sequence<unrolled_count(C::value.shape_of(e.out), C::value.made[e.out])>{};
  if constexpr (e.kind == kind::elementwise) compute_elements<C, W, E>(regs, pre, each);
  else if constexpr (e.kind == kind::movement) move_elements<C, W, E>(regs, pre, each);
  else if constexpr (e.kind == kind::reduction) reduce_elements<C, W, E>(regs, pre, each);
  else if constexpr (e.kind == kind::contraction) contract_elements<C, W, E>(regs, pre, each);
  else if constexpr (e.kind == kind::cumulative) scan_lines<C, W, E>(regs, pre, std::make_index_sequence<scan_at<C, E>::lines>{});
  else if constexpr (e.kind == kind::source) source_elements<C, W, E, Lane>(regs, p, each);
  else if constexpr (e.kind == kind::size) {
    using T = element_of<C::value.type(e.out).type>;
    regs.template file<T>()[C::value.regs[e.out]] = broadcast<T, W>(static_cast<T>(bound_length<C, params_at<C, E>.extent>(symbols)));
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
