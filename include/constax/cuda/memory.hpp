// SPDX-License-Identifier: BSL-1.0
#pragma once
// memory: buffers on a device.
//
// A buffer is taken from a pool and given back in the order of a stream: nobody waits, and what one call frees the next one takes. Where
// the device has no such pools, blocks of memory go to a list of free ones, by size. Either way what has been freed stays with the process,
// up to a threshold; when there is no room, that is given back to the device first, and then the call is tried once more.
#include <constax/cuda/stream.hpp>

#include <bit>
#include <functional>
#include <map>

namespace constax::inline CONSTAX_TAG::cuda {

/// Of a device, by this process: bytes of buffers that live, the most there have been, bytes that are kept for the next ones.
struct memory_statistics {
  std::size_t in_use = 0, peak = 0, cached = 0;
  std::uint64_t allocations = 0;
  bool pooled = false; // by the driver; else by a list of free blocks
};

namespace detail {

/// Memory that is given back: to the stream where it was made, behind what other streams do with it.
struct given_back {
  device_pointer at;
  std::size_t bytes;
  stream home;
  std::vector<stream> used;

  bool captured() const {
    for (stream const& s : used)
      if (s.capturing()) return true;
    return home.capturing();
  }
};

struct device_memory {
  device_state* on;
  pool_handle pool = nullptr;
  std::atomic<std::size_t> in_use{0}, peak{0}, threshold{0};
  std::atomic<std::uint64_t> allocations{0};

  std::mutex mutex; // of what follows
  struct free_block {
    device_pointer at;
    stream last_used_on;
  };
  std::multimap<std::size_t, free_block> free_blocks; // without pools: by their size
  std::size_t free_block_bytes = 0;
  std::vector<given_back> postponed; // given back while one of their streams was captured
  struct pinned_block {
    std::byte* at;
    std::size_t bytes;
    event free; // what was put into it has been copied
    bool taken;
  };
  std::vector<pinned_block> pinned;
  std::size_t pinned_bytes = 0;

  // Half of the memory is kept by default: a program of which each call makes the same buffers takes no more after the first.
  explicit device_memory(device_state& d) : on(&d), threshold(d.described().memory_bytes / 2) {
    if (!d.properties.memory_pools) return;
    pool_properties how;
    how.device = d.ordinal;
    context_scope const scope(d);
    if (attempt(d.api().pool_create, &pool, &how) != status::success) pool = nullptr; // some virtual machines say that they have pools
    else keep(threshold);
  }

  driver_api const& api() const { return on->api(); }

  void keep(std::size_t bytes) {
    threshold = bytes;
    std::uint64_t n = bytes;
    if (!pool) return;
    context_scope const scope(*on);
    ask(api(), on->ordinal, api().pool_set, pool, pool_attribute::release_threshold, static_cast<void*>(&n));
  }

  /// Sizes of blocks without pools, eight between powers of two: at most an eighth is lost.
  static std::size_t rounded(std::size_t bytes) {
    std::size_t const step = std::max<std::size_t>(512, std::bit_floor(bytes) / 8);
    return (bytes + step - 1) / step * step;
  }

  device_pointer take(std::size_t bytes, stream const& s) {
    if (bytes == 0) return 0;
    if (s.capturing())
      throw_error(error("[constax] cuda: " + bytes_text(bytes) + " of memory are asked for on a stream that is being captured; allocate " +
                            "before the capture, so that each launch of the graph finds its buffers",
                        status::capture_unsupported));
    context_scope const scope(*on);
    take_postponed();
    device_pointer at = 0;
    status got = try_to_take(bytes, s, at);
    if (got == status::out_of_memory) {
      free_cache();
      got = try_to_take(bytes, s, at);
      if (got == status::out_of_memory) throw_out_of_memory(bytes);
    }
    if (got != status::success) fail(api(), got, pool ? api().pool_alloc.name : api().mem_alloc.name, bytes_text(bytes), on->ordinal);
    std::size_t const now = in_use.fetch_add(bytes) + bytes;
    for (std::size_t most = peak.load(); most < now && !peak.compare_exchange_weak(most, now);) {}
    allocations.fetch_add(1);
    return at;
  }

  void give(given_back&& g) noexcept { // in a destructor: what fails is lost
    if (g.bytes == 0) return;
    in_use.fetch_sub(g.bytes);
    in_context(*on, [&] {
      take_postponed();
      if (g.captured()) {
        std::lock_guard const lock(mutex);
        postponed.push_back(std::move(g));
      } else give_now(std::move(g));
    });
  }

