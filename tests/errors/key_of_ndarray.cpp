// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::normal: keys of an ndarray are drawn from inside of a traced function: cx::jit(f)(keys)
#include <constax/runtime.hpp>

namespace cx = constax;

auto f(cx::ndarray const& keys) { return cx::random::normal(keys, {3}); } // here
