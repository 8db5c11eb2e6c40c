// SPDX-License-Identifier: BSL-1.0
#pragma once
// transform: one verb a file; and the way from a traced jaxpr to one that can be planned.
#include <constax/transform/arithmetic/associate.hpp>
#include <constax/transform/arithmetic/contract.hpp>
#include <constax/transform/control/control.hpp>
#include <constax/transform/custom.hpp>
#include <constax/transform/halves.hpp>
#include <constax/transform/inline.hpp>
#include <constax/transform/key_reuse.hpp>
#include <constax/transform/simplify.hpp>
#include <constax/transform/vjp.hpp>
#include <constax/transform/vmap.hpp>

namespace constax::inline CONSTAX_TAG {

/// What every evaluator obeys: the order of summation, and where products and sums are one fma. Simplified programs stay so.
constexpr jaxpr fix_arithmetic(jaxpr j) { return contract(associate(static_cast<jaxpr&&>(j)), CONSTAX_HAS_FMA); }

/// lower : jaxpr -> jaxpr        calls inlined, halves floats, simplified, arithmetic fixed: the passes in order
constexpr jaxpr lower(jaxpr const& j) { return fix_arithmetic(simplify(halved(inlined(j, lower)))); }

} // namespace constax::inline CONSTAX_TAG
