// SPDX-License-Identifier: BSL-1.0
// Names that other people's headers define as macros must not matter to constax. The standard library, Hana and xsimd
// break on them by themselves (-DN=50 breaks every Hana header), so they come first.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <compare>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <ostream>
#include <random>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
#if defined(_OPENMP)
#include <omp.h>
#endif
#if __has_include(<boost/hana.hpp>)
#include <boost/hana.hpp>
#endif
#if __has_include(<xsimd/xsimd.hpp>)
#include <xsimd/xsimd.hpp>
#endif

#define N 1
#define T int
#define I 1
#define small char
#define min 3
#define max 4

#include <constax/constax.hpp>
#if __has_include(<boost/hana.hpp>)
#include <constax/api/hana.hpp>
#endif
#if __has_include(<xsimd/xsimd.hpp>)
#include <constax/lane/xsimd.hpp>
#endif

namespace cx = constax;
inline constexpr auto f = [](auto x) { return cx::sin(x) * x; };
double slope(double x) { return cx::grad(f)(x); }
