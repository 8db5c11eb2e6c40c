// SPDX-License-Identifier: BSL-1.0
// The driver's types and numbers, as they are written down here, against cuda.h, and NVRTC's against nvrtc.h, where a toolkit is installed.
#include "../support/catch.hpp"

#include <constax/cuda/nvrtc.hpp>

#if __has_include(<cuda.h>) && __has_include(<nvrtc.h>)
#include <cuda.h>
#include <nvrtc.h>

namespace {
namespace cuda = constax::cuda;

/// How a value is passed: pointers are alike, integers and enumerators by their size.
template <class T>
constexpr int passed = std::is_pointer_v<T>          ? 100
                       : std::is_floating_point_v<T> ? 200 + static_cast<int>(sizeof(T))
                                                     : static_cast<int>(sizeof(T));

template <class R, class... A, class S, class... B> constexpr bool alike(R (*)(A...), S (*)(B...)) {
  if constexpr (sizeof...(A) != sizeof...(B)) return false;
  else return passed<R> == passed<S> && ((passed<A> == passed<B>)&&...);
}
template <class Api, class R, class... A, class S, class... B> constexpr bool alike(cuda::entry<R(A...)> Api::*, S (*f)(B...)) {
  return alike(static_cast<R (*)(A...)>(nullptr), f);
}
template <class F> constexpr F* of_type() { return nullptr; }

#define CHECK_ENTRY(ours, theirs) static_assert(alike(&cuda::driver_api::ours, of_type<decltype(theirs)>()))
CHECK_ENTRY(init, cuInit);
CHECK_ENTRY(driver_version, cuDriverGetVersion);
CHECK_ENTRY(error_name, cuGetErrorName);
CHECK_ENTRY(error_string, cuGetErrorString);
CHECK_ENTRY(device_count, cuDeviceGetCount);
CHECK_ENTRY(device_get, cuDeviceGet);
CHECK_ENTRY(device_name, cuDeviceGetName);
CHECK_ENTRY(device_attribute_of, cuDeviceGetAttribute);
CHECK_ENTRY(device_bytes, cuDeviceTotalMem_v2);
CHECK_ENTRY(retain_context, cuDevicePrimaryCtxRetain);
CHECK_ENTRY(set_context, cuCtxSetCurrent);
CHECK_ENTRY(get_context, cuCtxGetCurrent);
CHECK_ENTRY(synchronize, cuCtxSynchronize);
CHECK_ENTRY(mem_info, cuMemGetInfo_v2);
CHECK_ENTRY(mem_alloc, cuMemAlloc_v2);
CHECK_ENTRY(mem_free, cuMemFree_v2);
CHECK_ENTRY(pool_create, cuMemPoolCreate);
CHECK_ENTRY(pool_set, cuMemPoolSetAttribute);
CHECK_ENTRY(pool_get, cuMemPoolGetAttribute);
CHECK_ENTRY(pool_trim, cuMemPoolTrimTo);
CHECK_ENTRY(pool_alloc, cuMemAllocFromPoolAsync);
CHECK_ENTRY(pool_free, cuMemFreeAsync);
CHECK_ENTRY(host_alloc, cuMemHostAlloc);
CHECK_ENTRY(host_free, cuMemFreeHost);
CHECK_ENTRY(copy_to_device, cuMemcpyHtoDAsync_v2);
CHECK_ENTRY(copy_to_host, cuMemcpyDtoHAsync_v2);
CHECK_ENTRY(copy_on_device, cuMemcpyDtoDAsync_v2);
CHECK_ENTRY(copy_to_peer, cuMemcpyPeerAsync);
CHECK_ENTRY(set_bytes, cuMemsetD8Async);
CHECK_ENTRY(stream_create, cuStreamCreate);
CHECK_ENTRY(stream_destroy, cuStreamDestroy_v2);
CHECK_ENTRY(stream_synchronize, cuStreamSynchronize);
CHECK_ENTRY(stream_query, cuStreamQuery);
CHECK_ENTRY(stream_wait_event, cuStreamWaitEvent);
CHECK_ENTRY(begin_capture, cuStreamBeginCapture_v2);
CHECK_ENTRY(end_capture, cuStreamEndCapture);
CHECK_ENTRY(is_capturing, cuStreamIsCapturing);
CHECK_ENTRY(event_create, cuEventCreate);
CHECK_ENTRY(event_destroy, cuEventDestroy_v2);
CHECK_ENTRY(event_record, cuEventRecord);
CHECK_ENTRY(event_synchronize, cuEventSynchronize);
CHECK_ENTRY(event_query, cuEventQuery);
CHECK_ENTRY(event_elapsed, cuEventElapsedTime);
CHECK_ENTRY(module_load, cuModuleLoadDataEx);
CHECK_ENTRY(module_unload, cuModuleUnload);
CHECK_ENTRY(module_function, cuModuleGetFunction);
CHECK_ENTRY(module_global, cuModuleGetGlobal_v2);
CHECK_ENTRY(function_get, cuFuncGetAttribute);
CHECK_ENTRY(function_set, cuFuncSetAttribute);
CHECK_ENTRY(blocks_per_multiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessor);
CHECK_ENTRY(launch, cuLaunchKernel);
CHECK_ENTRY(launch_cooperative, cuLaunchCooperativeKernel);
CHECK_ENTRY(graph_instantiate, cuGraphInstantiateWithFlags);
CHECK_ENTRY(graph_launch, cuGraphLaunch);
CHECK_ENTRY(graph_exec_destroy, cuGraphExecDestroy);
CHECK_ENTRY(graph_destroy, cuGraphDestroy);
static_assert(!alike(&cuda::driver_api::init, of_type<decltype(cuDeviceGetCount)>())); // wrong twin
#undef CHECK_ENTRY

#define CHECK_NVRTC(ours, theirs) static_assert(alike(&cuda::nvrtc_api::ours, of_type<decltype(theirs)>()))
CHECK_NVRTC(error_string, nvrtcGetErrorString);
CHECK_NVRTC(version, nvrtcVersion);
CHECK_NVRTC(arch_count, nvrtcGetNumSupportedArchs);
CHECK_NVRTC(archs, nvrtcGetSupportedArchs);
CHECK_NVRTC(create, nvrtcCreateProgram);
CHECK_NVRTC(destroy, nvrtcDestroyProgram);
CHECK_NVRTC(compile, nvrtcCompileProgram);
CHECK_NVRTC(log_bytes, nvrtcGetProgramLogSize);
CHECK_NVRTC(log, nvrtcGetProgramLog);
CHECK_NVRTC(cubin_bytes, nvrtcGetCUBINSize);
CHECK_NVRTC(cubin, nvrtcGetCUBIN);
CHECK_NVRTC(ptx_bytes, nvrtcGetPTXSize);
CHECK_NVRTC(ptx, nvrtcGetPTX);
#undef CHECK_NVRTC
static_assert(NVRTC_ERROR_INVALID_OPTION == 5);

template <class T, class U> constexpr bool is(T ours, U theirs) { return static_cast<int>(ours) == static_cast<int>(theirs); }
using s = cuda::status;
static_assert(is(s::success, CUDA_SUCCESS) && is(s::invalid_value, CUDA_ERROR_INVALID_VALUE) &&
              is(s::out_of_memory, CUDA_ERROR_OUT_OF_MEMORY));
static_assert(is(s::not_initialized, CUDA_ERROR_NOT_INITIALIZED) && is(s::deinitialized, CUDA_ERROR_DEINITIALIZED));
static_assert(is(s::no_device, CUDA_ERROR_NO_DEVICE) && is(s::invalid_device, CUDA_ERROR_INVALID_DEVICE));
static_assert(is(s::invalid_image, CUDA_ERROR_INVALID_IMAGE) && is(s::invalid_context, CUDA_ERROR_INVALID_CONTEXT));
static_assert(is(s::no_binary_for_device, CUDA_ERROR_NO_BINARY_FOR_GPU) && is(s::uncorrectable_ecc, CUDA_ERROR_ECC_UNCORRECTABLE));
static_assert(is(s::invalid_ptx, CUDA_ERROR_INVALID_PTX) && is(s::uncorrectable_nvlink, CUDA_ERROR_NVLINK_UNCORRECTABLE));
static_assert(is(s::unsupported_ptx_version, CUDA_ERROR_UNSUPPORTED_PTX_VERSION) && is(s::invalid_handle, CUDA_ERROR_INVALID_HANDLE));
static_assert(is(s::not_found, CUDA_ERROR_NOT_FOUND) && is(s::not_ready, CUDA_ERROR_NOT_READY));
static_assert(is(s::illegal_address, CUDA_ERROR_ILLEGAL_ADDRESS) && is(s::launch_out_of_resources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES));
static_assert(is(s::launch_timeout, CUDA_ERROR_LAUNCH_TIMEOUT) && is(s::context_destroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED));
static_assert(is(s::device_assert, CUDA_ERROR_ASSERT) && is(s::hardware_stack_error, CUDA_ERROR_HARDWARE_STACK_ERROR));
static_assert(is(s::illegal_instruction, CUDA_ERROR_ILLEGAL_INSTRUCTION) && is(s::misaligned_address, CUDA_ERROR_MISALIGNED_ADDRESS));
static_assert(is(s::invalid_address_space, CUDA_ERROR_INVALID_ADDRESS_SPACE) && is(s::invalid_pc, CUDA_ERROR_INVALID_PC));
static_assert(is(s::launch_failed, CUDA_ERROR_LAUNCH_FAILED) &&
              is(s::cooperative_launch_too_large, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE));
static_assert(is(s::not_supported, CUDA_ERROR_NOT_SUPPORTED) && is(s::capture_unsupported, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED));
static_assert(is(s::capture_invalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED) && is(s::unknown, CUDA_ERROR_UNKNOWN));
#if CUDA_VERSION >= 13000
static_assert(is(s::contained, CUDA_ERROR_CONTAINED));
#endif

using a = cuda::device_attribute;
static_assert(is(a::max_threads_per_block, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK) &&
              is(a::max_grid_x, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X));
static_assert(is(a::max_grid_y, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y) && is(a::max_grid_z, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z));
static_assert(is(a::shared_per_block, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK) && is(a::warp_size, CU_DEVICE_ATTRIBUTE_WARP_SIZE));
static_assert(is(a::registers_per_block, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK) && is(a::clock_khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE));
static_assert(is(a::multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) && is(a::l2_bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
static_assert(is(a::memory_clock_khz, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE));
static_assert(is(a::memory_bus_bits, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
static_assert(is(a::max_threads_per_multiprocessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
static_assert(is(a::compute_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) &&
              is(a::compute_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
static_assert(is(a::shared_per_multiprocessor, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR));
static_assert(is(a::registers_per_multiprocessor, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR));
static_assert(is(a::cooperative_launch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH));
static_assert(is(a::shared_per_block_opt_in, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
static_assert(is(a::max_blocks_per_multiprocessor, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR));
static_assert(is(a::shared_reserved_per_block, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK));
static_assert(is(a::memory_pools, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED));

using f = cuda::function_attribute;
static_assert(is(f::max_threads_per_block, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK) &&
              is(f::shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
static_assert(is(f::const_bytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES) && is(f::local_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
static_assert(is(f::registers, CU_FUNC_ATTRIBUTE_NUM_REGS) && is(f::ptx_version, CU_FUNC_ATTRIBUTE_PTX_VERSION));
static_assert(is(f::binary_version, CU_FUNC_ATTRIBUTE_BINARY_VERSION) &&
              is(f::max_dynamic_shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));

using p = cuda::pool_attribute;
static_assert(is(p::release_threshold, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) && is(p::reserved_bytes, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT));
static_assert(is(p::reserved_peak, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH) && is(p::used_bytes, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
static_assert(is(p::used_peak, CU_MEMPOOL_ATTR_USED_MEM_HIGH));
static_assert(sizeof(CUmemPoolProps) == sizeof(cuda::pool_properties) &&
              offsetof(CUmemPoolProps, location) == offsetof(cuda::pool_properties, location));
static_assert(is(cuda::pool_properties{}.allocation, CU_MEM_ALLOCATION_TYPE_PINNED) &&
              is(cuda::pool_properties{}.location, CU_MEM_LOCATION_TYPE_DEVICE));
static_assert(offsetof(CUmemPoolProps, win32SecurityAttributes) == offsetof(cuda::pool_properties, security));

static_assert(is(cuda::jit_option::info_log, CU_JIT_INFO_LOG_BUFFER) &&
              is(cuda::jit_option::info_log_bytes, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES));
static_assert(is(cuda::jit_option::error_log, CU_JIT_ERROR_LOG_BUFFER) &&
              is(cuda::jit_option::error_log_bytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES));
static_assert(is(cuda::capture_mode::global, CU_STREAM_CAPTURE_MODE_GLOBAL) &&
              is(cuda::capture_mode::thread_local_, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
static_assert(is(cuda::capture_mode::relaxed, CU_STREAM_CAPTURE_MODE_RELAXED));
static_assert(is(cuda::capture_status::none, CU_STREAM_CAPTURE_STATUS_NONE) &&
              is(cuda::capture_status::active, CU_STREAM_CAPTURE_STATUS_ACTIVE));
static_assert(is(cuda::capture_status::invalidated, CU_STREAM_CAPTURE_STATUS_INVALIDATED));
static_assert(is(cuda::stream_default, CU_STREAM_DEFAULT) && is(cuda::stream_non_blocking, CU_STREAM_NON_BLOCKING));
static_assert(is(cuda::event_default, CU_EVENT_DEFAULT) && is(cuda::event_blocking, CU_EVENT_BLOCKING_SYNC) &&
              is(cuda::event_no_timing, CU_EVENT_DISABLE_TIMING));
} // namespace

TEST_CASE("cuda.h and nvrtc.h say the same") { SUCCEED("that this compiles is the test"); }
#else
TEST_CASE("cuda.h and nvrtc.h say the same") { WARN("SKIPPED: cuda.h and nvrtc.h were not found"); }
#endif
