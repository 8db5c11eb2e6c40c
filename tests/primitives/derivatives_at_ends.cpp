// SPDX-License-Identifier: BSL-1.0
// Derivatives where a formula says 0 * inf, inf / inf or 1 - 1, and the exact value is an ordinary number: powers at 0, the gamma family at
// the ends of its axes, weights beside infinities and beside one dominant element. By jvp and vjp in turn, to the third order, on the
// oracle.
#include <constax/constax.hpp>
#include <constax/eval/reference.hpp>
#include <constax/transform/simplify.hpp>

#include "../support/catch.hpp"

#include <limits>
#include <vector>

namespace {

namespace cx = constax;
using namespace constax::literals;
constexpr double inf = std::numeric_limits<double>::infinity();

/// f : f64[n] -> f64[], or f64[] -> f64[], as it is recorded.
template <class X>
cx::jaxpr traced(auto const& f) {
  cx::context c("trace");
  cx::value const y = f(X(c.input(X::aval))).value;
  return c.finish({&y, 1});
}
std::vector<double> evaluated(cx::jaxpr const& j, std::vector<cx::tensor> const& args) {
  cx::vec<cx::tensor> xs;
  for (auto const& a : args) xs.push(a);
  auto const ys = cx::reference::evaluate(j, xs);
  std::vector<double> r;
  for (cx::u32 i = 0; i < ys[ys.size() - 1].size(); ++i) r.push_back(ys[ys.size() - 1].at<double>(i));
  return r;
}
cx::tensor tensor_of(std::vector<double> const& x, bool scalar = false) {
  cx::tensor t(scalar ? cx::aval{cx::dtype::f64, {}} : cx::aval{cx::dtype::f64, {cx::extent(static_cast<cx::i64>(x.size()))}});
  for (cx::u32 i = 0; i < x.size(); ++i) t.put(i, x[i]);
  return t;
}
/// x -> f'(x) of one number, in forward mode along 1, in reverse mode from 1.
cx::jaxpr derived(cx::jaxpr const& j, bool reverse) {
  cx::jaxpr const both = reverse ? cx::vjp(j) : cx::jvp(j);
  cx::context c("derivative");
  cx::value const x = c.input({cx::dtype::f64, {}}), in[] = {x, cx::like(x, 1.0)};
  auto const outs = cx::replay(c, both, {in, 2});
  return cx::simplify(c.finish({&outs[1], 1}));
}
/// The first derivatives of f at x, the same in all modes; nan where they differ.
std::vector<double> orders(auto const& f, double x, int n = 3) {
  std::vector<double> first;
  for (unsigned modes : {0b000u, 0b111u, 0b010u, 0b101u}) {
    cx::jaxpr j = traced<cx::tracer<double>>(f);
    std::vector<double> all;
    for (int k = 0; k < n; ++k) j = derived(j, (modes >> k & 1) != 0), all.push_back(evaluated(j, {tensor_of({x}, true)})[0]);
    if (first.empty()) first = all;
    for (int k = 0; k < n; ++k)
      if (!(first[static_cast<std::size_t>(k)] == all[static_cast<std::size_t>(k)]))
        first[static_cast<std::size_t>(k)] = std::numeric_limits<double>::quiet_NaN();
  }
  return first;
}
/// The gradient of f : f64[N] -> f64[]; its product with a direction.
template <int N>
std::vector<double> gradient(auto const& f, std::vector<double> const& x) {
  return evaluated(cx::vjp(traced<cx::tracer<double, N>>(f)), {tensor_of(x), tensor_of({1}, true)});
}
template <int N>
double slope(auto const& f, std::vector<double> const& x, std::vector<double> const& dx) {
  return evaluated(cx::jvp(traced<cx::tracer<double, N>>(f)), {tensor_of(x), tensor_of(dx)})[0];
}
template <int N>
std::vector<double> hessian_row(auto const& f, std::vector<double> const& x, std::vector<double> const& dx) {
  auto const j = traced<cx::tracer<double, N>>(f);
  cx::jaxpr const back = cx::vjp(j);
  cx::context c("gradient");
  cx::value const at = c.input({cx::dtype::f64, {cx::extent(N)}}), in[] = {at, c.constant(cx::dtype::f64, 1.0)};
  auto const outs = cx::replay(c, back, {in, 2});
  return evaluated(cx::jvp(c.finish({&outs[1], 1})), {tensor_of(x), tensor_of(dx)});
}
bool near(std::vector<double> const& a, std::vector<double> const& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i] == b[i] || std::fabs(a[i] - b[i]) <= 4e-16 * std::fabs(b[i]))) {
      UNSCOPED_INFO("element " << i << ": " << a[i] << " instead of " << b[i]);
      return false;
    }
  return true;
}
using list = std::vector<double>;

} // namespace

