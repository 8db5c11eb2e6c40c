// SPDX-License-Identifier: BSL-1.0
#pragma once
// stand_in: a driver on the host, for tests on machines without a device. Memory of its devices is memory of the host; streams do at once
// what is put into them, or write it down while they are captured; kernels are functions of the host, called for one thread after the
// other.
//
// It is strict where the driver is: a thread without a context may do nothing, copies stay inside of blocks, handles are freed once.
// Tests say how much memory there is, which calls fail, and what the driver lacks.
#include <constax/cuda/driver.hpp>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

namespace stand_in {
namespace cuda = constax::cuda;
using cuda::status;

/// Where a kernel's thread is.
struct thread {
  unsigned block, blocks, index, threads; // along x
};
using bound_kernel = std::function<status(unsigned blocks, unsigned threads)>;
struct kernel {
  std::function<bound_kernel(void** args)> bind; // copies the arguments, as a launch does
  int registers = 32, max_threads = 1024;
  int shared_bytes = 0, dynamic_shared = 0; // the latter: allowed
};

struct pool {
  int device;
  std::uint64_t threshold = 0, reserved = 0, used = 0;
};
struct stream {
  int device;
  bool capturing = false;
  std::vector<std::function<status()>> written = {};
};
struct event {
  int device;
  bool timed, recorded = false;
  std::chrono::steady_clock::time_point at = {};
};
struct block {
  std::size_t bytes;
  int device;
  pool* of;
};
using graph = std::vector<std::function<status()>>;

struct machine {
  std::recursive_mutex mutex;
  // what a test sets
  int devices = 2;
  int arch = 90;
  bool pools = true;
  std::size_t memory = std::size_t{1} << 30; // of each device
  std::set<std::string> lacks;               // functions
  std::map<std::string, status> fails;       // the next call of that name, once
  std::map<std::string, kernel> kernels;     // in modules whose image is "stand-in",
  bool images_are_ours = false;              // or in all
  // what it counts
  std::map<std::string, int> calls;
  std::map<cuda::device_pointer, block> blocks;
  std::map<void*, std::size_t> pinned;
  std::set<void*> handles; // streams, events, modules, graphs
  std::map<int, std::size_t> taken;
  std::map<int, status> broken;   // a device on which a kernel has failed
  std::vector<std::string> wrong; // what the driver would have refused or crashed on

  static machine& get() {
    static machine& m = *new machine; // never freed, as handles of drivers are not
    return m;
  }
  bool inside(cuda::device_pointer at, std::size_t bytes) const {
    auto i = blocks.upper_bound(at);
    if (i == blocks.begin()) return false;
    --i;
    return at + bytes <= i->first + i->second.bytes;
  }
};

inline int& context() {
  thread_local int c = 0; // 1 + device
  return c;
}
inline cuda::context_handle handle_of(int c) { return reinterpret_cast<cuda::context_handle>(static_cast<std::uintptr_t>(c)); }

/// What each function begins with: its result, if that is not to be success.
inline status enter(char const* name, bool in_context = true) {
  machine& m = machine::get();
  ++m.calls[name];
  if (auto i = m.fails.find(name); i != m.fails.end()) {
    status const s = i->second;
    m.fails.erase(i);
    return s;
  }
  if (!in_context) return status::success;
  if (context() == 0) return m.wrong.push_back(std::string(name) + " without a context"), status::invalid_context;
  if (auto i = m.broken.find(context() - 1); i != m.broken.end()) return i->second;
  return status::success;
}

/// Done now, or written down.
inline status put(cuda::stream_handle h, std::function<status()> work) {
  if (!h) return work();
  auto* s = reinterpret_cast<stream*>(h);
  if (!machine::get().handles.count(s)) return status::invalid_handle;
  if (s->device != context() - 1) machine::get().wrong.push_back("a stream in another context");
  if (s->capturing) return s->written.push_back(std::move(work)), status::success;
  return work();
}

/// Adds a kernel of the host: a function of the place of a thread, and of the kernel's arguments.
template <class... Args> kernel& add_kernel(std::string const& name, void (*f)(thread, Args...)) {
  kernel& k = machine::get().kernels[name];
  k = {};
  k.bind = [f](void** args) -> bound_kernel {
    auto const values = [&]<std::size_t... I>(std::index_sequence<I...>) { return std::tuple<Args...>{*static_cast<Args*>(args[I])...}; }
    (std::index_sequence_for<Args...>{});
    return [f, values](unsigned blocks, unsigned threads) {
      for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < threads; ++t) std::apply([&](Args... a) { f(thread{b, blocks, t, threads}, a...); }, values);
      return status::success;
    };
  };
  return k;
}
/// One that ends in a fault: the device is lost from then on.
inline void add_failing_kernel(std::string const& name, status with) {
  kernel& k = machine::get().kernels[name];
  k = {};
  k.bind = [with](void**) -> bound_kernel {
    int const device = context() - 1;
    return [with, device](unsigned, unsigned) { return machine::get().broken[device] = with, status::success; };
  };
}

