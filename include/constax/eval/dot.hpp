// SPDX-License-Identifier: BSL-1.0
#pragma once
// dot: contractions too large for registers: matrix products (matrix_product.hpp) along one free axis of each operand, in loops over all
// other axes. What has no such axes is summed element by element, as are terms along several axes that do not lie one within the other.
#include <constax/eval/blas.hpp>
#include <constax/eval/matrix_product.hpp>
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E, int Axis>
struct dot_node {
  using X = contraction_at<C, E>;
  using T = element_of<C::value.type(X::e.out).type>;
  using lhs_span = span_of<C, X::a.var()>;
  using rhs_span = span_of<C, X::b.var()>;
  using out_span = span_of<C, X::e.out>;

  /// The last free axis of an operand, or -1.
  static constexpr int last_free(int side) {
    int const batch = X::axes.lhs_batch.size();
    for (int d = (side ? X::rhs : X::lhs).rank; d-- > 0;)
      if (X::to.of[side][d] >= batch) return d;
    return -1;
  }
  static constexpr int free_axis[2] = {last_free(0), last_free(1)};
  static constexpr bool one_axis = X::axes.lhs_contracting.size() == 1;
  static constexpr bool is_matrix = X::axes.lhs_contracting.size() > 0 && (free_axis[0] >= 0 || free_axis[1] >= 0);
  /// Is axis d of an operand contiguous?
  static constexpr bool unit(int side, int d) {
    return side ? layout<C, X::b.var()>::direction(d) == layout<C, X::b.var()>::along::unit
                : layout<C, X::a.var()>::direction(d) == layout<C, X::a.var()>::along::unit;
  }
  /// The operand whose free axis is the columns', along which lanes run: the right one, unless that means more to copy, or nearly empty
  /// registers.
  static constexpr int columns_of = [] {
    if (free_axis[0] < 0 || free_axis[1] < 0) return free_axis[1] >= 0 ? 1 : 0;
    extent const &m = X::lhs[free_axis[0]], &n = X::rhs[free_axis[1]];
    if (n.is_number() && n.number < matrix_product<T>::W && !(m.is_number() && m.number <= n.number)) return 0;
    if (m.is_number() && m.number < matrix_product<T>::W) return 1;
    return unit(0, free_axis[0]) && !unit(1, free_axis[1]) ? 0 : 1;
  }();

  static void run(frame const& f) noexcept {
    lhs_span const a(f);
    rhs_span const b(f);
    out_span const y(f);
    i64 terms = 1;
    lengths term_lengths;
    for (i64 d : X::axes.lhs_contracting)
      terms *= a.length[static_cast<int>(d)], term_lengths.of[term_lengths.rank++] = a.length[static_cast<int>(d)];
    i64 const bytes = bytes_of_all_rows<C, X::e.out>(y.length.size() * static_cast<i64>(sizeof(T)), f.symbols),
              work = 2 * terms * y.length.size();
    if constexpr (CONSTAX_HAS_BLAS && Axis < 0 && std::is_floating_point_v<T> && one_axis && X::lhs.rank == 2 && X::rhs.rank == 2 &&
                  X::out.rank == 2) {
      constexpr int ka = static_cast<int>(X::axes.lhs_contracting[0]), kb = static_cast<int>(X::axes.rhs_contracting[0]);
      if (work >= blas_threshold && blas_multiply<T>(y.length[0], y.length[1], terms, a.first, a.stride[1 - ka], a.stride[ka], b.first,
                                                     b.stride[kb], b.stride[1 - kb], y.first, y.stride[0], y.stride[1]))
        return;
    }

    strip_of<Axis> const all(y.length, f);
    if constexpr (is_matrix) {
      i64 const steps[2] = {step_of_terms(a, X::axes.lhs_contracting), step_of_terms(b, X::axes.rhs_contracting)};
      if (one_axis || (steps[0] != no_step && steps[1] != no_step)) {
        if constexpr (columns_of == 1) matrices<1>(b, a, y, all, terms, steps, bytes, work);
        else matrices<0>(a, b, y, all, terms, steps, bytes, work);
        return;
      }
    }
    if constexpr (!is_matrix || !one_axis) elements(a, b, y, all, terms, term_lengths, bytes, work);
  }

