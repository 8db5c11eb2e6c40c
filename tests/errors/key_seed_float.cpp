// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::key: the seed is one integer
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto const k = cx::random::key(0.5);
