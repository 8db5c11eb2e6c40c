// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: the primals are std::tuple(hana::map(w: *, b: *)) and the tangents are std::tuple(hana::map(b: *, w: *)); they must have one structure
#include <constax/constax.hpp>

#include <constax/api/hana.hpp>

#include <boost/hana/string.hpp>

namespace cx = constax;
namespace hana = boost::hana;

inline constexpr auto w = BOOST_HANA_STRING("w");
inline constexpr auto b = BOOST_HANA_STRING("b");

double slope(double x) {
  auto const p = hana::make_map(hana::make_pair(w, x), hana::make_pair(b, 2.0));
  auto const dp = hana::make_map(hana::make_pair(b, 0.0), hana::make_pair(w, 1.0));
  return cx::jvp([](auto m) { return m[w] * m[b]; }, p, dp).second; // here
}
