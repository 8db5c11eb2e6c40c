// SPDX-License-Identifier: BSL-1.0
// The functions in device code. (The table of functions.hpp is a tuple of lambdas, of which nvcc's front end makes nothing that g++ takes: so they are
// written again here, and device.cpp looks whether any is missing.)
#include "device.hpp"

#include <constax/math/math.hpp>

#include <cstdint>
#include <cstdio>

namespace {
namespace cm = constax::math;

#define FUNCTIONS(ONE)                                                                                                                     \
  ONE(1, "sqrt", cm::sqrt(x)) ONE(2, "cbrt", cm::cbrt(x)) ONE(3, "rsqrt", cm::rsqrt(x)) ONE(4, "hypot", cm::hypot(x, y))                   \
  ONE(5, "exp", cm::exp(x)) ONE(6, "exp2", cm::exp2(x)) ONE(7, "expm1", cm::expm1(x)) ONE(8, "log", cm::log(x))                            \
  ONE(9, "log1p", cm::log1p(x)) ONE(10, "log2", cm::log2(x)) ONE(11, "log10", cm::log10(x)) ONE(12, "pow", cm::pow(x, y))                  \
  ONE(13, "integer_pow, 3", cm::integer_pow(x, 3)) ONE(14, "integer_pow, -2", cm::integer_pow(x, -2)) ONE(15, "sin", cm::sin(x))           \
  ONE(16, "cos", cm::cos(x)) ONE(17, "sincos, sin", cm::sincos(x).first) ONE(18, "sincos, cos", cm::sincos(x).second)                      \
  ONE(19, "tan", cm::tan(x)) ONE(20, "asin", cm::asin(x)) ONE(21, "acos", cm::acos(x)) ONE(22, "atan", cm::atan(x))                        \
  ONE(23, "atan2", cm::atan2(x, y)) ONE(24, "sinh", cm::sinh(x)) ONE(25, "cosh", cm::cosh(x)) ONE(26, "tanh", cm::tanh(x))                 \
  ONE(27, "asinh", cm::asinh(x)) ONE(28, "acosh", cm::acosh(x)) ONE(29, "atanh", cm::atanh(x)) ONE(30, "logistic", cm::logistic(x))        \
  ONE(31, "softplus", cm::softplus(x)) ONE(32, "erf", cm::erf(x)) ONE(33, "erfc", cm::erfc(x)) ONE(34, "erf_inv", cm::erf_inv(x))          \
  ONE(35, "tgamma", cm::tgamma(x)) ONE(36, "lgamma", cm::lgamma(x)) ONE(37, "digamma", cm::digamma(x))                                     \
  ONE(38, "polygamma", cm::polygamma(x, y)) ONE(39, "zeta", cm::zeta(x, y)) ONE(40, "igamma", cm::igamma(x, y))                            \
  ONE(41, "igammac", cm::igammac(x, y)) ONE(42, "igamma_grad_a", cm::igamma_grad_a(x, y)) ONE(43, "betainc", cm::betainc(x, y, z))         \
  ONE(44, "bessel_i0e", cm::bessel_i0e(x)) ONE(45, "bessel_i1e", cm::bessel_i1e(x)) ONE(46, "floor", cm::floor(x))                         \
  ONE(47, "ceil", cm::ceil(x)) ONE(48, "round", cm::round(x)) ONE(49, "trunc", cm::trunc(x)) ONE(50, "nextafter", cm::nextafter(x, y))     \
  ONE(51, "ldexp", cm::ldexp(x, constax::convert<std::int32_t>(y))) ONE(52, "frexp, mantissa", cm::frexp(x).first)                         \
  ONE(53, "frexp, exponent", constax::convert<T>(cm::frexp(x).second)) ONE(54, "rem", cm::rem(x, y))                        \
  ONE(55, "gaussian", cm::gaussian(x))

#define AS_TYPE(number, name, result)                                                                                 \
  struct function_##number {                                                                                          \
    template <class T> static __device__ T of(T x, [[maybe_unused]] T y, [[maybe_unused]] T z) { return result; }     \
  };
FUNCTIONS(AS_TYPE)

template <class F, class T> __global__ void apply(T const* x, T const* y, T const* z, T* out, int n) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = F::of(x[i], y[i], z[i]);
}
bool done(cudaError_t e) {
  if (e != cudaSuccess) std::printf("device: %s\n", cudaGetErrorString(e));
  return e == cudaSuccess;
}
template <class F, class T> bool launch(T const* const* x, T* y, int n) {
  std::size_t const count = static_cast<std::size_t>(n), bytes = sizeof(T) * count;
  T* memory = nullptr;
  if (!done(cudaMalloc(&memory, 4 * bytes))) return false;
  bool ok = true;
  for (std::size_t k = 0; k < 3; ++k) ok = ok && done(cudaMemcpy(memory + k * count, x[k], bytes, cudaMemcpyHostToDevice));
  apply<F, T><<<static_cast<unsigned>(n + 255) / 256, 256>>>(memory, memory + count, memory + 2 * count, memory + 3 * count, n);
  ok = ok && done(cudaGetLastError()) && done(cudaMemcpy(y, memory + 3 * count, bytes, cudaMemcpyDeviceToHost));
  cudaFree(memory);
  return ok;
}
#define AS_ENTRY(number, name, result) {name, launch<function_##number, float>, launch<function_##number, double>},
constexpr device::function entries[] = {FUNCTIONS(AS_ENTRY)};
} // namespace

device::list device::functions() { return {entries, static_cast<int>(sizeof(entries) / sizeof(entries[0]))}; }
bool device::is_there() {
  int n = 0;
  return cudaGetDeviceCount(&n) == cudaSuccess && n > 0;
}
