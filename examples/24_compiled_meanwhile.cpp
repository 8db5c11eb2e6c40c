// SPDX-License-Identifier: BSL-1.0
// flags: -O1 -march=native
// A program whose shapes are known at run time, evaluated at once and compiled meanwhile: steps of a fit begin in the evaluator, and go on
// in compiled code, with the same bits. The static program, which has its shapes in types, says what they must be.
#include <constax/compiled.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <utility>
#include <vector>

namespace cx = constax;

inline constexpr auto loss = [](auto w, auto x, auto y) {
  auto const z = cx::dot(x, w);
  return cx::mean(cx::softplus(z) - y * z) + 1e-3 * cx::sum(w * w);
};
inline constexpr auto step = [](auto w, auto x, auto y) {
  auto const [l, slope] = cx::value_and_grad(loss)(w, x, y);
  return std::pair{l, w - 0.5 * slope};
};

template <class F> double microseconds_of(F const& f) {
  auto const start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

int main() {
  constexpr int n = 300, features = 6, steps = 400; // as if they had been read from a file
  cx::array<double, n, features> rows;
  cx::array<double, n> answers;
  for (int i = 0; i < n * features; ++i) rows[i] = std::sin(1.0 + 0.7 * i);
  for (int i = 0; i < n; ++i) answers[i] = rows[i * features] + 0.5 * rows[i * features + 3] > 0.1 ? 1.0 : 0.0;
  cx::ndarray const x(rows), y(answers);

  auto const fit = cx::compiled(step);
  cx::ndarray w = cx::array<double, features>{};
  double l = 0, evaluated = 0, compiled = 0;
  for (int k = 0; k < steps; ++k) {
    if (k == steps / 2) fit.wait(); // a program that has other things to do goes on
    bool const by_compiler = fit.is_ready(w, x, y);
    double const took = microseconds_of([&] {
      auto const [value, next] = fit(w, x, y);
      l = value.item<double>(), w = next;
    });
    if (k > 0) (by_compiler ? compiled : evaluated) = took;
  }
  std::cout << fit.explain(w, x, y) << "\n\n";
  std::printf("a step took %.0f us in the evaluator", evaluated);
  if (fit.is_ready(w, x, y)) std::printf(", and takes %.0f us in compiled code", compiled);
  std::printf("\nthis signature: %s\n", fit.status(w, x, y).c_str());

  cx::array<double, features> v;
  double expected = 0;
  for (int k = 0; k < steps; ++k) {
    auto const [value, next] = cx::jit(step)(v, rows, answers);
    expected = value, v = next;
  }
  bool const same = l == expected && w == cx::ndarray(v);
  std::printf("loss %.6f after %d steps; the static program gives %s\n", l, steps, same ? "the same bits" : "other bits");
  return same && l < 0.4 ? 0 : 1;
}
