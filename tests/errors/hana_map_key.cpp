// SPDX-License-Identifier: BSL-1.0
// expect: [constax] hana::map: its keys have to be types that need no value (hana::type, hana::string, integral constants): the map is made anew from its values
#include <constax/constax.hpp>

#include <constax/api/hana.hpp>

namespace cx = constax;

struct key { int number; };
template <>
struct boost::hana::hash_impl<key> {
  static constexpr auto apply(key const&) { return boost::hana::type_c<key>; }
};
auto at(boost::hana::map<boost::hana::pair<key, double>> const& p) {
  return cx::jit([](auto q) { return q; })(p);
}
