// SPDX-License-Identifier: BSL-1.0
#pragma once
// error: what goes wrong with a device, as exceptions, and how a call of the driver becomes one.
//
// Kernels run later than they are launched, and a failure of theirs is returned by whatever is called next. So the names of the last
// kernels are kept, and stand in the message: "cuStreamSynchronize ... illegal address ... last kernels launched: saxpy".
#include <constax/cuda/driver.hpp>
#include <constax/jaxpr/error.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace constax::inline CONSTAX_TAG::cuda {

/// The base of what is thrown here. `code()` is what the driver returned; success where it was not the driver that refused.
struct error : constax::error {
  explicit error(std::string const& sentence, status code = status::success) : constax::error(sentence), code_(code) {}
  status code() const noexcept { return code_; }

 private:
  status code_;
};
/// No driver, no device, no NVRTC, or one that is too old.
struct unavailable : error {
  using error::error;
};
/// There was no room on the device, even after the cache had been freed. All is as it was before the call.
struct out_of_memory : error {
  out_of_memory(std::string const& sentence, std::size_t bytes) : error(sentence, status::out_of_memory), bytes_(bytes) {}
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::size_t bytes_;
};
/// A kernel ended in a fault, some time before the call that reports it. The process cannot use this device any more.
struct kernel_failure : error {
  kernel_failure(std::string const& sentence, status code, std::vector<std::string> kernels)
      : error(sentence, code), kernels_(std::move(kernels)) {}
  /// The last kernels launched on that device, newest first: the faulty one is most likely among them.
  std::vector<std::string> const& kernels() const noexcept { return kernels_; }

 private:
  std::vector<std::string> kernels_;
};
/// Source that does not compile.
struct compile_error : error {
  compile_error(std::string const& sentence, std::string kernel, std::string log)
      : error(sentence), kernel_(std::move(kernel)), log_(std::move(log)) {}
  std::string const& kernel() const noexcept { return kernel_; }
  /// What the compiler said, all of it.
  std::string const& log() const noexcept { return log_; }

 private:
  std::string kernel_, log_;
};

namespace detail {

template <class E> [[noreturn]] [[gnu::cold]] void throw_error(E const& e) {
#if CONSTAX_HAS_EXCEPTIONS
  throw E(e);
#else
  constax::raise(e.what());
#endif
}

/// "80 MB", "1.5 kB", "12 bytes"
inline std::string bytes_text(std::size_t bytes) {
  char t[48];
  double const b = static_cast<double>(bytes);
  if (bytes < 1000) std::snprintf(t, sizeof t, "%zu bytes", bytes);
  else if (b < 1e6) std::snprintf(t, sizeof t, "%.4g kB", b / 1e3);
  else if (b < 1e9) std::snprintf(t, sizeof t, "%.4g MB", b / 1e6);
  else std::snprintf(t, sizeof t, "%.4g GB", b / 1e9);
  return t;
}

/// The last kernels launched in this process, by device: written by each launch, read when something fails.
class launch_log {
 public:
  static constexpr std::size_t kept = 8;

 private:
  struct line {
    int device = -1;
    stream_handle stream = nullptr;
    std::uint64_t number = 0;
    char name[80] = {};
  };
  mutable std::mutex mutex_;
  line lines_[kept];
  std::uint64_t count_ = 0;