  /// Gives what is kept back to the device. Waits for it, since what is freed in a stream is free when the stream comes to it.
  void free_cache() {
    context_scope const scope(*on);
    status const waited = attempt(api().synchronize);
    if (is_of_earlier_work(waited)) fail(api(), waited, api().synchronize.name, {}, on->ordinal);
    take_postponed();
    if (pool) static_cast<void>(attempt(api().pool_trim, pool, std::size_t{0}));
    std::lock_guard const lock(mutex);
    for (auto const& [bytes, block] : free_blocks) static_cast<void>(attempt(api().mem_free, block.at));
    free_blocks.clear();
    free_block_bytes = 0;
  }

  memory_statistics statistics() {
    memory_statistics r{in_use, peak, 0, allocations, pool != nullptr};
    if (pool) {
      context_scope const scope(*on);
      std::uint64_t reserved = 0, used = 0;
      if (attempt(api().pool_get, pool, pool_attribute::reserved_bytes, static_cast<void*>(&reserved)) == status::success &&
          attempt(api().pool_get, pool, pool_attribute::used_bytes, static_cast<void*>(&used)) == status::success && reserved > used)
        r.cached = static_cast<std::size_t>(reserved - used);
    } else {
      std::lock_guard const lock(mutex);
      r.cached = free_block_bytes;
    }
    return r;
  }

  // ---- memory of the host that is locked in its place: copies from it do not make the caller wait for the device ----------------------

  static constexpr std::size_t smallest_staged = 64 << 10; // below, the driver has a place of its own, and returns at once
  static constexpr std::size_t largest_staged = 4 << 20;   // above, the time to copy twice is more than the wait
  static constexpr std::size_t most_staged = 64 << 20;     // of a device, at once

  /// A free block of pinned memory, which is now taken; null if there is none and no more may be made. The index says which.
  std::byte* take_pinned(std::size_t bytes, std::size_t& index) {
    std::size_t const size = std::bit_ceil(bytes);
    std::lock_guard const lock(mutex);
    for (index = 0; index < pinned.size(); ++index)
      if (pinned_block& b = pinned[index]; !b.taken && b.bytes == size && b.free.ready()) return b.taken = true, b.at;
    if (pinned_bytes + size > most_staged) return nullptr;
    event free(device::of(*on), event_kind::untimed);
    pinned.reserve(pinned.size() + 1);
    void* at = nullptr;
    if (attempt(api().host_alloc, &at, size, 0u) != status::success) return nullptr;
    pinned.push_back({static_cast<std::byte*>(at), size, std::move(free), true});
    pinned_bytes += size;
    return static_cast<std::byte*>(at);
  }
  void give_pinned(std::size_t index, stream const& behind) {
    std::lock_guard const lock(mutex);
    pinned[index].free.record(behind);
    pinned[index].taken = false;
  }

 private:
  status try_to_take(std::size_t bytes, stream const& s, device_pointer& at) {
    if (pool) return attempt(api().pool_alloc, &at, bytes, pool, s.handle());
    std::size_t const size = rounded(bytes);
    {
      std::lock_guard const lock(mutex);
      auto const [first, end] = free_blocks.equal_range(size);
      auto found = first;
      while (found != end && !(found->second.last_used_on == s)) ++found; // of the same stream: no wait
      if (found == end) found = first;
      if (found != end) {
        if (!found->second.last_used_on.capturing()) {
          s.wait(found->second.last_used_on);
          at = found->second.at;
          free_blocks.erase(found);
          free_block_bytes -= size;
          return status::success;
        }
      }
    }
    return attempt(api().mem_alloc, &at, size);
  }

  void give_now(given_back&& g) {
    for (stream const& s : g.used) { // the stream where it is freed waits for those that read it
      event_handle e = nullptr;
      if (attempt(api().event_create, &e, static_cast<unsigned>(event_kind::untimed)) != status::success) continue;
      if (attempt(api().event_record, e, s.handle()) == status::success)
        static_cast<void>(attempt(api().stream_wait_event, g.home.handle(), e, 0u));
      static_cast<void>(attempt(api().event_destroy, e));
    }
    if (pool) {
      static_cast<void>(attempt(api().pool_free, g.at, g.home.handle()));
      return;
    }
    std::size_t const size = rounded(g.bytes);
    std::lock_guard const lock(mutex);
    if (free_block_bytes + size > threshold) {
      static_cast<void>(attempt(api().stream_synchronize, g.home.handle()));
      static_cast<void>(attempt(api().mem_free, g.at));
      return;
    }
    free_blocks.emplace(size, free_block{g.at, g.home});
    free_block_bytes += size;
  }

