// SPDX-License-Identifier: BSL-1.0
#pragma once
// evaluator: how programs that were traced at run time are run: by the oracle, equation after equation; or by strips (eval/vm/), where
// the library constax::runtime is linked. Both give the same bits.
#include <constax/runtime/ndarray.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// One lowered program, ready to run. Several threads may call it at once.
struct late_evaluator {
  virtual ~late_evaluator() = default;
  /// To as many results as the program has.
  virtual void run(jaxpr const& lowered, range<ndarray const*> args, ndarray* results) const = 0;
  vec<ndarray> operator()(jaxpr const& lowered, range<ndarray const*> args) const {
    vec<ndarray> results(lowered.outs.size());
    run(lowered, args, results.begin());
    return results;
  }
  /// What it does, for users to read.
  virtual text explain() const = 0;
};

/// Makes evaluators, where a library brings one.
using evaluator_maker = std::shared_ptr<late_evaluator const> (*)(jaxpr const& lowered);
inline evaluator_maker& installed_evaluators() {
  static evaluator_maker maker = nullptr;
  return maker;
}

struct by_oracle final : late_evaluator {
  void run(jaxpr const& j, range<ndarray const*> args, ndarray* results) const override {
    vec<tensor> xs;
    u32 k = 0;
    for (vec<u32> const* list : {&j.consts, &j.ins})
      for (u32 v : *list) xs.push(args[k++]->to_tensor(j.type(v)));
    fault why;
    vec<tensor> const ys = reference::evaluate(j, xs, {}, &why);
    if (why) raise_fault(why);
    for (tensor const& y : ys) *results++ = ndarray(y);
  }
  text explain() const override {
    return "evaluated equation after equation, each by its definition: the library constax::runtime, which computes by strips, is not "
           "linked";
  }
};
inline std::shared_ptr<late_evaluator const> make_evaluator(jaxpr const& lowered) {
  if (evaluator_maker const make = installed_evaluators()) return make(lowered);
  static auto const oracle = std::make_shared<by_oracle const>();
  return oracle;
}

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG {
/// Whether ndarrays are computed by strips: the library constax::runtime is linked, built with the flags of this unit.
inline bool has_strips() { return detail::installed_evaluators() != nullptr; }
} // namespace constax::inline CONSTAX_TAG
