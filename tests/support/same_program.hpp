// SPDX-License-Identifier: BSL-1.0
#pragma once
// same(f, xs, ys, y...) : does f, traced late, record one program of two trees with the same leaves, and give the same bits?
#include "late.hpp"

#include <string>
#include <vector>

/// Leaves in order.
template <class X> std::vector<cx::ndarray> leaves(X const& x) {
  std::vector<cx::ndarray> all;
  cx::for_each_leaf([&](auto const& l) { all.push_back(cx::ndarray(l)); }, x);
  return all;
}
bool same_bits(cx::ndarray const& a, cx::ndarray const& b) {
  return a.type() == b.type() && a.to_tensor(cx::stored(a.type())) == b.to_tensor(cx::stored(b.type()));
}
/// Do both give the same program, and bits?
template <class F, class Xs, class Ys, class... Y> void same(F const& f, Xs const& xs, Ys const& ys, Y const&... y) {
  auto const program = cx::make_jaxpr(f)(xs, y...), expected = cx::make_jaxpr(f)(ys, y...);
  CHECK(program.str().view() == expected.str().view());
  auto const is = leaves(cx::jit(f)(xs, y...)), should = leaves(cx::jit(f)(ys, y...));
  REQUIRE(is.size() == should.size());
  for (std::size_t i = 0; i < is.size(); ++i) CHECK(same_bits(is[i], should[i]));
}
template <class F> std::string said(F const& f) {
  try {
    f();
  } catch (cx::error const& e) {
    return e.what();
  }
  return {};
}