  /// How far it is from one term to the next in an operand, if that is the same for all: each summed axis lies within the one before it.
  static constexpr i64 no_step = i64{-1} << 62;
  template <class S>
  static i64 step_of_terms(S const& s, axes const& over) noexcept {
    if (one_axis) return s.stride[static_cast<int>(over[0])];
    i64 step = 0, reach = no_step;
    for (int i = over.size(); i-- > 0;) {
      int const d = static_cast<int>(over[i]);
      if (s.length[d] == 1) continue;
      if (reach == no_step) step = s.stride[d];
      else if (s.stride[d] != reach) return no_step;
      reach = s.stride[d] * s.length[d];
    }
    return step;
  }

  /// Element by element.
  static void elements(lhs_span const& a, rhs_span const& b, out_span const& y, strip_of<Axis> const& all, i64 terms,
                       lengths const& term_lengths, i64 bytes, i64 work) noexcept {
    all.share(all.length.size(), 1, work, [&](i64 first, i64 last) {
      place here(first, all.length);
      for (i64 i = first; i < last; ++i, advance(here.at, all.length)) {
        place const at = all.global(here);
        T const* const p = start(a, 0, at.at);
        T const* const q = start(b, 1, at.at);
        y.at(at.at) = accumulate_in_order(terms, chains_of(dtype_of<T>), bytes, dot_identity<T>,
                                            [&](T acc, i64 k) {
                                              place const t(k, term_lengths);
                                              i64 oa = 0, ob = 0;
                                              for (int d = 0; d < term_lengths.rank; ++d)
                                                oa += t.at[d] * a.stride[X::axes.lhs_contracting[d]],
                                                    ob += t.at[d] * b.stride[X::axes.rhs_contracting[d]];
                                              return dot_term<T, T>(p[oa], q[ob], acc);
                                            },
                                            [](T x, T z) { return static_cast<T>(x + z); });
      }
    });
  }

  /// The operand's element for a place of the result, at term 0.
  template <class S>
  static T const* start(S const& s, int side, i64 const* at) noexcept {
    i64 offset = 0;
    for (int d = 0; d < S::rank; ++d)
      if (X::to.of[side][d] >= 0) offset += at[X::to.of[side][d]] * s.stride[d];
    return s.first + offset;
  }

  /// Columns along the free axis of operand `Side`, rows along that of the other.
  template <int Side, class V, class S>
  static void matrices(V const& b, S const& a, out_span const& y, strip_of<Axis> const& all, i64 terms, i64 const* steps, i64 bytes,
                       i64 work) noexcept {
    constexpr int other = 1 - Side, row = free_axis[other], column = free_axis[Side];
    constexpr int y_column = X::to.of[Side][column], y_row = row >= 0 ? X::to.of[other][row >= 0 ? row : 0] : -1;
    matrix_product<T> product{.rows = 1, .columns = all.length[y_column], .terms = terms, .result_bytes = bytes,
                              .a = nullptr, .a_row = 0, .a_step = steps[other],
                              .b = nullptr, .b_step = steps[Side], .b_column = b.stride[column],
                              .y = nullptr, .y_row = 0, .y_column = y.stride[y_column]};
    lengths outer = all.length;
    outer.of[y_column] = 1;
    if constexpr (row >= 0)
      product.rows = outer[y_row], product.a_row = a.stride[row], product.y_row = y.stride[y_row], outer.of[y_row] = 1;
    product.divide(outer.size(), Axis < 0 && work >= team_threshold ? team_size() : 1);
    i64 const tasks = product.tasks();
    all.share(outer.size() * tasks, 1, work, [&](i64 first, i64 last) {
      for (i64 i = first; i < last; ++i) {
        place const at = all.global(place(i / tasks, outer));
        matrix_product<T> one = product;
        one.a = start(a, other, at.at), one.b = start(b, Side, at.at), one.y = &y.at(at.at);
        one.run(i % tasks);
      }
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
