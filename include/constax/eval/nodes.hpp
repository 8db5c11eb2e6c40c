// SPDX-License-Identifier: BSL-1.0
#pragma once
// nodes: what is not a kernel: copies (concatenate, pad, reshape of views), and places of extremes. Inside a region (Axis: the one of the
// result that it takes strips of, else -1) they run over the strip.
#include <constax/eval/box.hpp>
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
  /// Places along axis d, of the whole, at which the strip begins and ends.
  i64 begin(int d) const noexcept { return d == Axis ? first : 0; }
  i64 end(int d) const noexcept { return begin(d) + length[d]; }
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

/// The numbers of this call for the symbols of the program.
template <class C>
bindings bindings_of(frame const& f) noexcept {
  bindings b;
  b.count = static_cast<int>(C::value.n_symbols);
  for (u32 i = 0; i < C::value.n_symbols; ++i) b.name[i] = C::value.symbols[i], b.value[i] = f.symbols[i];
  return b;
}

/// Movements as nodes: a box of elements for each operand; a reshape whose elements do not lie in order, element by element.
template <class C, u32 E, int Axis>
struct copy_node {
  static constexpr code_eqn e = C::value.eqns[E];
  using P = primitive_at<C, E>;
  using T = element_of<C::value.type(e.out).type>;
  using result = span_of<C, e.out>;
  using strip = strip_of<Axis>;

