// SPDX-License-Identifier: BSL-1.0
#pragma once
// routine: a primitive that is code of its own on whole arrays (primitives/routine.hpp), as a node. Its operands and its results are row by
// row: what the call has in other layouts is copied.
#include <constax/eval/control/equation.hpp>
#include <constax/primitives/routine.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct routine_node {
  using X = control_equation<C, E>;
  using P = primitive_at<C, E>;
  static constexpr code_eqn e = C::value.eqns[E];
  template <u32 K>
  using result = span_of<C, e.out + K>;
  template <u32 K>
  using result_element = typename result<K>::element;
  template <u32 K>
  using element = element_of<C::value.dtype_of(X::operand(K))>;
  template <u32 K>
  static constexpr bool in_rows = X::template in_rows<e.out + K>;

  template <u32 K>
  static constexpr i64 copy_bytes(i64 const* symbols) noexcept {
    if constexpr (in_rows<K>) return 0;
    else return align_up(bytes_of_type<C, C::value.vars[e.out + K]>(symbols));
  }
  static constexpr i64 bytes(i64 const* symbols) noexcept {
    i64 all = 64 + X::copies_bytes(symbols);
    static_for<e.n_out>([&](auto k) { all += copy_bytes<k>(symbols); });
    return all;
  }

  static void run(frame const& f) noexcept {
    std::byte* area = reinterpret_cast<std::byte*>(align_up(static_cast<i64>(reinterpret_cast<std::intptr_t>(f.area))));
    void const* at[e.n_in] = {};
    X::find_operands(f, at, area);
    void* to[e.n_out] = {};
    static_for<e.n_out>([&](auto k) {
      if constexpr (in_rows<k>) to[k] = result<k>(f).first;
      else to[k] = area, area += copy_bytes<k>(f.symbols);
    });
    [&]<u32... Y, u32... K>(std::integer_sequence<u32, Y...>, std::integer_sequence<u32, K...>) {
      bindings const b = bindings_of<C>(f);
      P::run(routine_array_of(static_cast<result_element<Y>*>(to[Y]), C::value.shape_of(e.out + Y), b)...,
             routine_array_of(static_cast<element<K> const*>(at[K]), C::value.shape_of(X::operand(K)), b)...);
    }(std::make_integer_sequence<u32, e.n_out>{}, std::make_integer_sequence<u32, e.n_in>{});
    static_for<e.n_out>([&](auto k) {
      if constexpr (!in_rows<k>) {
        result<k> const y(f);
        auto const* const from = static_cast<result_element<k> const*>(to[k]);
        i64 index[max_rank] = {};
        for (i64 i = 0, n = y.length.size(); i < n; ++i, advance(index, y.length)) y.at(index) = from[i];
      }
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
