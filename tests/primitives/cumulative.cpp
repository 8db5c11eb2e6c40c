// SPDX-License-Identifier: BSL-1.0
// cumsum cumprod cummax cummin cumlogsumexp linear_recurrence product_of_others, their order, and what a product's derivative does with
// zeros
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

constexpr auto integer_types = {dtype::i32, dtype::i64, dtype::u32};
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

// ---- laws -------------------------------------------------------------------------------------------------------------------------

/// P of (3,4) along an axis.
template <class P, int Axis, bool... Options>
struct cumulated {
  constexpr jaxpr operator()(dtype t) const {
    aval const a{t, {3, 4}};
    aval const operands[] = {a, a};
    return program_of<P>({operands, P::operands}, {Axis, Options...});
  }
};
/// The same, exclusive and between -9 and 9: where the first result is an infinity, there is no difference quotient.
template <class P, int Axis, bool Reverse>
struct exclusive_within {
  constexpr jaxpr operator()(dtype t) const {
    context c("trace");
    value const x = c.input({t, {3, 4}}), y = bind<P>({Axis, Reverse, true}, x), z = constax::min(constax::max(y, like(y, -9)), like(y, 9));
    return c.finish({&z, 1});
  }
};
template <class P>
void keeps_the_laws(domains const& d, law_options const& o = {}, std::initializer_list<dtype> also = {}) {
  CHECK(laws(cumulated<P, 0, false>{}, d, o, also));
  CHECK(laws(cumulated<P, 1, true>{}, d, o, also));
  if constexpr (P::template identity<double> == 0 || P::template identity<double> == 1) {
    CHECK(laws(cumulated<P, 0, false, true>{}, d, o, also));
    CHECK(laws(cumulated<P, 1, true, true>{}, d, o, also));
  } else {
    CHECK(laws(exclusive_within<P, 0, false>{}, d, o));
    CHECK(laws(exclusive_within<P, 1, true>{}, d, o));
  }
  CHECK(laws([](dtype t) { return program_of<P>({std::initializer_list<aval>{{t, {3, 0}}, {t, {3, 0}}}.begin(), P::operands}, {1}); }, d, o,
             also));
}

TEST_CASE("cumsum keeps the laws", "[cumulative]") { keeps_the_laws<cumsum_t>(standard, {}, integer_types); }
TEST_CASE("cumprod keeps the laws, zeros or not", "[cumulative]") {
  keeps_the_laws<cumprod_t>(between(0.5, 1.5), {}, integer_types);
  keeps_the_laws<cumprod_t>(integers(-1, 1));
}
TEST_CASE("cummax and cummin keep the laws", "[cumulative]") {
  keeps_the_laws<cummax_t>(unique_integers, {}, integer_types);
  keeps_the_laws<cummin_t>(unique_integers, {}, integer_types);
}
TEST_CASE("cumlogsumexp keeps the laws", "[cumulative]") { keeps_the_laws<cumlogsumexp_t>(standard); }
TEST_CASE("linear_recurrence keeps the laws", "[cumulative]") {
  keeps_the_laws<linear_recurrence_t>(between(-1.5, 1.5));
  CHECK(laws(cumulated<linear_recurrence_t, 0, false, false, true>{}, between(-1.5, 1.5))); // shifted
  CHECK(laws(cumulated<linear_recurrence_t, 1, true, false, true>{}, between(-1.5, 1.5)));
}
TEST_CASE("product_of_others keeps the laws, zeros or not", "[cumulative]") {
  CHECK(laws(cumulated<product_of_others_t, 0>{}, between(0.5, 1.5)));
  CHECK(laws(cumulated<product_of_others_t, 1>{}, integers(-1, 1)));
}

// ---- values -----------------------------------------------------------------------------------------------------------------------

template <class P>
constexpr tensor of(tensor const& x, params_of<P> const& p = {}) {
  vec<tensor> const ys = reference::evaluate(program_of<P>({x.type}, p), {&x, 1});
  return ys[0];
}
template <class P, class T>
constexpr tensor of(std::initializer_list<T> xs, params_of<P> const& p = {}) {
  return of<P>(tensor_of(xs), p);
}
constexpr tensor recurrence(std::initializer_list<double> a, std::initializer_list<double> b, linear_recurrence_t::params const& p) {
  tensor const xs[] = {tensor_of(a), tensor_of(b)};
  vec<tensor> const ys = reference::evaluate(program_of<linear_recurrence_t>({xs[0].type, xs[1].type}, p), {xs, 2});
  return ys[0];
}

