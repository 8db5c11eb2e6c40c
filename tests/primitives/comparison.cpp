// SPDX-License-Identifier: BSL-1.0
// eq ne lt le gt ge and or xor not
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

TEST_CASE("comparisons keep the laws", "[elementwise]") {
  CHECK(laws<eq_t>(some_equal));
  CHECK(laws<ne_t>(some_equal));
  CHECK(laws<lt_t>(some_equal));
  CHECK(laws<le_t>(some_equal));
  CHECK(laws<gt_t>(some_equal));
  CHECK(laws<ge_t>(some_equal));
}
TEST_CASE("logic keeps the laws", "[elementwise]") {
  CHECK(laws<and_t>(integers(-100, 100)));
  CHECK(laws<or_t>(integers(-100, 100)));
  CHECK(laws<xor_t>(integers(-100, 100)));
  CHECK(laws<not_t>(integers(-100, 100)));
}

/// P on two scalars.
template <class P, class T>
constexpr tensor apply(T x, T y) {
  aval const a{dtype_of<T>, {}};
  tensor const args[] = {tensor_of(x), tensor_of(y)};
  vec<tensor> const ys = reference::evaluate(program_of<P>({a, a}), {args, 2});
  return ys[0];
}
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

static_assert(equals(apply<eq_t>(0.0, -0.0), true));
static_assert(equals(apply<ne_t>(nan, nan), true) && equals(apply<eq_t>(nan, nan), false));
static_assert(equals(apply<lt_t>(nan, 1.0), false) && equals(apply<ge_t>(nan, 1.0), false));
static_assert(equals(apply<lt_t>(-inf, inf), true) && equals(apply<le_t>(inf, inf), true));
static_assert(equals(apply<gt_t>(-1, 1), false) && equals(apply<gt_t>(u32{4294967295u}, u32{1}), true));
static_assert(equals(apply<and_t>(true, false), false) && equals(apply<or_t>(true, false), true) &&
              equals(apply<xor_t>(true, true), false));
static_assert(equals(apply<and_t>(12, 10), 8) && equals(apply<or_t>(12, 10), 14) && equals(apply<xor_t>(12, 10), 6));

} // namespace constax_tests
