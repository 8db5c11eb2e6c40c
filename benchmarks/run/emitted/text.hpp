// SPDX-License-Identifier: BSL-1.0
#pragma once
// text: a program written as C++, compiled while the benchmark runs, and timed in turns with the native evaluator.
#include <constax/codegen.hpp>
#include <constax/constax.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <dlfcn.h>

namespace emitted {

namespace cx = constax;
using numbers = std::vector<double>;

inline std::string compiler = "g++ -O3 -march=native";

inline numbers between(double low, double high, std::size_t count) {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> law(low, high);
  numbers x(count);
  for (double& e : x) e = law(generator);
  return x;
}

/// A program's text as a function.
class program {
  using entry = void (*)(double const* const*, double* const*, unsigned char*);
  entry run_ = nullptr;
  std::size_t bytes_ = 0;

public:
  template <class F, class... X> explicit program(F f, X... x) {
    auto const p = cx::codegen::program_of(cx::lower(cx::make_jaxpr(f)(x...).get()), "kernel", cx::codegen::cpp_target());
    bytes_ = static_cast<std::size_t>(p.bytes) + 64;
    std::string text =
        cx::codegen::cpp_text({p}) + "extern \"C\" void run(double const* const* in, double* const* out, unsigned char* m) {\n  kernel(";
    for (std::size_t i = 0; i < p.arguments.size(); ++i)
      text += i < sizeof...(X) ? "in[" + std::to_string(i) + "], " : "out[" + std::to_string(i - sizeof...(X)) + "], ";
    std::string name = (std::filesystem::temp_directory_path() / "constax_XXXXXX").string();
    if (!mkdtemp(name.data())) return;
    std::ofstream(name + "/text.cpp") << text + "m);\n}\n";
    std::string const command = compiler + " -std=c++20 -w -ffp-contract=off -fPIC -shared " + name + "/text.cpp -o " + name + "/text.so";
    if (std::system(command.c_str()) == 0)
      if (void* const library = dlopen((name + "/text.so").c_str(), RTLD_NOW)) run_ = reinterpret_cast<entry>(dlsym(library, "run"));
    if (!std::getenv("CONSTAX_KEEP")) std::filesystem::remove_all(name);
    else std::printf("%s\n", name.c_str());
  }
  explicit operator bool() const { return run_; }
  void operator()(double const* const* in, double* const* out, unsigned char* memory) const { run_(in, out, memory); }
  std::size_t bytes() const { return bytes_; }
};

/// One line of the table: medians of runs that take turns.
template <class F>
void line(char const* name, long size, std::vector<numbers> const& native, std::vector<numbers>& text, program const& p,
          std::vector<numbers> const& in, F const& evaluate) {
  if (!p) return void(std::printf("%-14s %9ld does not compile\n", name, size));
  std::vector<double const*> ins;
  std::vector<double*> outs;
  for (numbers const& x : in) ins.push_back(x.data());
  for (numbers& x : text) outs.push_back(x.data());
  std::vector<unsigned char> room(p.bytes());
  unsigned char* const memory = room.data() + (64 - reinterpret_cast<std::uintptr_t>(room.data()) % 64) % 64;
  long const repeats = std::max(1L, 20'000 / size);
  auto const once = [&](auto const& f) {
    auto const start = std::chrono::steady_clock::now();
    for (long i = 0; i < repeats; ++i) f();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / static_cast<double>(repeats);
  };
  auto const run = [&] { p(ins.data(), outs.data(), memory); };
  auto const median = [](std::vector<double> v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
  };
  evaluate(), run();
  std::vector<double> of_native, of_text, ratios;
  for (int i = 0; i < 41; ++i) {
    of_native.push_back(once(evaluate)), of_text.push_back(once(run));
    ratios.push_back(of_text.back() / of_native.back());
  }
  std::printf("%-14s %9ld %9.2f us %9.2f us %7.2f%s\n", name, size, median(of_native), median(of_text), median(ratios),
              native == text ? "" : "  BITS DIFFER");
  std::fflush(stdout);
}

} // namespace emitted
