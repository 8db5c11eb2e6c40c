// SPDX-License-Identifier: BSL-1.0
#pragma once
// unpack : (a... -> b), tuple of a... -> b        std::apply, which also asks of each call whether it may throw: four more instances a
// call, each a line in every backtrace.
#include <constax/base/config.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace constax::inline CONSTAX_TAG::detail {

template <class F, class Tuple>
constexpr decltype(auto) unpack(F&& f, Tuple&& t) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
    return f(std::get<I>(t)...);
  }(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<Tuple>>>{});
}

} // namespace constax::inline CONSTAX_TAG::detail
