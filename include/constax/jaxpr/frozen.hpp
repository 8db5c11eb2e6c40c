// SPDX-License-Identifier: BSL-1.0
#pragma once
// frozen : a jaxpr as a constant. What a constant evaluation allocates must be gone when it ends, so a jaxpr leaves it as lists of exact
// length, those of the functions that it holds behind its own; `thaw` reads it back.
//
// The lists are written into a bounded buffer, then cut to size: evaluating twice, for the size and for the content, doubles the cost.
// Evaluators hold only what was written of it, so that its bound is large enough for most programs (a fifth of the time of 1,000
// equations). An equation is one element, copied by one statement: as seven words it was seven, three times at each hand-over.
#include <constax/jaxpr/primitive.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

struct frozen_bounds {
  u32 sizes, types, vars, lits, eqns, atoms, ints, prims;
  /// What compares programs: words, if all were numbers.
  constexpr u32 words() const { return sizes + types + vars + 2 * lits + 7 * eqns + atoms + ints; }
};

} // namespace detail

template <detail::frozen_bounds B>
struct frozen {
  template <class T, u32 N>
  using list = T[N ? N : 1];
  list<u32, B.sizes> sizes = {};    // of the lists of each function, itself first
  list<i64, B.types> types = {};    // avals as words: they are few, and most of an aval is not used
  list<u32, B.vars> vars = {};      // types of variables; constvars, inputs
  list<literal, B.lits> lits = {};
  list<eqn, B.eqns> eqns = {};
  list<atom, B.atoms> atoms = {};   // operands; outputs
  list<i64, B.ints> ints = {};
  list<primitive const*, B.prims> prims = {}; // those that equations name
  constax::fault fault;
};

namespace detail {

template <u32 Most>
struct jaxpr_buffer {
  static constexpr u32 most_primitives = 256;
  frozen<frozen_bounds{Most, Most, Most, Most, Most, Most, Most, most_primitives}> lists;
  frozen_bounds n = {};
  bool full = false; // n still counts what was asked for
  u32 found[64] = {}; // by hash: 1 + place of a primitive in the list

  template <class T>
  constexpr void put(T* to, u32& count, range<T> xs) {
    u32 const first = count;
    count += xs.count;
    if (count > Most) full = true;
    if (full) return;
    copy_elements(to + first, xs.first, xs.count);
  }
  template <class T>
  constexpr void list(T* to, u32& count, vec<T> const& xs) {
    size(xs.size());
    put(to, count, range<T>(xs));
  }
  constexpr void size(u32 x) { put(lists.sizes, n.sizes, {&x, 1}); }
  constexpr void word(i64 x) { put(lists.types, n.types, {&x, 1}); }
  constexpr void name(primitive const* p) {
    u32& at = found[*p->tag % 64];
    if (at && lists.prims[at - 1] == p) return;
    for (u32 i = n.prims; i > 0; --i)
      if (lists.prims[i - 1] == p) {
        at = i;
        return;
      }
    if (n.prims == most_primitives) full = true;
    else lists.prims[n.prims++] = p, at = n.prims;
  }
  constexpr void type(aval const& a) {
    word(static_cast<i64>(a.type)), word(a.shape.rank);
    for (int i = 0; i < a.shape.rank; ++i) {
      extent const& e = a.shape[i];
      word(e.number), word(e.times[0]);
      if (e.times[0]) word(static_cast<i64>(e.name[0])), word(static_cast<i64>(e.name[1])), word(e.times[1]);
    }
  }
  constexpr void put(jaxpr const& j) {
    if (j.fault && !lists.fault) lists.fault = j.fault;
    size(j.avals.size());
    for (aval const& a : j.avals) type(a);
    list(lists.vars, n.vars, j.vars), list(lists.vars, n.vars, j.consts), list(lists.vars, n.vars, j.ins);
    list(lists.lits, n.lits, j.lits), list(lists.eqns, n.eqns, j.eqns);
    list(lists.atoms, n.atoms, j.atoms), list(lists.atoms, n.atoms, j.outs), list(lists.ints, n.ints, j.ints);
    for (eqn const& e : j.eqns) name(e.prim);
    size(j.subs.size());
    for (jaxpr const& f : j.subs) put(f);
  }
};

template <frozen_bounds B>
struct frozen_reader {
  frozen<B> const& from;
  frozen_bounds at = {};

