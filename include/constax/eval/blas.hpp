// SPDX-License-Identifier: BSL-1.0
#pragma once
// blas: large matrix products by the BLAS that the program links, where the component constax::blas is asked for; opt-in, because the order
// of summation, and so the bits, are then the library's (OpenBLAS's also depend on its number of threads).
#include <constax/base/vec.hpp>
#if CONSTAX_HAS_BLAS
#include <cblas.h>
#endif

namespace constax::inline CONSTAX_TAG::detail {

/// Flops from which a product goes to the BLAS.
inline constexpr i64 blas_threshold = 2'000'000;

#if CONSTAX_HAS_BLAS
/// c[m,n] = a[m,k] b[k,n] by strides; false where a matrix has no unit stride, which no BLAS takes.
template <class T>
bool blas_multiply(i64 m, i64 n, i64 k, T const* a, i64 a_row, i64 a_term, T const* b, i64 b_term, i64 b_column, T* c, i64 c_row,
                   i64 c_column) noexcept {
  if ((a_term != 1 && a_row != 1) || (b_column != 1 && b_term != 1) || c_column != 1) return false;
  // Rows that overlap, repeat or run backwards (strided arguments) are none either.
  if ((a_term == 1 ? a_row < k : a_term < m) || (b_column == 1 ? b_term < n : b_column < k) || c_row < n) return false;
  auto const transposed_a = a_term == 1 ? CblasNoTrans : CblasTrans, transposed_b = b_column == 1 ? CblasNoTrans : CblasTrans;
  int const lda = static_cast<int>(a_term == 1 ? a_row : a_term), ldb = static_cast<int>(b_column == 1 ? b_term : b_column);
  int const rows = static_cast<int>(m), columns = static_cast<int>(n), terms = static_cast<int>(k), ldc = static_cast<int>(c_row);
  if constexpr (sizeof(T) == 8)
    cblas_dgemm(CblasRowMajor, transposed_a, transposed_b, rows, columns, terms, 1.0, a, lda, b, ldb, 0.0, c, ldc);
  else cblas_sgemm(CblasRowMajor, transposed_a, transposed_b, rows, columns, terms, 1.0f, a, lda, b, ldb, 0.0f, c, ldc);
  return true;
}
#else
template <class T>
bool blas_multiply(i64, i64, i64, T const*, i64, i64, T const*, i64, i64, T*, i64, i64) noexcept {
  return false;
}
#endif

} // namespace constax::inline CONSTAX_TAG::detail
