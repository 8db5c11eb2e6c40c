// SPDX-License-Identifier: BSL-1.0
#pragma once
// instructions: straight-line code as few functions. Steps that differ in places only share one instruction, and so one function:
// instruction_at says what a step does, places_at where, move_number and compute_instruction do it.
#include <constax/eval/access.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// What a step does, without where: loads and stores of numbers, and elementwise equations, that differ in places only share one
/// instruction, and so one function (a function for each equation, and each of its operands, was most of a large program's compile time).
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
/// Is this a step of straight-line code that loads or stores a number, which lies in its memory as it is? (`view < 0` would begin template
/// arguments for g++ in programs that include the views first.)
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
  i.shared = true, i.prim = C::primitives[e.prim], i.n_in = e.n_in, i.out = c.type(e.out).type,
  i.count = unrolled_count(c.shape_of(e.out), c.made[e.out]);
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
    p.to = c.steps[s].kind == step_kind::load ? c.steps[s].reg : c.regs[c.steps[s].at], p.from[0] = static_cast<u64>(at.memory),
    p.from[1] = at.first;
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
/// P of these operands. Transcendental functions and hashes of one value are called, as libm's would be: inlined they are fifty
/// instructions each, and a kernel without loops may hold hundreds. Of W values they are inlined, unless there are that many
/// (kernel::calls).
template <class P, class T, int W, class... X>
[[gnu::noinline]] lane<T, W> called(X... x) noexcept {
  return static_cast<lane<T, W>>(eval_elementwise<P, T>({}, x...));
}
template <class P, class T, int W, bool Called, class... X>
CONSTAX_INLINE lane<T, W> applied(X const&... x) noexcept {
  if constexpr (Called || (W == 1 && descriptor<P>.weight() >= elementary_flops)) return called<P, T, W>(x...);
  else return static_cast<lane<T, W>>(eval_elementwise<P, T>({}, x...));
}
/// Straight-line code meets arrays element by element; their transcendental functions go through whole registers all the same, where these
/// are more than half full (16 or 64 logistic functions: in a fifth of the time). Every width gives the same bits.
template <instruction I, int W>
constexpr bool in_whole_registers() {
  using source = instruction::source;
  if constexpr (I.n_in != 1 || W != 1) return false;
  else
    return descriptor<primitive_of<I.prim>>.transcendental && info(I.out).floating && I.in[0] == I.out &&
           2 * I.count * info(I.out).bytes > CONSTAX_VECTOR_BYTES && (I.from[0] == source::each || I.from[0] == source::preloaded_each);
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
CONSTAX_INLINE void compute_instruction(R& regs, Pre& pre, u64 to, u64 a, [[maybe_unused]] u64 b, [[maybe_unused]] u64 c,
                                        std::index_sequence<U...>) noexcept {
  using P = primitive_of<I.prim>;
  using T = element_of<I.out>;
  auto& r = results<I.rows, T>(regs, pre);
  if constexpr (in_whole_registers<I, W>()) compute_in_registers<I, W>(regs, pre, to, a, std::index_sequence<U...>{});
  else if constexpr (I.n_in == 1) ((r[to + U] = applied<P, T, W, I.called>(read<I, 0, W>(regs, pre, a, U))), ...);
  else if constexpr (I.n_in == 2)
    ((r[to + U] = applied<P, T, W, I.called>(read<I, 0, W>(regs, pre, a, U), read<I, 1, W>(regs, pre, b, U))), ...);
  else
    ((r[to + U] =
          applied<P, T, W, I.called>(read<I, 0, W>(regs, pre, a, U), read<I, 1, W>(regs, pre, b, U), read<I, 2, W>(regs, pre, c, U))),
     ...);
}

} // namespace constax::inline CONSTAX_TAG::detail
