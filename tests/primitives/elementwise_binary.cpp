// SPDX-License-Identifier: BSL-1.0
// add sub mul div rem max min pow atan2 hypot nextafter ldexp fma
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

using real = long double;

/// x * 2^N.
template <int N>
struct ldexp_by {
  constexpr jaxpr operator()(dtype t) const {
    context c("trace");
    value const x = c.input({t, shape{2, 3}}), y = bind<ldexp_t>({}, x, like(x, N));
    return c.finish({&y, 1});
  }
};

TEST_CASE("arithmetic keeps the laws", "[elementwise]") {
  CHECK(laws<add_t>(standard, [](real x, real y) { return x + y; }));
  CHECK(laws<sub_t>(standard, [](real x, real y) { return x - y; }));
  CHECK(laws<mul_t>(standard, [](real x, real y) { return x * y; }));
  CHECK(laws<div_t>(not_small, [](real x, real y) { return x / y; }));
  CHECK(laws<rem_t>({not_small, between(3.1, 3.9)}, [](real x, real y) { return std::fmod(x, y); }));
}
TEST_CASE("max, min, pow, atan2, hypot, fma keep the laws", "[elementwise]") {
  CHECK(laws<max_t>(standard, [](real x, real y) { return x > y ? x : y; }));
  CHECK(laws<min_t>(standard, [](real x, real y) { return x < y ? x : y; }));
  CHECK(laws<pow_t>(positive, [](real x, real y) { return std::pow(x, y); }));
  CHECK(laws<atan2_t>({not_small, standard}, [](real x, real y) { return std::atan2(x, y); }));
  CHECK(laws<hypot_t>({not_small, standard}, [](real x, real y) { return std::hypot(x, y); }));
  CHECK(laws<fma_t>(standard, [](real x, real y, real z) { return x * y + z; }));
}

TEST_CASE("nextafter and ldexp keep the laws", "[elementwise]") {
  CHECK(laws<nextafter_t>(standard));
  CHECK(laws(ldexp_by<-3>{}, standard));
  CHECK(laws(ldexp_by<5>{}, standard));
  report r;
  for (dtype t : {dtype::f64, dtype::f32})
    law_evaluators(
        r, [](dtype u, shape const& s) { return elementwise_program<ldexp_t>(u, s); }, t, 2, {standard, integers(-60, 60)}, true);
  CHECK(r);
}

} // namespace constax_tests
