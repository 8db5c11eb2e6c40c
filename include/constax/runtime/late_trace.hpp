// SPDX-License-Identifier: BSL-1.0
#pragma once
// late_trace: an open trace, apart from the callable. It ends with what the function has returned, or has thrown.
#include <constax/runtime/numbers.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// What a function is traced for: the name is that of the trace in messages.
struct purpose {
  std::string_view name;
  bool has_numbers; // of this call: questions are answered, and the program is of this call alone where there was one
};
inline constexpr purpose for_jit{"jit", false}, for_text{"make_jaxpr", false}, for_this_call{"call", true};

inline context* open_late(purpose p) {
  context* const c = context::make_counted(p.name);
  c->innermost().has_numbers = p.has_numbers;
  return c;
}
inline dynamic_tracer input_late(context& c, ndarray const& x) {
  value const v = c.input(x.type());
  if (c.innermost().has_numbers) numbers_in(c).know(c, v, x);
  return dynamic_tracer(v);
}
/// Tracers that f has stored find no open builder.
inline void leave_late(context& c) {
  while (!c.open.empty()) c.open.pop();
  delete c.numbers;
  c.numbers = nullptr;
}
inline late_program end_late(context& c, range<dynamic_tracer> outs, bool staged) {
  late_program p;
  vec<value> ys;
  for (dynamic_tracer const& y : outs) p.outs.push(y.type()), ys.push(y.value);
  p.program = c.finish(ys);
  p.asked = c.numbers && numbers_in(c).asked;
  // As of static programs: of a gradient what it needs. What was only asked for is not a part of it.
  if ((staged || p.asked) && !p.program.fault) p.program = dce(ordered(static_cast<jaxpr&&>(p.program)));
  if (!p.program.fault) p.program.fail(find_key_reuse(p.program));
  if (p.program.fault) raise_fault(p.program.fault);
  return p;
}
class late_trace {
  context_ref at_hand_;

public:
  explicit late_trace(purpose p) : at_hand_(at_run_time<&open_late>::call(p)) {}
  late_trace(late_trace const&) = delete;
  late_trace& operator=(late_trace const&) = delete;
  ~late_trace() { at_run_time<&leave_late>::call(*at_hand_); }
  dynamic_tracer input(ndarray const& x) { return at_run_time<&input_late>::call(*at_hand_, x); }
  late_program end(range<dynamic_tracer> outs, bool staged) { return at_run_time<&end_late>::call(*at_hand_, outs, staged); }
};

} // namespace constax::inline CONSTAX_TAG::detail
