// SPDX-License-Identifier: BSL-1.0
#pragma once
// frozen : a jaxpr as a constant. What a constant evaluation allocates must be gone when it ends, so a jaxpr leaves it as a run of words
// and a table of the primitives it names; `thaw` reads it back.
//
// The words are written into a bounded buffer, then cut to size: evaluating twice, for the size and for the content, doubles the cost.
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
    list(j.vars, [&](u32 x) { put(x); });
    list(j.lits, [&](literal const& l) { put(static_cast<i64>(l.type)), put(static_cast<i64>(l.bits)); });
    list(j.eqns, [&](eqn const& e) { put(put(e.prim)), put(e.in), put(e.n_in), put(e.out), put(e.n_out), put(e.param), put(e.n_param); });
    list(j.atoms, [&](atom a) { put(a.id); });
    list(j.ints, [&](i64 x) { put(x); });
    list(j.consts, [&](u32 x) { put(x); });
    list(j.ins, [&](u32 x) { put(x); });
    list(j.outs, [&](atom a) { put(a.id); });
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
    list(j.vars, [&] { return small(); });
    list(j.lits, [&] {
      literal l{};
      l.type = static_cast<dtype>(next()), l.bits = static_cast<u64>(next());
      return l;
    });
    list(j.eqns, [&] {
      eqn e{};
      e.prim = prims[next()], e.in = small(), e.n_in = small(), e.out = small(), e.n_out = small(), e.param = small(), e.n_param = small();
      return e;
    });
    list(j.atoms, [&] { return atom{static_cast<i32>(next())}; });
    list(j.ints, [&] { return next(); });
    list(j.consts, [&] { return small(); });
    list(j.ins, [&] { return small(); });
    list(j.outs, [&] { return atom{static_cast<i32>(next())}; });
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
  static constexpr auto value = fill_buffer<Stage, Words>();
};
template <class Stage, u32 Words = 1u << 13>
constexpr auto const& filled() {
  if constexpr (Words < (1u << 24) && bounded<Stage, Words>::value.full) return filled<Stage, Words * 16>();
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

/// The jaxpr that `Stage::run()` returns, frozen. Each stage is one constant evaluation (clang counts its steps per evaluation).
template <class Stage>
struct stage {
  static constexpr auto value = detail::cut<Stage>();
};

} // namespace constax::inline CONSTAX_TAG
