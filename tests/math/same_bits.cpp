// SPDX-License-Identifier: BSL-1.0
// Every function of the table gives the same bits in scalar code, in lanes, and in constant evaluation; the payload of a nan is free.
// (math.same_bits_isa compares instruction sets and the other widths.)
// needs: math_kernels
// flags: -O2 -march=native
#include <string>
#include <vector>

#include "kernels/kernels.hpp"
#include "functions.hpp"

#include "../support/catch.hpp"

namespace {
using functions::at;
using kernels::kernel;

// ---- widths ------------------------------------------------------------------------------------------------------------
template <int I, class T> void draw(std::vector<T>* x) {
  functions::random<T> r{I};
  for (std::size_t i = 0; i < x[0].size(); ++i) {
    auto const p = at<I>.point(r, static_cast<std::int64_t>(i));
    for (std::size_t k = 0; k < 3; ++k) x[k][i] = p.x[k];
  }
}
/// Of how many arguments f and g differ.
template <class T> int differences(std::vector<T> const* v, kernel<T> f, kernel<T> g) {
  int const n = static_cast<int>(v[0].size());
  T const* const x[3] = {v[0].data(), v[1].data(), v[2].data()};
  std::vector<T> y(v[0].size()), z(y);
  f(x, y.data(), n), g(x, z.data(), n);
  int bad = 0;
  for (std::size_t i = 0; i < y.size(); ++i) bad += !functions::same(y[i], z[i]);
  return bad;
}
constexpr int n_points = 8192;
template <class T> void check_widths(kernel<T> const (kernels::function::*widths)[5]) {
  using drawing = void (*)(std::vector<T>*);
  constexpr auto drawings = []<int... I>(std::integer_sequence<int, I...>) {
    struct list {
      drawing d[sizeof...(I)];
    };
    return list{{draw<I, T>...}};
  }(std::make_integer_sequence<int, functions::size>{});
  auto const list = native_kernels();
  REQUIRE(list.size == functions::size);
  std::string differing;
  for (int i = 0; i < list.size; ++i) {
    std::vector<T> x[3] = {std::vector<T>(n_points), std::vector<T>(n_points), std::vector<T>(n_points)};
    drawings.d[i](x);
    auto const& kernels = list.functions[i].*widths;
    for (int w = 1; w < 5; ++w) {
      if (kernels[w] == nullptr) continue;
      if (int const n = differences(x, kernels[0], kernels[w]); n != 0)
        differing += list.functions[i].name + (" x " + std::to_string(1 << w) + ": " + std::to_string(n)) + "; ";
    }
  }
  CHECK(differing == "");
}

// ---- constant evaluation -------------------------------------------------------------------------------------------------
inline constexpr int n_constants = 48;
template <class T> struct constants {
  functions::arguments<T> x[n_constants];
  T y[n_constants];
};
/// Special arguments (of several of them, some of their combinations), and drawn ones.
template <int I, class T> constexpr constants<T> evaluate() {
  constexpr int special = functions::n_special_of(functions::n_arguments<I>), n = special < 36 ? special : 36;
  constants<T> c{};
  functions::random<T> g{1 + I};
  for (int i = 0; i < n_constants; ++i) {
    c.x[i] = at<I>.point(g, i < n ? i * 31 % special : special);
    c.y[i] = at<I>(c.x[i].x);
  }
  return c;
}
template <int I, class T> constexpr constants<T> evaluated = evaluate<I, T>();

template <class F, class T> int differ_from_constants(F f, constants<T> const& c) {
  int bad = 0;
  for (int i = 0; i < n_constants; ++i) {
    T const x[3] = {constax::launder(c.x[i].x[0]), constax::launder(c.x[i].x[1]), constax::launder(c.x[i].x[2])};
    T const y = f(x);
    UNSCOPED_INFO(x[0] << ' ' << x[1] << ' ' << x[2] << ": " << y << " at run time, " << c.y[i] << " in constant evaluation");
    bad += !functions::same(y, c.y[i]);
  }
  return bad;
}
template <class T> void check_constants() {
  []<int... I>(std::integer_sequence<int, I...>) {
    const auto one = []<int K>(std::integral_constant<int, K>) {
      CAPTURE(at<K>.name, sizeof(T));
      CHECK(differ_from_constants(at<K>, evaluated<K, T>) == 0);
    };
    (one(std::integral_constant<int, I>{}), ...);
  }(std::make_integer_sequence<int, functions::size>{});
}

// ---- wrong twins -----------------------------------------------------------------------------------------------------------
// Where the target has fma, both compilers contract this product in scalar code, none in constant evaluation.
constexpr double contracted(double const* x) { return x[0] * x[1] - x[2]; }
constexpr double guarded(double const* x) { return constax::guard(x[0] * x[1]) - x[2]; }
template <class F> constexpr constants<double> of_products(F f) {
  constants<double> c{};
  functions::random<double> g{3};
  for (int i = 0; i < n_constants; ++i) {
    double const a = g.uniform(1, 2), b = g.uniform(1, 2);
    c.x[i] = {{a, b, a * b}};
    c.y[i] = f(c.x[i].x);
  }
  return c;
}
constexpr auto contracted_constants = of_products(contracted), guarded_constants = of_products(guarded);

/// A function that is another one in wide lanes.
template <int W> void third(double const* const* x, double* y, int n) {
  for (int i = 0; i < n; i += W) {
    using X = constax::lane<double, W>;
    X const a = constax::load<double, W>(x[0] + i);
    if constexpr (W > 2) constax::store(y + i, a * X(1.0 / 3));
    else constax::store(y + i, a / X(3.0));
  }
}
}  // namespace

TEST_CASE("same bits: scalars and lanes of 8 and 16", "[math]") {
  check_widths<float>(&kernels::function::f32);
  check_widths<double>(&kernels::function::f64);
}
TEST_CASE("a gaussian with a tiny factor is rounded once, where it is subnormal too", "[math]") {
  auto const gaussian = [](float c, float x) { return constax::math::scaled_gaussian(constax::launder(c), constax::launder(x)); };
  CHECK(gaussian(0x1.271d4cp-125f, 0x1.cec59p+0f) == 0x1.67b72p-130f); // MPFR: 0x1.67b711ap-130, so to units of 2^-149
  CHECK(gaussian(0x1.d47afap-126f, -0x1.8227ccp+0f) == 0x1.8123bp-129f);
  CHECK(gaussian(-0x1.4eb77ap-123f, 0x1.35b0f4p+1f) == -0x1.ebab8p-132f);
  CHECK(constax::math::scaled_gaussian(constax::launder(0x1p-149f), constax::launder(0.0f)) == 0x1p-149f);
  CHECK(constax::math::scaled_gaussian(constax::launder(0x1p-1074), constax::launder(0.0)) == 0x1p-1074);
}
TEST_CASE("same bits: constant evaluation", "[math]") {
  check_constants<float>();
  check_constants<double>();
}
TEST_CASE("same bits: the wrong twins differ", "[math]") {
  std::vector<double> x[3] = {std::vector<double>(n_points), std::vector<double>(n_points), std::vector<double>(n_points)};
  draw<0, double>(x);
  CHECK(differences<double>(x, third<1>, third<2>) == 0);
  CHECK(differences<double>(x, third<1>, third<4>) > 100);
  CHECK(differ_from_constants(guarded, guarded_constants) == 0);
  if (CONSTAX_HAS_FMA) CHECK(differ_from_constants(contracted, contracted_constants) > 10);
}
