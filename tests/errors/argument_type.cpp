// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argument 0 is neither a number, an array, a view nor a tree of these (std::tuple, pair, array, or a struct that CONSTAX_STRUCT(type, members...) describes)
#include <constax/constax.hpp>

#include <string>

namespace cx = constax;

auto length(std::string const& s) {
  return cx::jit([](auto x) { return x; })(s);
}
