// SPDX-License-Identifier: BSL-1.0
#pragma once
// thrown<E>(f): what the E says that f() throws; same(x, y): does an ndarray hold what a static program gives, bit by bit?
#include <constax/runtime.hpp>

#include <string>

template <class E, class F> std::string thrown(F&& f) {
  try {
    f();
  } catch (E const& e) {
    return e.what();
  }
  return "nothing was thrown";
}
template <class X> bool same(constax::ndarray const& x, X const& y) { return x == constax::ndarray(y); }