  void take_postponed() {
    std::vector<given_back> ready;
    {
      std::lock_guard const lock(mutex);
      for (std::size_t i = postponed.size(); i-- > 0;)
        if (!postponed[i].captured()) {
          ready.push_back(std::move(postponed[i]));
          postponed.erase(postponed.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    for (given_back& g : ready) give_now(std::move(g));
  }

  [[noreturn]] void throw_out_of_memory(std::size_t bytes) {
    std::size_t free = 0, total = 0;
    static_cast<void>(attempt(api().mem_info, &free, &total));
    throw_error(cuda::out_of_memory("[constax] cuda: out of memory: " + bytes_text(bytes) + " were asked for on " + str(device::of(*on)) +
                                        ", " + bytes_text(free) + " of " + bytes_text(total) +
                                        " are free, after the cache was freed; buffers of this " + "process hold " + bytes_text(in_use) +
                                        "; drop device arrays that are not needed, or work in smaller pieces",
                                    bytes));
  }
};

inline device_memory& memory_of(device d) {
  device_state& s = d.state();
  device_memory* m = s.memory.load(std::memory_order_acquire);
  if (!m) {
    s.described(), s.retained_context();
    std::lock_guard const lock(s.mutex);
    m = s.memory.load(std::memory_order_acquire);
    if (!m) s.memory.store(m = new device_memory(s), std::memory_order_release); // buffers of static storage come back to it at exit
  }
  return *m;
}

} // namespace detail

/// What this process holds of a device's memory.
inline memory_statistics statistics(device d = device()) { return detail::memory_of(d).statistics(); }
/// From now on `peak` counts anew.
inline void reset_peak(device d = device()) {
  auto& m = detail::memory_of(d);
  m.peak = m.in_use.load();
}
/// How many bytes that nobody uses are kept for the next buffers; half of the device's memory, if nothing is said.
inline void keep_free_memory(std::size_t bytes, device d = device()) { detail::memory_of(d).keep(bytes); }
/// Gives what is kept back to the device, for other processes and libraries.
inline void free_cache(device d = device()) { detail::memory_of(d).free_cache(); }

/// Bytes on a device, uninitialised. Moved, not copied. A buffer belongs to a stream: it can be used there at once, and is given back
/// behind what is in that stream then. To use it on another stream, say so with `use_on`.
class buffer {
  struct held {
    device_pointer at = 0;
    std::size_t bytes = 0;
    stream home;
    std::mutex mutex;
    std::vector<stream> used = {};
    detail::device_memory* from = nullptr; // where it goes back to
    std::function<void()> release = {};    // of memory that is somebody else's

    held(stream const& s) : home(s) {}
    ~held() {
      if (from) from->give({at, bytes, std::move(home), std::move(used)});
      if (!release) return;
      used.push_back(home);
      for (stream const& s : used)
        detail::in_context(s.on().state(), [&] { static_cast<void>(detail::attempt(s.state().api().stream_synchronize, s.handle())); });
      release();
    }
  };
  std::unique_ptr<held> h_;
  explicit buffer(std::unique_ptr<held> h) : h_(std::move(h)) {}

 public:
  explicit buffer(std::size_t bytes, stream const& s = stream()) : h_(std::make_unique<held>(s)) {
    detail::device_memory& m = detail::memory_of(s.on());
    h_->at = m.take(bytes, s);
    h_->bytes = bytes, h_->from = &m;
  }
  /// Somebody else's memory, which is ready in that stream; `release` is called when all that uses it is done.
  static buffer adopt(device_pointer at, std::size_t bytes, stream const& s, std::function<void()> release) {
    buffer b(std::make_unique<held>(s));
    b.h_->at = at, b.h_->bytes = bytes, b.h_->release = std::move(release);
    return b;
  }

  /// Null of 0 bytes, and after it has been moved away.
  device_pointer pointer() const noexcept { return h_ ? h_->at : 0; }
  std::size_t bytes() const noexcept { return h_ ? h_->bytes : 0; }
  device on() const { return h_->home.on(); }
  stream home() const { return h_->home; }

  /// Work that is put into `s` from now on may use the buffer: it waits for what is in the buffer's own stream now, and the memory is not
  /// given to others before it is done. On a stream that is being captured there is no wait: the graph is launched when the contents are
  /// there.
  void use_on(stream const& s) const {
    if (s == h_->home) return;
    if (!s.capturing()) s.wait(h_->home);
    std::lock_guard const lock(h_->mutex);
    for (stream const& u : h_->used)
      if (u == s) return;
    h_->used.push_back(s);
  }
};

} // namespace constax::inline CONSTAX_TAG::cuda