static_assert(equals(of<cumsum_t>({1.0, 2.0, 3.0}), {1.0, 3.0, 6.0}) && equals(of<cumsum_t>({1, 2, 3}, {0, true}), {6, 5, 3}));
static_assert(equals(of<cumsum_t>({2147483647, 1}), {2147483647, -2147483647 - 1})); // integers wrap
static_assert(equals(of<cumsum_t>({1.0, 2.0, 3.0}, {0, false, true}), {-0.0, 1.0, 3.0}) &&
              equals(of<cumprod_t>({2.0, 3.0, 4.0}, {0, true, true}), {12.0, 4.0, 1.0}));
static_assert(equals(of<cumprod_t>({2.0, 0.0, 4.0}), {2.0, 0.0, 0.0}) && equals(of<cummin_t>({3, 1, 2}, {0, true}), {1, 1, 2}));
static_assert(equals(of<cummax_t>({-0.0, 0.0, -1.0}), {-0.0, 0.0, 0.0}) && equals(of<cummax_t>({-inf, 1.0, -inf}), {-inf, 1.0, 1.0}));
static_assert(number_at(of<cummax_t>({1.0, nan, 2.0}), 0) == 1 &&
              number_at(of<cummax_t>({1.0, nan, 2.0}), 2) != number_at(of<cummax_t>({1.0, nan, 2.0}), 2));
static_assert(equals(of<cumlogsumexp_t>({-inf, -inf, 3.0, -inf}), {-inf, -inf, 3.0, 3.0}) &&
              equals(of<cumlogsumexp_t>({1e300, inf}), {1e300, inf}));
static_assert(equals(of<product_of_others_t>({2.0, 0.0, 5.0}), {0.0, 10.0, 0.0}) && equals(of<product_of_others_t>({7.0}), {1.0}));
// The first factor is not read.
static_assert(equals(recurrence({inf, 2.0, 3.0}, {1.0, 1.0, 1.0}, {}), {1.0, 3.0, 10.0}) &&
              equals(recurrence({2.0, 3.0, nan}, {1.0, 1.0, 1.0}, {0, true}), {9.0, 4.0, 1.0}));
static_assert(equals(recurrence({inf, 2.0, 3.0}, {1.0, 1.0, 1.0}, {0, false, true}), {0.0, 1.0, 3.0}));
static_assert(equals(recurrence({2.0, 3.0, nan}, {1.0, 1.0, 1.0}, {0, false, false, true}), {1.0, 3.0, 10.0}));

