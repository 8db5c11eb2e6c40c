// SPDX-License-Identifier: BSL-1.0
#pragma once
// problem: what main.cpp and the contenders of a benchmark share.
//
// A problem is a struct with its inputs, the memory that every contender writes to, and these members:
//   using number = double;                 or float: it decides how close results have to be
//   bench::label what() const;             what it is called in the results
//   std::vector<bench::output<number>> outputs();    the values first, then the gradients
//   std::vector<bench::probe> probes() const;        some components of the outputs, in long double
// A contender is a function that takes the problem, reads its inputs and writes its outputs, in a file of its own, which says
//   static bench::add<chain<double>> const d("by_hand", by_hand<double>);
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace bench {

/// A case in the results. `items` are what the time is divided by in the table: elements, options, observations.
struct label {
  std::string problem, size, dtype, layout = "-";
  double items = 1;
};

/// A result of all contenders, compared relative to its largest component, or to `scale` where that is more.
template <class T> struct output {
  T* data;
  std::size_t size;
  double scale = 0;
};

/// Component `index` of output `output` is f(0), or, where `slope` is set, f'(0). f may leave out terms that do not depend on its argument.
struct probe {
  std::size_t output, index;
  bool slope;
  std::function<long double(long double)> f;
  long double step = 0x1p-9L; // of the central differences, in units of the argument
};

/// n numbers that begin 320 * place bytes after the start of a page, so that streams of one loop do not meet in the sets of the cache.
template <class T> class buffer {
 public:
  buffer(std::size_t n, unsigned place) : size_(n) {
    std::size_t const offset = 320 * place % page, bytes = (offset + n * sizeof(T) + page - 1) / page * page;
    memory_.reset(std::aligned_alloc(page, bytes));
    if (!memory_) std::abort();
    data_ = reinterpret_cast<T*>(static_cast<char*>(memory_.get()) + offset);
    std::fill_n(data_, n, T());
  }
  T* data() { return data_; }
  T const* data() const { return data_; }
  std::size_t size() const { return size_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  T const& operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t page = 4096;
  struct release {
    void operator()(void* p) const { std::free(p); }
  };
  std::size_t size_;
  std::unique_ptr<void, release> memory_;
  T* data_;
};

/// Numbers that are the same in every run.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) : state_(seed) {
    for (int i = 0; i < 8; ++i) (*this)(0, 1);
  }
  double operator()(double low, double high) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (static_cast<double>(state_ >> 11) * 0x1p-53);
  }
  template <class T> void fill(buffer<T>& b, double low, double high) {
    for (T& x : b) x = static_cast<T>((*this)(low, high));
  }

 private:
  std::uint64_t state_;
};

/// `count` indices below n, both ends among them.
inline std::vector<std::size_t> some_of(std::size_t n, std::size_t count) {
  std::vector<std::size_t> all;
  if (n <= count) {
    for (std::size_t i = 0; i < n; ++i) all.push_back(i);
  } else {
    for (std::size_t i = 0; i < count; ++i) all.push_back(i * (n - 1) / (count - 1));
  }
  return all;
}

template <class T> std::string dtype_name() { return sizeof(T) == 4 ? "f32" : "f64"; }

/// What is known of a contender.
struct traits {
  bool value_only = false;                                     // computes output 0 alone
  double most_items = std::numeric_limits<double>::infinity(); // it takes part in cases up to this size
};
template <class P> struct contender {
  std::string name;
  void (*call)(P&);
  traits is;
};
template <class P> std::vector<contender<P>>& contenders() {
  static std::vector<contender<P>> all;
  return all;
}
template <class P> struct add {
  add(char const* name, void (*call)(P&), traits is = {}) { contenders<P>().push_back({name, call, is}); }
};

/// How many threads a contender may use, also one that brings threads of its own.
inline int threads() {
  char const* const s = std::getenv("OMP_NUM_THREADS");
  return s != nullptr && std::atoi(s) > 1 ? std::atoi(s) : 1;
}

/// f(begin, end, part) over parts of [0, n) that begin at multiples of `grain`, one for each thread. One part without OpenMP, or where
/// `work`, in operations, is less than a team costs.
inline constexpr int most_parts = 64;
template <class F> inline void share(std::size_t n, std::size_t grain, std::size_t work, F const& f) {
#ifdef _OPENMP
  if (work >= 100'000 && n > grain && omp_get_max_threads() > 1) {
    std::size_t const pieces = (n + grain - 1) / grain;
#pragma omp parallel num_threads(std::min(omp_get_max_threads(), most_parts))
    {
      auto const team = static_cast<std::size_t>(omp_get_num_threads()), me = static_cast<std::size_t>(omp_get_thread_num());
      std::size_t const first = me * pieces / team * grain, last = std::min(n, (me + 1) * pieces / team * grain);
      if (first < last) f(first, last, static_cast<int>(me));
    }
    return;
  }
#endif
  (void)grain, (void)work;
  f(std::size_t(0), n, 0);
}

} // namespace bench
