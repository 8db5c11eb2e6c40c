// SPDX-License-Identifier: BSL-1.0
#pragma once
// compiled: programs that are traced at run time, compiled by the C++ compiler while the evaluator answers:
// cx::compiled(f)(cx::ndarray...).
#include <constax/runtime.hpp>

#include <constax/base/push_macros.hpp>

#include <constax/compiled/call.hpp>        // compiled
#include <constax/compiled/compilation.hpp> // what becomes of one program
#include <constax/compiled/compiler.hpp>    // text -> shared library
#include <constax/compiled/native.hpp>      // shared library -> what evaluates
#include <constax/compiled/programs.hpp>    // those of one function
#include <constax/compiled/source.hpp>      // lowered jaxpr -> text
#include <constax/compiled/workshop.hpp>    // the thread

#include <constax/base/pop_macros.hpp>
