// SPDX-License-Identifier: BSL-1.0
// Samplers on keys in an ndarray, outside of a traced function: the numbers of the same call inside of one, of lengths in types and in
// braces.
#include "../support/same_program.hpp"

#include <sstream>

namespace {

namespace jr = cx::random;
cx::ndarray const key(jr::key(7));

/// f(key) at once, and traced.
template <class F> void draws_the_same(F const& f) {
  auto const at_once = leaves(f(key)), traced = leaves(cx::jit(f)(key));
  REQUIRE(at_once.size() == traced.size());
  for (std::size_t i = 0; i < traced.size(); ++i) CHECK(same_bits(at_once[i], traced[i]));
}
std::string shown(cx::ndarray const& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

#define DRAWN(...) draws_the_same([](auto const& k) { return __VA_ARGS__; })

} // namespace

TEST_CASE("all samplers draw from a key in an ndarray at once") {
  DRAWN(jr::bits<3>(k));
  DRAWN(jr::bits<std::uint8_t>(k, {3, 2}));
  DRAWN(jr::split(k));
  DRAWN(jr::split<3>(k));
  DRAWN(jr::split(k, 3));
  DRAWN(jr::split(k, {3, 2}));
  DRAWN(jr::fold_in(k, 5));
  DRAWN(jr::clone(k));
  DRAWN(jr::key_data(k));
  DRAWN(jr::uniform<float, 3>(k));
  DRAWN(jr::uniform(k, {3}, -1.0, 1.0));
  DRAWN(jr::normal<2, 2>(k));
  DRAWN(jr::normal(k));
  DRAWN(jr::truncated_normal<float>(k, {3}, -1.0f, 1.0f));
  DRAWN(jr::exponential(k, {3}));
  DRAWN(jr::gumbel<3>(k));
  DRAWN(jr::laplace(k, {3}));
  DRAWN(jr::logistic<3>(k));
  DRAWN(jr::cauchy(k, {3}));
  DRAWN(jr::rademacher<3>(k));
  DRAWN(jr::randint(k, {5}, 0, 10));
  DRAWN(jr::bernoulli<4>(k, 0.25));
  DRAWN(jr::permutation(k, 5));
  DRAWN(jr::permutation<5>(k));
  DRAWN(jr::choice(k, {2}, 9));
  DRAWN(jr::gamma<3>(k, 2.0));
  DRAWN(jr::loggamma(k, {3}, 2.0));
  DRAWN(jr::beta(k, {2}, 2.0, 3.0));
  DRAWN(jr::chisquare<2>(k, 3.0));
  DRAWN(jr::t<2>(k, 3.0));
  DRAWN(jr::f<2>(k, 3.0, 4.0));
  DRAWN(jr::poisson<4>(k, 3.5));
  DRAWN(jr::binomial(k, {3}, 10.0, 0.5));
  DRAWN(jr::geometric<3>(k, 0.5));
  DRAWN(jr::ball<2, 3>(k));
  DRAWN(jr::orthogonal<3>(k));
  DRAWN(jr::lognormal<2>(k));
  DRAWN(jr::rayleigh<2>(k, 2.0));
  DRAWN(jr::maxwell<2>(k));
  DRAWN(jr::double_sided_maxwell<2>(k, 1.0, 2.0));
  DRAWN(jr::generalized_normal<2>(k, 3.0));
  DRAWN(jr::pareto<2>(k, 3.0));
  DRAWN(jr::triangular<2>(k, 0.0, 0.5, 1.0));
  DRAWN(jr::wald<2>(k, 3.0));
  DRAWN(jr::weibull_min<2>(k, 3.0, 2.0));
}

TEST_CASE("parameters may be ndarrays, too") {
  cx::ndarray const a{1.0, 2.0, 3.0}, cov{{2.0, 0.5, 0.0}, {0.5, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  auto const of = [](auto const& f, auto const&... x) { CHECK(same_bits(f(key, x...), cx::jit(f)(key, x...))); };
  of([](auto const& k, auto const& p) { return jr::gamma(k, {3}, p); }, a);
  of([](auto const& k, auto const& p) { return jr::uniform(k, {2, 3}, -1.0, p); }, a);
  of([](auto const& k, auto const& p) { return jr::categorical(k, p); }, a);
  of([](auto const& k, auto const& p) { return jr::categorical(k, {4}, p); }, a);
  of([](auto const& k, auto const& p) { return jr::dirichlet(k, p); }, a);
  of([](auto const& k, auto const& p) { return jr::permutation(k, p); }, a);
  of([](auto const& k, auto const& p) { return jr::choice(k, {2}, p / cx::sum(p)); }, a);
  of([](auto const& k, auto const& m, auto const& c) { return jr::multivariate_normal(k, m, c); }, a, cov);
}

TEST_CASE("without lengths there are as many numbers as parameters") {
  cx::ndarray const a{{1.0, 2.0, 3.0}, {0.5, 4.0, 8.0}}, b({0.75, 1.5, 2.5}), n{1, 5, 9};
  // Those of the same call with lengths, at once, traced, and from a known key.
  auto const of = [](auto const& f, auto const& g, auto const&... p) {
    cx::ndarray const expected = g(key, p...);
    CHECK(same_bits(f(key, p...), expected));
    CHECK(same_bits(cx::jit(f)(key, p...), expected));
    CHECK(same_bits(cx::ndarray(f(jr::key(7), p...)), expected));
    CHECK(same_bits(cx::jit([&](auto const&... q) { return f(key, q...); })(p...), expected));
  };
#define LENGTHS(law, lengths, ...)                                     \
  of([](auto const& k, auto const&... q) { return jr::law(k, q...); }, \
     [](auto const& k, auto const&... q) { return jr::law(k, lengths, q...); }, __VA_ARGS__)
#define ROWS {2, 3}
#define ROW {3}
  LENGTHS(uniform, ROWS, a, 9.0);
  LENGTHS(uniform, ROWS, b, a + 3.0);
  LENGTHS(truncated_normal, ROW, b, 3.0);
  LENGTHS(randint, ROW, n, 11);
  LENGTHS(bernoulli, ROW, b / 4.0);
  LENGTHS(gamma, ROWS, a);
  LENGTHS(loggamma, ROWS, a);
  LENGTHS(beta, ROWS, a, b);
  LENGTHS(chisquare, ROW, b);
  LENGTHS(t, ROW, b);
  LENGTHS(f, ROWS, a, b);
  LENGTHS(generalized_normal, ROW, b);
  LENGTHS(poisson, ROWS, a);
  LENGTHS(binomial, ROWS, a * 10.0, b / 4.0);
  LENGTHS(geometric, ROW, b / 4.0);
  LENGTHS(lognormal, ROW, b);
  LENGTHS(rayleigh, ROW, b);
  LENGTHS(double_sided_maxwell, ROWS, a, b);
  LENGTHS(pareto, ROW, b);
  LENGTHS(triangular, ROWS, a, a + b, 20.0);
  LENGTHS(wald, ROW, b);
  LENGTHS(weibull_min, ROWS, a, b);
  CHECK(said([&] { jr::beta(key, cx::ndarray{1.0, 2.0}, b); }) ==
        "[constax] random::beta: a parameter is f64[3], which does not broadcast to the shape of the result, [2]");
}

TEST_CASE("keys are drawn from in turn, as in a loop of the host") {
  cx::ndarray keys = key;
  std::vector<double> drawn;
  for (int step = 0; step < 3; ++step) {
    cx::ndarray const two = jr::split(keys, 2);
    drawn.push_back(jr::normal(two[1]).item<double>());
    keys = two[0];
  }
  auto const traced = cx::jit([](auto k) {
    auto const a = jr::split<2>(k), b = jr::split<2>(a(0)), c = jr::split<2>(b(0));
    return cx::stack(std::tuple{jr::normal(a(1)), jr::normal(b(1)), jr::normal(c(1))});
  })(key);
  CHECK(traced == cx::ndarray(drawn));
  CHECK(cx::jit([](auto x) { return x + jr::normal(key, {2}); })(cx::ndarray{0.0, 0.0}) == jr::normal(key, {2}));
}

TEST_CASE("keys are printed as words, and say how they hash") {
  CHECK(shown(cx::ndarray(jr::key(7))) == "7");
  CHECK(shown(cx::ndarray(jr::key<cx::unsafe_rbg>(1))) == "[1 1]");
  cx::ndarray const keys = jr::split(key, 2);
  CHECK(shown(keys).front() == '[');
  CHECK(jr::key_impl(keys) == "threefry2x32");
  CHECK(jr::key_impl(cx::ndarray(jr::key<cx::philox>(1))) == "philox4x32");
}

TEST_CASE("what is no key is refused") {
  CHECK(said([] { jr::normal(jr::split(key, 2), {2}); }) ==
        "[constax] random::normal: draws from one key, this is an array of keys, key<fry>[2]; map over them with cx::vmap");
  CHECK(said([] { jr::normal(cx::ndarray{1.0}, {2}); }) ==
        "[constax] random::normal: the first argument is a key, this one is f64[1]; cx::random::key(seed) makes one");
  CHECK(said([] { jr::key_impl(cx::ndarray{1.0}); }) ==
        "[constax] random: the first argument is a key, this one is f64[1]; cx::random::key(seed) makes one");
}
