// SPDX-License-Identifier: BSL-1.0
#pragma once
// stream: a queue of work on a device, in the order in which it is put there; event: a place in a queue.
//
// Each device has a main stream, which work goes to that names no other. Streams keep step with the legacy default stream of the CUDA
// runtime, unless they are made `apart`; so kernels of a user's that are launched there see what was written here, without a wait.
#include <constax/cuda/device.hpp>

#include <memory>

namespace constax::inline CONSTAX_TAG::cuda {

enum class stream_kind : unsigned { in_step = stream_default, apart = stream_non_blocking };

namespace detail {

struct stream_state {
  device_state* on;
  stream_handle handle = nullptr;
  bool owned = false;

  stream_state(device_state& d, stream_handle h) : on(&d), handle(h) {}
  stream_state(device_state& d, stream_kind kind) : on(&d) {
    context_scope const scope(d);
    ask(d.api(), d.ordinal, d.api().stream_create, &handle, static_cast<unsigned>(kind));
    owned = true;
  }
  stream_state(stream_state const&) = delete;
  stream_state& operator=(stream_state const&) = delete;
  ~stream_state() { // work that is still in it is done before the driver lets go of it
    if (owned) in_context(*on, [&] { static_cast<void>(attempt(on->api().stream_destroy, handle)); });
  }

  driver_api const& api() const { return on->api(); }
  bool capturing() const {
    capture_status s = capture_status::none;
    return attempt(api().is_capturing, handle, &s) == status::success && s != capture_status::none;
  }
};

} // namespace detail

class event;

/// A handle: copies are the same stream. It ends with the last of them, and with the last buffer that was used on it.
class stream {
  std::shared_ptr<detail::stream_state> s_;
  explicit stream(std::shared_ptr<detail::stream_state> s) : s_(std::move(s)) {}

 public:
  /// The main stream of the current device, or of this one.
  stream() : stream(main_of(device())) {}
  static stream main_of(device d) {
    detail::device_state& s = d.state();
    detail::stream_state* main = s.main_stream.load(std::memory_order_acquire);
    if (!main) {
      s.retained_context();
      std::lock_guard const lock(s.mutex);
      main = s.main_stream.load(std::memory_order_acquire);
      if (!main) s.main_stream.store(main = new detail::stream_state(s, stream_kind::in_step), std::memory_order_release);
    }
    return stream(std::shared_ptr<detail::stream_state>(std::shared_ptr<void>(), main)); // never ends: counted by nobody
  }
  static stream make(device d = device(), stream_kind kind = stream_kind::in_step) {
    return stream(std::make_shared<detail::stream_state>(d.state(), kind));
  }
  /// One of the caller's, a CUstream or cudaStream_t, which stays theirs.
  static stream borrow(void* handle, device d = device()) {
    return stream(std::make_shared<detail::stream_state>(d.state(), static_cast<stream_handle>(handle)));
  }

  device on() const { return device::of(*s_->on); }
  stream_handle handle() const noexcept { return s_->handle; }
  detail::stream_state& state() const noexcept { return *s_; }

  /// Waits until all that is in it is done; what failed is thrown.
  void synchronize() const {
    detail::context_scope const scope(*s_->on);
    detail::ask(s_->api(), s_->on->ordinal, s_->api().stream_synchronize, s_->handle);
  }
  /// Is all done that is in it?
  bool idle() const {
    detail::context_scope const scope(*s_->on);
    status const s = detail::attempt(s_->api().stream_query, s_->handle);
    if (s == status::not_ready) return false;
    if (s != status::success) detail::fail(s_->api(), s, s_->api().stream_query.name, {}, s_->on->ordinal);
    return true;
  }
  /// Is it being captured into a graph (module.hpp)?
  bool capturing() const { return s_->capturing(); }
  /// What is put into this stream from now on waits for the event, or for what is in the other stream now; the caller does not wait.
  inline void wait(event const& e) const;
  inline void wait(stream const& other) const;

  friend bool operator==(stream const& a, stream const& b) noexcept { return a.s_->on == b.s_->on && a.s_->handle == b.s_->handle; }
};

/// The main stream of a device.
inline stream default_stream(device d = device()) { return stream::main_of(d); }

enum class event_kind : unsigned { timed = event_default, untimed = event_no_timing };

/// A place in a stream, to wait for, or to measure the time from or to.
class event {
  detail::device_state* on_;
  event_handle handle_ = nullptr;

 public:
  explicit event(device d = device(), event_kind kind = event_kind::timed) : on_(&d.state()) {
    detail::context_scope const scope(*on_);
    detail::ask(on_->api(), on_->ordinal, on_->api().event_create, &handle_, static_cast<unsigned>(kind));
  }
  /// One that is there, behind what is in the stream now.
  explicit event(stream const& s, event_kind kind = event_kind::timed) : event(s.on(), kind) { record(s); }
  event(event&& e) noexcept : on_(e.on_), handle_(std::exchange(e.handle_, nullptr)) {}
  event& operator=(event&& e) noexcept {
    std::swap(on_, e.on_), std::swap(handle_, e.handle_);
    return *this;
  }
  ~event() {
    if (handle_) detail::in_context(*on_, [&] { static_cast<void>(detail::attempt(on_->api().event_destroy, handle_)); });
  }

  event_handle handle() const noexcept { return handle_; }
  device on() const { return device::of(*on_); }
  void record(stream const& s) {
    detail::context_scope const scope(*on_);
    detail::ask(on_->api(), on_->ordinal, on_->api().event_record, handle_, s.handle());
  }
  void synchronize() const {
    detail::context_scope const scope(*on_);
    detail::ask(on_->api(), on_->ordinal, on_->api().event_synchronize, handle_);
  }
  /// Has all before it been done?
  bool ready() const {
    detail::context_scope const scope(*on_);
    status const s = detail::attempt(on_->api().event_query, handle_);
    if (s == status::not_ready) return false;
    if (s != status::success) detail::fail(on_->api(), s, on_->api().event_query.name, {}, on_->ordinal);
    return true;
  }
};

/// Milliseconds between two timed events; waits for the later one.
inline double elapsed_ms(event const& from, event const& to) {
  to.synchronize();
  detail::device_state& s = to.on().state();
  detail::context_scope const scope(s);
  float ms = 0;
  detail::ask_saying(
      s.api(), s.ordinal, [] { return std::string("both events must be timed and recorded"); }, s.api().event_elapsed, &ms, from.handle(),
      to.handle());
  return static_cast<double>(ms);
}

inline void stream::wait(event const& e) const {
  detail::context_scope const scope(*s_->on);
  detail::ask(s_->api(), s_->on->ordinal, s_->api().stream_wait_event, s_->handle, e.handle(), 0u);
}
inline void stream::wait(stream const& other) const {
  if (!(other == *this)) wait(event(other, event_kind::untimed));
}

} // namespace constax::inline CONSTAX_TAG::cuda
