// SPDX-License-Identifier: BSL-1.0
#pragma once
// frozen : a jaxpr as a constant. What a constant evaluation allocates must be gone when it ends, so a jaxpr leaves it as a run of words
// and a table of the primitives it names; `thaw` reads it back.
//
// The words are written into a bounded buffer, then cut to size: evaluating twice, for the size and for the content, doubles the cost. Evaluators
// hold only what was written of it, so that its bound is large enough for most programs (a fifth of the time of 1,000 equations).
#include <constax/jaxpr/primitive.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

template <u32 Words, u32 Primitives>
struct word_buffer {
  i64 words[Words] = {};
  primitive const* prims[Primitives] = {};
  u32 n_words = 0, n_prims = 0;
  constax::fault fault;
  bool full = false; // n_words still counts what was asked for

  constexpr void put(i64 x) {
    if (n_words < Words) words[n_words] = x;
    else full = true;
    ++n_words;
  }
  constexpr i64 put(primitive const* p) {
    for (u32 i = n_prims; i-- > 0;)
      if (prims[i] == p) return static_cast<i64>(i);
    if (n_prims < Primitives) prims[n_prims] = p;
    else full = true;
    return static_cast<i64>(n_prims++);
  }
  template <class T, class F>
  constexpr void list(vec<T> const& xs, F&& each) {
    put(static_cast<i64>(xs.size()));
    for (T const& x : xs) each(x);
  }
  /// Room for a list of n records of k words each, and its length; null if there is none.
  constexpr i64* room(u32 n, u32 k) {
    put(n);
    n_words += n * k;
    full = full || n_words > Words;
    return full ? nullptr : words + (n_words - n * k);
  }
  // Lists that are as long as the program cost one statement a record: clang counts statements, and calls.
  constexpr void numbers(vec<u32> const& xs) {
    if (i64* to = room(xs.size(), 1))
      for (u32 x : xs) *to++ = x;
  }
  constexpr void numbers(vec<i64> const& xs) {
    if (i64* to = room(xs.size(), 1))
      for (i64 x : xs) *to++ = x;
  }
  constexpr void numbers(vec<atom> const& xs) {
    if (i64* to = room(xs.size(), 1))
      for (atom x : xs) *to++ = x.id;
  }
  constexpr void equations(vec<eqn> const& xs) {
    if (i64* to = room(xs.size(), 7))
      for (eqn const& e : xs) *to++ = put(e.prim), *to++ = e.in, *to++ = e.n_in, *to++ = e.out, *to++ = e.n_out, *to++ = e.param, *to++ = e.n_param;
  }
  constexpr void put(shape const& s) {
    put(s.rank);
    for (int i = 0; i < s.rank; ++i) {
      extent const& e = s[i];
      put(e.number), put(e.times[0]);
      if (e.times[0]) put(static_cast<i64>(e.name[0])), put(static_cast<i64>(e.name[1])), put(e.times[1]);
    }
  }
  constexpr void put(jaxpr const& j) {
    if (j.fault && !fault) fault = j.fault;
    list(j.avals, [&](aval const& a) { put(static_cast<i64>(a.type)), put(a.shape); });
    numbers(j.vars);
    list(j.lits, [&](literal const& l) { put(static_cast<i64>(l.type)), put(static_cast<i64>(l.bits)); });
    equations(j.eqns);
    numbers(j.atoms), numbers(j.ints), numbers(j.consts), numbers(j.ins), numbers(j.outs);
    list(j.subs, [&](jaxpr const& s) { put(s); });
  }
};

