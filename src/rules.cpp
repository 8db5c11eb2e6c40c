// SPDX-License-Identifier: BSL-1.0
// The other half of constax::runtime: primitives' rules, passes, and all that is traced late and needs no template argument. Files that
// define CONSTAX_USE_RUNTIME only declare it.
#include <constax/runtime/rules.hpp>
