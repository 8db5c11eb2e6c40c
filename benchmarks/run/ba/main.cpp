// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"
#include "../../support/run.hpp"

int main(int argc, char** argv) {
  bench::program p(argc, argv);
  for (std::size_t const n : {1000u, 100'000u}) p.run<ba::columns>(n), p.run<ba::rows>(n);
  return p.finish();
}
