// SPDX-License-Identifier: BSL-1.0
// cx::keep_scale: gradients without the scale rule. The equations differ, the values only by rounding.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace cx = constax;

namespace {

inline constexpr cx::dim<"n"> n;

inline constexpr auto norm = [](auto y) { return cx::sqrt(cx::sum(y * y)); };
inline constexpr auto loss = [](auto w, auto x) { return cx::mean(cx::sin(w * x)); };

std::string text(auto const& jaxpr) { return std::string(jaxpr.str().view()); }

TEST_CASE("the factor of a mean: at the end by default, where it stands with keep_scale") {
  constexpr cx::spec<double, 5> x;
  CHECK(text(cx::make_jaxpr(cx::grad(loss))(x, x)) == R"({ lambda ; a:f64[5] b:f64[5]. let
    c:f64[5] = broadcast_in_dim[broadcast_dimensions=() shape=(5,)] 1.0:f64[]
    d:f64[5] = mul a b
    e:f64[5] = cos d
    f:f64[5] = mul c e
    g:f64[5] = mul f b
    h:f64[] = div 1.0:f64[] 5.0:f64[]
    i:f64[] = mul 1.0:f64[] h
    j:f64[5] = broadcast_in_dim[broadcast_dimensions=() shape=(5,)] i
    k:f64[5] = mul g j
  in (k,) })");
  CHECK(text(cx::make_jaxpr(cx::grad(loss, cx::keep_scale))(x, x)) == R"({ lambda ; a:f64[5] b:f64[5]. let
    c:f64[] = div 1.0:f64[] 5.0:f64[]
    d:f64[] = mul 1.0:f64[] c
    e:f64[5] = broadcast_in_dim[broadcast_dimensions=() shape=(5,)] d
    f:f64[5] = mul a b
    g:f64[5] = cos f
    h:f64[5] = mul e g
    i:f64[5] = mul h b
  in (i,) })");
}
struct gradients {
  std::vector<double> w, x;
};
/// By hand: d/dw mean(sin(w x)) = x cos(w x) / n.
gradients by_hand(std::vector<double> const& w, std::vector<double> const& x) {
  gradients g;
  auto const count = static_cast<double>(w.size());
  for (std::size_t i = 0; i < w.size(); ++i)
    g.w.push_back(x[i] * std::cos(w[i] * x[i]) / count), g.x.push_back(w[i] * std::cos(w[i] * x[i]) / count);
  return g;
}
/// Do f's gradients in x and w agree with those by hand, up to rounding?
template <class F>
bool right(F const& f, std::size_t count) {
  std::vector<double> w, x;
  for (std::size_t i = 0; i < count; ++i)
    w.push_back(std::sin(static_cast<double>(i))), x.push_back(1.0 + std::cos(3.0 * static_cast<double>(i)));
  gradients const expected = by_hand(w, x);
  auto const [value, g] = f(cx::view<double const, n>(w), cx::view<double const, n>(x));
  auto const& [dx, dw] = g;
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) {
    auto const at = static_cast<std::int64_t>(i);
    good &= std::abs(dw[at] - expected.w[i]) <= 4e-16 * std::abs(expected.w[i]) + 1e-18 &&
            std::abs(dx[at] - expected.x[i]) <= 4e-16 * std::abs(expected.x[i]) + 1e-18;
  }
  return good;
}
/// As keep_scale would give it if the factor were lost on the way, or came twice.
struct without_factor {
  template <class... X>
  auto operator()(X const&... x) const {
    return cx::value_and_grad([](auto w, auto y) { return cx::sum(cx::sin(w * y)); }, cx::argnums<1, 0>, cx::keep_scale)(x...);
  }
};
struct factor_twice {
  template <class... X>
  auto operator()(X const&... x) const {
    return cx::value_and_grad([](auto w, auto y) { return cx::mean(cx::sin(w * y)) / cx::sum(y * 0.0 + 1.0); }, cx::argnums<1, 0>,
                              cx::keep_scale)(x...);
  }
};

TEST_CASE("values agree within rounding, with each other and with the derivative by hand") {
  constexpr auto kept = cx::value_and_grad(loss, cx::argnums<1, 0>, cx::keep_scale);
  constexpr auto scaled = cx::value_and_grad(loss, cx::argnums<1, 0>);
  for (std::size_t count : {1u, 3u, 7u, 8u, 49u, 1000u}) {
    CHECK(right(kept, count));
    CHECK(right(scaled, count));
    if (count > 1) { // wrong twins
      CHECK_FALSE(right(without_factor{}, count));
      CHECK_FALSE(right(factor_twice{}, count));
    }
  }
  // Not the same arithmetic: x cos / 49 and x (cos / 49) round differently somewhere. What a caller's trace records is evaluated like the
  // outermost gradient, which is made in stages.
  std::vector<double> w(49), x(49);
  for (std::size_t i = 0; i < 49; ++i) w[i] = 0.1 * static_cast<double>(i), x[i] = 1.0 / (1.0 + static_cast<double>(i));
  cx::view<double const, n> const a(w), b(x);
  CHECK_FALSE(cx::grad(loss)(a, b) == cx::grad(loss, cx::keep_scale)(a, b));
  auto const [value, g] = kept(a, b);
  auto const [value2, g2] = cx::jit([](auto p, auto q) { return cx::value_and_grad(loss, cx::argnums<1, 0>, cx::keep_scale)(p, q); })(a, b);
  auto const [value3, g3] = cx::jit([](auto p, auto q) { return cx::value_and_grad(loss, cx::argnums<1, 0>)(p, q); })(a, b);
  CHECK(value == value2);
  CHECK(g == g2);
  CHECK_FALSE(g == g3);
}
TEST_CASE("closures, numbers and second derivatives") {
  auto const f = cx::closure([](auto s, auto x) { return cx::mean(x * x) * s; }, 3.0);
  cx::array<double, 3> const x{1.0, 2.0, 4.0};
  auto const g = cx::grad(f, cx::keep_scale)(x);
  CHECK(g[1] == Approx(3 * 2 * 2.0 / 3));
  CHECK(cx::grad([](auto y) { return y * y * y; }, cx::keep_scale)(2.0) == 12.0);
  auto const second = cx::grad([](auto y) { return cx::sum(cx::square(cx::grad(norm, cx::keep_scale)(y))); }, cx::keep_scale)(x);
  for (std::int64_t i = 0; i < 3; ++i) CHECK(std::abs(second[i]) < 1e-15); // the gradient of a norm has length 1
}

} // namespace
