// SPDX-License-Identifier: BSL-1.0
#pragma once
// rules: makes what runtime/compiled_once.hpp declares, half a minute of compilation. A file of constax::runtime includes this.
#include <constax/runtime.hpp>

namespace constax::inline CONSTAX_TAG {
#define CONSTAX_CASE(P) template primitive const& late_descriptor<P>();
CONSTAX_EACH_PRIMITIVE(CONSTAX_CASE)
CONSTAX_EACH_CALL(CONSTAX_CASE)
#undef CONSTAX_CASE
#define CONSTAX_CASE(f) template struct at_run_time<&detail::f>;
CONSTAX_EACH_LATE_FUNCTION(CONSTAX_CASE)
#undef CONSTAX_CASE
} // namespace constax::inline CONSTAX_TAG
