// SPDX-License-Identifier: BSL-1.0
#pragma once
// threefry2x32: Threefry-2x32-20 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11 (section 4.2): the
// cipher Threefish on two words of 32 bits, in 20 rounds. As a hash of a key and a counter it is a random function of the counter: what is
// drawn depends on no draw before.
#include "../lane/lane.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// Two words of 32 bits as one of 64, the first one above.
template <class X> struct word_pair {
  rebind_t<X, std::uint32_t> first, second;
  CONSTAX_INLINE explicit constexpr word_pair(X x) noexcept : first(upper(x)), second(lower(x)) {}
  CONSTAX_INLINE constexpr X joined() const noexcept {
    if constexpr (scalar_lane<X>) return X{first} << 32 | second;
    else return on_packs<X>::of_words(first, second);
  }

private:
  CONSTAX_INLINE static constexpr auto upper(X x) noexcept {
    if constexpr (scalar_lane<X>) return static_cast<std::uint32_t>(x >> 32);
    else return on_packs<X>::upper_words(x);
  }
  CONSTAX_INLINE static constexpr auto lower(X x) noexcept {
    if constexpr (scalar_lane<X>) return static_cast<std::uint32_t>(x);
    else return on_packs<X>::lower_words(x);
  }
};

template <int By, class U> CONSTAX_INLINE constexpr U rotate_left(U x) noexcept {
  return static_cast<U>((x << U(element_t<U>(By))) | (x >> U(element_t<U>(32 - By))));
}
template <int By, class P> CONSTAX_INLINE constexpr void threefry_round(P& x) noexcept {
  x.first = x.first + x.second;
  x.second = rotate_left<By>(x.second) ^ x.first;
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The hash of a counter under a key. Each is two words of 32 bits in one of 64, the first one above; so is the result.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X threefry2x32(X key, X counter) noexcept {
  using U = rebind_t<X, std::uint32_t>;
  detail::word_pair<X> const k(key);
  detail::word_pair<X> x(counter);
  U const parity = k.first ^ k.second ^ U(std::uint32_t{0x1bd11bda});
  U const schedule[3] = {k.first, k.second, parity};
  x.first = x.first + schedule[0], x.second = x.second + schedule[1];
  for (int block = 1; block <= 5; ++block) { // four rounds, then the next two words of the schedule and the block's number
    if (block % 2) {
      detail::threefry_round<13>(x), detail::threefry_round<15>(x), detail::threefry_round<26>(x), detail::threefry_round<6>(x);
    } else {
      detail::threefry_round<17>(x), detail::threefry_round<29>(x), detail::threefry_round<16>(x), detail::threefry_round<24>(x);
    }
    x.first = x.first + schedule[block % 3];
    x.second = x.second + schedule[(block + 1) % 3] + U(static_cast<std::uint32_t>(block));
  }
  return x.joined();
}

}  // namespace constax::inline CONSTAX_TAG::math