struct loaded_module {
  int device;
};

#define CX_LOCKED std::lock_guard const lock(machine::get().mutex)
#define CX_ENTER(...)                                                      \
  CX_LOCKED;                                                               \
  machine& m = machine::get();                                             \
  if (status const s = enter(__VA_ARGS__); s != status::success) return s; \
  static_cast<void>(m)

template <class T> status destroy(void* h) {
  machine& m = machine::get();
  if (m.handles.erase(h) == 0) return m.wrong.push_back("a handle that is none is destroyed"), status::invalid_handle;
  delete static_cast<T*>(h);
  return status::success;
}
template <class T, class... Args> T* make(Args&&... args) {
  T* t = new T{std::forward<Args>(args)...};
  machine::get().handles.insert(t);
  return t;
}

inline status take(cuda::device_pointer* at, std::size_t bytes, pool* of) {
  machine& m = machine::get();
  int const d = context() - 1;
  if (bytes == 0) return status::invalid_value;
  std::size_t grows = bytes;
  if (of) grows = of->used + bytes > of->reserved ? of->used + bytes - of->reserved : 0;
  if (m.taken[d] + grows > m.memory) return status::out_of_memory;
  void* const p = std::malloc(bytes);
  std::memset(p, 0xa5, bytes);
  m.taken[d] += grows;
  if (of) of->reserved += grows, of->used += bytes;
  *at = reinterpret_cast<cuda::device_pointer>(p);
  m.blocks[*at] = {bytes, d, of};
  return status::success;
}
inline status give(cuda::device_pointer at, bool pooled) {
  machine& m = machine::get();
  auto const i = m.blocks.find(at);
  if (i == m.blocks.end() || (i->second.of != nullptr) != pooled || i->second.device != context() - 1)
    return m.wrong.push_back("memory that is none is freed"), status::invalid_value;
  pool* const of = i->second.of;
  if (!of) m.taken[i->second.device] -= i->second.bytes;
  else {
    of->used -= i->second.bytes;
    if (of->reserved > of->threshold) {
      std::uint64_t const keep = of->used > of->threshold ? of->used : of->threshold;
      if (of->reserved > keep) m.taken[of->device] -= of->reserved - keep, of->reserved = keep;
    }
  }
  std::memset(reinterpret_cast<void*>(at), 0x5a, i->second.bytes);
  std::free(reinterpret_cast<void*>(at));
  m.blocks.erase(i);
  return status::success;
}
inline status copied(void* to, void const* from, std::size_t bytes, std::initializer_list<cuda::device_pointer> on_device) {
  machine& m = machine::get();
  for (cuda::device_pointer at : on_device)
    if (!m.inside(at, bytes)) return m.wrong.push_back("a copy beyond a block"), status::invalid_value;
  std::memcpy(to, from, bytes);
  return status::success;
}
inline void* host(cuda::device_pointer p) { return reinterpret_cast<void*>(p); }

