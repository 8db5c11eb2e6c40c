// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argument 0 is a struct adapted with the macros of Boost.Hana, which are usable in headers from Boost 1.81 on (before, its function objects have internal linkage); describe it with CONSTAX_STRUCT(type, members...)
#include <constax/constax.hpp>

#include <constax/api/hana.hpp>

#include <boost/hana/adapt_struct.hpp>

namespace cx = constax;

struct line { double slope, offset; };
BOOST_HANA_ADAPT_STRUCT(line, slope, offset);
#if BOOST_VERSION >= 108100 // nothing to refuse: say what is expected
#error [constax] argument 0 is a struct adapted with the macros of Boost.Hana, which are usable in headers from Boost 1.81 on (before, its function objects have internal linkage); describe it with CONSTAX_STRUCT(type, members...)
#endif
auto at(line const& p) {
  return cx::jit([](auto q) { return q.slope * q.offset; })(p);
}
