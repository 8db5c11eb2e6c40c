// SPDX-License-Identifier: BSL-1.0
// extent: affine forms in symbols have one normal form, so that equality of meaning is equality of members.
#include <constax/aval/aval.hpp>

#include "../support/catch.hpp"

namespace {
using namespace constax;

constexpr extent n = extent::of(pack_symbol("n")), m = extent::of(pack_symbol("m")), k = extent::of(pack_symbol("batch"));
constexpr text said(extent const& e) {
  text t;
  return t << e, t;
}
constexpr bool the_algebra_holds() {
  extent const forms[] = {extent(0), extent(3), n, m, n - extent(1), n + m, n * 3, n * 2 - m, n * -1 + extent(5)};
  for (extent const& a : forms)
    for (extent const& b : forms) {
      if (!(a + b == b + a) || !(a - b + b == a) || !(a - a == extent(0)) || !((a + b) * 2 == a * 2 + b * 2) || !(a * 0 == extent(0)))
        return false;
      bindings v;
      v.name[0] = pack_symbol("n"), v.value[0] = 11, v.name[1] = pack_symbol("m"), v.value[1] = 4, v.count = 2;
      if (v(a + b) != v(a) + v(b) || v(a - b) != v(a) - v(b)) return false;
    }
  return !(n == m) && !(n == n + extent(1)) && !(n == extent(0)) && (n + m + k).overflowed() && !(n + m).overflowed();
}
constexpr bool an_overflow_stays_one() {
  extent const all = n + m + k;
  return (all + extent(1)).overflowed() && (extent(1) - all).overflowed() && (all * 2).overflowed() && (all - all).overflowed() &&
         said(all) == "?";
}
static_assert(an_overflow_stays_one());
static_assert(the_algebra_holds());
TEST_CASE("affine forms") { CHECK(the_algebra_holds()); }

constexpr bool they_print() {
  text t;
  t << aval{dtype::f64, {extent(3), n, n - extent(1), n * 3}};
  return said(n + m) == "m+n" && said(n - extent(1)) == "n-1" && said(extent(0) - n + extent(2)) == "-n+2" && said(n * 2 - m) == "-m+2n" &&
         said(extent(-4)) == "-4" && said(k) == "batch" && t == "f64[3,n,n-1,3n]";
}
static_assert(they_print());
TEST_CASE("extents print") { CHECK(they_print()); }
} // namespace
