// SPDX-License-Identifier: BSL-1.0
// random_statistics [count [seed [from]]]: draws so many numbers (10^8) of each law in blocks, and prints their moments and the distance of
// their distribution from the law's (Kolmogorov, Smirnov), with the probability of a larger one; and correlations of streams of related
// keys. From: the row at which it begins.
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
int asked = 0, laws = 0, from = 1;

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
  if (++laws < from) return;
  auto const start = std::chrono::steady_clock::now();
  auto const one = cx::jit([](auto key, auto i, auto mean) {
    auto const x = cx::astype<double>(D{}(jr::fold_in(key, i)));
    auto const d = x - mean;
    if constexpr (Continuous) return std::tuple{cx::sum(d), cx::sum(d * d), cx::astype<int>(B{}(x) * double(places))};
    else return std::tuple{cx::sum(d), cx::sum(d * d), cx::zeros<int, 1>()};
  });
  auto const key = jr::key<Impl>(1000 * seed + static_cast<std::uint64_t>(laws));
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
  if (++laws < from) return;
  auto const one = cx::jit([](auto key, auto i) {
    auto const [x, y] = F{}(jr::fold_in(key, i));
    return cx::sum(x * y);
  });
  auto const key = jr::key<Impl>(1000 * seed + static_cast<std::uint64_t>(laws));
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

void head_of_laws() {
  std::printf("\n| law | mean | z | variance | z | distance | p | ns a number |\n|---|---|---|---|---|---|---|---|\n");
}

