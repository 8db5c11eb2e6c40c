// SPDX-License-Identifier: BSL-1.0
// What C's Annex F says about zeros, infinities, nan and exact cases, and what JAX says where C is silent: scalars and lanes, f32 and f64.
// (Constant evaluation of such arguments: same_bits.cpp. All other arguments: accuracy.cpp.)
// needs: math_kernels
#include <cmath>
#include <limits>
#include <string>

#include "kernels/kernels.hpp"

#include "../support/catch.hpp"

namespace {
constexpr double inf = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN(),
                 pi = 3.14159265358979323846;
constexpr double any = -12345.0;  // in an argument's place: 0.5, 3, inf and -2, one after the other

struct one {
  char const* names;  // of functions with the same answer
  double x, y;
};
constexpr one unary[] = {
    {"sqrt cbrt sin tan asin atan sinh tanh asinh atanh expm1 log1p erf erf_inv floor ceil round trunc bessel_i1e", 0.0, 0.0},
    {"sqrt cbrt sin tan asin atan sinh tanh asinh atanh expm1 log1p erf erf_inv floor ceil round trunc bessel_i1e", -0.0, -0.0},
    {"sqrt cbrt rsqrt exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh logistic softplus erf erfc gaussian erf_inv floor ceil round trunc lgamma tgamma digamma bessel_i0e bessel_i1e",
     none, none},
    {"sqrt cbrt exp exp2 expm1 log log1p log2 log10 sinh cosh asinh acosh softplus floor ceil round trunc lgamma tgamma digamma", inf, inf},
    {"cbrt sinh asinh floor ceil round trunc", -inf, -inf},
    {"sin cos tan asin acos atanh erf_inv", inf, none},
    {"sin cos tan asin acos atanh erf_inv sqrt rsqrt log log1p log2 log10 acosh tgamma", -inf, none},
    {"sqrt rsqrt log log2 log10 acosh", -1, none},
    {"asin acos atanh erf_inv", 1.5, none},
    {"asin acos atanh erf_inv log1p", -1.5, none},
    {"exp exp2 cosh cos", 0.0, 1},
    {"exp exp2 cosh cos", -0.0, 1},
    {"exp exp2 logistic softplus", -1e300, 0},
    {"exp exp2 logistic softplus", -inf, 0},
    {"exp exp2 sinh cosh expm1", 1e300, inf},
    {"sinh", -1e300, -inf},
    {"cosh", -inf, inf},
    {"expm1 tanh erf", -inf, -1},
    {"tanh erf logistic", inf, 1},
    {"tanh erf", -1e30, -1},
    {"log log2 log10", 0.0, -inf},
    {"log log2 log10", -0.0, -inf},
    {"log log2 log10", 1, 0.0},
    {"log1p", -1, -inf},
    {"rsqrt", 0.0, inf},
    {"rsqrt", -0.0, -inf},
    {"rsqrt", inf, 0},
    {"rsqrt", 0.25, 2},
    {"cbrt", 27, 3},
    {"cbrt", -8, -2},
    {"sqrt", 9, 3},
    {"acos", 1, 0.0},
    {"acosh", 1, 0.0},
    {"acosh", 0.5, none},
    {"atanh erf_inv", 1, inf},
    {"atanh erf_inv", -1, -inf},
    {"atan", inf, pi / 2},
    {"atan", -inf, -pi / 2},
    {"erfc", -inf, 2},
    {"erfc gaussian", inf, 0.0},
    {"gaussian", -inf, 0.0},
    {"gaussian", -1e300, 0.0},
    {"gaussian", -0.0, 1},
    {"erfc gaussian", 0.0, 1},
    {"logistic", 0.0, 0.5},
    {"exp2", 10, 1024},
    {"exp2", -3, 0.125},
    {"log2", 1024, 10},
    {"log10", 1000, 3},
    {"log10", 1e10, 10},
    {"tgamma", 0.0, inf},
    {"tgamma", -0.0, -inf},
    {"tgamma", -1, none},
    {"tgamma", -2, none},
    {"tgamma", 5, 24},
    {"tgamma", 1, 1},
    {"tgamma", 1e20, inf},
    {"lgamma", -inf, inf},
    {"lgamma", 0.0, inf},
    {"lgamma", -0.0, inf},
    {"lgamma", -3, inf},
    {"lgamma", 1, 0.0},
    {"lgamma", 2, 0.0},
    {"bessel_i0e", 0.0, 1},
    {"bessel_i0e", inf, 0},
    {"bessel_i1e", inf, 0},
    {"round", 0.5, 1},
    {"round", -0.5, -1},
    {"round", 2.5, 3},
    {"round ceil trunc", -0.25, -0.0},
    {"floor", -0.25, -1},
    {"ceil", 0.25, 1},
    {"frexp, mantissa", 0.0, 0.0},
    {"frexp, mantissa", -0.0, -0.0},
    {"frexp, mantissa", inf, inf},
    {"frexp, mantissa", none, none},
    {"frexp, mantissa", -12, -0.75},
    {"frexp, exponent", -12, 4},
    {"frexp, exponent", 0.0, 0},
};
struct two {
  char const* names;
  double x0, x1, y;
};
constexpr two binary[] = {
    {"pow", 0.0, 0.0, 1},
    {"pow", any, 0.0, 1},
    {"pow", any, -0.0, 1},
    {"pow", none, 0.0, 1},
    {"pow", 1, any, 1},
    {"pow", 1, none, 1},
    {"pow", 1, inf, 1},
    {"pow", -1, inf, 1},
    {"pow", -1, -inf, 1},
    {"pow", none, 1, none},
    {"pow", 2, none, none},
    {"pow", 0.0, -3, inf},
    {"pow", -0.0, -3, -inf},
    {"pow", 0.0, -2, inf},
    {"pow", -0.0, -2, inf},
    {"pow", -0.0, -2.5, inf},
    {"pow", 0.0, -inf, inf},
    {"pow", -0.0, -inf, inf},
    {"pow", -0.0, 3, -0.0},
    {"pow", 0.0, 3, 0.0},
    {"pow", -0.0, 2, 0.0},
    {"pow", -0.0, 2.5, 0.0},
    {"pow", 0.5, inf, 0},
    {"pow", 0.5, -inf, inf},
    {"pow", -0.5, inf, 0},
    {"pow", -0.5, -inf, inf},
    {"pow", 2, inf, inf},
    {"pow", -2, inf, inf},
    {"pow", 2, -inf, 0},
    {"pow", inf, 0.5, inf},
    {"pow", inf, -0.5, 0},
    {"pow", -inf, 3, -inf},
    {"pow", -inf, 2, inf},
    {"pow", -inf, 2.5, inf},
    {"pow", -inf, -3, -0.0},
    {"pow", -inf, -2, 0.0},
    {"pow", -2, 0.5, none},
    {"pow", -2, 3, -8},
    {"pow", -2, -1, -0.5},
    {"pow", 2, -2000, 0},
    {"pow", 10, 10, 1e10},
    {"pow", -3, 1e300, inf},
    {"atan2", 0.0, 1, 0.0},
    {"atan2", -0.0, 1, -0.0},
    {"atan2", 0.0, 0.0, 0.0},
    {"atan2", -0.0, 0.0, -0.0},
    {"atan2", 0.0, -0.0, pi},
    {"atan2", -0.0, -0.0, -pi},
    {"atan2", 0.0, -1, pi},
    {"atan2", -0.0, -1, -pi},
    {"atan2", 1, 0.0, pi / 2},
    {"atan2", 1, -0.0, pi / 2},
    {"atan2", -1, 0.0, -pi / 2},
    {"atan2", 1, -inf, pi},
    {"atan2", -1, -inf, -pi},
    {"atan2", 1, inf, 0.0},
    {"atan2", -1, inf, -0.0},
    {"atan2", inf, 1, pi / 2},
    {"atan2", -inf, 1, -pi / 2},
    {"atan2", inf, inf, pi / 4},
    {"atan2", -inf, inf, -pi / 4},
    {"atan2", inf, -inf, 3 * pi / 4},
    {"atan2", -inf, -inf, -3 * pi / 4},
    {"atan2", none, any, none},
    {"atan2", any, none, none},
    {"hypot", inf, none, inf},
    {"hypot", none, -inf, inf},
    {"hypot", none, 1, none},
    {"hypot", 3, -4, 5},
    {"hypot", -0.0, -0.0, 0.0},
    {"hypot", -3, 0.0, 3},
    {"rem", 0.0, 3, 0.0},
    {"rem", -0.0, 3, -0.0},
    {"rem", 1, 0.0, none},
    {"rem", inf, 1, none},
    {"rem", 3, inf, 3},
    {"rem", -7, 2, -1},
    {"nextafter", 1, 1, 1},
    {"nextafter", 0.0, -0.0, -0.0},
    {"nextafter", none, 1, none},
    {"nextafter", 1, none, none},
    {"nextafter", inf, inf, inf},
    {"ldexp", 0.75, 4, 12},
    {"ldexp", -0.0, 5, -0.0},
    {"ldexp", inf, -5, inf},
    {"ldexp", none, 5, none},
    {"ldexp", 1, 100000, inf},
    {"ldexp", -1, -100000, -0.0},
    {"igamma", 1, 0.0, 0.0},
    {"igammac", 1, 0.0, 1},
    {"igamma", 1, inf, 1},
    {"igammac", 1, inf, 0},
    {"igamma igammac", none, 1, none},
    {"igamma igammac", 1, none, none},
    {"igamma igammac", -1, 1, none},
    {"igamma igammac", 1, -1, none},
};

bool listed(std::string const& names, std::string const& name) {
  std::size_t const at = names.find(name);
  if (at == std::string::npos) return false;
  bool const starts = at == 0 || names[at - 1] == ' ', ends = at + name.size() == names.size() || names[at + name.size()] == ' ';
  if (starts && ends) return true;
  return at + 1 < names.size() && listed(names.substr(at + 1), name);
}
template <class T> bool answers(T y, double expected, double rounded_to) {
  T const e = static_cast<T>(expected);
  if (e != e || y != y) return e != e && y != y;
  if (e == 0) return y == 0 && std::signbit(y) == std::signbit(e);
  return std::isinf(e) || e == 1 || e == -1 ? y == e : std::fabs(static_cast<double>(y - e)) <= rounded_to * std::fabs(e);
}

/// How many answers of f's list are wrong at width W.
template <class T, int W> int wrong(kernels::function const& f, kernels::kernel<T> kernel) {
  int bad = 0;
  const auto check = [&](double x0, double x1, double expected) {
    T a[3][16], y[16];
    for (int i = 0; i < 16; ++i) a[0][i] = static_cast<T>(x0), a[1][i] = static_cast<T>(x1), a[2][i] = T(0);
    if (W > 1) a[0][0] = T(1), a[1][0] = T(2);  // a neighbour of another kind
    T const* const x[3] = {a[0], a[1], a[2]};
    kernel(x, y, 16);
    if (answers(y[15], expected, 4 * static_cast<double>(std::numeric_limits<T>::epsilon()))) return;
    UNSCOPED_INFO(f.name << '(' << x0 << ", " << x1 << ") gives " << y[15] << ", not " << expected);
    ++bad;
  };
  for (auto const& u : unary) {
    if (f.arguments == 1 && listed(u.names, f.name)) check(u.x, 0, u.y);
  }
  for (auto const& b : binary) {
    if (f.arguments != 2 || !listed(b.names, f.name)) continue;
    for (double value : {0.5, 3.0, inf, -2.0}) check(b.x0 == any ? value : b.x0, b.x1 == any ? value : b.x1, b.y);
  }
  return bad;
}
template <class T, int W> void check_all(kernels::kernel<T> const (kernels::function::*widths)[5]) {
  auto const list = native_kernels();
  for (int i = 0; i < list.size; ++i) {
    auto const& f = list.functions[i];
    CAPTURE(f.name, sizeof(T), W);
    CHECK(wrong<T, W>(f, (f.*widths)[__builtin_ctz(W)]) == 0);
  }
}
}  // namespace

TEST_CASE("special values: f32", "[math]") {
  check_all<float, 1>(&kernels::function::f32);
  check_all<float, 8>(&kernels::function::f32);
  check_all<float, 16>(&kernels::function::f32);
}
TEST_CASE("special values: f64", "[math]") {
  check_all<double, 1>(&kernels::function::f64);
  check_all<double, 16>(&kernels::function::f64);
  check_all<double, 8>(&kernels::function::f64);
}
TEST_CASE("special values: the checker rejects wrong answers", "[math]") {
  CHECK(!answers(0.0, -0.0, 1e-15));
  CHECK(!answers(-0.0f, 0.0, 1e-7));
  CHECK(!answers(none, 1.0, 1e-15));
  CHECK(!answers(1.0, none, 1e-15));
  CHECK(!answers(1e308, inf, 1e-15));
  CHECK(!answers(1 + 0x1p-52, 1, 1e-15));
  CHECK(!answers(3.00000000000001, 3, 1e-15));
  CHECK(answers(3.0f, 3, 1e-7));
  CHECK(!listed("log10 log1p", "log"));
  CHECK(listed("log10 log1p log", "log"));
}
