// SPDX-License-Identifier: BSL-1.0
#pragma once
// emit : jaxpr -> source text        C++ to read, ship or hand to another compiler; CUDA C for NVRTC
#include <constax/codegen/function.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

/// How a kernel's threads are started.
enum class launch_form : u8 {
  free,       // any number of blocks: nobody waits for anybody
  block,      // one block
  cooperative // blocks that all run at once, since they wait for each other
};

/// A program as text: `headers` are those of constax that it calls, `body` is what was made of the jaxpr.
struct program_text {
  std::string name, body;
  i64 bytes = 0; // of memory besides arguments and results
  launch_form launch = launch_form::free;
  i64 widest = 1; // elements of its largest loop
  std::string jaxpr;
};

/// Loops up to that many elements are left to one block, if there are barriers between them.
inline constexpr i64 one_block = 4096;

inline program_text program_of(jaxpr const& j, std::string const& name, grid_target const& target = {}) {
  if (j.fault) throw unsupported("[constax] codegen: the program has a fault");
  functions_text f(target);
  functions_text::made const entry = f.add(j, name + "_on");
  program_text p{name, f.text(), entry.bytes, launch_form::free, f.widest(), std::string(print(j).view())};
  if (f.barriers() > 1) p.launch = f.widest() <= one_block ? launch_form::block : launch_form::cooperative;
  return p;
}

} // namespace constax::inline CONSTAX_TAG::codegen
