// SPDX-License-Identifier: BSL-1.0
// Random numbers of programs that are traced at run time: those of the static program, with static lengths and with lengths known at run
// time; what is thrown; keys that are used twice.
#include "../support/late_keys.hpp"
#include "../support/thrown.hpp"

namespace jr = cx::random;
using namespace cx::literals;

namespace {
using late::of;

constexpr of<cx::prng_key<cx::threefry>> key;
constexpr of<cx::prng_key<cx::threefry_original>> key_original;
constexpr of<cx::prng_key<cx::philox>> key_philox;
constexpr of<cx::prng_key<cx::philox2>> key_philox2;
constexpr of<cx::prng_key<cx::rbg>> key_rbg;
constexpr of<double, 3> three;
constexpr of<float, 3> three_f;
constexpr of<double, 2, 3> matrix;
constexpr of<int> integer;

/// In both layouts of JAX.
template <class F, class... A> void both(F f, A... a) {
  late::same(f, key, a...);
  late::same(f, key_original, a...);
}
/// The bits alone: of f(key, ...) with static lengths, and of g at run time.
template <class F, class G, class... A> void equal(F f, G g, A... a) {
  late::with_numbers(
      [&](auto const& k, auto const&... x) {
        cx::jaxpr const j = cx::lower(cx::make_jaxpr(f)(late::spec_of(key), late::spec_of(a)...).get());
        cx::tensor const y =
            cx::reference::evaluate(j, cx::vec<cx::tensor>{k.to_tensor(cx::stored(k.type())), x.to_tensor(cx::stored(x.type()))...})[0];
        cx::ndarray const drawn = cx::jit(g)(k, x...);
        CHECK(drawn.to_tensor(cx::stored(drawn.type())) == y);
      },
      key, a...);
}
cx::ndarray const seed_42(jr::key(42));
constexpr auto cov_of = [](auto x) { return cx::outer(x, x) + cx::eye<double, 3>(); };

} // namespace

TEST_CASE("keys") {
  both([](auto k) { return jr::split<3>(k); });
  both([](auto k) {
    auto const [a, b] = jr::split(k);
    return std::pair{jr::key_data(a), jr::bits<cx::u64>(b)};
  });
  both([](auto k, auto i) { return jr::fold_in(jr::fold_in(k, i), 7); }, integer);
  both([](auto k) { return jr::wrap_key_data(jr::key_data(jr::clone(k))); });
  late::same([](auto s) { return jr::key(s); }, integer);
  late::same([](auto keys) { return cx::vmap([](auto k) { return jr::normal(k); })(keys); }, of<cx::prng_key<cx::threefry>, 4>{});
  late::same([](auto k) { return std::pair{jr::fold_in(k, 3), jr::bits<3>(jr::split<2>(k)[1])}; }, key_philox);
  late::same([](auto k) { return std::pair{jr::fold_in(k, 3), jr::bits<3>(jr::split<2>(k)[1])}; }, key_philox2);
  late::same([](auto k) { return jr::key_data(k); }, key_philox2);
  late::same([](auto w) { return jr::bits<cx::u64, 3>(jr::wrap_key_data<cx::philox2>(w)); }, of<cx::u32, 1>{});
  late::same([](auto s) { return jr::key<cx::philox2>(s); }, integer);
  late::same([](auto k) { return std::pair{jr::fold_in(k, 3), jr::bits<3>(jr::split<2>(k)[1])}; }, key_rbg);
  late::same([](auto k) { return jr::key_data(k); }, key_rbg);
  late::same([](auto w) { return jr::bits<cx::u64, 3>(jr::wrap_key_data<cx::rbg>(w)); }, of<cx::u32, 2>{});
  late::same([](auto k) { return std::pair{jr::normal<3>(jr::clone(k)), jr::gamma<float, 3>(k, 0.5f)}; }, key_rbg);
  std::string impl;
  cx::jit([&](auto k) { return impl = jr::key_impl(k), jr::bits(k); })(cx::ndarray(jr::key<cx::threefry_original>(1)));
  CHECK(impl == "threefry2x32_original");
  cx::jit([&](auto k) { return impl = jr::key_impl(k), jr::bits(k); })(cx::ndarray(jr::key<cx::rbg>(1)));
  CHECK(impl == "rbg");
}

