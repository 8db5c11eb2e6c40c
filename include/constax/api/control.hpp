// SPDX-License-Identifier: BSL-1.0
#pragma once
// control flow as equations, for what C++'s own if and for cannot say: conditions and numbers of trips that are known when the program
// runs, and loops that shall not be unrolled.
//
//   cond(pred, on_true, on_false, operands...)     switch_(i, std::tuple{branches...}, operands...)
//   while_loop(cond, body, init)   fori_loop(lo, hi, body, init)   scan(f, init, xs, options...)   map(f, xs)
//
// Callables may capture traced values. Carries, operands and results are pytrees.
#include <constax/api/control/branches.hpp>
#include <constax/api/control/fori_loop.hpp>
#include <constax/api/control/scan.hpp>
#include <constax/api/control/while_loop.hpp>
