// SPDX-License-Identifier: BSL-1.0
#pragma once
// nodes: what is not a kernel: copies (concatenate, pad, reshape of views), and places of extremes. Inside a region (Axis: the one of the
// result that it takes strips of, else -1) they run over the strip.
#include <constax/eval/omp.hpp>
#include <constax/eval/steps.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Variable V in memory: lengths, strides and first element of this call.
template <class C, u32 V>
struct span_of {
  using element = element_of<C::value.type(V).type>;
  static constexpr int rank = C::value.shape_of(V).rank;
  lengths length;
  i64 stride[max_rank] = {};
  element* first;

  explicit span_of(frame const& f) noexcept {
    using L = layout<C, V>;
    length.rank = rank;
    static_for<rank>([&](auto d) {
      length.of[d] = bound_length<C, C::value.shape_of(V).dims[d]>(f.symbols);
      stride[d] = L::template stride<d>(f.symbols);
    });
    first = static_cast<element*>(f.memory[L::memory]) + L::start(f.symbols);
  }
  element& at(i64 const* index) const noexcept {
    i64 offset = 0;
    for (int d = 0; d < rank; ++d) offset += index[d] * stride[d];
    return first[offset];
  }
};

/// What is run of a result: all of it, or the strip. Places in it are made places of the whole by `global`.
template <int Axis>
struct strip_of {
  lengths length;
  i64 first = 0;
  strip_of(lengths const& all, frame const& f) noexcept : length(all) {
    if constexpr (Axis >= 0) first = f.first, length.of[Axis] = f.last - f.first;
  }
  CONSTAX_INLINE place global(place at) const noexcept {
    if constexpr (Axis >= 0) at.at[Axis] += first;
    return at;
  }
  /// Strips are shared as wholes, elements only outside regions.
  template <class F>
  CONSTAX_INLINE static void share(i64 n, i64 grain, i64 work, F const& f) noexcept {
    if constexpr (Axis >= 0) f(0, n);
    else constax::share(n, grain, work, f);
  }
};

/// Counts an index up, the last axis fastest.
CONSTAX_INLINE void advance(i64* at, lengths const& n) noexcept {
  for (int d = n.rank; d-- > 0;) {
    if (++at[d] < n[d]) return;
    at[d] = 0;
  }
}

/// The numbers of this call for the symbols of the program.
template <class C>
bindings bindings_of(frame const& f) noexcept {
  bindings b;
  b.count = static_cast<int>(C::value.n_symbols);
  for (u32 i = 0; i < C::value.n_symbols; ++i) b.name[i] = C::value.symbols[i], b.value[i] = f.symbols[i];
  return b;
}

template <class C, u32 E, int Axis>
struct copy_node {
  static constexpr code_eqn e = C::value.eqns[E];
  using P = primitive_at<C, E>;
  using T = element_of<C::value.type(e.out).type>;

  template <u32 K>
  static lengths length_of(frame const& f) noexcept {
    constexpr atom a = C::value.atoms[e.in + K];
    if constexpr (a.is_literal()) return lengths{};
    else return span_of<C, a.var()>(f).length;
  }
  template <u32 K>
  static T read(frame const& f, i64 const* at) noexcept {
    constexpr atom a = C::value.atoms[e.in + K];
    if constexpr (a.is_literal()) return number_of<T>(C::value.lits[a.lit()]);
    else return span_of<C, a.var()>(f).at(at);
  }
  static void run(frame const& f) noexcept {
    span_of<C, e.out> const y(f);
    lengths in[e.n_in];
    static_for<e.n_in>([&](auto k) { in[k] = length_of<k>(f); });
    auto const params = bind_params(params_at<C, E>, bindings_of<C>(f));
    strip_of<Axis> const all(y.length, f);
    i64 const inner = y.rank ? all.length[y.rank - 1] : 1, rows = inner ? all.length.size() / inner : 0;
    all.share(rows, 1, all.length.size() * 8, [&](i64 first, i64 last) {
      place here(first * inner, all.length);
      for (i64 i = first * inner; i < last * inner; ++i, advance(here.at, all.length)) {
        place const at = all.global(here);
        element_source const s = source_of<P>(params, in, y.length, at.at);
        T x{};
        if constexpr (e.n_in == 1) x = read<0>(f, s.at);
        else
          static_for<e.n_in>([&](auto k) {
            if (s.operand == static_cast<int>(k) || (s.operand < 0 && k == 1)) x = read<k>(f, s.at);
          });
        y.at(at.at) = x;
      }
    });
  }
};

template <class C, u32 E, int Axis>
struct locate_node {
  static constexpr code_eqn e = C::value.eqns[E];
  using P = primitive_at<C, E>;
  static void run(frame const& f) noexcept {
    span_of<C, C::value.atoms[e.in].var()> const x(f);
    span_of<C, e.out> const y(f);
    using I = typename span_of<C, e.out>::element;
    constexpr int axis = static_cast<int>(params_at<C, E>.axes[0]);
    strip_of<Axis> const all(y.length, f);
    all.share(all.length.size(), 1, x.length.size() * 2, [&](i64 first, i64 last) {
      place here(first, all.length);
      for (i64 i = first; i < last; ++i, advance(here.at, all.length)) {
        place const at = all.global(here);
        place from;
        for (int d = 0, o = 0; d < x.rank; ++d) from.at[d] = d == axis ? 0 : at.at[o++];
        auto const* p = &x.at(from.at);
        i64 best = 0;
        for (i64 k = 1; k < x.length[axis]; ++k)
          if (P::better(p[k * x.stride[axis]], p[best * x.stride[axis]])) best = k;
        y.at(at.at) = static_cast<I>(best);
      }
    });
  }
};

/// An output that no node wrote in place: an input, a view, a literal, or a value that another output holds too.
template <class C, u32 Out>
void copy_output(frame const& f, void* to) noexcept {
  constexpr u32 source = C::value.sources[Out];
  if constexpr (static_cast<i32>(source) < 0) {
    constexpr literal l = C::value.lits[~source];
    using T = element_of<l.type>;
    *static_cast<T*>(to) = number_of<T>(l);
  } else {
    span_of<C, source> const x(f);
    using T = typename span_of<C, source>::element;
    using L = layout<C, source>;
    constexpr bool in_order = layout_of<C>(static_cast<i32>(C::value.n_ins + Out)) == memory_layout::row_major;
    T* out = static_cast<T*>(to);
    i64 at[max_rank] = {};
    if constexpr (in_order && 0 > L::at.view && layout_of<C>(L::leaf) == memory_layout::row_major)
      __builtin_memcpy(out, x.first, static_cast<std::size_t>(bytes_of_type<C, C::value.vars[source]>(f.symbols))); // a carry that a loop also stacks: in every trip
    else if constexpr (in_order)
      for (i64 i = 0, n = x.length.size(); i < n; ++i, advance(at, x.length)) out[i] = x.at(at);
    else {
      i64 stride[max_rank] = {};
      static_for<x.rank>([&](auto d) { stride[d] = memory_stride<C, static_cast<i32>(C::value.n_ins + Out), C::value.vars[source], d>(f.symbols); });
      for (i64 i = 0, n = x.length.size(); i < n; ++i, advance(at, x.length)) {
        i64 offset = 0;
        for (int d = 0; d < x.rank; ++d) offset += at[d] * stride[d];
        out[offset] = x.at(at);
      }
    }
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
