// SPDX-License-Identifier: BSL-1.0
#pragma once
// compiled_once: what constax::runtime holds for files that link it, which define CONSTAX_USE_RUNTIME: the rules of primitives, and the
// functions that base/at_run_time.hpp names. The file that includes runtime/rules.hpp makes them; here those files are told so.
#include <constax/primitives/list.hpp>
#include <constax/runtime/elementwise.hpp>
#include <constax/runtime/late_trace.hpp>

// (What holds functions is not in the list of primitives: no function of strips belongs to it.)
#define CONSTAX_EACH_CALL(F) F(call_t) F(while_t) F(cond_t) F(scan_t) F(custom_jvp_call_t) F(custom_vjp_call_t)
#define CONSTAX_EACH_LATE_FUNCTION(F)                                                                                                   \
  F(bind_here)                                                                                                                          \
  F(context_here)                                                                                                                       \
  F(finish_here) F(destroy_here) F(carve_here) F(replay_here) F(jvp_here) F(linearize_here) F(value_and_grad_here) F(vmap_here)         \
      F(raise_fault_here) F(type_of_tracer) F(record_late) F(literal_late) F(elementwise_late) F(elementwise_of_numbers) F(open_late)   \
          F(input_late) F(leave_late) F(end_late) F(lower_late) F(evaluate_late) F(run_late_program) F(compare_programs) F(note_inputs) \
              F(answer_late) F(length_late) F(provenance_here) F(raise_fault_in) F(expect_assignable)

#if defined(CONSTAX_USE_RUNTIME)
namespace constax::inline CONSTAX_TAG {
#define CONSTAX_CASE(P) extern template primitive const& late_descriptor<P>();
CONSTAX_EACH_PRIMITIVE(CONSTAX_CASE)
CONSTAX_EACH_CALL(CONSTAX_CASE)
#undef CONSTAX_CASE
#define CONSTAX_CASE(f) extern template struct at_run_time<&detail::f>;
CONSTAX_EACH_LATE_FUNCTION(CONSTAX_CASE)
#undef CONSTAX_CASE
} // namespace constax::inline CONSTAX_TAG
#endif
