// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"
#include "../../support/run.hpp"

int main(int argc, char** argv) {
  bench::program p(argc, argv);
  auto const sizes = [&]<int d>(std::integral_constant<int, d>) {
    for (std::size_t const k : {5u, 25u, 50u}) p.run<gmm::problem<d>>(k, 1000u);
  };
  sizes(std::integral_constant<int, 2>()), sizes(std::integral_constant<int, 10>());
  sizes(std::integral_constant<int, 20>()), sizes(std::integral_constant<int, 32>());
  return p.finish();
}
