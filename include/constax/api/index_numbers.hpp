// SPDX-License-Identifier: BSL-1.0
#pragma once
// index_numbers: x(i...) of an array or a view outside of a traced function, as NumPy has it: an array of what is chosen, a copy.
//
//   a[cx::slice(1_c, cx::end)]   a(cx::slice(), -1_c)   a(i, cx::slice())   a[cx::asarray({0, 2})]   a(cx::newaxis, cx::ellipsis)
//
// The indices are those of traced values (index.hpp, index_arrays.hpp), and mean the same, with one difference: an integer that the call
// says is compared with the length of its axis. Beside traced indices the array is a constant of the traced function.
#include <constax/api/eager.hpp>

namespace constax::inline CONSTAX_TAG::detail {

[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_outside(aval const& of, i64 index, int axis, i64 length) {
  raise(place_outside(of, index, axis, length));
}
template <class X, class... I>
CONSTAX_INLINE constexpr void check_integers([[maybe_unused]] X const& x, I const&... i) {
  constexpr auto takes = []<class J>(std::type_identity<J>) { return !std::is_same_v<J, newaxis_t> && !std::is_same_v<J, ellipsis_t>; };
  constexpr int taken = (0 + ... + (takes(std::type_identity<I>{}) ? 1 : 0));
  [[maybe_unused]] int axis = 0;
  auto const one = [&]<class J>(J const& j) {
    if constexpr (std::is_same_v<J, ellipsis_t>) axis += X::rank() - taken;
    else if constexpr (takes(std::type_identity<J>{})) {
      if constexpr (integer_number<J>) {
        i64 const k = static_cast<i64>(plain(j)), n = x.length(axis);
        if (k < -n || k >= n) [[unlikely]] raise_outside(X::aval, k, axis, n);
      }
      ++axis;
    }
  };
  (one(i), ...);
}

/// x(i...) as an operation: the dtypes of indices are their own.
struct index_op {
  static constexpr bool mixes_dtypes = true;
  template <class X, class... I>
  constexpr auto operator()(X const& x, I const&... i) const {
    return index(x, i...);
  }
};

/// Are I indices of an X? Else a sentence says why not.
template <class X, class... I>
constexpr bool expect_indices() {
  constexpr int taken = (0 + ... + (std::is_same_v<I, newaxis_t> || std::is_same_v<I, ellipsis_t> ? 0 : 1));
  if constexpr (taken > X::rank()) return expect_silence<says_too_many<X>>(), false;
  else if constexpr (ellipses<I...> > 1 || !((lazy_operand<I> || (index_like<I> && !std::is_same_v<I, late_slice>)) && ...))
    return expect_silence<says_no_index<X, I...>>(), false;
  else return true;
}
template <class X, class... I>
CONSTAX_INLINE constexpr auto index_numbers(X const& x, I const&... i) {
  if constexpr (any_tracer<I...>) return as_traced(x)(as_traced(i)...);
  else if constexpr (any_ndarray<I...>) return eagerly_late(index_op{}, x, i...);
  else if constexpr (!expect_indices<X, I...>()) return respelled<X, basic_array>(x);
  else {
    check_integers(x, i...);
    return eagerly(index_op{}, x, i...);
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
