// SPDX-License-Identifier: BSL-1.0
#pragma once
// bench: who competes. A contender computes y[i] = f(x[0][i], ...) for n values in 512-bit registers; sincos writes cosines to x[2].
#include <string>
#include <vector>

namespace bench {
template <class T> struct contender {
  std::string of;                                                        // constax, xsimd, SLEEF, libmvec
  void (*loop)(void* f, T const* const* x, T* y, int n) = nullptr;
  void* f = nullptr;  // the library's function, for loops that call one
};
/// All that a library offers under a function's name; empty: nothing.
template <class T> std::vector<contender<T>> ours(std::string const& name);
template <class T> std::vector<contender<T>> xsimds(std::string const& name);
template <class T> std::vector<contender<T>> of_libraries(std::string const& name);
std::vector<std::string> functions();
}  // namespace bench