  /// All of operand K, at the result's first element; `step`s are the result's.
  template <u32 K>
  static box<T> box_of(frame const& f, result const& y) noexcept {
    span_of<C, C::value.atoms[e.in + K].var()> const x(f);
    box<T> b;
    b.length = x.length, b.to = y.first, b.from = x.first;
    for (int d = 0; d < y.rank; ++d) b.to_stride[d] = y.stride[d], b.from_stride[d] = x.stride[d];
    return b;
  }
  /// Element i of the operand is element lo + i * step of the result along axis d: takes those that lie in the strip.
  static void lay(box<T>& b, int d, i64 lo, i64 step, strip const& all) noexcept {
    i64 const begin = all.begin(d), end = all.end(d), first = begin > lo ? (begin - lo + step - 1) / step : 0,
              fit = end > lo ? (end - 1 - lo) / step + 1 : 0;
    i64 const last = fit < b.length[d] ? fit : b.length[d];
    b.to += (lo + first * step) * b.to_stride[d], b.from += first * b.from_stride[d];
    b.to_stride[d] *= step, b.length.of[d] = last > first ? last - first : 0;
  }
  static void copy(strip const& all, box<T> const& b) noexcept {
    all.share(b.rows(), 1, b.length.size() * 2, [&](i64 first, i64 last) { b.copy(first, last); });
  }
  /// Was it written there already? (plan/outputs.hpp)
  static constexpr bool lies_there = [] {
    constexpr atom x = C::value.atoms[e.in];
    if constexpr (x.is_literal() || !std::is_same_v<P, reshape_t>) return false;
    else
      return layout<C, x.var()>::memory == layout<C, e.out>::memory &&
             C::value.memories[layout<C, e.out>::memory].kind == memory_kind::output;
  }();
  /// Was piece K written where the result has it? (plan/pieces.hpp)
  template <u32 K>
  static constexpr bool is_piece() {
    constexpr atom x = C::value.atoms[e.in + K];
    if constexpr (x.is_literal()) return false;
    else if constexpr (layout<C, x.var()>::memory != layout<C, e.out>::memory || !(layout<C, x.var()>::at.view >= 0)) return false;
    else {
      constexpr int along = params_at<C, E>.dimension;
      affine_map there = layout<C, e.out>::map;
      extent& start = there.start[there.axis[along]];
      for (u32 i = 0; i < K; ++i) start = start + C::value.shape_of(C::value.atoms[e.in + i])[along] * there.step[along];
      return there == layout<C, x.var()>::map;
    }
  }
  static void run(frame const& f) noexcept {
    if constexpr (!lies_there) run_on(f);
  }

private:
  static void run_on(frame const& f) noexcept {
    result const y(f);
    strip const all(y.length, f);
    if constexpr (std::is_same_v<P, concatenate_t>) {
      constexpr int along = params_at<C, E>.dimension;
      i64 at = 0;
      static_for<e.n_in>([&](auto k) {
        if constexpr (is_piece<k>()) {
          at += bound_length<C, C::value.shape_of(C::value.atoms[e.in + k]).dims[along]>(f.symbols);
          return;
        }
        box<T> b = box_of<k>(f, y);
        i64 const count = b.length[along];
        for (int d = 0; d < y.rank; ++d) lay(b, d, d == along ? at : 0, 1, all);
        at += count;
        copy(all, b);
      });
    } else if constexpr (std::is_same_v<P, pad_t>) run_pad(f, y, all);
    else run_elements(f, y, all);
  }
  /// The padding value everywhere, then the operand where it goes: in steps where there is padding between its elements, without what is
  /// cut off.
  static void run_pad(frame const& f, result const& y, strip const& all) noexcept {
    T const filling = [&] {
      constexpr atom a = C::value.atoms[e.in + 1];
      if constexpr (a.is_literal()) return number_of<T>(C::value.lits[a.lit()]);
      else return *span_of<C, a.var()>(f).first;
    }();
    box<T> b = box_of<0>(f, y), fill;
    fill.length = y.length, fill.to = y.first, fill.from = &filling;
    for (int d = 0; d < y.rank; ++d) fill.to_stride[d] = y.stride[d], lay(fill, d, 0, 1, all);
    copy(all, fill);
    auto const params = bind_params(params_at<C, E>, bindings_of<C>(f));
    for (int d = 0; d < y.rank; ++d) lay(b, d, params.lo[d].number, params.interior[d] + 1, all);
    copy(all, b);
  }
  /// Does a variable lie in row-major order, without gaps?
  template <u32 V>
  static constexpr bool plain = !(layout<C, V>::at.view >= 0) && layout_of<C>(layout<C, V>::leaf) == memory_layout::row_major;
  /// What an affine map moves, as far as the result lies in the strip.
  static box<T> strided(affine_map const& m, auto const& x, result const& y, strip const& all) noexcept {
    box<T> b;
    b.length = all.length, b.to = y.first, b.from = x.first;
    for (int a = 0; a < x.rank; ++a) b.from += m.start[a].number * x.stride[a];
    for (int d = 0; d < y.rank; ++d) {
      b.to_stride[d] = y.stride[d], b.from_stride[d] = m.axis[d] < 0 ? 0 : m.step[d] * x.stride[m.axis[d]];
      b.to += all.begin(d) * b.to_stride[d], b.from += all.begin(d) * b.from_stride[d];
    }
    return b;
  }
  /// A movement along strides, or a reshape, element by element.
  static void run_elements(frame const& f, result const& y, strip const& all) noexcept {
    static_assert(e.n_in == 1);
    constexpr u32 from = C::value.atoms[e.in].var();
    span_of<C, from> const x(f);
    if constexpr (Axis < 0 && std::is_same_v<P, reshape_t> && plain<from> && plain<e.out>) {
      i64 const count = all.length.size();
      return all.share(count, 4096, count * 2, [&](i64 first, i64 last) {
        __builtin_memcpy(y.first + first, x.first + first, static_cast<std::size_t>(last - first) * sizeof(T));
      });
    }
    auto const params = bind_params(params_at<C, E>, bindings_of<C>(f));
    if constexpr (has_affine<P>) return copy(all, strided(P::affine(params, shape_of(x.length)), x, y, all));
    i64 const inner = y.rank ? all.length[y.rank - 1] : 1, rows = inner ? all.length.size() / inner : 0;
    all.share(rows, 1, all.length.size() * 8, [&](i64 first, i64 last) {
      place here(first * inner, all.length);
      for (i64 i = first * inner; i < last * inner; ++i, advance(here.at, all.length)) {
        place const at = all.global(here);
        y.at(at.at) = x.at(source_of<P>(params, &x.length, y.length, at.at).at);
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
    if constexpr (in_order && 0 > L::at.view && layout_of<C>(L::leaf) == memory_layout::row_major)
      __builtin_memcpy(
          out, x.first,
          static_cast<std::size_t>(bytes_of_type<C, C::value.vars[source]>(f.symbols))); // a carry that a loop also stacks: in every trip
    else {
      box<T> b;
      b.length = x.length, b.to = out, b.from = x.first;
      i64 stride = 1;
      for (int d = x.rank; d-- > 0; stride *= x.length[d]) b.to_stride[d] = stride, b.from_stride[d] = x.stride[d];
      if constexpr (!in_order)
        static_for<x.rank>([&](auto d) {
          b.to_stride[d] = memory_stride<C, static_cast<i32>(C::value.n_ins + Out), C::value.vars[source], d>(f.symbols);
        });
      share(b.rows(), 1, b.length.size() * 2, [&](i64 first, i64 last) { b.copy(first, last); });
    }
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
