// SPDX-License-Identifier: BSL-1.0
#pragma once
// evaluate: what each kind of primitive MEANS, one element at a time. The oracle (eval/reference.hpp) walks equations and calls this.
#include <constax/primitives/order.hpp>
#include <constax/trace/tracer.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class P>
constexpr void call_evaluate(range<tensor>, range<i64>, bindings const&, vec<tensor>&) {}

} // namespace constax::inline CONSTAX_TAG::detail
