// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// Random numbers, ns each: 4096 at a time, and summed as they are made; beside the standard library's Mersenne twister and its
// distributions, and Random123's generators where they are installed (librandom123-dev). beside_jax.py: the same in JAX.
#include <constax/constax.hpp>

#if __has_include(<Random123/philox.h>)
#include <Random123/boxmuller.hpp>
#include <Random123/philox.h>
#include <Random123/threefry.h>
#include <Random123/uniform.hpp>
#define HAS_RANDOM123
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

namespace {

namespace cx = constax;
namespace jr = cx::random;

constexpr int many = 4096;
template <class X> volatile X kept; // what is computed is needed

template <class F> void time(char const* name, F const& f) {
  double least = 1e300;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    auto const start = std::chrono::steady_clock::now();
    f();
    least = std::min(least, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%-46s %6.2f ns\n", name, least / many);
}
template <class Impl = cx::threefry, class F> void time_sampler(char const* name, F const& f) {
  std::uint64_t seed = 0;
  decltype(cx::jit(f)(jr::key<Impl>(seed))) out;
  time(name, [&] { cx::evaluate_into(out, f, jr::key<Impl>(seed++)); });
}
#ifdef HAS_RANDOM123
// All bits of each block, of which put(numbers, to) makes as many numbers: a block of four words is two numbers of 64 bits.
template <class G, int Words, class T, class Put> void time_random123(char const* name, Put const& put) {
  constexpr int at_once = Words / 2;
  cx::array<T, many> out;
  std::uint32_t seed = 0;
  time(name, [&] {
    G generator;
    typename G::key_type const key = {{++seed, 0}};
    typename G::ctr_type counter = {};
    for (int i = 0; i < many; i += at_once) {
      counter[0] = static_cast<std::uint32_t>(i);
      auto const block = generator(counter, key);
      std::uint64_t numbers[at_once];
      for (std::size_t k = 0; k < at_once; ++k) numbers[k] = std::uint64_t{block[2 * k + 1]} << 32 | block[2 * k]; // as they lie
      put(numbers, out.data() + i);
    }
    kept<T> = out[many - 1];
  });
}
constexpr auto put_words = [](auto const& numbers, std::uint64_t* to) {
  for (std::uint64_t x : numbers) *to++ = x;
};
constexpr auto put_uniform = [](auto const& numbers, double* to) {
  for (std::uint64_t x : numbers) *to++ = r123::u01<double>(x);
};
constexpr auto put_normal = [](auto const& numbers, double* to) { // Box and Muller's method
  auto const two = r123::boxmuller(numbers[0], numbers[1]);
  to[0] = two.x, to[1] = two.y;
};
#endif
template <class T, class Law> void time_standard(char const* name, Law law) {
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
  time_sampler("gumbel<double>", [](auto k) { return jr::gumbel<double, many>(k); });
  time_sampler("randint", [](auto k) { return jr::randint<many>(k, 0, 1000); });
  time_sampler("bernoulli(key, 0.3)", [](auto k) { return jr::bernoulli<many>(k, 0.3); });
  time_sampler("gamma<double>(key, 3.7)", [](auto k) { return jr::gamma<double, many>(k, 3.7); });
  time_sampler<cx::threefry_original>("bits<std::uint64_t>, original layout", [](auto k) { return jr::bits<std::uint64_t, many>(k); });
  time_sampler<cx::philox>("bits<std::uint64_t>, philox", [](auto k) { return jr::bits<std::uint64_t, many>(k); });
  time_sampler<cx::philox>("bits<std::uint32_t>, philox", [](auto k) { return jr::bits<std::uint32_t, many>(k); });
  time_sampler<cx::philox>("normal<double>, philox", [](auto k) { return jr::normal<double, many>(k); });
  time_sampler<cx::philox2>("bits<std::uint64_t>, philox2", [](auto k) { return jr::bits<std::uint64_t, many>(k); });
  time_sampler<cx::rbg>("bits<std::uint64_t>, rbg", [](auto k) { return jr::bits<std::uint64_t, many>(k); });
  time_sampler<cx::rbg>("bits<std::uint32_t>, rbg", [](auto k) { return jr::bits<std::uint32_t, many>(k); });
  time_sampler<cx::rbg>("normal<double>, rbg", [](auto k) { return jr::normal<double, many>(k); });
  time_sampler("mean of normal<double>, in no array", [](auto k) { return cx::mean(jr::normal<double, many>(k)); });
  time_standard<std::uint64_t>("std::mt19937_64", [](auto& generator) { return generator(); });
  time_standard<double>("std::mt19937_64, uniform_real_distribution", std::uniform_real_distribution<double>());
  time_standard<float>("the same of float", std::uniform_real_distribution<float>());
  time_standard<double>("std::mt19937_64, normal_distribution", std::normal_distribution<double>());
  time_standard<float>("the same of float", std::normal_distribution<float>());
  time_standard<double>("std::mt19937_64, exponential_distribution", std::exponential_distribution<double>());
#ifdef HAS_RANDOM123
  time_random123<r123::Threefry2x32, 2, std::uint64_t>("Random123, threefry2x32, 64 bits", put_words);
  time_random123<r123::Philox4x32, 4, std::uint64_t>("Random123, philox4x32, 64 bits", put_words);
  time_random123<r123::Threefry2x32, 2, double>("Random123, threefry2x32, u01<double>", put_uniform);
  time_random123<r123::Philox4x32, 4, double>("Random123, philox4x32, u01<double>", put_uniform);
  time_random123<r123::Threefry4x32, 4, double>("Random123, threefry4x32, boxmuller", put_normal);
  time_random123<r123::Philox4x32, 4, double>("Random123, philox4x32, boxmuller", put_normal);
#endif
}
