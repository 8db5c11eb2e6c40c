// SPDX-License-Identifier: BSL-1.0
#pragma once
// indexed: gather and scatter as nodes: a loop over the places of the indices, in it one over the elements of a slice
// (primitives/indexed.hpp).
//
//   gather    threads share the places
//   scatter   slices that meet in an element do so in the order of their indices, whatever the number of threads: each thread goes through
//             all places and takes what lies in its part of x; where x and the indices run together along an axis, threads share that one.
//             Short slices are combined by one thread.
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Operand K of equation E, in memory or a literal: first element, lengths and strides.
template <class C, u32 E, u32 K>
struct operand_span {
  static constexpr atom a = C::value.atoms[C::value.eqns[E].in + K];
  static constexpr dtype type = [] {
    if constexpr (a.is_literal()) return C::value.lits[a.lit()].type;
    else return C::value.type(a.var()).type;
  }();
  using element = element_of<type>;
  lengths length;
  i64 stride[max_rank] = {};
  element number{};
  element const* first = &number;

  operand_span(operand_span const&) = delete;
  explicit operand_span([[maybe_unused]] frame const& f) noexcept {
    if constexpr (a.is_literal()) number = number_of<element>(C::value.lits[a.lit()]);
    else {
      span_of<C, a.var()> const x(f);
      length = x.length, first = x.first;
      for (int d = 0; d < x.rank; ++d) stride[d] = x.stride[d];
    }
  }
};

/// Axis: of the result, which is made a strip at a time; where strips of a scatter's slices come to its array, Exits, of the slices.
template <class C, u32 E, int Axis, bool Exits = false>
struct indexed_node {
  static constexpr code_eqn e = C::value.eqns[E];
  using P = primitive_at<C, E>;
  static constexpr indexed_params params = params_at<C, E>;
  static constexpr bool scatters = P::first_index == 2;
  static constexpr u32 n_indices = static_cast<u32>(params.indexed.size());
  static constexpr int place_rank = params.at.size();
  using result = span_of<C, e.out>;
  using T = typename result::element;
  using index_type = typename operand_span<C, E, P::first_index>::element;
  /// The axes of the slices' array that run through a slice.
  static constexpr axes inner_axes = [] {
    axes inner;
    atom const slices = scatters ? C::value.atoms[e.in + 1] : atom{static_cast<i32>(e.out)};
    for (int d = 0; !slices.is_literal() && d < C::value.shape_of(slices.var()).rank; ++d)
      if (params.place_of(d) < 0) inner.push(d);
    return inner;
  }();
  /// An array as loops see it.
  struct view {
    T* first;
    i64 length[max_rank] = {}, stride[max_rank] = {};
    view(T* at, lengths const& n, i64 const* by) noexcept : first(at) {
      for (int d = 0; d < n.rank; ++d) length[d] = n[d], stride[d] = by[d];
    }
  };
  /// What is gone through: a box of the slices' array; and a range of an indexed axis of x, where threads have parts of it.
  struct part {
    i64 begin[max_rank] = {}, end[max_rank] = {};
    i64 first = 0, last = std::numeric_limits<i64>::max();
  };
  /// The axis of x whose range threads share: one that runs with the indices, else the first that is indexed.
  static constexpr int shared_axis = [] {
    for (int d = 0; d < place_rank; ++d)
      if (int const a = params.operand_axis(static_cast<int>(params.at[d])); a >= 0) return a;
    return static_cast<int>(params.indexed[0]);
  }();
  static constexpr bool shares_indexed = params.index_of(shared_axis) >= 0;
  /// Elements of a slice up to which one thread combines it in the time in which each of a team would see whose it is: where owners take
  /// turns that is a branch guessed wrong, some 15 cycles (10^7 numbers into 10^5: a team of two took 48 ms, one thread takes 15 ms).
  static constexpr i64 short_slice = 4;

  view x, slices;
  i64 size[n_indices] = {};
  index_type const* index[n_indices] = {};
  i64 index_stride[n_indices][max_rank] = {};

