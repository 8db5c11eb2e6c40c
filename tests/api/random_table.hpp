// SPDX-License-Identifier: BSL-1.0
#pragma once
// random_table: what is drawn, beside a table of what JAX draws (random_table.py).
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace constax_tests {

namespace cx = constax;
using cx::u32, cx::u64;

struct drawn {
  std::string_view name;
  bool original;
  u64 seed;
  std::vector<u64> words;
};
/// Whose small numbers are differences of numbers near 1: their errors are measured in units of the last place of 1.
inline constexpr bool near_zero = true;

/// The numbers of a program of a key, by the oracle: of the program as it was traced, unless functions bring their own derivative, of
/// which the oracle knows nothing; and as it is lowered.
template <class Impl>
std::vector<cx::tensor> evaluated(cx::jaxpr const& j, u64 seed) {
  cx::tensor k(cx::aval{cx::dtype_of<cx::prng_key<Impl>>, {}});
  k.put(0, cx::random::key<Impl>(seed));
  cx::vec<cx::tensor> as_traced;
  if (!cx::has_two_words(k.type.type)) as_traced = cx::reference::evaluate(j, {&k, 1}); // those are keys until they are lowered
  k.type = cx::stored(k.type);
  cx::vec<cx::tensor> const lowered = cx::reference::evaluate(cx::lower(j), {&k, 1});
  std::vector<cx::tensor> both;
  for (cx::tensor const& t : as_traced) both.push_back(t);
  for (cx::tensor const& t : lowered) both.push_back(t);
  return both;
}
/// Distance of floating-point numbers in units in the last place; of others 0 where they are equal, else infinity.
inline double distance(cx::dtype t, u64 x, u64 y, bool by_one) {
  if (x == y) return 0;
  if (!cx::info(t).floating) return 1e300;
  bool const f32 = t == cx::dtype::f32;
  auto const number = [&](u64 w) { return f32 ? static_cast<double>(cx::element_in<float>(w)) : cx::element_in<double>(w); };
  double const a = number(x), b = number(y);
  if (a != a || b != b) return a != a && b != b ? 0 : 1e300;
  double const size = std::abs(b), ulp = std::ldexp(f32 ? 0x1p-23 : 0x1p-52, by_one && size < 1 ? 0 : std::ilogb(size));
  return std::abs(a - b) / ulp;
}
/// Is what a program draws in the table, under that name, up to so many units?
template <class Impl>
void compare(std::vector<drawn> const& table, std::string_view name, cx::jaxpr const& j, double ulp, bool by_one) {
  bool const original = std::is_same_v<Impl, cx::threefry_original>;
  int found = 0;
  for (drawn const& d : table) {
    if (d.name != name || d.original != original) continue;
    ++found;
    std::vector<cx::tensor> const ys = evaluated<Impl>(j, d.seed);
    INFO(std::string(name) << (original ? ", original layout" : "") << ", seed " << d.seed);
    REQUIRE_FALSE(ys.empty());
    for (cx::tensor const& y : ys) {
      REQUIRE(y.size() == d.words.size());
      for (u32 i = 0; i < y.size(); ++i) {
        INFO("element " << i << ": " << std::hex << y.words[i] << ", JAX " << d.words[i]);
        CHECK(distance(y.type.type, y.words[i], d.words[i], by_one) <= ulp);
      }
    }
  }
  CHECK(found == 3);
}

} // namespace constax_tests
