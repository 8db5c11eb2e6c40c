// SPDX-License-Identifier: BSL-1.0
// bf16 and f16 as ndarrays, against JAX on a CPU, one operation at a time (halves.py). Operations that f32 knows exactly, and conversions,
// have its bits; sums and elementary functions, of which XLA has its own and which are rounded from f32, are within one unit.
#include <constax/runtime.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace cx = constax;
using cx::ndarray;
using namespace cx::literals;
using tracer = cx::dynamic_tracer;

struct line {
  char const *name, *dtype, *x, *y, *z;
};
line const table[] = {
#include "halves.inc"
};

template <class T> std::vector<T> numbers(char const* words) {
  std::istringstream in(words);
  std::vector<T> xs;
  for (std::string w; in >> w;) xs.push_back(T::of_word(static_cast<std::uint16_t>(std::stoul(w, nullptr, 16))));
  return xs;
}
/// How many numbers of the type lie between them; 0 and -0 are two.
template <class T> int distance(T a, T b) {
  if (a != a || b != b) return (a != a) == (b != b) ? 0 : 1 << 16;
  auto const place = [](T x) { return x.word & 0x8000 ? -1 - (x.word & 0x7fff) : int{x.word}; };
  return std::abs(place(a) - place(b));
}

using function = std::function<tracer(tracer const&, tracer const&)>;
template <class T> std::map<std::string, function> functions() {
  return {
      {"neg", [](auto x, auto) { return -x; }},
      {"abs", [](auto x, auto) { return cx::abs(x); }},
      {"floor", [](auto x, auto) { return cx::floor(x); }},
      {"sign", [](auto x, auto) { return cx::sign(x); }},
      {"square", [](auto x, auto) { return cx::square(x); }},
      {"sqrt", [](auto x, auto) { return cx::sqrt(x); }},
      {"rsqrt", [](auto x, auto) { return cx::rsqrt(x); }},
      {"exp", [](auto x, auto) { return cx::exp(x); }},
      {"expm1", [](auto x, auto) { return cx::expm1(x); }},
      {"log", [](auto x, auto) { return cx::log(x); }},
      {"log1p", [](auto x, auto) { return cx::log1p(x); }},
      {"sin", [](auto x, auto) { return cx::sin(x); }},
      {"cos", [](auto x, auto) { return cx::cos(x); }},
      {"tan", [](auto x, auto) { return cx::tan(x); }},
      {"tanh", [](auto x, auto) { return cx::tanh(x); }},
      {"logistic", [](auto x, auto) { return cx::logistic(x); }},
      {"erf", [](auto x, auto) { return cx::erf(x); }},
      {"cbrt", [](auto x, auto) { return cx::cbrt(x); }},
      {"asinh", [](auto x, auto) { return cx::asinh(x); }},
      {"to_f32_and_back", [](auto x, auto) { return cx::astype<T>(cx::astype<float>(x) * 3); }},
      {"to_i32_and_back", [](auto x, auto) { return cx::astype<T>(cx::astype<int>(x)); }},
      {"from_f64", [](auto x, auto) { return cx::astype<T>(cx::astype<double>(x) / 3); }},
      {"sum", [](auto x, auto) { return cx::sum(x); }},
      {"mean", [](auto x, auto) { return cx::mean(x); }},
      {"max", [](auto x, auto) { return cx::amax(x); }},
      {"min", [](auto x, auto) { return cx::amin(x); }},
      {"add", [](auto x, auto y) { return x + y; }},
      {"sub", [](auto x, auto y) { return x - y; }},
      {"mul", [](auto x, auto y) { return x * y; }},
      {"div", [](auto x, auto y) { return x / y; }},
      {"max_of_two", [](auto x, auto y) { return cx::max(x, y); }},
      {"pow", [](auto x, auto y) { return cx::pow(x, y); }},
      {"atan2", [](auto x, auto y) { return cx::atan2(x, y); }},
      {"dot", [](auto x, auto y) { return cx::dot(x, y); }},
      {"where_less", [](auto x, auto y) { return cx::where(cx::lt(x, y), x, y); }},
      {"scaled", [](auto x, auto) { return x * 2.5; }},
      {"nextafter", [](auto x, auto y) { return cx::nextafter(x, y); }},
  };
}
std::set<std::string> const exact{"neg",      "abs", "floor", "sign", "square", "sqrt", "to_f32_and_back", "to_i32_and_back", "from_f64",
                                  "max",      "min", "add",   "sub",  "mul",    "div",  "max_of_two",      "where_less",      "scaled",
                                  "nextafter"};

template <class T> void compare(line const& l) {
  static auto const known = functions<T>();
  INFO(l.name << ' ' << l.dtype);
  auto const xs = numbers<T>(l.x), ys = numbers<T>(*l.y ? l.y : l.x), expected = numbers<T>(l.z);
  function const& f = known.at(l.name);
  ndarray const z = cx::jit([&](tracer x, tracer y) { return f(x, y); })(ndarray(xs), ndarray(ys));
  auto const got = z.to_vector<T>();
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    INFO("element " << i << ": " << float(got[i]) << " for " << float(expected[i]));
    CHECK(distance(got[i], expected[i]) <= (exact.count(l.name) ? 0 : 1));
  }
}

TEST_CASE("halves are computed as JAX computes them", "[runtime][half]") {
  for (line const& l : table)
    if (std::string(l.dtype) == "bf16") compare<cx::bfloat16>(l);
    else compare<cx::float16>(l);
}

