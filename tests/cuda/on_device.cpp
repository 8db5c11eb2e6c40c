// SPDX-License-Identifier: BSL-1.0
// on_device: what only a device can show. A line for each check, "pass name" or "FAIL name: why"; lines "note" are measurements.
//
//   g++ -std=c++20 -O1 -march=native -I include tests/cuda/on_device.cpp -o on_device -ldl -pthread && ./on_device
//
// Ends with 0, with 1 if a check failed, with 77 where there is no device or no NVRTC.
#include <constax/cuda/dlpack.hpp>
#include <constax/cuda/graph.hpp>
#include <constax/cuda/kernel_cache.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <iostream>
#include <sstream>
#include <sys/wait.h>
#include <thread>

namespace cx = constax;
namespace cuda = cx::cuda;

namespace {

char const* const source = R"(
extern "C" __global__ void saxpy(int n, float a, float const* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void fill(long long n, unsigned char value, unsigned char* to) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) to[i] = value;
}
__device__ unsigned long long now() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
  return t;
}
// Runs for so many microseconds, then copies a number.
extern "C" __global__ void slow(unsigned microseconds, int const* from, int* to) {
  unsigned long long const end = now() + 1000ull * microseconds;
  while (now() < end) {}
  if (to) *to = *(int const volatile*)from;
}
// All threads of the grid wait for each other.
__device__ void barrier(unsigned* count, unsigned* phase) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned const p = *(unsigned volatile*)phase;
    if (atomicAdd(count, 1u) == gridDim.x - 1) {
      *(unsigned volatile*)count = 0;
      __threadfence();
      atomicAdd(phase, 1u);
    } else
      while (*(unsigned volatile*)phase == p) {}
    __threadfence();
  }
  __syncthreads();
}
// Each round a thread takes the number of a thread in the block behind its own, and adds one.
extern "C" __global__ void rounds(int n, int* a, int* b, unsigned* count, unsigned* phase) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x, from = (i + blockDim.x) % all;
  for (int r = 0; r < n; ++r) {
    int volatile *x = r % 2 ? b : a, *y = r % 2 ? a : b;
    y[i] = x[from] + 1;
    barrier(count, phase);
  }
}
// Writes to shared memory that was asked for, and sums it up.
extern "C" __global__ void in_shared(int n, int* sum) {
  extern __shared__ int tile[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = i % 7;
  __syncthreads();
  int s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += tile[n - 1 - i];
  atomicAdd(sum, s);
}
extern "C" __global__ void stray(int* p) { p[1ull << 40] = 1; }
)";

cuda::kernel_source named(char const* name) { return {.name = name, .source = source}; }
cuda::kernel kernel(char const* name) { return cuda::kernel_cache::of_process().kernel(named("kernels"), name); }

void expect(bool holds, std::string const& what) {
  if (!holds) throw std::runtime_error(what);
}
template <class E, class F> std::string thrown(F const& f) {
  try {
    f();
  } catch (E const& e) {
    return e.what();
  }
  throw std::runtime_error("nothing was thrown");
}
void expect_has(std::string const& text, std::string const& part) {
  expect(text.find(part) != std::string::npos, "'" + part + "' is missing in: " + text);
}

double seconds(auto const& f) {
  auto const from = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

template <class T> std::vector<T> some(std::size_t n) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const r = (i + 1) * 0x9e3779b97f4a7c15u;
    if constexpr (cx::is_prng_key<T>) v[i] = T{r};
    else if constexpr (std::is_same_v<T, bool>) v[i] = (r >> 40) % 2 != 0;
    else v[i] = static_cast<T>(r >> 33);
  }
  return v;
}

