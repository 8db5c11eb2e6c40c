// SPDX-License-Identifier: BSL-1.0
#pragma once
// strips: programs that were traced at run time are computed by strips (eval/vm/) from here on, in all units with the same flags. To
// include this makes a function for each primitive and dtype, half a minute of compilation: one file of a program does so, or CMake's
// constax::runtime.
#include <constax/eval/vm.hpp>
#include <constax/runtime.hpp>

namespace constax::inline CONSTAX_TAG::detail {

class by_strips final : public late_evaluator {
  vm::program program_;

 public:
  explicit by_strips(jaxpr const& lowered) : program_(vm::planner(lowered).make()) {}
  void run(jaxpr const&, range<ndarray const*> args, ndarray* results) const override {
    // A result is computed in place, or is what another one is, or an argument, or a constant.
    u32 const n = static_cast<u32>(program_.results.size());
    vm::runner runner(program_);
    runner([&](u32 k) { return args[k]->bytes(); },
           [&](u32 k) {
             results[k] = ndarray::with_room_for(program_.memories[program_.results[k].memory].type);
             return results[k].writable_bytes();
           });
    for (u32 k = 0; k < n; ++k) {
      vm::program::result const& r = program_.results[k];
      vm::memory const& m = program_.memories[r.memory];
      if (m.is == vm::memory::kind::result && m.number == k && m.type == r.type) continue;
      if (m.is == vm::memory::kind::argument) results[k] = args[m.number]->viewed_as(r.type);
      else if (m.is == vm::memory::kind::result) results[k] = results[m.number].viewed_as(r.type);
      else {
        results[k] = ndarray::with_room_for(r.type);
        std::memcpy(results[k].writable_bytes(), runner.memory_at(r.memory), static_cast<std::size_t>(m.bytes));
      }
    }
  }
  text explain() const override { return text("evaluated by strips: ") << vm::print(program_); }
};

inline bool const strips_are_installed = [] {
  installed_evaluators() = [](jaxpr const& lowered) -> std::shared_ptr<late_evaluator const> {
    return std::make_shared<by_strips const>(lowered);
  };
  return true;
}();

} // namespace constax::inline CONSTAX_TAG::detail
