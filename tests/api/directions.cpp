// SPDX-License-Identifier: BSL-1.0
// Tangents and cotangents are trees like what they belong to: each kind of tree, in jvp, vjp and linearize, gives the derivatives that are
// written by hand. (What is no such tree is refused: tests/errors/{tangent,cotangent,linear}_*.cpp.)
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/model.hpp"

#include <array>

namespace cx = constax;
using namespace cx::literals;

struct polar {
  double r, phi;
};
CONSTAX_STRUCT(polar, r, phi);

namespace {

/// x y^2 and 3 x of two numbers, in the kind of tree that Make makes, and back.
template <class Make> struct of_two {
  template <class P> constexpr auto operator()(P const& p) const {
    auto const both = Make::parts(p);
    auto const& [x, y] = both;
    return Make{}(x * y * y, 3.0 * x);
  }
};
/// The tangent of a result in the direction (dx, dy), and the cotangent of (a, b): (y^2 dx + 2 x y dy, 3 dx), (a y^2 + 3 b, 2 a x y).
template <class Make> constexpr bool right_in_all() {
  constexpr auto make = Make{};
  constexpr of_two<Make> f;
  auto const at = make(2.0, 5.0), direction = make(0.5, -1.0);
  auto const is = [](auto const& tree, double a, double b) {
    auto const both = Make::parts(tree);
    return std::get<0>(both) == a && std::get<1>(both) == b;
  };
  bool right = is(cx::jvp(f, std::make_tuple(at), std::make_tuple(direction)).second, 25.0 * 0.5 - 20.0, 1.5);
  auto const [y, push] = cx::linearize(f, at);
  right = right && is(y, 50, 6) && is(push(direction), 25.0 * 0.5 - 20.0, 1.5);
  auto const [z, pull] = cx::vjp(f, at);
  right = right && is(z, 50, 6) && is(std::get<0>(pull(direction)), 0.5 * 25 - 3, 0.5 * 20);
  return right && is(std::get<0>(pull(y)), 50.0 * 25 + 18, 50.0 * 20);
}

struct tuples {
  constexpr auto operator()(auto x, auto y) const { return std::tuple{x, y}; }
  static constexpr auto parts(auto const& p) { return p; }
};
struct pairs {
  constexpr auto operator()(auto x, auto y) const { return std::pair{x, y}; }
  static constexpr auto parts(auto const& p) { return p; }
};
struct std_arrays {
  constexpr auto operator()(auto x, auto y) const { return std::array{x, y}; }
  static constexpr auto parts(auto const& p) { return p; }
};
struct nested {
  constexpr auto operator()(auto x, auto y) const { return std::pair{std::tuple{}, std::tuple{std::array{x}, std::pair{2_c, y}}}; }
  static constexpr auto parts(auto const& p) { return std::pair{std::get<0>(p.second)[0], std::get<1>(p.second).second}; }
};
struct structs {
  constexpr auto operator()(double r, double phi) const { return polar{r, phi}; }
  static constexpr auto parts(auto const& p) { return std::pair{p.r, p.phi}; }
};

static_assert(right_in_all<tuples>() && right_in_all<pairs>() && right_in_all<std_arrays>() && right_in_all<nested>());
TEST_CASE("each kind of tree, called with numbers") {
  CHECK((right_in_all<tuples>() && right_in_all<pairs>() && right_in_all<std_arrays>() && right_in_all<nested>()));
}

TEST_CASE("structs, one in the other, and inside of a trace") {
  constexpr auto f = [](auto p) { return cx::tree_map([&](auto const& x) { return x * p.r; }, p); }; // (r^2, r phi)
  polar const at{2, 5}, d{0.5, -1};
  CHECK((cx::jvp(f, at, d).second.r == 2 && cx::jvp(f, at, d).second.phi == 0.5));
  CHECK((cx::linearize(f, at).second(d).r == 2 && std::get<0>(cx::vjp(f, at).second(d)).r == 2 * 2 * 0.5 - 5));
  constexpr auto inside = [](auto p, auto dp) {
    auto const g = [](auto q) { return cx::tree_map([&](auto const& x) { return x * q.r; }, q); };
    return std::tuple{cx::jvp(g, std::tuple{p}, std::tuple{dp}).second, cx::linearize(g, p).second(dp), cx::vjp(g, p).second(dp)};
  };
  auto const [tangent, same, cotangent] = cx::jit(inside)(at, d);
  CHECK((tangent.r == 2 && same.phi == 0.5 && std::get<0>(cotangent).r == -3 && std::get<0>(cotangent).phi == -2));

  constexpr auto loss = [](auto m) { return m.first.w[0] * m.first.b * m.scale[1]; };
  app::model const m{{{2.0, 3.0}, 5.0}, {7.0, 11.0}}, dm{{{1.0, 0.0}, 0.5}, {0.0, 2.0}};
  CHECK(cx::jvp(loss, std::tuple{m}, std::tuple{dm}).second == 55 + 11 + 20);
  CHECK(cx::linearize(loss, m).second(dm) == 55 + 11 + 20);
  constexpr auto whole = [](auto p) { return p; };
  CHECK(std::get<0>(cx::vjp(whole, m).second(dm)).scale[1] == 2.0);
}
TEST_CASE("leaves: numbers, arrays and views are one kind of node") {
  constexpr auto f = [](auto p) { return std::pair{p.first * p.first, p.second * 2.0}; };
  cx::array<double, 2> const x{1, 2}, dx{3, -1};
  double const stored[] = {3, -1};
  auto const pull = cx::vjp(f, std::pair{x, 1.0}).second;
  CHECK(std::get<0>(pull(std::pair{dx, 0.5})).first == cx::array<double, 2>{6, -4});
  CHECK(std::get<0>(pull(std::pair{cx::view<double const, 2>(stored), 0.5})).second == 1.0);
  CHECK(cx::jit([](auto y) { return std::get<0>(cx::vjp([](auto z) { return std::pair{z * z, z}; }, y).second(std::pair{2.0, y})); })(
            3.0) == 15.0);
}
TEST_CASE("constants among them") {
  constexpr auto f = [](auto x, auto k) { return std::tuple{x * x * x, k}; };
  auto const [y, pull] = cx::vjp(f, 2.0, 3_c);
  CHECK(std::get<0>(pull(y)) == 8.0 * 12);
  CHECK(std::get<0>(pull(std::tuple{1.0, std::tuple{}})) == 12.0);
  auto const push = cx::linearize(f, 2.0, 3_c).second;
  CHECK(std::get<0>(push(1.0, 3_c)) == 12.0);
  CHECK(std::get<0>(std::apply(push, pull(y))) == 96.0 * 12);
}

} // namespace
