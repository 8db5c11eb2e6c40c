// SPDX-License-Identifier: BSL-1.0
// A C++ callable becomes a typed program while it compiles: its text can be compared in a static_assert.
#include <constax/constax.hpp>
#include <iostream>

namespace cx = constax;

// Ordinary C++: a loop, a local variable that is overwritten. What is recorded are the operations, in the order of their need.
inline constexpr auto f = [](auto w, auto x) {
  auto y = x;
  for (int i = 0; i < 2; ++i) y = cx::sin(w * y) + 0.5;
  return cx::sum(y);
};

// Only types matter for a jaxpr, so cx::spec stands for an argument: here for two vectors of three doubles.
inline constexpr cx::spec<double, 3> w, x;
constexpr auto program = cx::make_jaxpr(f)(w, x);

static_assert(program ==
              "{ lambda ; a:f64[3] b:f64[3]. let\n"
              "    c:f64[3] = mul a b\n"
              "    d:f64[3] = sin c\n"
              "    e:f64[3] = add d 0.5:f64[]\n"
              "    f:f64[3] = mul a e\n"
              "    g:f64[3] = sin f\n"
              "    h:f64[3] = add g 0.5:f64[]\n"
              "    i:f64[] = reduce_sum[axes=(0,)] h\n"
              "  in (i,) }");
static_assert(program.in_avals().size() == 2 && program.out_avals().size() == 1);

int main() {
  std::cout << program << '\n';
  // autodidax's older notation, as an option.
  std::cout << program.str(cx::notation::autodidax).view() << '\n';
  // What it costs is a constant too.
  constexpr auto cost = cx::cost(f)(w, x);
  static_assert(cost.transcendental == 6);
  std::cout << cost.flops << " flops, " << cost.transcendental << " transcendental functions, " << cost.bytes_read << " bytes read\n";
  return program.eqns().size() == 7 ? 0 : 1;
}
