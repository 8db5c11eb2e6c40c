// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/convert_element_type.hpp>

namespace constax::inline CONSTAX_TAG {

/// The length of an axis as a number, known when the program is called. size[extent] : -> i64[]
struct size_of_axis_t {
  static constexpr std::string_view name = "size";
  static constexpr constax::kind kind = constax::kind::size;
  static constexpr i64 flops = 0;
  struct params {
    constax::extent extent = {};
    static constexpr char const* names[] = {"extent"};
  };
  static constexpr typed type(operand_types, params const&) { return aval{dtype::i64, {}}; }
  static constexpr i64 number(params const& p) { return p.extent.number; }
};

/// The length e as a value: a literal if it is known, else an equation.
constexpr value size_of_axis(auto& c, extent const& e) {
  if (e.is_number()) return c.constant(literal::of(dtype::i64, e.number));
  return bind(c, descriptor<size_of_axis_t>, {}, encode(size_of_axis_t::params{e}));
}

} // namespace constax::inline CONSTAX_TAG
