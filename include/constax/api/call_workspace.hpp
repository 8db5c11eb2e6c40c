// SPDX-License-Identifier: BSL-1.0
#pragma once
// call_workspace: where the workspace of a call comes from: the stack, a buffer of the thread, or the caller
#include <constax/api/call_memory.hpp>

#include <new>
#include <utility>

namespace constax::inline CONSTAX_TAG::detail {

/// A grow-only buffer of the calling thread, moved out during a call so that a call inside a call has its own. Of 0 bytes: it stays where
/// it is.
class thread_buffer {
  struct held {
    std::byte* data = nullptr;
    std::size_t bytes = 0;
    held() = default;
    held(held&& o) noexcept : data(std::exchange(o.data, nullptr)), bytes(std::exchange(o.bytes, 0)) {}
    held& operator=(held&& o) noexcept {
      std::swap(data, o.data), std::swap(bytes, o.bytes);
      return *this;
    }
    ~held() {
      if (data) ::operator delete[](data, std::align_val_t{64});
    }
  };
  static held& of_thread() noexcept {
    static thread_local held h;
    return h;
  }
  held mine_;

public:
  explicit thread_buffer(std::size_t bytes) {
    if (bytes) mine_ = static_cast<held&&>(of_thread());
    if (mine_.bytes < bytes) {
      held larger;
      larger.data = static_cast<std::byte*>(::operator new[](bytes, std::align_val_t{64}));
      larger.bytes = bytes;
      mine_ = static_cast<held&&>(larger);
    }
  }
  thread_buffer(thread_buffer const&) = delete;
  ~thread_buffer() {
    if (!mine_.bytes) return;
    held& home = of_thread();
    if (home.bytes < mine_.bytes) home = static_cast<held&&>(mine_);
  }
  std::byte* data() noexcept { return mine_.data; }
};

inline constexpr i64 stack_workspace = 16384;

template <class C>
inline constexpr bool static_workspace = [] {
  for (u32 s = 0; s < C::value.n_slots; ++s)
    if (!C::value.avals[C::value.slot_type[s]].shape.is_static()) return false;
  return true;
}();
/// Bytes of a workspace's arrays, as far as their lengths are numbers; regions need more.
template <class C>
inline constexpr i64 known_workspace = [] {
  i64 n = 0;
  for (u32 s = 0; s < C::value.n_slots; ++s) {
    aval const& a = C::value.avals[C::value.slot_type[s]];
    if (a.shape.is_static()) n += align_up(a.shape.size() * info(a.type).bytes);
  }
  return n;
}();

template <class C>
CONSTAX_INLINE void run_on(leaf_memory const* in, leaf_memory const* out, i64* symbols, std::byte* workspace, i64 team = 1) {
  constexpr u32 n_in = C::value.n_ins, n_out = C::value.n_outs;
  // no kernel reads it, but g++ warns of numbers that are handed over and were never written
  if constexpr (C::value.n_symbols == 0) symbols[0] = 0;
  if constexpr (C::has_layouts)
    static_for<n_in + n_out>([&](auto k) {
      if constexpr (C::layouts[k] == memory_layout::strided)
        for (int d = 0; d < C::type(k).rank(); ++d)
          symbols[C::strides_of(k) + static_cast<u32>(d)] = (k < n_in ? in[k] : out[k - n_in]).stride[d];
    });
  void const* inputs[n_in ? n_in : 1];
  void* outputs[n_out ? n_out : 1];
  for (u32 k = 0; k < n_in; ++k) inputs[k] = in[k].data;
  for (u32 k = 0; k < n_out; ++k) outputs[k] = const_cast<void*>(out[k].data);
  constax::run<C>(inputs, outputs, workspace, symbols, team);
}
template <class Call>
CONSTAX_INLINE void run_with_own_workspace(leaf_memory const* in, leaf_memory const* out, i64* symbols) {
  using C = running_code<Call>;
  if constexpr (asks_for_team<C>()) {
    if constexpr (C::value.n_symbols == 0) symbols[0] = 0; // as in run_on
    i64 const team = team_size(), bytes = workspace_bytes<C>(symbols, team);
    if constexpr (known_workspace<C> <= stack_workspace) // else g++ warns of a buffer on the stack that it takes for too small
      if (bytes <= stack_workspace) {
        alignas(64) std::byte buffer[stack_workspace];
        std::byte* workspace = buffer;
        asm("" : "+r"(workspace)); // where lengths are constants, g++ warns of slots beyond this buffer that the comparison rules out
        return run_on<C>(in, out, symbols, workspace, team);
      }
    thread_buffer buffer(static_cast<std::size_t>(bytes));
    run_on<C>(in, out, symbols, buffer.data(), team);
  } else if constexpr (C::value.n_slots == 0) run_on<C>(in, out, symbols, nullptr);
  else if constexpr (static_workspace<C>) {
    constexpr i64 bytes = known_workspace<C>;
    if constexpr (bytes <= stack_workspace) {
      alignas(64) std::byte buffer[static_cast<std::size_t>(bytes > 0 ? bytes : 1)]; // slots of arrays without elements take none
      run_on<C>(in, out, symbols, buffer);
    } else {
      thread_buffer buffer(static_cast<std::size_t>(bytes));
      run_on<C>(in, out, symbols, buffer.data());
    }
  } else {
    thread_buffer buffer(static_cast<std::size_t>(workspace_bytes<C>(symbols, 1)));
    run_on<C>(in, out, symbols, buffer.data());
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
