// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// Random numbers, ns each: 4096 at a time, and summed as they are made; beside the standard library's Mersenne twister and its
// distributions.
#include <constax/constax.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

namespace {

namespace cx = constax;
namespace jr = cx::random;

constexpr int many = 4096;
template <class X>
volatile X kept; // what is computed is needed

template <class F>
void time(char const* name, F const& f) {
  double least = 1e300;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    auto const start = std::chrono::steady_clock::now();
    f();
    least = std::min(least, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%-44s %6.2f ns\n", name, least / many);
}
template <class F>
void time_sampler(char const* name, F const& f) {
  std::uint64_t seed = 0;
  decltype(cx::jit(f)(jr::key(seed))) out;
  time(name, [&] { cx::evaluate_into(out, f, jr::key(seed++)); });
}
template <class T, class Law>
void time_standard(char const* name, Law law) {
  std::mt19937_64 generator(1);
  cx::array<T, many> out;
  time(name, [&] {
    for (T& x : out) x = law(generator);
    kept<T> = out[many - 1];
  });
}

} // namespace

int main() {
  time_sampler("bits<std::uint64_t>", [](auto k) { return jr::bits<std::uint64_t, many>(k); });
  time_sampler("bits<std::uint32_t>", [](auto k) { return jr::bits<std::uint32_t, many>(k); });
  time_sampler("uniform<double>", [](auto k) { return jr::uniform<double, many>(k); });
  time_sampler("uniform<float>", [](auto k) { return jr::uniform<float, many>(k); });
  time_sampler("normal<double>", [](auto k) { return jr::normal<double, many>(k); });
  time_sampler("normal<float>", [](auto k) { return jr::normal<float, many>(k); });
  time_sampler("exponential<double>", [](auto k) { return jr::exponential<double, many>(k); });
  time_sampler("mean of normal<double>, in no array", [](auto k) { return cx::mean(jr::normal<double, many>(k)); });
  time_standard<std::uint64_t>("std::mt19937_64", [](auto& generator) { return generator(); });
  time_standard<double>("std::mt19937_64, uniform_real_distribution", std::uniform_real_distribution<double>());
  time_standard<float>("the same of float", std::uniform_real_distribution<float>());
  time_standard<double>("std::mt19937_64, normal_distribution", std::normal_distribution<double>());
  time_standard<float>("the same of float", std::normal_distribution<float>());
  time_standard<double>("std::mt19937_64, exponential_distribution", std::exponential_distribution<double>());
}
