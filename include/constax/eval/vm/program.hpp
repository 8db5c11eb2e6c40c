// SPDX-License-Identifier: BSL-1.0
#pragma once
// program: a lowered jaxpr as loops over strips and whole operations, with a place for every value
//
//   loop of 1000      s0 = sin m1        a strip of 256 elements at a time; m: memory, s: strips that stay in the first cache
//                     m3 = mul s0 m2
//                     m4 = line of 1000: reduce_sum m3
//   scalars           r2 = mul r0 r1     numbers, in registers of their own
//   product           m5 = m3 m2         and copies, columns of sums, and whatever has no form of its own: the oracle's definition
//
// All lengths are numbers. Bits are those of the oracle.
#include <constax/eval/vm/direct.hpp>
#include <constax/eval/vm/fold.hpp>
#include <constax/eval/vm/move.hpp>
#include <constax/eval/vm/product.hpp>
#include <constax/eval/vm/pipeline.hpp>
#include <constax/eval/vm/scalar.hpp>
#include <constax/eval/vm/strip.hpp>

#include <memory>
#include <vector>

namespace constax::inline CONSTAX_TAG::vm {

/// Where an operand of an instruction lies: in memory, from the loop's place on, or in a strip.
struct operand {
  bool in_strip = false;
  u32 at = 0;     // number of the memory, or of the strip
  u32 bytes = 0;  // of an element
  i64 offset = 0; // in memory: of the loop's first element
};

struct instruction {
  enum class kind : u8 {
    compute, // to = f(x...)
    load,    // to = elements of memory x[0] by a map
    gather,  // to = elements of several memories, by boxes of them
    count,   // to = 0, 1, 2 ... along an axis
    fold     // line after line of x[0] is folded into memory `to`
  };
  kind does = kind::compute;
  u32 equation = 0, n = 0;
  operand x[3], to;
  strip_function compute = nullptr;
  strided_copy map = {};      // load
  u32 boxes = 0;              // gather: in the program's list
  i64 stride = 1, length = 1; // count: element i is i / stride % length; fold: terms of a line
  fold_functions const* fold = nullptr;
  i64 result_bytes = 0; // fold: of all lines
  i64 state = 0;        // fold: where its state lies behind the strips
};

/// Strips lie apart by more than a power of two: at the same place of two pages a load waits for a store that it does not meet.
inline constexpr i64 strip_bytes = strip_length * 8 + 192;

/// So many strips, of 2 kB, are in the first cache at once; where a loop has more, each is half as long.
inline constexpr u32 most_whole_strips = 20;

struct loop {
  i64 size = 0;
  i64 work = 0;        // operations, of which threads take shares (eval/omp.hpp)
  i64 line = 0;        // terms of a line of its folds; 0: it has none
  i64 strip = strip_length; // elements at a time: whole lines, where these are short
  i64 groups = 0;      // of a line (primitives/summation.hpp); 0: folds have several, or lines of several lengths
  u32 strips = 0;      // of its own
  i64 state_bytes = 0; // of all folds
  struct splat {
    u32 strip = 0;
    operand from; // a number in memory
  };
  std::vector<splat> splats; // strips that hold one number
  std::vector<instruction> body;
};
struct columns {
  u32 equation = 0, x = 0, y = 0;
  i64 outer = 1, terms = 0, inner = 1;
  fold_functions const* fold = nullptr;
};
struct product {
  u32 equation = 0, x = 0, z = 0, y = 0;
  product_size size;
  bool turned = false, columns = false;
  product_functions const* functions = nullptr;
};
/// An operand of a product whose elements do not lie as it reads them.
struct turned_copy {
  u32 x = 0, y = 0, bytes = 0;
  strided_copy copy;
};
/// Functions of the module, run as often as an equation of control flow says: control.hpp.
struct control {
  u32 equation = 0;
  std::vector<u32> xs, ys;
  std::vector<u32> carries; // two memories for each
};
/// By a function of its memories, or by the oracle's definition.
struct whole {
  u32 equation = 0;
  direct_function direct = nullptr;
  std::vector<u32> xs, ys;
};

struct node {
  enum class kind : u8 { loop, scalars, columns, product, copy, control, whole };
  kind does = kind::loop;
  u32 at = 0; // in the list of its kind
};

/// A value's memory.
struct memory {
  enum class kind : u8 { argument, literal, workspace, result };
  kind is = kind::workspace;
  u32 number = 0; // of the argument, the literal, the result
  aval type;
  i64 bytes = 0, offset = 0; // workspace
  i64 window = 0;            // workspace: elements of which a pipeline keeps so many at a time; 0: it is whole
  i64 whole_offset = 0;      // where it lies if no pipeline runs
  u64 word = 0;              // literal: the element, in the first bytes
  i32 first = -1, last = -1; // workspace: the first and the last node that touch it
};

struct program {
  jaxpr source; // lowered
  std::vector<memory> memories;
  std::vector<node> nodes;
  std::vector<loop> loops;
  std::vector<scalar_code> scalars;
  std::vector<vm::columns> columns;
  std::vector<vm::product> products;
  std::vector<turned_copy> copies;
  std::vector<moved_boxes> boxes; // of loops
  std::vector<pipeline> pipelines;      // in their order
  std::vector<vm::control> controls;
  std::vector<vm::whole> wholes;
  std::vector<std::shared_ptr<program const>> functions; // of the module
  struct result {
    u32 memory = 0;
    aval type;
  };
  std::vector<result> results;
  u32 strips = 0;    // of the loop that has most
  i64 states = 0;    // bytes of the states of folds, in any loop or pipeline
  i64 workspace = 0, whole_workspace = 0; // bytes, with windows and without

  i64 strips_bytes() const { return strips * strip_bytes; }
  /// Bytes of a thread, in any loop or pipeline: strips, and behind them the states of folds.
  i64 place() const { return strips_bytes() + states; }

  explicit program(jaxpr lowered) : source(static_cast<jaxpr&&>(lowered)) {}
};

} // namespace constax::inline CONSTAX_TAG::vm
