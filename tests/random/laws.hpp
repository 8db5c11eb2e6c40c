// SPDX-License-Identifier: BSL-1.0
#pragma once
// laws: what holds for every program.
//
//   recorded    the program, and what transformations made of it, is well formed
//   lower       lower(j) is well formed, and gives what j gives, up to rounding errors
//   prepare     prepare(j) is well formed, and gives what j gives, bit for bit, also of special numbers
//   plan        each element that a plan reads is the one that the equation asks for, each element of a result is written (plan_check.hpp)
//   derivative  J dx is the difference quotient along dx, where that has a limit
//   adjoint     <ct, J dx> = <J^T ct, dx>, and J^T in two steps gives the same
//   vmap        vmap is the loop over rows
//   commute     the vjp of a vmap is the vmap of the vjp
//   symbols     a program with symbols is the program with numbers in their place
//   transposes  the program on transposes of some arguments and results (plan/col_major.hpp) gives the same bits, and has a right plan
//   strips      the evaluator of strips gives what the lowered program with numbers gives, bit for bit, also of special numbers
//
// A law asks passes that it is given, so that a wrong twin of a pass can be seen to fail it (twins.cpp).
#include "generator.hpp"
#include "numbers.hpp"
#include "strips.hpp"

#include <constax/plan/col_major.hpp>
#include <constax/plan/make_plan.hpp>

#include <map>
#include <optional>
#include <string>

namespace random_programs {

/// The passes that laws are about.
struct passes {
  jaxpr (*lower)(jaxpr const&);
  jaxpr (*prepare)(jaxpr const&);
  loop_plan (*make_plan)(jaxpr const&, lane_choice);
  jaxpr (*jvp)(jaxpr const&);
  jaxpr (*vjp)(jaxpr const&);
  jaxpr (*value_and_grad)(jaxpr const&);
  jaxpr (*vmap)(jaxpr const&, range<i32> in_axes, extent rows, range<i32> out_axes);
  vm::program (*strips)(jaxpr const& lowered);
  jaxpr (*on_transposes)(jaxpr const& lowered, vec<bool> const& turn);
};
passes const& right_passes();

struct failure {
  std::string law, what;
};
/// How often each law has been asked.
using counts = std::map<std::string, long>;

/// The first law that does not hold for this program.
std::optional<failure> find_failure(random_program const&, passes const&, counts&);

} // namespace random_programs
