// SPDX-License-Identifier: BSL-1.0
#pragma once
// Examples of docs/reference/functions.md, one of each name: tests here run them, docs/reference/functions.awk reads them.
//   EXAMPLE("cumsum", "{3, 4, 6}", cx::cumsum(x));                    an expression, and its value as text
//   DERIVED("cumsum", "{3, 4, 6}", "{3, 2, 1}", cx::cumsum(x));       and the gradient in x of the sum of its value
//   DERIVATIVE(sin, x, cos(x));                                       a formula of the derivative, of functions that are elementwise
//   DERIVATIVES(mul, x, y, y, x);                                     formulas in both arguments
//   STEPS("jit", "5", auto f = cx::jit(...); return f(2.0););         statements
//   COMPILES("cuda::stream", cx::cuda::stream s;);                    what needs a device: not run
// In them stand the values of `namespace given`, which the page lists.
#include "../support/catch.hpp"

#include <constax/constax.hpp>
#include <constax/runtime.hpp>

#include <cmath>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace given {
namespace cx = constax;
using namespace constax::literals;
inline cx::ndarray const x{3.0, 1.0, 2.0}, y{0.5, 4.0, 2.0};
inline cx::ndarray const a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}, m{{2.0, 1.0}, {1.0, 3.0}};
inline cx::ndarray const i{2, 0}, n{6, 4, 9}, b{true, false, true};
inline cx::ndarray const key(cx::random::key(0));
} // namespace given

namespace examples {
namespace cx = constax;

// {{1, 2}, {3, 4}} of arrays, (1, {2, 3}) of trees, and numbers with six digits.
template <class X> std::string text_of(X const& x) {
  std::ostringstream out;
  out << std::boolalpha;
  if constexpr (std::is_same_v<X, bool>) out << (x ? "true" : "false");
  else if constexpr (std::is_convertible_v<X const&, std::string_view>) out << std::string_view(x);
  else if constexpr (std::is_same_v<X, cx::dynamic_tracer>) return text_of(cx::ndarray(x)); // of ndarrays alone: awaits a program
  else if constexpr (cx::detail::is_ndarray<X> || cx::container<X>) {
    out << x;
    std::string const numpy = out.str();
    std::string braces;
    for (std::size_t k = 0; k < numpy.size(); ++k) {
      char const c = numpy[k];
      if (c == '[') braces += '{';
      else if (c == ']') braces += '}';
      else if (c == ' ' || c == '\n') {
        if (!braces.empty() && braces.back() != ' ' && braces.back() != '{' && numpy[k + 1] != ']')
          braces += braces.back() == ',' ? " " : ", ";
      } else braces += c;
    }
    return braces;
  } else if constexpr (requires { std::tuple_size<X>::value; }) {
    out << '(';
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      ((out << (K ? ", " : "") << text_of(std::get<K>(x))), ...);
    }(std::make_index_sequence<std::tuple_size_v<X>>());
    out << ')';
  } else if constexpr (requires { x.begin()->rank(); }) { // a list of arrays, as a tuple
    out << '(';
    for (auto const& one : x) out << (&one == &x.front() ? "" : ", ") << text_of(one);
    out << ')';
  } else if constexpr (requires { out << x; }) out << x;
  return out.str();
}
inline void expect(std::string_view name, std::string_view value, std::string const& is) {
  INFO(name);
  CHECK(is == value);
}

// The sum of all floating-point numbers in a result.
template <class R> auto sum_of(R const& r) {
  return cx::tree_reduce([](auto const& s, auto const& leaf) { return s + cx::sum(cx::astype<double>(leaf)); }, r, 0.0);
}
template <class F> void expect_derived(std::string_view name, std::string_view value, std::string_view gradient, F const& f) {
  expect(name, value, text_of(f(given::x, given::key)));
  expect(name, gradient, text_of(cx::grad([&f](auto const& x, auto const& key) { return sum_of(f(x, key)); })(given::x, given::key)));
}

inline double number(cx::ndarray const& x) { return x.item<double>(); }
// f's derivatives at places of all quadrants beside formulas; where both are numbers, and there are such places.
template <class F, class D> void expect_derivatives(std::string_view name, F const& f, D const& formulas) {
  INFO(name);
  int compared = 0;
  auto const near = [&](double is, double formula) {
    if (!std::isfinite(is) || !std::isfinite(formula)) return;
    ++compared;
    CHECK(std::abs(is - formula) <= 1e-9 * (1 + std::abs(formula)));
  };
  for (cx::ndarray const x : {-2.25, -0.625, 0.375, 0.75, 1.5, 3.25})
    if constexpr (std::is_invocable_v<D const&, cx::ndarray>) near(number(cx::grad(f)(x)), number(std::get<0>(formulas(x))));
    else
      for (cx::ndarray const y : {-1.75, -0.5, 0.25, 0.875, 1.25, 2.5}) {
        auto const d = cx::grad(f, cx::argnums<0, 1>)(x, y);
        auto const e = formulas(x, y);
        near(number(std::get<0>(d)), number(std::get<0>(e)));
        near(number(std::get<1>(d)), number(std::get<1>(e)));
      }
  CHECK(compared > 0);
}

} // namespace examples

#define EXAMPLE(name, value, ...)                       \
  examples::expect(name, value, examples::text_of([&] { \
                     using namespace given;             \
                     return __VA_ARGS__;                \
                   }()))
#define STEPS(name, value, ...)                         \
  examples::expect(name, value, examples::text_of([&] { \
                     using namespace given;             \
                     __VA_ARGS__                        \
                   }()))
#define DERIVED(name, value, gradient, ...)                                                             \
  examples::expect_derived(name, value, gradient, [](auto const& x, [[maybe_unused]] auto const& key) { \
    namespace cx = constax;                                                                             \
    using namespace constax::literals;                                                                  \
    using given::a, given::b, given::i, given::m, given::n, given::y;                                   \
    return __VA_ARGS__;                                                                                 \
  })
#define DERIVATIVE(f, x, ...)   \
  examples::expect_derivatives( \
      #f, [](auto const& v) { return f(v); }, []([[maybe_unused]] auto const& x) { return std::tuple{__VA_ARGS__}; })
#define DERIVATIVES(f, x, y, ...)                               \
  examples::expect_derivatives(                                 \
      #f, [](auto const& v, auto const& w) { return f(v, w); }, \
      []([[maybe_unused]] auto const& x, [[maybe_unused]] auto const& y) { return std::tuple{__VA_ARGS__}; })
#define COMPILES(name, ...) static_cast<void>([] { __VA_ARGS__ })