void copies() {
  for (cx::u8 i = 0; i < cx::dtype_count; ++i)
    cx::detail::visit_element(static_cast<cx::dtype>(i), [&]<class T>(T) {
      for (std::int64_t n : {0, 1, 255, 257, 1000003}) {
        std::vector<T> const v = some<T>(static_cast<std::size_t>(n));
        cx::device_array const a = cx::to_device(cx::ndarray(v, {n}));
        std::string const which = std::string(cx::info(static_cast<cx::dtype>(i)).name) + " " + std::to_string(n);
        expect(cx::to_host(a).to_vector<T>() == v, which);
        expect(cx::to_host_later(a).get().template to_vector<T>() == v, which + ", later");
        if constexpr (!cx::is_prng_key<T>)
          expect(cx::to_host(cx::device_array_from_dlpack(cx::to_dlpack(a))).template to_vector<T>() == v, which + ", DLPack");
      }
      return true;
    });
}

void saxpy() {
  int const n = 1000003;
  std::vector<float> x(n), y(n), z(n);
  for (int i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = std::sin(static_cast<float>(i)), y[static_cast<std::size_t>(i)] = std::cos(static_cast<float>(i));
  cx::device_array const dx = cx::to_device(cx::ndarray(x)), dy = cx::to_device(cx::ndarray(y));
  kernel("saxpy").launch(cuda::stream(), {(n + 255) / 256}, {256}, 0, n, 1.7f, dx, dy);
  for (std::size_t i = 0; i < z.size(); ++i) {
    float volatile const product = 1.7f * x[i]; // rounded, as the source says
    z[i] = product + y[i];
  }
  expect(dy.to_vector<float>() == z, "bits differ from those of the host");
}

void cache() {
  char name[] = "/tmp/constax_on_device_XXXXXX";
  std::string const folder = ::mkdtemp(name);
  double first = 0, second = 0;
  std::string file;
  {
    cuda::kernel_cache c(folder);
    first = seconds([&] { c.kernel(named("saxpy")); });
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) threads.emplace_back([&] { c.kernel(named("fill")); });
    for (auto& t : threads) t.join();
    expect(c.statistics().compiled == 2, "eight threads compiled " + std::to_string(c.statistics().compiled - 1) + " times");
  }
  cuda::kernel_cache c(folder);
  second = seconds([&] { c.kernel(named("saxpy")); });
  bool const found = c.statistics().from_files == 1;
  if (DIR* d = ::opendir(folder.c_str())) {
    while (dirent* e = ::readdir(d)) ::unlink((folder + '/' + e->d_name).c_str());
    ::closedir(d);
  }
  ::rmdir(folder.c_str());
  expect(found, "it was not found in its file");
  std::cout << "note a kernel compiled in " << first * 1e3 << " ms, from its file in " << second * 1e3 << " ms\n";
}

void ptx() {
  cuda::device const d;
  std::string const arch = "compute_" + std::to_string(std::min(d.properties().major * 10 + d.properties().minor, 90));
  cuda::compiled_code const c = cuda::compile(named("saxpy"), arch);
  expect(c.is_ptx, "it is no PTX");
  cx::device_array const x = cx::to_device(cx::ndarray{1.0f, 2.0f}), y = cx::to_device(cx::ndarray{10.0f, 20.0f});
  cuda::module(c.image).kernel("saxpy").launch(cuda::stream(), {1}, {32}, 0, 2, 3.0f, x, y);
  expect(y.to_vector<float>() == std::vector<float>{13, 26}, "wrong numbers");
  std::string const said = thrown<cuda::error>([] { cuda::module("rubbish", cuda::device(), "saxpy"); });
  expect_has(said, "bytes of code for saxpy");
}

void cooperative() {
  cuda::kernel const k = kernel("rounds");
  unsigned const threads = 128, blocks = static_cast<unsigned>(k.most_cooperative_blocks(threads));
  int const n = 100;
  std::size_t const all = std::size_t{threads} * blocks;
  std::vector<int> start(all), want(all);
  for (std::size_t i = 0; i < all; ++i) start[i] = static_cast<int>(i);
  for (std::size_t i = 0; i < all; ++i) want[i] = start[(i + n * threads) % all] + n;
  cx::device_array const a = cx::to_device(cx::ndarray(start)), b = cx::to_device(cx::ndarray(start)), count = cx::to_device(0u),
                         phase = cx::to_device(0u);
  k.launch_cooperative(cuda::stream(), {blocks}, {threads}, 0, n, a, b, count, phase);
  expect(a.to_vector<int>() == want, "a block did not wait for the others");
  expect(phase.item<unsigned>() == static_cast<unsigned>(n), "barriers");
  double const t = seconds([&] {
    k.launch_cooperative(cuda::stream(), {blocks}, {threads}, 0, 1000, a, b, count, phase);
    cuda::default_stream().synchronize();
  });
  std::cout << "note " << blocks << " blocks of " << threads << " threads: " << t * 1e3 << " us a barrier\n";
  expect_has(thrown<cuda::error>([&] { k.launch_cooperative(cuda::stream(), {blocks + 1}, {threads}, 0, n, a, b, count, phase); }),
             "at a time");
}

