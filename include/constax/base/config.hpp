// SPDX-License-Identifier: BSL-1.0
#pragma once
// config: every macro that looks at a compiler, an instruction set or a build option stands here, and nowhere else.
//
// Objects built with different flags may be linked into one program. Every function of constax therefore lives in an inline
// namespace that bears instruction set and options (tried without: an AVX-512 copy of a rule won in an SSE2 object: SIGILL).
// Types that users store or pass between translation units live in `constax::v0`, and all their members are always inlined.

#if defined(__FAST_MATH__) && !defined(CONSTAX_ALLOW_FAST_MATH)
#error "[constax] -ffast-math breaks NaN, infinities, signed zeros and the fixed order of sums: drop it, or define CONSTAX_ALLOW_FAST_MATH"
#endif
#if __cplusplus < 202002L
#error "[constax] C++20 is needed: compile with -std=c++20"
#endif

// ---- scalar lanes, devices ---------------------------------------------------------------------------------------------
// CONSTAX_SCALAR_LANES: of lane/ and math/ only what scalars need, as text that any compiler takes: no packs, intrinsics or asm.
// Devices get that too.
#if defined(__CUDACC_RTC__) && !defined(CONSTAX_SCALAR_LANES)
#define CONSTAX_SCALAR_LANES
#endif
#if defined(CONSTAX_SCALAR_LANES)
#define CONSTAX_HAS_PACKS 0
#else
#define CONSTAX_HAS_PACKS 1
#endif
#if defined(__CUDA_ARCH__) || defined(__CUDACC_RTC__)
#define CONSTAX_DEVICE 1
#else
#define CONSTAX_DEVICE 0
#endif
#if defined(__CUDACC_RTC__) && !defined(__CUDACC_RTC_INT128__)
#error "[constax] angles are reduced in integers of 128 bits: give NVRTC the option --device-int128"
#endif
#if defined(__CUDACC_RTC__)
#define CONSTAX_EXTENSION // NVRTC has 128 bits without it, and does not know the word
#else
#define CONSTAX_EXTENSION __extension__
#endif
// CONSTAX_HOST_ONLY: such text for hosts, which nvcc shall not compile for devices too (it refuses tables there).
#if defined(__CUDACC__) && !defined(__CUDACC_RTC__) && defined(CONSTAX_SCALAR_LANES) && !defined(CONSTAX_HOST_ONLY)
#define CONSTAX_ANYWHERE __host__ __device__ // for functions; NVRTC takes all for device code by -default-device
#else
#define CONSTAX_ANYWHERE
#endif

// ---- instruction set -------------------------------------------------------------------------------------------------
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || CONSTAX_DEVICE
#define CONSTAX_HAS_FMA 1
#else
#define CONSTAX_HAS_FMA 0
#endif

#if CONSTAX_HAS_PACKS
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define CONSTAX_ISA_TAG avx512
#define CONSTAX_VECTOR_BYTES 64
#elif defined(__AVX2__) && defined(__FMA__)
#define CONSTAX_ISA_TAG avx2fma
#define CONSTAX_VECTOR_BYTES 32
#elif defined(__AVX2__)
#define CONSTAX_ISA_TAG avx2
#define CONSTAX_VECTOR_BYTES 32
#elif defined(__AVX__)
#define CONSTAX_ISA_TAG avx
#define CONSTAX_VECTOR_BYTES 32
#elif defined(__SSE4_1__)
#define CONSTAX_ISA_TAG sse41
#define CONSTAX_VECTOR_BYTES 16
#else
#define CONSTAX_ISA_TAG base
#define CONSTAX_VECTOR_BYTES 16
#endif
#else
#define CONSTAX_VECTOR_BYTES 8 // one element
#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)
#define CONSTAX_ISA_TAG scalar_cuda // kernels have one name in both passes of nvcc, for host and device
#elif CONSTAX_HAS_FMA
#define CONSTAX_ISA_TAG scalar_fma
#else
#define CONSTAX_ISA_TAG scalar
#endif
#endif

#if defined(__x86_64__) || defined(__i386__)
#define CONSTAX_X86 1
#else
#define CONSTAX_X86 0
#endif

#if defined(__SSE4_1__)
#define CONSTAX_HAS_SSE41 1
#else
#define CONSTAX_HAS_SSE41 0
#endif

#if defined(__AVX2__)
#define CONSTAX_HAS_AVX2 1
#else
#define CONSTAX_HAS_AVX2 0
#endif
#if defined(__F16C__) // f16 from float and back
#define CONSTAX_HAS_F16C 1
#else
#define CONSTAX_HAS_F16C 0
#endif
#if CONSTAX_HAS_PACKS && CONSTAX_X86 && !CONSTAX_DEVICE
#define CONSTAX_HAS_INTRINSICS 1
#else
#define CONSTAX_HAS_INTRINSICS 0
#endif

