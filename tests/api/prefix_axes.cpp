// SPDX-License-Identifier: BSL-1.0
// The axes of vmap as prefixes of trees: an axis for a whole tree, cx::none for a part of it, entries that mirror its top.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

namespace cx = constax;
using cx::array, cx::in_axes, cx::none, cx::out_axes;

namespace my {
template <class W, class B> struct layer_of {
  W w;
  B b;
};
using layer = layer_of<array<double, 3, 2>, array<double, 2>>;
} // namespace my
CONSTAX_STRUCT(my::layer, w, b);

namespace {

array<double, 3, 2> const a{1, 2, 3, 4, 5, 6}, b{1, 0, 2, 0, 3, 0};
array<double, 2> const c{10, 20};
/// sum of x row i times y row j.
double dot(array<double, 3, 2> const& x, int i, array<double, 3, 2> const& y, int j) { return x(i, 0) * y(j, 0) + x(i, 1) * y(j, 1); }

TEST_CASE("one axis stands for all leaves of a tree") {
  constexpr auto f = [](auto p, auto z) { return cx::dot(p.first, p.second) + cx::sum(z); };
  auto const y = cx::vmap(f, in_axes<0, none>)(std::pair{a, b}, c);
  for (int i = 0; i < 3; ++i) CHECK(y[i] == dot(a, i, b, i) + 30);
  CHECK(cx::vmap(f, in_axes<in_axes<0, 0>, none>)(std::pair{a, b}, c) == y);
}

TEST_CASE("entries mirror the top of the tree") {
  constexpr auto f = [](auto p) { return cx::dot(std::get<0>(p), std::get<1>(p)); };
  auto const rows = cx::vmap(f, in_axes<in_axes<0, none>>)(std::tuple{a, c});
  CHECK(rows == array<double, 3>{50, 110, 170});
  auto const columns = cx::vmap(f, in_axes<in_axes<1, none>>)(std::tuple{a, array<double, 3>{1, 1, 1}});
  CHECK(columns == array<double, 2>{9, 12});
}

TEST_CASE("entries go down as far as they say") {
  constexpr auto f = [](auto all, auto s) {
    auto const& [x, rest] = all;
    auto const& [y, z] = rest;
    return cx::sum(x * y) * s + z;
  };
  auto const tree = std::tuple{a, std::pair{c, array<double, 3>{1, 2, 3}}};
  auto const y = cx::vmap(f, in_axes<in_axes<0, in_axes<none, 0>>, none>)(tree, 2.0);
  CHECK(y == array<double, 3>{101, 222, 343});
  auto const z = cx::vmap(f, in_axes<in_axes<none, none>, 0>)(std::tuple{c, std::pair{c, 1.0}}, array<double, 2>{1, 2});
  CHECK(z == array<double, 2>{501, 1001});
}

TEST_CASE("structs and arrays of leaves") {
  constexpr auto f = [](auto l, auto x) { return cx::dot(l.w, x) + cx::sum(l.b); };
  auto const y = cx::vmap(f, in_axes<in_axes<0, none>, none>)(my::layer{a, c}, c);
  CHECK(y == array<double, 3>{80, 140, 200});
  constexpr auto g = [](auto xs) { return xs[0] + xs[1]; };
  CHECK(cx::vmap(g, in_axes<in_axes<0, 0>>)(std::array{c, c}) == array<double, 2>{20, 40});
  constexpr auto h = [](auto xs) { return std::get<0>(xs) + std::get<1>(xs); }; // parts of different types: a tuple
  CHECK(cx::vmap(h, in_axes<in_axes<0, none>>)(std::array{c, c}) == array<double, 2, 2>{20, 30, 30, 40});
}

TEST_CASE("axes of results") {
  constexpr auto f = [](auto x, auto s) { return std::tuple{x * s, std::pair{x + s, s}}; };
  auto const [product, rest] = cx::vmap(f, in_axes<0, none>, out_axes<1, out_axes<0, none>>)(a, 2.0);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(product)>, array<double, 2, 3>>);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(rest)>, std::pair<array<double, 3, 2>, double>>);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 2; ++k) CHECK((product(k, i) == 2 * a(i, k) && rest.first(i, k) == a(i, k) + 2));
  CHECK(rest.second == 2);
  auto const [turned, whole] = cx::vmap(f, in_axes<0, none>, out_axes<-1, in_axes<-1, none>>)(a, 2.0);
  CHECK((turned == product && whole.first(1, 2) == rest.first(2, 1)));
}

inline constexpr auto loss = [](auto p, auto x) { return cx::dot(p.first, x) + p.second; };
TEST_CASE("prefixes under other transformations, and inside of traced functions") {
  constexpr auto mean = [](auto p, auto x) { return cx::mean(cx::vmap(loss, in_axes<in_axes<none, 0>, 0>)(p, x)); };
  auto const [dw, db] = cx::grad(mean)(std::pair{c, array<double, 3>{1, 2, 3}}, a);
  CHECK((dw == array<double, 2>{3, 4}));
  for (int i = 0; i < 3; ++i) CHECK(db[i] == 1.0 / 3);
  auto const slopes = cx::vmap(cx::grad(loss), in_axes<in_axes<none, 0>, 0>)(std::pair{c, array<double, 3>{1, 2, 3}}, a);
  CHECK((slopes.first == a && slopes.second == array<double, 3>{1, 1, 1}));
}

} // namespace
