// SPDX-License-Identifier: BSL-1.0
#pragma once
// text: characters in constant evaluation. fixed_string<N> is a text that can be a template argument; text grows.
// (constexpr std::string with libstdc++ 12 fails in clang.)
#include <constax/base/vec.hpp>

#include <bit>
#include <string_view>

namespace constax::inline CONSTAX_TAG {

template <std::size_t N>
struct fixed_string {
  char chars[N]{};
  constexpr fixed_string() = default;
  constexpr fixed_string(char const (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) chars[i] = s[i];
  }
  constexpr std::string_view view() const { return {chars, N - 1}; }
};

/// A growing text: numbers, words and other texts are put one after the other with `<<`.
class text {
  vec<char> chars_;

public:
  constexpr text() = default;
  constexpr text(std::string_view s) { *this << s; }
  constexpr text(char const* s) { *this << s; }

  constexpr text& operator<<(char c) { return chars_.push(c), *this; }
  constexpr text& operator<<(std::string_view s) {
    for (char c : s) chars_.push(c);
    return *this;
  }
  constexpr text& operator<<(char const* s) { return *this << std::string_view(s); }
  constexpr text& operator<<(text const& t) { return *this << t.view(); }
  constexpr text& operator<<(u64 x) {
    char digits[20]{};
    int n = 0;
    do digits[n++] = static_cast<char>('0' + x % 10);
    while (x /= 10);
    while (n) chars_.push(digits[--n]);
    return *this;
  }
  constexpr text& operator<<(i64 x) {
    if (x < 0) chars_.push('-');
    return *this << (x < 0 ? u64{0} - static_cast<u64>(x) : static_cast<u64>(x));
  }
  constexpr text& operator<<(i32 x) { return *this << static_cast<i64>(x); }
  constexpr text& operator<<(u32 x) { return *this << static_cast<u64>(x); }

