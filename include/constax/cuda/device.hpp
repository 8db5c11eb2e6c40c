// SPDX-License-Identifier: BSL-1.0
#pragma once
// device: a device by its number, what it can do, and its context, which is the one that the CUDA runtime and other libraries use too
// (the primary context), so that pointers and streams of theirs can be handed over.
#include <constax/cuda/error.hpp>

#include <algorithm>

namespace constax::inline CONSTAX_TAG::cuda {

/// What plans, launches and models of time ask of a device.
struct device_properties {
  std::string name;
  int major = 0, minor = 0; // of the compute capability
  int multiprocessors = 0;
  int warp_size = 0;
  int max_threads_per_block = 0;
  int max_threads_per_multiprocessor = 0;
  int max_blocks_per_multiprocessor = 0;
  int max_grid[3] = {};
  std::size_t shared_per_block = 0;          // without asking
  std::size_t shared_per_block_opt_in = 0;   // with: cuda::kernel does so by itself
  std::size_t shared_per_multiprocessor = 0; // of all blocks on it, and of what each reserves:
  std::size_t shared_reserved_per_block = 0;
  int registers_per_block = 0, registers_per_multiprocessor = 0;
  std::size_t l2_bytes = 0, memory_bytes = 0;
  double clock_hz = 0, memory_clock_hz = 0; // 0 where the driver does not tell
  int memory_bus_bits = 0;
  bool cooperative_launch = false, memory_pools = false;

  /// Bytes a second between memory and device at most: twice a clock, as memory of double data rate has it. 0: unknown.
  double peak_bandwidth() const { return 2 * memory_clock_hz * memory_bus_bits / 8; }
};

namespace detail {

struct device_memory; // memory.hpp
struct stream_state;  // stream.hpp

struct device_state {
  loaded_driver* driver = nullptr;
  int ordinal = 0, handle = 0;
  std::once_flag read, retained;
  device_properties properties;
  context_handle context = nullptr; // kept until the process ends
  std::mutex mutex;                 // of making the two below
  std::atomic<device_memory*> memory{nullptr};
  std::atomic<stream_state*> main_stream{nullptr};

  driver_api const& api() const { return driver->api; }

  device_properties const& described() {
    std::call_once(read, [&] {
      driver_api const& d = api();
      auto const number = [&](device_attribute a) {
        int n = 0; // an attribute that the driver does not know is 0
        static_cast<void>(attempt(d.device_attribute_of, &n, a, handle));
        return n;
      };
      auto const bytes = [&](device_attribute a) { return static_cast<std::size_t>(std::max(number(a), 0)); };
      device_properties p;
      char name[256] = {};
      ask(d, ordinal, d.device_name, name, static_cast<int>(sizeof name) - 1, handle);
      p.name = name;
      ask(d, ordinal, d.device_bytes, &p.memory_bytes, handle);
      using enum device_attribute;
      p.major = number(compute_major), p.minor = number(compute_minor);
      p.multiprocessors = number(multiprocessors), p.warp_size = number(warp_size);
      p.max_threads_per_block = number(max_threads_per_block);
      p.max_threads_per_multiprocessor = number(max_threads_per_multiprocessor);
      p.max_blocks_per_multiprocessor = number(max_blocks_per_multiprocessor);
      p.max_grid[0] = number(max_grid_x), p.max_grid[1] = number(max_grid_y), p.max_grid[2] = number(max_grid_z);
      p.shared_per_block = bytes(shared_per_block);
      p.shared_per_block_opt_in = std::max(bytes(shared_per_block_opt_in), p.shared_per_block);
      p.shared_per_multiprocessor = bytes(shared_per_multiprocessor);
      p.shared_reserved_per_block = bytes(shared_reserved_per_block);
      p.registers_per_block = number(registers_per_block), p.registers_per_multiprocessor = number(registers_per_multiprocessor);
      p.l2_bytes = bytes(l2_bytes);
      p.clock_hz = 1e3 * number(clock_khz), p.memory_clock_hz = 1e3 * number(memory_clock_khz);
      p.memory_bus_bits = number(memory_bus_bits);
      p.cooperative_launch = number(cooperative_launch) != 0;
      p.memory_pools = number(memory_pools) != 0 && d.pool_create && d.pool_set && d.pool_trim && d.pool_alloc && d.pool_free;
      properties = std::move(p);
    });
    return properties;
  }
  context_handle retained_context() {
    std::call_once(retained, [&] { ask(api(), ordinal, api().retain_context, &context, handle); });
    return context;
  }
};

inline device_state& state_of(loaded_driver& d, int ordinal) {
  std::call_once(d.states_made, [&] {
    auto* const made = new device_state[static_cast<std::size_t>(d.devices)];
    for (int i = 0; i < d.devices; ++i) {
      made[i].driver = &d, made[i].ordinal = i;
      ask(d.api, i, d.api.device_get, &made[i].handle, i);
    }
    d.states = made;
  });
  if (ordinal < 0 || ordinal >= d.devices)
    throw_error(error("[constax] cuda: there is no device " + std::to_string(ordinal) + "; the driver sees " + std::to_string(d.devices) +
                          ", numbered from 0",
                      status::invalid_device));
  return d.states[ordinal];
}

/// Makes a device's context the calling thread's, and gives back the one that it had. A thread that had none keeps this one: to take it
/// away would only make the next call set it again.
class context_scope {
  device_state* s_;
  context_handle before_ = nullptr;
  bool changed_ = false;

