// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"
#include "../../support/run.hpp"

int main(int argc, char** argv) {
  bench::program p(argc, argv);
  p.run<mlp>(10'000, 16, 16), p.run<mlp>(1'000, 64, 64), p.run<mlp>(500, 784, 256), p.run<mlp>(500, 512, 512);
  return p.finish();
}
