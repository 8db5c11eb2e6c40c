// SPDX-License-Identifier: BSL-1.0
#pragma once
// control: branches and loops. Each function that an equation holds is planned as a program of its own and run on the memory of the
// equation's operands and results.
#include <constax/eval/control/chains.hpp>
#include <constax/eval/control/cond.hpp>
#include <constax/eval/control/scan.hpp>
#include <constax/eval/control/strips.hpp>
#include <constax/eval/control/while.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct control_node {
  using P = primitive_at<C, E>;
  static auto pick() {
    if constexpr (std::is_same_v<P, cond_t> || std::is_same_v<P, call_t>) return std::type_identity<cond_node<C, E>>{};
    else if constexpr (std::is_same_v<P, scan_t>) return std::type_identity<scan_node<C, E>>{};
    else if constexpr (std::is_same_v<P, while_t>) return std::type_identity<while_node<C, E>>{};
    else if constexpr (std::is_same_v<P, strips_t>) return std::type_identity<strips_node<C, E>>{};
    else return std::type_identity<chains_node<C, E>>{};
  }
  using node = typename decltype(pick())::type;
  static void run(frame const& f) noexcept { node::run(f); }
  /// Calls f(std::type_identity of its code) for each function that the equation holds, in their order.
  static constexpr void each_function(auto const& f) { node::each_function(f); }
  static constexpr i64 bytes(i64 const* symbols, i64 team) noexcept { return node::bytes(symbols, team); }
};

} // namespace constax::inline CONSTAX_TAG::detail