  /// The length of axis d of the slices, where it is short, a number, and no strip or thread has a part of it; else 0.
  static constexpr i64 fixed_length(int d) {
    int const parted = !scatters || Exits ? (scatters ? -1 : Axis) : static_cast<int>(params.along[Axis >= 0 ? Axis : shared_axis]);
    atom const a = scatters ? C::value.atoms[e.in + 1] : atom{static_cast<i32>(e.out)};
    if (d == parted || a.is_literal()) return 0;
    extent const& n = C::value.shape_of(a.var())[d];
    return n.is_number() && n.number <= 8 ? n.number : 0;
  }
  /// Element by element of a slice: f(element of x, element of the slices).
  template <int D = 0>
  CONSTAX_INLINE void each_element(T* in_x, T* in_slices, i64 const* begin, i64 const* end, auto const& f) const noexcept {
    if constexpr (D == inner_axes.size()) f(*in_x, *in_slices);
    else {
      constexpr int d = static_cast<int>(inner_axes[D]), a = params.operand_axis(d);
      i64 const by_x = x.stride[a], by_slices = slices.stride[d], first = begin[d], last = end[d];
      if constexpr (constexpr i64 n = fixed_length(d); n > 0) {
        static_for<n>([&](auto i) CONSTAX_INLINED { each_element<D + 1>(in_x + i * by_x, in_slices + i * by_slices, begin, end, f); });
        return;
      }
      if constexpr (D + 1 == inner_axes.size())
        if (by_x == 1 && by_slices == 1) {
          for (i64 i = first; i < last; ++i) f(in_x[i], in_slices[i]);
          return;
        }
      for (i64 i = first; i < last; ++i) each_element<D + 1>(in_x + i * by_x, in_slices + i * by_slices, begin, end, f);
    }
  }

  lengths places(part const& p) const noexcept {
    lengths n;
    for (int d = 0; d < place_rank; ++d) n.of[n.rank++] = p.end[params.at[d]] - p.begin[params.at[d]];
    return n;
  }
  /// Calls f(elements of x and of the slices at which a slice begins, its begin along each indexed axis, is it dropped?) for places [first,
  /// last).
  CONSTAX_INLINE void each_place(part const& p, i64 first, i64 last, auto const& f) const noexcept {
    lengths const n = places(p);
    place at(first, n);
    for (i64 i = first; i < last;) {
      T *in_x = x.first, *in_slices = slices.first;
      index_type const* in_index[n_indices];
      for (u32 q = 0; q < n_indices; ++q) in_index[q] = index[q];
      static_for<place_rank>([&](auto k) CONSTAX_INLINED {
        constexpr int d = static_cast<int>(params.at[k]), a = params.operand_axis(d);
        i64 const here = p.begin[d] + at.at[k];
        in_slices += here * slices.stride[d];
        if constexpr (a >= 0) in_x += here * x.stride[a];
        for (u32 q = 0; q < n_indices; ++q) in_index[q] += here * index_stride[q][k];
      });
      i64 count = 1;
      if constexpr (place_rank > 0)
        count = n[place_rank - 1] - at.at[place_rank - 1] < last - i ? n[place_rank - 1] - at.at[place_rank - 1] : last - i;
      for (i64 k = 0; k < count; ++k) {
        i64 begin[n_indices];
        T* from = in_x;
        bool dropped = false;
        static_for<n_indices>([&](auto q) CONSTAX_INLINED {
          constexpr int a = static_cast<int>(params.indexed[q]);
          begin[q] = slice_begin_at(*in_index[q], x.length[a], size[q], params.mode, params.from_end);
          if constexpr (params.mode == index_mode::fill_or_drop) dropped = dropped || begin[q] < 0;
          from += begin[q] * x.stride[a];
        });
        f(from, in_slices, begin, dropped);
        if constexpr (place_rank > 0) {
          constexpr int d = static_cast<int>(params.at[place_rank - 1]), a = params.operand_axis(d);
          in_slices += slices.stride[d];
          if constexpr (a >= 0) in_x += x.stride[a];
          for (u32 q = 0; q < n_indices; ++q) in_index[q] += index_stride[q][place_rank - 1];
        }
      }
      i += count;
      if constexpr (place_rank > 0) at.at[place_rank - 1] += count - 1;
      advance(at.at, n);
    }
  }
  i64 elements(part const& p) const noexcept {
    i64 n = 1;
    for (i64 d : inner_axes) n *= p.end[d] - p.begin[d];
    return n;
  }

