// SPDX-License-Identifier: BSL-1.0
#pragma once
// lane: the only type evaluators and math/ are instantiated with: W values of T in registers, lane<T, 1> = T and constexpr.
#include "element.hpp"  // element types, concepts; select, any, all of scalars
#include "guard.hpp"    // guard, launder, is_constant_evaluated
#include "fma.hpp"      // a * b + c
#include "convert.hpp"  // element types
#include "half.hpp"     // bf16 and f16 from float and back
#if CONSTAX_HAS_PACKS
#include "pack.hpp"      // the type, its operators, select, broadcast, iota, first_n, extract
#include "register.hpp"  // any, all; what intrinsics are for
#include "on_packs.hpp"  // what math/ does with packs otherwise than with scalars
#include "memory.hpp"    // loads and stores: whole, partial, strided
#include "fold.hpp"      // one register to one scalar, by a fixed tree
#endif