void graphs() {
  cuda::kernel const k = kernel("saxpy");
  cuda::stream const s = cuda::stream::make();
  cx::device_array const x = cx::to_device(cx::ndarray{1.0f, 2.0f}, s), y = cx::to_device(cx::ndarray{0.0f, 0.0f}, s);
  int const inside = 20;
  cuda::graph const g = cuda::capture(s, [&] {
    for (int i = 0; i < inside; ++i) k.launch(s, {1}, {32}, 0, 2, 1.0f, x, y);
    thrown<cuda::error>([&] { cuda::buffer b(10, s); }); // is refused, and harms nothing
  });
  expect(y.to_vector<float>() == std::vector<float>{0, 0}, "it ran while it was captured");
  g.launch(s), g.launch(s);
  expect(y.to_vector<float>() == std::vector<float>{40, 80}, "wrong numbers");
  auto const a_kernel = [&](auto const& f, int kernels) {
    f(), s.synchronize();
    return seconds([&] {
             for (int i = 0; i < 100; ++i) f();
             s.synchronize();
           }) /
           100 / kernels * 1e6;
  };
  double const alone = a_kernel([&] { k.launch(s, {1}, {32}, 0, 2, 1.0f, x, y); }, 1), graph = a_kernel([&] { g.launch(s); }, inside);
  std::cout << "note a small kernel: " << alone << " us launched alone, " << graph << " us in a graph of " << inside << '\n';
  bool threw = false;
  try {
    cuda::capture(s, [&] {
      k.launch(s, {1}, {32}, 0, 2, 1.0f, x, y);
      throw 7;
    });
  } catch (int) {
    threw = true;
  }
  expect(threw && !s.capturing(), "an exception in a capture does not end it");
  k.launch(s, {1}, {32}, 0, 2, 1.0f, x, y);
  s.synchronize();
}

void events() {
  cuda::stream const s;
  cuda::event const from(s);
  kernel("slow").launch(s, {1}, {1}, 0, 20000u, cuda::device_pointer{}, cuda::device_pointer{});
  cuda::event const to(s);
  expect(!to.ready(), "the kernel is not done when its launch returns");
  double const ms = cuda::elapsed_ms(from, to);
  expect(ms > 19 && ms < 100, std::to_string(ms) + " ms of 20");
  expect(s.idle(), "and then it is");
}

void two_streams() {
  cuda::kernel const k = kernel("slow");
  cuda::stream const a = cuda::stream::make(), b = cuda::stream::make();
  cx::device_array const x = cx::to_device(cx::ndarray{1, 2, 3}), y = cx::to_device(cx::ndarray{0, 0, 0});
  cuda::default_stream().synchronize();
  cuda::device_pointer const none{};
  k.launch(a, {1}, {1}, 0, 10u, none, none), a.synchronize();
  double const t = seconds([&] {
    k.launch(a, {1}, {1}, 0, 100000u, none, none), k.launch(b, {1}, {1}, 0, 100000u, none, none);
    a.synchronize(), b.synchronize();
  });
  expect(t > 0.099 && t < 0.18, "two kernels of 100 ms took " + std::to_string(t) + " s");
  k.launch(a, {1}, {1}, 0, 50000u, x.pointer() + 4, y.pointer()); // y[0] = x[1], late
  b.wait(a);
  k.launch(b, {1}, {1}, 0, 0u, y.pointer(), y.pointer() + 8); // y[2] = y[0]
  b.synchronize();
  expect(y.to_vector<int>() == std::vector<int>{2, 0, 2}, "one stream did not wait for the other");
}