// From one end to the other, also where reductions go in chains: these numbers give another result in any other order.
constexpr bool goes_in_order(bool reverse) {
  double xs[600] = {}, ys[600] = {};
  for (int i = 0; i < 600; ++i) xs[i] = i % 7 == 0 ? 1e16 : i % 7 == 3 ? -1e16 : 1.0 + i * 0.37;
  double sum = -0.0;
  for (int k = 0; k < 600; ++k) {
    int const i = reverse ? 599 - k : k;
    ys[i] = sum += xs[i];
  }
  return of<cumsum_t>(tensor_of(xs), {0, reverse}) == tensor_of(ys);
}
static_assert(goes_in_order(false) && goes_in_order(true));
// All others: those before in the chain, times those behind, times the other chains. A chain has every C-th term of a block of 256; four
// blocks are a stretch. The other chains: of two that are as far apart as they can be the other one, of two such pairs the other pair, and
// so on, the widest first, times the stretches before (block by block from the left) and behind (from the right).
template <class T, int C, int n, int Blocks = 4>
constexpr bool others_in_chains(int middle = 8) {
  constexpr int block = 256, stretch = Blocks * block, count = (n + stretch - 1) / stretch, all = Blocks * C;
  T xs[n] = {}, ys[n] = {}, chain[count][all] = {}, product[count][Blocks] = {};
  for (int i = 0; i < n; ++i) xs[i] = T(1) + T(0.013) * T(i % 17 - middle);
  auto const chain_of = [](int i) { return i % stretch / block * C + i % C; };
  for (int s = 0; s < count; ++s) {
    for (T& c : chain[s]) c = 1;
    for (int i = s * stretch; i < n && i < (s + 1) * stretch; ++i) chain[s][chain_of(i)] *= xs[i];
    for (int b = 0; b < Blocks; ++b) {
      T level[C] = {};
      for (int c = 0; c < C; ++c) level[c] = chain[s][b * C + c];
      for (int half = C / 2; half > 0; half /= 2)
        for (int c = 0; c < half; ++c) level[c] *= level[c + half];
      product[s][b] = level[0];
    }
  }
  for (int s = 0; s < count; ++s) {
    T total[2 * all] = {}, before = 1, behind = 1; // total[h + k]: of the chains k, k + h, k + 2h, ... , by halves
    for (int t = 0; t < s; ++t)
      for (T const b : product[t]) before *= b;
    for (int t = count; --t > s;)
      for (int b = Blocks; b-- > 0;) behind = product[t][b] * behind;
    for (int c = 0; c < all; ++c) total[all + c] = chain[s][c];
    for (int k = all; --k > 0;) {
      int h = 1;
      while (2 * h <= k) h *= 2;
      total[k] = total[h + k] * total[2 * h + k];
    }
    for (int i = s * stretch; i < n && i < (s + 1) * stretch; ++i) {
      int const c = chain_of(i);
      T first = 1, rest = before * behind;
      for (int j = s * stretch; j < i; ++j)
        if (chain_of(j) == c) first *= xs[j];
      for (int h = 1; h < all; h *= 2) rest *= total[2 * h + (c % (2 * h) ^ h)];
      for (int j = n < (s + 1) * stretch ? n : (s + 1) * stretch; --j > i;)
        if (chain_of(j) == c) rest = xs[j] * rest;
      ys[i] = first * rest;
    }
  }
  return of<product_of_others_t>(tensor_of(xs)) == tensor_of(ys);
}
static_assert(others_in_chains<double, 8, 37>() && others_in_chains<float, 16, 127>());
TEST_CASE("all others go in the chains of the product", "[cumulative]") {
  int volatile middle = 8; // at run time: as constants these take g++ a minute
  CHECK((others_in_chains<double, 8, 37>(middle) && others_in_chains<float, 16, 127>(middle)));
  CHECK((others_in_chains<double, 8, 700>(middle) && others_in_chains<float, 16, 1000>(middle)));
  CHECK((others_in_chains<double, 8, 2500>(middle) && others_in_chains<float, 16, 1025>(middle)));
  CHECK_FALSE(others_in_chains<double, 16, 700>(middle)); // other chains, other blocks are other bits
  CHECK_FALSE(others_in_chains<double, 8, 2500, 2>(middle));
}

TEST_CASE("cumlogsumexp is the logarithm of the sum, far beyond exp's range too", "[cumulative]") {
  generator r{3};
  for (double const level : {0.0, 700.0, -5000.0, 1e6}) {
    vec<double> xs;
    for (int i = 0; i < 200; ++i) xs.push(level + 10 * r.normal());
    tensor const y = of<cumlogsumexp_t>(tensor_of(shape{200}, range<double>(xs)));
    long double sum = 0;
    for (u32 i = 0; i < 200; ++i) {
      sum += std::exp(static_cast<long double>(xs[i]) - level);
      CHECK(close(y.at<double>(i), static_cast<double>(level + std::log(sum)), 1e-14, 10 + std::fabs(level)));
    }
  }
}

// ---- derivatives ------------------------------------------------------------------------------------------------------------------

