// SPDX-License-Identifier: BSL-1.0
#pragma once
// codegen: programs as source text. cx::emit_cpp(f, "name")(args...) is a header to read, to ship or to hand to another compiler.
#include <constax/runtime.hpp>

#include <constax/base/push_macros.hpp>

#include <constax/codegen/device_std.hpp> // what NVRTC lacks of the standard library
#include <constax/codegen/elements.hpp>   // an element of a value, as lines of C++
#include <constax/codegen/emit.hpp>       // emit_cpp, emit_cuda
#include <constax/codegen/function.hpp>   // levels, barriers, control flow
#include <constax/codegen/grid.hpp>       // who runs the loops
#include <constax/codegen/grid_plan.hpp>  // which loops there are, and what is stored between them
#include <constax/codegen/lines.hpp>      // cumulative operations, argmax
#include <constax/codegen/node_writer.hpp> // what the texts of nodes share
#include <constax/codegen/nodes.hpp>      // a node as lines
#include <constax/codegen/program.hpp>    // a jaxpr as a program
#include <constax/codegen/slices.hpp>     // scatter
#include <constax/codegen/sources.hpp>    // the functions that it calls
#include <constax/codegen/spelling.hpp>   // numbers and primitives as C++
#include <constax/codegen/sums.hpp>       // reductions and contractions
#include <constax/codegen/writer.hpp>     // lines in blocks

#include <constax/base/pop_macros.hpp>
