// SPDX-License-Identifier: BSL-1.0
#pragma once
// driver: the functions of the CUDA driver that constax calls, as a table that is filled from libcuda.so.1 when it is first asked for.
//
// Types and numbers are the driver's binary interface, written down once more: no header of CUDA is needed. An entry is a line, which names
// the symbol (`_v2` is part of some); one that the installed driver lacks is null.
#include <constax/cuda/library.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace constax::inline CONSTAX_TAG::cuda {

using device_pointer = std::uint64_t;

// What the driver gives handles of; nobody knows what is in them.
using context_handle = struct driver_context*;
using module_handle = struct driver_module*;
using function_handle = struct driver_function*;
using stream_handle = struct driver_stream*;
using event_handle = struct driver_event*;
using pool_handle = struct driver_pool*;
using graph_handle = struct driver_graph*;
using graph_exec_handle = struct driver_graph_exec*;

/// What each function of the driver returns. Those that constax tells apart:
enum class status : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  deinitialized = 4,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  no_binary_for_device = 209,
  uncorrectable_ecc = 214,
  invalid_ptx = 218,
  uncorrectable_nvlink = 220,
  unsupported_ptx_version = 222,
  contained = 226,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  context_destroyed = 709,
  device_assert = 710,
  hardware_stack_error = 714,
  illegal_instruction = 715,
  misaligned_address = 716,
  invalid_address_space = 717,
  invalid_pc = 718,
  launch_failed = 719,
  cooperative_launch_too_large = 720,
  not_supported = 801,
  capture_unsupported = 900,
  capture_invalidated = 901,
  unknown = 999
};

enum class device_attribute : int {
  max_threads_per_block = 1,
  max_grid_x = 5,
  max_grid_y = 6,
  max_grid_z = 7,
  shared_per_block = 8,
  warp_size = 10,
  registers_per_block = 12,
  clock_khz = 13,
  multiprocessors = 16,
  memory_clock_khz = 36,
  memory_bus_bits = 37,
  l2_bytes = 38,
  max_threads_per_multiprocessor = 39,
  compute_major = 75,
  compute_minor = 76,
  shared_per_multiprocessor = 81,
  registers_per_multiprocessor = 82,
  cooperative_launch = 95,
  shared_per_block_opt_in = 97,
  max_blocks_per_multiprocessor = 106,
  shared_reserved_per_block = 111,
  memory_pools = 115
};

enum class function_attribute : int {
  max_threads_per_block = 0,
  shared_bytes = 1,
  const_bytes = 2,
  local_bytes = 3,
  registers = 4,
  ptx_version = 5,
  binary_version = 6,
  max_dynamic_shared = 8
};

enum class pool_attribute : int { release_threshold = 4, reserved_bytes = 5, reserved_peak = 6, used_bytes = 7, used_peak = 8 };
enum class jit_option : int { info_log = 3, info_log_bytes = 4, error_log = 5, error_log_bytes = 6 };
enum class capture_mode : int { global = 0, thread_local_ = 1, relaxed = 2 };
enum class capture_status : int { none = 0, active = 1, invalidated = 2 };

inline constexpr unsigned stream_default = 0, stream_non_blocking = 1;
inline constexpr unsigned event_default = 0, event_blocking = 1, event_no_timing = 2;

/// How a pool is made.
struct pool_properties {
  int allocation = 1; // pinned, the only kind there is
  int handle_types = 0;
  int location = 1; // on a device
  int device = 0;
  void* security = nullptr;
  std::size_t most_bytes = 0; // as many as there are
  unsigned char reserved[56] = {};
};
static_assert(sizeof(pool_properties) == 88);

/// The functions, called as `driver().mem_free(...)` is through detail::ask (error.hpp), which turns failures into exceptions.
struct driver_api {
  entry_finder find;
  template <class Signature> using fn = entry<Signature>;

  fn<status(unsigned)> init = find("cuInit");
  fn<status(int*)> driver_version = find("cuDriverGetVersion");
  fn<status(status, char const**)> error_name = find("cuGetErrorName");
  fn<status(status, char const**)> error_string = find("cuGetErrorString");

