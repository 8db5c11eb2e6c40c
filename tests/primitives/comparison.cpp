// SPDX-License-Identifier: BSL-1.0
// eq ne lt le gt ge and or xor not, shifts, bits as other numbers
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
TEST_CASE("shifts and hashes keep the laws", "[elementwise]") {
  CHECK(laws<shift_left_t>({integers(-100, 100), integers(-1, 9)}));
  CHECK(laws<shift_right_logical_t>({integers(-100, 100), integers(-1, 9)}));
  CHECK(laws<shift_right_arithmetic_t>({integers(-100, 100), integers(-1, 9)}));
  CHECK(laws<threefry2x32_t>(integers(0, 100)));
  CHECK(laws<philox4x32_t>(integers(0, 100)));
  CHECK(laws<philox4x32_folded_t>(integers(0, 100)));
  CHECK(laws<rng_bit_generator_t>(integers(0, 100)));
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
static_assert(equals(apply<shift_left_t>(3, 4), 48) && equals(apply<shift_left_t>(-3, 31), std::numeric_limits<int>::min()) &&
              equals(apply<shift_left_t>(3, 32), 0) && equals(apply<shift_left_t>(3, -1), 0) &&
              equals(apply<shift_left_t>(std::int8_t(65), std::int8_t(1)), std::int8_t(-126)));
static_assert(equals(apply<shift_right_logical_t>(-1, 28), 15) && equals(apply<shift_right_logical_t>(-1, 32), 0) &&
              equals(apply<shift_right_logical_t>(-1, -1), 0) &&
              equals(apply<shift_right_logical_t>(std::int8_t(-1), std::int8_t(4)), std::int8_t(15)) &&
              equals(apply<shift_right_logical_t>(u64{1} << 63, u64{63}), u64{1}));
static_assert(equals(apply<shift_right_arithmetic_t>(-5, 1), -3) && equals(apply<shift_right_arithmetic_t>(-5, 99), -1) &&
              equals(apply<shift_right_arithmetic_t>(-5, -1), -1) &&
              equals(apply<shift_right_arithmetic_t>(u32{0x80000000}, u32{31}), u32{1}));

// Random123's known answers for threefry2x32, 20 rounds.
static_assert(equals(apply<threefry2x32_t>(u64{0}, u64{0}), u64{0x6b20015999ba4efe}) &&
              equals(apply<threefry2x32_t>(~u64{0}, ~u64{0}), u64{0x1cb996fcbb002be7}) &&
              equals(apply<threefry2x32_t>(u64{0x13198a2e03707344}, u64{0x243f6a8885a308d3}), u64{0xc4923a9c483df7a0}));

// And for philox4x32, 10 rounds: blocks at a counter, both in halves, of which one primitive gives the first, one the exclusive or.
constexpr bool is_block(u64 key, u64 counter, u64 more, u64 first, u64 second) {
  tensor const args[] = {tensor_of(key), tensor_of(counter), tensor_of(more)};
  constexpr aval word{dtype::u64, {}};
  vec<aval> const types{word, word, word};
  return equals(reference::evaluate(program_of<philox4x32_t>(types), {args, 3})[0], first) &&
         equals(reference::evaluate(program_of<philox4x32_folded_t>(types), {args, 3})[0], first ^ second);
}
static_assert(is_block(0, 0, 0, 0x6627e8d5e169c58d, 0xbc57ac4c9b00dbd8) &&
              is_block(~u64{0}, ~u64{0}, ~u64{0}, 0x408f276d41c83b0e, 0xa20bc7c66d5451fd) &&
              is_block(0xa4093822299f31d0, 0x243f6a8885a308d3, 0x13198a2e03707344, 0xd16cfe0994fdcceb, 0x5001e42024126ea1));

// rng_bit_generator: the same blocks, each half with its first word below; counted from the key, twice, each with its first word below.
static_assert(equals(apply<rng_bit_generator_t>(u64{0}, u64{0}), u64{0xe169c58d6627e8d5}) &&
              equals(apply<rng_bit_generator_t>(u64{0}, u64{1}), u64{0x9b00dbd8bc57ac4c}));
static_assert(equals(apply<rng_bit_generator_t>(~u64{0}, u64{0}), u64{0x41c83b0e408f276d}) &&
              equals(apply<rng_bit_generator_t>(~u64{0}, u64{1}), u64{0x6d5451fda20bc7c6}));

template <class To, class T>
constexpr tensor bits_as(T x) {
  tensor const arg = tensor_of(x);
  return reference::evaluate(program_of<bitcast_convert_type_t>({{dtype_of<T>, {}}}, {dtype_of<To>}), {&arg, 1})[0];
}
static_assert(equals(bits_as<u64>(1.0), u64{0x3ff0000000000000}) && equals(bits_as<float>(u32{0x40000000}), 2.0f) &&
              equals(bits_as<int>(-0.0f), std::numeric_limits<int>::min()));

static_assert(equals(apply<and_t>(12, 10), 8) && equals(apply<or_t>(12, 10), 14) && equals(apply<xor_t>(12, 10), 6));

} // namespace constax_tests
