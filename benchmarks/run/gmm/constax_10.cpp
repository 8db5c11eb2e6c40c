// SPDX-License-Identifier: BSL-1.0
#include "constax.hpp"

static bench::add<gmm::problem<10>> const of_10("constax", gmm::by_constax<10>);
