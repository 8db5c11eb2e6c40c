// SPDX-License-Identifier: BSL-1.0
#include "constax.hpp"

static bench::add<gmm::problem<20>> const of_20("constax", gmm::by_constax<20>);
