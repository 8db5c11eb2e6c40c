// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native -Wno-maybe-uninitialized -Wno-uninitialized
// xsimd (in this unit, inlined), SLEEF and libmvec (opened at run time, so that the benchmark is built and run without them too).
#include "bench.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <map>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__)
#include <immintrin.h>
#define BENCH_512 1
#else
#define BENCH_512 0
#endif
#if BENCH_512 && __has_include(<xsimd/xsimd.hpp>)
#include <xsimd/xsimd.hpp>
#define BENCH_XSIMD 1
#else
#define BENCH_XSIMD 0
#endif

namespace bench {
namespace {
#if BENCH_512
template <class T> struct registers;
template <> struct registers<float> { using type = __m512; };
template <> struct registers<double> { using type = __m512d; };
template <class T> using reg = typename registers<T>::type;
template <class T> inline constexpr int width = 64 / static_cast<int>(sizeof(T));
template <class T> reg<T> get(T const* p) {
  if constexpr (sizeof(T) == 4) return _mm512_loadu_ps(p);
  else return _mm512_loadu_pd(p);
}
template <class T> void put(T* p, reg<T> v) {
  if constexpr (sizeof(T) == 4) _mm512_storeu_ps(p, v);
  else _mm512_storeu_pd(p, v);
}

template <class T> void unary(void* f, T const* const* x, T* y, int n) {
  auto const g = reinterpret_cast<reg<T> (*)(reg<T>)>(f);
  for (int i = 0; i < n; i += width<T>) put<T>(y + i, g(get<T>(x[0] + i)));
}
template <class T> void binary(void* f, T const* const* x, T* y, int n) {
  auto const g = reinterpret_cast<reg<T> (*)(reg<T>, reg<T>)>(f);
  for (int i = 0; i < n; i += width<T>) put<T>(y + i, g(get<T>(x[0] + i), get<T>(x[1] + i)));
}
template <class T> struct two {
  reg<T> sin, cos;
};
template <class T> void sleef_sincos(void* f, T const* const* x, T* y, int n) {
  auto const g = reinterpret_cast<two<T> (*)(reg<T>)>(f);
  T* const c = const_cast<T*>(x[2]);
  for (int i = 0; i < n; i += width<T>) {
    two<T> const r = g(get<T>(x[0] + i));
    put<T>(y + i, r.sin), put<T>(c + i, r.cos);
  }
}
// libmvec's takes a pointer for each element
void mvec_sincos_64(void* f, double const* const* x, double* y, int n) {
  auto const g = reinterpret_cast<void (*)(__m512d, __m512i, __m512i)>(f);
  double* const c = const_cast<double*>(x[2]);
  __m512i const step = _mm512_setr_epi64(0, 8, 16, 24, 32, 40, 48, 56);
  for (int i = 0; i < n; i += 8) {
    g(get<double>(x[0] + i), _mm512_add_epi64(_mm512_set1_epi64(reinterpret_cast<long long>(y + i)), step),
      _mm512_add_epi64(_mm512_set1_epi64(reinterpret_cast<long long>(c + i)), step));
  }
}
void mvec_sincos_32(void* f, float const* const* x, float* y, int n) {
  auto const g = reinterpret_cast<void (*)(__m512, __m512i, __m512i, __m512i, __m512i)>(f);
  float* const c = const_cast<float*>(x[2]);
  __m512i const step = _mm512_setr_epi64(0, 4, 8, 12, 16, 20, 24, 28);
  const auto at = [&](float* p) { return _mm512_add_epi64(_mm512_set1_epi64(reinterpret_cast<long long>(p)), step); };
  for (int i = 0; i < n; i += 16) g(get<float>(x[0] + i), at(y + i), at(y + i + 8), at(c + i), at(c + i + 8));
}

void* library(char const* file, char const* name) {
  void* const l = dlopen(file, RTLD_NOW);
  if (l == nullptr) std::printf("without %s: %s is not here\n", name, file);
  return l;
}
#endif

#if BENCH_XSIMD
template <class T> using batch = xsimd::batch<T, xsimd::avx512bw>;
template <class T, class F> void xsimd_unary(void*, T const* const* x, T* y, int n) {
  for (int i = 0; i < n; i += width<T>) F{}(batch<T>::load_unaligned(x[0] + i)).store_unaligned(y + i);
}
template <class T, class F> void xsimd_binary(void*, T const* const* x, T* y, int n) {
  for (int i = 0; i < n; i += width<T>) F{}(batch<T>::load_unaligned(x[0] + i), batch<T>::load_unaligned(x[1] + i)).store_unaligned(y + i);
}
template <class T> void xsimd_sincos(void*, T const* const* x, T* y, int n) {
  T* const c = const_cast<T*>(x[2]);
  for (int i = 0; i < n; i += width<T>) {
    auto const r = xsimd::sincos(batch<T>::load_unaligned(x[0] + i));
    r.first.store_unaligned(y + i), r.second.store_unaligned(c + i);
  }
}
template <class T, class F> contender<T> one(F) { return {"xsimd", xsimd_unary<T, F>, nullptr}; }
template <class T, class F> contender<T> both(F) { return {"xsimd", xsimd_binary<T, F>, nullptr}; }
#endif
}  // namespace

template <class T> std::vector<contender<T>> xsimds([[maybe_unused]] std::string const& name) {
#if BENCH_XSIMD
  static std::map<std::string, contender<T>> const all = {
      {"sqrt", one<T>([](auto x) { return xsimd::sqrt(x); })},
      {"cbrt", one<T>([](auto x) { return xsimd::cbrt(x); })},
      {"hypot", both<T>([](auto x, auto y) { return xsimd::hypot(x, y); })},
      {"exp", one<T>([](auto x) { return xsimd::exp(x); })},
      {"exp2", one<T>([](auto x) { return xsimd::exp2(x); })},
      {"expm1", one<T>([](auto x) { return xsimd::expm1(x); })},
      {"log", one<T>([](auto x) { return xsimd::log(x); })},
      {"log2", one<T>([](auto x) { return xsimd::log2(x); })},
      {"log10", one<T>([](auto x) { return xsimd::log10(x); })},
      {"log1p", one<T>([](auto x) { return xsimd::log1p(x); })},
      {"pow", both<T>([](auto x, auto y) { return xsimd::pow(x, y); })},
      {"sin", one<T>([](auto x) { return xsimd::sin(x); })},
      {"cos", one<T>([](auto x) { return xsimd::cos(x); })},
      {"tan", one<T>([](auto x) { return xsimd::tan(x); })},
      {"asin", one<T>([](auto x) { return xsimd::asin(x); })},
      {"acos", one<T>([](auto x) { return xsimd::acos(x); })},
      {"atan", one<T>([](auto x) { return xsimd::atan(x); })},
      {"atan2", both<T>([](auto x, auto y) { return xsimd::atan2(x, y); })},
      {"sinh", one<T>([](auto x) { return xsimd::sinh(x); })},
      {"cosh", one<T>([](auto x) { return xsimd::cosh(x); })},
      {"tanh", one<T>([](auto x) { return xsimd::tanh(x); })},
      {"asinh", one<T>([](auto x) { return xsimd::asinh(x); })},
      {"acosh", one<T>([](auto x) { return xsimd::acosh(x); })},
      {"atanh", one<T>([](auto x) { return xsimd::atanh(x); })},
      {"erf", one<T>([](auto x) { return xsimd::erf(x); })},
      {"erfc", one<T>([](auto x) { return xsimd::erfc(x); })},
      {"tgamma", one<T>([](auto x) { return xsimd::tgamma(x); })},
      {"lgamma", one<T>([](auto x) { return xsimd::lgamma(x); })},
      {"floor", one<T>([](auto x) { return xsimd::floor(x); })},
      {"ceil", one<T>([](auto x) { return xsimd::ceil(x); })},
      {"round", one<T>([](auto x) { return xsimd::round(x); })},
      {"trunc", one<T>([](auto x) { return xsimd::trunc(x); })},
      {"rem", both<T>([](auto x, auto y) { return xsimd::fmod(x, y); })},
      {"nextafter", both<T>([](auto x, auto y) { return xsimd::nextafter(x, y); })},
      // what users of xsimd write where it has no function
      {"logistic", one<T>([](auto x) { return decltype(x)(T(1)) / (decltype(x)(T(1)) + xsimd::exp(-x)); })},
      {"rsqrt", one<T>([](auto x) { return decltype(x)(T(1)) / xsimd::sqrt(x); })},
      {"softplus", one<T>([](auto x) { return xsimd::max(x, decltype(x)(T(0))) + xsimd::log1p(xsimd::exp(-xsimd::abs(x))); })},
      {"sincos", {"xsimd", xsimd_sincos<T>, nullptr}}};
  auto const i = all.find(name);
  if (i != all.end()) return {i->second};
#endif
  return {};
}

template <class T> std::vector<contender<T>> of_libraries([[maybe_unused]] std::string const& name) {
  std::vector<contender<T>> v;
#if BENCH_512
  static void* const sleef = library("libsleef.so.3", "SLEEF");
  static void* const mvec = library("libmvec.so.1", "libmvec");
  constexpr bool f32 = sizeof(T) == 4;
  std::string const lanes = f32 ? "f16" : "d8", n = name == "rem" ? "fmod" : name;
  bool const pair = n == "pow" || n == "hypot" || n == "atan2" || n == "fmod" || n == "nextafter", sc = n == "sincos";
  if (sleef != nullptr) {
    for (std::string const bound : {"_u10", "_u15", "_u05", "_u35", "_"}) {  // 1.0 ulp where that is offered
      if (bound == "_u35" && name != "sinh" && name != "cosh" && name != "tanh") continue;
      if (void* const f = dlsym(sleef, ("Sleef_" + n + lanes + bound + "avx512f").c_str())) {
        v.push_back({bound == "_" ? "SLEEF" : "SLEEF" + bound, sc ? sleef_sincos<T> : pair ? binary<T> : unary<T>, f});
        break;
      }
    }
  }
  if (mvec != nullptr) {
    std::string const symbol = std::string(f32 ? "_ZGVeN16" : "_ZGVeN8") + (sc ? "vvv_" : pair ? "vv_" : "v_") + n + (f32 ? "f" : "");
    if (void* const f = dlsym(mvec, symbol.c_str())) {
      contender<T> c{"libmvec", pair ? binary<T> : unary<T>, f};
      if (sc) {
        if constexpr (f32) c.loop = mvec_sincos_32;
        else c.loop = mvec_sincos_64;
      }
      v.push_back(c);
    }
  }
#endif
  return v;
}
template std::vector<contender<float>> xsimds<float>(std::string const&);
template std::vector<contender<double>> xsimds<double>(std::string const&);
template std::vector<contender<float>> of_libraries<float>(std::string const&);
template std::vector<contender<double>> of_libraries<double>(std::string const&);
}  // namespace bench