void use_on() { // memory that another stream still reads is not given to the next who asks
  cuda::kernel const k = kernel("slow");
  cuda::stream const home, other = cuda::stream::make();
  cx::device_array const result = cx::to_device(0);
  result.use_on(other);
  for (int round = 1; round <= 10; ++round) {
    cuda::device_pointer at = 0;
    {
      cx::device_array const x = cx::to_device(round);
      at = x.use_on(other).pointer();
      k.launch(other, {1}, {1}, 0, 5000u, x, result);
    }
    cx::device_array const next = cx::to_device(-1); // takes its place, if it may
    expect(cx::to_host(result, other).item<int>() == round, "the number was overwritten, at " + std::to_string(at == next.pointer()));
  }
}

void sources_are_free() {
  cuda::kernel const k = kernel("slow");
  cuda::stream const s = cuda::stream::make();
  for (std::size_t n :
       {std::size_t{100}, std::size_t{60000}, std::size_t{70000}, std::size_t{1000000}, std::size_t{4} << 20, std::size_t{20000000}}) {
    std::vector<unsigned char> from = some<unsigned char>(n);
    std::vector<unsigned char> const kept = from;
    std::vector<unsigned char> to(n);
    cuda::buffer const b(n, s);
    k.launch(s, {1}, {1}, 0, 30000u, cuda::device_pointer{}, cuda::device_pointer{});
    double const t = seconds([&] { cuda::copy_to_device(b.pointer(), from.data(), n, s); });
    std::fill(from.begin(), from.end(), static_cast<unsigned char>(0));
    cuda::copy_to_host(to.data(), b.pointer(), n, s);
    expect(to == kept, std::to_string(n) + " bytes were read after the call had returned");
    std::cout << "note a copy of " << cuda::detail::bytes_text(n) << " behind a kernel of 30 ms returns after " << t * 1e3 << " ms\n";
    if (n <= std::size_t{4} << 20)
      expect(t < 0.025, "a copy of " + std::to_string(n) + " bytes waited for the stream: " + std::to_string(t) + " s");
  }
}

void shared_memory() {
  cuda::kernel const k = kernel("in_shared");
  std::size_t const most = cuda::device().properties().shared_per_block_opt_in;
  for (std::size_t bytes : {std::size_t{40} << 10, most}) {
    int const n = static_cast<int>(bytes / 4);
    int want = 0;
    for (int i = 0; i < n; ++i) want += i % 7;
    cx::device_array const sum = cx::to_device(0);
    k.launch(cuda::stream(), {1}, {256}, bytes, n, sum);
    expect(sum.item<int>() == want, cuda::detail::bytes_text(bytes));
  }
  expect_has(thrown<cuda::error>([&] { k.launch(cuda::stream(), {1}, {256}, most + 4, 0, cuda::device_pointer{}); }), "take smaller tiles");
  expect_has(thrown<cuda::error>([&] { k.launch(cuda::stream(), {1}, {2048}, 0, 0, cuda::device_pointer{}); }), "blocks of 2048 threads");
}

void out_of_memory() {
  cuda::device const d;
  cx::ndarray const x{1.0, 2.0, 3.0};
  cx::device_array const a = cx::to_device(x);
  auto const before = cuda::statistics();
  std::string const said = thrown<cuda::out_of_memory>([&] { cuda::buffer b(2 * d.properties().memory_bytes); });
  expect_has(said, "out of memory: ");
  expect_has(said, d.name());
  expect(cuda::statistics().in_use == before.in_use && cuda::statistics().allocations == before.allocations, "counts have changed");
  cuda::free_cache();
  std::size_t const free = d.free_bytes();
  { cuda::buffer const most(free / 10 * 6); }
  { cuda::buffer const other(free / 10 * 7); } // what was kept of the first is in its way
  {
    std::vector<cuda::buffer> all;
    thrown<cuda::out_of_memory>([&] {
      for (;;) all.emplace_back(std::size_t{3} << 30);
    });
    expect(all.size() >= free / (std::size_t{4} << 30), "there was room for more");
    expect(cx::to_host(a) == x, "numbers that were there are gone");
  }
  cuda::free_cache();
  expect(d.free_bytes() + (std::size_t{256} << 20) > free, "the memory has not come back");
  expect(cx::to_host(a) == x, "numbers that were there are gone");
  saxpy();
}

