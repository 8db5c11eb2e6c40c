// SPDX-License-Identifier: BSL-1.0
// expect: [constax] evaluate_into: `out` is hana::map(b: *, w: *) and the result of the function is hana::map(w: *, b: *); values are written in their order
#include <constax/constax.hpp>

#include <constax/api/hana.hpp>

#include <boost/hana/string.hpp>

namespace cx = constax;
namespace hana = boost::hana;

inline constexpr auto w = BOOST_HANA_STRING("w");
inline constexpr auto b = BOOST_HANA_STRING("b");

void both(double x) {
  auto out = hana::make_map(hana::make_pair(b, 0.0), hana::make_pair(w, 0.0));
  cx::evaluate_into(out, [](auto y) { return hana::make_map(hana::make_pair(w, y), hana::make_pair(b, y + 1.0)); }, x); // here
}
