// SPDX-License-Identifier: BSL-1.0
#pragma once
// scalar: code for numbers. A register is a word of 64 bits, as the oracle's elements are; an instruction reads up to three, and writes
// one.
//
//   r2 = mul r0 r1       what is often met in doubles is a case of one `switch`; all else is a call of a function made of P::eval
//   jump unless r2       loops and branches of the module's functions stand in the code where they run
#include <constax/eval/vm/strip.hpp>
#include <constax/primitives/primitives.hpp>
#include <constax/transform/control/cond.hpp>

#include <vector>

namespace constax::inline CONSTAX_TAG::vm {

enum class scalar_op : u32;
struct scalar_instruction {
  scalar_op does = {};
  u32 to = 0, x[3] = {};
  u32 more = 0; // call: its number in the list; jumps: the instruction to go on with
};
using scalar_function = void (*)(u64* r, scalar_instruction const& i, range<i64> params);

template <class P, class R, class... X> CONSTAX_INLINE void on_words(u64* r, scalar_instruction const& i, range<i64> params) {
  [&]<std::size_t... K>(std::index_sequence<K...>) CONSTAX_INLINED {
    r[i.to] = word_of<R>(static_cast<R>(detail::eval_elementwise<P, R>(decode<params_of<P>>(params), element_in<X>(r[i.x[K]])...)));
  }
  (std::index_sequence_for<X...>{});
}
template <class P, class R, class... X> void scalar_of(u64* r, scalar_instruction const& i, range<i64> params) {
  on_words<P, R, X...>(r, i, params);
}
struct scalar_functions {
  using function = scalar_function;
  template <class P, class R, class... X> static constexpr function of = scalar_of<P, R, X...>;
};

// Primitives that have a case of their own: its name, the primitive, the types of its result and operands.
#define CONSTAX_EACH_QUICK(F)                             \
  F(add_f64, add_t, double, double, double)               \
  F(sub_f64, sub_t, double, double, double)               \
  F(mul_f64, mul_t, double, double, double)               \
  F(div_f64, div_t, double, double, double)               \
  F(neg_f64, neg_t, double, double)                       \
  F(fma_f64, fma_t, double, double, double, double)       \
  F(sqrt_f64, sqrt_t, double, double)                     \
  F(square_f64, square_t, double, double)                 \
  F(max_f64, max_t, double, double, double)               \
  F(min_f64, min_t, double, double, double)               \
  F(abs_f64, abs_t, double, double)                       \
  F(lt_f64, lt_t, bool, double, double)                   \
  F(le_f64, le_t, bool, double, double)                   \
  F(gt_f64, gt_t, bool, double, double)                   \
  F(ge_f64, ge_t, bool, double, double)                   \
  F(select_f64, select_n_t, double, bool, double, double) \
  F(and_bool, and_t, bool, bool, bool)                    \
  F(or_bool, or_t, bool, bool, bool)                      \
  F(not_bool, not_t, bool, bool)                          \
  F(add_i32, add_t, i32, i32, i32)                        \
  F(lt_i32, lt_t, bool, i32, i32)
enum class scalar_op : u32 {
  stop,
  call,
  move,
  jump,
  jump_unless,  // x[0] is true
  jump_if_more, // x[0], an i32, is more than x[1]
  repeat,       // counts `to` down, as long as there is something left
#define CONSTAX_CASE(name, ...) name,
  CONSTAX_EACH_QUICK(CONSTAX_CASE)
#undef CONSTAX_CASE
};
/// The instruction that does what f does.
inline scalar_op op_of(scalar_function f) {
#define CONSTAX_CASE(name, ...) \
  if (f == scalar_of<__VA_ARGS__>) return scalar_op::name;
  CONSTAX_EACH_QUICK(CONSTAX_CASE)
#undef CONSTAX_CASE
  return scalar_op::call;
}

struct scalar_code {
  /// An element in memory that a register holds before the code runs, or is put to behind it.
  struct transfer {
    u32 memory = 0, reg = 0, bytes = 0;
    i64 at = 0; // byte of the memory
  };
  struct called {
    scalar_function function;
    range<i64> params;
  };
  std::vector<u32> equations; // what they compute, to be read
  std::vector<u64> constants; // of the first registers
  std::vector<transfer> loads, stores;
  std::vector<scalar_instruction> body;
  std::vector<called> calls;
  u32 registers = 0, memory = 0;
};

inline void run_code(scalar_code const& c, u64* const r) {
  scalar_instruction const* const code = c.body.data();
  scalar_instruction const* i = code;
  for (;;) {
    switch (i->does) {
      case scalar_op::stop: return;
      case scalar_op::call: {
        scalar_code::called const& f = c.calls[i->more];
        f.function(r, *i++, f.params);
        break;
      }
      case scalar_op::move: r[i->to] = r[i->x[0]], ++i; break;
      case scalar_op::jump: i = code + i->more; break;
      case scalar_op::jump_unless: i = r[i->x[0]] ? i + 1 : code + i->more; break;
      case scalar_op::jump_if_more: i = element_in<i32>(r[i->x[0]]) > element_in<i32>(r[i->x[1]]) ? code + i->more : i + 1; break;
      case scalar_op::repeat: i = --r[i->to] ? code + i->more : i + 1; break;
#define CONSTAX_CASE(name, P, R, ...) \
  case scalar_op::name: on_words<P, R, __VA_ARGS__>(r, *i++, {}); break;
        CONSTAX_EACH_QUICK(CONSTAX_CASE)
#undef CONSTAX_CASE
      default: __builtin_unreachable();
    }
  }
}

} // namespace constax::inline CONSTAX_TAG::vm
