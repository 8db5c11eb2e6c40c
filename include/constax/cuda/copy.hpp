// SPDX-License-Identifier: BSL-1.0
#pragma once
// copy: bytes from the host to a device, back, on a device and between devices, in the order of a stream.
#include <constax/cuda/memory.hpp>

#include <cstring>

namespace constax::inline CONSTAX_TAG::cuda {

/// Memory of the host that is locked in its place: copies between it and a device run beside all else.
class pinned_buffer {
  detail::device_state* on_;
  std::byte* at_ = nullptr;
  std::size_t bytes_;

 public:
  explicit pinned_buffer(std::size_t bytes, device d = device()) : on_(&d.state()), bytes_(bytes) {
    if (bytes == 0) return;
    detail::context_scope const scope(*on_);
    void* at = nullptr;
    detail::ask_saying(
        on_->api(), on_->ordinal, [&] { return detail::bytes_text(bytes) + " of pinned memory"; }, on_->api().host_alloc, &at, bytes, 0u);
    at_ = static_cast<std::byte*>(at);
  }
  pinned_buffer(pinned_buffer&& b) noexcept : on_(b.on_), at_(std::exchange(b.at_, nullptr)), bytes_(std::exchange(b.bytes_, 0)) {}
  pinned_buffer& operator=(pinned_buffer&& b) noexcept {
    std::swap(on_, b.on_), std::swap(at_, b.at_), std::swap(bytes_, b.bytes_);
    return *this;
  }
  ~pinned_buffer() {
    if (at_) detail::in_context(*on_, [&] { static_cast<void>(detail::attempt(on_->api().host_free, static_cast<void*>(at_))); });
  }
  std::byte* data() const noexcept { return at_; }
  std::size_t bytes() const noexcept { return bytes_; }
};

namespace detail {
inline void refuse_in_capture(stream const& s, char const* what) {
  if (s.capturing())
    throw_error(error(std::string("[constax] cuda: ") + what +
                          " on a stream that is being captured: the graph would read host memory that may be gone " +
                          "when it is launched; copy before the capture, or after the launch",
                      status::capture_unsupported));
}
inline auto copied(std::size_t bytes) {
  return [bytes] { return bytes_text(bytes); };
}
} // namespace detail

/// Copies from the host, in the order of the stream; the source may be changed as soon as the call returns.
inline void copy_to_device(device_pointer to, void const* from, std::size_t bytes, stream const& s = stream()) {
  if (bytes == 0) return;
  detail::refuse_in_capture(s, "a copy from the host");
  detail::device_state& d = s.on().state();
  detail::context_scope const scope(d);
  if (bytes > detail::device_memory::smallest_staged && bytes <= detail::device_memory::largest_staged) {
    auto& memory = detail::memory_of(s.on());
    std::size_t index = 0;
    if (std::byte* const staged = memory.take_pinned(bytes, index)) {
      std::memcpy(staged, from, bytes);
      status const copied = detail::attempt(d.api().copy_to_device, to, static_cast<void const*>(staged), bytes, s.handle());
      memory.give_pinned(index, s);
      if (copied != status::success) detail::fail(d.api(), copied, d.api().copy_to_device.name, detail::bytes_text(bytes), d.ordinal);
      return;
    }
  }
  detail::ask_saying(d.api(), d.ordinal, detail::copied(bytes), d.api().copy_to_device, to, from, bytes, s.handle());
}
/// From pinned memory: returns at once, and the source must stay as it is until the stream has come to it.
inline void copy_to_device(device_pointer to, pinned_buffer const& from, std::size_t bytes, stream const& s = stream()) {
  if (bytes == 0) return;
  detail::device_state& d = s.on().state();
  detail::context_scope const scope(d);
  detail::ask_saying(d.api(), d.ordinal, detail::copied(bytes), d.api().copy_to_device, to, static_cast<void const*>(from.data()), bytes,
                     s.handle());
}
/// Copies to the host behind what is in the stream, and waits until it is there.
inline void copy_to_host(void* to, device_pointer from, std::size_t bytes, stream const& s = stream()) {
  if (bytes == 0) return;
  detail::refuse_in_capture(s, "a copy to the host");
  detail::device_state& d = s.on().state();
  detail::context_scope const scope(d);
  detail::ask_saying(d.api(), d.ordinal, detail::copied(bytes), d.api().copy_to_host, to, from, bytes, s.handle());
  s.synchronize();
}
/// To pinned memory: returns at once; it is there when the stream has come to it.
inline void copy_to_host(pinned_buffer& to, device_pointer from, std::size_t bytes, stream const& s = stream()) {
  if (bytes == 0) return;
  detail::device_state& d = s.on().state();
  detail::context_scope const scope(d);
  detail::ask_saying(d.api(), d.ordinal, detail::copied(bytes), d.api().copy_to_host, static_cast<void*>(to.data()), from, bytes,
                     s.handle());
}
inline void copy_on_device(device_pointer to, device_pointer from, std::size_t bytes, stream const& s = stream()) {
  if (bytes == 0) return;
  detail::device_state& d = s.on().state();
  detail::context_scope const scope(d);
  detail::ask_saying(d.api(), d.ordinal, detail::copied(bytes), d.api().copy_on_device, to, from, bytes, s.handle());
}
/// Between devices; `s` is a stream of the one that it goes to.
inline void copy_between(device_pointer to, device_pointer from, device of, std::size_t bytes, stream const& s) {
  if (bytes == 0) return;
  if (of == s.on()) return copy_on_device(to, from, bytes, s);
  detail::device_state& d = s.on().state();
  detail::context_scope const scope(d);
  detail::ask_saying(d.api(), d.ordinal, detail::copied(bytes), d.api().copy_to_peer, to, s.on().context(), from, of.context(), bytes,
                     s.handle());
}
/// Sets all bytes to one value.
inline void set_bytes(device_pointer to, unsigned char value, std::size_t bytes, stream const& s = stream()) {
  if (bytes == 0) return;
  detail::device_state& d = s.on().state();
  detail::context_scope const scope(d);
  detail::ask_saying(d.api(), d.ordinal, detail::copied(bytes), d.api().set_bytes, to, value, bytes, s.handle());
}

} // namespace constax::inline CONSTAX_TAG::cuda
