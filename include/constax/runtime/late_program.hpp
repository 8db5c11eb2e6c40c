// SPDX-License-Identifier: BSL-1.0
#pragma once
// late_program : what a call of ndarrays becomes, apart from the callable: its program, lowered, with what runs it; and the programs that
// are kept, by dtypes and shapes
#include <constax/jaxpr/print.hpp>
#include <constax/runtime/evaluator.hpp>
#include <constax/runtime/tracer.hpp>
#include <constax/transform/transform.hpp>

#include <atomic>
#include <mutex>

namespace constax::inline CONSTAX_TAG {

/// Of one callable and one structure of arguments: programs that there are, calls that found theirs, calls that had to trace.
struct cache_statistics {
  std::size_t programs = 0, hits = 0, misses = 0;
};

namespace detail {

/// f's jaxpr, the types of its results, and what runs it.
struct late_program {
  jaxpr program;
  vec<aval> outs;
  std::shared_ptr<late_evaluator const> run = {};
  bool asked = false; // f asked for numbers: it is of this call alone
};

inline late_program lower_late(late_program p) {
  p.program = lower(p.program);
  if (p.program.fault) raise_fault(p.program.fault);
  return p;
}
inline late_program evaluate_late(late_program p) {
  p = lower_late(static_cast<late_program&&>(p));
  p.run = make_evaluator(p.program);
  return p;
}
inline late_program with_lowered(late_program p) { return at_run_time<&lower_late>::call(static_cast<late_program&&>(p)); }
inline late_program with_evaluator(late_program p) { return at_run_time<&evaluate_late>::call(static_cast<late_program&&>(p)); }

inline void run_late_program(late_program const& p, range<ndarray const*> args, ndarray* results) {
  p.run->run(p.program, args, results);
  for (u32 i = 0; i < p.outs.size(); ++i)
    if (!(results[i].type() == p.outs[i])) results[i] = results[i].viewed_as(p.outs[i]); // of a key its word has been computed
}

/// The first line of two texts that differs.
inline std::pair<std::string_view, std::string_view> first_difference(std::string_view a, std::string_view b) {
  for (;;) {
    std::string_view const x = a.substr(0, a.find('\n')), y = b.substr(0, b.find('\n'));
    if (x != y || (x.size() == a.size() && y.size() == b.size())) return {x, y};
    a.remove_prefix(x.size() == a.size() ? x.size() : x.size() + 1), b.remove_prefix(y.size() == b.size() ? y.size() : y.size() + 1);
  }
}
inline void compare_programs(jaxpr const& a, jaxpr const& b, std::string_view what) {
  text const one = print(a, notation::jax), other = print(b, notation::jax);
  if (one.view() == other.view()) return;
  auto const [x, y] = first_difference(one.view(), other.view());
  text t;
  raise_error<error>(t << "[constax] check_trace: " << what
                       << "; hand it to the function as an argument, or call cx::clear_cache. The programs differ in `" << x << "` and `"
                       << y << "`");
}
inline void expect_same_program(jaxpr const& a, jaxpr const& b, std::string_view what) { at_run_time<&compare_programs>::call(a, b, what); }

/// What has been made of one callable and one structure of arguments, by dtypes and shapes. Threads that ask for the same at once wait for
/// the one that makes it.
template <class Made> class made_by_types {
  struct slot {
    vec<aval> ins;
    std::recursive_mutex making; // f may call itself on ndarrays
    std::atomic<bool> ready = false, asks = false;
    std::shared_ptr<Made const> made;
  };
  std::mutex mutex_;
  std::vector<std::shared_ptr<slot>> slots_;
  std::atomic<std::size_t> hits_ = 0, misses_ = 0;

  std::shared_ptr<slot> find_slot(range<aval const*> types) {
    for (auto const& s : slots_) {
      bool same = true;
      for (u32 i = 0; same && i < types.size(); ++i) same = s->ins[i] == *types[i];
      if (same) return s;
    }
    return nullptr;
  }
  std::shared_ptr<slot> slot_of(range<aval const*> types) {
    std::lock_guard const lock(mutex_);
    if (auto s = find_slot(types)) return s;
    auto const made = std::make_shared<slot>();
    for (aval const* t : types) made->ins.push(*t);
    slots_.push_back(made);
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
  template <class Make> std::shared_ptr<Made const> get(range<aval const*> types, Make const& make) {
    std::shared_ptr<slot> const s = slot_of(types);
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
  std::shared_ptr<Made const> find(range<aval const*> types) {
    std::lock_guard const lock(mutex_);
    std::shared_ptr<slot> const s = find_slot(types);
    return s && s->ready.load(std::memory_order_acquire) ? s->made : nullptr;
  }
  cache_statistics statistics() {
    std::lock_guard const lock(mutex_);
    std::size_t n = 0;
    for (auto const& s : slots_) n += s->ready;
    return {n, hits_, misses_};
  }
  /// What is being run stays until it is done.
  void clear() {
    std::lock_guard const lock(mutex_);
    slots_.clear();
    hits_ = misses_ = 0;
  }
};

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
