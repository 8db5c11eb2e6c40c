// SPDX-License-Identifier: BSL-1.0
// constax' functions, in native registers: the same kernels that the tests run.
#define CONSTAX_KERNELS bench_kernels
#include "../../../tests/math/kernels/kernels.cpp"

#include "bench.hpp"

namespace bench {
namespace {
template <class T> inline constexpr int native = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
template <class T> void sincos_loop(void*, T const* const* x, T* y, int n) {
  T* const c = const_cast<T*>(x[2]);
  for (int i = 0; i < n; i += native<T>) {
    auto const [s, k] = constax::math::sincos(constax::load<T, native<T>>(x[0] + i));
    constax::store(y + i, s), constax::store(c + i, k);
  }
}
template <class T> void loop(void* f, T const* const* x, T* y, int n) { reinterpret_cast<kernels::kernel<T>>(f)(x, y, n); }
}  // namespace

template <class T> std::vector<contender<T>> ours(std::string const& name) {
  if (name == "sincos") return {{"constax", sincos_loop<T>, nullptr}};
  for (int i = 0; i < bench_kernels().size; ++i) {
    auto const& f = bench_kernels().functions[i];
    if (name != f.name) continue;
    kernels::kernel<T> k = nullptr;
    if constexpr (sizeof(T) == 4) k = f.f32[__builtin_ctz(native<T>)];
    else k = f.f64[__builtin_ctz(native<T>)];
    return {{"constax", loop<T>, reinterpret_cast<void*>(k)}};
  }
  return {};
}
template std::vector<contender<float>> ours<float>(std::string const&);
template std::vector<contender<double>> ours<double>(std::string const&);

std::vector<std::string> functions() {
  std::vector<std::string> v;
  for (int i = 0; i < bench_kernels().size; ++i) {
    std::string const n = bench_kernels().functions[i].name;
    v.push_back(n == "sincos, sin" ? "sincos" : n == "sincos, cos" ? "" : n);
  }
  return v;
}
}  // namespace bench
