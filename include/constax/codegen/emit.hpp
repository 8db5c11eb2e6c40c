// SPDX-License-Identifier: BSL-1.0
#pragma once
// emit_cpp, emit_cuda : f -> (a... -> text)        the program of f for arguments of these types, as source
#include <constax/codegen/program.hpp>
#include <constax/runtime.hpp>

namespace constax::inline CONSTAX_TAG {

using codegen::elementary;

/// cx::emit_cpp(f, "name")(args...): a header of C++17 that depends on nothing, with f as a function `name` on pointers: arguments,
/// results, memory. It gives the bits that the oracle gives, with any compiler, if both are compiled for processors with fma, or both for
/// ones without: sums keep their order, elementary functions are constax' own. args: arrays, specs, ndarrays, whose lengths must be
/// numbers. Throws codegen::unsupported where f has no form as source.
///
/// cx::emit_cpp(f, "name", cx::elementary::standard) calls std::sin and its like where <cmath> has the function; bits differ then.
template <class F> auto emit_cpp(F f, std::string name = "kernel", codegen::elementary functions = codegen::elementary::own) {
  return [f, name, functions](auto const&... x) {
    codegen::grid_target const target =
        functions == codegen::elementary::own ? codegen::cpp_target() : codegen::grid_target{}; // there is no std::sin of a pack
    return codegen::cpp_text({codegen::program_of(lower(make_jaxpr(f)(x...).get()), name, target)}, functions);
  };
}
/// cx::emit_cuda(f, "name")(args...): the same for NVRTC, with a kernel `name`; codegen/device_std.hpp has the headers and options that it
/// needs there.
template <class F> auto emit_cuda(F f, std::string name = "kernel") {
  return [f, name](auto const&... x) { return codegen::cuda_text(codegen::program_of(lower(make_jaxpr(f)(x...).get()), name)); };
}

} // namespace constax::inline CONSTAX_TAG
