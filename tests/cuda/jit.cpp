// SPDX-License-Identifier: BSL-1.0
// cuda::jit on a driver of the host: what is traced and compiled, when; and what a kernel gets. Kernels are compiled by NVRTC; in their
// place runs a function of the host, which writes down what it is called with. Without NVRTC nothing is tried.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include "stand_in.hpp"
#include "support.hpp"

#include <constax/cuda/graph.hpp>
#include <constax/cuda/jit.hpp>

#include <iostream>

namespace cx = constax;
namespace cuda = cx::cuda;

namespace {
using cuda::device_pointer;

bool have() {
  if (cuda::nvrtc_available()) return true;
  std::cout << "SKIPPED: NVRTC is not installed: " << cuda::why_nvrtc_unavailable() << '\n';
  return false;
}

/// The last launch: how, and with which pointers.
struct launch {
  unsigned blocks = 0, threads = 0;
  long calls = 0; // of all threads
  unsigned arrived = 1;
  std::vector<device_pointer> pointers;
};
launch seen;
void (*work)(std::vector<device_pointer> const&) = nullptr; // what the kernel does, once

template <class... P> void record(stand_in::thread t, P... p) {
  if (t.block == 0 && t.index == 0) {
    seen = {t.blocks, t.threads, 0, 1, {p...}};
    if (stand_in::machine::get().inside(seen.pointers.back(), sizeof(unsigned)))
      std::memcpy(&seen.arrived, stand_in::host(seen.pointers.back()), sizeof(unsigned));
    if (work) work(seen.pointers);
  }
  ++seen.calls;
}
template <std::size_t> using pointer_of = device_pointer;
template <class T> T* at(device_pointer p) { return static_cast<T*>(stand_in::host(p)); }

/// A driver whose code is whatever NVRTC makes. No files keep it.
struct with_nvrtc : stand_in::driver {
  explicit with_nvrtc(std::size_t memory = std::size_t{1} << 30)
      : stand_in::driver([&](auto& m) {
          ::setenv("CONSTAX_CACHE", "", 1);
          m.images_are_ours = true, m.memory = memory;
        }) {
    seen = {}, work = nullptr;
  }
  /// The kernel of f takes so many pointers: arguments, results, memory, arrivals.
  template <std::size_t N, class F> stand_in::kernel& kernel_of(F const&) {
    return [&]<std::size_t... I>(std::index_sequence<I...>)->stand_in::kernel& {
      return stand_in::add_kernel(cuda::detail::kernel_name<F>(), record<pointer_of<I>...>);
    }
    (std::make_index_sequence<N>{});
  }
  int launches() const {
    return stand_in::machine::get().calls["cuLaunchKernel"] + stand_in::machine::get().calls["cuLaunchCooperativeKernel"];
  }
};
std::uint64_t compiled() { return cuda::kernel_cache::of_process().statistics().compiled; }
std::vector<double> numbers(std::size_t n) {
  std::vector<double> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<double>(i) + 0.5;
  return v;
}
cx::device_array sent(std::size_t n, cuda::stream const& s = cuda::stream()) { return cx::to_device(cx::ndarray(numbers(n)), s); }
} // namespace

TEST_CASE("a kernel gets its arguments, then its results, then memory") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto f = [](auto x, auto y, auto n) { return std::tuple{x * y + 1.0, cx::sum(x), n + 1}; };
  d.kernel_of<8>(f);
  work = [](std::vector<device_pointer> const& p) {
    for (int i = 0; i < 5; ++i) at<double>(p[3])[i] = at<double const>(p[0])[i] + 100 * at<double const>(p[1])[i];
    *at<double>(p[4]) = -7, *at<int>(p[5]) = *at<int const>(p[2]) * 2;
  };
  cx::device_array const x = sent(5), y = sent(5), n = cx::to_device(cx::ndarray(21));
  auto const [u, v, m] = cuda::jit(f)(x, y, n);
  REQUIRE(seen.pointers.size() == 8);
  CHECK(seen.pointers[0] == x.pointer());
  CHECK(seen.pointers[1] == y.pointer());
  CHECK(seen.pointers[2] == n.pointer());
  CHECK(seen.pointers[3] == u.pointer());
  CHECK(seen.pointers[4] == v.pointer());
  CHECK(seen.pointers[5] == m.pointer());
  CHECK(u.type() == cx::aval{cx::dtype::f64, {5}});
  CHECK(v.type() == cx::aval{cx::dtype::f64, {}});
  CHECK(m.type() == cx::aval{cx::dtype::i32, {}});
  CHECK(u.to_vector<double>() == std::vector<double>{50.5, 151.5, 252.5, 353.5, 454.5});
  CHECK(v.item<double>() == -7);
  CHECK(m.item<int>() == 42);
  CHECK(d->wrong.empty());
}