  constexpr std::string_view view() const { return {chars_.begin(), chars_.size()}; }
  constexpr u32 size() const { return chars_.size(); }
  friend constexpr bool operator==(text const& a, std::string_view b) { return a.view() == b; }
};

namespace detail {

/// A number in base 10^9, least digit first: enough for the exact decimal expansion of any double.
struct big {
  u32 digit[90]{};
  int n = 0;
  constexpr void times(u32 m) {
    u64 carry = 0;
    for (int i = 0; i < n; ++i)
      carry += static_cast<u64>(digit[i]) * m, digit[i] = static_cast<u32>(carry % 1000000000), carry /= 1000000000;
    if (carry) digit[n++] = static_cast<u32>(carry);
  }
};

/// The decimal expansion of m * 2^e as `0.d1 d2 d3 ... * 10^point`, all digits (at most 770).
struct decimal {
  vec<char> digits;
  int point = 0;
};
constexpr decimal expand(u64 m, int e) {
  decimal out;
  if (!m) return out;
  while (m % 2 == 0) m /= 2, ++e;
  big b;
  for (u64 r = m; r; r /= 1000000000) b.digit[b.n++] = static_cast<u32>(r % 1000000000);
  for (int i = e; i > 0; i -= 29) b.times(u32{1} << (i < 29 ? i : 29));
  int fives = e < 0 ? -e : 0; // m * 2^-k = m * 5^k * 10^-k
  for (; fives >= 12; fives -= 12) b.times(244140625); // factors stay below 10^9, as digits do
  for (; fives > 0; --fives) b.times(5);
  vec<char> reversed;
  for (int i = 0; i < b.n; ++i) {
    u32 d = b.digit[i];
    for (int k = 0; k < 9 && (d || i + 1 < b.n); ++k, d /= 10) reversed.push(static_cast<char>(d % 10));
  }
  for (u32 i = reversed.size(); i-- > 0;) out.digits.push(reversed[i]);
  out.point = static_cast<int>(reversed.size()) + (e < 0 ? e : 0);
  return out;
}

/// `d` rounded to n digits, half to even.
constexpr decimal round_to(decimal const& d, u32 n) {
  if (d.digits.size() <= n) return d;
  decimal r;
  r.point = d.point;
  for (u32 i = 0; i < n; ++i) r.digits.push(d.digits[i]);
  bool up = d.digits[n] > 5;
  if (d.digits[n] == 5) {
    bool rest = false;
    for (u32 i = n + 1; i < d.digits.size(); ++i) rest |= d.digits[i] != 0;
    up = rest || (n && d.digits[n - 1] % 2);
  }
  if (up) {
    u32 i = n;
    while (i > 0 && r.digits[i - 1] == 9) r.digits[--i] = 0;
    if (i > 0) ++r.digits[i - 1];
    else {
      for (u32 k = n; k-- > 1;) r.digits[k] = r.digits[k - 1];
      r.digits[0] = 1, ++r.point;
    }
  }
  return r;
}

constexpr int compare(decimal const& p, decimal const& q) {
  if (p.point != q.point) return p.point < q.point ? -1 : 1;
  u32 const n = p.digits.size() > q.digits.size() ? p.digits.size() : q.digits.size();
  for (u32 i = 0; i < n; ++i) {
    int const dp = i < p.digits.size() ? p.digits[i] : 0, dq = i < q.digits.size() ? q.digits[i] : 0;
    if (dp != dq) return dp < dq ? -1 : 1;
  }
  return 0;
}

/// x > 0 and the decimals that read back as x: those between the midpoints to its neighbours, which belong to x if its last bit is 0.
struct neighbourhood {
  decimal x, below, above;
  bool closed = false;
  constexpr neighbourhood(double number, bool single) {
    int const width = single ? 23 : 52;
    u64 const bits = single ? u64{std::bit_cast<u32>(static_cast<float>(number))} : std::bit_cast<u64>(number);
    int e = static_cast<int>(bits >> width);
    u64 m = bits & ((u64{1} << width) - 1);
    bool const binade_begins = m == 0 && e > 1; // the neighbour below is at half the distance
    if (e) m |= u64{1} << width;
    else e = 1;
    e -= single ? 150 : 1075;
    closed = m % 2 == 0;
    x = expand(m, e), above = expand(2 * m + 1, e - 1);
    if (binade_begins) below = expand(4 * m - 1, e - 2);
    else below = expand(2 * m - 1, e - 1);
  }
  constexpr bool reads_back(decimal const& d) const {
    int const low = compare(d, below), high = compare(d, above);
    return closed ? low >= 0 && high <= 0 : low > 0 && high < 0;
  }
};

} // namespace detail

/// The shortest decimal that reads back as x, written as Python and JAX do: `2.0`, `0.1`, `1e-08`, `inf`, `nan`.
constexpr text number_text(double x, bool single = false) {
  text out;
  if (x != x) return out << "nan";
  if (std::bit_cast<u64>(x) >> 63) out << '-', x = -x;
  if (x > 1.7976931348623157e308) return out << "inf";
  if (x == 0) return out << "0.0";
  if (x < (single ? 16777216 : 1e9) && x == static_cast<double>(static_cast<i64>(x)))
    return out << static_cast<i64>(x) << ".0"; // most literals
  detail::neighbourhood const all(x, single);
  detail::decimal d;
  for (u32 n = 1; n <= 17; ++n) {
    d = detail::round_to(all.x, n);
    if (all.reads_back(d)) break;
  }
  while (d.digits.size() > 1 && d.digits.back() == 0) d.digits.pop();
  int const n = static_cast<int>(d.digits.size()), e = d.point - 1;
  auto put = [&](int i) { out << static_cast<char>('0' + (i < n ? d.digits[static_cast<u32>(i)] : 0)); };
  if (e < -4 || e >= 16) {
    put(0);
    if (n > 1) out << '.';
    for (int i = 1; i < n; ++i) put(i);
    out << 'e' << (e < 0 ? '-' : '+');
    if ((e < 0 ? -e : e) < 10) out << '0';
    return out << (e < 0 ? -e : e);
  }
  if (d.point <= 0) {
    out << "0.";
    for (int i = d.point; i < 0; ++i) out << '0';
    for (int i = 0; i < n; ++i) put(i);
    return out;
  }
  for (int i = 0; i < d.point; ++i) put(i);
  out << '.';
  if (n <= d.point) out << '0';
  for (int i = d.point; i < n; ++i) put(i);
  return out;
}

} // namespace constax::inline CONSTAX_TAG
