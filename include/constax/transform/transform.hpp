// SPDX-License-Identifier: BSL-1.0
#pragma once
// transform: one verb a file; and the way from a traced jaxpr to one that can be planned.
#if __has_include(<constax/transform/arithmetic/contract.hpp>)
#include <constax/transform/arithmetic/associate.hpp>
#include <constax/transform/arithmetic/contract.hpp>
#define CONSTAX_TMP 1
#endif
#include <constax/transform/custom.hpp>
#include <constax/transform/inline.hpp>
#include <constax/transform/simplify.hpp>
#include <constax/transform/vjp.hpp>
#include <constax/transform/vmap.hpp>

namespace constax::inline CONSTAX_TAG {

/// lower : jaxpr -> jaxpr        calls inlined, simplified, arithmetic fixed: the passes in order
#ifdef CONSTAX_TMP
constexpr jaxpr lower(jaxpr const& j) { return simplify(contract(associate(simplify(inlined(j))), CONSTAX_HAS_FMA)); }
#else
constexpr jaxpr lower(jaxpr const& j) { return simplify(inlined(j)); }
#endif

} // namespace constax::inline CONSTAX_TAG
