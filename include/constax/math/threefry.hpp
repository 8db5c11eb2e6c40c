// SPDX-License-Identifier: BSL-1.0
#pragma once
// threefry2x32, threefry4x32: Threefry in 20 rounds on two and on four words of 32 bits, of Salmon, Moraes, Dror and
// Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11 (section 4.2): the cipher Threefish on small words. As a hash of a key and a
// counter it is a random function of the counter: what is drawn depends on no draw before.
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

/// By how many bits words are rotated in round r: those of pair p, [r % 8][p].
template <int N> inline constexpr int threefry_rotations[8][2] = {};
template <> inline constexpr int threefry_rotations<2>[8][2] = {{13}, {15}, {26}, {6}, {17}, {29}, {16}, {24}};
template <>
inline constexpr int threefry_rotations<4>[8][2] = {{10, 26}, {11, 21}, {13, 27}, {23, 5}, {6, 20}, {17, 11}, {25, 10}, {18, 20}};

/// Words 0, 2 take one of the others each: of four words every other round exchanges them.
template <int Round, class U, int N> CONSTAX_INLINE constexpr void threefry_round(U (&x)[N]) noexcept {
  constexpr int first_by = threefry_rotations<N>[Round][0], second_by = threefry_rotations<N>[Round][1];
  constexpr int first = (1 + 2 * (Round % 2)) % N;
  x[0] = x[0] + x[first];
  x[first] = rotate_left<first_by>(x[first]) ^ x[0];
  if constexpr (N == 4) {
    constexpr int second = 4 - first;
    x[2] = x[2] + x[second];
    x[second] = rotate_left<second_by>(x[second]) ^ x[2];
  }
}
template <int Round, class U, int N> CONSTAX_INLINE constexpr void four_threefry_rounds(U (&x)[N]) noexcept {
  threefry_round<Round>(x), threefry_round<Round + 1>(x), threefry_round<Round + 2>(x), threefry_round<Round + 3>(x);
}
/// x, N words of a counter, becomes its hash under the key of the first N words of a schedule, of which the last one is made here.
template <class U, int N> CONSTAX_INLINE constexpr void threefry_words(U (&schedule)[N + 1], U (&x)[N]) noexcept {
  schedule[N] = U(std::uint32_t{0x1bd11bda});
  for (int i = 0; i < N; ++i) schedule[N] = schedule[N] ^ schedule[i], x[i] = x[i] + schedule[i];
  for (int block = 1; block <= 5; ++block) { // four rounds, then the next words of the schedule and the block's number
    if (block % 2) four_threefry_rounds<0>(x);
    else four_threefry_rounds<4>(x);
    for (int i = 0; i < N; ++i) x[i] = x[i] + schedule[(block + i) % (N + 1)];
    x[N - 1] = x[N - 1] + U(static_cast<std::uint32_t>(block));
  }
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The hash of a counter under a key. Each is two words of 32 bits in one of 64, the first one above; so is the result.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X threefry2x32(X key, X counter) noexcept {
  using U = rebind_t<X, std::uint32_t>;
  detail::word_pair<X> const k(key);
  detail::word_pair<X> c(counter);
  U schedule[3] = {k.first, k.second}, x[2] = {c.first, c.second};
  detail::threefry_words(schedule, x);
  c.first = x[0], c.second = x[1];
  return c.joined();
}

/// Four words of 32 bits: two halves, each of two words in one of 64, the first one above.
template <class X> struct four_words {
  X first, second;
};
/// The hash of a counter of four words under a key of four, each in halves. (No sampler has such keys: it is here for programs that count
/// on their own.)
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr four_words<X> threefry4x32(X key, X more_key, X first, X second) noexcept {
  using U = rebind_t<X, std::uint32_t>;
  detail::word_pair<X> const k(key), l(more_key);
  detail::word_pair<X> a(first), b(second);
  U schedule[5] = {k.first, k.second, l.first, l.second}, x[4] = {a.first, a.second, b.first, b.second};
  detail::threefry_words(schedule, x);
  a.first = x[0], a.second = x[1], b.first = x[2], b.second = x[3];
  return {a.joined(), b.joined()};
}

}  // namespace constax::inline CONSTAX_TAG::math
