// SPDX-License-Identifier: BSL-1.0
#pragma once
// registry: the functions of the library's primitives that run strips, by primitive. Apart from descriptors: a unit that only traces
// makes none of them.
#include <constax/eval/vm/direct.hpp>
#include <constax/eval/vm/fold.hpp>
#include <constax/eval/vm/strip.hpp>
#include <constax/primitives/list.hpp>

#include <unordered_map>

namespace constax::inline CONSTAX_TAG::vm {

struct rules {
  strip_function (*strip)(dtype operand, dtype result) = nullptr;
  fold_functions const* (*fold)(dtype) = nullptr;
  direct_function direct = nullptr;
};
template <class P> rules describe() {
  rules r;
  if constexpr (P::kind == kind::elementwise) r.strip = find_strip<P>;
  if constexpr (P::kind == kind::reduction) r.fold = find_fold<P>;
  r.direct = find_direct<P>();
  return r;
}

/// None for a user's own primitive.
inline rules const* find_rules(primitive const& p) {
  static std::unordered_map<u32 const*, rules> const all{
#define CONSTAX_CASE(P) {&tag<P>, describe<P>()},
      CONSTAX_EACH_PRIMITIVE(CONSTAX_CASE)
#undef CONSTAX_CASE
  };
  auto const at = all.find(p.tag);
  return at == all.end() ? nullptr : &at->second;
}

} // namespace constax::inline CONSTAX_TAG::vm