void throughput() {
  cuda::stream const s;
  std::size_t const n = std::size_t{256} << 20;
  std::vector<std::byte> const pageable(n);
  std::vector<std::byte> back(n);
  cuda::pinned_buffer pinned(n);
  std::memset(pinned.data(), 1, n);
  cuda::buffer const a(n), b(n);
  auto const rate = [&](auto const& f) {
    f(), s.synchronize();
    double const t = seconds([&] { f(), s.synchronize(); });
    return static_cast<double>(n) / t / 1e9;
  };
  std::cout << "note GB/s to the device: " << rate([&] { cuda::copy_to_device(a.pointer(), pageable.data(), n, s); })
            << ", from pinned memory " << rate([&] { cuda::copy_to_device(a.pointer(), pinned, n, s); })
            << "; to the host: " << rate([&] { cuda::copy_to_host(back.data(), a.pointer(), n, s); }) << ", to pinned memory "
            << rate([&] { cuda::copy_to_host(pinned, a.pointer(), n, s); }) << "; on the device "
            << rate([&] { cuda::copy_on_device(b.pointer(), a.pointer(), n, s); }) << '\n';
  cuda::kernel const k = kernel("fill");
  auto const blocks = static_cast<unsigned>(cuda::device().properties().multiprocessors * 8);
  std::cout << "note GB/s written by a kernel of single bytes: "
            << rate([&] { k.launch(s, {blocks}, {256}, 0, static_cast<long long>(n), static_cast<unsigned char>(1), a); }) << '\n';
  double const t = seconds([&] {
    for (int i = 0; i < 1000; ++i) cuda::buffer(1 << 20);
  });
  std::cout << "note a buffer of 1 MiB is taken and given back in " << t * 1e3 << " us\n";
  double const c = seconds([&] {
    for (int i = 0; i < 1000; ++i) kernel("fill");
  });
  std::cout << "note a kernel is found in the cache in " << c * 1e3 << " us\n";
}

void without_pools() { // the same driver, as if it had none
  cuda::driver_replacement const old([](void*, char const* name) -> void* {
    static void* const library = ::dlopen("libcuda.so.1", RTLD_NOW);
    return std::string_view(name) == "cuMemAllocFromPoolAsync" ? nullptr : ::dlsym(library, name);
  });
  expect(!cuda::statistics().pooled, "it has pools");
  copies();
  use_on();
  out_of_memory();
}

void many_threads() {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&wrong, t] {
      try {
        cuda::stream const s = cuda::stream::make();
        cuda::kernel const k = kernel("saxpy");
        for (int i = 0; i < 50; ++i) {
          int const n = 1000 + 100 * i + t;
          std::vector<float> const x(static_cast<std::size_t>(n), static_cast<float>(t)), y(static_cast<std::size_t>(n), 1.0f);
          cx::device_array const dx = cx::to_device(cx::ndarray(x), s), dy = cx::to_device(cx::ndarray(y), s);
          k.launch(s, {static_cast<unsigned>(n + 255) / 256}, {256}, 0, n, 2.0f, dx, dy);
          for (float const z : dy.to_vector<float>()) wrong += z != 2.0f * static_cast<float>(t) + 1.0f;
        }
      } catch (std::exception const&) {
        wrong += 1000000;
      }
    });
  for (auto& t : threads) t.join();
  expect(wrong == 0, std::to_string(wrong) + " numbers are wrong");
}

