// SPDX-License-Identifier: BSL-1.0
#pragma once
// layout: view<T, dims...> is row-major and contiguous; a layout behind the extents says otherwise, as in Eigen's Matrix and std::mdspan:
//
//   cx::view<double const, n, 3, cx::col_major>(p, rows)                         the first axis is contiguous: Eigen, Fortran, LAPACK
//   cx::view<double const, n, 3, cx::strided>(p, {rows}, {row_step, 1})          a step per axis, in elements, negative or 0 too: NumPy
//
// Programs do not know layouts (an aval is dtype and shape): kernels read and write such memory in place, by other strides.
#include <constax/api/array.hpp>
#include <constax/plan/code.hpp>

namespace constax::inline v0 {

struct col_major_t {};
struct strided_t {};
/// Layouts for view<T, dims..., layout>.
inline constexpr col_major_t col_major{};
inline constexpr strided_t strided{};

template <class Layout>
struct laid_out;

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG::detail {

/// Integers in braces, or a range of them: lengths or strides.
struct integer_list {
  std::int64_t at[max_rank] = {};
  std::size_t count = 0;

  template <class... I>
    requires(sizeof...(I) <= max_rank && (std::is_integral_v<I> && ...))
  CONSTAX_INLINE constexpr integer_list(I... i) : at{static_cast<std::int64_t>(i)...}, count(sizeof...(I)) {}
  template <class R>
    requires requires(R const& r) {
      r.size();
      static_cast<std::int64_t>(r[0]);
    }
  constexpr integer_list(R const& r) : count(static_cast<std::size_t>(r.size())) {
    for (std::size_t i = 0; i < count && i < max_rank; ++i) at[i] = static_cast<std::int64_t>(r[i]);
  }
};

[[gnu::cold]] [[gnu::noinline]] inline void raise_count(char const* what, std::size_t given, char const* axes, int expected) {
  raise(text("[constax] view: ") << static_cast<u64>(given) << ' ' << what << " for " << expected << axes);
}

/// Of a decltype of a template argument, which is const in g++ and not in clang.
template <class D>
inline constexpr bool is_layout = std::is_same_v<D const, col_major_t const> || std::is_same_v<D const, strided_t const>;

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {

/// laid_out<strided_t>::view<T, dims...>: what view<T, dims..., strided> is.
template <class Layout>
struct laid_out {
  template <class T, auto... Dims>
  class view {
    static constexpr bool columns = std::is_same_v<Layout, col_major_t>;
    static constexpr int symbols = constax::detail::symbol_count<Dims...>, rank_ = sizeof...(Dims);
    T* data_ = nullptr;
    std::int64_t length_[rank_ ? rank_ : 1] = {}, stride_[rank_ ? rank_ : 1] = {};

    CONSTAX_INLINE constexpr void stack_columns() noexcept {
      std::int64_t n = 1;
      for (int d = 0; d < rank_; ++d) stride_[d] = n, n *= length_[d];
    }

  public:
    using value_type = std::remove_const_t<T>;
    static constexpr constax::aval aval = constax::aval_of_dims<value_type, Dims...>;
    static constexpr constax::memory_layout layout = columns ? constax::memory_layout::col_major : constax::memory_layout::strided;
    static constexpr int rank() { return rank_; }

    /// col_major. `lengths`: one per symbolic axis, in order.
    template <class... N>
      requires(columns && sizeof...(N) == symbols && (std::is_convertible_v<N, std::int64_t> && ...))
    CONSTAX_INLINE constexpr view(T* data, N... lengths) noexcept : data_(data) {
      std::int64_t const given[] = {static_cast<std::int64_t>(lengths)..., 0};
      constax::detail::fill_lengths<Dims...>(length_, given);
      stack_columns();
    }
    /// col_major, from a contiguous range (an Eigen::Matrix is one). A symbolic axis takes the length that is left.
    template <class R>
      requires(columns && symbols <= 1 && !constax::detail::mdspan_like<R> && requires(R& r) { static_cast<T*>(r.data()); r.size(); })
    CONSTAX_INLINE constexpr view(R&& r) : data_(r.data()) {
      basic_view<T, Dims...> const rows(r);
      for (int d = 0; d < rank_; ++d) length_[d] = rows.length(d);
      stack_columns();
    }
    /// strided. `lengths`: one per symbolic axis; `strides`: one per axis, in elements, from `data`, where the element with index 0 is.
    CONSTAX_INLINE constexpr view(T* data, constax::detail::integer_list const& lengths, constax::detail::integer_list const& strides)
      requires(!columns)
        : data_(data) {
      if (lengths.count != symbols) constax::detail::raise_count("lengths", lengths.count, " symbolic axes", symbols);
      if (strides.count != rank_) constax::detail::raise_count("strides", strides.count, " axes", rank_);
      constax::detail::fill_lengths<Dims...>(length_, lengths.at);
      for (int d = 0; d < rank_; ++d) stride_[d] = strides.at[d];
    }
    CONSTAX_INLINE constexpr view(T* data, constax::detail::integer_list const& strides)
      requires(!columns && symbols == 0)
        : view(data, constax::detail::integer_list(), strides) {}
    /// From anything like an mdspan: layout_left is col_major, and every layout with strides is strided.
    template <constax::detail::mdspan_like M>
      requires(M::rank() == rank_ && requires(M const& m) { static_cast<T*>(m.data_handle()); })
    CONSTAX_INLINE constexpr view(M const& m) : data_(m.data_handle()) {
      constexpr constax::extent es[] = {constax::extent(Dims)..., constax::extent(0)};
      std::int64_t n = 1;
      for (int d = 0; d < rank_; ++d) {
        length_[d] = static_cast<std::int64_t>(m.extent(static_cast<std::size_t>(d))), stride_[d] = constax::detail::stride_in(m, d);
        if (es[d].is_number() && es[d].number != length_[d])
          constax::detail::raise_mdspan(constax::aval_of_dims<value_type, Dims...>, d, length_[d]);
        if (columns && length_[d] > 1 && stride_[d] != n)
          constax::raise("[constax] view: the mdspan is not column-major and contiguous; view it as cx::strided");
        n *= length_[d];
      }
      if constexpr (columns) stack_columns();
    }
    /// A view that may be written to is also one that may not.
    template <class U>
      requires(std::is_const_v<T> && std::is_same_v<U, value_type>)
    CONSTAX_INLINE constexpr view(view<U, Dims...> const& o) noexcept : data_(o.data()) {
      for (int d = 0; d < rank_; ++d) length_[d] = o.length(d), stride_[d] = o.stride(d);
    }

    /// Writes an expression's elements into the memory that is viewed.
    template <class Op, class... Operands>
    CONSTAX_INLINE view const& operator=(constax::expression<Op, Operands...> const& e) const {
      e.assign_to(*this);
      return *this;
    }
    template <class U, auto... D>
    CONSTAX_INLINE view const& operator=(basic_array<U, D...>&& a) const {
      constax::detail::write_elements(*this, a);
      return *this;
    }
    template <class U, auto... D>
    CONSTAX_INLINE view const& operator=(basic_array<U, D...>&& a) {
      return std::as_const(*this) = std::move(a);
    }
    template <class U, auto... D>
    requires(!std::is_const_v<T>)
    view(basic_array<U, D...>&&) = delete;

    CONSTAX_INLINE constexpr T* data() const noexcept { return data_; }
    CONSTAX_INLINE constexpr std::int64_t length(int d) const noexcept { return length_[d]; }
    CONSTAX_INLINE constexpr std::int64_t stride(int d) const noexcept { return stride_[d]; }
    CONSTAX_INLINE constexpr std::int64_t size() const noexcept {
      std::int64_t n = 1;
      for (int d = 0; d < rank_; ++d) n *= length_[d];
      return n;
    }
    /// Element (i, j, ...).
    template <class... I>
    requires constax::detail::one_element<rank_, I...>
    CONSTAX_INLINE constexpr T& operator()(I... i) const noexcept(constax::detail::places_unchecked) {
      constax::detail::expect_places<view, I...>();
      std::int64_t at = 0;
      int d = 0;
      ((at += constax::detail::place_on_axis<view>(i, d, length_[d]) * stride_[d], ++d), ...);
      return data_[at];
    }
    /// NumPy's indexing: an array of what is chosen, a copy.
    template <class... I>
      requires(sizeof...(I) > 0 && !constax::detail::one_element<rank_, I...>)
    CONSTAX_INLINE constexpr auto operator()(I const&... i) const {
      return constax::detail::index_numbers(*this, i...);
    }
    template <constax::detail::no_offset I>
    CONSTAX_INLINE constexpr decltype(auto) operator[](I const& i) const {
      return (*this)(i);
    }
    template <class... I>
    CONSTAX_INLINE constexpr auto at(I const&... i) const {
      return constax::detail::at_of(*this, i...);
    }
    /// Element i in the order in which the last index runs fastest, as in every other array.
    CONSTAX_INLINE constexpr T& operator[](std::int64_t i) const noexcept(constax::detail::places_unchecked) {
      std::int64_t at = 0;
      constax::detail::place_in_all(*this, i);
      for (int d = rank_; d-- > 0; i /= length_[d]) at += i % length_[d] * stride_[d];
      return data_[at];
    }
  };
};

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// view<T, dims...>, with a layout behind the extents or without.
template <class T, auto... Dims>
struct view_of {
  using type = basic_view<T, canonical<Dims>...>;
};
template <class T, auto... Dims>
  requires(is_layout<decltype(Dims)> || ...)
struct view_of<T, Dims...> {
  static constexpr std::tuple all{Dims...};
  static constexpr std::size_t last = sizeof...(Dims) - 1;
  static constexpr std::size_t at = [] {
    bool const is[] = {is_layout<decltype(Dims)>...};
    std::size_t k = 0;
    while (!is[k]) ++k;
    return k;
  }();
  using layout = std::tuple_element_t<at, std::tuple<std::remove_const_t<decltype(Dims)>...>>;
  static_assert((0 + ... + is_layout<decltype(Dims)>) == 1 && at == last,
                "[constax] view: the layout stands once, behind the extents: view<double, n, 3, cx::strided>");
  template <std::size_t... D> // wherever the layout stands: what was said above is enough
  static auto spell(std::index_sequence<D...>)
      -> std::type_identity<typename laid_out<layout>::template view<T, canonical<std::get<(D < at ? D : D + 1)>(all)>...>>;
  using type = typename decltype(spell(std::make_index_sequence<last>{}))::type;
};

template <class T, auto... Dims>
inline constexpr bool is_container<typename laid_out<col_major_t>::template view<T, Dims...>> = true;
template <class T, auto... Dims>
inline constexpr bool is_container<typename laid_out<strided_t>::template view<T, Dims...>> = true;

/// A view with a layout of its own. (Along one axis col_major says nothing.)
template <class X>
concept laid_out_leaf = requires { X::layout; };

} // namespace detail

/// A user's memory: `cx::view<double const, n, 3>`, row-major, or with a layout: `cx::view<double const, n, 3, cx::strided>`.
template <class T, auto... Dims>
using view = typename detail::view_of<T, Dims...>::type;

template <class T, auto... Dims>
inline constexpr bool is_lazy<typename laid_out<col_major_t>::template view<T, Dims...>> = true;
template <class T, auto... Dims>
inline constexpr bool is_lazy<typename laid_out<strided_t>::template view<T, Dims...>> = true;

} // namespace constax::inline CONSTAX_TAG
