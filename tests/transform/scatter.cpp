// SPDX-License-Identifier: BSL-1.0
// The types of a program move in memory while types are added to them: rules of scatter hold none of them. The compiler refuses what reads
// where they were.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

using namespace constax;

namespace {

/// x : f64[5], slices : f64[2,3], i : i32[3], behind so many inputs of other types.
constexpr jaxpr with_slices_set(int others) {
  context c("f");
  for (int k = 0; k < others; ++k) c.input({dtype::f64, {k + 10}});
  vec<value> const xs{c.input({dtype::f64, {5}}), c.input({dtype::f64, {2, 3}}), c.input({dtype::i32, {3}})};
  indexed_params const p{{0}, {2}, {1}, {0}, index_mode::fill_or_drop};
  value const y = bind(c, descriptor<scatter_t>, xs, encode(p));
  return c.finish({&y, 1});
}
constexpr bool has_transpose(int others) {
  jaxpr const back = vjp(with_slices_set(others));
  return !back.fault && !find_fault(back);
}

} // namespace

TEST_CASE("the transpose of scatter is well formed, however many types the program has") {
  STATIC_REQUIRE(has_transpose(0) && has_transpose(1) && has_transpose(2) && has_transpose(3) && has_transpose(4) && has_transpose(5));
}
