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
    for (int i = 0; i < n; ++i) carry += static_cast<u64>(digit[i]) * m, digit[i] = static_cast<u32>(carry % 1000000000), carry /= 1000000000;
    if (carry) digit[n++] = static_cast<u32>(carry);
  }
};

/// The decimal expansion of |x| as `0.d1 d2 d3 ... * 10^point`, all digits (at most 770).
struct decimal {
  vec<char> digits;
  int point = 0;
};
constexpr decimal expand(double x) {
  u64 const bits = std::bit_cast<u64>(x) & ~(u64{1} << 63);
  int e = static_cast<int>(bits >> 52);
  u64 m = bits & ((u64{1} << 52) - 1);
  if (e) m |= u64{1} << 52;
  else e = 1;
  e -= 1075;
  decimal out;
  if (!m) return out;
  while (m % 2 == 0) m /= 2, ++e;
  big b;
  for (u64 r = m; r; r /= 1000000000) b.digit[b.n++] = static_cast<u32>(r % 1000000000);
  for (int i = e; i > 0; i -= 29) b.times(u32{1} << (i < 29 ? i : 29));
  int fives = e < 0 ? -e : 0; // m * 2^-k = m * 5^k * 10^-k
  for (; fives >= 13; fives -= 13) b.times(1220703125);
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

/// Are the decimals a and b, both positive, within half a unit of x' neighbours: a reads back as x. Exact for short a.
constexpr bool reads_back(decimal const& a, double x, bool single) {
  // 0.d1d2... * 10^point, evaluated in exact integers: compare a with the midpoints to the neighbours of x.
  auto neighbour = [&](int step) {
    if (single) return static_cast<double>(std::bit_cast<float>(std::bit_cast<u32>(static_cast<float>(x)) + static_cast<u32>(step)));
    return std::bit_cast<double>(std::bit_cast<u64>(x) + static_cast<u64>(static_cast<i64>(step)));
  };
  auto compare = [](decimal const& p, decimal const& q) {
    if (p.point != q.point) return p.point < q.point ? -1 : 1;
    u32 const n = p.digits.size() > q.digits.size() ? p.digits.size() : q.digits.size();
    for (u32 i = 0; i < n; ++i) {
      int const dp = i < p.digits.size() ? p.digits[i] : 0, dq = i < q.digits.size() ? q.digits[i] : 0;
      if (dp != dq) return dp < dq ? -1 : 1;
    }
    return 0;
  };
  // Strictly nearer than the half-way points, taken on the safe side: x +- (x - neighbour)/2 are doubles' midpoints, which we bound
  // by comparing twice the distance through digit expansions of the neighbours themselves.
  auto middle = [&](double lo, double hi) {
    decimal a1 = expand(lo), b1 = expand(hi), m;
    int const point = a1.point > b1.point ? a1.point : b1.point;
    auto at = [&](decimal const& d, int i) {
      int const k = i - (point - d.point);
      return k >= 0 && k < static_cast<int>(d.digits.size()) ? d.digits[static_cast<u32>(k)] : 0;
    };
    int const n = static_cast<int>(a1.digits.size() > b1.digits.size() ? a1.digits.size() : b1.digits.size()) + (a1.point != b1.point ? 1 : 0);
    vec<int> sum(static_cast<u32>(n + 1));
    for (int i = n; i-- > 0;) sum[static_cast<u32>(i + 1)] = at(a1, i) + at(b1, i);
    for (u32 i = static_cast<u32>(n); i > 0; --i) sum[i - 1] += sum[i] / 10, sum[i] %= 10;
    int rest = 0;
    m.point = point + 1;
    for (u32 i = 0; i <= static_cast<u32>(n); ++i) {
      int const v = rest * 10 + sum[i];
      m.digits.push(static_cast<char>(v / 2)), rest = v % 2;
    }
    if (rest) m.digits.push(5);
    u32 lead = 0;
    while (lead < m.digits.size() && m.digits[lead] == 0) ++lead;
    decimal out;
    out.point = m.point - static_cast<int>(lead);
    for (u32 i = lead; i < m.digits.size(); ++i) out.digits.push(m.digits[i]);
    return out;
  };
  double const below = neighbour(-1), above = neighbour(1);
  bool const last = above > 1.7976931348623157e308 || (single && above > 3.4028234663852886e38);
  return compare(a, middle(below, x)) > 0 && (last ? compare(a, expand(x)) <= 0 : compare(a, middle(x, above)) < 0);
}

} // namespace detail

/// The shortest decimal that reads back as x, written as Python and JAX do: `2.0`, `0.1`, `1e-08`, `inf`, `nan`.
constexpr text number_text(double x, bool single = false) {
  text out;
  if (x != x) return out << "nan";
  if (std::bit_cast<u64>(x) >> 63) out << '-', x = -x;
  if (x > 1.7976931348623157e308) return out << "inf";
  if (x == 0) return out << "0.0";
  if (x < 1e9 && x == static_cast<double>(static_cast<i64>(x))) return out << static_cast<i64>(x) << ".0"; // most literals
  detail::decimal const all = detail::expand(x);
  detail::decimal d = all;
  for (u32 n = 1; n <= 17; ++n) {
    d = detail::round_to(all, n);
    if (detail::reads_back(d, x, single)) break;
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
