// SPDX-License-Identifier: BSL-1.0
// Laws of numbers of events, against real JAX (random_counts.py): equal, also where parameters are none of the law's. By the oracle. (What
// laws they are: eval/random_statistics.cpp.)
#include "../support/recorded.hpp"
#include "random_table.hpp"

namespace constax_tests {
namespace {

namespace jr = cx::random;
using namespace cx::literals;

std::vector<drawn> const& table() {
  static std::vector<drawn> const t{
#include "random_counts.inc"
  };
  return t;
}
template <class F>
void agrees(std::string_view name, F const& f) {
  compare<cx::threefry>(table(), name, recorded(f, cx::spec<cx::prng_key<cx::threefry>>{}), 0, false);
  compare<cx::threefry_original>(table(), name, recorded(f, cx::spec<cx::prng_key<cx::threefry_original>>{}), 0, false);
}
constexpr auto vector_of = [](auto... x) { return cx::stack(cx::full<double>(x)...); };
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

TEST_CASE("counts are those of JAX") {
  using std::int64_t;
  agrees("poisson_half", [](auto k) { return jr::poisson<6>(k, 0.5); });
  agrees("poisson_9", [](auto k) { return jr::poisson<6>(k, 9); });
  agrees("poisson_11", [](auto k) { return jr::poisson<6>(k, 11.0f); });
  agrees("poisson_1000", [](auto k) { return jr::poisson<int64_t, 6>(k, 1000); });
  // (Where both kinds of means are in one array, JAX draws with 10^5 in the place of the few, whose rejection hangs on float's lgamma.)
  agrees("poisson_few", [](auto k) { return jr::poisson<2, 4>(k, vector_of(0.0, 3.0, -1.0, nan)); });
  agrees("poisson_many", [](auto k) { return jr::poisson<2, 3>(k, vector_of(10.0, 35.0, 200.0)); });
  agrees("binomial_few", [](auto k) { return jr::binomial<6>(k, 10, 0.3); });
  agrees("binomial_most", [](auto k) { return jr::binomial<6>(k, 40, 0.9); });
  agrees("binomial_100", [](auto k) { return jr::binomial<6>(k, 100, 0.5); });
  agrees("binomial_1000_f32", [](auto k) { return jr::binomial<float, 6>(k, 1000, 0.25f); });
  agrees("binomial_1000_most", [](auto k) { return jr::binomial<6>(k, 1000, 0.97); });
  agrees("binomial_each", [](auto k) {
    auto const n = vector_of(3.0, -1.0, nan, inf, 100.0, 100.0, 0.0, 5.0, 40.0);
    return jr::binomial(k, n, vector_of(0.5, 0.5, 0.5, 0.5, nan, 1.5, 0.5, 0.0, 1.0));
  });
  constexpr auto ways = [] { return vector_of(0.1, 0.2, 0.0, 0.7); };
  agrees("multinomial", [&](auto k) { return jr::multinomial<3>(k, 30, ways()); });
  agrees("multinomial_one", [&](auto k) { return jr::multinomial(k, 1000, ways()); });
  agrees("geometric", [](auto k) { return jr::geometric<6>(k, 0.3); });
  agrees("geometric_rare", [](auto k) { return jr::geometric<int64_t, 6>(k, 0.001); });
}

// ---- constant evaluation
// -----------------------------------------------------------------------------------------------------------------------

static_assert(cx::jit([](auto k) { return jr::poisson<3>(k, 9); })(jr::key(0)) == cx::array<int, 3>{2, 8, 10});

} // namespace
} // namespace constax_tests
