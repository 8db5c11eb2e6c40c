// SPDX-License-Identifier: BSL-1.0
#include "constax.hpp"

static bench::add<gmm::problem<2>> const of_2("constax", gmm::by_constax<2>);