struct word_reader {
  i64 const* words;
  primitive const* const* prims;
  u32 at = 0;
  constexpr i64 next() { return words[at++]; }
  constexpr u32 small() { return static_cast<u32>(next()); }
  template <class T, class F>
  constexpr void list(vec<T>& xs, F&& read) {
    u32 const n = small();
    xs.reserve(n);
    for (u32 i = 0; i < n; ++i) xs.push(read());
  }
  constexpr void numbers(vec<u32>& xs) {
    xs = vec<u32>(small());
    for (u32& x : xs) x = static_cast<u32>(words[at++]);
  }
  constexpr void numbers(vec<i64>& xs) {
    xs = vec<i64>(small());
    for (i64& x : xs) x = words[at++];
  }
  constexpr void numbers(vec<atom>& xs) {
    xs = vec<atom>(small());
    for (atom& x : xs) x.id = static_cast<i32>(words[at++]);
  }
  constexpr void equations(vec<eqn>& xs) {
    xs = vec<eqn>(small());
    i64 const* w = words + at;
    at += 7 * xs.size();
    for (eqn& e : xs)
      e = {prims[w[0]], static_cast<u32>(w[1]), static_cast<u32>(w[2]), static_cast<u32>(w[3]), static_cast<u32>(w[4]), static_cast<u32>(w[5]), static_cast<u32>(w[6])}, w += 7;
  }
  constexpr shape next_shape() {
    shape s;
    s.rank = static_cast<u8>(next());
    for (int i = 0; i < s.rank; ++i) {
      extent& e = s[i];
      e.number = next(), e.times[0] = next();
      if (e.times[0]) e.name[0] = static_cast<symbol>(next()), e.name[1] = static_cast<symbol>(next()), e.times[1] = next();
    }
    return s;
  }
  constexpr jaxpr next_jaxpr() {
    jaxpr j;
    list(j.avals, [&] {
      aval a;
      a.type = static_cast<dtype>(next()), a.shape = next_shape();
      return a;
    });
    numbers(j.vars);
    list(j.lits, [&] {
      literal l{};
      l.type = static_cast<dtype>(next()), l.bits = static_cast<u64>(next());
      return l;
    });
    equations(j.eqns);
    numbers(j.atoms), numbers(j.ints), numbers(j.consts), numbers(j.ins), numbers(j.outs);
    list(j.subs, [&] { return next_jaxpr(); });
    return j;
  }
};

} // namespace detail

template <u32 Words, u32 Primitives>
struct frozen {
  i64 words[Words] = {};
  primitive const* prims[Primitives ? Primitives : 1] = {};
  constax::fault fault;
};

template <u32 Words, u32 Primitives>
constexpr jaxpr thaw(frozen<Words, Primitives> const& f) {
  jaxpr j = detail::word_reader{f.words, f.prims}.next_jaxpr();
  j.fail(f.fault);
  return j;
}

namespace detail {
template <class Stage, u32 Words>
constexpr auto fill_buffer() {
  word_buffer<Words, 256> b;
  b.put(Stage::run());
  return b;
}
template <class Stage, u32 Words>
struct bounded {
  static constexpr auto value = fill_buffer<Stage, Words>(); // errors here: the lines below name what is not constexpr, or which limit was reached
};
/// Instead of what the compiler could not evaluate: without it each later stage fails again, in hundreds of lines.
inline constexpr auto not_evaluated = [] {
  word_buffer<64, 1> b;
  jaxpr j;
  j.fail({fault_code::not_constant, "trace"});
  b.put(j);
  return b;
}();
template <class Stage, u32 Words = 1u << 17>
constexpr auto const& filled() {
  if constexpr (!requires { typename std::bool_constant<bounded<Stage, Words>::value.full>; }) return not_evaluated;
  else if constexpr (Words < (1u << 24) && bounded<Stage, Words>::value.full) return filled<Stage, Words * 16>();
  else return bounded<Stage, Words>::value;
}
template <class Stage>
constexpr auto cut() {
  constexpr auto const& b = filled<Stage>();
  frozen<b.n_words, b.n_prims> f;
  for (u32 i = 0; i < b.n_words; ++i) f.words[i] = b.words[i];
  for (u32 i = 0; i < b.n_prims; ++i) f.prims[i] = b.prims[i];
  f.fault = b.fault;
  return f;
}
} // namespace detail

/// Programs of more words are transformed in more and smaller stages: clang 19 allows an evaluation 2^20 steps, g++ 12 32 times as many operations;
/// and each hand-over from stage to stage takes time and memory (1,000 equations: 2 of 17 s).
#ifdef __clang__
inline constexpr u32 long_program = 1 << 12;
#else
inline constexpr u32 long_program = 1 << 15;
#endif
template <u32 Words, u32 Primitives>
constexpr bool longer_than(u32 words, frozen<Words, Primitives> const&) {
  return Words > words;
}

/// The jaxpr that `Stage::run()` returns, frozen. Each stage is one constant evaluation.
template <class Stage>
struct stage {
  static constexpr auto value = detail::cut<Stage>();
};

} // namespace constax::inline CONSTAX_TAG
