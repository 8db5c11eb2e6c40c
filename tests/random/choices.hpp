// SPDX-License-Identifier: BSL-1.0
#pragma once
// choices: the decisions that a random program is made of, written down as they are taken.
//
// A program is a function of its decisions. Read again, they give the same program; with some left out or lowered they give a smaller one
// (shrink.hpp). So 0 is always the simplest answer, and it is the answer to what is asked behind the last one.
#include "../support/domains.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace random_programs {

struct choices {
  /// The answers of one thing that can be left out: an operation, a result, a transformation.
  struct part {
    std::uint32_t first, count;
  };
  std::vector<std::uint32_t> answers; // as far as they have been asked for
  std::vector<part> parts;
  void (*watch)(std::uint32_t answer) = nullptr; // told of each answer, for a process that may crash

  // A generator's state is a counter: without this step neighbouring seeds draw the same numbers, one place apart.
  explicit choices(std::uint64_t seed) : random_{constax_tests::generator{seed}.bits()} {}
  explicit choices(std::vector<std::uint32_t> given) : given_(std::move(given)), replays_(true) {}

  /// One of 0, 1, ..., n - 1.
  std::uint32_t below(std::uint32_t n) {
    std::uint32_t const drawn = replays_ ? next_given() : static_cast<std::uint32_t>(random_.bits() >> 32) % n;
    return taken(std::min(drawn, n - 1));
  }
  int between(int lo, int hi) { return lo + static_cast<int>(below(static_cast<std::uint32_t>(hi - lo + 1))); }
  /// Yes in `percent` of all cases; no is the simplest answer.
  bool chance(int percent) {
    bool const yes = replays_ ? next_given() != 0 : static_cast<int>(random_.bits() >> 33) % 100 < percent;
    return taken(yes) != 0;
  }
  template <class T, std::size_t N>
  T const& one_of(T const (&xs)[N]) {
    return xs[below(N)];
  }
  template <class T>
  T const& one_of(std::vector<T> const& xs) {
    return xs[below(static_cast<std::uint32_t>(xs.size()))];
  }
  /// Asks `again`, and does `deed` after each yes: at most `most` times. Each time is a part.
  void repeat(int most, int percent, auto&& deed) {
    for (int i = 0; i < most; ++i) {
      std::uint32_t const first = size();
      bool const again = chance(percent);
      if (!again) return;
      std::size_t const at = parts.size();
      parts.push_back({first, 0});
      deed();
      parts[at].count = size() - first;
    }
  }

private:
  constax_tests::generator random_{};
  std::vector<std::uint32_t> given_;
  bool replays_ = false;

  std::uint32_t taken(std::uint32_t answer) {
    answers.push_back(answer);
    if (watch) watch(answer);
    return answer;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(answers.size()); }
  std::uint32_t next_given() const { return answers.size() < given_.size() ? given_[answers.size()] : 0; }
};

} // namespace random_programs
