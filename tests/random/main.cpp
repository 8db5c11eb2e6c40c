// SPDX-License-Identifier: BSL-1.0
// random.programs: tries random programs, makes those that fail smaller, and prints them.
//
//   programs                    a fixed range of seeds, which must hold, and a fresh one, 100,000 programs in all. What the fresh one finds
//                               is printed: a change is not refused for a fault that it did not make
//   programs SEED [COUNT]       COUNT programs (1) from SEED on
//   programs --seconds N        fresh seeds, until one fails or the time is up
//   programs --twins            does each wrong twin of a pass fail its law?
//   programs --directed        the plans of programs made by hand (directed.hpp)
//   programs --native COUNT     prints a test of COUNT programs for the compiled evaluator
//   programs --source SEED COUNT FOLDER COMPILER...   as C++ text, compiled and run
//   programs --device SEED COUNT ARCH                on a device; without one they are compiled for ARCH (sm_90)
//   programs --first SEED COUNT  until one of them fails, which is neither made smaller nor printed (for tests of the laws themselves)
#include "directed.hpp"
#include "print.hpp"
#include "shrink.hpp"
#include "source.hpp"
#include "twins.hpp"
#include "worker.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>

namespace {

using namespace random_programs;

constexpr long programs_in_ci = 100000, programs_between_reports = 100000;
constexpr std::uint64_t fixed_seed = 1;
constexpr std::size_t most_failures = 5;
constexpr std::chrono::seconds time_to_shrink{30};

int processes() {
  char const* const jobs = std::getenv("CONSTAX_JOBS");
  return jobs ? std::max(std::atoi(jobs), 1) : 2;
}
std::uint64_t fresh_seed() { return (std::uint64_t{std::random_device{}()} << 8) + (1u << 20); }

void explain(std::uint64_t seed, failure const& f) {
  std::printf("\nseed %llu fails the law %s; `./dev fuzz %llu` repeats it\n", static_cast<unsigned long long>(seed), f.law.c_str(),
              static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  choices all(std::vector<std::uint32_t>{});
  failure_of(choices(seed), &all);
  choices const small(shrink(std::move(all), [&](auto answers) -> std::optional<choices> {
    choices taken(std::vector<std::uint32_t>{});
    auto const now = failure_of(choices(std::move(answers)), &taken);
    if (!now || now->law != f.law) return {};
    return taken;
  }, time_to_shrink));
  auto const now = failure_of(small);
  choices pick = small;
  std::printf("%s\n%s\n", printed(generate(pick)).c_str(), now ? now->what.c_str() : f.what.c_str());
}
void add(tally& all, tally const& t) {
  all.programs += t.programs, all.too_long += t.too_long;
  for (auto const& [law, n] : t.asked) all.asked[law] += n;
  all.failures.insert(all.failures.end(), t.failures.begin(), t.failures.end());
}
/// Did all go well? Long runs say how far they are.
bool run(std::uint64_t seed, long count, double seconds = 1e9) {
  auto const start = std::chrono::steady_clock::now();
  auto const took = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  tally t;
  std::size_t told = 0;
  while (t.programs < count && took() < seconds && t.failures.size() < most_failures) {
    std::uint64_t const next = seed + static_cast<std::uint64_t>(t.programs);
    long const some = std::min(count - t.programs, programs_between_reports);
    add(t, try_programs(next, some, seconds - took(), processes(), most_failures - t.failures.size()));
    for (; told < t.failures.size(); ++told)
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(t.failures[told].first), t.failures[told].second.law.c_str());
    if (t.programs < count) std::printf("%ld programs in %.0f s, %zu failed\n", t.programs, took(), t.failures.size());
    std::fflush(stdout);
  }
  std::printf("%ld programs from seed %llu on in %.1f s (%.0f a second), %zu failed;", t.programs, static_cast<unsigned long long>(seed),
              took(), static_cast<double>(t.programs) / took(), t.failures.size());
  for (auto const& [law, n] : t.asked) std::printf(" %s %ld", law.c_str(), n);
  std::printf("\n"), std::fflush(stdout);
  for (auto const& [failed, why] : t.failures) explain(failed, why);
  return t.failures.empty();
}

bool try_twins() {
  constexpr long most_programs = 4000;
  bool all = true;
  for (wrong_twin const& twin : wrong_twins()) {
    long const n = programs_until_seen(twin, most_programs);
    std::printf("%s: %s %s", twin.name, twin.law, n ? "fails" : "HOLDS");
    std::printf(n ? " of program %ld\n" : "\n", n);
    all = all && n;
  }
  return all;
}

bool try_directed() {
  bool all = true;
  for (directed_program const& d : directed_programs())
    if (auto const wrong = error_of(d)) std::printf("%s: %s\n", d.about, wrong->c_str()), all = false;
  return all;
}

} // namespace

int main(int argc, char** argv) {
  std::vector<std::string_view> const args(argv + 1, argv + argc);
  if (args.size() == 2 && args[0] == "--seconds") return run(fresh_seed(), 1L << 40, std::atof(argv[2])) ? 0 : 1;
  if (args.size() == 1 && args[0] == "--twins") return try_twins() ? 0 : 1;
  if (args.size() == 1 && args[0] == "--directed") return try_directed() ? 0 : 1;
  if (args.size() == 2 && args[0] == "--native") return std::fputs(native_test(std::atol(argv[2])).c_str(), stdout), 0;
  if (args.size() >= 5 && (args[0] == "--source" || args[0] == "--cpp")) {
    std::string compiler;
    for (std::size_t i = 4; i < args.size(); ++i) (compiler += args[i]) += ' ';
    return try_source(std::strtoull(argv[2], nullptr, 10), std::atol(argv[3]), argv[4], compiler, args[0] == "--cpp") ? 0 : 1;
  }
  if (args.size() == 4 && args[0] == "--device")
    return try_device(std::strtoull(argv[2], nullptr, 10), std::atol(argv[3]), argv[4]) ? 0 : 1;
  if (args.size() == 3 && args[0] == "--first")
    return try_programs(std::strtoull(argv[2], nullptr, 10), std::atol(argv[3]), 1e9, 1, 1).failures.empty() ? 0 : 1;
  if (!args.empty()) return run(std::strtoull(argv[1], nullptr, 10), args.size() > 1 ? std::atol(argv[2]) : 1) ? 0 : 1;
  bool const known = run(fixed_seed, programs_in_ci / 2);
  if (!run(fresh_seed(), programs_in_ci / 2)) std::printf("\nfresh seeds have found a fault: mend it, with a test\n");
  return known ? 0 : 1;
}
