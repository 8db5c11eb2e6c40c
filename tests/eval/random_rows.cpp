// SPDX-License-Identifier: BSL-1.0
// Laws that are drawn by loops, under vmap: each row has the bits that it has alone, and its derivative; of symbolic length too.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

namespace {

namespace cx = constax;
namespace jr = cx::random;

constexpr int rows = 11;
using keys_t = cx::array<cx::prng_key<cx::threefry>, rows>;
keys_t keys() {
  return cx::jit([](auto k) { return jr::split<rows>(k); })(jr::key(9));
}
cx::array<double, rows> parameters() {
  cx::array<double, rows> a;
  for (int i = 0; i < rows; ++i) a[i] = 0.1 + 1.7 * i;
  return a;
}

TEST_CASE("gamma variables of rows, and how they move") {
  auto const draw = cx::value_and_grad([](auto k, auto a) { return jr::gamma(k, a); }, cx::argnums<1>);
  auto const [x, dx] = cx::vmap(draw)(keys(), parameters());
  for (int i = 0; i < rows; ++i) {
    auto const [y, dy] = draw(keys()[i], parameters()[i]);
    CHECK((x[i] == y && dx[i] == dy));
  }
}
TEST_CASE("counts of rows") {
  auto const draw = [](auto k, auto lam) { return jr::poisson<3>(k, lam); }; // rows with means below 10 and above
  auto const each = cx::jit(draw);
  auto const x = cx::vmap(draw)(keys(), parameters());
  for (int i = 0; i < rows; ++i) {
    auto const y = each(keys()[i], parameters()[i]);
    for (int j = 0; j < 3; ++j) CHECK(x(i, j) == y[j]);
  }
}
TEST_CASE("gamma variables of symbolic number: each depends on its place, not on how many there are") {
  static constexpr cx::dim<"n"> n;
  auto const draw = cx::jit([](auto k, auto a) { return jr::gamma(k, a); });
  cx::array<double, n> all(rows), some(5);
  for (int i = 0; i < rows; ++i) all[i] = parameters()[i];
  for (int i = 0; i < 5; ++i) some[i] = all[i];
  auto const x = draw(jr::key(1), all), y = draw(jr::key(1), some);
  for (int i = 0; i < 5; ++i) CHECK(x[i] == y[i]);
}

} // namespace
