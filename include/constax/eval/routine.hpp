// SPDX-License-Identifier: BSL-1.0
#pragma once
// routine: a primitive that is code of its own on whole arrays (primitives/routine.hpp), as a node. Its operands and its result are row by
// row: what the call has in other layouts is copied.
#include <constax/eval/control/equation.hpp>
#include <constax/primitives/routine.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct routine_node {
  using X = control_equation<C, E>;
  using P = primitive_at<C, E>;
  static constexpr code_eqn e = C::value.eqns[E];
  using result = span_of<C, e.out>;
  using R = typename result::element;
  template <u32 K>
  using element = element_of<C::value.dtype_of(X::operand(K))>;
  static constexpr bool result_in_rows = X::template in_rows<e.out>;

  static constexpr i64 bytes(i64 const* symbols) noexcept {
    return 64 + X::copies_bytes(symbols) + (result_in_rows ? 0 : bytes_of_type<C, C::value.vars[e.out]>(symbols));
  }

  static void run(frame const& f) noexcept {
    std::byte* area = reinterpret_cast<std::byte*>(align_up(static_cast<i64>(reinterpret_cast<std::intptr_t>(f.area))));
    void const* at[e.n_in] = {};
    X::find_operands(f, at, area);
    result const y(f);
    R* const to = result_in_rows ? y.first : reinterpret_cast<R*>(area);
    [&]<u32... K>(std::integer_sequence<u32, K...>) {
      bindings const b = bindings_of<C>(f);
      P::run(routine_array_of(to, C::value.shape_of(e.out), b),
             routine_array_of(static_cast<element<K> const*>(at[K]), C::value.shape_of(X::operand(K)), b)...);
    }(std::make_integer_sequence<u32, e.n_in>{});
    if constexpr (!result_in_rows) {
      i64 index[max_rank] = {};
      for (i64 k = 0, n = y.length.size(); k < n; ++k, advance(index, y.length)) y.at(index) = to[k];
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