/// The tangent of P at x in direction dx.
template <class P>
constexpr tensor slope(std::initializer_list<double> x, std::initializer_list<double> dx, params_of<P> const& p = {}) {
  tensor const xs[] = {tensor_of(x), tensor_of(dx)};
  vec<tensor> const ys = reference::evaluate(jvp(program_of<P>({xs[0].type}, p)), {xs, 2});
  return ys[1];
}
// Where x[i] ties with the largest before it, each has half.
static_assert(equals(slope<cummax_t>({1.0, 1.0, 0.0, 1.0}, {1.0, 10.0, 100.0, 1000.0}), {1.0, 5.5, 5.5, 502.75}));
static_assert(equals(slope<cummin_t>({1.0, 2.0, 1.0}, {8.0, 16.0, 32.0}, {0, true}), {20.0, 32.0, 32.0}));
// -inf before the first number leaves no nan behind.
static_assert(equals(slope<cumlogsumexp_t>({-inf, -inf, 2.0}, {1.0, 1.0, 3.0}), {0.0, 0.0, 3.0}));
static_assert(equals(slope<cumprod_t>({0.0, 0.0, 3.0}, {1.0, 2.0, 4.0}), {1.0, 0.0, 0.0}) &&
              equals(slope<cumprod_t>({0.0, 5.0, 3.0}, {1.0, 2.0, 4.0}), {1.0, 5.0, 15.0}));

/// The gradient of the product of integers, by brute force.
constexpr bool product_rule(std::initializer_list<double> xs) {
  tensor const x = tensor_of(xs), args[] = {x, tensor_of(1.0)};
  vec<tensor> const ys = reference::evaluate(vjp(program_of<reduce_prod_t>({x.type}, {{0}})), {args, 2});
  for (u32 i = 0; i < x.size(); ++i) {
    double expected = 1;
    for (u32 k = 0; k < x.size(); ++k)
      if (k != i) expected *= x.at<double>(k);
    if (ys[1].at<double>(i) != expected) return false;
  }
  return true;
}
static_assert(product_rule({}) && product_rule({5.0}) && product_rule({2.0, 3.0, -4.0}) && product_rule({0.0, 3.0, 5.0}) &&
              product_rule({0.0, 3.0, 0.0}));
static_assert(product_rule({1.0, 2.0, 1.0, 3.0, 1.0, 1.0, 5.0, 1.0, 2.0, 2.0,
                            1.0, 7.0, 1.0, 1.0, 0.0, 1.0, 3.0, 1.0, 2.0, 1.0})); // in chains
static_assert(product_rule({1.0, 2.0, 0.0, 3.0, 1.0, 1.0, 5.0, 1.0, 2.0, 2.0, 1.0, 7.0, 1.0, 1.0, 0.0, 1.0, 3.0, 1.0, 2.0, 1.0}));

TEST_CASE("the second derivative of a product is the product of all others but two", "[cumulative]") {
  generator r{9};
  for (int n : {2, 3, 5, 20}) {
    vec<double> xs, vs, zero(static_cast<u32>(n));
    for (int i = 0; i < n; ++i)
      xs.push(i % 3 == 1 && i < 5 ? 0.0 : static_cast<double>(r.integer(1, 2))), vs.push(static_cast<double>(r.integer(-3, 3)));
    auto const vector = [&](vec<double> const& v) { return tensor_of(shape{n}, range<double>(v)); };
    tensor const args[] = {vector(xs), vector(vs), vector(vs), vector(zero)};
    vec<tensor> const ys = reference::evaluate(jvp(jvp(program_of<reduce_prod_t>({args[0].type}, {{0}}))), {args, 4});
    double expected = 0;
    for (u32 i = 0; i < xs.size(); ++i)
      for (u32 k = 0; k < xs.size(); ++k) {
        double rest = i == k ? 0 : vs[i] * vs[k];
        for (u32 l = 0; l < xs.size(); ++l)
          if (l != i && l != k) rest *= xs[l];
        expected += rest;
      }
    CHECK(number_at(ys[3], 0) == expected);
  }
}
TEST_CASE("a product's derivative keeps the laws along symbolic axes", "[cumulative]") {
  extent const n = extent::of(pack_symbol("n"));
  jaxpr const j = program_of<reduce_prod_t>({{dtype::f64, {n, 3}}}, {{0, 1}});
  CHECK(!vjp(j).fault);
  CHECK(!jvp(jvp(j)).fault);
  report r;
  tensor x(aval{dtype::f64, {4, 3}});
  tensor dx = x;
  for (u32 i = 0; i < x.size(); ++i) x.put(i, i == 7 ? 0.0 : 0.5 + 0.125 * i), dx.put(i, 1.0 - 0.25 * i);
  law_difference(r, "difference", j, {x}, {dx}, 1e-9);
  law_adjoint(r, j, {x}, {dx}, {tensor_of(0.75)}, 1e-13);
  CHECK(r);
}

} // namespace constax_tests
