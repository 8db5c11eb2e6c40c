// SPDX-License-Identifier: BSL-1.0
#pragma once
// registry: the functions of the library's primitives that run strips, by primitive. Apart from descriptors: a unit that only traces
// makes none of them.
#include <constax/eval/vm/direct.hpp>
#include <constax/eval/vm/fold.hpp>
#include <constax/eval/vm/scalar.hpp>
#include <constax/eval/vm/strip.hpp>
#include <constax/primitives/list.hpp>

#include <unordered_map>

namespace constax::inline CONSTAX_TAG::vm {

struct rules {
  strip_function (*strip)(dtype operand, dtype result) = nullptr;
  scalar_function (*scalar)(dtype operand, dtype result) = nullptr; // where there is one for strips
  fold_functions const* (*fold)(dtype) = nullptr;
  direct_function direct = nullptr;
};
template <class P> rules describe() {
  rules r;
  if constexpr (P::kind == kind::elementwise && !has_results<P>)
    r.strip = find_function<P, strip_functions>, r.scalar = find_function<P, scalar_functions>;
  if constexpr (P::kind == kind::reduction) r.fold = find_fold<P>;
  r.direct = find_direct<P>();
  return r;
}
using rules_by_tag = std::unordered_map<u32 const*, rules>;
/// Of several results programs that run hold the parts.
template <class P, u32... K> void add_rules(rules_by_tag& to, std::integer_sequence<u32, K...>) {
  if constexpr (has_results<P>) (to.emplace(&tag<detail::part_of<P, K>>, describe<detail::part_of<P, K>>()), ...);
  else to.emplace(&tag<P>, describe<P>());
}

/// None for a user's own primitive.
inline rules const* find_rules(primitive const& p) {
  static rules_by_tag const all = [] {
    rules_by_tag each;
#define CONSTAX_CASE(P) add_rules<P>(each, each_result<P>);
    CONSTAX_EACH_PRIMITIVE(CONSTAX_CASE)
#undef CONSTAX_CASE
    return each;
  }();
  auto const at = all.find(p.tag);
  return at == all.end() ? nullptr : &at->second;
}

} // namespace constax::inline CONSTAX_TAG::vm
