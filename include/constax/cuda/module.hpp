// SPDX-License-Identifier: BSL-1.0
#pragma once
// module: machine code on a device, its kernels, and how they are launched, also with all blocks at once (cooperative).
//
//   cuda::module m(image);                                  // a cubin or PTX (nvrtc.hpp)
//   cuda::kernel k = m.kernel("saxpy");
//   k.launch(stream, {blocks}, {256}, 0, n, 2.0f, x, y);    // numbers by value; buffers as pointers
#include <constax/cuda/stream.hpp>

#include <tuple>
#include <type_traits>

namespace constax::inline CONSTAX_TAG::cuda {

/// Blocks of a grid, or threads of a block, by axis.
struct extent3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend constexpr bool operator==(extent3 const&, extent3 const&) = default;
};

/// What the compiler made of a kernel.
struct kernel_attributes {
  int max_threads = 0; // of a block: registers bound it
  int registers = 0;   // of a thread
  std::size_t shared_bytes = 0, const_bytes = 0;
  std::size_t local_bytes = 0; // of a thread: registers that did not fit, and its arrays
  int ptx_version = 0, binary_version = 0;
};

namespace detail {

struct module_state {
  device_state* on;
  module_handle handle = nullptr;

  module_state(device_state& d, std::string_view image, std::string const& name) : on(&d) {
    context_scope const scope(d);
    std::vector<char> log(8192);
    jit_option options[] = {jit_option::error_log, jit_option::error_log_bytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    std::string const text(image); // PTX must end in a zero
    ask_saying(
        d.api(), d.ordinal,
        [&] {
          log.back() = '\0';
          return bytes_text(image.size()) + " of code" + (name.empty() ? "" : " for " + name) + ", for " + device::of(d).arch() +
                 (log[0] ? std::string("; the driver's log: ") + log.data() : "");
        },
        d.api().module_load, &handle, static_cast<void const*>(text.c_str()), 2u, static_cast<jit_option*>(options),
        static_cast<void**>(values));
  }
  module_state(module_state const&) = delete;
  module_state& operator=(module_state const&) = delete;
  ~module_state() {
    in_context(*on, [&] { static_cast<void>(attempt(on->api().module_unload, handle)); });
  }
};

struct kernel_state {
  std::shared_ptr<module_state> of;
  std::string name;
  function_handle handle = nullptr;
  kernel_attributes attributes;
  std::mutex mutex;
  std::atomic<std::size_t> allowed_shared{0}; // dynamic, so far

  kernel_state(std::shared_ptr<module_state> m, std::string n) : of(std::move(m)), name(std::move(n)) {
    device_state& d = *of->on;
    driver_api const& api = d.api();
    context_scope const scope(d);
    ask_saying(
        api, d.ordinal, [&] { return "kernel " + name + "; is it declared extern \"C\"?"; }, api.module_function, &handle, of->handle,
        name.c_str());
    auto const number = [&](function_attribute a) {
      int x = 0;
      ask_saying(
          api, d.ordinal, [&] { return "an attribute of kernel " + name; }, api.function_get, &x, a, handle);
      return x;
    };
    auto const bytes = [&](function_attribute a) { return static_cast<std::size_t>(number(a)); };
    using enum function_attribute;
    attributes.max_threads = number(max_threads_per_block), attributes.registers = number(registers);
    attributes.shared_bytes = bytes(shared_bytes), attributes.const_bytes = bytes(const_bytes), attributes.local_bytes = bytes(local_bytes);
    attributes.ptx_version = number(ptx_version), attributes.binary_version = number(binary_version);
    std::size_t const unasked = d.described().shared_per_block;
    allowed_shared = unasked > attributes.shared_bytes ? unasked - attributes.shared_bytes : 0;
  }
  driver_api const& api() const { return of->on->api(); }

  [[noreturn]] [[gnu::cold]] void refuse(std::string const& why) const {
    throw_error(
        error("[constax] cuda: kernel " + name + " cannot be launched on " + str(device::of(*of->on)) + ": " + why, status::invalid_value));
  }

