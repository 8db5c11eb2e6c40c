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
    for (extent const& e : es) dims[rank++] = e;
  }
  constexpr extent const& operator[](int i) const { return dims[i]; }
  constexpr extent& operator[](int i) { return dims[i]; }
  constexpr void push(extent const& e) { dims[rank++] = e; }
  friend constexpr bool operator==(shape const& a, shape const& b) {
    if (a.rank != b.rank) return false;
    for (int i = 0; i < a.rank; ++i)
      if (!(a.dims[i] == b.dims[i])) return false;
    return true;
  }
  constexpr bool is_static() const {
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

constexpr text& operator<<(text& t, shape const& s) {
  t << '[';
  for (int i = 0; i < s.rank; ++i) (i ? t << ',' : t) << s.dims[i];
  return t << ']';
}
constexpr text& operator<<(text& t, aval const& a) { return t << a.type << a.shape; }

/// A list of axes or of other small integers, as a primitive's parameter.
struct axes {
  i64 at[max_rank] = {};
  u8 count = 0;
  constexpr axes() = default;
  constexpr axes(std::initializer_list<i64> xs) {
    for (i64 x : xs) at[count++] = x;
  }
  constexpr i64 operator[](int i) const { return at[i]; }
  constexpr void push(i64 x) { at[count++] = x; }
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
