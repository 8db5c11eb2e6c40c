// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argument 0 is a map whose keys have no order; use std::map, whose keys stand in one
#include <constax/runtime.hpp>

#include <string>
#include <unordered_map>

namespace cx = constax;

auto f(std::unordered_map<std::string, cx::ndarray> const& p) {
  return cx::grad([](auto const& q) { return cx::sum(q.at("w")); })(p);
}
