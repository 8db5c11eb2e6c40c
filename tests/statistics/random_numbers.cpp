// SPDX-License-Identifier: BSL-1.0
// random_statistics [count [seed]]: draws so many numbers (10^8) of each law in blocks, and prints their moments and the distance of their
// distribution from the law's (Kolmogorov, Smirnov), with the probability of a larger one; and correlations of streams of related keys.
// Fails where one of all these probabilities is below 10^-6. Numbers and their distribution function are one kernel; distances are taken
// at 65,536 places, which are below 2 10^-5 of the probability apart.
#include <constax/constax.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;
using std::size_t;

constexpr int block = 1 << 16, places = 1 << 16;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
long blocks = 0;
std::uint64_t seed = 1;
double least = 1;
int asked = 0, laws = 0;

/// The probability of a normal number that is further from 0, and of a larger distance sqrt(n) D.
double beyond(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }
double larger(double d) {
  double p = 0;
  for (int k = 1; k < 100; ++k) p += 2 * (k % 2 ? 1 : -1) * std::exp(-2.0 * k * k * d * d);
  return d < 0.2 ? 1 : std::fmin(1, std::fmax(0, p));
}
double judged(double p) { return ++asked, least = std::fmin(least, p), p; }

/// Mean, variance and kurtosis of a law; nan: it has none, or they are not asked.
struct moments {
  double mean = nan, variance = nan, kurtosis = nan;
};

/// draw(key): T[block]; below(x): the distribution function, or 0 for laws of integers, of which only moments are asked.
template <bool Continuous, class Impl, class D, class B> void ask_law(char const* name, D, B, moments const& law) {
  auto const start = std::chrono::steady_clock::now();
  auto const one = cx::jit([](auto key, auto i, auto mean) {
    auto const x = cx::astype<double>(D{}(jr::fold_in(key, i)));
    auto const d = x - mean;
    if constexpr (Continuous) return std::tuple{cx::sum(d), cx::sum(d * d), cx::astype<int>(B{}(x) * double(places))};
    else return std::tuple{cx::sum(d), cx::sum(d * d), cx::zeros<int, 1>()};
  });
  auto const key = jr::key<Impl>(1000 * seed + static_cast<std::uint64_t>(++laws));
  std::vector<long> counts(places + 1);
  double first = 0, second = 0;
  bool const has_moments = !std::isnan(law.mean);
  for (long b = 0; b < blocks; ++b) {
    auto const [s, q, at] = one(key, static_cast<int>(b), has_moments ? law.mean : 0);
    first += s, second += q;
    if constexpr (Continuous)
      for (int i = 0; i < block; ++i) ++counts[static_cast<size_t>(at(i))];
  }
  double const n = static_cast<double>(blocks) * block;
  std::printf("| `%s` ", name);
  if (has_moments) {
    double const of_mean = first / n / std::sqrt(law.variance / n);
    double const of_variance = (second / n / law.variance - 1) / std::sqrt((law.kurtosis - 1) / n);
    judged(beyond(of_mean)), judged(beyond(of_variance));
    std::printf("| %+.6f | %+5.2f | %.6f | %+5.2f ", law.mean + first / n, of_mean, second / n, of_variance);
  } else std::printf("| | | | ");
  if constexpr (Continuous) {
    double sum = 0, d = 0;
    for (int i = 0; i < places; ++i)
      sum += static_cast<double>(counts[static_cast<size_t>(i)]), d = std::fmax(d, std::abs(sum / n - (i + 1.0) / places));
    std::printf("| %.2e | %.3f ", d, judged(larger(d * std::sqrt(n))));
  } else std::printf("| | ");
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("| %.1f |\n", 1e9 * seconds / n), std::fflush(stdout);
}
template <class Impl = cx::threefry, class D, class B> void ask(char const* name, D const& draw, B const& below, moments const& law) {
  ask_law<true, Impl>(name, draw, below, law);
}
template <class Impl = cx::threefry, class D> void ask_integers(char const* name, D const& draw, moments const& law) {
  ask_law<false, Impl>(name, draw, 0, law);
}