TEST_CASE("powers at 0: literal, traced integer and traced floating exponents", "[derivatives]") {
  const auto falling = [](int n) { // of x^n at 0: n! at order n, else 0
    list r;
    for (int k = 1, f = 1; k <= 3; ++k) f *= k, r.push_back(n == k ? f : 0);
    return r;
  };
  const auto check = [&]<int N>(std::integral_constant<int, N>) {
    CHECK(orders([](auto x) { return cx::pow(x, N); }, 0) == falling(N));
    CHECK(orders([](auto x) { return cx::pow(x, static_cast<double>(N)); }, 0) == falling(N));
    CHECK(orders([](auto x) { return cx::pow(x, cx::astype<int>(x * 0.0) + N); }, 0) == falling(N));
    // 0^0: kinks.cpp
    if (N > 0) CHECK(orders([](auto x) { return cx::pow(x, cx::stop_gradient(x * 0.0) + static_cast<double>(N)); }, 0) == falling(N));
  };
  check(std::integral_constant<int, 0>{}), check(std::integral_constant<int, 1>{}), check(std::integral_constant<int, 2>{}),
      check(std::integral_constant<int, 3>{});
  check(std::integral_constant<int, 4>{});
  CHECK(orders([](auto x) { return cx::sum(cx::pow(cx::broadcast_to<3>(x), cx::arange<3>())); }, 0) == list{1, 2, 0});
  CHECK(orders([](auto x) { return cx::pow(x, cx::astype<int>(x * 0.0) - 2); }, -2) == list{0.25, 0.375, 0.75});
}
TEST_CASE("powers at 0 with negative exponents, and in the exponent", "[derivatives]") {
  const auto power = [](auto v) { return cx::pow(v[0_c], v[1_c]); };
  CHECK(orders([](auto x) { return cx::pow(x, -1); }, 0) == list{-inf, inf, -inf});
  CHECK(orders([](auto x) { return cx::pow(x, -1.5); }, 0) == list{-inf, inf, -inf});
  CHECK(gradient<2>(power, {0, -1}) == list{-inf, -inf}); // both are limits from the right
  CHECK(gradient<2>(power, {0, -0.5}) == list{-inf, -inf});
  CHECK(gradient<2>(power, {0, 0.5}) == list{inf, 0});
  CHECK(gradient<2>(power, {0, 1}) == list{1, 0});
  CHECK(gradient<2>(power, {0, 3}) == list{0, 0});
  CHECK(gradient<2>(power, {inf, 2}) == list{inf, inf});
  CHECK(gradient<2>(power, {inf, -0.5}) == list{0, 0});
  CHECK(gradient<2>(power, {inf, -1}) == list{0, 0});
  CHECK(gradient<2>(power, {inf, -300}) == list{0, 0});
  CHECK(orders([](auto y) { return cx::pow(inf, y); }, -2) == list{0, 0, 0});
  CHECK(orders([](auto y) { return cx::pow(inf, y); }, 2) == list{inf, inf, inf});
  CHECK(orders([](auto y) { return cx::pow(0.0, y); }, 2) == list{0, 0, 0});
  CHECK(orders([](auto y) { return cx::pow(0.0, y); }, -2) == list{-inf, inf, -inf});
}
TEST_CASE("the gamma family at the ends of its axes", "[derivatives]") {
  CHECK(orders([](auto x) { return cx::igamma(1.0, x); }, 0) == list{1, -1, 1});
  CHECK(orders([](auto x) { return cx::igammac(1.0, x); }, 0) == list{-1, 1, -1});
  CHECK(orders([](auto x) { return cx::igamma(2.0, x); }, 0) == list{0, 1, -2});
  CHECK(orders([](auto x) { return cx::igamma(3.0, x); }, 0) == list{0, 0, 1});
  CHECK(orders([](auto x) { return cx::igamma(2.5, x); }, 0) == list{0, 0, inf});
  CHECK(orders([](auto x) { return cx::igamma(0.5, x); }, 0, 2) == list{inf, -inf});
  for (double a : {0.5, 1.0, 2.0, 30.0, 1e8}) {
    CHECK(gradient<2>([](auto v) { return cx::igamma(v[0_c], v[1_c]); }, {a, inf})[1] == 0);
    CHECK(gradient<2>([](auto v) { return cx::igammac(v[0_c], v[1_c]); }, {a, inf})[1] == 0);
  }
  CHECK(orders([](auto x) { return cx::igamma(2.0, x); }, inf) == list{0, 0, 0});
  CHECK(orders([](auto x) { return cx::betainc(1.0, 3.0, x); }, 0) == list{3, -6, 6});
  CHECK(orders([](auto x) { return cx::betainc(3.0, 1.0, x); }, 1) == list{3, 6, 6});
  CHECK(orders([](auto x) { return cx::betainc(2.0, 3.0, x); }, 0) == list{0, 12, -48});
  CHECK(orders([](auto x) { return cx::betainc(2.0, 3.0, x); }, 1) == list{0, 0, 24});
  CHECK(orders([](auto x) { return cx::betainc(1.0, 1.0, x); }, 0) == list{1, 0, 0});
  CHECK(orders([](auto x) { return cx::betainc(0.5, 1.0, x); }, 0, 1) == list{inf});
}
TEST_CASE("the largest elements share what comes to the maximum", "[derivatives]") {
  const auto most = [](auto x) { return cx::max(x); };
  CHECK(gradient<4>(most, {3, 1, 3, 2}) == list{0.5, 0, 0.5, 0});
  CHECK(slope<4>(most, {3, 1, 3, 2}, {1, 7, 4, 9}) == 2.5);
  CHECK(gradient<4>([](auto x) { return cx::min(x); }, {1, 1, 3, 1}) == list{1.0 / 3, 1.0 / 3, 0, 1.0 / 3});
}
TEST_CASE("weights beside infinities", "[derivatives]") {
  const auto last = [](auto x) { return cx::cumlogsumexp(x)[2_c]; };
  CHECK(gradient<3>(last, {1, inf, 2}) == list{0, 1, 0});
  CHECK(gradient<3>(last, {inf, 1, 2}) == list{1, 0, 0});
  CHECK(gradient<3>(last, {1, 2, inf}) == list{0, 0, 1});
  CHECK(gradient<3>(last, {inf, 3, inf}) == list{0.5, 0, 0.5});
  CHECK(gradient<3>(last, {-inf, -inf, 2}) == list{0, 0, 1});
  CHECK(gradient<3>(last, {-inf, -inf, -inf}) == list{0, 0, 0});
  CHECK(near(gradient<3>(last, {0, 0, 0}), {0.25 * 4 / 3, 0.25 * 4 / 3, 1.0 / 3}));
  CHECK(hessian_row<2>([](auto x) { return cx::cumlogsumexp(x)[1_c]; }, {5, 5}, {1, 0}) == list{0.25, -0.25}); // at a tie
  const auto all = [](auto x) { return cx::logsumexp(x); };
  CHECK(gradient<3>(all, {1, inf, 2}) == list{0, 1, 0});
  CHECK(gradient<3>(all, {inf, 1, inf}) == list{0.5, 0, 0.5});
  CHECK(gradient<3>(all, {-inf, -inf, 2}) == list{0, 0, 1});
  CHECK(slope<3>(all, {1, inf, 2}, {5, 3, 7}) == 3);
}
TEST_CASE("softmax, log_softmax and logsumexp beside one dominant element", "[derivatives]") {
  double const p = 4.248354255291589e-18, q = 1.3887943864771146e-11; // e^-40, e^-25 / (1 + e^-25)
  CHECK(near(gradient<2>([](auto x) { return cx::softmax(x)[0_c]; }, {40, 0}), {p, -p}));
  CHECK(near(gradient<2>([](auto x) { return cx::softmax(x)[1_c]; }, {40, 0}), {-p, p}));
  CHECK(near(gradient<2>([](auto x) { return cx::log_softmax(x)[0_c]; }, {40, 0}), {p, -p}));
  CHECK(near(gradient<2>([](auto x) { return cx::log_softmax(x)[1_c]; }, {40, 0}), {-1, 1}));
  CHECK(near({slope<2>([](auto x) { return cx::softmax(x)[0_c]; }, {40, 0}, {1, 0})}, {p}));
  CHECK(near({slope<2>([](auto x) { return cx::log_softmax(x)[0_c]; }, {40, 0}, {1, 0})}, {p}));
  CHECK(near(gradient<2>([](auto x) { return cx::softmax(x)[0_c]; }, {25, 0}), {1.388794386457827e-11, -1.388794386457827e-11}));
  CHECK(near(gradient<2>([](auto x) { return cx::log_softmax(x)[0_c]; }, {25, 0}), {q, -q}));
  CHECK(near(hessian_row<2>([](auto x) { return cx::logsumexp(x); }, {40, 0}, {1, 0}), {p, -p}));
  CHECK(near(hessian_row<2>([](auto x) { return cx::softmax(x)[0_c]; }, {40, 0}, {1, 0}), {-p, p}));
  CHECK(near(hessian_row<2>([](auto x) { return cx::log_softmax(x)[0_c]; }, {40, 0}, {1, 0}), {-p, p}));
  // no element dominates; and lines of an array, one of which is dominated
  CHECK(near(gradient<3>([](auto x) { return cx::softmax(x)[0_c]; }, {0, 0, 0}), {2.0 / 9, -1.0 / 9, -1.0 / 9}));
  const auto lines = [](auto x) {
    return cx::softmax(cx::reshape<2, 2>(x), 1_c)(0_c, 0_c) + 2.0 * cx::log_softmax(cx::reshape<2, 2>(x), 1_c)(1_c, 0_c);
  };
  CHECK(near(gradient<4>(lines, {40, 0, 0, 0}), {p, -p, 1, -1}));
}
TEST_CASE("associative_scan from the end: the later element is the left argument", "[derivatives]") {
  const auto j = traced<cx::tracer<double, 12>>([](auto x) {
    return cx::ravel(cx::associative_scan([](auto a, auto b) { return cx::matmul(a, b); }, cx::reshape<3, 2, 2>(x), cx::reversed));
  });
  CHECK(evaluated(j, {tensor_of({1, 2, 3, 4, 0, 1, 1, 0, 2, 0, 1, 3})}) == list{6, 8, 6, 10, 0, 2, 3, 1, 2, 0, 1, 3}); // C B A, C B, C
}
