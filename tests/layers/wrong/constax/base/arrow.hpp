// SPDX-License-Identifier: BSL-1.0
#pragma once
// wrong twin for tests/layers.cmake: each line below must be found.
#include <constax/jaxpr/jaxpr.hpp>
