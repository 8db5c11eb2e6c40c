// SPDX-License-Identifier: BSL-1.0
#pragma once
// aval: what is known of a value before it exists: dtype and shape. Printed as JAX does: `f64[3,n]`.
#include <constax/aval/dtype.hpp>
#include <constax/aval/extent.hpp>

namespace constax::inline CONSTAX_TAG {

inline constexpr int max_rank = 8;

struct shape {
  extent dims[max_rank] = {};
  u8 rank = 0;

  constexpr shape() = default;
  constexpr shape(std::initializer_list<extent> es) {
    for (extent const& e : es) push(e);
  }
  constexpr extent const& operator[](int i) const { return dims[i]; }
  constexpr extent& operator[](int i) { return dims[i]; }
  /// More axes than there is room for leave a shape of nothing, which has its rank and no lengths: a type rule that gives it is a fault.
  constexpr void push(extent const& e) {
    if (rank < max_rank) dims[rank++] = e;
    else rank = max_rank + 1;
  }
  constexpr bool overflowed() const { return rank > max_rank; }
  friend constexpr bool operator==(shape const& a, shape const& b) {
    if (a.rank != b.rank || a.overflowed()) return false;
    for (int i = 0; i < a.rank; ++i)
      if (!(a.dims[i] == b.dims[i])) return false;
    return true;
  }
  constexpr bool is_static() const {
    if (overflowed()) return false;
    for (int i = 0; i < rank; ++i)
      if (!dims[i].is_number()) return false;
    return true;
  }
  /// Number of elements of a static shape.
  constexpr i64 size() const {
    i64 n = 1;
    for (int i = 0; i < rank; ++i) n *= dims[i].number;
    return n;
  }
};

struct aval {
  dtype type = dtype::f64;
  constax::shape shape;
  constexpr int rank() const { return shape.rank; }
  constexpr bool floating() const { return info(type).floating; }
  friend constexpr bool operator==(aval const& a, aval const& b) { return a.type == b.type && a.shape == b.shape; }
};

/// As plans and evaluators see it: keys of two words have an axis of words, the last one.
constexpr aval stored(aval a) {
  if (has_two_words(a.type)) a.shape.push(extent(2));
  a.type = stored(a.type);
  return a;
}

constexpr text& operator<<(text& t, shape const& s) {
  if (s.overflowed()) return t << "[...]";
  t << '[';
  for (int i = 0; i < s.rank; ++i) (i ? t << ',' : t) << s.dims[i];
  return t << ']';
}
constexpr text& operator<<(text& t, aval const& a) { return t << a.type << a.shape; }

/// A list of axes or of other small integers, as a primitive's parameter.
struct axes {
  i64 at[max_rank + 1] = {}; // one more than there can be: who walks over too many need not ask
  u8 count = 0;
  constexpr axes() = default;
  constexpr axes(std::initializer_list<i64> xs) {
    for (i64 x : xs) push(x);
  }
  constexpr i64 operator[](int i) const { return at[i]; }
  /// From the ninth on they are too many, which the type rule of what they are parameters of refuses.
  constexpr void push(i64 x) {
    if (count <= max_rank) at[count++] = x;
  }
  constexpr bool overflowed() const { return count > max_rank; }
  constexpr int size() const { return count; }
  constexpr i64 const* begin() const { return at; }
  constexpr i64 const* end() const { return at + count; }
  constexpr bool contains(i64 x) const {
    for (int i = 0; i < count; ++i)
      if (at[i] == x) return true;
    return false;
  }
  friend constexpr bool operator==(axes const& a, axes const& b) {
    if (a.count != b.count) return false;
    for (int i = 0; i < a.count; ++i)
      if (a.at[i] != b.at[i]) return false;
    return true;
  }
};

} // namespace constax::inline CONSTAX_TAG
