// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scan: the body hands on as a carry the key key<fry>[] that random::normal has used up; hand on another one, of cx::random::split
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) {
  return cx::scan([](auto k) { return std::pair{k, cx::random::normal(k)}; }, key, cx::length<4>).second;
};
auto const j = cx::make_jaxpr(f)(cx::random::key(0));
