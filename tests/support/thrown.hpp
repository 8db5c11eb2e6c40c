// SPDX-License-Identifier: BSL-1.0
#pragma once
// thrown<E>(f): the sentence of the E that f() throws; thrown_whole<E>(f): with the lines below, which say where values were made;
// same(x, y): does an ndarray hold what a static program gives, bit by bit?
#include <constax/runtime.hpp>

#include <string>

template <class E, class F> std::string thrown_whole(F&& f) {
  try {
    f();
  } catch (E const& e) {
    return e.what();
  }
  return "nothing was thrown";
}
template <class E, class F> std::string thrown(F&& f) {
  std::string const all = thrown_whole<E>(f);
  return all.substr(0, all.find('\n'));
}
template <class X> bool same(constax::ndarray const& x, X const& y) { return x == constax::ndarray(y); }
