// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Words as keys. random_wrap[dtype] : u64[s] -> dtype[s], dtype that of keys. Evaluators do not see it: there a key is its word.
struct random_wrap_t : elementwise<random_wrap_t, words> {
  static constexpr std::string_view name = "random_wrap";
  static constexpr std::string_view cpp = "$x";
  static constexpr bool unseen = true;
  static constexpr i64 flops = 0;
  struct params {
    constax::dtype dtype = constax::dtype::key_fry;
    static constexpr char const* names[] = {"dtype"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    if (!words::accepts(xs[0]->type)) return fault{fault_code::dtype_not_accepted, {}, words::name, *xs[0]};
    if (!info(p.dtype).key) return fault{fault_code::bad_params, {}, "the dtype is one of keys", *xs[0]};
    return aval{p.dtype, xs[0]->shape};
  }
  static constexpr auto eval(auto const& x, params const&) { return x; }
};

} // namespace constax::inline CONSTAX_TAG
