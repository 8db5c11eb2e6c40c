// SPDX-License-Identifier: BSL-1.0
#pragma once
// swept: a program of one array of n numbers and one result, by strips: millions of arguments a second, with the oracle's bits.
#include <constax/eval/vm/run.hpp>

#include "../../random/strips.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

template <class T> class swept {
  constax::vm::program const program;

 public:
  explicit swept(constax::jaxpr const& lowered) : program(random_programs::strip_program(lowered)) {}
  /// y = program(x). Several threads may ask at once.
  void operator()(T const* x, T* y) const {
    constax::vm::runner run(program);
    run([&](constax::u32) { return reinterpret_cast<std::byte const*>(x); }, [&](constax::u32) { return reinterpret_cast<std::byte*>(y); });
    // a derivative may be a constant, or the argument itself
    std::byte const* const at = run.memory_at(program.results[0].memory);
    auto const& type = program.memories[program.results[0].memory].type;
    if (!(type.shape == program.results[0].type.shape)) std::fprintf(stderr, "math_error: a result of another length\n"), std::exit(2);
    if (at != reinterpret_cast<std::byte*>(y)) std::memcpy(y, at, static_cast<std::size_t>(type.shape.size()) * sizeof(T));
  }
};

} // namespace
