// SPDX-License-Identifier: BSL-1.0
// Device code gives the bits of the host's kernels: every function of the table, floats and doubles. Without a device: 77.
//
//   device [points [wrong_twin]]
#include "device.hpp"

#include "../functions.hpp"
#include "../kernels/kernels.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace {
/// How many of n points differ; -1: the device failed.
template <int I, class T> long differing(kernels::kernel<T> host, device::kernel<T> given, int n, bool wrong_twin) {
  auto const count = static_cast<std::size_t>(n);
  std::vector<T> x[3]{std::vector<T>(count), std::vector<T>(count), std::vector<T>(count)}, a(count), b(count);
  functions::random<T> g{static_cast<std::uint64_t>(I) + 1};
  for (std::size_t i = 0; i < count; ++i) {
    auto const p = functions::at<I>.point(g, static_cast<std::int64_t>(i));
    for (int k = 0; k < 3; ++k) x[k][i] = p.x[k];
  }
  T const* const args[] = {x[0].data(), x[1].data(), x[2].data()};
  host(args, a.data(), n);
  if (!given(args, b.data(), n)) return -1;
  if (wrong_twin) b[0] = b[0] == T(1) ? T(2) : T(1);
  long differ = 0;
  for (std::size_t i = 0; i < count; ++i) differ += std::memcmp(&a[i], &b[i], sizeof(T)) != 0 && !(a[i] != a[i] && b[i] != b[i]);
  return differ;
}
template <int I> bool same(int n, bool wrong_twin) {
  kernels::function const& host = native_kernels().functions[I];
  device::list const all = device::functions();
  for (int k = 0; k < all.size; ++k) {
    if (std::strcmp(all.functions[k].name, host.name) != 0) continue;
    long const f32 = differing<I, float>(host.f32[0], all.functions[k].f32, n, wrong_twin),
               f64 = differing<I, double>(host.f64[0], all.functions[k].f64, n, wrong_twin);
    if (f32 || f64) std::printf("%s: of %d, %ld floats and %ld doubles differ\n", host.name, n, f32, f64);
    return f32 == 0 && f64 == 0;
  }
  std::printf("%s: not in device.cu\n", host.name);
  return false;
}
} // namespace

int main(int argc, char** argv) {
  if (!device::is_there()) {
    std::puts("there is no device: nothing is compared");
    return 77;
  }
  int const n = argc > 1 ? std::atoi(argv[1]) / 16 * 16 : 1 << 20;
  bool all = true;
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((all = same<I>(n, argc > 2) && all), ...);
  }(std::make_integer_sequence<int, functions::size>{});
  std::printf("%d functions, %d points each: %s\n", functions::size, n, all ? "the same bits" : "bits differ");
  return all ? 0 : 1;
}
