// SPDX-License-Identifier: BSL-1.0
// Every elementwise function: the compiled loops give what the oracle gives at lengths 0 to 2W+1, at special values and in between. Exact
// functions agree bit for bit, those that forward to a library within 4 ulp; nan is nan.
#include "../support/near.hpp"
#include "same_bits.hpp"

namespace {

namespace cx = constax;
using constax_tests::ulps;
using same_bits::input;
inline constexpr cx::dim<"n"> n;

inline constexpr auto exact = [](auto x) {
  return std::tuple{-x,          cx::abs(x),    cx::sign(x),   cx::floor(x), cx::ceil(x),      cx::round(x),          cx::trunc(x),
                    cx::sqrt(x), cx::square(x), cx::pow(x, 3), 1.0 / x,      cx::ldexp(x, -3), cx::nextafter(x, 2.0), cx::hypot(x, 3.0)};
};
inline constexpr auto exponential = [](auto x) {
  return std::tuple{cx::exp(x),  cx::exp2(x),  cx::expm1(x),    cx::log(x), cx::log1p(x),
                    cx::log2(x), cx::log10(x), cx::logistic(x), cx::cbrt(x)};
};
inline constexpr auto circular = [](auto x) {
  return std::tuple{cx::sin(x), cx::cos(x), cx::tan(x), cx::asin(x), cx::acos(x), cx::atan(x)};
};
inline constexpr auto hyperbolic = [](auto x) {
  return std::tuple{cx::sinh(x),  cx::cosh(x), cx::tanh(x), cx::asinh(x),   cx::acosh(x),
                    cx::atanh(x), cx::erf(x),  cx::erfc(x), cx::gaussian(x)};
};

/// In ulp; zeros of different sign are one apart, so that "exact" means the bits.
template <class T>
double distance(T a, T b) {
  if (a == b && std::signbit(a) != std::signbit(b)) return 1;
  return ulps(a, b);
}

/// The largest distance in ulp over all results and elements; infinite where one is nan and the other is not, or lengths differ.
template <class T, class F, class Definition>
double worst(F f, Definition, input<T, n> const& x) {
  using P = cx::program_of<Definition, decltype(x.view())>;
  cx::vec<cx::tensor> args;
  args.push(x.tensor());
  cx::vec<cx::tensor> const expected = cx::reference::evaluate(cx::thaw(P::frozen), args);
  auto const got = cx::jit(f)(x.view());
  double far = 0;
  cx::u32 k = 0;
  cx::for_each_leaf(
      [&](auto const& leaf) {
        cx::tensor const& t = expected[k++];
        if (leaf.size() != static_cast<std::int64_t>(t.size())) far = INFINITY;
        for (std::int64_t i = 0; i < leaf.size(); ++i) {
          T const a = leaf[i], b = t.template at<T>(static_cast<cx::u32>(i));
          double const d = distance(a, b);
          if (d > far) {
            far = d;
            UNSCOPED_INFO("result " << k - 1 << " of " << x.data()[i] << ": " << a << " instead of " << b << ", " << d << " ulp");
          }
        }
      },
      got);
  return far;
}
/// Over lengths 0 to 2W+1, then over special values.
template <class T, class F>
double worst_of_all(F f) {
  double far = 0;
  for (std::int64_t length = 0; length <= 2 * CONSTAX_VECTOR_BYTES / static_cast<std::int64_t>(sizeof(T)) + 1; ++length)
    far = std::fmax(far, worst(f, f, input<T, n>(length)));
  using limits = std::numeric_limits<T>;
  T const special[] = {T(0),
                       T(-0.0),
                       limits::infinity(),
                       -limits::infinity(),
                       limits::quiet_NaN(),
                       limits::denorm_min(),
                       -limits::denorm_min(),
                       limits::min(),
                       limits::max(),
                       limits::lowest(),
                       T(1),
                       T(-1),
                       T(0.5),
                       T(-0.5),
                       T(1.5),
                       T(2.5),
                       T(100),
                       T(-100),
                       limits::epsilon()};
  input<T, n> x(static_cast<std::int64_t>(sizeof(special) / sizeof(T)));
  for (std::size_t i = 0; i < sizeof(special) / sizeof(T); ++i) x.memory[x.at + i] = special[i];
  return std::fmax(far, worst(f, f, x));
}

TEST_CASE("exact functions give the oracle's bits") {
  CHECK(worst_of_all<double>(exact) == 0);
  CHECK(worst_of_all<float>(exact) == 0);
}
TEST_CASE("forwarded functions give the oracle's numbers within 4 ulp") {
  CHECK(worst_of_all<double>(exponential) <= 4);
  CHECK(worst_of_all<float>(exponential) <= 4);
  CHECK(worst_of_all<double>(circular) <= 4);
  CHECK(worst_of_all<float>(circular) <= 4);
  CHECK(worst_of_all<double>(hyperbolic) <= 4);
  CHECK(worst_of_all<float>(hyperbolic) <= 4);
}
TEST_CASE("a function that is 8 ulp off is told") {
  constexpr auto off = [](auto x) { return std::tuple{cx::sin(x) * (1.0 + 0x1p-49)}; };
  constexpr auto right = [](auto x) { return std::tuple{cx::sin(x)}; };
  CHECK(worst(off, right, input<double, n>(100)) > 4);
  CHECK(worst(right, right, input<double, n>(100)) <= 4);
}

} // namespace
