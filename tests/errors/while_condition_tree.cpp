// SPDX-License-Identifier: BSL-1.0
// expect: [constax] while_loop: the condition returns a tree of 2 leaves, it must return a scalar bool; return one comparison
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::while_loop([](auto y) { return std::pair{y < 3.0, y}; }, [](auto y) { return y + 1.0; }, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
