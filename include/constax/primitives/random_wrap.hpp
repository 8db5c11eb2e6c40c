// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Words as keys. random_wrap[dtype] : u64[s] -> dtype[s], dtype that of keys; of those that have two words u64[s], u64[s] -> dtype[s].
/// Evaluators do not see it: there a key is its word.
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
    typed t = common_type<words>(xs);
    if (t.fault) return t;
    if (!info(p.dtype).key) return fault{fault_code::bad_params, {}, "the dtype is one of keys", *xs[0]};
    if (xs.size() != (has_two_words(p.dtype) ? 2 : 1))
      return fault{fault_code::bad_params, {}, "there is an operand for each word of the key", *xs[0]};
    t.results[0].type = p.dtype;
    return t;
  }
  static constexpr auto eval(auto const& x, params const&) { return x; }
};

} // namespace constax::inline CONSTAX_TAG
