// SPDX-License-Identifier: BSL-1.0
// flags: -O1 -march=native
// Passes take time in proportion to the length of a program: for four times the equations less than eight times the time. (n^2 would take
// 16 times; leaving the cache costs up to 6.) The clock is the processor's time for this process, the shortest of several runs counts, and
// a law has three tries: what else the machine does can only make a run longer. Short and long runs take turns: a busy while that met all
// the short ones alone would have a slow pass look linear.
#include <constax/transform/transform.hpp>

#include "../support/programs.hpp"

#include <algorithm>
#include <ctime>

namespace constax_tests {
namespace {

constexpr u32 few = 5'000, many = 4 * few;

/// n equations one upon another: x -> sin x, x y, x + y, x - i in turn. The numbers differ, so that literals are many too.
jaxpr tower(u32 n) {
  return program({f64(), f64()}, [&](vec<value> const& v) {
    value x = v[0];
    for (u32 i = 0; i < n; ++i) x = i % 4 == 0 ? cx::sin(x) : i % 4 == 1 ? x * v[1] : i % 4 == 2 ? x + v[1] : x - static_cast<double>(i);
    return x;
  });
}
/// n equations of which a half repeats the other: what simplify has to find.
jaxpr twice(u32 n) {
  return program({f64(), f64()}, [&](vec<value> const& v) {
    value x = v[0];
    for (u32 i = 0; i < n; i += 4) {
      value const y = cx::sin(x) * v[1], again = cx::sin(x) * v[1];
      x = i % 8 ? y - v[1] : again + v[1];
    }
    return x;
  });
}

/// Seconds that a run of the pass takes.
template <class Pass>
double seconds(Pass const& pass, jaxpr const& j) {
  std::clock_t const before = std::clock();
  jaxpr const result = pass(j);
  std::clock_t const after = std::clock();
  return result.fault || result.outs.empty() ? 1e9 : static_cast<double>(after - before) / CLOCKS_PER_SEC;
}
/// Does four times the program take the pass less than eight times as long?
template <class Pass>
bool is_linear(Pass const& pass, jaxpr (*of_length)(u32) = tower) {
  jaxpr const small = of_length(few), large = of_length(many);
  double of_small = 1e9, of_large = 1e9;
  for (int attempt = 0; attempt < 3; ++attempt) {
    for (int run = 0; run < 5; ++run) {
      for (int k = 0; k < 2; ++k) of_small = std::min(of_small, seconds(pass, small));
      of_large = std::min(of_large, seconds(pass, large));
    }
    if (of_large < 1e9 && of_large < 8 * of_small) return true;
  }
  return false;
}

constexpr auto by_simplify = [](jaxpr const& j) { return simplify(j); };

TEST_CASE("recording takes time in proportion to the equations") {
  CHECK(is_linear([](jaxpr const& j) { return tower(j.eqns.size()); }));
}
TEST_CASE("transformations do") {
  CHECK(is_linear([](jaxpr const& j) { return jvp(j); }));
  CHECK(is_linear([](jaxpr const& j) { return linearize(j).linear; }));
  CHECK(is_linear([](jaxpr const& j) { return pullback(linearize(j)); }));
  CHECK(is_linear([](jaxpr const& j) { return value_and_grad(j); }));
  CHECK(is_linear([](jaxpr const& j) {
    i32 const in[] = {0, -1}, out[] = {0};
    return vmap(j, {in, 2}, 8, {out, 1});
  }));
}
TEST_CASE("transposition of the linear part alone does") {
  auto const linear_part = [](u32 n) { return linearize(tower(n)).linear; };
  CHECK(is_linear([](jaxpr const& j) {
    linearized l;
    l.linear = j, l.n_residuals = j.ins.size() - 2; // the last two are tangents
    return pullback(l);
  }, linear_part));
}
TEST_CASE("simplify and what follows it do") {
  REQUIRE(simplify(twice(400)).eqns.size() == 300); // something is found
  CHECK(is_linear(by_simplify));
  CHECK(is_linear(by_simplify, twice));
  CHECK(is_linear(by_simplify, [](u32 n) { return value_and_grad(tower(n)); }));
  CHECK(is_linear([](jaxpr const& j) { return lower(j); }));
  CHECK(is_linear([](jaxpr const& j) { return check(j); }));
}

/// The wrong twin: simplify, and a look at all equations before each.
jaxpr searching(jaxpr const& j) {
  jaxpr k = simplify(j);
  u32 equal = 0;
  for (u32 i = 0; i < j.eqns.size(); ++i)
    for (u32 e = 0; e < i; ++e) equal += j.eqns[e].prim == j.eqns[i].prim && j.operands(j.eqns[e])[0].id == j.operands(j.eqns[i])[0].id;
  if (equal == many) k.fail({fault_code::invalid_jaxpr}); // so that the search counts for something
  return k;
}
TEST_CASE("a pass that looks at every pair of equations does not") {
  CHECK(seconds(searching, tower(few)) < 1);
  CHECK_FALSE(is_linear(searching));
}

} // namespace
} // namespace constax_tests