 public:
  static launch_log& of_process() {
    static launch_log& log = *new launch_log; // never freed: streams of static storage report to it at exit
    return log;
  }
  void add(int device, stream_handle stream, std::string_view name) {
    std::lock_guard const lock(mutex_);
    line& l = lines_[count_ % kept];
    l.device = device, l.stream = stream, l.number = ++count_;
    std::size_t const n = name.size() < sizeof l.name ? name.size() : sizeof l.name - 1;
    name.copy(l.name, n), l.name[n] = '\0';
  }
  std::uint64_t count() const {
    std::lock_guard const lock(mutex_);
    return count_;
  }
  /// Names, newest first, of those on a device with a number above `after`; with a stream only those on it.
  std::vector<std::string> last(int device, std::uint64_t after = 0, stream_handle const* only = nullptr) const {
    std::lock_guard const lock(mutex_);
    std::vector<std::string> names;
    for (std::uint64_t i = count_; i > 0 && i + kept > count_; --i) {
      line const& l = lines_[(i - 1) % kept];
      if (l.number > after && l.device == device && (!only || *only == l.stream)) names.emplace_back(l.name);
    }
    return names;
  }
};

inline std::string joined(std::vector<std::string> const& names, char const* between) {
  std::string t;
  for (std::string const& n : names) t += (t.empty() ? "" : between) + n;
  return t;
}

/// "CUDA_ERROR_INVALID_VALUE (1): invalid argument"
inline std::string status_text(driver_api const& api, status s) {
  char const *name = nullptr, *sentence = nullptr;
  if (api.error_name) static_cast<void>(api.error_name.address(s, &name));
  if (api.error_string) static_cast<void>(api.error_string.address(s, &sentence));
  std::string t = (name ? name : "an unknown error");
  t += " (" + std::to_string(static_cast<int>(s)) + ")";
  if (sentence) t += std::string(": ") + sentence;
  return t;
}

/// Is it a failure of work that was launched before, after which the context is lost?
constexpr bool is_of_earlier_work(status s) {
  switch (s) {
    case status::uncorrectable_ecc:
    case status::uncorrectable_nvlink:
    case status::contained:
    case status::illegal_address:
    case status::launch_timeout:
    case status::context_destroyed:
    case status::device_assert:
    case status::hardware_stack_error:
    case status::illegal_instruction:
    case status::misaligned_address:
    case status::invalid_address_space:
    case status::invalid_pc:
    case status::launch_failed: return true;
    default: return false;
  }
}

constexpr char const* remedy(status s) {
  switch (s) {
    case status::not_supported: return "; this device or driver cannot do that: a newer driver may";
    case status::invalid_image:
    case status::no_binary_for_device: return "; compile for the compute capability of this device (cuda::device::arch)";
    case status::invalid_ptx:
    case status::unsupported_ptx_version: return "; the PTX is newer than the driver: update the driver, or compile to a cubin";
    case status::launch_out_of_resources: return "; take smaller blocks, or less shared memory (cuda::kernel::attributes)";
    case status::capture_unsupported:
    case status::capture_invalidated:
      return "; a stream that is being captured takes kernels and copies on the device only: allocate and wait before it";
    case status::deinitialized: return "; the process is ending";
    default: return "";
  }
}

[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void fail(driver_api const& api, status s, char const* call, std::string const& what,
                                                              int device) {
  std::string sentence = std::string("[constax] cuda: ") + call + (what.empty() ? "" : " (" + what + ")");
  if (device >= 0) sentence += " on device " + std::to_string(device);
  sentence += " says " + status_text(api, s);
  if (is_of_earlier_work(s)) {
    std::vector<std::string> kernels = launch_log::of_process().last(device < 0 ? 0 : device);
    sentence += "; it is a failure of work launched before this call: last kernels launched, newest first: " +
                (kernels.empty() ? std::string("none by constax") : joined(kernels, ", ")) +
                "; the process cannot use this device any more; CUDA_LAUNCH_BLOCKING=1 or compute-sanitizer tell which kernel it was";
    throw_error(kernel_failure(sentence, s, std::move(kernels)));
  }
  throw_error(error(sentence + remedy(s), s));
}

/// Calls a function of the driver, and throws if it fails. `what` says what was asked, if that is needed: a callable that returns a text.
template <class What, class... Params, class... Args>
void ask_saying(driver_api const& api, int device, What const& what, entry<status(Params...)> const& f, Args... args) {
  if (!f) {
    throw_error(
        unavailable(std::string("[constax] cuda: the installed driver has no ") + f.name + "; update it to one of CUDA 11.4 or later",
                    status::not_found));
  }
  if (status const s = f.address(args...); s != status::success) fail(api, s, f.name, what(), device);
}
template <class... Params, class... Args> void ask(driver_api const& api, int device, entry<status(Params...)> const& f, Args... args) {
  ask_saying(
      api, device, [] { return std::string(); }, f, args...);
}

/// For destructors, which do not throw.
template <class... Params, class... Args> status attempt(entry<status(Params...)> const& f, Args... args) noexcept {
  return f ? f.address(args...) : status::not_found;
}

inline loaded_driver& usable_driver() {
  loaded_driver& d = current_driver();
  if (!d.why_not.empty())
    throw_error(unavailable("[constax] cuda: no device can be used: " + d.why_not +
                            "; install NVIDIA's driver (libcuda.so.1), or ask cuda::available() first"));
  return d;
}

} // namespace detail

/// The table of the driver's functions; throws where there is none.
inline driver_api const& driver() { return detail::usable_driver().api; }
/// 1000 * major + 10 * minor of the CUDA version that the driver supports.
inline int driver_version() { return detail::usable_driver().version; }

} // namespace constax::inline CONSTAX_TAG::cuda