TEMPLATE_TEST_CASE("ndarrays of halves", "[runtime][half]", cx::bfloat16, cx::float16) {
  using T = TestType;
  ndarray const x{T(1.5), T(-2), T(0.25)};
  CHECK(x.dtype() == cx::dtype_of<T>);
  std::ostringstream s;
  s << x << ' ' << x.type();
  CHECK(s.str() == std::string("[1.5 -2 0.25] ") + (sizeof(T) == 2 && cx::dtype_of<T> == cx::dtype::f16 ? "f16[3]" : "bf16[3]"));
  CHECK(static_cast<double>(x[0]) == 1.5);
  CHECK((x + x).template to_vector<T>()[1] == -4);
  // what is moved is moved as it is
  CHECK(cx::concatenate(x, cx::flip(x)) == ndarray{T(1.5), T(-2), T(0.25), T(0.25), T(-2), T(1.5)});
  CHECK(x[ndarray{2, 0}] == ndarray{T(0.25), T(1.5)});
  CHECK(x.at(1).set(3) == ndarray{T(1.5), T(3), T(0.25)});
  CHECK(cx::sort(x) == ndarray{T(-2), T(0.25), T(1.5)});
  CHECK(cx::argmax(x) == ndarray(0));
  // sums are taken in f32: 300 ones and a half are more than bf16 counts to
  CHECK(cx::sum(ndarray(std::vector<T>(300, T(1)))) == ndarray(T(300)));
  CHECK(cx::mean(ndarray(std::vector<T>(70000, T(2)))) == ndarray(T(2)));
  ndarray const twos(std::vector<T>(70000, T(2)));
  CHECK((cx::mean(twos, cx::where(twos > T(1))) == ndarray(T(2)) && cx::nanmean(twos) == ndarray(T(2))));
  CHECK(cx::std_(ndarray{T(300), T(-300)}) == ndarray(T(300)));
  CHECK(cx::nanstd(ndarray{T(300), T(-300)}) == ndarray(T(300)));
  CHECK(cx::signbit(x) == ndarray{false, true, false});
  CHECK(cx::nan_to_num(ndarray{std::numeric_limits<T>::infinity()}) == ndarray{std::numeric_limits<T>::max()});
  CHECK(cx::grad([](auto v) { return cx::mean(v * v); })(ndarray(std::vector<T>(4, T(3)))) == ndarray(std::vector<T>(4, T(1.5))));
  CHECK(cx::vmap([](auto v) { return v * 2; })(x) == ndarray{T(3), T(-4), T(0.5)});
  auto const powers = cx::jit([](auto v) { return cx::fori_loop(0, 5, [](auto, auto p) { return p * 2; }, v); });
  CHECK(powers(x) == ndarray{T(48), T(-64), T(8)});
  ndarray const floats{1.F, 2.F, 3.F};
  CHECK_THROWS_AS(x + floats, cx::type_error);
}

TEMPLATE_TEST_CASE("parameters in f32, halves between them", "[runtime][half]", cx::bfloat16, cx::float16) {
  using T = TestType;
  auto const loss = [](auto w, auto x) { return cx::sum(cx::astype<float>(cx::tanh(cx::astype<T>(w) * x))); };
  ndarray const w{0.5F, -1.25F}, x{T(1), T(0.5)};
  ndarray const g = cx::grad(loss)(w, x);
  CHECK(g.dtype() == cx::dtype::f32);
  auto const of_one = [](float a, float b) {
    T const y(std::tanh(static_cast<float>(T(T(a) * b)))); // the derivative, rounded at each step
    return static_cast<float>(T(b * T(1 - static_cast<float>(y) * static_cast<float>(y))));
  };
  CHECK(std::abs(g.to_vector<float>()[0] - of_one(0.5F, 1)) <= 0.01F);
  CHECK(std::abs(g.to_vector<float>()[1] - of_one(-1.25F, 0.5F)) <= 0.01F);
}

TEMPLATE_TEST_CASE("RMSNorm and its gradient in all floating types", "[runtime][half]", cx::bfloat16, cx::float16, float, double) {
  using T = TestType;
  auto const rms_norm = [](auto x, auto w) { return x * cx::expand_dims(cx::rsqrt(cx::mean(x * x, 1_c) + 1e-3), 1_c) * w; };
  auto const loss = [=](auto x, auto w, auto ct) { return cx::sum(rms_norm(x, w) * ct); };
  auto const made = [](auto like, std::vector<std::int64_t> shape, int seed) {
    std::int64_t n = 1;
    for (auto k : shape) n *= k;
    std::vector<decltype(like)> xs;
    for (std::int64_t i = 0; i < n; ++i) xs.push_back(decltype(like)(static_cast<float>((i * 37 + seed) % 29) / 16 - 1));
    return ndarray(xs, shape);
  };
  auto const compare = [](ndarray const& y, ndarray const& expected, double tolerance) {
    auto const a = cx::astype<double>(y), b = cx::astype<double>(expected);
    CHECK(static_cast<double>(ndarray(cx::amax(cx::abs(a - b)))) <= tolerance);
  };
  ndarray const x = made(T{}, {5, 48}, 1), w = made(T{}, {48}, 5), ct = made(T{}, {5, 48}, 11);
  ndarray const x64 = made(double{}, {5, 48}, 1), w64 = made(double{}, {48}, 5), ct64 = made(double{}, {5, 48}, 11);
  double const unit = static_cast<double>(std::numeric_limits<T>::epsilon());
  compare(cx::jit(rms_norm)(x, w), cx::jit(rms_norm)(x64, w64), 8 * unit);
  auto const [dx, dw] = cx::jit(cx::grad(loss, cx::argnums<0, 1>))(x, w, ct);
  auto const [dx64, dw64] = cx::jit(cx::grad(loss, cx::argnums<0, 1>))(x64, w64, ct64);
  CHECK(dx.dtype() == cx::dtype_of<T>);
  compare(dx, dx64, 32 * unit);
  compare(dw, dw64, 32 * unit);
}

} // namespace