  void gather(part const& p) const noexcept {
    i64 const n = places(p).size();
    share(n, 64, n * (4 + 2 * elements(p)), [&](i64 first, i64 last) {
      each_place(p, first, last, [&](T* from, T* to, i64 const*, bool dropped) CONSTAX_INLINED {
        if (dropped) each_element(x.first, to, p.begin, p.end, [](T const&, T& y) CONSTAX_INLINED { y = T{}; });
        else each_element(from, to, p.begin, p.end, [](T const& element, T& y) CONSTAX_INLINED { y = element; });
      });
    });
  }
  void scatter(part const& p) const noexcept {
    constexpr auto combine = [](T& element, T const& slice) CONSTAX_INLINED { element = static_cast<T>(P::combine(element, slice)); };
    auto const all = [&](T* to, T* from, i64 const*, bool dropped) CONSTAX_INLINED {
      if (!dropped) each_element(to, from, p.begin, p.end, combine);
    };
    i64 const n = places(p).size();
    if constexpr (Exits || !shares_indexed) each_place(p, 0, n, all);
    else if (p.first <= 0 && p.last >= x.length[shared_axis]) each_place(p, 0, n, all);
    else
      each_place(p, 0, n, [&](T* to, T* from, i64 const* begin, bool dropped) CONSTAX_INLINED {
        if (dropped) return;
        constexpr int q = params.index_of(shared_axis), d = static_cast<int>(params.along[shared_axis]);
        if constexpr (d < 0) {
          if (begin[q] >= p.first && begin[q] < p.last) each_element(to, from, p.begin, p.end, combine);
        } else {
          part here = p;
          if (p.first - begin[q] > here.begin[d]) here.begin[d] = p.first - begin[q];
          if (p.last - begin[q] < here.end[d]) here.end[d] = p.last - begin[q];
          each_element(to, from, here.begin, here.end, combine);
        }
      });
  }
  /// The range [first, last) of axis `a` of x.
  static part narrowed(part p, int a, i64 first, i64 last) noexcept {
    if (params.index_of(a) >= 0) p.first = first, p.last = last;
    else p.begin[params.along[a]] = first, p.end[params.along[a]] = last;
    return p;
  }

  /// The array of a scatter, where its result will be.
  static void begin(frame const& f) noexcept {
    result const y(f);
    operand_span<C, E, 0> const array(f);
    strip_of<Exits ? -1 : Axis> const all(y.length, f);
    box<T> b;
    b.length = all.length, b.to = y.first, b.from = array.first;
    for (int d = 0; d < y.rank; ++d) {
      b.to_stride[d] = y.stride[d], b.from_stride[d] = array.stride[d];
      b.to += all.begin(d) * y.stride[d], b.from += all.begin(d) * array.stride[d];
    }
    if (b.to != b.from) all.share(b.rows(), 1, b.length.size() * 2, [&](i64 first, i64 last) { b.copy(first, last); });
  }
  static void run(frame const& f) noexcept {
    result const y(f);
    operand_span<C, E, 0> const array(f);
    if constexpr (!scatters) {
      indexed_node const node(f, view(const_cast<T*>(array.first), array.length, array.stride), view(y.first, y.length, y.stride));
      part p;
      strip_of<Axis> const all(y.length, f);
      for (int d = 0; d < y.rank; ++d) p.begin[d] = all.begin(d), p.end[d] = all.end(d);
      node.gather(p);
    } else {
      if constexpr (!Exits) begin(f); // else before the first strip
      operand_span<C, E, 1> const given(f);
      indexed_node const node(f, view(y.first, y.length, y.stride), view(const_cast<T*>(given.first), given.length, given.stride));
      part p;
      for (int d = 0; d < given.length.rank; ++d) p.end[d] = given.length[d];
      if constexpr (Exits) {
        p.begin[Axis] = f.first, p.end[Axis] = f.last;
        node.scatter(p);
      } else if constexpr (Axis >= 0) {
        strip_of<Axis> const all(y.length, f);
        node.scatter(narrowed(p, Axis, all.begin(Axis), all.end(Axis)));
      } else {
        i64 const elements = node.elements(p), work = node.places(p).size() * (4 + 2 * elements);
        share(y.length[shared_axis], 1, shares_indexed && elements <= short_slice ? 0 : work,
              [&](i64 first, i64 last) { node.scatter(narrowed(p, shared_axis, first, last)); });
      }
    }
  }

private:
  indexed_node(frame const& f, view const& of_x, view const& of_slices) noexcept : x(of_x), slices(of_slices) {
    auto const bound = bind_params(params, bindings_of<C>(f));
    static_for<n_indices>([&](auto q) {
      operand_span<C, E, P::first_index + q> const i(f);
      size[q] = bound.slice_sizes[static_cast<int>(q)].number;
      if constexpr (i.a.is_literal()) index[q] = &literal_index<q>;
      else index[q] = i.first;
      for (int d = 0; d < place_rank; ++d) index_stride[q][d] = i.stride[d];
    });
  }
  template <u32 Q>
  static constexpr index_type literal_index = [] {
    constexpr atom a = C::value.atoms[e.in + P::first_index + Q];
    if constexpr (a.is_literal()) return number_of<index_type>(C::value.lits[a.lit()]);
    else return index_type{};
  }();
};

} // namespace constax::inline CONSTAX_TAG::detail
