// SPDX-License-Identifier: BSL-1.0
// math.same_bits_isa: builds of kernels.cpp for instruction sets with fma give the same bits: this machine's own at widths 1, 8 and 16, AVX
// at width 2 (registers of 16 bytes, and less), AVX2 at 4 and 8.
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include "../functions.hpp"
#include "kernels.hpp"

kernels::list avx_kernels();
kernels::list avx2_kernels();

namespace {
struct isa {
  char const* name;
  bool here;
  kernels::list (*kernels)();
};
bool has_fma() { return __builtin_cpu_supports("avx") && __builtin_cpu_supports("fma"); }
isa const isas[] = {{"native", true, native_kernels},
                    {"avx with fma", has_fma(), avx_kernels},
                    {"avx2 with fma", has_fma() && __builtin_cpu_supports("avx2"), avx2_kernels}};
constexpr int n = 102400;

template <class T> using drawing = void (*)(T* const* x);
template <int I, class T> void draw(T* const* x) {
  functions::random<T> g{77};
  for (int i = 0; i < n; ++i) {
    auto const p = functions::at<I>.point(g, i);
    for (int k = 0; k < 3; ++k) x[k][i] = p.x[k];
  }
}
template <class T> struct drawings {
  drawing<T> d[functions::size];
};
template <class T> constexpr drawings<T> all_drawings = []<int... I>(std::integer_sequence<int, I...>) {
  return drawings<T>{{draw<I, T>...}};
}(std::make_integer_sequence<int, functions::size>{});

/// FNV-1a over the bits; all nan are one.
template <class T> std::uint64_t hash(std::vector<T> const& y) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (T v : y) {
    std::uint64_t const b = v != v ? 1 : __builtin_bit_cast(constax::detail::uint_like<T>, v);
    h = (h ^ b) * 0x100000001b3u;
  }
  return h;
}
/// Compares all builds on that row; wrong: one result of the last build is spoilt.
template <class T> int compare(int row, kernels::kernel<T> const (kernels::function::*widths)[5], bool wrong) {
  std::vector<T> a[4] = {std::vector<T>(n), std::vector<T>(n), std::vector<T>(n), std::vector<T>(n)};
  T* const x[3] = {a[0].data(), a[1].data(), a[2].data()};
  all_drawings<T>.d[row](x);
  std::uint64_t first = 0;
  char const* of = nullptr;
  int bad = 0;
  for (auto const& i : isas) {
    if (!i.here) continue;
    auto const& f = i.kernels().functions[row];
    for (int w = 0; w < 5; ++w) {
      if ((f.*widths)[w] == nullptr) continue;
      (f.*widths)[w](x, a[3].data(), n);
      if (wrong && &i == &isas[2]) a[3][1000] = a[3][1000] * (1 + std::numeric_limits<T>::epsilon());
      std::uint64_t const h = hash(a[3]);
      if (of == nullptr) first = h, of = i.name;
      if (h == first) continue;
      ++bad;
      std::printf("%s%s f%d: %s x %d and %s differ\n", wrong ? "wrong twin of " : "", f.name, static_cast<int>(8 * sizeof(T)), i.name,
                  1 << w, of);
    }
  }
  return bad;
}
}  // namespace

int main(int argc, char** argv) {
  bool const wrong = argc > 1 && std::strcmp(argv[1], "wrong_twin") == 0;
  for (auto const& i : isas) {
    if (!i.here) std::printf("%s: not run: this processor lacks the instructions\n", i.name);
  }
  if (native_kernels().vector_bytes < 64) std::printf("avx512: not run: the native build has no such registers\n");
  int bad = 0;
  for (int r = 0; r < functions::size; ++r) {
    bool const spoil = wrong && std::strcmp(functions::names[r], "exp") == 0;
    if (wrong && !spoil) continue;
    bad += compare<float>(r, &kernels::function::f32, spoil);
    bad += compare<double>(r, &kernels::function::f64, spoil);
  }
  std::printf("%d functions, %d points each, f32 and f64: %d comparisons differ\n", wrong ? 1 : functions::size, n, bad);
  return bad != 0;
}
