// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// x with elements of another type: floating to integer truncates and saturates, nan becomes 0, integers wrap, to bool is `!= 0`.
/// convert_element_type[new_dtype] : T[s] -> new_dtype[s]. Linear between floating types.
struct convert_element_type_t : elementwise<convert_element_type_t, numbers_and_bool> {
  static constexpr std::string_view name = "convert_element_type";
  static constexpr std::string_view cpp = "convert<$R>($x)";
  static constexpr bool linear = true, exact = true, converts = true;
  static constexpr i64 flops = 0;
  struct params {
    dtype new_dtype = dtype::f64;
    static constexpr char const* names[] = {"new_dtype"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    if (!accepted::accepts(xs[0]->type)) return fault{fault_code::dtype_not_accepted, {}, accepted::name, *xs[0]};
    if (!accepted::accepts(p.new_dtype))
      return fault{fault_code::bad_params, {}, "no number is a key; cx::random::key(seed) makes one", *xs[0]};
    return aval{p.new_dtype, xs[0]->shape};
  }
  template <class To>
  static constexpr auto eval_to(auto const& x) {
    return convert<To>(x);
  }
  static constexpr value transpose(auto ct, u32, auto xs);
};

/// x with elements of type t; nothing is recorded where it has them already, a literal is converted at once.
constexpr value convert_element_type(is_value auto x, dtype t) {
  if (type_of(x).type == t) return x;
  if (x.is_zero()) return x.ctx->zero(aval{t, type_of(x).shape});
  return bind<convert_element_type_t>({t}, x);
}
constexpr value convert_element_type_t::transpose(auto ct, u32, auto xs) { return convert_element_type(ct, type_of(xs[0]).type); }

} // namespace constax::inline CONSTAX_TAG
