// SPDX-License-Identifier: BSL-1.0
#pragma once
// windows: reduce_window, max_pool, ... of dynamic tracers. What they record is api/windows.hpp's.
#include <constax/api/windows.hpp>
#include <constax/runtime/tracer.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Name, class F> dynamic_tracer windows_dynamic(dynamic_tracer const& x, window_options const& o, bool pool, F const& f) {
  aval const a = x.type();
  window_request const r = pool ? request_of_pool(a, o) : request_of_all(a, o);
  if (r.where.fault != window_fault::none) raise_error<shape_error>(windows_refused(Name::name, r.where, a));
  context_ref const c = some_context({&x.value, 1});
  return dynamic_tracer(f(in_context(*c, x.value), r));
}

} // namespace constax::inline CONSTAX_TAG::detail
