// SPDX-License-Identifier: BSL-1.0
#include "constax.hpp"

static bench::add<gmm::problem<32>> const of_32("constax", gmm::by_constax<32>);