inline status launch(cuda::function_handle f, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                     cuda::stream_handle s, void** args) {
  machine& m = machine::get();
  auto* k = reinterpret_cast<kernel*>(f);
  if (x * y * z == 0 || bx * by * bz == 0 || static_cast<int>(bx * by * bz) > k->max_threads) return status::invalid_value;
  if (static_cast<int>(shared) > std::max(k->dynamic_shared, (48 << 10) - k->shared_bytes))
    return m.wrong.push_back("more shared memory than was allowed"), status::invalid_value;
  return put(s, [bound = k->bind(args), blocks = x * y * z, threads = bx * by * bz] { return bound(blocks, threads); });
}

/// Functions by the driver's names.
inline void* lookup(void*, char const* asked) {
  using namespace constax::cuda;
  static std::map<std::string, void*> const all = [] {
    std::map<std::string, void*> t;
    auto const add = [&]<class R, class... A>(char const* name, R (*f)(A...)) { t[name] = reinterpret_cast<void*>(f); };
    add(
        "cuInit", +[](unsigned) {
          CX_ENTER("cuInit", false);
          return status::success;
        });
    add(
        "cuDriverGetVersion", +[](int* v) {
          *v = 13000;
          return status::success;
        });
    add(
        "cuGetErrorName", +[](status s, char const** name) {
          *name = s == status::out_of_memory     ? "CUDA_ERROR_OUT_OF_MEMORY"
                  : s == status::illegal_address ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                  : s == status::invalid_value   ? "CUDA_ERROR_INVALID_VALUE"
                  : s == status::no_device       ? "CUDA_ERROR_NO_DEVICE"
                                                 : "CUDA_ERROR_OF_THE_STAND_IN";
          return status::success;
        });
    add(
        "cuGetErrorString", +[](status, char const** text) {
          *text = "said by the stand-in";
          return status::success;
        });
    add(
        "cuDeviceGetCount", +[](int* n) {
          CX_ENTER("cuDeviceGetCount", false);
          *n = m.devices;
          return status::success;
        });
    add(
        "cuDeviceGet", +[](int* d, int i) {
          CX_ENTER("cuDeviceGet", false);
          *d = i;
          return i < m.devices ? status::success : status::invalid_device;
        });
    add(
        "cuDeviceGetName", +[](char* to, int n, int d) {
          std::string const name = "stand-in " + std::to_string(d);
          std::strncpy(to, name.c_str(), static_cast<std::size_t>(n));
          return status::success;
        });
    add(
        "cuDeviceTotalMem_v2", +[](std::size_t* n, int) {
          *n = machine::get().memory;
          return status::success;
        });
    add(
        "cuDeviceGetAttribute", +[](int* n, device_attribute a, int) {
          CX_LOCKED;
          machine& m = machine::get();
          using enum device_attribute;
          std::map<device_attribute, int> const known = {{max_threads_per_block, 1024},
                                                         {max_grid_x, 0x7fffffff},
                                                         {max_grid_y, 65535},
                                                         {max_grid_z, 65535},
                                                         {shared_per_block, 48 << 10},
                                                         {warp_size, 32},
                                                         {registers_per_block, 65536},
                                                         {clock_khz, 1980000},
                                                         {multiprocessors, 4},
                                                         {memory_clock_khz, 2619000},
                                                         {memory_bus_bits, 5120},
                                                         {l2_bytes, 50 << 20},
                                                         {max_threads_per_multiprocessor, 2048},
                                                         {compute_major, m.arch / 10},
                                                         {compute_minor, m.arch % 10},
                                                         {shared_per_multiprocessor, 228 << 10},
                                                         {registers_per_multiprocessor, 65536},
                                                         {cooperative_launch, 1},
                                                         {shared_per_block_opt_in, 227 << 10},
                                                         {max_blocks_per_multiprocessor, 32},
                                                         {shared_reserved_per_block, 1 << 10},
                                                         {memory_pools, m.pools ? 1 : 0}};
          auto const i = known.find(a);
          if (i == known.end()) return status::invalid_value;
          *n = i->second;
          return status::success;
        });
    add(
        "cuDevicePrimaryCtxRetain", +[](context_handle* c, int d) {
          CX_ENTER("cuDevicePrimaryCtxRetain", false);
          *c = handle_of(d + 1);
          return status::success;
        });
    add(
        "cuCtxSetCurrent", +[](context_handle c) {
          context() = static_cast<int>(reinterpret_cast<std::uintptr_t>(c));
          return status::success;
        });
    add(
        "cuCtxGetCurrent", +[](context_handle* c) {
          *c = handle_of(context());
          return status::success;
        });
    add(
        "cuCtxSynchronize", +[]() {
          CX_ENTER("cuCtxSynchronize");
          return status::success;
        });

    add(
        "cuMemGetInfo_v2", +[](std::size_t* free, std::size_t* total) {
          CX_ENTER("cuMemGetInfo_v2");
          *total = m.memory, *free = m.memory - m.taken[context() - 1];
          return status::success;
        });
    add(
        "cuMemAlloc_v2", +[](device_pointer* at, std::size_t n) {
          CX_ENTER("cuMemAlloc_v2");
          return take(at, n, nullptr);
        });
    add(
        "cuMemFree_v2", +[](device_pointer at) {
          CX_ENTER("cuMemFree_v2");
          return give(at, false);
        });
    add(
        "cuMemPoolCreate", +[](pool_handle* p, pool_properties const* how) {
          CX_ENTER("cuMemPoolCreate");
          *p = reinterpret_cast<pool_handle>(make<pool>(how->device));
          return status::success;
        });
    add(
        "cuMemPoolSetAttribute", +[](pool_handle p, pool_attribute a, void* v) {
          CX_ENTER("cuMemPoolSetAttribute");
          if (a != pool_attribute::release_threshold) return status::invalid_value;
          reinterpret_cast<pool*>(p)->threshold = *static_cast<std::uint64_t*>(v);
          return status::success;
        });
    add(
        "cuMemPoolGetAttribute", +[](pool_handle h, pool_attribute a, void* v) {
          CX_ENTER("cuMemPoolGetAttribute");
          auto* p = reinterpret_cast<pool*>(h);
          *static_cast<std::uint64_t*>(v) = a == pool_attribute::reserved_bytes ? p->reserved
                                            : a == pool_attribute::used_bytes   ? p->used
                                                                                : p->threshold;
          return status::success;
        });
    add(
        "cuMemPoolTrimTo", +[](pool_handle h, std::size_t keep) {
          CX_ENTER("cuMemPoolTrimTo");
          auto* p = reinterpret_cast<pool*>(h);
          std::uint64_t const to = std::max<std::uint64_t>(keep, p->used);
          if (p->reserved > to) m.taken[p->device] -= p->reserved - to, p->reserved = to;
          return status::success;
        });
    add(
        "cuMemAllocFromPoolAsync", +[](device_pointer* at, std::size_t n, pool_handle p, stream_handle) {
          CX_ENTER("cuMemAllocFromPoolAsync");
          return take(at, n, reinterpret_cast<pool*>(p));
        });
    add(
        "cuMemFreeAsync", +[](device_pointer at, stream_handle s) {
          CX_ENTER("cuMemFreeAsync");
          if (s && reinterpret_cast<stand_in::stream*>(s)->capturing)
            return m.wrong.push_back("memory is freed in a capture"), status::capture_unsupported;
          return give(at, true);
        });
    add(
        "cuMemHostAlloc", +[](void** p, std::size_t n, unsigned) {
          CX_ENTER("cuMemHostAlloc");
          *p = std::malloc(n), m.pinned[*p] = n;
          return status::success;
        });
    add(
        "cuMemFreeHost", +[](void* p) {
          CX_ENTER("cuMemFreeHost");
          if (m.pinned.erase(p) == 0) return m.wrong.push_back("pinned memory that is none is freed"), status::invalid_value;
          std::free(p);
          return status::success;
        });
    add(
        "cuMemcpyHtoDAsync_v2", +[](device_pointer to, void const* from, std::size_t n, stream_handle s) {
          CX_ENTER("cuMemcpyHtoDAsync_v2");
          return put(s, [=] { return copied(host(to), from, n, {to}); });
        });
    add(
        "cuMemcpyDtoHAsync_v2", +[](void* to, device_pointer from, std::size_t n, stream_handle s) {
          CX_ENTER("cuMemcpyDtoHAsync_v2");
          return put(s, [=] { return copied(to, host(from), n, {from}); });
        });
    add(
        "cuMemcpyDtoDAsync_v2", +[](device_pointer to, device_pointer from, std::size_t n, stream_handle s) {
          CX_ENTER("cuMemcpyDtoDAsync_v2");
          return put(s, [=] { return copied(host(to), host(from), n, {to, from}); });
        });
    add(
        "cuMemcpyPeerAsync",
        +[](device_pointer to, context_handle at, device_pointer from, context_handle of, std::size_t n, stream_handle s) {
          CX_ENTER("cuMemcpyPeerAsync");
          if (at == of || !at || !of) m.wrong.push_back("contexts of a copy between devices");
          return put(s, [=] { return copied(host(to), host(from), n, {to, from}); });
        });
    add(
        "cuMemsetD8Async", +[](device_pointer to, unsigned char x, std::size_t n, stream_handle s) {
          CX_ENTER("cuMemsetD8Async");
          return put(s, [=] {
            if (!machine::get().inside(to, n)) return status::invalid_value;
            return std::memset(host(to), x, n), status::success;
          });
        });

    add(
        "cuStreamCreate", +[](stream_handle* s, unsigned) {
          CX_ENTER("cuStreamCreate");
          *s = reinterpret_cast<stream_handle>(make<stand_in::stream>(context() - 1));
          return status::success;
        });
    add(
        "cuStreamDestroy_v2", +[](stream_handle s) {
          CX_ENTER("cuStreamDestroy_v2");
          return destroy<stand_in::stream>(s);
        });
    add(
        "cuStreamSynchronize", +[](stream_handle) {
          CX_ENTER("cuStreamSynchronize");
          return status::success;
        });
    add(
        "cuStreamQuery", +[](stream_handle) {
          CX_ENTER("cuStreamQuery");
          return status::success;
        });
    add(
        "cuStreamWaitEvent", +[](stream_handle s, event_handle e, unsigned) {
          CX_ENTER("cuStreamWaitEvent");
          if (!m.handles.count(e) || (s && !m.handles.count(s)))
            return m.wrong.push_back("a wait for what is no event"), status::invalid_handle;
          if (reinterpret_cast<stand_in::stream*>(s)->capturing)
            return m.wrong.push_back("a wait in a capture for what is outside of it"), status::capture_unsupported;
          return status::success;
        });
    add(
        "cuStreamBeginCapture_v2", +[](stream_handle s, capture_mode) {
          CX_ENTER("cuStreamBeginCapture_v2");
          auto* p = reinterpret_cast<stand_in::stream*>(s);
          if (!p || p->capturing) return status::invalid_value;
          p->capturing = true, p->written.clear();
          return status::success;
        });
    add(
        "cuStreamEndCapture", +[](stream_handle s, graph_handle* g) {
          CX_ENTER("cuStreamEndCapture");
          auto* p = reinterpret_cast<stand_in::stream*>(s);
          if (!p->capturing) return status::invalid_value;
          p->capturing = false;
          *g = reinterpret_cast<graph_handle>(make<stand_in::graph>(std::move(p->written)));
          return status::success;
        });
    add(
        "cuStreamIsCapturing", +[](stream_handle s, capture_status* is) {
          CX_LOCKED;
          *is = s && reinterpret_cast<stand_in::stream*>(s)->capturing ? capture_status::active : capture_status::none;
          return status::success;
        });

    add(
        "cuEventCreate", +[](event_handle* e, unsigned flags) {
          CX_ENTER("cuEventCreate");
          *e = reinterpret_cast<event_handle>(make<stand_in::event>(context() - 1, (flags & event_no_timing) == 0));
          return status::success;
        });
    add(
        "cuEventDestroy_v2", +[](event_handle e) {
          CX_ENTER("cuEventDestroy_v2");
          return destroy<stand_in::event>(e);
        });
    add(
        "cuEventRecord", +[](event_handle e, stream_handle s) {
          CX_ENTER("cuEventRecord");
          auto* p = reinterpret_cast<stand_in::event*>(e);
          if (s && reinterpret_cast<stand_in::stream*>(s)->device != p->device)
            return m.wrong.push_back("an event of another device"), status::invalid_handle;
          p->recorded = true, p->at = std::chrono::steady_clock::now();
          return status::success;
        });
    add(
        "cuEventSynchronize", +[](event_handle) {
          CX_ENTER("cuEventSynchronize");
          return status::success;
        });
    add(
        "cuEventQuery", +[](event_handle) {
          CX_ENTER("cuEventQuery");
          return status::success;
        });
    add(
        "cuEventElapsedTime", +[](float* ms, event_handle from, event_handle to) {
          CX_ENTER("cuEventElapsedTime");
          auto *a = reinterpret_cast<stand_in::event*>(from), *b = reinterpret_cast<stand_in::event*>(to);
          if (!a->timed || !b->timed || !a->recorded || !b->recorded) return status::invalid_handle;
          *ms = std::chrono::duration<float, std::milli>(b->at - a->at).count();
          return status::success;
        });

    add(
        "cuModuleLoadDataEx", +[](module_handle* h, void const* image, unsigned n, jit_option* options, void** values) {
          CX_ENTER("cuModuleLoadDataEx");
          if (!m.images_are_ours && std::string(static_cast<char const*>(image)) != "stand-in") {
            for (unsigned i = 0; i < n; ++i)
              if (options[i] == jit_option::error_log) std::strcpy(static_cast<char*>(values[i]), "this is no code");
            return status::invalid_image;
          }
          *h = reinterpret_cast<module_handle>(make<loaded_module>(context() - 1));
          return status::success;
        });
    add(
        "cuModuleUnload", +[](module_handle h) {
          CX_ENTER("cuModuleUnload");
          return destroy<loaded_module>(h);
        });
    add(
        "cuModuleGetFunction", +[](function_handle* f, module_handle, char const* name) {
          CX_ENTER("cuModuleGetFunction");
          auto const i = m.kernels.find(name);
          if (i == m.kernels.end()) return status::not_found;
          *f = reinterpret_cast<function_handle>(&i->second);
          return status::success;
        });
    add(
        "cuModuleGetGlobal_v2", +[](device_pointer* at, std::size_t* n, module_handle, char const* name) {
          CX_ENTER("cuModuleGetGlobal_v2");
          static int variable = 7;
          if (std::string(name) != "variable") return status::not_found;
          *at = reinterpret_cast<device_pointer>(&variable), *n = sizeof variable;
          return status::success;
        });
    add(
        "cuFuncGetAttribute", +[](int* n, function_attribute a, function_handle f) {
          CX_ENTER("cuFuncGetAttribute");
          auto* k = reinterpret_cast<stand_in::kernel*>(f);
          using enum function_attribute;
          *n = a == max_threads_per_block              ? k->max_threads
               : a == registers                        ? k->registers
               : a == function_attribute::shared_bytes ? k->shared_bytes
                                                       : 0;
          return status::success;
        });
    add(
        "cuFuncSetAttribute", +[](function_handle f, function_attribute a, int n) {
          CX_ENTER("cuFuncSetAttribute");
          if (a != function_attribute::max_dynamic_shared) return status::invalid_value;
          reinterpret_cast<stand_in::kernel*>(f)->dynamic_shared = n;
          return status::success;
        });
    add(
        "cuOccupancyMaxActiveBlocksPerMultiprocessor", +[](int* n, function_handle f, int threads, std::size_t shared) {
          CX_ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor");
          auto* k = reinterpret_cast<stand_in::kernel*>(f);
          int const by_threads = 2048 / threads, by_registers = 65536 / (k->registers * threads);
          int const by_shared = static_cast<int>((228u << 10) / (shared + static_cast<std::size_t>(k->shared_bytes) + 1024));
          *n = std::min({by_threads, by_registers, by_shared, 32});
          return status::success;
        });
    add(
        "cuLaunchKernel", +[](function_handle f, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                              stream_handle s, void** args, void**) {
          CX_ENTER("cuLaunchKernel");
          return stand_in::launch(f, x, y, z, bx, by, bz, shared, s, args);
        });
    add(
        "cuLaunchCooperativeKernel", +[](function_handle f, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz,
                                         unsigned shared, stream_handle s, void** args) {
          CX_ENTER("cuLaunchCooperativeKernel");
          return stand_in::launch(f, x, y, z, bx, by, bz, shared, s, args);
        });

    add(
        "cuGraphInstantiateWithFlags", +[](graph_exec_handle* e, graph_handle g, unsigned long long) {
          CX_ENTER("cuGraphInstantiateWithFlags");
          *e = reinterpret_cast<graph_exec_handle>(make<stand_in::graph>(*reinterpret_cast<stand_in::graph*>(g)));
          return status::success;
        });
    add(
        "cuGraphLaunch", +[](graph_exec_handle e, stream_handle) {
          CX_ENTER("cuGraphLaunch");
          for (auto const& work : *reinterpret_cast<stand_in::graph*>(e))
            if (status const s = work(); s != status::success) return s;
          return status::success;
        });
    add(
        "cuGraphExecDestroy", +[](graph_exec_handle e) {
          CX_ENTER("cuGraphExecDestroy");
          return destroy<stand_in::graph>(e);
        });
    add(
        "cuGraphDestroy", +[](graph_handle g) {
          CX_ENTER("cuGraphDestroy");
          return destroy<stand_in::graph>(g);
        });
    return t;
  }();
  if (machine::get().lacks.count(asked)) return nullptr;
  auto const i = all.find(asked);
  return i == all.end() ? nullptr : i->second;
}

#undef CX_ENTER
#undef CX_LOCKED

/// A driver on the host while it lives. `set` changes the machine before the driver is started.
class driver {
  std::unique_ptr<cuda::driver_replacement> replaced_;

 public:
  template <class Set> explicit driver(Set const& set) {
    machine& m = machine::get();
    std::lock_guard const lock(m.mutex);
    m.devices = 2, m.arch = 90, m.pools = true, m.images_are_ours = false, m.memory = std::size_t{1} << 30;
    m.lacks.clear(), m.fails.clear(), m.kernels.clear(), m.calls.clear(), m.taken.clear(), m.broken.clear(), m.wrong.clear();
    for (auto const& [at, b] : m.blocks) std::free(reinterpret_cast<void*>(at)); // what the cache of a driver before kept
    m.blocks.clear();
    context() = 0;
    set(m);
    replaced_ = std::make_unique<cuda::driver_replacement>(lookup);
  }
  driver() : driver([](machine&) {}) {}
  machine* operator->() { return &machine::get(); }
  /// Blocks of memory that somebody has still.
  std::size_t blocks() const { return machine::get().blocks.size(); }
};

} // namespace stand_in
