// SPDX-License-Identifier: BSL-1.0
#pragma once
// measure: the errors of results that lie in memory: all against the quick oracle, the worst of them and every so many-th against MPFR.
// Only the small functions at the top are compiled for each row of the table.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "functions.hpp"
#include "oracle_special.hpp"

namespace {
namespace functions {

/// What the measuring code needs of a row, for elements T.
template <class T> struct measured {
  char const* name;
  int arguments;
  double limit;
  void (*draw)(random<T>& g, std::int64_t i, T* const* x, int n);                            // arguments i .. i + n - 1 of the stream
  double (*exact_error)(T const* x, T y);                                                    // in ulp
  void (*quick_errors)(T const* const* x, T const* y, double* errors, std::int64_t n);       // null: no quick oracle
  scale local;

  /// The local scale, where T has it.
  static double least(scale f, T const* x) {
    double const wide[3] = {x[0], x[1], x[2]}, l = f(wide, sizeof(T) == 8);
    return l <= static_cast<double>(std::numeric_limits<T>::max()) ? l : 0;
  }
};

template <int I> using row_at = std::remove_cvref_t<decltype(at<I>)>;
template <int I, class T> void draw_of(random<T>& g, std::int64_t i, T* const* x, int n) {
  for (int k = 0; k < n; ++k) {
    arguments<T> const a = at<I>.point(g, i + k);
    for (int j = 0; j < 3; ++j) x[j][k] = a.x[j];
  }
}
template <int I, class T> double exact_error_of(T const* x, T y) {
  if constexpr (is_exactly<decltype(row_at<I>::oracle)>) return same(y, at<I>.exact(x)) ? 0 : oracle::wrong;
  else {
    oracle::big const a[3] = {oracle::big::of(x[0]), oracle::big::of(x[1]), oracle::big::of(x[2])};
    return oracle::ulps(y, at<I>.exact(a), measured<T>::least(at<I>.least, x));
  }
}
template <int I, class T> void quick_errors_of(T const* const* x, T const* y, double* errors, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    if constexpr (is_exactly<decltype(row_at<I>::oracle)>) {
      T const a[3] = {x[0][i], x[1][i], x[2][i]};
      errors[i] = same(y[i], at<I>.exact(a)) ? 0 : oracle::wrong;
    } else {
      using Q = oracle::quick<oracle::wider<T>>;
      T const p[3] = {x[0][i], x[1][i], x[2][i]};
      Q const a[3] = {{p[0]}, {p[1]}, {p[2]}};
      errors[i] = oracle::ulps(y[i], at<I>.exact(a), measured<T>::least(at<I>.least, p));
    }
  }
}
template <int I, class T> constexpr measured<T> measured_at() {
  using O = decltype(row_at<I>::oracle);
  using Q = oracle::quick<oracle::wider<T>>;
  measured<T> m{at<I>.name, n_arguments<I>, at<I>.template limit<T>(), draw_of<I, T>, exact_error_of<I, T>, nullptr, at<I>.least};
  constexpr bool quick = [] {
    if constexpr (is_exactly<O>) return true;
    else if constexpr (n_arguments<I> == 1) return std::is_invocable_v<O, Q>;
    else if constexpr (n_arguments<I> == 2) return std::is_invocable_v<O, Q, Q>;
    else return std::is_invocable_v<O, Q, Q, Q>;
  }();
  if constexpr (quick) m.quick_errors = quick_errors_of<I, T>;
  return m;
}
template <class T> struct all_measured {
  measured<T> row[size];
};
template <class T> inline constexpr all_measured<T> measured_rows = []<int... I>(std::integer_sequence<int, I...>) {
  return all_measured<T>{{measured_at<I, T>()...}};
}(std::make_integer_sequence<int, size>{});

template <class T> struct worst_point {
  double ulp = -1;
  T x[3] = {}, y = 0;
};
/// The worst of n results y for the arguments x[0..2]. Against the quick oracle: all. Against MPFR: the `confirmed` worst of those, and one
/// in `every`; where there is no quick oracle, only the latter.
template <class T> worst_point<T> measure(measured<T> const& row, T const* const* x, T const* y, std::int64_t n, int confirmed,
                                          std::int64_t every) {
  worst_point<T> w;
  const auto confirm = [&](std::int64_t i) {
    T const a[3] = {x[0][i], x[1][i], x[2][i]};
    double const u = row.exact_error(a, y[i]);
    if (u > w.ulp) w = {u, {a[0], a[1], a[2]}, y[i]};
  };
  if (row.quick_errors != nullptr) {
    std::vector<double> errors(static_cast<std::size_t>(n));
    row.quick_errors(x, y, errors.data(), n);
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
    auto const middle = order.begin() + std::min<std::int64_t>(n, confirmed);
    std::nth_element(order.begin(), middle, order.end(), [&](std::int64_t a, std::int64_t b) {
      return errors[static_cast<std::size_t>(a)] > errors[static_cast<std::size_t>(b)];
    });
    std::for_each(order.begin(), middle, confirm);
  }
  for (std::int64_t i = 0; i < n; i += every) confirm(i);
  return w;
}
}  // namespace functions
}  // namespace
