// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// The same bits as elements of another type of as many bits. bitcast_convert_type[new_dtype] : T[s] -> new_dtype[s]. It has no derivative.
struct bitcast_convert_type_t : elementwise<bitcast_convert_type_t, numeric> {
  static constexpr std::string_view name = "bitcast_convert_type";
  static constexpr std::string_view cpp = "__builtin_bit_cast($R, $x)";
  static constexpr bool exact = true, reinterprets = true;
  static constexpr i64 flops = 0;
  struct params {
    dtype new_dtype = dtype::u64;
    static constexpr char const* names[] = {"new_dtype"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    if (!numeric::accepts(xs[0]->type)) return fault{fault_code::dtype_not_accepted, {}, numeric::name, *xs[0]};
    if (!numeric::accepts(p.new_dtype) || info(p.new_dtype).bytes != info(xs[0]->type).bytes)
      return fault{fault_code::bad_params, {}, "the new elements are numbers of as many bits", *xs[0]};
    return aval{p.new_dtype, xs[0]->shape};
  }
  template <class To, class From>
  static constexpr bool fits = sizeof(To) == sizeof(From) && !std::is_same_v<To, bool> && !std::is_same_v<From, bool>;
  template <class To, class X>
    requires fits<To, element_t<X>>
  static constexpr auto eval_to(X const& x) {
    return __builtin_bit_cast(rebind_t<X, To>, x);
  }
};

} // namespace constax::inline CONSTAX_TAG
