// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"
#include "../../support/run.hpp"

int main(int argc, char** argv) {
  bench::program p(argc, argv);
  p.run<rosenbrock<10>>();
  p.run<rosenbrock<1000>>();
  p.run<rosenbrock<1'000'000>>();
  return p.finish();
}
