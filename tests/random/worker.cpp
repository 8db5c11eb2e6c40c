// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "worker.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <malloc.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace random_programs {
namespace {

constexpr long most_seconds = 20; // that a program may compute: it may wait longer where processors are few

void limit_time() {
  itimerval const limit{{}, {most_seconds, 0}};
  setitimer(ITIMER_VIRTUAL, &limit, nullptr);
}

/// Memory that is freed is kept: a fifth of the time went into asking for pages anew.
void keep_memory() {
#ifdef M_MMAP_THRESHOLD
  constexpr int most = 1 << 28;
  mallopt(M_MMAP_THRESHOLD, most), mallopt(M_TRIM_THRESHOLD, most);
#endif
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// ---- messages through a pipe: a letter, a number, texts
// --------------------------------------------------------------------------------------------

void put(int pipe, void const* bytes, std::size_t n) {
  auto const* at = static_cast<char const*>(bytes);
  while (n > 0) {
    ssize_t const done = write(pipe, at, n);
    if (done <= 0) _exit(1);
    at += done, n -= static_cast<std::size_t>(done);
  }
}
bool get(int pipe, void* bytes, std::size_t n) {
  auto* at = static_cast<char*>(bytes);
  while (n > 0) {
    ssize_t const done = read(pipe, at, n);
    if (done <= 0) return false;
    at += done, n -= static_cast<std::size_t>(done);
  }
  return true;
}
void put(int pipe, std::string const& s) {
  std::uint64_t const n = s.size();
  put(pipe, &n, sizeof n), put(pipe, s.data(), s.size());
}
bool get(int pipe, std::string& s) {
  std::uint64_t n = 0;
  if (!get(pipe, &n, sizeof n)) return false;
  s.resize(n);
  return get(pipe, s.data(), n);
}
template <class T>
void put_number(int pipe, T x) {
  put(pipe, &x, sizeof x);
}

/// A process that runs `work`, which writes to the pipe.
struct process {
  pid_t id = 0;
  int pipe = -1;
  explicit process(std::function<void(int)> const& work) {
    int ends[2];
    if (::pipe(ends) != 0) return;
    std::fflush(nullptr);
    id = fork();
    if (id == 0) {
      close(ends[0]);
      work(ends[1]);
      _exit(0);
    }
    close(ends[1]), pipe = ends[0];
  }
  /// Why it ended before it had said all; nothing, if all is well.
  std::optional<failure> end() {
    close(pipe);
    int status = 0;
    waitpid(id, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM)
      return failure{"time", "more than " + std::to_string(most_seconds) + " seconds"};
    return failure{"crash", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exit"};
  }
};

} // namespace

std::optional<failure> failure_of(choices const& given, choices* taken) {
  static int answers_to = -1;
  process p([&](int pipe) {
    limit_time();
    choices pick = given;
    counts asked;
    answers_to = pipe, pick.watch = [](std::uint32_t answer) { put(answers_to, "c", 1), put_number(answers_to, answer); };
    random_program const r = generate(pick);
    for (auto const& part : pick.parts) put(pipe, "p", 1), put_number(pipe, part);
    auto const wrong = find_failure(r, right_passes(), asked);
    put(pipe, "f", 1), put(pipe, wrong ? wrong->law : ""), put(pipe, wrong ? wrong->what : "");
  });
  choices got(std::vector<std::uint32_t>{});
  failure f;
  bool complete = false;
  for (char kind = 0; !complete && get(p.pipe, &kind, 1);) {
    std::uint32_t answer = 0;
    choices::part part{};
    if (kind == 'c' && get(p.pipe, &answer, sizeof answer)) got.answers.push_back(answer);
    if (kind == 'p' && get(p.pipe, &part, sizeof part)) got.parts.push_back(part);
    if (kind == 'f') complete = get(p.pipe, f.law) && get(p.pipe, f.what);
  }
  if (taken) *taken = got;
  auto const crashed = p.end();
  if (!complete) return crashed ? *crashed : failure{"crash", "exit"};
  if (f.law.empty()) return {};
  return f;
}

namespace {

/// Tries every `step`-th program, and tells of each: its seed before, its failure after; at the end how often each law has been asked.
void work(int pipe, std::uint64_t first, std::uint64_t end, std::uint64_t step, double until) {
  counts asked;
  keep_memory();
  for (std::uint64_t seed = first; seed < end && now() < until; seed += step) {
    put(pipe, "s", 1), put_number(pipe, seed);
    limit_time();
    choices pick(seed);
    random_program const r = generate(pick);
    if (auto const wrong = find_failure(r, right_passes(), asked)) put(pipe, "f", 1), put(pipe, wrong->law), put(pipe, wrong->what);
  }
  for (auto const& [law, n] : asked) put(pipe, "a", 1), put_number(pipe, static_cast<std::uint64_t>(n)), put(pipe, law);
  put(pipe, "e", 1);
}

} // namespace

tally try_programs(std::uint64_t first, long count, double seconds, int processes, std::size_t most_failures) {
  tally all;
  double const until = now() + seconds;
  std::uint64_t const end = first + static_cast<std::uint64_t>(count), step = static_cast<std::uint64_t>(processes);
  auto const start = [&](std::uint64_t from) { return process([=](int pipe) { work(pipe, from, end, step, until); }); };
  struct lane {
    process by;
    std::uint64_t seed;
    bool open = true;
  };
  std::vector<lane> lanes;
  for (std::uint64_t k = 0; k < step; ++k) lanes.push_back({start(first + k), first + k});
  // Reads one lane after the other: a lane that is not read waits when its pipe is full, which takes thousands of programs.
  for (bool any = true; any;) {
    any = false;
    for (lane& l : lanes) {
      for (int messages = 0; l.open && messages < 200; ++messages) {
        char kind = 0;
        if (!get(l.by.pipe, &kind, 1)) {
          auto const crashed = l.by.end();
          if (crashed && crashed->law == "time" && ++all.too_long <= 1 + all.programs / 500)
            std::printf("seed %llu takes too long\n", static_cast<unsigned long long>(l.seed));
          else all.failures.push_back({l.seed, crashed ? *crashed : failure{"crash", "exit"}});
          if (l.seed + step < end && all.failures.size() < most_failures) l.by = start(l.seed + step);
          else l.open = false;
          continue;
        }
        if (kind == 's') {
          get(l.by.pipe, &l.seed, sizeof l.seed), ++all.programs;
        } else if (kind == 'f') {
          failure f;
          get(l.by.pipe, f.law), get(l.by.pipe, f.what), all.failures.push_back({l.seed, f});
        } else if (kind == 'a') {
          std::uint64_t n = 0;
          std::string law;
          get(l.by.pipe, &n, sizeof n), get(l.by.pipe, law), all.asked[law] += static_cast<long>(n);
        } else {
          l.by.end(), l.open = false;
        }
        if (all.failures.size() >= most_failures && l.open) kill(l.by.id, SIGKILL), l.by.end(), l.open = false;
      }
      any |= l.open;
    }
  }
  return all;
}

} // namespace random_programs
