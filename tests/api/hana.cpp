// SPDX-License-Identifier: BSL-1.0
// Boost.Hana's containers as pytrees: arguments and gradients have their structure. Adapted structs too, where Boost is 1.81 or later.
#include <constax/constax.hpp>

#include <constax/api/hana.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/type.hpp>

#include "../support/catch.hpp"

namespace cx = constax;
namespace hana = boost::hana;

namespace {

inline constexpr auto loss = [](auto p) { return cx::sum(hana::at_c<0>(p) * hana::at_c<1>(p)); };

TEST_CASE("a hana::tuple goes in, and its gradient comes back as one") {
  hana::tuple<double, cx::array<double, 3>> const p(2.0, cx::array<double, 3>{1, 2, 4});
  auto const g = cx::grad(loss)(p);
  static_assert(std::is_same_v<decltype(g), hana::tuple<double, cx::array<double, 3>> const>);
  CHECK(hana::at_c<0>(g) == 7.0);
  CHECK(hana::at_c<1>(g) == cx::array<double, 3>{2, 2, 2});
  CHECK_FALSE(hana::at_c<1>(g) == cx::array<double, 3>{1, 2, 4});
  // Inside a trace as well.
  constexpr auto scaled = [](auto x) { return cx::grad(loss)(hana::tuple<decltype(x), decltype(x)>(x, x * 3.0)); };
  auto const inner = cx::jit(scaled)(5.0);
  CHECK(hana::at_c<0>(inner) == 15.0);
  CHECK(hana::at_c<1>(inner) == 5.0);
}

// ---- maps ----------------------------------------------------------------------------------------------------------------------

inline constexpr auto w = BOOST_HANA_STRING("w");
inline constexpr auto b = BOOST_HANA_STRING("b");
struct slope {};
inline constexpr auto typed = hana::type_c<slope>;

/// sum over i of (w[i] x[i] + b)^2 k
inline constexpr auto squares = [](auto p, auto x) { return cx::sum(cx::square(p[w] * x + p[b])) * p[typed]; };

TEST_CASE("a hana::map: the keys stay, the values are leaves") {
  cx::array<double, 2> const x{3.0, -1.0};
  auto const p = hana::make_map(hana::make_pair(w, cx::array<double, 2>{0.5, 2.0}), hana::make_pair(b, 0.25), hana::make_pair(typed, 3.0));
  double const r[] = {0.5 * 3 + 0.25, 2.0 * -1 + 0.25};
  auto const [value, g] = cx::value_and_grad(squares)(p, x);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(g)>, std::remove_cvref_t<decltype(p)>>);
  CHECK(value == Approx(3 * (r[0] * r[0] + r[1] * r[1])));
  CHECK(g[w][0] == Approx(6 * r[0] * 3));
  CHECK(g[w][1] == Approx(6 * r[1] * -1));
  CHECK(g[b] == Approx(6 * (r[0] + r[1])));
  CHECK(g[typed] == Approx(r[0] * r[0] + r[1] * r[1]));
  CHECK_FALSE(g[b] == Approx(g[typed]));
  // into the caller's memory, in the map's structure
  auto out = p;
  cx::evaluate_into(out, cx::grad(squares), p, x);
  CHECK(out[b] == g[b]);
  CHECK(out[w] == g[w]);
}
TEST_CASE("a hana::map: the same leaves under the same keys, whatever the order") {
  auto const p = hana::make_map(hana::make_pair(w, 2.0), hana::make_pair(b, 5.0));
  auto const q = hana::make_map(hana::make_pair(b, 5.0), hana::make_pair(w, 2.0));
  constexpr auto f = cx::grad([](auto m) { return m[w] * m[w] * m[b]; });
  CHECK(f(p)[w] == 20.0);
  CHECK(f(p)[b] == 4.0);
  CHECK(f(q)[w] == 20.0);
  CHECK(f(q)[b] == 4.0);
  // leaves in the order in which the map was made
  constexpr auto twice = cx::make_jaxpr([](auto m) { return m[b] * 2.0; });
  CHECK(twice(p) == "{ lambda ; a:f64[] b:f64[]. let c:f64[] = mul b 2.0:f64[] in (c,) }");
  CHECK(twice(q) == "{ lambda ; a:f64[] b:f64[]. let c:f64[] = mul a 2.0:f64[] in (c,) }");
}
TEST_CASE("a hana::map in other trees, out of a function, and over rows") {
  auto const inner = hana::make_map(hana::make_pair(w, 2.0));
  constexpr auto f = cx::grad([](auto t) { return std::get<0>(t)[w] * std::get<1>(t); });
  auto const g = f(std::tuple{inner, 7.0});
  CHECK(std::get<0>(g)[w] == 7.0);
  CHECK(std::get<1>(g) == 2.0);
  constexpr auto both = [](auto x) { return hana::make_map(hana::make_pair(w, x * 2.0), hana::make_pair(b, x + 1.0)); };
  auto const made = cx::jit(both)(4.0);
  CHECK(made[w] == 8.0);
  CHECK(made[b] == 5.0);
  auto const rows = cx::vmap([](auto m) { return m[w] * m[b]; })(
      hana::make_map(hana::make_pair(w, cx::array<double, 3>{1, 2, 3}), hana::make_pair(b, cx::array<double, 3>{4, 5, 6})));
  CHECK(rows == cx::array<double, 3>{4, 10, 18});
}

} // namespace