  /// More shared memory than a block has without asking is asked for, once.
  void allow_shared(std::size_t bytes) {
    if (bytes <= allowed_shared.load(std::memory_order_acquire)) return;
    std::size_t const most = of->on->described().shared_per_block_opt_in;
    if (bytes + attributes.shared_bytes > most)
      refuse(bytes_text(bytes + attributes.shared_bytes) + " of shared memory are asked for a block, which can have " + bytes_text(most) +
             "; take smaller tiles");
    std::lock_guard const lock(mutex);
    if (bytes <= allowed_shared.load()) return;
    ask_saying(
        api(), of->on->ordinal, [&] { return bytes_text(bytes) + " of shared memory for kernel " + name; }, api().function_set, handle,
        function_attribute::max_dynamic_shared, static_cast<int>(bytes));
    allowed_shared.store(bytes, std::memory_order_release);
  }
};

/// An argument as the kernel takes it: of a buffer its pointer, of all else the bytes of the value.
template <class T> auto as_kernel_argument(T const& x) {
  if constexpr (requires {
                  { x.pointer() } -> std::same_as<device_pointer>;
                })
    return x.pointer();
  else {
    static_assert(std::is_trivially_copyable_v<T>,
                  "[constax] cuda: an argument of a kernel is a number, a plain struct, or something with pointer()");
    return x;
  }
}

} // namespace detail

/// A kernel of a module, which lives as long as this does. Copies are the same kernel.
class kernel {
  std::shared_ptr<detail::kernel_state> s_;

 public:
  explicit kernel(std::shared_ptr<detail::kernel_state> s) : s_(std::move(s)) {}

  std::string const& name() const noexcept { return s_->name; }
  kernel_attributes const& attributes() const noexcept { return s_->attributes; }
  device on() const { return device::of(*s_->of->on); }

  /// Blocks of so many threads that a multiprocessor holds at a time.
  int blocks_per_multiprocessor(unsigned threads, std::size_t shared_bytes = 0) const {
    s_->allow_shared(shared_bytes);
    detail::device_state& d = *s_->of->on;
    detail::context_scope const scope(d);
    int blocks = 0;
    detail::ask_saying(
        d.api(), d.ordinal, [&] { return "kernel " + name(); }, d.api().blocks_per_multiprocessor, &blocks, s_->handle,
        static_cast<int>(threads), shared_bytes);
    return blocks;
  }
  /// The share of a multiprocessor's threads that are in use then, 0 to 1.
  double occupancy(unsigned threads, std::size_t shared_bytes = 0) const {
    return static_cast<double>(blocks_per_multiprocessor(threads, shared_bytes)) * threads /
           on().properties().max_threads_per_multiprocessor;
  }
  /// Blocks that the device holds at a time: no more can be launched as one that waits for all others.
  std::uint64_t most_cooperative_blocks(unsigned threads, std::size_t shared_bytes = 0) const {
    return static_cast<std::uint64_t>(blocks_per_multiprocessor(threads, shared_bytes)) *
           static_cast<std::uint64_t>(on().properties().multiprocessors);
  }

