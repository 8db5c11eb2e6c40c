// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

#include <string>

namespace cx = constax;

auto length(std::string const& s) {
  return cx::jit([](auto x) { return x; })(s);
}
