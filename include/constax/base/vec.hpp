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
class vec {
  T* data_ = nullptr;
  u32 size_ = 0, capacity_ = 0;
  // `new T[n]{}` initialises every member in the evaluator: eight avals for the one result of an equation doubled the cost of tracing. Of
  // what needs no constructor there may be many: room for it costs nothing, moving it a step each (a twentieth of the time of 1,000
  // equations).
  static constexpr bool bare = __is_trivially_constructible(T);
  static constexpr u32 first_capacity = bare ? 16 : sizeof(T) > 64 ? 1 : sizeof(T) > 8 ? 2 : 8, growth = bare ? 4 : 2;

  constexpr void move_to(u32 capacity) {
    T* fresh;
    if constexpr (bare) fresh = new T[capacity];
    else fresh = new T[capacity]{};
    if constexpr (bare) copy_elements(fresh, data_, size_);
    else
      for (T *to = fresh, *x = data_, *end = x + size_; x != end; ++x) *to++ = static_cast<T&&>(*x);
    delete[] data_;
    data_ = fresh, capacity_ = capacity;
  }

public:
  constexpr vec() = default;
  constexpr explicit vec(u32 n) : data_(new T[n]{}), size_(n), capacity_(n) {} // one step, not one per element
  constexpr vec(u32 n, T const& x) { resize(n, x); }
  constexpr vec(std::initializer_list<T> xs) {
    reserve(static_cast<u32>(xs.size()));
    for (T const& x : xs) push(x);
  }
  constexpr vec(range<T> xs) { append(xs); }
  constexpr vec(vec const& o) { append(o); }
  constexpr vec(vec&& o) noexcept : data_(o.data_), size_(o.size_), capacity_(o.capacity_) { o.data_ = nullptr, o.size_ = o.capacity_ = 0; }
  constexpr vec& operator=(vec const& o) {
    if (this != &o) {
      size_ = 0;
      append(o);
    }
    return *this;
  }
  constexpr vec& operator=(vec&& o) noexcept {
    if (this != &o) {
      delete[] data_;
      data_ = o.data_, size_ = o.size_, capacity_ = o.capacity_;
      o.data_ = nullptr, o.size_ = o.capacity_ = 0;
    }
    return *this;
  }
  constexpr ~vec() { delete[] data_; }

  constexpr void reserve(u32 n) {
    if (n > capacity_) move_to(n);
  }
  constexpr T& push(T x) {
    if (size_ == capacity_) move_to(capacity_ ? growth * capacity_ : first_capacity);
    return data_[size_++] = static_cast<T&&>(x);
  }
  constexpr T pop() { return static_cast<T&&>(data_[size_ = size_ ? size_ - 1 : index_beyond_size()]); }
  constexpr void resize(u32 n, T const& x = T{}) {
    if (n > capacity_) move_to(n > 2 * capacity_ ? n : 2 * capacity_);
    for (u32 i = size_; i < n; ++i) data_[i] = x;
    size_ = n;
  }
  constexpr void append(range<T> xs) {
    if (size_ + xs.count > capacity_) move_to(size_ + xs.count > 2 * capacity_ ? size_ + xs.count : 2 * capacity_);
    copy_elements(data_ + size_, xs.first, xs.count);
    size_ += xs.count;
  }

  constexpr T& operator[](u32 i) { return data_[i < size_ ? i : index_beyond_size()]; }
  constexpr T const& operator[](u32 i) const { return data_[i < size_ ? i : index_beyond_size()]; }
  constexpr T& back() { return data_[size_ ? size_ - 1 : index_beyond_size()]; }
  constexpr T const& back() const { return data_[size_ ? size_ - 1 : index_beyond_size()]; }
  constexpr T* begin() { return data_; }
  constexpr T* end() { return data_ + size_; }
  constexpr T const* begin() const { return data_; }
  constexpr T const* end() const { return data_ + size_; }
  constexpr u32 size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr operator range<T>() const { return {data_, size_}; }
  constexpr range<T> slice(u32 first, u32 count) const { return {data_ + first, count}; }

  friend constexpr bool operator==(vec const& a, vec const& b) {
    if (a.size_ != b.size_) return false;
    for (u32 i = 0; i < a.size_; ++i)
      if (!(a.data_[i] == b.data_[i])) return false;
    return true;
  }
};

} // namespace constax::inline CONSTAX_TAG
