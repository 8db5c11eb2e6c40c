// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// x itself, with derivative 0: what depends on it counts as constant. stop_gradient : T[s] -> T[s]; of a tree: of each leaf.
struct stop_gradient_t : elementwise<stop_gradient_t, anything> {
  static constexpr std::string_view name = "stop_gradient";
  static constexpr std::string_view cpp = "$x";
  static constexpr bool exact = true, unseen = true;
  static constexpr i64 flops = 0;
  static constexpr auto eval(auto const& x) { return x; }
  static constexpr value jvp(auto, auto dx, auto) { return dx.ctx->zero(type_of(dx)); }

  using elementwise::operator();
  template <class X>
    requires(!traced_value<X> && !number<std::remove_cvref_t<X>> && !is_lazy<std::remove_cvref_t<X>> && !with_value<X>)
  constexpr auto operator()(X&& tree) const {
    return tree_map(*this, tree); // api/tree.hpp
  }
};
inline constexpr stop_gradient_t stop_gradient{};

} // namespace constax::inline CONSTAX_TAG
