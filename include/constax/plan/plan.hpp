// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan: the vocabulary. A plan is a tree of nodes; a kernel is a loop nest whose equations run in registers.
//
//   node   ::= region(axis, strip, node*) | kernel(nest, lane axis, exit axis, steps)
//            | copy(eqn) | dot(eqn) | locate(eqn) | scanned(eqn) | pack(eqn) | indexed(eqn) | sorted(eqn) | routine(eqn)
//   step   ::= load var | compute eqn | store var | exit eqn | scatter eqn
//   place  ::= register, or memory (an input, an output, a slot of the workspace, a strip buffer) seen through an affine view
//
// A region takes strips of its axis, one after another, through all its nodes: what lives inside it never leaves the cache.
//
// An axis of a value is either a LOOP axis of its kernel's nest or UNROLLED into registers: which, is a function of its shape alone. Where
// all is unrolled, small arrays lie in ROWS if they can (rows.hpp): lanes run along the last axis.
#include <constax/plan/lane_choice.hpp>
#include <constax/primitives/primitives.hpp>

namespace constax::inline CONSTAX_TAG {

enum class memory_kind : u8 { input, output, workspace, strip };

struct memory { // no initialisers here and in step: code has many that are not used, and evaluators call a constructor for each
  memory_kind kind;
  u32 index; // input or output number; slot of the workspace; strip buffer
  u32 type;  // its aval
};
/// A buffer that holds the elements of one strip: `type` has the strip's length along `axis`. Each thread has its own.
struct strip_buffer {
  u32 type = 0, region = 0;
  i8 axis = 0;
};
/// A total that leaves a region: chains of partial sums for each thread, one total for each group.
struct region_exit {
  u32 eqn = 0, region = 0;
};

struct place {
  i32 memory = -1;
  i32 view = -1; // an affine_map from the value's index to its memory's; -1: as it lies
  u32 first = 0; // elements before it: numbers of one type share a slot of the workspace
};

enum class step_kind : u8 { load, compute, store, exit, scatter };
struct step {
  step_kind kind;
  u32 at;  // load, store: variable; compute, exit, scatter: equation
  u32 reg; // load: first register
};

/// A step of whole registers of lanes that run one behind the other (carry.hpp). Not computed, if it takes what step `from` gives `by`
/// elements before.
struct carried_step {
  static constexpr u32 none = ~0u;
  u32 step, from;
  i32 by;
};

enum class node_kind : u8 { kernel, copy, dot, locate, scanned, region, pack, control, indexed, sorted, routine };
constexpr std::string_view name_of(node_kind k) {
  constexpr std::string_view names[] = {"kernel", "copy",    "dot",     "locate", "scanned", "region",
                                        "pack",   "control", "indexed", "sorted", "routine"};
  return names[static_cast<u8>(k)];
}
struct node {
  static constexpr u32 none = ~0u;
  node_kind kind = node_kind::kernel;
  u32 eqn = 0;   // all but kernel and region
  u32 total = none; // scanned: a reduction whose result comes with that of eqn
  u32 stage = 0; // nodes of one stage do not depend on each other
  u32 segment = 0;      // 2p: before the p-th region; 2p + 1: inside it
  shape nest;           // region: its one axis
  i8 exit_axis = -1, lane_axis = -1;
  i8 beyond = 0;        // of one loop axis: the exits leave its last elements out, so many
  i8 region_axis = -1;  // inside a region: the axis of the nest, or of the equation's result, that it takes strips of; of a scatter whose
                        // slices come in strips it is their axis, and exit_axis too
  bool pointwise = false; // kernel: takes its points one by one, without lanes, and scatters; indexed: a kernel scatters for it
  u32 body = 0;         // region: how many of the nodes behind it are its own
  u32 strip = 0;        // region: elements of the axis that are taken at a time
  u32 region = 0;       // region: its number
  u32 exit_class =
      0; // chains and bytes per point: exits of one kernel agree in the order of summation (in a region bytes may differ, and are 0 then)
  u32 part = 0; // kernel: a part of what one nest and stage would be one kernel of: a tile of sums of products (tiles.hpp), or of a kernel
                // too large (cuts.hpp); 0: all of it
  i32 lane_costs[max_rank] =
      {};             // kernel: of what it reads and writes with lanes along each axis; region: along its axis, along the last of its nests
  u8 width_bytes = 1; // of the widest element (without a nest: of those in rows): lanes = vector bytes / this
  u8 row_lanes = 0;   // without a nest: lanes that go along rows (rows.hpp), 0: nothing lies in rows
  u32 steps = 0, n_steps = 0;
  u32 second = 0; // of n_steps, where the second phase begins (phases.hpp); 0: there is one
  u32 carried = 0, n_first = 0, n_carried = 0; // where steps are carried: what the first register needs before it, and those of each
  u32 preloads = 0, n_preloads = 0; // values without a loop axis: loaded once
  u32 n_regs[stored_count] = {},
      n_pre[stored_count] = {}; // registers by dtype; without a nest nothing is preloaded, and the second set is that of values in rows
  i64 flops = 0, transcendental = 0; // per point of the nest
  u32 n_eqns = 0;
};

/// Of the machine: what sums, and the factors that they share, may stay in from one element to the next.
inline constexpr u32 vector_registers = CONSTAX_VECTOR_BYTES == 64 ? 32 : 16;

/// Without a loop lanes have nothing to run along, and a product's operands leave the registers: 6 x 6 x 6 take 75 ns unrolled and 101 as
/// a node, 7 x 7 x 7 413 and 130, 8 x 8 x 8 559 and 130 (AVX-512, g++ 12).
inline constexpr i64 most_unrolled_products = 256;

/// Bit d set: axis d of a value of this shape is a loop axis.
constexpr u32 loop_axes(shape const& s) {
  constexpr i64 unrolled_in_all = 64, unrolled_inside = 32;
  if (s.is_static() && s.size() <= unrolled_in_all) return 0;
  u32 loops = 0;
  i64 inside = 1;
  bool open = true;
  for (int d = s.rank; d-- > 0;) {
    open = open && s[d].is_number() && inside * s[d].number <= unrolled_inside && d > 0;
    if (open) inside *= s[d].number;
    else loops |= 1u << d;
  }
  return loops;
}

/// The extents of the loop axes, in order: the nest that a value of this shape is computed in.
constexpr shape nest_of(shape const& s, u32 loops) {
  shape n;
  for (int d = 0; d < s.rank; ++d)
    if (loops >> d & 1) n.push(s[d]);
  return n;
}

/// The number of the nest's axis that axis d of a value is; loops: its loop axes.
constexpr int nest_axis(u32 loops, int d, int exit_axis = -1) {
  int k = 0;
  for (int i = 0; i < d; ++i) k += loops >> i & 1;
  return exit_axis >= 0 && k >= exit_axis ? k + 1 : k;
}

/// The axis of a value that runs along the lanes, or -1.
constexpr int axis_along(u32 loops, int rank, int lane_axis, int exit_axis = -1) {
  for (int d = 0; d < rank; ++d)
    if ((loops >> d & 1) && nest_axis(loops, d, exit_axis) == lane_axis) return d;
  return -1;
}

/// Do all loops go over lines of numbers? Then there are no regions.
constexpr bool loops_over_lines(jaxpr const& j) {
  for (aval const& a : j.avals)
    if (nest_of(a.shape, loop_axes(a.shape)).rank > 1) return false;
  return true;
}

/// The axis along which a kernel reads a concatenation piece by piece: its operands are in memory, each where it lies (eval/pieces.hpp).
/// -1: the equation joins registers, or is no concatenation. loops: the loop axes of the result.
constexpr int joined_axis(primitive const& prim, range<i64> params, u32 loops) {
  if (prim.tag != &tag<concatenate_t>) return -1;
  int const axis = decode<concatenate_t::params>(params).dimension;
  return loops >> axis & 1 ? axis : -1;
}
/// How many operands of an equation in a kernel are read in memory, at places that the equation says, and not loaded into registers: the
/// first ones.
constexpr u32 operands_in_memory(primitive const& prim, range<i64> params, u32 n_in, u32 loops) {
  if (prim.kind == kind::indexed) return 1;
  return joined_axis(prim, params, loops) >= 0 ? n_in : 0;
}

/// Number of registers that an element of the nest takes, and the strides by which unrolled axes index them.
constexpr u32 unrolled_count(shape const& s, u32 loops) {
  i64 n = 1;
  for (int d = 0; d < s.rank; ++d)
    if (!(loops >> d & 1)) n *= s[d].number;
  return static_cast<u32>(n);
}
/// The unrolled index u of a value as an index of all its axes (0 on loop axes).
constexpr void unrolled_index(shape const& s, u32 loops, u32 u, i64* at) {
  for (int d = s.rank; d-- > 0;) {
    if (loops >> d & 1) continue;
    u32 const n = static_cast<u32>(s[d].number);
    at[d] = u % n, u /= n;
  }
}
constexpr u32 unrolled_offset(shape const& s, u32 loops, i64 const* at) {
  u32 u = 0;
  for (int d = 0; d < s.rank; ++d)
    if (!(loops >> d & 1)) u = u * static_cast<u32>(s[d].number) + static_cast<u32>(at[d]);
  return u;
}

/// Straight-line code: registers that a row of `lanes` lanes a register takes, and those of all rows; loops: the axis of the rows.
constexpr u32 registers_of_row(shape const& s, u32 lanes) { return (static_cast<u32>(s[s.rank - 1].number) + lanes - 1) / lanes; }
constexpr u32 registers_of_rows(shape const& s, u32 loops, u32 lanes) { return unrolled_count(s, loops) * registers_of_row(s, lanes); }

struct loop_plan {
  jaxpr program;
  vec<memory> memories;
  vec<affine_map> views;
  vec<place> places;    // of each variable
  vec<u32> loops;       // of each variable: its loop axes, where it is read; in straight-line code the axis of its rows
  vec<u32> made;        // of each variable: its loop axes in the kernel that makes it (they differ for small rests of reductions)
  vec<u32> regs;        // of each variable: first register in the kernel that computes it
  vec<u32> operand_reg; // of each atom: register in its equation's kernel; pre_bit: among the preloaded
  vec<node> nodes;      // in order of execution
  vec<step> steps;
  vec<carried_step> carried;
  vec<u32> sources;     // of output k: a variable or (as atom) literal to copy at the end; in_place: a node writes it
  u32 n_slots = 0;
  vec<u32> slot_type;   // the aval whose size a slot has
  vec<strip_buffer> strips;
  vec<region_exit> exits;
  u32 n_regions = 0;
  static constexpr u32 pre_bit = 1u << 31, in_place = 1u << 30;
};

} // namespace constax::inline CONSTAX_TAG