TEST_CASE("how a kernel is launched follows from what waits for what") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto nobody = [](auto x) { return cx::sin(x); };
  constexpr auto all = [](auto x) { return x - cx::sum(x); };
  d.kernel_of<4>(nobody);
  auto const launched = [&](auto f, std::size_t n) {
    seen = {};
    cuda::jit(f)(sent(n));
    return std::pair{seen.blocks, seen.threads};
  };
  using form = std::pair<unsigned, unsigned>;
  SECTION("nobody waits: blocks of 256, as many as the device runs at once") { // 4 multiprocessors of 2048 threads
    CHECK(launched(nobody, 1) == form{1, 256});
    CHECK(launched(nobody, 256) == form{1, 256});
    CHECK(launched(nobody, 257) == form{2, 256});
    CHECK(launched(nobody, 1000000) == form{32, 256});
    CHECK(d->calls["cuLaunchCooperativeKernel"] == 0);
  }
  SECTION("a little: one block, of whole warps") {
    d.kernel_of<4>(all);
    CHECK(launched(all, 100) == form{1, 128});
    CHECK(launched(all, 1000) == form{1, 1024});
    CHECK(launched(all, 4000) == form{1, 1024});
    CHECK(d->calls["cuLaunchCooperativeKernel"] == 0);
  }
  SECTION("all wait for each other: a cooperative launch, with a counter that is 0") {
    d.kernel_of<4>(all).registers = 64; // so half as many threads
    CHECK(launched(all, 100000) == form{16, 256});
    CHECK(seen.arrived == 0);
    CHECK(seen.pointers[3] > seen.pointers[2]); // behind all else in memory
    CHECK(d->calls["cuLaunchCooperativeKernel"] == 1);
    CHECK(d->calls["cuLaunchKernel"] == 0);
  }
  CHECK(d->wrong.empty());
}
TEST_CASE("a kernel of many registers gets smaller blocks") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto f = [](auto x) { return x / cx::sum(x); };
  d.kernel_of<4>(f).max_threads = 512;
  cuda::jit(f)(sent(1000));
  CHECK(seen.threads == 512);
  CHECK(seen.calls == 512);
  CHECK(d->wrong.empty());
}

TEST_CASE("a program is made once for each signature and device") {
  if (!have()) return;
  with_nvrtc d;
  static int traces = 0;
  constexpr auto f = [](auto x) { return ++traces, cx::cos(x) + 1.0; };
  d.kernel_of<4>(f);
  auto const g = cuda::jit(f);
  std::uint64_t const before = compiled();
  g(sent(10));
  CHECK(traces == 1);
  CHECK(compiled() == before + 1);
  g(sent(10)), cuda::jit(f)(sent(10));
  CHECK(traces == 1);
  CHECK(compiled() == before + 1);
  CHECK(d->calls["cuModuleLoadDataEx"] == 1);
  g(sent(11)), g(cx::to_device(cx::ndarray(std::vector<float>{1, 2}))), g(cx::to_device(cx::ndarray(1.5)));
  CHECK(traces == 4);
  CHECK(compiled() == before + 4);
  g(sent(11));
  CHECK(compiled() == before + 4);
  cuda::stream const other = cuda::default_stream(cuda::device(1));
  cx::device_array const y = g(sent(10, other));
  CHECK(compiled() == before + 4); // the same code, loaded once more
  CHECK(d->calls["cuModuleLoadDataEx"] == 5);
  CHECK(y.on() == cuda::device(1));
  CHECK(d.launches() == 8);
  CHECK(d->wrong.empty());
}
TEST_CASE("what a function holds is no part of its signature: it is traced in each call, and compiled for each program") {
  if (!have()) return;
  with_nvrtc d;
  auto const times = [](double a) { return [a](auto x) { return x * a; }; };
  auto const twice = times(2), thrice = times(3);
  d.kernel_of<4>(twice);
  std::uint64_t const before = compiled();
  cuda::jit(twice)(sent(3)), cuda::jit(thrice)(sent(3)), cuda::jit(twice)(sent(3));
  CHECK(compiled() == before + 2);
  CHECK(d.launches() == 3);
  CHECK(d->wrong.empty());
}

