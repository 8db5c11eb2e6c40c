// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native -fconstexpr-ops-limit=40000000000 -fconstexpr-loop-limit=1000000000
// 870 s and 8.3 GB with g++ 12, which collects less, and takes 15.6 GB, where there are 23.
#include "../constax.hpp"

static bench::add<gmm::problem<32>> const of_32("constax", gmm::by_constax<32>);
