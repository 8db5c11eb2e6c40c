// SPDX-License-Identifier: BSL-1.0
#pragma once
// strips: programs by the evaluator of strips (eval/vm/), whose functions are made in one file.
#include <constax/eval/vm/program.hpp>

namespace random_programs {

/// Loops take turns of so many elements (eval/vm/find_pipelines.hpp): few, so that small programs have pipelines too.
constax::vm::program strip_program(constax::jaxpr const& lowered, constax::i64 elements_a_turn = 2048);
constax::vec<constax::tensor> run_strips(constax::vm::program const&, constax::vec<constax::tensor> const& args);

} // namespace random_programs