  fn<status(int*)> device_count = find("cuDeviceGetCount");
  fn<status(int*, int)> device_get = find("cuDeviceGet");
  fn<status(char*, int, int)> device_name = find("cuDeviceGetName");
  fn<status(int*, device_attribute, int)> device_attribute_of = find("cuDeviceGetAttribute");
  fn<status(std::size_t*, int)> device_bytes = find("cuDeviceTotalMem_v2");
  fn<status(context_handle*, int)> retain_context = find("cuDevicePrimaryCtxRetain");
  fn<status(context_handle)> set_context = find("cuCtxSetCurrent");
  fn<status(context_handle*)> get_context = find("cuCtxGetCurrent");
  fn<status()> synchronize = find("cuCtxSynchronize");

  fn<status(std::size_t*, std::size_t*)> mem_info = find("cuMemGetInfo_v2");
  fn<status(device_pointer*, std::size_t)> mem_alloc = find("cuMemAlloc_v2");
  fn<status(device_pointer)> mem_free = find("cuMemFree_v2");
  fn<status(pool_handle*, pool_properties const*)> pool_create = find("cuMemPoolCreate");
  fn<status(pool_handle, pool_attribute, void*)> pool_set = find("cuMemPoolSetAttribute");
  fn<status(pool_handle, pool_attribute, void*)> pool_get = find("cuMemPoolGetAttribute");
  fn<status(pool_handle, std::size_t)> pool_trim = find("cuMemPoolTrimTo");
  fn<status(device_pointer*, std::size_t, pool_handle, stream_handle)> pool_alloc = find("cuMemAllocFromPoolAsync");
  fn<status(device_pointer, stream_handle)> pool_free = find("cuMemFreeAsync");
  fn<status(void**, std::size_t, unsigned)> host_alloc = find("cuMemHostAlloc");
  fn<status(void*)> host_free = find("cuMemFreeHost");

  fn<status(device_pointer, void const*, std::size_t, stream_handle)> copy_to_device = find("cuMemcpyHtoDAsync_v2");
  fn<status(void*, device_pointer, std::size_t, stream_handle)> copy_to_host = find("cuMemcpyDtoHAsync_v2");
  fn<status(device_pointer, device_pointer, std::size_t, stream_handle)> copy_on_device = find("cuMemcpyDtoDAsync_v2");
  fn<status(device_pointer, context_handle, device_pointer, context_handle, std::size_t, stream_handle)> copy_to_peer =
      find("cuMemcpyPeerAsync");
  fn<status(device_pointer, unsigned char, std::size_t, stream_handle)> set_bytes = find("cuMemsetD8Async");

  fn<status(stream_handle*, unsigned)> stream_create = find("cuStreamCreate");
  fn<status(stream_handle)> stream_destroy = find("cuStreamDestroy_v2");
  fn<status(stream_handle)> stream_synchronize = find("cuStreamSynchronize");
  fn<status(stream_handle)> stream_query = find("cuStreamQuery");
  fn<status(stream_handle, event_handle, unsigned)> stream_wait_event = find("cuStreamWaitEvent");
  fn<status(stream_handle, capture_mode)> begin_capture = find("cuStreamBeginCapture_v2");
  fn<status(stream_handle, graph_handle*)> end_capture = find("cuStreamEndCapture");
  fn<status(stream_handle, capture_status*)> is_capturing = find("cuStreamIsCapturing");

  fn<status(event_handle*, unsigned)> event_create = find("cuEventCreate");
  fn<status(event_handle)> event_destroy = find("cuEventDestroy_v2");
  fn<status(event_handle, stream_handle)> event_record = find("cuEventRecord");
  fn<status(event_handle)> event_synchronize = find("cuEventSynchronize");
  fn<status(event_handle)> event_query = find("cuEventQuery");
  fn<status(float*, event_handle, event_handle)> event_elapsed = find("cuEventElapsedTime");

