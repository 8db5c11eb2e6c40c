// SPDX-License-Identifier: BSL-1.0
#pragma once
// xsimd: batches as packs and back, without leaving their registers, so that kernels written with xsimd may call what is written on lanes:
//
//   xsimd::batch<double> y = cx::on_batches([](auto v) { return cx::math::erfc(v); }, x);
//
// Not part of constax.hpp: constax itself needs no xsimd any more (docs/decisions/0011). The only file that names it.
#include "lane.hpp"  // first: it silences what g++ 12 says about its own intrinsics

#include <xsimd/xsimd.hpp>

#include <constax/base/push_macros.hpp>

namespace constax::inline CONSTAX_TAG {
namespace detail {
template <class B> struct batch_traits;
template <class T, class A> struct batch_traits<xsimd::batch<T, A>> {
  using element = T;
  using arch = A;
  static constexpr int width = static_cast<int>(xsimd::batch<T, A>::size);
};
template <class T, class A> struct batch_traits<xsimd::batch_bool<T, A>> : batch_traits<xsimd::batch<T, A>> {};
}  // namespace detail

/// The elements of b.
template <lane_element T, class A> CONSTAX_INLINE auto to_pack(xsimd::batch<T, A> const& b) noexcept {
  constexpr int W = detail::batch_traits<xsimd::batch<T, A>>::width;
  static_assert(sizeof(T) * W <= CONSTAX_VECTOR_BYTES,
                "[constax] on_batches: this file is compiled for narrower registers than the batch has");
  typename xsimd::batch<T, A>::register_type const r = b;
  return pack<T, W>(detail::as_vec<detail::vector<T, W>>(r));
}

/// A batch of Arch with the elements of x; a mask becomes a batch_bool beside batches of T.
template <class T, class Arch, int W> CONSTAX_INLINE xsimd::batch<T, Arch> to_batch(pack<T, W> x) noexcept {
  static_assert(xsimd::batch<T, Arch>::size == W, "[constax] on_batches: a result has another width than the arguments");
  return xsimd::batch<T, Arch>(detail::as_vec<typename xsimd::batch<T, Arch>::register_type>(x.v));
}
template <class T, class Arch, int W> CONSTAX_INLINE xsimd::batch_bool<T, Arch> to_batch(pack<bool, W> x) noexcept {
  return to_batch<T, Arch>(select(x, pack<T, W>(T(1)), pack<T, W>(T(0)))) != xsimd::batch<T, Arch>(T(0));
}

/// f(packs...) as a batch; f takes and gives lanes.
template <class F, class B, class... Bs> CONSTAX_INLINE auto on_batches(F const& f, B const& x, Bs const&... more) noexcept {
  using traits = detail::batch_traits<B>;
  auto const y = f(to_pack(x), to_pack(more)...);
  using element = element_t<decltype(y)>;
  return to_batch<std::conditional_t<std::is_same_v<element, bool>, typename traits::element, element>, typename traits::arch>(y);
}

}  // namespace constax::inline CONSTAX_TAG

#include <constax/base/pop_macros.hpp>