  template <class T>
  constexpr vec<T> list(T const* xs, u32& first) {
    u32 const count = from.sizes[at.sizes++];
    xs += first, first += count;
    return vec<T>(range<T>{xs, count});
  }
  constexpr i64 word() { return from.types[at.types++]; }
  constexpr aval type() {
    aval a;
    a.type = static_cast<dtype>(word()), a.shape.rank = static_cast<u8>(word());
    for (int i = 0; i < a.shape.rank; ++i) {
      extent& e = a.shape[i];
      e.number = word(), e.times[0] = word();
      if (e.times[0]) e.name[0] = static_cast<symbol>(word()), e.name[1] = static_cast<symbol>(word()), e.times[1] = word();
    }
    return a;
  }
  constexpr jaxpr next() {
    jaxpr j;
    u32 const n_types = from.sizes[at.sizes++];
    j.avals.reserve(n_types);
    for (u32 i = 0; i < n_types; ++i) j.avals.push(type());
    j.vars = list(from.vars, at.vars), j.consts = list(from.vars, at.vars), j.ins = list(from.vars, at.vars);
    j.lits = list(from.lits, at.lits), j.eqns = list(from.eqns, at.eqns);
    j.atoms = list(from.atoms, at.atoms), j.outs = list(from.atoms, at.atoms), j.ints = list(from.ints, at.ints);
    u32 const n_functions = from.sizes[at.sizes++];
    for (u32 i = 0; i < n_functions; ++i) j.subs.push(next());
    return j;
  }
};

} // namespace detail

template <detail::frozen_bounds B>
constexpr jaxpr thaw(frozen<B> const& f) {
  jaxpr j = detail::frozen_reader<B>{f}.next();
  if (f.fault) j.fail(f.fault);
  return j;
}

namespace detail {
template <class Stage, u32 Most>
constexpr auto fill_buffer() {
  jaxpr_buffer<Most> b;
  b.put(Stage::run());
  return b;
}
template <frozen_bounds N, u32 Most>
constexpr frozen<N> cut_to(jaxpr_buffer<Most> const& b) {
  frozen<N> f;
  copy_elements(f.sizes, b.lists.sizes, N.sizes), copy_elements(f.types, b.lists.types, N.types),
      copy_elements(f.vars, b.lists.vars, N.vars);
  copy_elements(f.lits, b.lists.lits, N.lits), copy_elements(f.eqns, b.lists.eqns, N.eqns), copy_elements(f.atoms, b.lists.atoms, N.atoms);
  copy_elements(f.ints, b.lists.ints, N.ints), copy_elements(f.prims, b.lists.prims, N.prims);
  f.fault = b.lists.fault;
  return f;
}

template <class Stage, u32 Most>
struct bounded {
  // errors here: the lines below name what is not constexpr, or which limit was reached
  static constexpr auto value = fill_buffer<Stage, Most>();
};
/// Stands for what the compiler could not evaluate: without it each later stage fails again, in hundreds of lines.
inline constexpr auto not_evaluated = [] {
  jaxpr_buffer<16> b;
  jaxpr j;
  j.fail({fault_code::not_constant, "trace"});
  b.put(j);
  return b;
}();
/// What a stage gives; of type void where the compiler could not evaluate it.
template <class Stage, u32 Most = 1u << 15>
constexpr auto evaluate_stage() {
#ifdef __clang__
  constexpr auto const& b = bounded<Stage, Most>::value; // a local constant would be evaluated again with each call
#else
  // errors here: the lines below name what is not constexpr, or which limit was reached
  constexpr auto b = fill_buffer<Stage, Most>(); // a member would be 2.5 MB of each object file at -O0
#endif
  if constexpr (!requires { typename std::bool_constant<b.full>; }) return;
  else if constexpr (Most < (1u << 22) && b.full) return evaluate_stage<Stage, Most * 16>();
  else return cut_to<b.n>(b);
}
template <class Stage>
constexpr auto evaluate_or_fail() {
  if constexpr (std::is_void_v<decltype(evaluate_stage<Stage>())>) return cut_to<not_evaluated.n>(not_evaluated);
  else return evaluate_stage<Stage>();
}
} // namespace detail

/// Programs of more words are transformed in more and smaller stages: clang 19 allows an evaluation 2^20 steps, g++ 12 32 times as many
/// operations; and each hand-over from stage to stage takes time and memory (1,000 equations: 2 of 17 s).
#ifdef __clang__
inline constexpr u32 long_program = 1 << 12;
#else
inline constexpr u32 long_program = 1 << 15;
#endif
template <detail::frozen_bounds B>
constexpr bool longer_than(u32 words, frozen<B> const&) {
  return B.words() > words;
}

/// The jaxpr that `Stage::run()` returns, frozen. Each stage is one constant evaluation.
template <class Stage>
struct stage {
  static constexpr auto value = detail::evaluate_or_fail<Stage>();
};

} // namespace constax::inline CONSTAX_TAG