 public:
  explicit context_scope(device_state& s) : s_(&s) {
    context_handle const mine = s.retained_context();
    ask(s.api(), s.ordinal, s.api().get_context, &before_);
    if (before_ == mine) return;
    ask(s.api(), s.ordinal, s.api().set_context, mine);
    changed_ = before_ != nullptr;
  }
  context_scope(context_scope const&) = delete;
  context_scope& operator=(context_scope const&) = delete;
  ~context_scope() {
    if (changed_) static_cast<void>(attempt(s_->api().set_context, before_));
  }
};

/// The same in destructors: false if the context cannot be had, because the process is ending.
template <class Do> bool in_context(device_state& s, Do const& work) noexcept {
  context_handle before = nullptr;
  if (!s.context || attempt(s.api().get_context, &before) != status::success) return false;
  bool const other = before != s.context;
  if (other && attempt(s.api().set_context, s.context) != status::success) return false;
  work();
  if (other && before) static_cast<void>(attempt(s.api().set_context, before));
  return true;
}

inline int& chosen_device() {
  thread_local int ordinal = 0;
  return ordinal;
}

} // namespace detail

/// A device; cheap to copy.
class device {
  detail::device_state* s_;
  explicit device(detail::device_state& s) : s_(&s) {}

 public:
  /// Of the calling thread: 0, or what set_current_device chose.
  device() : device(detail::chosen_device()) {}
  explicit device(int ordinal) : s_(&detail::state_of(detail::usable_driver(), ordinal)) {}
  static device of(detail::device_state& s) { return device(s); }

  int ordinal() const noexcept { return s_->ordinal; }
  device_properties const& properties() const { return s_->described(); }
  std::string const& name() const { return properties().name; }
  /// What its machine code is called: "sm_90".
  std::string arch() const { return "sm_" + std::to_string(properties().major * 10 + properties().minor); }
  /// Bytes that nobody uses now, other processes included.
  std::size_t free_bytes() const {
    detail::context_scope const scope(*s_);
    std::size_t free = 0, total = 0;
    detail::ask(s_->api(), ordinal(), s_->api().mem_info, &free, &total);
    return free;
  }
  /// Waits for all work on it; what failed is thrown.
  void synchronize() const {
    detail::context_scope const scope(*s_);
    detail::ask(s_->api(), ordinal(), s_->api().synchronize);
  }
  context_handle context() const { return s_->retained_context(); }
  detail::device_state& state() const noexcept { return *s_; }

  friend bool operator==(device a, device b) noexcept { return a.s_ == b.s_; }
};

/// 0 without a driver.
inline int device_count() { return available() ? detail::current_driver().devices : 0; }
inline std::vector<device> devices() {
  std::vector<device> all;
  for (int i = 0; i < device_count(); ++i) all.emplace_back(i);
  return all;
}

/// The device of calls that name none, in the calling thread.
inline device current_device() { return device(); }
inline void set_current_device(device d) { detail::chosen_device() = d.ordinal(); }

/// While it lives, another device is the current one.
class with_device {
  int before_;

 public:
  explicit with_device(device d) : before_(detail::chosen_device()) { set_current_device(d); }
  with_device(with_device const&) = delete;
  with_device& operator=(with_device const&) = delete;
  ~with_device() { detail::chosen_device() = before_; }
};

/// "device 0 (NVIDIA H100 80GB HBM3)"
inline std::string str(device d) { return "device " + std::to_string(d.ordinal()) + " (" + d.name() + ")"; }

} // namespace constax::inline CONSTAX_TAG::cuda
