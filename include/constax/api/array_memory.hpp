// SPDX-License-Identifier: BSL-1.0
#pragma once
// array_memory: what array and view stand on. Lengths in the order of the axes, places on an axis, elements on the heap, what an mdspan
// says, and the sentences for memory that does not fit.
#include <constax/api/none.hpp>
#include <constax/primitives/primitives.hpp>

#include <new>
#include <utility>

namespace constax::inline CONSTAX_TAG::detail {

/// x(i...) of what holds numbers, as NumPy has it: index_numbers.hpp.
template <class X, class... I> CONSTAX_INLINE constexpr auto index_numbers(X const& x, I const&... i);
/// x.at(i...) of it: at_numbers.hpp.
template <class X, class... I> CONSTAX_INLINE constexpr auto at_of(X&& x, I const&... i);
/// Writes the elements of an array to where a view says: assign.hpp.
template <class View, class Array> CONSTAX_INLINE void write_elements(View const& to, Array const& from);
/// The indices of one element of an array of so many axes.
template <int Rank, class... I>
concept one_element = sizeof...(I) == Rank && (integer_number<I> && ...);
/// What is no place in memory: an index of NumPy's.
template <class I>
concept no_offset = traced_value<I> || integral_number<I> || std::is_same_v<I, none_t> || std::is_floating_point_v<I> ||
                    !std::is_convertible_v<I, std::int64_t>;
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_place(aval const& of, std::int64_t index, int axis, std::int64_t length) {
  text t;
  t << "[constax] index: " << index << " lies outside of axis " << axis << " of length " << length << " of an array " << of
    << "; an element is at 0 or more, and -1_c counts from the end";
  raise(t);
}
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_element(aval const& of, std::int64_t index, std::int64_t size) {
  text t;
  t << "[constax] index: element " << index << " of an array " << of << ", which has " << size << " in the order of rows";
  raise(t);
}
/// What an array is said to be. (Of X itself it would be a weak symbol that objects with different flags share.)
template <class X> inline constexpr constax::aval type_in_sentences = X::aval;
/// Do the operators that name elements throw nothing? They are checked in builds that are not optimised (CONSTAX_CHECK_PLACES).
inline constexpr bool places_unchecked = !CONSTAX_CHECK_PLACES;
/// The place on an axis of X that an index means; only -1_c and its like count from the end.
template <class X, class I>
CONSTAX_INLINE constexpr std::int64_t place_on_axis(I i, [[maybe_unused]] int axis,
                                                    [[maybe_unused]] std::int64_t length) noexcept(places_unchecked) {
  if constexpr (!integral_number<I>) {
    auto const at = static_cast<std::int64_t>(i);
    if constexpr (!places_unchecked)
      if (at < 0 || at >= length) raise_place(type_in_sentences<X>, at, axis, length);
    return at;
  } else return I::value < 0 ? length + I::value : I::value;
}
/// Element i of X in the order of rows.
template <class X>
CONSTAX_INLINE constexpr std::int64_t place_in_all([[maybe_unused]] X const& x, std::int64_t i) noexcept(places_unchecked) {
  if constexpr (!places_unchecked)
    if (i < 0 || i >= x.size()) raise_element(type_in_sentences<X>, i, x.size());
  return i;
}

/// What is said of an integer that indexes an axis, counted from the front or, behind an ellipsis, from the end.
constexpr text place_outside(aval const& of, i64 index, int axis, i64 length) {
  text t;
  t << "[constax] index: " << index << " lies outside of axis " << axis << " of length " << length << " of an array " << of
    << "; indices are from " << -length << " to " << length - 1;
  return t;
}
/// The same of indices that their types tell.
template <class X, class... I> struct says_place_outside {
  constexpr text operator()() const {
    text t;
    int axis = 0;
    auto const one = [&]<class J>(std::type_identity<J>) {
      if constexpr (integral_number<J>)
        if (extent const n = X::aval.shape[axis]; n.is_number() && (J::value < -n.number || J::value >= n.number) && t.size() == 0)
          t = place_outside(X::aval, J::value, axis, n.number);
      ++axis;
    };
    (one(std::type_identity<I>{}), ...);
    return t;
  }
};
template <class X, class... I> constexpr void expect_places() {
  if constexpr ((integral_number<I> || ...)) expect_silence<says_place_outside<X, I...>>();
}

template <auto... Dims>
inline constexpr int symbol_count = ((extent(Dims).is_number() ? 0 : 1) + ... + 0);

/// The lengths of Dims: numbers as they are, the others from `given`, in order.
template <auto... Dims>
constexpr void fill_lengths(std::int64_t* to, std::int64_t const* given) {
  constexpr extent es[] = {extent(Dims)..., extent(0)};
  for (std::size_t d = 0, k = 0; d < sizeof...(Dims); ++d) to[d] = es[d].is_number() ? es[d].number : given[k++];
}

/// Anything with rank(), extent(d), data_handle() and stride(d) or mapping().stride(d): std::mdspan, Kokkos::mdspan, cuda::std::mdspan.
template <class M>
concept mdspan_like = requires(M const& m) {
  M::rank();
  m.extent(0);
  m.data_handle();
} && (requires(M const& m) { m.mapping().stride(0); } || requires(M const& m) { m.stride(0); });
template <class M>
constexpr std::int64_t stride_in(M const& m, int d) {
  if constexpr (requires { m.stride(0); }) return static_cast<std::int64_t>(m.stride(static_cast<std::size_t>(d)));
  else return static_cast<std::int64_t>(m.mapping().stride(static_cast<std::size_t>(d)));
}

// Why memory, a list or a length is refused. Out of line: constructors are inlined wherever an argument is made. They hand over
// aval_of_dims, whose name has the tag of the flags: a static member of array or view would be a weak symbol that objects with different
// flags share.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_range(aval const& view, std::int64_t size) {
  bool symbolic = false;
  std::int64_t known = 1;
  for (int d = 0; d < view.rank(); ++d) {
    if (view.shape[d].is_number()) known *= view.shape[d].number;
    else symbolic = true;
  }
  text t;
  t << "[constax] view: the range has " << size << (size == 1 ? " element" : " elements") << ", the view " << view
    << (symbolic ? " takes a multiple of " : " has ") << known;
  raise(t);
}
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_mdspan(aval const& view, int axis, std::int64_t length) {
  text t;
  t << "[constax] view: axis " << axis << " of the mdspan has length " << length << ", that of the view " << view << " has "
    << view.shape[axis];
  raise(t);
}
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_list(aval const& array, std::int64_t count) {
  text t;
  t << "[constax] array: the list has " << count << (count == 1 ? " element" : " elements") << ", the array " << array << " has "
    << array.shape.size();
  raise(t);
}
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_array(aval const& array, int axis, std::int64_t length) {
  text t;
  t << "[constax] array: axis " << axis << " of an array " << array << " would have length " << length << "; a length is 0 or more";
  raise(t);
}

/// An array's elements are written by who makes it.
struct unset_t {};
/// Elements on the heap, with one owner. (A std::unique_ptr; but <memory> alone costs as much to include as half of constax.)
template <class T>
class heap_elements {
  T* p_ = nullptr;

public:
  static constexpr std::align_val_t alignment{64};
  constexpr heap_elements() = default;
  CONSTAX_INLINE explicit heap_elements(std::int64_t n)
      : p_(static_cast<T*>(::operator new[](static_cast<std::size_t>(n) * sizeof(T), alignment))) {}
  CONSTAX_INLINE constexpr heap_elements(heap_elements&& o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
  CONSTAX_INLINE constexpr heap_elements& operator=(heap_elements&& o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  CONSTAX_INLINE constexpr ~heap_elements() {
    if (p_) ::operator delete[](static_cast<void*>(p_), alignment);
  }
  CONSTAX_INLINE constexpr T* get() const noexcept { return p_; }
};

} // namespace constax::inline CONSTAX_TAG::detail