TEST_CASE("words of keys that are known") {
  std::vector<cx::u32> const words{1, 2, 1, 2, 3, 4, 3, 4};
  auto const keys = jr::wrap_key_data<cx::rbg>(cx::ndarray(words, {2, 4}));
  CHECK(cx::jit([](auto k) { return jr::key_data(k); })(keys) == cx::ndarray(words, {2, 4}));
  CHECK(jr::wrap_key_data(cx::ndarray(words, {4, 2})).shape() == std::vector<std::int64_t>{4});
  CHECK(jr::wrap_key_data(cx::ndarray(std::vector<cx::u32>{0, 42})) == seed_42);
  CHECK(thrown<cx::type_error>([&] {
          jr::wrap_key_data<cx::rbg>(cx::ndarray(words, {4, 2}));
        }) == "[constax] random::wrap_key_data: words of keys of rbg are u32[..., 4], these are u32[4,2]");
  CHECK(thrown<cx::error>([] {
          jr::wrap_key_data<cx::rbg>(cx::ndarray(std::vector<cx::u32>{1, 2, 3, 2}));
        }) ==
        "[constax] random::wrap_key_data: the halves of a key of rbg are equal, as those of a seed, of split and of fold_in are; these are "
        "1, 2 and 3, 2");
  CHECK(thrown<cx::type_error>([&] {
          cx::jit([](auto w) { return jr::wrap_key_data<cx::rbg>(w); })(cx::ndarray(words, {2, 4}));
        }) ==
        "[constax] random::wrap_key_data: a trace cannot ask whether both halves of a key of rbg are equal, and takes one half, words "
        "u32[..., 2], these are u32[2,4]");
}

