// SPDX-License-Identifier: BSL-1.0
#pragma once
// buffer: memory that one call works in
#include <constax/base/integers.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace constax::inline CONSTAX_TAG::vm {

/// Bytes from a line of the cache on. A thread keeps the longest that it has given back, up to four megabytes: a call of some numbers would
/// take longer to ask for them, and new pages of some MB as long as two passes over them.
class buffer {
  static constexpr i64 most_kept = i64{4} << 20;
  struct deleter {
    void operator()(std::byte* m) const { ::operator delete[](m, std::align_val_t{64}); }
  };
  struct held {
    std::unique_ptr<std::byte, deleter> bytes = nullptr;
    i64 size = 0;
  };
  static held& kept() {
    thread_local held h;
    return h;
  }
  held mine_;

 public:
  explicit buffer(i64 bytes) {
    if (kept().size >= bytes) {
      std::swap(mine_, kept());
      return;
    }
    mine_.size = bytes;
    mine_.bytes.reset(static_cast<std::byte*>(::operator new[](static_cast<std::size_t>(bytes), std::align_val_t{64})));
  }
  buffer(buffer const&) = delete;
  ~buffer() {
    if (mine_.size <= most_kept && mine_.size > kept().size) std::swap(mine_, kept());
  }
  std::byte* data() const { return mine_.bytes.get(); }
};

} // namespace constax::inline CONSTAX_TAG::vm
