// SPDX-License-Identifier: BSL-1.0
#pragma once
// constax: JAX's idea, carried out by the C++ compiler. The map of the library, in the order in which data flows through it:
//
//   callable ──trace──▶ jaxpr ──transform──▶ jaxpr ──plan──▶ plan ──eval──▶ numbers
//
// Each layer includes only itself and those above it in this list. docs/flow.md tells the same as a story.
#include <constax/version.hpp>

#include <constax/base/push_macros.hpp>     // programs' macros called N, T, min, ... are set aside while the headers are read

#include <constax/base/config.hpp>          // base: knows nothing of programs; vectors, texts and faults in constant evaluation
#include <constax/lane/lane.hpp>            // lane: W values of T in registers
#include <constax/math/math.hpp>            // math: elementary and special functions on lanes
#include <constax/aval/aval.hpp>            // aval: dtype and shape, what is known of a value before it exists
#include <constax/jaxpr/jaxpr.hpp>          // jaxpr: the typed program, its checker and printer, and the contract of a primitive
#include <constax/trace/tracer.hpp>         // trace: from a callable to its jaxpr
#include <constax/primitives/primitives.hpp> // primitives: one file each
#include <constax/transform/transform.hpp>  // transform: jvp, linearize, transpose, vjp, vmap, simplify; one verb a file
#include <constax/plan/code.hpp>            // plan: loops, registers and memory
#include <constax/eval/run.hpp>             // eval: the plan as SIMD and OpenMP code; the constexpr oracle
#include <constax/api/api.hpp>              // api: what users write

#include <constax/base/pop_macros.hpp>
