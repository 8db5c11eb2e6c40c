// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// x itself, under a name by which a policy of checkpoint knows it (transform/control/call.hpp). name : T[s] -> T[s]. Its tangent has no
/// name.
struct name_t : elementwise<name_t, anything> {
  static constexpr std::string_view name = "name";
  static constexpr std::string_view cpp = "$x";
  static constexpr bool unseen = true;
  static constexpr i64 flops = 0;
  struct params {
    label name;
    static constexpr char const* names[] = {"name"};
  };
  static constexpr auto eval(auto const& x, params const&) { return x; }
  static constexpr value jvp(auto, auto dx, auto) { return dx; }
};

} // namespace constax::inline CONSTAX_TAG