inline constexpr auto draw = [](auto key) { return jr::normal<block>(key); };
/// F(key): normal numbers of two streams, whose correlation is asked.
template <class Impl, class F> void ask_pair(char const* name, F) {
  auto const one = cx::jit([](auto key, auto i) {
    auto const [x, y] = F{}(jr::fold_in(key, i));
    return cx::sum(x * y);
  });
  auto const key = jr::key<Impl>(1000 * seed + static_cast<std::uint64_t>(++laws));
  double sum = 0;
  for (long b = 0; b < blocks; ++b) sum += double(one(key, static_cast<int>(b)));
  double const n = static_cast<double>(blocks) * block, z = sum / std::sqrt(n);
  std::printf("| %-44s | %+.2e | %+5.2f | %.3f |\n", name, sum / n, z, judged(beyond(z))), std::fflush(stdout);
}
template <class Impl> void ask_pairs(char const* impl) {
  std::printf("\n| streams of normal numbers, %-17s | correlation | z | p |\n|---|---|---|---|\n", impl);
  ask_pair<Impl>("the two keys of split(key)", [](auto key) {
    auto const [a, b] = jr::split(key);
    return std::pair{draw(a), draw(b)};
  });
  ask_pair<Impl>("a key and the first of its split", [](auto key) { return std::pair{draw(jr::clone(key)), draw(jr::split(key)[0])}; });
  ask_pair<Impl>("fold_in(key, 1), fold_in(key, 2)", [](auto key) {
    return std::pair{draw(jr::fold_in(key, 1)), draw(jr::fold_in(key, 2))};
  });
  ask_pair<Impl>("number i and number i + 1", [](auto key) {
    auto const x = jr::normal<block + 1>(key);
    return std::pair{x[cx::slice<0, block>()], x[cx::slice<1, block + 1>()]};
  });
  ask_pair<Impl>("the first numbers of neighbours of split<n>", [](auto key) {
    auto const x = cx::vmap([](auto k) { return jr::normal(k); })(jr::split<block + 1>(key));
    return std::pair{x[cx::slice<0, block>()], x[cx::slice<1, block + 1>()]};
  });
}

inline constexpr auto identity = [](auto x) { return x; };
inline constexpr auto normal_below = [](auto x) { return 0.5 * cx::erfc(x * -0.70710678118654752440); };
template <int Tenths> inline constexpr double tenths = Tenths / 10.0;
template <int A> void ask_gamma(char const* name) {
  ask(
      name, [](auto k) { return jr::gamma<double, block>(k, tenths<A>); }, [](auto x) { return cx::igamma(tenths<A>, x); },
      {tenths<A>, tenths<A>, 3 + 6 / tenths<A>});
}

} // namespace

