// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "print.hpp"

namespace random_programs {

std::string printed(random_program const& r) {
  std::string out(constax::print(r.given).view());
  for (transformation const& t : r.transformations) {
    constexpr char const* names[] = {"jvp", "vjp", "value_and_grad", "vmap"};
    out += std::string("\nthen ") + names[static_cast<int>(t.what)];
    if (t.what != transformation::kind::vmap) continue;
    out += " of " + spelt(t.rows) + " rows, in_axes";
    for (i32 a : t.in_axes) out += " " + std::to_string(a);
    out += ", out_axes";
    for (i32 a : t.out_axes) out += " " + std::to_string(a);
  }
  for (bindings const& b : r.lengths) {
    out += "\nlengths";
    for (int i = 0; i < b.count; ++i) out += " " + std::string(symbol_name(b.name[i]).view()) + "=" + std::to_string(b.value[i]);
  }
  if (r.lanes.given) out += "\nlanes along " + std::to_string(r.lanes.axis);
  return out;
}

} // namespace random_programs
