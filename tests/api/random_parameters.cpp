// SPDX-License-Identifier: BSL-1.0
// Laws whose parameters are arrays draw a number for each of their elements, lengths given or not; arrays beside a traced key are
// constants.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

namespace {

constexpr cx::array<double, 2, 3> low{-1, 0, 1, 2, 3, 4}, high{1, 2, 3, 4, 5, 6};
constexpr cx::array<double, 2, 3> half{0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
constexpr cx::array<int, 2, 3> below{0, 10, 20, 30, 40, 50}, above{1000, 1010, 1020, 1030, 1040, 1050};
constexpr cx::array<double, 3> weights{0.2, 0.3, 0.5};

using numbers = cx::vec<cx::tensor>;
template <class X> cx::tensor as_tensor(X const& x) {
  if constexpr (cx::container<X>) {
    cx::shape s;
    for (int d = 0; d < x.rank(); ++d) s.push(cx::extent(x.length(d)));
    cx::tensor t(cx::aval{cx::dtype_of<typename X::value_type>, s});
    for (int i = 0; i < x.size(); ++i) t.put(static_cast<cx::u32>(i), x[i]);
    return t;
  } else {
    cx::tensor t(cx::aval{cx::dtype_of<X>, {}});
    t.put(0, x);
    return t;
  }
}
/// What f draws, by the oracle: programs are compared here, not kernels.
template <class F, class... X> numbers drawn_by(F f, X const&... x) {
  numbers in{as_tensor(x)...};
  for (cx::tensor& t : in) t.type.type = cx::stored(t.type.type);
  return cx::reference::evaluate(cx::lower(cx::make_jaxpr(f)(x...).get()), in);
}
/// f(key, parameters...) draws what g draws, who says the lengths, and what f draws of constants.
template <class F, class G, class... P> void one_each(F f, G g, P const&... p) {
  auto const key = jr::key(5);
  numbers const drawn = drawn_by(f, key, p...);
  CHECK(drawn[0] == drawn_by(g, key, p...)[0]);
  bool several = false;
  for (cx::u64 x : drawn[0].words) several |= x != drawn[0].words[0];
  CHECK(several);
}

} // namespace

#define CONSTAX_LAW(law, ...)                                                                 \
  one_each([](auto key, auto const&... p) { return jr::law(key, p...); },                     \
           [](auto key, auto const&... p) { return jr::law<2, 3>(key, p...); }, __VA_ARGS__); \
  CHECK(drawn_by([](auto key) { return jr::law(key, __VA_ARGS__); }, jr::key(5))[0] ==        \
        drawn_by([](auto key, auto const&... p) { return jr::law(key, p...); }, jr::key(5), __VA_ARGS__)[0])

TEST_CASE("a number for each element of the parameters") {
  CONSTAX_LAW(uniform, low, high);
  CONSTAX_LAW(truncated_normal, low, high);
  CONSTAX_LAW(bernoulli, half);
  CONSTAX_LAW(randint, below, above);
  CONSTAX_LAW(gamma, high);
  CONSTAX_LAW(beta, half, half);
  CONSTAX_LAW(poisson, above);
}

TEST_CASE("numbers beside arrays, and the derivative in a bound") {
  one_each([](auto key, auto hi) { return jr::uniform(key, 0.5, hi); }, [](auto key, auto hi) { return jr::uniform<2, 3>(key, 0.5, hi); },
           high);
  one_each([](auto key, auto hi) { return jr::uniform<4, 2, 3>(key, 0.5, hi); },
           [](auto key, auto hi) { return jr::uniform<4, 2, 3>(key, cx::full<2, 3>(0.5), hi); }, high);
  constexpr auto sum = [](auto hi, auto key) { return cx::sum(jr::uniform(key, 0.0, hi)); };
  CHECK(drawn_by(cx::grad(sum), high, jr::key(5))[0] == drawn_by([](auto key) { return jr::uniform<2, 3>(key); }, jr::key(5))[0]);
}

TEST_CASE("laws of lines, and places") {
  auto const key = jr::key(7);
  auto const same = [&](auto f) {
    CHECK(drawn_by([](auto k) { return decltype(f){}(k, weights); }, key)[0] == drawn_by(f, key, weights)[0]);
  };
  same([](auto k, auto const& w) { return jr::categorical<9>(k, w); });
  same([](auto k, auto const& w) { return jr::choice<9>(k, w); });
  same([](auto k, auto const& w) { return jr::choice<2>(k, w, jr::without_replacement); });
  same([](auto k, auto const& w) { return jr::dirichlet(k, w); });
  same([](auto k, auto const& w) { return jr::multinomial<4>(k, 10, w); });
  same([](auto k, auto const& w) { return jr::permutation(k, w); });
  same([](auto k, auto const& w) { return jr::permutation_independent(k, w); });
  same([](auto k, auto const& w) {
    return jr::multivariate_normal(k, w, cx::asarray({{2.0, 0.5, 0.0}, {0.5, 1.0, 0.0}, {0.0, 0.0, 1.0}}));
  });
}
