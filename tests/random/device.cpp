// SPDX-License-Identifier: BSL-1.0
#include "source.hpp"

#include "source_trial.hpp"

#include <constax/cuda/program.hpp>

#include <chrono>
#include <cstdio>

namespace random_programs {
namespace {

cuda::compiled_code compiled(codegen::program_text const& p, std::string const& arch) {
  return *cuda::kernel_cache::of_process().code(cuda::source_of(p), arch);
}

std::optional<std::string> wrong_on_device(source_trial const& t) {
  cuda::stream const s;
  cuda::program const p(t.program, t.text.name, s.on());
  std::vector<device_array> args;
  for (tensor const& x : t.args) args.push_back(to_device(ndarray(x), s));
  vec<tensor> got;
  for (device_array const& y : p(args, s)) got.push(to_host(y).to_tensor(y.type()));
  return different_bits(t.expected, got);
}

} // namespace

bool try_device(std::uint64_t seed, long count, std::string const& arch) {
  bool const device = cuda::available();
  std::map<std::string, long> refused;
  long tried = 0, failed = 0;
  auto const start = std::chrono::steady_clock::now();
  for (long i = 0; i < count; ++i) {
    auto const t = source_trial_of(seed + static_cast<std::uint64_t>(i), refused);
    if (!t) continue;
    ++tried;
    try {
      std::optional<std::string> why;
      if (device) why = wrong_on_device(*t);
      else compiled(t->text, arch);
      if (!why) continue;
      std::printf("seed %llu: %s\n%s\n", static_cast<unsigned long long>(t->seed), why->c_str(), t->text.jaxpr.c_str());
    } catch (std::exception const& e) {
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(t->seed), e.what());
    }
    std::fflush(stdout);
    if (++failed == 10) break;
  }
  double const took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%ld programs %s, %ld failed, %.1f s", tried,
              device ? ("on " + cuda::str(cuda::device())).c_str() : ("compiled for " + arch).c_str(), failed, took);
  std::printf("; without a form as source:");
  for (auto const& [what, n] : refused) std::printf(" %s %ld;", what.c_str(), n);
  std::printf("\n");
  return failed == 0 && tried > 0;
}

} // namespace random_programs
