// SPDX-License-Identifier: BSL-1.0
// With what the library constax::runtime consists of: tests of ndarrays link this file.
#include <constax/runtime/strips.hpp>

#include "strips.hpp"

namespace random_programs {

constax::vm::program strip_program(constax::jaxpr const& lowered, constax::i64 elements_a_turn) {
  return constax::vm::planner(lowered).make(elements_a_turn);
}
constax::vec<constax::tensor> run_strips(constax::vm::program const& p, constax::vec<constax::tensor> const& args) {
  return constax::vm::runner::evaluate(p, args);
}

} // namespace random_programs
