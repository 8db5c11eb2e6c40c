// SPDX-License-Identifier: BSL-1.0
#pragma once
// generator : choices -> random program        a jaxpr recorded on values, and what transformations make of it
//
// Axes of equal length are frequent, values are used twice and returned twice, axes may be symbols. A program stays small in elements, not
// in rank.
#include "catalogue.hpp"

#include <constax/plan/lane_choice.hpp>

#include <string>
#include <vector>

namespace random_programs {

/// One transformation of a program.
struct transformation {
  enum class kind : u8 { jvp, vjp, value_and_grad, vmap } what = kind::jvp;
  vec<i32> in_axes, out_axes; // vmap
  extent rows = 0;
};
jaxpr transformed(jaxpr const&, transformation const&);

struct random_program {
  jaxpr given;                                 // as it was recorded
  std::vector<transformation> transformations; // the first one first
  jaxpr program;                               // what they make of it
  std::vector<bindings> lengths; // what its symbols stand for, one call after the other; of a program without symbols once nothing
  lane_choice lanes;                           // the layout of its arguments, as far as the planner is told
};

/// The program that these decisions make. The reason, where it is none: a transformation has refused it.
random_program generate(choices&);

/// Elements of all values for these lengths, and terms of contractions; those of a function that is held for each of its trips.
i64 elements_of(jaxpr const&, bindings const&);
inline constexpr i64 most_elements = 12000; // of one value

} // namespace random_programs
