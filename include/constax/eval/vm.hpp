// SPDX-License-Identifier: BSL-1.0
#pragma once
// vm: lowered jaxprs, all of whose lengths are numbers, evaluated without being compiled: by strips of 256 elements that stay in the
// first cache, one function a primitive and dtype, with the oracle's bits. To include it makes all those functions: a file of a
// program does so once.
#include <constax/base/push_macros.hpp>

#include <constax/eval/vm/planner.hpp>  // lowered jaxpr -> program
#include <constax/eval/vm/print.hpp>    // program -> text
#include <constax/eval/vm/program.hpp>  // loops over strips, whole operations, memories
#include <constax/eval/vm/registry.hpp> // primitive, dtype -> functions
#include <constax/eval/vm/run.hpp>      // program, arguments -> results

#include <constax/base/pop_macros.hpp>
