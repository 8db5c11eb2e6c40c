// SPDX-License-Identifier: BSL-1.0
// The library constax::runtime: it is compiled with each program that links it, by the flags of that program, whose names constax's
// functions bear.
#include <constax/runtime/strips.hpp>