TEST_CASE("arguments and results are trees; numbers are sent to the device") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto loss = [](auto const& w, auto x, auto scale) { return cx::sum(cx::tanh(x * w.first) + w.second) * scale; };
  constexpr auto step = cx::value_and_grad(loss);
  d.kernel_of<9>(step); // two weights, x, scale; loss, two slopes; memory, arrivals
  work = [](std::vector<device_pointer> const& p) {
    *at<double>(p[4]) = *at<double const>(p[3]) + *at<double const>(p[1]); // the numbers
    for (int i = 0; i < 4; ++i) at<double>(p[5])[i] = i;
    *at<double>(p[6]) = 9;
  };
  cx::device_array const w = sent(4), x = sent(4);
  auto const [l, slopes] = cuda::jit(step)(std::pair{w, 0.25}, x, 2.0);
  REQUIRE(seen.pointers.size() == 9);
  CHECK(seen.pointers[0] == w.pointer());
  CHECK(seen.pointers[2] == x.pointer());
  CHECK(l.item<double>() == 2.25);
  CHECK(slopes.first.to_vector<double>() == std::vector<double>{0, 1, 2, 3});
  CHECK(slopes.second.item<double>() == 9);
  CHECK(slopes.second.rank() == 0);
  CHECK(d->wrong.empty());
}
TEST_CASE("numbers alone run in the default stream; a stream may be named") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto f = [](auto x, auto y) { return cx::hypot(x, y); };
  d.kernel_of<5>(f);
  work = [](std::vector<device_pointer> const& p) { *at<float>(p[2]) = *at<float const>(p[0]) - *at<float const>(p[1]); };
  CHECK(cuda::jit(f)(4.0f, 1.5f).item<float>() == 2.5f);
  cuda::stream const s = cuda::stream::make();
  cx::device_array const y = cuda::jit(f).on(s, 1.0f, 3.0f);
  CHECK(y.item<float>() == -2.0f);
  CHECK(y.stream() == s);
  cx::device_array const x = cx::to_device(cx::ndarray(8.0f), s);
  CHECK(cuda::jit(f)(1.0f, x).stream() == s); // of the first array
  CHECK(d->wrong.empty());
}

TEST_CASE("what another stream makes is waited for") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto f = [](auto x, auto y) { return x - y; };
  d.kernel_of<5>(f);
  cuda::stream const one = cuda::stream::make(), two = cuda::stream::make();
  cx::device_array const x = sent(3, one), y = sent(3, two);
  int const before = d->calls["cuStreamWaitEvent"];
  CHECK(cuda::jit(f)(y, x).stream() == two);
  CHECK(d->calls["cuStreamWaitEvent"] > before);
  CHECK(d->wrong.empty());
}
TEST_CASE("a call takes memory, so it is no part of a graph; this is said, and the stream goes on") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto f = [](auto x) { return x * 3.0; };
  d.kernel_of<4>(f);
  cuda::stream const s = cuda::stream::make();
  cx::device_array const x = sent(1, s);
  cuda::jit(f)(x);
  has(thrown<cuda::error>([&] { cuda::capture(s, [&] { cuda::jit(f)(x); }); }), "allocate before the capture");
  CHECK(!s.capturing());
  CHECK(d.launches() == 1);
  CHECK_NOTHROW(cuda::jit(f)(x));
  CHECK(d.launches() == 2);
  CHECK(d->wrong.empty());
}

TEST_CASE("arguments on two devices are refused") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto f = [](auto x, auto y) { return x + y; };
  cx::device_array const x = sent(3), y = sent(3, cuda::default_stream(cuda::device(1)));
  has(thrown<cuda::error>([&] { cuda::jit(f)(x, y); }),
      "[constax] cuda::jit: one argument is on device 0 (stand-in 0), another on device 1 (stand-in 1); cx::to_device(x, device) copies "
      "from one to the other");
  CHECK(d.launches() == 0);
  CHECK(d->wrong.empty());
}
TEST_CASE("shapes that do not fit are said before anything is launched") {
  if (!have()) return;
  with_nvrtc d;
  constexpr auto added = [](auto x, auto y) { return x + y; };
  CHECK_THROWS_AS(cuda::jit(added)(sent(3), sent(4)), cx::shape_error);
  CHECK(d.launches() == 0);
  CHECK(d->calls["cuModuleLoadDataEx"] == 0);
  CHECK(d->wrong.empty());
}

TEST_CASE("where memory runs out nothing is lost, and the next call works") {
  if (!have()) return;
  with_nvrtc d(std::size_t{1} << 20);
  constexpr auto f = [](auto x) { return std::pair{cx::exp(x), cx::log(x)}; };
  d.kernel_of<5>(f);
  work = [](std::vector<device_pointer> const& p) { *at<double>(p[1]) = 1, *at<double>(p[2]) = 2; };
  cx::device_array const x = sent(50000); // 400 kB; two results are 800
  std::size_t const blocks = d.blocks();
  CHECK_THROWS_AS(cuda::jit(f)(x), cuda::out_of_memory);
  CHECK(d.launches() == 0);
  cuda::stream().synchronize();
  CHECK(d.blocks() == blocks);
  d->memory = std::size_t{1} << 30;
  auto const [u, v] = cuda::jit(f)(x);
  CHECK(d.launches() == 1);
  CHECK(u.to_vector<double>()[0] == 1);
  CHECK(v.to_vector<double>()[0] == 2);
  d->fails["cuLaunchKernel"] = cuda::status::launch_out_of_resources;
  CHECK_THROWS_AS(cuda::jit(f)(x), cuda::error);
  CHECK_NOTHROW(cuda::jit(f)(x));
  CHECK(d->wrong.empty());
}
