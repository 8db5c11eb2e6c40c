// SPDX-License-Identifier: BSL-1.0
#pragma once
// error: what is wrong in a program that is traced or evaluated at run time, as exceptions. The compiler says the same sentences of static
// programs.
#include <constax/base/at_run_time.hpp>
#include <constax/base/report.hpp>
#include <constax/jaxpr/fault.hpp>

#include <stdexcept>
#include <string>

namespace constax::inline v0 {

/// The base of all; what no class below is of is an error itself.
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// dtypes, and what is no tree, or no scalar.
struct type_error : error {
  using error::error;
};
/// Shapes that do not fit, axes that are none.
struct shape_error : error {
  using error::error;
};
/// A traced value was asked for its number.
struct concretization_error : error {
  using error::error;
};
/// An index out of bounds.
struct index_error : error {
  using error::error;
};
/// A traced value was used after its trace had ended.
struct escaped_tracer_error : error {
  using error::error;
};

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG::detail {

/// Throws an E with the sentence; without exceptions it goes to the installed handler (base/report.hpp).
template <class E> [[noreturn]] [[gnu::cold]] [[gnu::noinline]] void raise_error(text const& sentence) {
#if CONSTAX_HAS_EXCEPTIONS
  throw E(std::string(sentence.view()));
#else
  raise(sentence);
#endif
}
/// where: lines below the sentence.
[[noreturn]] inline void raise_fault_with(fault const& f, text const& where) {
  text t = sentence(f);
  t << where.view();
  switch (f.code) {
    case fault_code::shapes_differ:
    case fault_code::bad_axis:
    case fault_code::too_many_axes:
    case fault_code::too_many_elements:
    case fault_code::no_length:
    case fault_code::negative:
    case fault_code::no_axis_mapped:
    case fault_code::rows_differ: raise_error<shape_error>(t);
    case fault_code::out_of_bounds: raise_error<index_error>(t);
    case fault_code::escaped: raise_error<escaped_tracer_error>(t);
    case fault_code::dtypes_differ:
    case fault_code::dtype_not_accepted:
    case fault_code::not_scalar:
    case fault_code::not_floating:
    case fault_code::wrong_claim: raise_error<type_error>(t);
    default: raise_error<error>(t);
  }
}
[[noreturn]] inline void raise_fault_here(fault const& f) { raise_fault_with(f, {}); }
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_fault(fault const& f) {
  at_run_time<&raise_fault_here>::call(f);
  __builtin_unreachable();
}
/// where: who makes an array of such a type.
inline void expect_array(std::string_view where, aval const& a) {
  fault_code const why = impossible(a);
  if (why == fault_code::none) return;
  fault f = no_array(why, a);
  f.where = where;
  raise_fault(f);
}

} // namespace constax::inline CONSTAX_TAG::detail
