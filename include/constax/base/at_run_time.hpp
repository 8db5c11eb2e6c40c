// SPDX-License-Identifier: BSL-1.0
#pragma once
// at_run_time: a function that needs no template argument, called late. Of a program that links constax::runtime the library holds what it
// does, once (runtime/compiled_once.hpp); header only, each file has a copy. In constant evaluation it is called by its name.
#include <constax/base/config.hpp>

namespace constax::inline CONSTAX_TAG {

template <auto F> struct at_run_time;
template <class R, class... A, R (*F)(A...)> struct at_run_time<F> {
  static R call(A... a);
};
// Outside of the class: what is inline is compiled in each file all the same, for the sake of inlining.
template <class R, class... A, R (*F)(A...)> R at_run_time<F>::call(A... a) { return F(static_cast<A&&>(a)...); }

} // namespace constax::inline CONSTAX_TAG
