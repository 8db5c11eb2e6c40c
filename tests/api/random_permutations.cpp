// SPDX-License-Identifier: BSL-1.0
// permutation and choice without replacement: real JAX's numbers (random_permutations.py), whether traced or lowered; what they promise for
// many keys; compiled.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

struct drawn {
  std::string_view name;
  cx::u64 seed;
  std::vector<int> numbers;
};
std::vector<drawn> const table{
#include "random_permutations.inc"
};

/// f on a key and further arguments.
template <class F, class... X>
cx::jaxpr traced(F const& f, X... x) {
  cx::context c("test");
  using key = cx::basic_tracer<cx::prng_key<cx::threefry>>;
  std::tuple<key, X...> const inputs{key(c.input(key::aval)), X(c.input(x.aval))...}; // braces: in order
  auto const y = std::apply(f, inputs);
  return c.finish({&y.value, 1});
}
std::vector<int> numbers_of(cx::jaxpr const& j, cx::u64 seed, cx::vec<cx::tensor> const& others = {}) {
  cx::vec<cx::tensor> all{cx::tensor(j.type(j.ins[0]))};
  all[0].words[0] = jr::key(seed).word;
  all.append(others);
  cx::fault why;
  cx::vec<cx::tensor> const ys = cx::reference::evaluate(j, all, {}, &why);
  INFO(cx::sentence(why).view() << '\n' << cx::print(j).view());
  REQUIRE(ys.size() == 1);
  std::vector<int> numbers;
  for (cx::u32 i = 0; i < ys[0].size(); ++i) numbers.push_back(ys[0].at<int>(i));
  return numbers;
}
void agrees(std::string_view name, cx::jaxpr const& j, cx::vec<cx::tensor> const& others = {}) {
  INFO(name);
  REQUIRE(!cx::check(j).fault);
  int found = 0;
  for (drawn const& d : table)
    if (d.name == name) {
      CHECK(numbers_of(j, d.seed, others) == d.numbers);
      CHECK(numbers_of(cx::lower(j), d.seed, others) == d.numbers);
      ++found;
    }
  CHECK(found == 3);
}
cx::tensor counted(cx::shape const& s) {
  cx::tensor t(cx::aval{cx::dtype::i32, s});
  for (cx::u32 i = 0; i < t.size(); ++i) t.put(i, static_cast<int>(i));
  return t;
}

TEST_CASE("JAX's orders") {
  agrees("one", traced([](auto k) { return jr::permutation<1>(k); }));
  agrees("nine", traced([](auto k) { return jr::permutation<9>(k); }));
  agrees("two_rounds", traced([](auto k) { return jr::permutation<2000>(k)[cx::slice(0_c, 12_c)]; }));
  cx::tracer<int, 4, 6> const rows;
  agrees("rows", traced([](auto k, auto x) { return jr::permutation(k, x); }, rows), {counted({4, 6})});
  agrees("columns", traced([](auto k, auto x) { return jr::permutation(k, x, 1_c); }, rows), {counted({4, 6})});
  agrees("independent", traced([](auto k, auto x) { return jr::permutation_independent(k, x, 1_c); }, rows), {counted({4, 6})});
  agrees("choice", traced([](auto k) { return jr::choice<4>(k, 10_c, jr::without_replacement); }));
  agrees("choice_p", traced([](auto k, auto p) { return jr::choice<3>(k, p, jr::without_replacement); }, cx::tracer<double, 5>{}),
         {cx::tensor_of({0.1, 0.2, 0.3, 0.05, 0.35})});
}

inline constexpr auto deal = [](auto key) { return jr::permutation<52>(key); };
TEST_CASE("all cards are dealt, each place is any card's") {
  std::array<std::array<int, 52>, 52> seen{};
  auto const dealt = cx::jit([](auto key) { return cx::vmap(deal)(jr::split<400>(key)); })(jr::key(7));
  for (int i = 0; i < 400; ++i) {
    std::vector<int> hand;
    for (int k = 0; k < 52; ++k) hand.push_back(dealt(i, k)), ++seen[static_cast<std::size_t>(k)][static_cast<std::size_t>(hand.back())];
    std::sort(hand.begin(), hand.end());
    for (int k = 0; k < 52; ++k) REQUIRE(hand[static_cast<std::size_t>(k)] == k);
  }
  double chi2 = 0;
  for (auto const& place : seen)
    for (int n : place) chi2 += (n - 400.0 / 52) * (n - 400.0 / 52) / (400.0 / 52);
  CHECK(chi2 > 2601 - 5 * 72); // 51 x 51 degrees of freedom, of which this is the mean; the deviation is 72
  CHECK(chi2 < 2601 + 5 * 72);
}

} // namespace