int main(int argc, char** argv) {
  double const count = argc > 1 ? std::atof(argv[1]) : 1e8;
  if (argc > 2) seed = std::strtoull(argv[2], nullptr, 10);
  blocks = std::lround(std::fmax(1, count / block));
  std::printf("%ld numbers of each law, seed %llu\n\n", blocks * block, static_cast<unsigned long long>(seed));
  std::printf("| law | mean | z | variance | z | distance | p | ns a number |\n|---|---|---|---|---|---|---|---|\n");

  moments const uniform{0.5, 1. / 12, 1.8}, normal{0, 1, 3};
  auto const exponential_below = [](auto x) { return -cx::expm1(-x); };
  ask(
      "bits<std::uint32_t> / 2^32", [](auto k) { return cx::astype<double>(jr::bits<std::uint32_t, block>(k)) * 0x1p-32; }, identity,
      uniform);
  ask(
      "the same, halves exchanged",
      [](auto k) {
        auto const w = jr::bits<std::uint32_t, block>(k);
        auto const turned = cx::shift_left(w, 16u) | cx::shift_right_logical(w, 16u);
        return cx::astype<double>(turned) * 0x1p-32;
      },
      identity, uniform);
  ask(
      "uniform<double>", [](auto k) { return jr::uniform<double, block>(k); }, identity, uniform);
  ask(
      "uniform<float>", [](auto k) { return jr::uniform<float, block>(k); }, identity, uniform);
  ask(
      "normal<double>", [](auto k) { return jr::normal<double, block>(k); }, normal_below, normal);
  ask(
      "normal<float>", [](auto k) { return jr::normal<float, block>(k); }, normal_below, normal);
  ask<cx::philox>(
      "uniform<double>, philox", [](auto k) { return jr::uniform<double, block>(k); }, identity, uniform);
  ask<cx::philox>(
      "normal<double>, philox", [](auto k) { return jr::normal<double, block>(k); }, normal_below, normal);
  ask<cx::rbg>(
      "uniform<double>, rbg", [](auto k) { return jr::uniform<double, block>(k); }, identity, uniform);
  ask<cx::rbg>(
      "normal<double>, rbg", [](auto k) { return jr::normal<double, block>(k); }, normal_below, normal);
  ask<cx::threefry_original>(
      "normal<double>, original", [](auto k) { return jr::normal<double, block>(k); }, normal_below, normal);
  ask(
      "truncated_normal(key, -1, 2)", [](auto k) { return jr::truncated_normal<double, block>(k, -1, 2); },
      [](auto x) {
        double const at_low = 0.5 * std::erfc(std::sqrt(0.5)), mass = 0.5 * std::erfc(-2 * std::sqrt(0.5)) - at_low;
        return (normal_below(x) - at_low) / mass;
      },
      {});
  ask("exponential<double>", [](auto k) { return jr::exponential<double, block>(k); }, exponential_below, {1, 1, 9});
  ask(
      "gumbel<double>", [](auto k) { return jr::gumbel<double, block>(k); }, [](auto x) { return cx::exp(-cx::exp(-x)); },
      {0.57721566490153286, 1.6449340668482264, 5.4});
  ask(
      "laplace<double>", [](auto k) { return jr::laplace<double, block>(k); },
      [](auto x) {
        auto const half = 0.5 * cx::exp(-cx::abs(x));
        return cx::where(x < 0.0, half, 1.0 - half);
      },
      {0, 2, 6});
  ask(
      "logistic<double>", [](auto k) { return jr::logistic<double, block>(k); }, [](auto x) { return cx::logistic(x); },
      {0, 3.2898681336964528, 4.2});
  ask(
      "cauchy<double>", [](auto k) { return jr::cauchy<double, block>(k); },
      [](auto x) {
        auto const tail = cx::atan(1.0 / cx::abs(x)) * 0.31830988618379067; // exact far out
        return cx::where(x < 0.0, tail, 1.0 - tail);
      },
      {});
  ask_gamma<5>("gamma(key, 0.5)");
  ask_gamma<37>("gamma(key, 3.7)");
  ask(
      "maxwell<double>", [](auto k) { return jr::maxwell<double, block>(k); }, [](auto x) { return cx::igamma(1.5, 0.5 * x * x); },
      {1.5957691216057308, 0.45352091052967447, 3.1081638});
  ask(
      "weibull_min(key, 1, 2)", [](auto k) { return jr::weibull_min<double, block>(k, 1, 2); }, [](auto x) { return -cx::expm1(-x * x); },
      {0.88622692545275801, 0.21460183660255172, 3.2450893});
  ask_integers("randint(key, 0, 10)", [](auto k) { return jr::randint<block>(k, 0, 10); }, {4.5, 8.25, 1.7757575757575759});
  ask_integers("bernoulli(key, 0.3)", [](auto k) { return jr::bernoulli<block>(k, 0.3); }, {0.3, 0.21, 1.7619047619047619});
  ask_integers("poisson(key, 3.5)", [](auto k) { return jr::poisson<block>(k, 3.5); }, {3.5, 3.5, 3 + 1 / 3.5});
  ask_integers("poisson(key, 50)", [](auto k) { return jr::poisson<block>(k, 50); }, {50, 50, 3.02});
  ask_integers("binomial(key, 100, 0.3)", [](auto k) { return jr::binomial<double, block>(k, 100, 0.3); }, {30, 21, 3 - 0.06 + 1 / 21.});
  ask_integers("geometric(key, 0.3)", [](auto k) { return jr::geometric<block>(k, 0.3); }, {1 / 0.3, 0.7 / 0.09, 9 + 0.09 / 0.7});

  ask_pairs<cx::threefry>("threefry");
  ask_pairs<cx::threefry_original>("threefry_original");
  ask_pairs<cx::philox>("philox");
  ask_pairs<cx::rbg>("rbg");
  std::printf("\nthe least probability of %d: %.2e\n", asked, least);
  return least > 1e-6 ? 0 : 1;
}
