// SPDX-License-Identifier: BSL-1.0
#pragma once
// late_program : what a call of ndarrays becomes, apart from the callable: its program, lowered, with what runs it
#include <constax/jaxpr/print.hpp>
#include <constax/runtime/evaluator.hpp>
#include <constax/runtime/tracer.hpp>
#include <constax/transform/transform.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// f's jaxpr, the types of its results, and what runs it.
struct late_program {
  jaxpr program;
  vec<aval> outs;
  std::shared_ptr<late_evaluator const> run = {};
  bool asked = false; // f asked for numbers: it is of this call alone
  vec<u32> structure = {}; // of what it returns: treedef.hpp
};

inline late_program lower_late(late_program p) {
  p.program = lower(p.program);
  if (p.program.fault) raise_fault(p.program.fault);
  return p;
}
inline late_program evaluate_late(late_program p) {
  p = lower_late(static_cast<late_program&&>(p));
  p.run = make_evaluator(p.program);
  return p;
}
inline late_program with_lowered(late_program p) { return at_run_time<&lower_late>::call(static_cast<late_program&&>(p)); }
inline late_program with_evaluator(late_program p) { return at_run_time<&evaluate_late>::call(static_cast<late_program&&>(p)); }

inline void run_late_program(late_program const& p, range<ndarray const*> args, ndarray* results) {
  p.run->run(p.program, args, results);
  for (u32 i = 0; i < p.outs.size(); ++i)
    if (!(results[i].type() == p.outs[i])) results[i] = results[i].viewed_as(p.outs[i]); // of a key its word has been computed
}

/// The first line of two texts that differs.
inline std::pair<std::string_view, std::string_view> first_difference(std::string_view a, std::string_view b) {
  for (;;) {
    std::string_view const x = a.substr(0, a.find('\n')), y = b.substr(0, b.find('\n'));
    if (x != y || (x.size() == a.size() && y.size() == b.size())) return {x, y};
    a.remove_prefix(x.size() == a.size() ? x.size() : x.size() + 1), b.remove_prefix(y.size() == b.size() ? y.size() : y.size() + 1);
  }
}
inline void compare_programs(jaxpr const& a, jaxpr const& b, std::string_view what) {
  text const one = print(a, notation::jax), other = print(b, notation::jax);
  if (one.view() == other.view()) return;
  auto const [x, y] = first_difference(one.view(), other.view());
  text t;
  raise_error<error>(t << "[constax] check_trace: " << what
                       << "; hand it to the function as an argument, or call cx::clear_cache. The programs differ in `" << x << "` and `"
                       << y << "`");
}
inline void expect_same_program(jaxpr const& a, jaxpr const& b, std::string_view what) { at_run_time<&compare_programs>::call(a, b, what); }

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
