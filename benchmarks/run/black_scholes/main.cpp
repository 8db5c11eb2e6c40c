// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"
#include "../../support/run.hpp"

int main(int argc, char** argv) {
  bench::program p(argc, argv);
  p.run<black_scholes_soa>(2'000);
  p.run<black_scholes_soa>(1'000'000);
  p.run<black_scholes_aos>(1'000'000);
  return p.finish();
}