TEST_CASE("numbers of static lengths") {
  both([](auto k) { return jr::bits<std::uint8_t, 5>(k); });
  both([](auto k) { return jr::uniform<float, 3>(k) + 0.5f; });
  both([](auto k, auto x) { return jr::uniform<3>(k, x, x + 1.0) * x; }, three);
  both([](auto k) { return jr::normal<2, 3>(k); });
  both([](auto k) { return jr::truncated_normal<3>(k, -1, 2); });
  both([](auto k, auto p) { return jr::bernoulli<2, 3>(k, p); }, three_f);
  both([](auto k, auto lo) { return jr::randint<3>(k, lo, lo + 9); }, integer);
  both([](auto k) { return jr::randint<std::int8_t, 3>(k, -128, 128); });
  both([](auto k) { return jr::choice<4>(k, 10); });
  both([](auto k) { return jr::permutation<5>(k); });
}
TEST_CASE("laws with parameters") {
  late::same([](auto k, auto a) { return jr::gamma<3>(k, a); }, key, three);
  late::same([](auto k, auto b) { return jr::pareto<float, 3>(k, b) + jr::wald<float, 3>(jr::fold_in(k, 1), b); }, key, three_f);
  late::same([](auto k, auto p) { return jr::geometric<3>(k, p); }, key, three_f);
  late::same([](auto k, auto m) { return jr::poisson<3>(k, m); }, key, three);
  auto const few = [](auto k) { return jr::binomial<3>(k, 10, 0.3); };
  equal(few, few);
}
TEST_CASE("arrays that are known at run time") {
  equal([](auto k, auto p) { return jr::categorical<2>(k, p); }, [](auto k, auto p) { return jr::categorical(k, {2}, p); }, matrix);
  equal([](auto k, auto p) { return jr::categorical(k, p, 0_c); }, [](auto k, auto p) { return jr::categorical(k, p, 0); }, matrix);
  equal([](auto k, auto p) { return jr::choice<5>(k, p); }, [](auto k, auto p) { return jr::choice(k, {5}, p); }, three);
  auto const two = [](auto k, auto p) { return jr::choice<2>(k, p, jr::without_replacement); };
  equal(two, two, three_f);
  auto const all = [](auto k, auto x) { return jr::permutation(k, x); };
  equal(all, all, three);
  equal(all, all, matrix);
  equal([](auto k, auto x) { return jr::permutation(k, x, 1_c); }, [](auto k, auto x) { return jr::permutation(k, x, -1); }, matrix);
  equal([](auto k, auto x) { return jr::permutation_independent(k, x, 1_c); },
        [](auto k, auto x) { return jr::permutation_independent(k, x, 1); }, matrix);
}
TEST_CASE("parameters that are known at run time, of static lengths") {
  auto const lines = [](auto k, auto a) { return jr::dirichlet<4>(k, a); };
  equal(lines, lines, three);
  auto const each = [](auto k, auto a) { return jr::dirichlet<float>(k, a); };
  equal(each, each, matrix);
  auto const ways = [](auto k, auto p) { return jr::multinomial<float, 4, 2>(k, 30, p); };
  equal(ways, ways, matrix);
  auto const one_way_each = [](auto k, auto p) { return jr::multinomial(k, 30, p); };
  equal(one_way_each, one_way_each, matrix);
  auto const vectors = [](auto k, auto x) { return jr::multivariate_normal<4>(k, x, cov_of(x)); };
  equal(vectors, vectors, three);
}
TEST_CASE("lengths that are known at run time") {
  int const n = 3;
  equal([](auto k) { return jr::bits<5>(k); }, [](auto k) { return jr::bits(k, {5}); });
  equal([](auto k) { return jr::bits<cx::u64, 2, 3>(k); }, [=](auto k) { return jr::bits<cx::u64>(k, {2, n}); });
  CHECK(cx::jit([=](auto k) {
          return jr::bits(k, {2, n});
        })(cx::ndarray(jr::key<cx::rbg>(42))) == cx::jit([](auto k) { return jr::bits<2, 3>(k); })(cx::ndarray(jr::key<cx::rbg>(42))));
  equal([](auto k) { return jr::uniform<2, 3>(k); }, [=](auto k) { return jr::uniform(k, {2, n}); });
  equal([](auto k, auto x) { return jr::uniform<float, 3>(k, x, 9); }, [=](auto k, auto x) { return jr::uniform<float>(k, {n}, x, 9); },
        three_f);
  equal([](auto k) { return jr::normal<float, 2, 3>(k); }, [=](auto k) { return jr::normal<float>(k, {2, n}); });
  equal([](auto k) { return jr::normal(k); }, [](auto k) { return jr::normal(k, {}); });
  equal([](auto k) { return jr::exponential<3>(k); }, [=](auto k) { return jr::exponential(k, {n}); });
  equal([](auto k) { return jr::gumbel<3>(k); }, [=](auto k) { return jr::gumbel(k, {n}); });
  equal([](auto k) { return jr::laplace<3>(k); }, [=](auto k) { return jr::laplace(k, {n}); });
  equal([](auto k) { return jr::logistic<float, 3>(k); }, [=](auto k) { return jr::logistic<float>(k, {n}); });
  equal([](auto k) { return jr::cauchy<3>(k); }, [=](auto k) { return jr::cauchy(k, {n}); });
  equal([](auto k) { return jr::rademacher<3>(k); }, [=](auto k) { return jr::rademacher(k, {n}); });
  equal([](auto k, auto x) { return jr::truncated_normal<3>(k, x, 9); }, [=](auto k, auto x) { return jr::truncated_normal(k, {n}, x, 9); },
        three);
  equal([](auto k) { return jr::randint<3>(k, 2, 9); }, [=](auto k) { return jr::randint(k, {n}, 2, 9); });
  equal([](auto k) { return jr::bernoulli<3>(k, 0.3f); }, [=](auto k) { return jr::bernoulli(k, {n}, 0.3f); });
  equal([](auto k, auto a) { return jr::gamma<2, 3>(k, a); }, [=](auto k, auto a) { return jr::gamma(k, {2, n}, a); }, three);
  equal([](auto k) { return jr::loggamma<float, 3>(k, 0.5f); }, [=](auto k) { return jr::loggamma<float>(k, {n}, 0.5f); });
  equal([](auto k) { return jr::gamma(k, 0.5); }, [](auto k) { return jr::gamma(k, {}, 0.5); });
  equal([](auto k, auto a) { return jr::dirichlet<4>(k, a); }, [](auto k, auto a) { return jr::dirichlet(k, {4}, a); }, three);
  equal([](auto k, auto a) { return jr::dirichlet<float, 4, 2>(k, a); },
        [](auto k, auto a) {
          return jr::dirichlet<float>(k, {4, 2}, a);
        },
        matrix);
  equal([](auto k, auto x) { return jr::multivariate_normal<4>(k, x, cov_of(x)); },
        [](auto k, auto x) { return jr::multivariate_normal(k, {4}, x, cov_of(x)); }, three);
  equal([](auto k, auto x) { return jr::multivariate_normal<float>(k, x, cov_of(x)); },
        [](auto k, auto x) { return jr::multivariate_normal<float>(k, {}, x, cov_of(x)); }, three);
  equal([](auto k, auto m) { return jr::poisson<2, 3>(k, m * 9.0); },
        [=](auto k, auto m) {
          return jr::poisson(k, {2, n}, m * 9.0);
        },
        three);
  equal([](auto k) { return jr::poisson<3>(k, 30.5); }, [=](auto k) { return jr::poisson(k, {n}, 30.5); });
  equal([](auto k, auto p) { return jr::binomial<3>(k, 40, p * 0.2); }, [=](auto k, auto p) { return jr::binomial(k, {n}, 40, p * 0.2); },
        three);
  equal([](auto k) { return jr::binomial<float, 3>(k, 10, 0.3); }, [=](auto k) { return jr::binomial<float>(k, {n}, 10, 0.3); });
  equal([](auto k, auto p) { return jr::multinomial<2>(k, 30, p); }, [](auto k, auto p) { return jr::multinomial(k, {2}, 30, p); }, three);
  equal([](auto k, auto p) { return jr::lognormal<3>(k, p); }, [=](auto k, auto p) { return jr::lognormal(k, {n}, p); }, three);
  equal([](auto k, auto p) { return jr::pareto<3>(k, p); }, [=](auto k, auto p) { return jr::pareto(k, {n}, p); }, three);
  equal([](auto k) { return jr::rayleigh<float, 3>(k, 2); }, [=](auto k) { return jr::rayleigh<float>(k, {n}, 2); });
  equal([](auto k, auto p) { return jr::weibull_min<3>(k, p, 2); }, [=](auto k, auto p) { return jr::weibull_min(k, {n}, p, 2); }, three);
  equal([](auto k) { return jr::maxwell<2, 3>(k); }, [=](auto k) { return jr::maxwell(k, {2, n}); });
  equal([](auto k, auto p) { return jr::double_sided_maxwell<3>(k, p, 2); },
        [=](auto k, auto p) { return jr::double_sided_maxwell(k, {n}, p, 2); }, three);
  equal([](auto k, auto p) { return jr::wald<3>(k, p); }, [=](auto k, auto p) { return jr::wald(k, {n}, p); }, three);
  equal([](auto k, auto p) { return jr::triangular<3>(k, -1, p, 9); }, [=](auto k, auto p) { return jr::triangular(k, {n}, -1, p, 9); },
        three);
  equal([](auto k, auto p) { return jr::geometric<3>(k, p * 0.1); }, [=](auto k, auto p) { return jr::geometric(k, {n}, p * 0.1); }, three);
  equal([](auto k, auto p) { return jr::beta<3>(k, p, 2); }, [=](auto k, auto p) { return jr::beta(k, {n}, p, 2); }, three);
  equal([](auto k) { return jr::chisquare<float, 3>(k, 3); }, [=](auto k) { return jr::chisquare<float>(k, {n}, 3); });
  equal([](auto k, auto p) { return jr::t<3>(k, p); }, [=](auto k, auto p) { return jr::t(k, {n}, p); }, three);
  equal([](auto k, auto p) { return jr::f<3>(k, p, 4); }, [=](auto k, auto p) { return jr::f(k, {n}, p, 4); }, three);
  equal([](auto k) { return jr::generalized_normal<3>(k, 1.5); }, [=](auto k) { return jr::generalized_normal(k, {n}, 1.5); });
  equal([](auto k) { return jr::ball<2, 3>(k); }, [=](auto k) { return jr::ball(k, {2, n}); });
  equal([](auto k) { return jr::choice<3>(k, 9); }, [=](auto k) { return jr::choice(k, {n}, 9); });
  equal([](auto k) { return jr::key_data(jr::split<3>(k)); }, [=](auto k) { return jr::key_data(jr::split(k, n)); });
  equal([](auto k) { return jr::permutation<3>(k); }, [=](auto k) { return jr::permutation(k, n); });
  // of a known key, in a function with other arguments, or none
  auto const known = [=](auto... x) { return (jr::normal(jr::key(42), {n}) + ... + x); };
  CHECK(cx::jit(known)(cx::ndarray(0.0)) == cx::jit([=](auto k) { return jr::normal(k, {n}) + 0.0; })(seed_42));
  CHECK(cx::jit([=](auto x) { return x + jr::normal<3>(jr::key(42)); })(cx::ndarray(0.0)) == cx::jit(known)(cx::ndarray(0.0)));
}
TEST_CASE("what is thrown") {
  CHECK(thrown<cx::type_error>([] {
          cx::jit([](auto x) { return jr::normal<3>(x); })(cx::ndarray{1.0, 2.0});
        }) == "[constax] random::normal: the first argument is a key, this one is f64[2]; cx::random::key(seed) makes one");
  CHECK(thrown<cx::type_error>([] { cx::jit([](auto k) { return jr::normal(jr::split(k, 2), {3}); })(seed_42); }) ==
        "[constax] random::normal: draws from one key, this is an array of keys, key<fry>[2]; map over them with cx::vmap");
  CHECK(thrown<cx::type_error>([] { cx::jit([](auto s) { return jr::key(s); })(cx::ndarray(1.5)); }) ==
        "[constax] random::key: the seed is one integer, this one is f64[]; of words of keys cx::random::wrap_key_data makes keys");
  CHECK(thrown<cx::type_error>([] {
          cx::jit([](auto w) { return jr::wrap_key_data(w); })(cx::ndarray{1, 2});
        }) == "[constax] random::wrap_key_data: words of keys are u32[..., 2], these are i32[2]");
  CHECK(thrown<cx::type_error>([] { cx::jit([](auto k, auto b) { return jr::randint<3>(k, 0, b); })(seed_42, 2.5); }) ==
        "[constax] random::randint: the bounds are integers, or traced integers of the result's dtype i32, not f64[]; convert it with "
        "cx::astype");
  CHECK(thrown<cx::shape_error>([] {
          cx::jit([](auto k, auto a) { return jr::gamma<3>(k, a); })(seed_42, cx::ndarray{1.0, 2.0});
        }) == "[constax] random::gamma: a parameter is f64[2], which does not broadcast to the shape of the result, [3]");
  CHECK(thrown<cx::shape_error>([] {
          cx::jit([](auto k) { return jr::normal(k, {3, -1}); })(seed_42);
        }) == "[constax] random::normal: a length is a whole number, 0 or more, this one is -1");
  CHECK(thrown<cx::shape_error>([] {
          cx::jit([](auto k, auto a) { return jr::gamma(k, {3}, a); })(seed_42, cx::ndarray{1.0, 2.0});
        }) == "[constax] random::gamma: a parameter is f64[2], which does not broadcast to the shape of the result, [3]");
  CHECK(thrown<cx::shape_error>([] {
          cx::jit([](auto k, auto x) { return jr::multivariate_normal(k, {3}, x, x); })(seed_42, cx::ndarray{1.0, 2.0});
        }) ==
        "[constax] random::multivariate_normal: the mean is a vector and the covariance a square matrix of its length, these are "
        "f64[2] and f64[2]; map over arrays of them with cx::vmap");
  CHECK(thrown<cx::type_error>([] {
          cx::jit([](auto k, auto p) { return jr::choice(k, {2}, p); })(seed_42, cx::ndarray{1, 2});
        }) == "[constax] random::choice: probabilities are floating numbers, these are i32[2]");
}
TEST_CASE("no number stands for several elements of parameters") {
  constexpr auto says = [](std::string_view law) {
    return "[constax] random::" + std::string(law) + ": a parameter is f64[2], which does not broadcast";
  };
  cx::ndarray const two{0.25, 0.5}, bounds{1, 2};
  auto const begins = [](std::string const& s, std::string const& with) { return s.substr(0, with.size()) == with; };
  CHECK(begins(thrown<cx::shape_error>([&] { cx::jit([](auto k, auto p) { return jr::bernoulli<3>(k, p); })(seed_42, two); }),
               says("bernoulli")));
  CHECK(begins(thrown<cx::shape_error>([&] { cx::jit([](auto k, auto p) { return jr::bernoulli(k, {3}, p); })(seed_42, two); }),
               says("bernoulli")));
  CHECK(begins(thrown<cx::shape_error>([&] { cx::jit([](auto k, auto p) { return jr::uniform(k, {3}, p, 1.0); })(seed_42, two); }),
               says("uniform")));
  CHECK(begins(thrown<cx::shape_error>([&] { cx::jit([](auto k, auto p) { return jr::truncated_normal(k, {3}, 0.0, p); })(seed_42, two); }),
               says("truncated_normal")));
  CHECK_THROWS_AS(cx::jit([](auto k, auto p) { return jr::randint(k, {3}, 0, p); })(seed_42, bounds), cx::shape_error);
  CHECK(cx::jit([](auto k, auto p) { return jr::bernoulli(k, {3, 2}, p); })(seed_42, two).rank() == 2);
}
TEST_CASE("keys that are used twice") {
  std::string const twice = thrown<cx::error>([] { cx::jit([](auto k) { return jr::normal(k, {3}) + jr::uniform<3>(k); })(seed_42); });
  CHECK(twice ==
        "[constax] random::uniform: the key key<fry>[] has been used up before, by random::normal, and would give related numbers; "
        "split it with cx::random::split, or say cx::random::clone where that is meant");
  cx::ndarray const of_rbg(jr::key<cx::rbg>(42));
  CHECK(thrown<cx::error>([&] { cx::jit([](auto k) { return jr::gamma(k, {3}, 2.0) + jr::binomial(k, {3}, 4, 0.5); })(of_rbg); }) ==
        "[constax] random::binomial: the key key<rbg>[] has been used up before, by random::gamma, and would give related numbers; "
        "split it with cx::random::split, or say cx::random::clone where that is meant");
  CHECK(thrown<cx::error>([] {
          cx::jit([](auto k) { return std::pair{jr::split(k, 3), jr::bits(k, {2})}; })(seed_42);
        }) != "nothing was thrown");
  CHECK(thrown<cx::error>([] {
          cx::jit([](auto k, auto x) {
            return cx::fori_loop(
                0, 3, [&](auto, auto y) { return y * jr::normal(k, {}); }, x);
          })(seed_42, 1.0);
        }) != "nothing was thrown");
}