  fn<status(module_handle*, void const*, unsigned, jit_option*, void**)> module_load = find("cuModuleLoadDataEx");
  fn<status(module_handle)> module_unload = find("cuModuleUnload");
  fn<status(function_handle*, module_handle, char const*)> module_function = find("cuModuleGetFunction");
  fn<status(device_pointer*, std::size_t*, module_handle, char const*)> module_global = find("cuModuleGetGlobal_v2");
  fn<status(int*, function_attribute, function_handle)> function_get = find("cuFuncGetAttribute");
  fn<status(function_handle, function_attribute, int)> function_set = find("cuFuncSetAttribute");
  fn<status(int*, function_handle, int, std::size_t)> blocks_per_multiprocessor = find("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  fn<status(function_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, stream_handle, void**, void**)> launch =
      find("cuLaunchKernel");
  fn<status(function_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, stream_handle, void**)>
      launch_cooperative = find("cuLaunchCooperativeKernel");

  fn<status(graph_exec_handle*, graph_handle, unsigned long long)> graph_instantiate = find("cuGraphInstantiateWithFlags");
  fn<status(graph_exec_handle, stream_handle)> graph_launch = find("cuGraphLaunch");
  fn<status(graph_exec_handle)> graph_exec_destroy = find("cuGraphExecDestroy");
  fn<status(graph_handle)> graph_destroy = find("cuGraphDestroy");
};

namespace detail {

struct device_state; // device.hpp

/// A driver that was looked for, and what became of it. There is one for the process, and one for each stand-in of a test; none is ever
/// freed, since handles of it may outlive all else.
struct loaded_driver {
  driver_api api;
  std::string why_not; // empty: it can be used
  int devices = 0;
  int version = 0; // 1000 * major + 10 * minor
  std::once_flag states_made = {};
  device_state* states = nullptr; // one for each device
};

inline void start(loaded_driver& d) {
  if (!d.why_not.empty()) return;
  if (!d.api.init || !d.api.device_count || !d.api.retain_context || !d.api.launch) {
    d.why_not = "the library lacks functions of a CUDA driver of version 11 or later";
    return;
  }
  auto const said = [&](status s, char const* call) {
    if (s == status::success) return false;
    char const* name = nullptr;
    if (d.api.error_name) static_cast<void>(d.api.error_name.address(s, &name));
    d.why_not = std::string(call) + " says " + (name ? name : "an unknown error") + " (" + std::to_string(static_cast<int>(s)) + ")";
    return true;
  };
  if (said(d.api.init.address(0), "cuInit") || said(d.api.device_count.address(&d.devices), "cuDeviceGetCount")) return;
  if (d.devices == 0) d.why_not = "the driver sees no device (is CUDA_VISIBLE_DEVICES set?)";
  if (d.api.driver_version) static_cast<void>(d.api.driver_version.address(&d.version));
}

inline loaded_driver& installed_driver() {
  static loaded_driver& d = *[] {
    opened_library const library = open_library({"libcuda.so.1", "libcuda.so"}, {});
    auto* made = new loaded_driver{
        {{library.handle ? symbol_of_library : [](void*, char const*) -> void* { return nullptr; }, library.handle}}, library.why_not};
    start(*made);
    return made;
  }();
  return d;
}

inline std::atomic<loaded_driver*>& replaced_driver() {
  static std::atomic<loaded_driver*> d{nullptr};
  return d;
}

/// The driver of this process, or the stand-in of a test.
inline loaded_driver& current_driver() {
  loaded_driver* const replaced = replaced_driver().load(std::memory_order_acquire);
  return replaced ? *replaced : installed_driver();
}

} // namespace detail

/// Is there a driver, and a device that it can use?
inline bool available() { return detail::current_driver().why_not.empty(); }
/// Why not; empty if there is one.
inline std::string why_unavailable() { return detail::current_driver().why_not; }

/// While it lives, functions come from `lookup` instead of libcuda.so.1: a stand-in for tests on machines without a device. What was made
/// with one driver stays with it.
class driver_replacement {
  detail::loaded_driver* before_;

 public:
  explicit driver_replacement(symbol_lookup lookup) : before_(detail::replaced_driver().load()) {
    auto* d = new detail::loaded_driver{{{lookup, nullptr}}, {}};
    detail::start(*d);
    detail::replaced_driver().store(d, std::memory_order_release);
  }
  driver_replacement(driver_replacement const&) = delete;
  driver_replacement& operator=(driver_replacement const&) = delete;
  ~driver_replacement() { detail::replaced_driver().store(before_, std::memory_order_release); }
};

} // namespace constax::inline CONSTAX_TAG::cuda
