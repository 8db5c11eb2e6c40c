// SPDX-License-Identifier: BSL-1.0
#pragma once
// made_by_types : types of arguments, (-> made) -> made        what has been made of one callable and one structure of arguments, by dtypes
// and shapes
//
// Threads that ask for the same at once wait for the one that makes it. So many are kept; of more, what has not been asked for longest
// goes.
#include <constax/api/treedef.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace constax::inline CONSTAX_TAG {

/// Of one callable and one structure of arguments: programs that there are, calls that found theirs, calls that had to trace, and
/// signatures whose programs have been dropped for want of room.
struct cache_statistics {
  std::size_t programs = 0, hits = 0, misses = 0, dropped = 0;
};

namespace detail {

/// What a program is found by: the types of the arguments' leaves, and the structure that they are in (treedef.hpp).
struct signature {
  range<aval const*> types;
  range<u32> structure = {};
};

inline std::atomic<std::size_t>& cache_limit() {
  static std::atomic<std::size_t> limit = 1'024;
  return limit;
}
template <class Made> class made_by_types {
  struct slot {
    vec<aval> ins;
    vec<u32> structure;
    std::recursive_mutex making; // f may call itself on ndarrays
    std::atomic<bool> ready = false, asks = false;
    std::shared_ptr<Made const> made;
  };
  std::mutex mutex_;
  std::vector<std::shared_ptr<slot>> slots_; // what has been asked for last stands first
  std::atomic<std::size_t> hits_ = 0, misses_ = 0;
  std::size_t dropped_ = 0;

  std::shared_ptr<slot> find_slot(signature const& of) {
    for (auto at = slots_.begin(); at != slots_.end(); ++at) {
      bool same = same_words((*at)->structure, of.structure); // then there are as many leaves
      for (u32 i = 0; same && i < of.types.size(); ++i) same = (*at)->ins[i] == *of.types[i];
      if (!same) continue;
      std::rotate(slots_.begin(), at, at + 1);
      return slots_.front();
    }
    return nullptr;
  }
  std::shared_ptr<slot> slot_of(signature const& of) {
    std::lock_guard const lock(mutex_);
    if (auto s = find_slot(of)) return s;
    auto const made = std::make_shared<slot>();
    for (aval const* t : of.types) made->ins.push(*t);
    made->structure = of.structure;
    slots_.insert(slots_.begin(), made);
    // (A thread that is making or running one of those that go holds it.)
    for (std::size_t const limit = std::max<std::size_t>(cache_limit(), 1); slots_.size() > limit; ++dropped_) slots_.pop_back();
    return made;
  }
  template <class Make> std::shared_ptr<Made const> make_once(Make const& make) {
    auto made = std::make_shared<Made const>(make());
    misses_.fetch_add(1, std::memory_order_relaxed);
    return made;
  }
  /// Has a number that was asked for gone into it?
  static bool is_of_one_call(Made const& made) {
    if constexpr (requires { made.asked; }) return made.asked;
    else return false;
  }

public:
  template <class Make> std::shared_ptr<Made const> get(signature const& of, Make const& make) {
    std::shared_ptr<slot> const s = slot_of(of);
    if (s->asks.load(std::memory_order_relaxed)) return make_once(make); // threads need not wait for each other
    if (!s->ready.load(std::memory_order_acquire)) {
      std::lock_guard const lock(s->making);
      if (!s->made) {
        std::shared_ptr<Made const> const made = make_once(make); // if it throws, the next call tries again
        if (is_of_one_call(*made)) {
          s->asks.store(true, std::memory_order_relaxed);
          return made;
        }
        s->made = made;
        s->ready.store(true, std::memory_order_release);
        return s->made;
      }
    }
    hits_.fetch_add(1, std::memory_order_relaxed);
    return s->made;
  }
  /// What there is already, or null.
  std::shared_ptr<Made const> find(signature const& of) {
    std::lock_guard const lock(mutex_);
    std::shared_ptr<slot> const s = find_slot(of);
    return s && s->ready.load(std::memory_order_acquire) ? s->made : nullptr;
  }
  cache_statistics statistics() {
    std::lock_guard const lock(mutex_);
    std::size_t n = 0;
    for (auto const& s : slots_) n += s->ready;
    return {n, hits_, misses_, dropped_};
  }
  /// What is being run stays until it is done.
  void clear() {
    std::lock_guard const lock(mutex_);
    slots_.clear();
    hits_ = misses_ = dropped_ = 0;
  }
};

} // namespace detail

/// At most so many programs are kept for each callable and structure of arguments (1,024; at least 1). Which of them do not fit any more is
/// seen when the next one is made.
inline void set_cache_limit(std::size_t programs) { detail::cache_limit() = programs; }

} // namespace constax::inline CONSTAX_TAG
