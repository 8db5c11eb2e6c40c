// SPDX-License-Identifier: BSL-1.0
#pragma once
// run: checks and times the contenders of a problem. Its main.cpp:
//   int main(int argc, char** argv) {
//     bench::program p(argc, argv);
//     p.run<chain<double>>(1000);   // chain<double>(1000), all contenders
//     return p.finish();
//   }
// Options: --json FILE (the records), --rounds N (21), --seed N (of the order of the contenders), --only TEXT (cases or contenders with it
// in their name), --check (no times), --quiet (no table).
#include "problem.hpp"

#include <benchmark/benchmark.h>

#include <cmath>

namespace bench {

/// An outcome of the checks: what differed most.
struct difference {
  std::size_t output = 0, index = 0;
  double error = 0; // relative to the largest component of the output
};

class program {
 public:
  program(int argc, char** argv);
  /// P(args...), checked and timed.
  template <class P, class... A> void run(A... args);
  int finish();

 private:
  struct entry {
    std::string name;
    std::function<void(benchmark::State&)> loop;
    std::vector<double> seconds; // by round; nan where it was left out
  };
  struct record {
    label of;
    std::string contender;
    double nanoseconds, ratio;
  };
  bool wanted(label const& of, std::string const& contender) const;
  void report(label const& of, std::string const& contender, std::string const& against, difference d, double limit);
  void time(label const& of, std::vector<entry>& entries);
  double seconds_of(entry const& e, long iterations);

  std::string json_, only_;
  int rounds_ = 21;
  std::uint64_t seed_ = 1;
  bool check_only_ = false, quiet_ = false, failed_ = false;
  std::vector<record> records_;
};

/// By hand first, constax second, then the others in the order of their names.
int rank(std::string const& contender);

template <class P, class... A> void program::run(A... args) {
  using T = typename P::number;
  auto all = contenders<P>();
  std::stable_sort(all.begin(), all.end(),
                   [](auto const& a, auto const& b) { return std::pair(rank(a.name), a.name) < std::pair(rank(b.name), b.name); });
  auto const owner = std::make_unique<P>(args...);
  P& problem = *owner;
  label const of = problem.what();
  std::erase_if(all, [&](auto const& c) { return of.items > c.is.most_items || (c.name != "by_hand" && !wanted(of, c.name)); });
  if (all.empty() || (all.size() == 1 && !wanted(of, "by_hand"))) return;
  double const limit = sizeof(T) == 4 ? 1e-4 : 1e-12;

  std::vector<std::vector<T>> reference;
  std::vector<double> largest;
  for (auto const& c : all) {
    auto const outputs = problem.outputs();
    for (auto const& o : outputs) std::fill_n(o.data, o.size, std::numeric_limits<T>::quiet_NaN());
    c.call(problem);
    if (reference.empty()) {
      if (c.name != "by_hand") std::abort(); // every problem has one
      for (auto const& o : outputs) {
        reference.emplace_back(o.data, o.data + o.size);
        largest.push_back(o.scale);
        for (T const x : reference.back()) largest.back() = std::max(largest.back(), std::abs(static_cast<double>(x)));
      }
      difference worst;
      for (probe const& p : problem.probes()) {
        auto const central = [&](int k) { return p.f(static_cast<long double>(k) * p.step) - p.f(-static_cast<long double>(k) * p.step); };
        long double const exact = p.slope ? (45 * central(1) - 9 * central(2) + central(3)) / (60 * p.step) : p.f(0);
        double const error =
            std::abs(static_cast<double>(exact - static_cast<long double>(reference[p.output][p.index]))) / largest[p.output];
        if (!(error <= worst.error) && !std::isnan(worst.error)) worst = {p.output, p.index, error};
      }
      report(of, c.name, "central differences", worst, limit);
    } else {
      difference worst;
      for (std::size_t o = 0; o < (c.is.value_only ? 1 : outputs.size()); ++o) {
        for (std::size_t i = 0; i < outputs[o].size; ++i) {
          double const error = std::abs(static_cast<double>(outputs[o].data[i]) - static_cast<double>(reference[o][i])) / largest[o];
          if (!(error <= worst.error) && !std::isnan(worst.error)) worst = {o, i, error};
        }
      }
      report(of, c.name, "by_hand", worst, limit);
    }
  }
  if (check_only_ || failed_) return;

  std::vector<entry> entries;
  for (auto const& c : all) {
    entries.push_back({c.name,
                       [&problem, call = c.call](benchmark::State& state) {
                         for (auto _ : state) {
                           call(problem);
                           benchmark::ClobberMemory();
                         }
                       },
                       {}});
  }
  time(of, entries);
}

} // namespace bench
