// SPDX-License-Identifier: BSL-1.0
#pragma once
// catalogue: all primitives of primitives/primitives.hpp, as a program at run time sees them.
//
// The list is read from that header (CMakeLists.txt), and what is asked of a primitive follows from its family and its type rule: one that
// is added joins by itself. Parameters are drawn member by member; movements, whose parameters depend on each other, have a drawing of
// their own (catalogue.cpp).
#include "choices.hpp"

#include <constax/primitives/primitives.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace random_programs {

using namespace constax;

/// What parameters are drawn for: operands that have been chosen, in a program whose axes have these lengths.
struct drawing {
  choices& pick;
  bindings const& b;
  std::vector<extent> const& extents;
  operand_types xs;
};

/// An interval of numbers.
struct interval {
  double lo, hi;
};
inline constexpr interval intervals[] = {{-1, 1}, {0.1, 1}, {1.25, 3}}; // around 0; for logarithms; for acosh and its like

struct entry {
  static constexpr u32 most_operands = 3;
  primitive const* prim = nullptr;
  std::string type_name;  // of the struct, in namespace constax
  u32 operands = 0;       // before the indices, where it has some
  std::vector<std::array<dtype, most_operands>> dtypes;       // of operands that the type rule takes; elementwise only
  std::optional<std::array<interval, most_operands>> domain;  // of operands for which results and derivatives are finite; elementwise only
  std::optional<vec<i64>> (*draw)(drawing const&) = nullptr;  // parameters; nothing: there are none for these operands
  vec<i64> (*bound)(range<i64>, bindings const&) = nullptr;   // parameters with numbers in the place of symbols
  std::string (*spell)(range<i64>) = nullptr;                 // parameters as a C++ expression; empty: there are none
};

/// All primitives that hold no functions.
std::vector<entry> const& catalogue();
entry const& entry_of(primitive const&);
/// Parameters with numbers in the place of symbols; of control equations too.
vec<i64> bound_params(eqn const&, range<i64> params, bindings const&);
/// j with numbers in the place of its symbols.
jaxpr with_numbers(jaxpr j, bindings const&);

/// An extent as C++: 3, n + 1, 2 * n - m.
std::string spelt(extent const&);

} // namespace random_programs