TEST_CASE("tangents and cotangents are hana::maps and tuples with the same keys in the same order") {
  static constexpr auto make = [](auto x, auto y) {
    return hana::make_map(hana::make_pair(w, x), hana::make_pair(b, hana::make_tuple(y)));
  };
  constexpr auto f = [](auto m) { return make(m[w] * hana::at_c<0>(m[b]), 3.0 * m[w]); };
  auto const p = make(2.0, 5.0), d = make(0.5, -1.0);
  auto const dy = cx::jvp(f, p, d).second;
  CHECK((dy[w] == 0.5 * 5 - 2 && hana::at_c<0>(dy[b]) == 1.5));
  CHECK(cx::linearize(f, p).second(d)[w] == dy[w]);
  auto const [ct] = cx::vjp(f, p).second(d);
  CHECK((ct[w] == 0.5 * 5 - 3 && hana::at_c<0>(ct[b]) == 0.5 * 2));
}

// ---- structs -------------------------------------------------------------------------------------------------------------------

namespace app {
struct line {
  double slope;
  cx::array<double, 2> offset;
};
} // namespace app
#if BOOST_VERSION >= 108100
BOOST_HANA_ADAPT_STRUCT(app::line, offset, slope); // not in the order of the struct
namespace app {
struct model {
  BOOST_HANA_DEFINE_STRUCT(model, (double, scale), (line, first));
};
} // namespace app

namespace {

inline constexpr auto scale = BOOST_HANA_STRING("scale");
inline constexpr auto first = BOOST_HANA_STRING("first");
inline constexpr auto name_slope = BOOST_HANA_STRING("slope");
inline constexpr auto offset = BOOST_HANA_STRING("offset");

TEST_CASE("structs adapted with Hana's macros: members by name, the gradient is the struct") {
  constexpr auto f = [](auto m, auto x) { return m[scale] * cx::sum(cx::square(m[first][name_slope] * x + m[first][offset])); };
  app::model const m{2.0, {3.0, {0.5, -1.0}}};
  cx::array<double, 2> const x{1.0, 4.0};
  double const r[] = {3 * 1 + 0.5, 3 * 4 - 1.0};
  auto const [value, g] = cx::value_and_grad(f)(m, x);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(g)>, app::model>);
  CHECK(value == Approx(2 * (r[0] * r[0] + r[1] * r[1])));
  CHECK(g.scale == Approx(r[0] * r[0] + r[1] * r[1]));
  CHECK(g.first.slope == Approx(4 * (r[0] * 1 + r[1] * 4)));
  CHECK(g.first.offset[0] == Approx(4 * r[0]));
  CHECK(g.first.offset[1] == Approx(4 * r[1]));
  CHECK_FALSE(g.first.offset[0] == Approx(g.first.offset[1]));
}
TEST_CASE("one function for the struct and for what stands for it in a trace") {
  constexpr auto f = [](auto p) { return hana::at_key(p, name_slope) * 2.0; };
  app::line const p{3.0, {0.5, -1.0}};
  CHECK(f(p) == 6.0);
  CHECK(cx::jit(f)(p) == 6.0);
  auto const g = cx::grad(f)(p);
  CHECK(g.slope == 2.0);
  CHECK(g.offset == cx::array<double, 2>{0, 0});
  auto const same = cx::jit([](auto q) { return q; })(p);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(same)>, app::line>);
  CHECK(same.slope == 3.0);
  CHECK(same.offset[1] == -1.0);
  app::line out{};
  cx::evaluate_into(out, cx::grad(f), p);
  CHECK(out.slope == 2.0);
}

} // namespace
#else
BOOST_HANA_ADAPT_STRUCT(app::line, offset, slope);
CONSTAX_STRUCT(app::line, slope, offset); // the way with an older Boost, adapted for Hana or not

namespace {

TEST_CASE("an adapted struct, described for constax as well") {
  auto const g = cx::grad([](auto p) { return cx::sum(p.slope * p.offset); })(app::line{3.0, {0.5, -1.0}});
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(g)>, app::line>);
  CHECK(g.slope == -0.5);
  CHECK(g.offset == cx::array<double, 2>{3, 3});
}

} // namespace
#endif