// ---- contraction: a * b + c rounded once where nobody asked for it ------------------------------------------------------
// g++ does so by default (-ffp-contract=fast), also across statements and inlined functions. Products are guarded one by one
// (lane/guard.hpp), since the rest of a program is not ours; text for scalars alone forbids it for itself and for what follows.
// Devices have an option, and for the host's half of a .cu file it is -Xcompiler -ffp-contract=off: nvcc knows no such pragma.
#if defined(__GNUC__) && !defined(__clang__) && CONSTAX_HAS_FMA && CONSTAX_HAS_PACKS && !CONSTAX_DEVICE
#define CONSTAX_CONTRACTS 1
#else
#define CONSTAX_CONTRACTS 0
#endif
#if !CONSTAX_HAS_PACKS && !defined(__CUDACC__)
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
#endif

// ---- the flags with which a compiler that is called while a program runs rounds as this one does: for this machine, and with fused
// multiply-add if that is here (compiled/compiler.hpp) --------------------------------------------------------------------
#if CONSTAX_X86 && CONSTAX_HAS_FMA
#define CONSTAX_FLAGS_OF_MACHINE "-march=native"
#elif CONSTAX_X86
#define CONSTAX_FLAGS_OF_MACHINE "-march=native", "-mno-fma", "-mno-avx512f"
#else
#define CONSTAX_FLAGS_OF_MACHINE "-mcpu=native"
#endif

// ---- optional parts: a component target of CMake defines these; -fopenmp alone is enough too --------------------------
#if defined(_OPENMP) && !defined(CONSTAX_NO_OPENMP)
#define CONSTAX_HAS_OPENMP 1
#define CONSTAX_OMP_TAG omp
#else
#define CONSTAX_HAS_OPENMP 0
#define CONSTAX_OMP_TAG serial
#endif
#if defined(CONSTAX_USE_BLAS)
#define CONSTAX_HAS_BLAS 1
#define CONSTAX_BLAS_TAG blas
#else
#define CONSTAX_HAS_BLAS 0
#define CONSTAX_BLAS_TAG own
#endif

// ---- are places of elements checked, a(i, j), a[k]: without optimisation, and with the standard library's assertions ----------------
#if !defined(CONSTAX_CHECK_PLACES)
#if (!defined(__OPTIMIZE__) && !defined(NDEBUG)) || defined(_GLIBCXX_ASSERTIONS) || \
    (defined(_LIBCPP_HARDENING_MODE) && _LIBCPP_HARDENING_MODE > 2)
#define CONSTAX_CHECK_PLACES 1
#else
#define CONSTAX_CHECK_PLACES 0
#endif
#endif

// ---- the tag -----------------------------------------------------------------------------------------------------------
#define CONSTAX_JOIN4_(a, b, c, d) a##_##b##_##c##_##d
#define CONSTAX_JOIN4(a, b, c, d) CONSTAX_JOIN4_(a, b, c, d)
#define CONSTAX_TAG CONSTAX_JOIN4(v0, CONSTAX_ISA_TAG, CONSTAX_OMP_TAG, CONSTAX_BLAS_TAG)

// ---- exceptions, and whose library throws them -----------------------------------------------------------------------
#if defined(__cpp_exceptions)
#define CONSTAX_HAS_EXCEPTIONS 1
#else
#define CONSTAX_HAS_EXCEPTIONS 0
#endif
#if __has_include(<bits/functexcept.h>)
#define CONSTAX_HAS_LIBSTDCXX 1
#else
#define CONSTAX_HAS_LIBSTDCXX 0
#endif

// ---- diagnostics: how much of a string argument the compiler prints ---------------------------------------------------
#if defined(__clang__)
#define CONSTAX_PRINTED_STRING_LENGTH 30
#define CONSTAX_GCC_FRIEND_WARNING 0
#else
#define CONSTAX_GCC_FRIEND_WARNING 1
#define CONSTAX_PRINTED_STRING_LENGTH 4096
#endif

// ---- attributes ----------------------------------------------------------------------------------------------------------
// Without optimisation, code that is inlined by force stays as long as it was: g++ 12 takes twice the time and memory for it.
#if defined(__OPTIMIZE__)
#define CONSTAX_INLINED __attribute__((always_inline)) // in front of a function, behind the parameters of a lambda
#else
#define CONSTAX_INLINED
#endif
#define CONSTAX_INLINE CONSTAX_INLINED CONSTAX_ANYWHERE inline

// In front of a loop: eight turns are one piece of code, so that their loads are under way together.
#if CONSTAX_DEVICE
#define CONSTAX_UNROLL_8 _Pragma("unroll 8")
#else
#define CONSTAX_UNROLL_8
#endif
#if CONSTAX_DEVICE
#define CONSTAX_RARE __noinline__
#else
#define CONSTAX_RARE [[gnu::noinline, gnu::cold]] // a function that few arguments need
#endif

namespace constax::inline v0 {}
namespace constax::inline CONSTAX_TAG {}