  /// Puts it into the stream. A grid of no blocks is no work.
  template <class... Args> void launch(stream const& s, extent3 grid, extent3 block, std::size_t shared_bytes, Args const&... args) const {
    auto values = std::tuple(detail::as_kernel_argument(args)...);
    std::apply(
        [&](auto&... value) {
          void* pointers[] = {static_cast<void*>(&value)..., nullptr};
          launch_with(s, grid, block, shared_bytes, pointers);
        },
        values);
  }
  /// The same; all blocks run at once, so that they may wait for each other.
  template <class... Args>
  void launch_cooperative(stream const& s, extent3 grid, extent3 block, std::size_t shared_bytes, Args const&... args) const {
    auto values = std::tuple(detail::as_kernel_argument(args)...);
    std::apply(
        [&](auto&... value) {
          void* pointers[] = {static_cast<void*>(&value)..., nullptr};
          launch_with(s, grid, block, shared_bytes, pointers, true);
        },
        values);
  }
  /// With a list of pointers to the arguments, made at run time.
  void launch_with(stream const& s, extent3 grid, extent3 block, std::size_t shared_bytes, void** args, bool cooperative = false) const {
    if (grid.count() == 0) return;
    check(s, grid, block, shared_bytes, cooperative);
    s_->allow_shared(shared_bytes);
    detail::device_state& d = *s_->of->on;
    detail::context_scope const scope(d);
    if (cooperative) {
      std::uint64_t const most = most_cooperative_blocks(static_cast<unsigned>(block.count()), shared_bytes);
      if (grid.count() > most)
        s_->refuse(std::to_string(grid.count()) + " blocks are to wait for each other, the device holds " + std::to_string(most) +
                   " at a time; take fewer blocks, and let each do more");
    }
    auto const shared = static_cast<unsigned>(shared_bytes);
    auto const asked = [&] {
      return "kernel " + name() + ", " + text_of(grid) + " blocks of " + text_of(block) + " threads, " + detail::bytes_text(shared_bytes) +
             " of shared memory";
    };
    if (cooperative)
      detail::ask_saying(d.api(), d.ordinal, asked, d.api().launch_cooperative, s_->handle, grid.x, grid.y, grid.z, block.x, block.y,
                         block.z, shared, s.handle(), args);
    else
      detail::ask_saying(d.api(), d.ordinal, asked, d.api().launch, s_->handle, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared,
                         s.handle(), args, static_cast<void**>(nullptr));
    detail::launch_log::of_process().add(d.ordinal, s.handle(), name());
  }

 private:
  static std::string text_of(extent3 e) {
    std::string t = std::to_string(e.x);
    if (e.y != 1 || e.z != 1) t += 'x' + std::to_string(e.y);
    if (e.z != 1) t += 'x' + std::to_string(e.z);
    return t;
  }
  void check(stream const& s, extent3 grid, extent3 block, std::size_t shared_bytes, bool cooperative) const {
    if (!(s.on() == on())) s_->refuse("the stream belongs to device " + std::to_string(s.on().ordinal()));
    device_properties const& p = on().properties();
    if (block.count() == 0 || block.count() > static_cast<std::uint64_t>(attributes().max_threads))
      s_->refuse("blocks of " + text_of(block) + " threads; with " + std::to_string(attributes().registers) +
                 " registers a thread they can have 1 to " + std::to_string(attributes().max_threads));
    unsigned const of[] = {grid.x, grid.y, grid.z};
    for (int axis = 0; axis < 3; ++axis)
      if (of[axis] > static_cast<unsigned>(p.max_grid[axis]))
        s_->refuse("a grid of " + text_of(grid) + " blocks; along axis " + std::to_string(axis) + " there can be " +
                   std::to_string(p.max_grid[axis]));
    if (shared_bytes > 0x7fffffff) s_->refuse(detail::bytes_text(shared_bytes) + " of shared memory");
    if (cooperative && !p.cooperative_launch) s_->refuse("its blocks are to wait for each other, which this device cannot do");
  }
};

/// Machine code, loaded on a device. Copies are the same module; it is unloaded with the last of them and of its kernels.
class module {
  std::shared_ptr<detail::module_state> s_;

 public:
  /// A cubin for the device, or PTX, which the driver translates. `name` is for messages.
  explicit module(std::string_view image, device d = device(), std::string const& name = {})
      : s_(std::make_shared<detail::module_state>(d.state(), image, name)) {}

  device on() const { return device::of(*s_->on); }
  /// By the name that it has in the image: that of the source, if it is extern "C".
  cuda::kernel kernel(std::string name) const { return cuda::kernel(std::make_shared<detail::kernel_state>(s_, std::move(name))); }
  /// A variable of the module: where it is, and its bytes.
  std::pair<device_pointer, std::size_t> global(std::string const& name) const {
    detail::context_scope const scope(*s_->on);
    device_pointer at = 0;
    std::size_t bytes = 0;
    detail::ask_saying(
        s_->on->api(), s_->on->ordinal, [&] { return "variable " + name; }, s_->on->api().module_global, &at, &bytes, s_->handle,
        name.c_str());
    return {at, bytes};
  }
};

} // namespace constax::inline CONSTAX_TAG::cuda
