// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernels: what a build of kernels.cpp offers: the functions of the table on arrays. No templates that do something: builds for different
// instruction sets are linked into one program.

namespace kernels {
template <class T> using kernel = void (*)(T const* const* x, T* y, int n);  // y[i] = f(x[0][i], x[1][i], x[2][i]), n a multiple of 16
struct function {
  char const* name;
  int arguments;
  kernel<float> f32[5];  // by log2 of the width; null for widths that this build lacks
  kernel<double> f64[5];
};
struct list {
  function const* functions;  // in the order of the table
  int size;
  int vector_bytes;  // of the native registers of this build
};
}  // namespace kernels

/// Widths 1, 8 and 16, built with -O2 -march=native. (The other widths are in the builds for AVX and AVX2: each costs seconds.)
kernels::list native_kernels();
