// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::key: a key of unsafe_rbg is any four words of 32 bits, an element has room for two; take cx::rbg
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto const k = cx::random::key<cx::unsafe_rbg>(1);
