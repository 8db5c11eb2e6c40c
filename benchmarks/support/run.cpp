// SPDX-License-Identifier: BSL-1.0
// needs: benchmark
// flags: -O2
// Google Benchmark measures one contender at a time, in rounds of our own: every round meets all contenders once, in random order, and
// ratios are formed within a round, so that what else the machine does falls on all of them.
#include "run.hpp"

#include <cstdio>
#include <cstring>
#include <random>
#include <thread>

namespace bench {
namespace {

double median(std::vector<double> v) {
  std::erase_if(v, [](double x) { return std::isnan(x); });
  if (v.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(v.begin(), v.end());
  std::size_t const n = v.size();
  return n % 2 == 1 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/// Takes the time of one run, and prints nothing. The thread's own time where there is one: the machine is shared with others.
struct collector : benchmark::BenchmarkReporter {
  double seconds = 0;
  bool ReportContext(Context const&) override { return true; }
  void ReportRuns(std::vector<Run> const& runs) override {
    for (Run const& r : runs)
      seconds = (threads() > 1 ? r.real_accumulated_time : r.cpu_accumulated_time) / static_cast<double>(r.iterations);
  }
};

constexpr double round_seconds = 0.01; // of each contender in each round, at least one call
constexpr double budget_seconds = 1.5; // of each contender in a case, but three rounds at least

} // namespace

int rank(std::string const& contender) {
  char const* const first[] = {"by_hand", "constax", "by_hand_scalar", "primal"};
  for (int i = 0; i < 4; ++i) {
    if (contender == first[i]) return i;
  }
  return 4;
}

program::program(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::string const a = argv[i];
    if (a == "--check") check_only_ = true;
    else if (a == "--quiet") quiet_ = true;
    else if (i + 1 == argc) std::fprintf(stderr, "%s: unknown option, or its value is missing\n", argv[i]), std::exit(2);
    else if (a == "--json") json_ = argv[++i];
    else if (a == "--only") only_ = argv[++i];
    else if (a == "--rounds") rounds_ = std::max(1, std::atoi(argv[++i]));
    else if (a == "--seed") seed_ = static_cast<std::uint64_t>(std::atoll(argv[++i]));
    else std::fprintf(stderr, "%s: unknown option\n", argv[i]), std::exit(2);
  }
}

bool program::wanted(label const& of, std::string const& contender) const {
  return only_.empty() ||
         (of.problem + " " + of.size + " " + of.dtype + " " + of.layout + " " + contender).find(only_) != std::string::npos;
}

void program::report(label const& of, std::string const& contender, std::string const& against, difference d, double limit) {
  bool const good = d.error <= limit;
  failed_ |= !good;
  if (good && !check_only_) return;
  std::fprintf(good ? stdout : stderr, "%s %s %s %s %s: %s: largest difference from %s %.1e (output %zu, component %zu)\n",
               of.problem.c_str(), of.size.c_str(), of.dtype.c_str(), of.layout.c_str(), contender.c_str(), good ? "good" : "WRONG",
               against.c_str(), d.error, d.output, d.index);
}

double program::seconds_of(entry const& e, long iterations) {
  collector c;
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark(e.name.c_str(), e.loop)->Iterations(iterations);
  benchmark::RunSpecifiedBenchmarks(&c, ".");
  return c.seconds;
}

void program::time(label const& of, std::vector<entry>& entries) {
  std::mt19937_64 random(seed_);
  std::vector<long> iterations;
  for (entry& e : entries) {
    long n = 1;
    double s = seconds_of(e, n);
    // the least of three, so that a pause of ours does not pass for a slow contender
    while (n < 1'000'000'000) {
      for (int again = 0; again < 2 && s * static_cast<double>(n) < 0.1; ++again) s = std::min(s, seconds_of(e, n));
      if (s * static_cast<double>(n) >= round_seconds / 8) break;
      n *= 4, s = seconds_of(e, n);
    }
    iterations.push_back(std::max(1L, std::lround(round_seconds / std::max(s, 1e-9))));
  }
  std::vector<double> spent(entries.size());
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (int r = 0; r < rounds_; ++r) {
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t const i : order) {
      double s = std::numeric_limits<double>::quiet_NaN();
      if (r < 3 || spent[i] < budget_seconds) {
        long const n = iterations[i];
        seconds_of(entries[i], std::max(1L, n / 16)); // its code and its data into the caches
        s = seconds_of(entries[i], n);
        spent[i] += s * static_cast<double>(n);
      }
      entries[i].seconds.push_back(s);
    }
  }
  std::size_t const base = 0; // by_hand
  for (entry const& e : entries) {
    std::vector<double> ratios;
    for (std::size_t r = 0; r < e.seconds.size(); ++r) ratios.push_back(e.seconds[r] / entries[base].seconds[r]);
    records_.push_back({of, e.name, 1e9 * median(e.seconds), median(ratios)});
    if (!quiet_) {
      std::printf("%-14s %9s %s %-4s %-16s %14.1f ns %10.3f per item  %7.3f of by_hand\n", of.problem.c_str(), of.size.c_str(),
                  of.dtype.c_str(), of.layout.c_str(), e.name.c_str(), records_.back().nanoseconds, records_.back().nanoseconds / of.items,
                  records_.back().ratio);
      std::fflush(stdout);
    }
  }
}

int program::finish() {
  if (failed_) return 1;
  if (json_.empty()) return 0;
  std::FILE* const f = std::fopen(json_.c_str(), "w");
  if (f == nullptr) return std::perror(json_.c_str()), 2;
  std::fprintf(f, "[");
  char const* separator = "\n";
  for (record const& r : records_) {
    std::fprintf(f,
                 "%s{\"problem\": \"%s\", \"size\": \"%s\", \"dtype\": \"%s\", \"layout\": \"%s\", \"contender\": \"%s\", \"ns\": %.6g, "
                 "\"ratio_to_by_hand\": %.5g, "
                 "\"threads\": %d, \"items\": %.0f}",
                 separator, r.of.problem.c_str(), r.of.size.c_str(), r.of.dtype.c_str(), r.of.layout.c_str(), r.contender.c_str(),
                 r.nanoseconds, r.ratio, threads(), r.of.items);
    separator = ",\n";
  }
  std::fprintf(f, "\n]\n");
  return std::fclose(f) == 0 ? 0 : 2;
}

} // namespace bench
