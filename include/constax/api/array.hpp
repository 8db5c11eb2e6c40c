// SPDX-License-Identifier: BSL-1.0
#pragma once
// array, view, spec: what functions are called with. array owns its elements, view borrows a user's memory, spec stands for an argument
// where only its type matters. All are row-major (layout.hpp has views that are not, and the name `view`); alignment is never assumed.
#include <constax/api/array_memory.hpp>

namespace constax::inline CONSTAX_TAG {
/// What operators on arrays and views make (expr.hpp).
template <class Op, class... Operands>
struct expression;
namespace detail {
template <class X>
inline constexpr bool is_expression = false;
template <class Op, class... Operands>
inline constexpr bool is_expression<expression<Op, Operands...>> = true;
} // namespace detail
} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {

/// Stands for an argument of the type T[dims...] where no numbers are needed: `cx::spec<double, 3>{}`.
template <class T, auto... Dims>
struct basic_spec {
  using value_type = T;
  static constexpr constax::aval aval = constax::aval_of_dims<T, Dims...>;
};

template <class T, auto... Dims>
class basic_array;

/// A user's memory: a pointer, and the lengths of the axes whose extents are symbols. view<T const, ...> cannot be written to.
/// `v = w` makes v a view of what w views (or of what the array w holds), as with std::span; `v = xs + ys` writes the elements, and so does
/// an array that no one holds, `v = v.at(0).set(1.0)`.
template <class T, auto... Dims>
class basic_view {
  T* data_ = nullptr;
  std::int64_t length_[sizeof...(Dims) ? sizeof...(Dims) : 1] = {};

public:
  using value_type = std::remove_const_t<T>;
  static constexpr constax::aval aval = constax::aval_of_dims<value_type, Dims...>;
  static constexpr int rank() { return sizeof...(Dims); }

  /// `lengths`: one per symbolic axis, in order.
  template <class... N>
    requires(sizeof...(N) == constax::detail::symbol_count<Dims...>)
  CONSTAX_INLINE constexpr basic_view(T* data, N... lengths) noexcept : data_(data) {
    std::int64_t const given[] = {static_cast<std::int64_t>(lengths)..., 0};
    constax::detail::fill_lengths<Dims...>(length_, given);
  }
  /// From a contiguous range: std::span, std::array, std::vector, cx::array. A symbolic axis takes the length that is left.
  template <class R>
  requires(constax::detail::symbol_count<Dims...> <= 1 && !constax::detail::mdspan_like<R> &&
           requires(R& r) {
             static_cast<T*>(r.data());
             r.size();
           })
  CONSTAX_INLINE constexpr basic_view(R&& r) : data_(r.data()) {
    constexpr constax::extent es[] = {constax::extent(Dims)..., constax::extent(0)};
    std::int64_t known = 1;
    for (int d = 0; d < rank(); ++d)
      if (es[d].is_number()) known *= es[d].number;
    std::int64_t const size = static_cast<std::int64_t>(r.size()), rest = known ? size / known : 0;
    constax::detail::fill_lengths<Dims...>(length_, &rest);
    if (this->size() != size) constax::detail::raise_range(constax::aval_of_dims<value_type, Dims...>, size);
  }
  /// From anything like an mdspan whose layout is row-major.
  template <constax::detail::mdspan_like M>
    requires(M::rank() == sizeof...(Dims))
  CONSTAX_INLINE constexpr basic_view(M const& m) : data_(m.data_handle()) {
    std::int64_t stride = 1;
    for (int d = rank(); d-- > 0;) {
      length_[d] = static_cast<std::int64_t>(m.extent(static_cast<std::size_t>(d)));
      if (length_[d] > 1 && constax::detail::stride_in(m, d) != stride)
        constax::raise("[constax] view: the mdspan is not row-major and contiguous; view it as cx::strided");
      stride *= length_[d];
    }
    constexpr constax::extent es[] = {constax::extent(Dims)..., constax::extent(0)};
    for (int d = 0; d < rank(); ++d)
      if (es[d].is_number() && es[d].number != length_[d])
        constax::detail::raise_mdspan(constax::aval_of_dims<value_type, Dims...>, d, length_[d]);
  }

  /// Writes an expression's elements into the memory that is viewed.
  template <class Op, class... Operands>
  CONSTAX_INLINE basic_view const& operator=(constax::expression<Op, Operands...> const& e) const {
    e.assign_to(*this);
    return *this;
  }
  template <class U, auto... D>
  CONSTAX_INLINE basic_view const& operator=(basic_array<U, D...>&& a) const {
    constax::detail::write_elements(*this, a);
    return *this;
  }
  template <class U, auto... D>
  CONSTAX_INLINE basic_view const& operator=(basic_array<U, D...>&& a) {
    return std::as_const(*this) = std::move(a);
  }
  /// The array would be gone when the view is written to.
  template <class U, auto... D>
  requires(!std::is_const_v<T>)
  basic_view(basic_array<U, D...>&&) = delete;

  CONSTAX_INLINE constexpr T* data() const noexcept { return data_; }
  CONSTAX_INLINE constexpr std::int64_t length(int d) const noexcept { return length_[d]; }
  CONSTAX_INLINE constexpr std::int64_t size() const noexcept {
    std::int64_t n = 1;
    for (int d = 0; d < rank(); ++d) n *= length_[d];
    return n;
  }
  CONSTAX_INLINE constexpr T* begin() const noexcept { return data_; }
  CONSTAX_INLINE constexpr T* end() const noexcept { return data_ + size(); }
  CONSTAX_INLINE constexpr T& operator[](std::int64_t i) const noexcept(constax::detail::places_unchecked) {
    return data_[constax::detail::place_in_all(*this, i)];
  }
  /// Element (i, j, ...).
  template <class... I>
  requires constax::detail::one_element<rank(), I...>
  CONSTAX_INLINE constexpr T& operator()(I... i) const noexcept(constax::detail::places_unchecked) {
    constax::detail::expect_places<basic_view, I...>();
    std::int64_t at = 0;
    int d = 0;
    ((at = at * length_[d] + constax::detail::place_on_axis<basic_view>(i, d, length_[d]), ++d), ...);
    return data_[at];
  }
  /// NumPy's indexing, x[cx::slice(1_c, cx::end)], x(i, cx::slice()), x[places]: an array of what is chosen, a copy.
  template <class... I>
    requires(sizeof...(I) > 0 && !constax::detail::one_element<rank(), I...>)
  CONSTAX_INLINE constexpr auto operator()(I const&... i) const {
    return constax::detail::index_numbers(*this, i...);
  }
  template <constax::detail::no_offset I>
  CONSTAX_INLINE constexpr decltype(auto) operator[](I const& i) const {
    return (*this)(i);
  }
  /// x.at(i...).set(v), .add(v), ...: an array with other numbers at x(i...); what the view views stays.
  template <class... I>
  CONSTAX_INLINE constexpr auto at(I const&... i) const {
    return constax::detail::at_of(*this, i...);
  }
};

/// Owns T[dims...]: 64-byte aligned, in place when the size is known and at most 4 kB, else on the heap.
template <class T, auto... Dims>
class basic_array {
  static constexpr bool is_static = constax::detail::symbol_count<Dims...> == 0;
  static constexpr std::int64_t static_size = (constax::extent(Dims).number * ... * 1);
  static constexpr bool in_place = is_static && static_size * static_cast<std::int64_t>(sizeof(T)) <= 4096;
  struct heap {
    constax::detail::heap_elements<T> elements;
    std::int64_t length[sizeof...(Dims) ? sizeof...(Dims) : 1] = {};
  };
  struct inside {
    alignas(64) T elements[in_place && static_size ? static_size : 1] = {};
  };
  std::conditional_t<in_place, inside, heap> storage_;

  CONSTAX_INLINE void allocate() { storage_.elements = constax::detail::heap_elements<T>(size()); }

public:
  using value_type = T;
  static constexpr constax::aval aval = constax::aval_of_dims<T, Dims...>;
  static constexpr int rank() { return sizeof...(Dims); }

  /// Zeros; `lengths`: one per symbolic axis, in order.
  template <class... N>
    requires(sizeof...(N) == constax::detail::symbol_count<Dims...> && (std::is_convertible_v<N, std::int64_t> && ...))
  CONSTAX_INLINE constexpr explicit(sizeof...(N) > 0) basic_array(N... lengths) : basic_array(constax::detail::unset_t{}, lengths...) {
    if constexpr (!in_place)
      for (T& x : *this) x = T{};
  }
  /// The same, with elements on the heap that are not set: for what writes them all.
  template <class... N>
    requires(sizeof...(N) == constax::detail::symbol_count<Dims...>)
  CONSTAX_INLINE constexpr basic_array(constax::detail::unset_t, N... lengths) : storage_{} {
    if constexpr (!in_place) {
      std::int64_t const given[] = {static_cast<std::int64_t>(lengths)..., 0};
      constax::detail::fill_lengths<Dims...>(storage_.length, given);
      if constexpr (!is_static)
        for (int d = 0; d < rank(); ++d)
          if (storage_.length[d] < 0) constax::detail::raise_array(constax::aval_of_dims<T, Dims...>, d, storage_.length[d]);
      allocate();
    }
  }
  /// The elements, row-major: all of them.
  CONSTAX_INLINE constexpr basic_array(std::initializer_list<T> xs)
    requires is_static
      : basic_array() {
    if (static_cast<std::int64_t>(xs.size()) != size())
      constax::detail::raise_list(constax::aval_of_dims<T, Dims...>, static_cast<std::int64_t>(xs.size()));
    T* p = data();
    for (T const& x : xs) *p++ = x;
  }
  CONSTAX_INLINE constexpr basic_array(basic_array const& o) : storage_{} {
    if constexpr (in_place) storage_ = o.storage_;
    else {
      for (int d = 0; d < rank(); ++d) storage_.length[d] = o.storage_.length[d];
      allocate();
      for (std::int64_t i = 0; i < size(); ++i) data()[i] = o.data()[i];
    }
  }
  CONSTAX_INLINE constexpr basic_array(basic_array&&) noexcept = default;
  /// Into the memory that the array has, if the lengths are the same; else (one that was moved from has lengths only) into new memory.
  CONSTAX_INLINE constexpr basic_array& operator=(basic_array const& o) & noexcept(in_place) {
    if constexpr (in_place) storage_ = o.storage_;
    else if (this != &o) {
      bool room = data() != nullptr;
      for (int d = 0; d < rank(); ++d) room &= length(d) == o.length(d);
      if (!room) *this = basic_array(o);
      else if (size() > 0) __builtin_memcpy(data(), o.data(), static_cast<std::size_t>(size()) * sizeof(T));
    }
    return *this;
  }
  CONSTAX_INLINE constexpr basic_array& operator=(basic_array&& o) & noexcept {
    if constexpr (in_place) storage_ = o.storage_;
    else {
      heap taken = static_cast<heap&&>(o.storage_); // o keeps none: what this array had may be shorter than o says
      storage_ = static_cast<heap&&>(taken);
    }
    return *this;
  }
  /// In one loop, into the memory that the array has, if the lengths are the same: no allocation, also for `x = x + y`.
  template <class Op, class... Operands>
  CONSTAX_INLINE basic_array& operator=(constax::expression<Op, Operands...> const& e) & {
    e.assign_to(*this);
    return *this;
  }
  template <class V>
  CONSTAX_INLINE constexpr auto operator=(V const&) && {
    return constax::detail::refuse_assignment<V>();
  }
  CONSTAX_INLINE constexpr ~basic_array() = default;

  CONSTAX_INLINE constexpr T* data() noexcept {
    if constexpr (in_place) return storage_.elements;
    else return storage_.elements.get();
  }
  CONSTAX_INLINE constexpr T const* data() const noexcept {
    if constexpr (in_place) return storage_.elements;
    else return storage_.elements.get();
  }
  CONSTAX_INLINE constexpr std::int64_t length(int d) const noexcept {
    if constexpr (in_place) {
      constexpr constax::extent es[] = {constax::extent(Dims)..., constax::extent(0)};
      return es[d].number;
    } else return storage_.length[d];
  }
  CONSTAX_INLINE constexpr std::int64_t size() const noexcept {
    if constexpr (is_static) return static_size;
    else {
      std::int64_t n = 1;
      for (int d = 0; d < rank(); ++d) n *= length(d);
      return n;
    }
  }
  CONSTAX_INLINE constexpr T* begin() noexcept { return data(); }
  CONSTAX_INLINE constexpr T* end() noexcept { return data() + size(); }
  CONSTAX_INLINE constexpr T const* begin() const noexcept { return data(); }
  CONSTAX_INLINE constexpr T const* end() const noexcept { return data() + size(); }
  CONSTAX_INLINE constexpr T& operator[](std::int64_t i) noexcept(constax::detail::places_unchecked) {
    return data()[constax::detail::place_in_all(*this, i)];
  }
  CONSTAX_INLINE constexpr T const& operator[](std::int64_t i) const noexcept(constax::detail::places_unchecked) {
    return data()[constax::detail::place_in_all(*this, i)];
  }
  /// Element (i, j, ...).
  template <class... I>
  requires constax::detail::one_element<rank(), I...>
  CONSTAX_INLINE constexpr T& operator()(I... i) noexcept(constax::detail::places_unchecked) {
    return data()[offset(i...)];
  }
  template <class... I>
  requires constax::detail::one_element<rank(), I...>
  CONSTAX_INLINE constexpr T const& operator()(I... i) const noexcept(constax::detail::places_unchecked) {
    return data()[offset(i...)];
  }
  /// NumPy's indexing, x[cx::slice(1_c, cx::end)], x(i, cx::slice()), x[places]: an array of what is chosen, a copy. With an index that is
  /// traced: a constant of the traced function at that place.
  template <class... I>
    requires(sizeof...(I) > 0 && !constax::detail::one_element<rank(), I...>)
  CONSTAX_INLINE constexpr auto operator()(I const&... i) const {
    return constax::detail::index_numbers(*this, i...);
  }
  template <constax::detail::no_offset I>
  CONSTAX_INLINE constexpr decltype(auto) operator[](I const& i) {
    return (*this)(i);
  }
  template <constax::detail::no_offset I>
  CONSTAX_INLINE constexpr decltype(auto) operator[](I const& i) const {
    return (*this)(i);
  }
  /// x.at(i...).set(v), .add(v), ...: a new array with other numbers at x(i...).
  template <class... I>
  CONSTAX_INLINE constexpr auto at(I const&... i) const& {
    return constax::detail::at_of(*this, i...);
  }
  template <class... I>
  CONSTAX_INLINE constexpr auto at(I const&... i) && {
    return constax::detail::at_of(std::move(*this), i...);
  }
  CONSTAX_INLINE friend constexpr bool operator==(basic_array const& a, basic_array const& b) noexcept {
    for (int d = 0; d < rank(); ++d)
      if (a.length(d) != b.length(d)) return false;
    for (std::int64_t i = 0; i < a.size(); ++i)
      if (!(a.data()[i] == b.data()[i])) return false;
    return true;
  }

private:
  template <class... I>
  CONSTAX_INLINE constexpr std::int64_t offset(I... i) const noexcept(constax::detail::places_unchecked) {
    constax::detail::expect_places<basic_array, I...>();
    std::int64_t at = 0;
    int d = 0;
    ((at = at * length(d) + constax::detail::place_on_axis<basic_array>(i, d, length(d)), ++d), ...);
    return at;
  }
};

} // namespace constax::inline v0
namespace constax::inline CONSTAX_TAG {

/// A type without numbers, for what asks for types alone: `cx::make_jaxpr(f)(cx::spec<double, 3, n>{})`.
template <class T, auto... Dims>
using spec = basic_spec<T, canonical<Dims>...>;
/// An array that owns its elements, row-major: `cx::array<double, 2, 3>`.
template <class T, auto... Dims>
using array = basic_array<T, canonical<Dims>...>;

namespace detail {
template <class X>
inline constexpr bool is_container = false;
template <class T, auto... Dims>
inline constexpr bool is_container<basic_view<T, Dims...>> = true;
template <class T, auto... Dims>
inline constexpr bool is_container<basic_array<T, Dims...>> = true;
template <class X>
inline constexpr bool is_array = false;
template <class T, auto... Dims>
inline constexpr bool is_array<basic_array<T, Dims...>> = true;
template <class X>
inline constexpr bool is_spec = false;
template <class T, auto... Dims>
inline constexpr bool is_spec<basic_spec<T, Dims...>> = true;
} // namespace detail

template <class T, auto... Dims>
inline constexpr bool is_lazy<basic_view<T, Dims...>> = true;
template <class T, auto... Dims>
inline constexpr bool is_lazy<basic_array<T, Dims...>> = true;

/// Holds numbers: an array or a view.
template <class X>
concept container = detail::is_container<std::remove_cvref_t<X>>;

} // namespace constax::inline CONSTAX_TAG