void between_devices() {
  if (cuda::device_count() < 2) {
    std::cout << "note there is one device: copies between devices were not tried\n";
    return;
  }
  cx::ndarray const x(some<double>(1000003));
  cx::device_array const a = cx::to_device(x), b = cx::to_device(a, cuda::device(1)), c = cx::to_device(b, cuda::device(0));
  expect(cx::to_host(b) == x && cx::to_host(c) == x, "other numbers arrived");
}

int illegal_address() { // in a process of its own, which cannot use the device afterwards
  try {
    kernel("saxpy").launch(cuda::stream(), {1}, {32}, 0, 0, 0.0f, cuda::device_pointer{}, cuda::device_pointer{});
    kernel("stray").launch(cuda::stream(), {1}, {1}, 0, cuda::buffer(4));
    cuda::default_stream().synchronize();
  } catch (cuda::kernel_failure const& e) {
    std::cout << e.what() << '\n';
    try {
      cuda::buffer b(100);
    } catch (cuda::kernel_failure const&) {
      std::cout << "and so does the next call\n";
    }
    return 3;
  }
  return 4;
}
void failure_is_named() {
  std::array<char, 4096> self{};
  ssize_t const length = ::readlink("/proc/self/exe", self.data(), self.size() - 1);
  expect(length > 0, "/proc/self/exe");
  FILE* const child = ::popen(("'" + std::string(self.data()) + "' illegal_address 2>&1").c_str(), "r");
  expect(child != nullptr, "no child process");
  std::string said;
  for (int c; (c = std::fgetc(child)) != EOF;) said += static_cast<char>(c);
  int const status = ::pclose(child);
  expect(WIFEXITED(status) && WEXITSTATUS(status) == 3, "the child ended with " + std::to_string(status) + ": " + said);
  expect_has(said, "CUDA_ERROR_ILLEGAL_ADDRESS (700)");
  expect_has(said, "newest first: stray, saxpy");
  expect_has(said, "and so does the next call");
}

int failures = 0;
void check(char const* name, auto const& f) {
  std::string why;
  double const t = seconds([&] {
    try {
      f();
    } catch (std::exception const& e) {
      why = e.what();
      if (why.empty()) why = "?";
    }
  });
  if (why.empty()) std::cout << "pass " << name;
  else std::cout << "FAIL " << name << ": " << why, ++failures;
  std::cout << "  (" << t << " s)" << std::endl;
}

} // namespace

int main(int argc, char** argv) {
  if (!cuda::available() || !cuda::nvrtc_available()) {
    std::cout << "SKIPPED: " << (cuda::available() ? cuda::why_nvrtc_unavailable() : cuda::why_unavailable()) << '\n';
    return 77;
  }
  if (argc > 1 && std::string_view(argv[1]) == "illegal_address") return illegal_address();
  cuda::device const d;
  cuda::device_properties const& p = d.properties();
  std::cout << "note " << cuda::str(d) << ", " << d.arch() << ", driver " << cuda::driver_version() << ", NVRTC " << cuda::nvrtc_version()
            << ": " << p.multiprocessors << " multiprocessors, " << cuda::detail::bytes_text(p.memory_bytes) << ", "
            << p.peak_bandwidth() / 1e9 << " GB/s, L2 " << cuda::detail::bytes_text(p.l2_bytes) << ", shared memory of a block "
            << cuda::detail::bytes_text(p.shared_per_block_opt_in) << ", compiles for " << cuda::best_arch()
            << (p.memory_pools ? ", pools" : ", no pools") << std::endl;
  check("copies there and back", copies);
  check("saxpy has the bits of the host", saxpy);
  check("the cache of kernels", cache);
  check("PTX", ptx);
  check("cooperative launch", cooperative);
  check("graphs", graphs);
  check("events", events);
  check("two streams", two_streams);
  check("memory that another stream reads", use_on);
  check("sources are free when a copy returns", sources_are_free);
  check("large shared memory", shared_memory);
  check("eight threads", many_threads);
  check("between devices", between_devices);
  check("out of memory", out_of_memory);
  check("without pools", without_pools);
  check("throughput", throughput);
  check("a failure is named", failure_is_named);
  std::cout << (failures ? "FAIL " : "pass ") << failures << " failures\n";
  return failures ? 1 : 0;
}
