// SPDX-License-Identifier: BSL-1.0
#pragma once
// workshop: the thread in which compilations run
#include <constax/compiled/compilation.hpp>

#include <thread>

namespace constax::inline CONSTAX_TAG::compiled_programs {

/// The thread that compiles: one program after the other. Its end is that of the compiler that runs.
class workshop {
  child_process child_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<std::weak_ptr<compilation>> queue_; // what nobody has any more is not compiled
  bool ended_ = false;
  std::thread thread_;

  std::shared_ptr<compilation> next() {
    std::unique_lock lock(mutex_);
    for (;;) {
      more_.wait(lock, [&] { return ended_ || !queue_.empty(); });
      if (ended_) return nullptr;
      std::shared_ptr<compilation> const c = queue_.front().lock();
      queue_.erase(queue_.begin());
      if (c) return c;
    }
  }
  void work() {
    while (std::shared_ptr<compilation> const c = next()) {
#if CONSTAX_HAS_EXCEPTIONS
      try {
        c->run(child_);
      } catch (std::exception const& e) {
        c->fail(e.what());
      }
#else
      c->run(child_);
#endif
    }
  }
  workshop() : thread_([this] { work(); }) {}

 public:
  workshop(workshop const&) = delete;
  workshop& operator=(workshop const&) = delete;
  ~workshop() {
    {
      std::lock_guard const lock(mutex_);
      ended_ = true;
    }
    more_.notify_one();
    child_.end();
    thread_.join();
  }
  /// That of the process, as long as somebody holds it.
  static std::shared_ptr<workshop> of_process() {
    static std::mutex mutex;
    static std::weak_ptr<workshop> held;
    std::lock_guard const lock(mutex);
    std::shared_ptr<workshop> w = held.lock();
    if (!w) held = w = std::shared_ptr<workshop>(new workshop);
    return w;
  }
  void add(std::shared_ptr<compilation> const& c) {
    {
      std::lock_guard const lock(mutex_);
      queue_.push_back(c);
    }
    more_.notify_one();
  }
};

} // namespace constax::inline CONSTAX_TAG::compiled_programs
