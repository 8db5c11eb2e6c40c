// SPDX-License-Identifier: BSL-1.0
#pragma once
// windows: reduce_window, max_pool, conv_general_dilated, ... of dynamic tracers. What they record is said in api/windows.hpp and
// api/convolution.hpp.
#include <constax/api/convolution.hpp>
#include <constax/runtime/tracer.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Name, class F> dynamic_tracer windows_dynamic(dynamic_tracer const& x, window_options const& o, bool pool, F const& f) {
  aval const a = x.type();
  window_request const r = pool ? request_of_pool(a, o) : request_of_all(a, o);
  if (r.where.fault != window_fault::none) raise_error<shape_error>(windows_refused(Name::name, r.where, a));
  context_ref const c = some_context({&x.value, 1});
  return dynamic_tracer(f(entered_in(*c, x.value), r));
}

inline dynamic_tracer convolution_dynamic(dynamic_tracer const& x, dynamic_tracer const& w, convolution_options const& o) {
  aval const a = x.type(), b = w.type();
  convolution const p = place_convolution(a, b, o);
  if (p.fault == convolution_fault::dtypes) raise_error<type_error>(convolution_refused(convolution_name::name, p, a, b));
  if (p.fault != convolution_fault::none) raise_error<shape_error>(convolution_refused(convolution_name::name, p, a, b));
  value const both[] = {x.value, w.value};
  context_ref const c = some_context({both, 2});
  return dynamic_tracer(convolved_values(*c, x.value, w.value, p));
}

} // namespace constax::inline CONSTAX_TAG::detail