/// Laws that are functions of numbers of other laws: distribution functions in closed form.
void ask_functions_of_others() {
  head_of_laws();
  ask(
      "beta(key, 2.5, 1.5)", [](auto k) { return jr::beta<double, block>(k, 2.5, 1.5); }, [](auto x) { return cx::betainc(2.5, 1.5, x); },
      {0.625, 0.046875, 3 - 2. / 3});
  ask(
      "dirichlet(key, {1, 2, 3}), first part",
      [](auto k) {
        return jr::dirichlet<double, block>(k, cx::stack(cx::full<double>(1.0), cx::full<double>(2.0), cx::full<double>(3.0)))(cx::ellipsis,
                                                                                                                               0_c);
      },
      [](auto x) { return -cx::expm1(5.0 * cx::log1p(-x)); }, {1. / 6, 5. / 252, 4.2});
  ask(
      "loggamma(key, 3.7)", [](auto k) { return jr::loggamma<double, block>(k, 3.7); }, [](auto x) { return cx::igamma(3.7, cx::exp(x)); },
      {});
  ask(
      "chisquare(key, 3)", [](auto k) { return jr::chisquare<double, block>(k, 3); }, [](auto x) { return cx::igamma(1.5, 0.5 * x); },
      {3, 6, 7});
  ask(
      "t(key, 10)", [](auto k) { return jr::t<double, block>(k, 10); },
      [](auto x) {
        auto const half = 0.5 * cx::betainc(5.0, 0.5, 10.0 / (10.0 + x * x));
        return cx::where(x < 0.0, half, 1.0 - half);
      },
      {0, 1.25, 4});
  ask(
      "f(key, 5, 10)", [](auto k) { return jr::f<double, block>(k, 5, 10); },
      [](auto x) { return cx::betainc(2.5, 5.0, 5.0 * x / (5.0 * x + 10.0)); }, {});
  ask(
      "generalized_normal(key, 3)", [](auto k) { return jr::generalized_normal<double, block>(k, 3); },
      [](auto x) {
        auto const size = cx::abs(x), half = 0.5 * cx::igammac(1.0 / 3.0, size * size * size);
        return cx::where(x < 0.0, half, 1.0 - half);
      },
      {0, 1 / std::tgamma(1. / 3), std::tgamma(5. / 3) * std::tgamma(1. / 3)});
  ask("ball<3>, cube of the radius",
      [](auto k) {
        auto const x = jr::ball<double, block, 3>(k);
        auto const square = cx::sum(x * x, 1_c);
        return square * cx::sqrt(square);
      },
      identity, {0.5, 1. / 12, 1.8});
  ask(
      "lognormal(key, 0.5)", [](auto k) { return jr::lognormal<double, block>(k, 0.5); },
      [](auto x) { return normal_below(2.0 * cx::log(x)); }, {});
  ask("pareto(key, 3)", [](auto k) { return jr::pareto<double, block>(k, 3); }, [](auto x) { return -cx::expm1(-3.0 * cx::log(x)); }, {});
  ask(
      "rayleigh(key, 1)", [](auto k) { return jr::rayleigh<double, block>(k, 1); }, [](auto x) { return -cx::expm1(-0.5 * x * x); },
      {1.2533141373155003, 0.42920367320510344, 3.2450893});
  ask(
      "wald(key, 2)", [](auto k) { return jr::wald<double, block>(k, 2); },
      [](auto x) {
        auto const root = cx::sqrt(1.0 / x);
        return normal_below(root * (0.5 * x - 1.0)) + 2.7182818284590452 * normal_below(-root * (0.5 * x + 1.0));
      },
      {2, 8, 33});
  ask(
      "triangular(key, 0, 1, 3)", [](auto k) { return jr::triangular<double, block>(k, 0, 1, 3); },
      [](auto x) { return cx::where(x < 1.0, x * x / 3.0, 1.0 - (3.0 - x) * (3.0 - x) / 6.0); }, {4. / 3, 7. / 18, 2.4});
  ask(
      "double_sided_maxwell(key, 0, 1)", [](auto k) { return jr::double_sided_maxwell<double, block>(k, 0, 1); },
      [](auto x) {
        auto const half = 0.5 * cx::igammac(1.5, 0.5 * x * x);
        return cx::where(x < 0.0, half, 1.0 - half);
      },
      {0, 3, 5. / 3});
  ask("multivariate_normal, a combination",
      [](auto k) {
        auto const covariance =
            cx::reshape<2, 2>(cx::stack(cx::full<double>(2.0), cx::full<double>(0.5), cx::full<double>(0.5), cx::full<double>(1.0)));
        auto const x = jr::multivariate_normal<double, block>(k, cx::zeros<double, 2>(), covariance);
        return cx::sum(x, 1_c) * 0.5; // of variance 2 + 1 + 2 / 2
      },
      normal_below, {0, 1, 3});
  ask_integers("categorical, of 0.1, 0.2, 0.7",
               [](auto k) {
                 auto const p = cx::stack(cx::full<double>(0.1), cx::full<double>(0.2), cx::full<double>(0.7));
                 return jr::categorical<block>(k, cx::log(p));
               },
               {1.6, 0.44, 0.6992 / 0.1936});
  ask_integers("choice(key, 10)", [](auto k) { return jr::choice<block>(k, 10); }, {4.5, 8.25, 1.7757575757575759});
  ask_integers("multinomial(key, 10, p), first part",
               [](auto k) {
                 auto const p = cx::stack(cx::full<double>(0.1), cx::full<double>(0.2), cx::full<double>(0.7));
                 return jr::multinomial<double, block>(k, 10, p)(cx::ellipsis, 0_c);
               },
               {1, 0.9, 3 - 0.6 + 1 / 0.9});
  ask_integers("the sum of two of rademacher",
               [](auto k) {
                 auto const [a, b] = jr::split(k);
                 return jr::rademacher<block>(a) + jr::rademacher<block>(b);
               },
               {0, 2, 2});
  ask<cx::philox2>("uniform<double>, philox2", [](auto k) { return jr::uniform<double, block>(k); }, identity, {0.5, 1. / 12, 1.8});
  ask<cx::philox2>("normal<double>, philox2", [](auto k) { return jr::normal<double, block>(k); }, normal_below, {0, 1, 3});
}

} // namespace

int main(int argc, char** argv) {
  double const count = argc > 1 ? std::atof(argv[1]) : 1e8;
  if (argc > 2) seed = std::strtoull(argv[2], nullptr, 10);
  if (argc > 3) from = std::atoi(argv[3]);
  blocks = std::lround(std::fmax(1, count / block));
  std::printf("%ld numbers of each law, seed %llu\n", blocks * block, static_cast<unsigned long long>(seed));
  head_of_laws();

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
  ask_functions_of_others();
  ask_pairs<cx::philox2>("philox2");
  std::printf("\nthe least probability of %d: %.2e\n", asked, least);
  return least > 1e-6 ? 0 : 1;
}
