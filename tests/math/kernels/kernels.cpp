// SPDX-License-Identifier: BSL-1.0
// Built many times with different flags: every function of the table on arrays. CONSTAX_KERNELS names this build's list of them;
// CONSTAX_KERNEL_WIDTHS are its widths; native ones if it is not defined.
#include "kernels.hpp"
#include "../functions.hpp"

namespace {
#if defined(CONSTAX_KERNEL_WIDTHS)
template <class> inline constexpr int widths[] = {CONSTAX_KERNEL_WIDTHS};
#else
template <class T> inline constexpr int widths[] = {CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T))};
#endif
/// Row I on n arguments. Flattened: in a user's loop a function is inlined, but the table's lambda around a large one is not, and erfc in
/// f64 takes 10.8 cycles instead of 8.0.
template <int I, class T, int W> [[gnu::flatten]] void apply(T const* const* x, T* y, int n) {
  for (int i = 0; i < n; i += W) {
    constax::lane<T, W> a[functions::n_arguments<I>];
    for (int k = 0; k < functions::n_arguments<I>; ++k) a[k] = constax::load<T, W>(x[k] + i);
    constax::store(y + i, functions::at<I>(a));
  }
}
template <int I, class T, int... K> constexpr void fill(kernels::kernel<T>* out, std::integer_sequence<int, K...>) {
  ((out[__builtin_ctz(static_cast<unsigned>(widths<T>[K]))] = apply<I, T, widths<T>[K]>), ...);
}
template <int I> constexpr kernels::function entry() {
  kernels::function f{functions::at<I>.name, functions::n_arguments<I>, {}, {}};
  fill<I, float>(f.f32, std::make_integer_sequence<int, sizeof(widths<float>) / sizeof(int)>{});
  fill<I, double>(f.f64, std::make_integer_sequence<int, sizeof(widths<double>) / sizeof(int)>{});
  return f;
}
struct list {
  kernels::function f[functions::size];
};
constexpr list entries = []<int... I>(std::integer_sequence<int, I...>) {
  return list{{entry<I>()...}};
}(std::make_integer_sequence<int, functions::size>{});
}  // namespace

kernels::list CONSTAX_KERNELS() { return {entries.f, functions::size, CONSTAX_VECTOR_BYTES}; }
