// SPDX-License-Identifier: BSL-1.0
#pragma once
// vec<T>: the growing array that passes work with, in constant evaluation and at run time.
// Not std::vector: 30% less compile time in g++, and clang's evaluator with libstdc++ 12 rejects std::vector(n).
#include <constax/base/integers.hpp>

#include <cstddef>
#include <initializer_list>

namespace constax::inline CONSTAX_TAG {

/// An index beyond the size of a vec: in constant evaluation the compiler names this call, at run time the program ends.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline u32 index_beyond_size() noexcept { __builtin_trap(); }

/// A borrowed run of elements: pointer and length.
template <class T>
struct range {
  T const* first = nullptr;
  u32 count = 0;
  constexpr T const& operator[](u32 i) const { return first[i]; }
  constexpr T const* begin() const { return first; }
  constexpr T const* end() const { return first + count; }
  constexpr u32 size() const { return count; }
  constexpr bool empty() const { return count == 0; }
};

/// Copies n elements, four in a statement: clang's evaluator counts statements, and in both a turn of a loop costs as much as an element.
template <class T>
constexpr void copy_elements(T* to, T const* from, u32 n) {
  for (T const* const end = from + n / 4 * 4; from != end; from += 4, to += 4)
    to[0] = from[0], to[1] = from[1], to[2] = from[2], to[3] = from[3];
  for (T const* const end = from + n % 4; from != end; ++from) *to++ = *from;
}
template <class T>
constexpr void fill_elements(T* to, T const& x, u32 n) {
  for (T const* const end = to + n / 8 * 8; to != end; to += 8)
    to[0] = x, to[1] = x, to[2] = x, to[3] = x, to[4] = x, to[5] = x, to[6] = x, to[7] = x;
  for (T const* const end = to + n % 8; to != end; ++to) *to = x;
}

/// Elements that it owns. What passes do for each equation reads `first` and `count`, as of a range: a call of an accessor is two of the
/// steps that clang allows.
template <class T>
class vec {
public:
  T* first = nullptr;
  u32 count = 0;

private:
  u32 capacity_ = 0;
  // `new T[n]{}` initialises every member in the evaluator: eight avals for the one result of an equation doubled the cost of tracing. Of
  // what needs no constructor there may be many: room for it costs nothing, moving it a step each (a twentieth of the time of 1,000
  // equations).
  static constexpr bool bare = __is_trivially_constructible(T);
  static constexpr u32 first_capacity = bare ? 16 : sizeof(T) > 64 ? 1 : sizeof(T) > 8 ? 2 : 8, growth = bare ? 4 : 2;

  constexpr void move_to(u32 capacity) {
    T* fresh;
    if constexpr (bare) fresh = new T[capacity];
    else fresh = new T[capacity]{};
    if constexpr (bare) copy_elements(fresh, first, count);
    else
      for (T *to = fresh, *x = first, *end = x + count; x != end; ++x) *to++ = static_cast<T&&>(*x);
    delete[] first;
    first = fresh, capacity_ = capacity;
  }

public:
  constexpr vec() = default;
  constexpr explicit vec(u32 n) : first(new T[n]{}), count(n), capacity_(n) {} // one step, not one per element
  constexpr vec(u32 n, T const& x) { resize(n, x); }
  constexpr vec(std::initializer_list<T> xs) {
    reserve(static_cast<u32>(xs.size()));
    for (T const& x : xs) push(x);
  }
  constexpr vec(range<T> xs) { append(xs); }
  constexpr vec(vec const& o) { append(o); }
  constexpr vec(vec&& o) noexcept : first(o.first), count(o.count), capacity_(o.capacity_) { o.first = nullptr, o.count = o.capacity_ = 0; }
  constexpr vec& operator=(vec const& o) {
    if (this != &o) {
      count = 0;
      append(o);
    }
    return *this;
  }
  constexpr vec& operator=(vec&& o) noexcept {
    if (this != &o) {
      delete[] first;
      first = o.first, count = o.count, capacity_ = o.capacity_;
      o.first = nullptr, o.count = o.capacity_ = 0;
    }
    return *this;
  }
  constexpr ~vec() { delete[] first; }

  constexpr void reserve(u32 n) {
    if (n > capacity_) move_to(n);
  }
  constexpr T& push(T x) {
    if (count == capacity_) move_to(capacity_ ? growth * capacity_ : first_capacity);
    return first[count++] = static_cast<T&&>(x);
  }
  constexpr T pop() { return static_cast<T&&>(first[count = count ? count - 1 : index_beyond_size()]); }
  constexpr void resize(u32 n, T const& x = T{}) {
    if (n > capacity_) move_to(n > 2 * capacity_ ? n : 2 * capacity_);
    if (n > count) fill_elements(first + count, x, n - count);
    count = n;
  }
  constexpr void append(range<T> xs) {
    if (count + xs.count > capacity_) move_to(count + xs.count > 2 * capacity_ ? count + xs.count : 2 * capacity_);
    copy_elements(first + count, xs.first, xs.count);
    count += xs.count;
  }

  constexpr T& operator[](u32 i) { return first[i < count ? i : index_beyond_size()]; }
  constexpr T const& operator[](u32 i) const { return first[i < count ? i : index_beyond_size()]; }
  constexpr T& back() { return first[count ? count - 1 : index_beyond_size()]; }
  constexpr T const& back() const { return first[count ? count - 1 : index_beyond_size()]; }
  constexpr T* begin() { return first; }
  constexpr T* end() { return first + count; }
  constexpr T const* begin() const { return first; }
  constexpr T const* end() const { return first + count; }
  constexpr u32 size() const { return count; }
  constexpr bool empty() const { return count == 0; }
  constexpr operator range<T>() const { return {first, count}; }
  constexpr range<T> slice(u32 from, u32 n) const { return {first + from, n}; }

  friend constexpr bool operator==(vec const& a, vec const& b) {
    if (a.count != b.count) return false;
    for (u32 i = 0; i < a.count; ++i)
      if (!(a.first[i] == b.first[i])) return false;
    return true;
  }
};

} // namespace constax::inline CONSTAX_TAG
