// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_vjp: the function has a derivative for reverse mode only, for cx::grad, cx::vjp and cx::jacrev; for forward mode give it a rule with cx::custom_jvp
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::custom_vjp([](auto x) { return cx::sin(x); }, [](auto x) { return std::pair{cx::sin(x), x}; },
                                         [](auto x, auto ct) { return ct * cx::cos(x); });
auto const y = cx::jvp(f, 0.5, 1.0);
