// SPDX-License-Identifier: BSL-1.0
// NumPy's functions compiled: the same bits as the oracle's, in as many loops as they should have; in constant evaluation, with symbolic
// lengths; and derivatives that JAX does not give to the last digits.
#include "numpy_oracle.hpp"

#include <cmath>
#include <limits>

namespace constax_tests {
namespace {

using cx::array;
constexpr double inf = std::numeric_limits<double>::infinity();

template <class T, auto... Dims> cx::tensor tensor_from(cx::basic_array<T, Dims...> const& x) {
  cx::tensor t(cx::aval_of_dims<T, Dims...>);
  for (cx::u32 i = 0; i < t.size(); ++i) t.put(i, x[i]);
  return t;
}
template <class T, auto... Dims> constexpr auto spec_of(cx::basic_array<T, Dims...> const&) { return cx::basic_tracer<T, Dims...>{}; }
template <class F, class... X> void compiles_to_the_same(F const& f, X const&... x) {
  cx::jaxpr const j = recorded<std::remove_const_t<decltype(spec_of(x))>...>(f);
  cx::vec<cx::tensor> args;
  (args.push(tensor_from(x)), ...);
  cx::tensor const expected = cx::reference::evaluate(cx::lower(j), args)[0];
  auto const y = cx::jit(f)(x...);
  INFO(cx::print(j).view());
  if constexpr (std::is_arithmetic_v<std::remove_const_t<decltype(y)>>)
    CHECK(y == expected.template at<std::remove_const_t<decltype(y)>>(0));
  else CHECK(same_tensor(tensor_from(y), expected));
}
template <class... Dims> auto samples(Dims...) {
  array<double, Dims::value...> x;
  for (std::int64_t i = 0; i < x.size(); ++i) x[i] = std::sin(1.0 + 0.7 * static_cast<double>(i));
  return x;
}

TEST_CASE("plans give the oracle's bits") {
  auto const x = samples(3_c, 5_c);
  auto const y = samples(5_c, 3_c);
  auto const v = samples(9_c);
  auto const w = samples(3_c);
  compiles_to_the_same([](auto a) { return cx::pad(cx::roll(a, 2_c, 1_c), cx::pad_width<1, 2>, cx::mode::reflect) * 2.0; }, x);
  compiles_to_the_same([](auto a, auto b) { return cx::einsum<"ij,jk,k->i">(a, b, b[0_c]); }, x, y);
  compiles_to_the_same([](auto a, auto b) { return cx::convolve(a, b, cx::mode::same) + cx::diff(cx::append(a, b))[cx::slice<0, 9>()]; }, v,
                       w);
  compiles_to_the_same([](auto a) { return cx::trace(cx::matmul(cx::tril(a), cx::triu(cx::transpose(a)))); }, x);
  compiles_to_the_same([](auto a) { return cx::interp(a, cx::linspace<5>(-1, 1), cx::square(cx::linspace<5>(0, 2))); }, v);
  compiles_to_the_same([](auto a) { return cx::cov(a) + cx::diag(cx::nanmean(a, 1_c)); }, x);
  compiles_to_the_same([](auto a, auto b) { return cx::logaddexp(a, cx::remainder(b, 0.3)) + cx::sinc(a); }, x,
                       cx::jit([](auto a) { return cx::transpose(a); })(y));
}

constexpr auto grid = cx::jit([](auto n) { return cx::linspace<5>(0.0, n) + cx::sum(cx::eye<3>()); })(8.0);
static_assert(grid == array<double, 5>{3, 5, 7, 9, 11});
static_assert(cx::jit([](auto x) { return cx::einsum<"ii">(x); })(array<double, 2, 2>{1, 2, 3, 4}) == 5);

inline constexpr cx::dim<"n"> n;
TEST_CASE("lengths that the call tells") {
  auto const f = [](auto x) {
    return cx::sum(cx::roll(x, 1_c) * x) + cx::sum(cx::pad(x, 2_c, cx::mode::edge)) + cx::sum(cx::square(cx::diff(x)));
  };
  double const x[] = {1, 2, 4, 8};
  cx::view<double const, n> const v(x, 4);
  CHECK(cx::jit(f)(v) == (8.0 + 2 + 8 + 32) + (15 + 2 + 16) + (1 + 4 + 16));
}

TEST_CASE("derivatives near 0 and far away") {
  auto const sinc = [](auto x) { return cx::sinc(x); };
  double const pi = std::acos(-1.0);
  CHECK(std::abs(cx::grad(sinc)(1e-3) + 0.0032898648867278964) < 1e-18); // that of the series, in 60 digits
  CHECK(std::abs(cx::grad(sinc)(0.03125) + 0.1027093236294871) < 3e-17);
  CHECK(cx::grad(sinc)(0.0) == 0);
  CHECK(std::abs(cx::grad(cx::grad(sinc))(0.0) + pi * pi / 3) < 1e-15);
  auto const both = [](auto x, auto y) { return cx::logaddexp(x, y); };
  auto const slopes = cx::grad(both, cx::argnums<0, 1>);
  auto const is = [&](double x, double y, double dx, double dy) {
    auto const [a, b] = slopes(x, y);
    CHECK(a == dx);
    CHECK(b == dy);
  };
  is(1000, 1000, 0.5, 0.5), is(-inf, -inf, 0.5, 0.5), is(inf, inf, 0.5, 0.5), is(inf, 1, 1, 0), is(1, inf, 0, 1), is(-inf, 2, 0, 1),
      is(1000, 0, 1, 0);
  CHECK(cx::grad(cx::grad(both))(1.0, 1.0) == 0.25);
  auto const holes = [](auto x) { return cx::nanstd(x) + cx::nanmean(x); };
  auto const d = cx::grad(holes)(array<double, 3>{1, std::nan(""), 3});
  CHECK((d[0] == 0.0 && d[1] == 0 && d[2] == 1.0));
}

} // namespace
} // namespace constax_tests
