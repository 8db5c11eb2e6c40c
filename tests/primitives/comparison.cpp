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
  CHECK(laws<philox2x32_t>(integers(0, 100)));
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

/// Does P give this of these words?
template <class P, int N> constexpr bool gives(u64 const (&words)[N], u64 result) {
  vec<tensor> args;
  vec<aval> types;
  for (u64 w : words) args.push(tensor_of(w)), types.push({dtype::u64, {}});
  return equals(reference::evaluate(program_of<P>(types), args)[0], result);
}
/// Two words of 32 bits in one of 64.
constexpr u64 pair(u64 first, u64 second) { return first << 32 | second; }

// Random123's known answers (its file tests/kat_vectors): counters and keys of zeros, of ones, and of the digits of pi.
//
// threefry2x32 20, philox2x32 10
static_assert(gives<threefry2x32_t>({0, 0}, pair(0x6b200159, 0x99ba4efe)) &&
              gives<threefry2x32_t>({~u64{0}, ~u64{0}}, pair(0x1cb996fc, 0xbb002be7)) &&
              gives<threefry2x32_t>({pair(0x13198a2e, 0x03707344), pair(0x243f6a88, 0x85a308d3)}, pair(0xc4923a9c, 0x483df7a0)));
static_assert(gives<philox2x32_t>({0, 0}, pair(0xff1dae59, 0x6cd10df2)) &&
              gives<philox2x32_t>({0xffffffff, ~u64{0}}, pair(0x2c3f628b, 0xab4fd7ad)) &&
              gives<philox2x32_t>({0x13198a2e, pair(0x243f6a88, 0x85a308d3)}, pair(0xdd7ce038, 0xf62a4c12)));
// Of a key of two words the lower one counts.
static_assert(gives<philox2x32_t>({pair(7, 0x13198a2e), pair(0x243f6a88, 0x85a308d3)}, pair(0xdd7ce038, 0xf62a4c12)));

// threefry4x32 20: key, counter and hash in halves.
constexpr bool hashes_to(math::four_words<u64> key, math::four_words<u64> counter, math::four_words<u64> result) {
  auto const x = math::threefry4x32(key.first, key.second, counter.first, counter.second);
  return x.first == result.first && x.second == result.second;
}
static_assert(hashes_to({0, 0}, {0, 0}, {pair(0x9c6ca96a, 0xe17eae66), pair(0xfc10ecd4, 0x5256a7d8)}) &&
              hashes_to({~u64{0}, ~u64{0}}, {~u64{0}, ~u64{0}}, {pair(0x2a881696, 0x57012287), pair(0xf6c7446e, 0xa16a6732)}) &&
              hashes_to({pair(0xa4093822, 0x299f31d0), pair(0x082efa98, 0xec4e6c89)},
                        {pair(0x243f6a88, 0x85a308d3), pair(0x13198a2e, 0x03707344)},
                        {pair(0x59cd1dbb, 0xb8879579), pair(0x86b5d00c, 0xac8b6d84)}));

// philox4x32 10: blocks of two halves, of which one primitive gives the first, one the exclusive or.
constexpr bool is_block(u64 key, u64 counter, u64 more, u64 first, u64 second) {
  return gives<philox4x32_t>({key, counter, more}, first) && gives<philox4x32_folded_t>({key, counter, more}, first ^ second);
}
static_assert(is_block(0, 0, 0, pair(0x6627e8d5, 0xe169c58d), pair(0xbc57ac4c, 0x9b00dbd8)) &&
              is_block(~u64{0}, ~u64{0}, ~u64{0}, pair(0x408f276d, 0x41c83b0e), pair(0xa20bc7c6, 0x6d5451fd)) &&
              is_block(pair(0xa4093822, 0x299f31d0), pair(0x243f6a88, 0x85a308d3), pair(0x13198a2e, 0x03707344),
                       pair(0xd16cfe09, 0x94fdcceb), pair(0x5001e420, 0x24126ea1)));

// rng_bit_generator: the same blocks, each half with its first word below; counted from the key, its second half and the first above, each
// with its first word below.
static_assert(gives<rng_bit_generator_t>({0, 0, 0}, 0xe169c58d6627e8d5) &&
              gives<rng_bit_generator_t>({0, 0, 1}, 0x9b00dbd8bc57ac4c));
static_assert(gives<rng_bit_generator_t>({~u64{0}, ~u64{0}, 0}, 0x41c83b0e408f276d) &&
              gives<rng_bit_generator_t>({~u64{0}, ~u64{0}, 1}, 0x6d5451fda20bc7c6));

template <class To, class T>
constexpr tensor bits_as(T x) {
  tensor const arg = tensor_of(x);
  return reference::evaluate(program_of<bitcast_convert_type_t>({{dtype_of<T>, {}}}, {dtype_of<To>}), {&arg, 1})[0];
}
static_assert(equals(bits_as<u64>(1.0), u64{0x3ff0000000000000}) && equals(bits_as<float>(u32{0x40000000}), 2.0f) &&
              equals(bits_as<int>(-0.0f), std::numeric_limits<int>::min()));

static_assert(equals(apply<and_t>(12, 10), 8) && equals(apply<or_t>(12, 10), 14) && equals(apply<xor_t>(12, 10), 6));

} // namespace constax_tests
