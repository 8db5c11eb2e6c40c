// SPDX-License-Identifier: BSL-1.0
#pragma once
// extent: the length of an axis, a number or an affine form in symbols: `3`, `n`, `n-1`, `n+m`, `3n`.
// The normal form (terms sorted by symbol, no zero coefficient) makes equality of extents equality of members.
#include <constax/base/text.hpp>

namespace constax::inline CONSTAX_TAG {

/// A symbol is its name: up to 8 characters packed into a number, so that comparing is cheap and nothing needs a table.
using symbol = u64;
inline constexpr int max_symbol_length = 8;

constexpr symbol pack_symbol(std::string_view name) {
  symbol s = 0;
  for (char c : name) s = s << 8 | static_cast<u8>(c);
  return s;
}
constexpr text symbol_name(symbol s) {
  text t;
  for (int shift = 56; shift >= 0; shift -= 8)
    if (u64 const c = s >> shift & 255) t << static_cast<char>(c);
  return t;
}

struct extent {
  // No initialisers here: extent{} is zero all the same, and a shape of eight of them costs evaluators no eight constructors.
  i64 number;
  symbol name[2];
  i64 times[2];

  constexpr extent() = default;
  constexpr extent(i64 n) : number(n), name{}, times{} {}
  constexpr extent(int n) : extent(static_cast<i64>(n)) {}
  static constexpr extent of(symbol s) {
    extent e{};
    e.name[0] = s, e.times[0] = 1;
    return e;
  }
  constexpr bool is_number() const { return times[0] == 0; }
  /// Not negative, whatever the symbols stand for: lengths, 0 or more.
  constexpr bool never_negative() const { return number >= 0 && times[0] >= 0 && times[1] >= 0; }
  constexpr bool always_negative() const { return number < 0 && !overflowed() && times[0] <= 0 && times[1] <= 0; }
  /// More than two symbols in one extent: not decidable here, the user names a new symbol.
  constexpr bool overflowed() const { return number == overflow; }
  static constexpr i64 overflow = -(i64{1} << 62);

  friend constexpr bool operator==(extent const& a, extent const& b) {
    return a.number == b.number && a.times[0] == b.times[0] && a.times[1] == b.times[1] && a.name[0] == b.name[0] && a.name[1] == b.name[1];
  }

  /// a + k b
  static constexpr extent combine(extent const& a, i64 k, extent const& b) {
    if (a.overflowed() || b.overflowed()) return extent(overflow);
    extent r{};
    r.number = a.number + k * b.number;
    if (a.is_number() && b.is_number()) return r;
    int i = 0, j = 0, n = 0;
    while (i < 2 && j < 3) {
      bool const left = i < 2 && a.times[i] != 0, right = j < 2 && b.times[j] != 0;
      if (!left && !right) break;
      symbol s;
      i64 c;
      if (left && (!right || a.name[i] < b.name[j])) s = a.name[i], c = a.times[i++];
      else if (right && (!left || b.name[j] < a.name[i])) s = b.name[j], c = k * b.times[j++];
      else s = a.name[i], c = a.times[i++] + k * b.times[j++];
      n = add_term(r, n, s, c);
    }
    for (; i < 2 && a.times[i] != 0; ++i) n = add_term(r, n, a.name[i], a.times[i]);
    for (; j < 2 && b.times[j] != 0; ++j) n = add_term(r, n, b.name[j], k * b.times[j]);
    return r;
  }

private:
  static constexpr int add_term(extent& r, int n, symbol s, i64 c) {
    if (c == 0) return n;
    if (n == 2) {
      r = extent(overflow);
      return n;
    }
    r.name[n] = s, r.times[n] = c;
    return n + 1;
  }
};

constexpr extent operator+(extent const& a, extent const& b) { return extent::combine(a, 1, b); }
constexpr extent operator-(extent const& a, extent const& b) { return extent::combine(a, -1, b); }
constexpr extent operator*(extent const& a, i64 k) { return k == 0 ? extent(0) : extent::combine(extent(0), k, a); }

constexpr text& operator<<(text& t, extent const& e) {
  if (e.overflowed()) return t << '?';
  bool first = true;
  for (int i = 0; i < 2; ++i)
    if (i64 const k = e.times[i]) {
      if (k < 0) t << '-';
      else if (!first) t << '+';
      if (k != 1 && k != -1) t << (k < 0 ? -k : k);
      t << symbol_name(e.name[i]);
      first = false;
    }
  if (first) return t << e.number;
  if (e.number > 0) t << '+';
  return e.number ? t << e.number : t;
}

/// What the symbols stand for in one call.
struct bindings {
  static constexpr int capacity = 16;
  symbol name[capacity] = {};
  i64 value[capacity] = {};
  int count = 0;

  constexpr i64 const* find(symbol s) const {
    for (int i = 0; i < count; ++i)
      if (name[i] == s) return &value[i];
    return nullptr;
  }
  constexpr i64 operator()(extent const& e) const {
    i64 n = e.number;
    for (int i = 0; i < 2; ++i)
      if (e.times[i])
        if (i64 const* v = find(e.name[i])) n += e.times[i] * *v;
    return n;
  }
};

} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {

/// A symbolic extent: `inline constexpr cx::dim<"n"> n;`. `Expected` is the length to plan for; only speed depends on it.
template <constax::fixed_string Name, std::int64_t Expected = 0>
struct dim {
  static_assert(Name.view().size() >= 1 && Name.view().size() <= constax::max_symbol_length,
                "[constax] dim: the name of a symbol has 1 to 8 characters");
  static constexpr auto symbol = constax::pack_symbol(Name.view());
  CONSTAX_INLINED constexpr operator constax::extent() const { return constax::extent::of(symbol); }
};

} // namespace constax::inline v0
namespace constax::inline CONSTAX_TAG {

/// Affine forms of symbols: `n - 1`, `n + m`, `3 * n`.
template <class T>
inline constexpr bool is_dim = false;
template <fixed_string Name, i64 Expected>
inline constexpr bool is_dim<dim<Name, Expected>> = true;
template <class T>
concept symbolic = is_dim<T> || __is_same(T, extent);
template <class A, class B>
concept symbolic_pair = (symbolic<A> && (symbolic<B> || requires(B b) { extent(static_cast<i64>(b)); })) ||
                        (symbolic<B> && requires(A a) { extent(static_cast<i64>(a)); });
template <class T>
constexpr extent as_extent(T const& x) {
  if constexpr (symbolic<T>) return x;
  else return extent(static_cast<i64>(x));
}
template <class A, class B>
  requires symbolic_pair<A, B> && (is_dim<A> || is_dim<B>)
constexpr extent operator+(A a, B b) {
  return as_extent(a) + as_extent(b);
}
template <class A, class B>
  requires symbolic_pair<A, B> && (is_dim<A> || is_dim<B>)
constexpr extent operator-(A a, B b) {
  return as_extent(a) - as_extent(b);
}
template <class A, class B>
  requires symbolic_pair<A, B> && (is_dim<A> || is_dim<B>) && (!symbolic<A> || !symbolic<B>)
constexpr extent operator*(A a, B b) {
  if constexpr (symbolic<A>) return as_extent(a) * static_cast<i64>(b);
  else return as_extent(b) * static_cast<i64>(a);
}

} // namespace constax::inline CONSTAX_TAG
