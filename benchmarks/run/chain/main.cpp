// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"
#include "../../support/run.hpp"

int main(int argc, char** argv) {
  bench::program p(argc, argv);
  p.run<chain<double>>(1000);
  p.run<chain<float>>(1000);
  p.run<chain<double>>(10'000'000);
  p.run<chain<float>>(10'000'000);
  return p.finish();
}
