// SPDX-License-Identifier: BSL-1.0
// add sub mul div rem max min pow atan2 fma
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

using real = long double;

TEST_CASE("arithmetic keeps the laws", "[elementwise]") {
  CHECK(laws<add_t>(standard, [](real x, real y) { return x + y; }));
  CHECK(laws<sub_t>(standard, [](real x, real y) { return x - y; }));
  CHECK(laws<mul_t>(standard, [](real x, real y) { return x * y; }));
  CHECK(laws<div_t>(not_small, [](real x, real y) { return x / y; }));
  CHECK(laws<rem_t>({not_small, between(3.1, 3.9)}, [](real x, real y) { return std::fmod(x, y); }));
}
TEST_CASE("max, min, pow, atan2, fma keep the laws", "[elementwise]") {
  CHECK(laws<max_t>(standard, [](real x, real y) { return x > y ? x : y; }));
  CHECK(laws<min_t>(standard, [](real x, real y) { return x < y ? x : y; }));
  CHECK(laws<pow_t>(positive, [](real x, real y) { return std::pow(x, y); }));
  CHECK(laws<atan2_t>({not_small, standard}, [](real x, real y) { return std::atan2(x, y); }));
  CHECK(laws<fma_t>(standard, [](real x, real y, real z) { return x * y + z; }));
}

} // namespace constax_tests
