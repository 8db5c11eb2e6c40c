// SPDX-License-Identifier: BSL-1.0
#pragma once
// index: x[i], x[slice], x(i, slice, ...): NumPy's basic indexing of a tracer.
//
//   x[0_c]  x[-1_c]  x[i]              an element or row; a plain int i, of a for loop, say, must be known while the program is recorded
//   x[cx::slice(1_c, -1_c)]            a part of the first axis (slices.hpp)
//   x(0_c, cx::slice(), cx::newaxis)   an index per axis; x[0_c, cx::slice()] in C++23; cx::ellipsis stands for the axes between
//
// A plain int may pick ONE element, since every choice has the same type; the bounds of a slice decide the type of the result.
#include <constax/api/slices.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

template <class I>
inline constexpr bool is_slice = false;
template <auto A, auto B, auto C>
inline constexpr bool is_slice<slice_index<A, B, C>> = true;
template <>
inline constexpr bool is_slice<late_slice> = true;
template <class I>
inline constexpr bool takes_axis = integer_number<I> || is_slice<I>;
template <class I>
concept index_like = takes_axis<I> || std::is_same_v<I, newaxis_t> || std::is_same_v<I, ellipsis_t>;

/// What only an index can be.
template <class I>
inline constexpr bool index_object = is_slice<I> || std::is_same_v<I, newaxis_t> || std::is_same_v<I, ellipsis_t>;
template <std::int64_t N>
inline constexpr bool index_object<integer<N>> = true;
/// One that may stand beside it.
template <class I>
concept beside_index = index_like<I> || traced_value<I>;
template <class A, class B>
struct says_comma {
  constexpr text operator()() const { return "[constax] index: x[i, j] is x[j] before C++23; write x(i, j)"; }
};

template <class I>
inline constexpr dtype dtype_of_index = dtype::i32;
template <tracing I>
inline constexpr dtype dtype_of_index<I> = I::aval.type;

/// Of traced indices that are no integers; bools: they are bools.
constexpr std::string_view no_traced_index(bool bools) {
  if (!bools) return "[constax] index: a traced index is an integer or an array of integers; convert it with cx::astype<int>(i)";
  return "[constax] index: how many elements bools choose is not known while the program is recorded; keep all of them, "
         "cx::where(c, x, 0.0), or say how many there are, x[cx::flatnonzero<4>(c)]; to set them, cx::where(c, v, x)";
}
template <class... I>
inline constexpr int ellipses = (0 + ... + (std::is_same_v<I, ellipsis_t> ? 1 : 0));
template <class X, class... I>
struct says_no_index {
  constexpr text operator()() const {
    constexpr bool bools = ((tracing<I> && dtype_of_index<I> == dtype::boolean) || ...);
    if constexpr (ellipses<I...> > 1) return "[constax] index: cx::ellipsis stands for all axes that are not named, and can stand once";
    else if constexpr ((std::is_same_v<I, late_slice> || ...)) return text(plain_bounds);
    else if constexpr ((tracing<I> || ...)) return text(no_traced_index(bools));
    else
      return "[constax] index: only integers, cx::slice, cx::newaxis, cx::ellipsis and arrays of integers, cx::asarray({0, 2}), index a traced "
             "value";
  }
};
constexpr text too_many_indices(aval const& of) {
  text t;
  return t << "[constax] index: more indices than axes of a traced value of type " << of;
}
template <class X>
struct says_too_many {
  constexpr text operator()() const { return too_many_indices(X::aval); }
};

/// What an indexing expression does: cut, turn around, drop axes, insert axes.
struct indexing {
  slice_t::params cut;
  axes reversed, dropped, inserted;
  int rank = 0; // of the operand
  constexpr bool cuts(shape const& s) const {
    for (int d = 0; d < rank; ++d)
      if (!(cut.start_indices[d] == extent(0)) || !(cut.limit_indices[d] == s[d]) || cut.strides[d] != 1) return true;
    return false;
  }

  constexpr void take(extent const& start, extent const& limit, i64 stride) {
    cut.start_indices.push(start), cut.limit_indices.push(limit), cut.strides.push(stride), ++rank;
  }
  template <auto B>
  static constexpr extent place(extent const& n, extent const& otherwise) {
    if constexpr (std::is_same_v<std::remove_const_t<decltype(B)>, end_t>) return otherwise;
    else if constexpr (symbolic<std::remove_const_t<decltype(B)>>) return extent(B);
    else {
      extent at(static_cast<i64>(B));
      if (static_cast<i64>(B) < 0) at = n + at;
      return at;
    }
  }
  static constexpr void clip(extent& e, i64 lo, extent const& hi) { // NumPy cuts bounds off at the ends; of symbolic axes we cannot
    if (!e.is_number() || !hi.is_number()) return;
    if (e.number < lo) e = lo;
    if (e.number > hi.number) e = hi;
  }
  template <auto Start, auto Stop, auto Step>
  constexpr void add(slice_index<Start, Stop, Step>, extent const& n, i64) {
    static_assert(static_cast<i64>(Step) != 0, "[constax] slice: the step cannot be 0");
    constexpr i64 step = static_cast<i64>(Step) ? static_cast<i64>(Step) : 1; // after that error another would be said
    if constexpr (step > 0) add_slice(place<Start>(n, 0), place<Stop>(n, n), step, n);
    else add_slice(place<Start>(n, n - extent(1)), place<Stop>(n, -1), step, n);
  }
  constexpr void add(late_slice const& s, extent const& n, i64) {
    auto const at = [&](bool left_out, i64 given, extent const& otherwise) {
      if (left_out) return otherwise;
      return given < 0 ? n + extent(given) : extent(given);
    };
    bool const forwards = s.step > 0;
    add_slice(at(s.from_end, s.start, forwards ? extent(0) : n - extent(1)), at(s.to_end, s.stop, forwards ? n : extent(-1)), s.step, n);
  }
  constexpr void add_slice(extent start, extent stop, i64 step, extent const& n) {
    if (step > 0) {
      clip(start, 0, n), clip(stop, 0, n);
      extent const length = stop - start;
      if (length.is_number() && length.number < 0) stop = start;
      take(start, stop, step);
    } else { // start, start + step, ... above stop: the same elements upwards, then turned around
      clip(start, -1, n - extent(1)), clip(stop, -1, n - extent(1));
      extent const length = start - stop;
      if (length.is_number() && length.number <= 0) take(0, 0, 1);
      else if (step == -1 || !length.is_number()) take(stop + extent(1), start + extent(1), -step);
      else take(start - extent((length.number - 1) / -step * -step), start + extent(1), -step);
      reversed.push(rank - 1);
    }
  }
  template <integer_number I>
  constexpr void add(I, extent const& n, i64 i) {
    extent at(i);
    if (i < 0) at = n + at;
    dropped.push(rank);
    take(at, at + extent(1), 1);
  }
};

/// The meaning of indices on a value of shape s; `at` holds the numbers of those that are integers.
template <class... I>
constexpr indexing read_given(shape const& s, i64 const* at, I const&... i) {
  indexing r;
  constexpr int taken = (0 + ... + (takes_axis<I> ? 1 : 0));
  int k = 0;
  auto const fill = [&](int n) {
    for (; n > 0; --n) r.take(0, s[r.rank], 1);
  };
  bool filled = false;
  auto const one = [&]<class J>(J const& j) {
    if constexpr (std::is_same_v<J, newaxis_t>) r.inserted.push(r.rank - r.dropped.size() + r.inserted.size());
    else if constexpr (std::is_same_v<J, ellipsis_t>) fill(filled ? 0 : s.rank - taken), filled = true;
    else r.add(j, s[r.rank], at[k]);
    ++k;
  };
  (one(i), ...);
  fill(s.rank - r.rank);
  return r;
}
/// Of indices that their types tell, but for the numbers of integers.
template <class... I>
constexpr indexing read_indices(shape const& s, i64 const* at) {
  return read_given(s, at, I{}...);
}

template <class I>
constexpr i64 index_number(I const& i) {
  if constexpr (integer_number<I>) return static_cast<i64>(plain(i));
  else return 0;
}

/// Axes of length 1 put in: at these places of the result.
constexpr broadcast_in_dim_t::params inserting(shape const& s, axes const& places) {
  broadcast_in_dim_t::params q;
  for (int d = 0, k = 0; d < s.rank + places.size(); ++d) {
    if (places.contains(d)) q.to.push(1);
    else q.to.push(s[k++]), q.dims.push(d);
  }
  return q;
}

constexpr aval without_axes(aval const& a, axes const& gone) {
  aval r{a.type, {}};
  for (int d = 0; d < a.rank(); ++d)
    if (!gone.contains(d)) r.shape.push(a.shape[d]);
  return r;
}

template <class M, class X, class... I>
constexpr auto read_at(M how, X const& x, I const&... i); // index_arrays.hpp
template <class I>
inline constexpr bool is_traced_index = false;
template <tracing I>
inline constexpr bool is_traced_index<I> = info(I::aval.type).integer;

/// Of dynamic tracers, among array and indices: runtime/index.hpp.
template <class M, class X, class... I> auto read_at_dynamic(M how, X const& x, I const&... i);

template <class X, class... I>
constexpr auto index(X const& x, I const&... i) {
  if constexpr (ellipses<I...> > 1) {
    expect_silence<says_no_index<X, I...>>();
    return after_error<X>();
  } else if constexpr (is_dynamic<X> || (is_dynamic<I> || ...)) return read_at_dynamic(mode::clip, x, i...);
  else if constexpr ((std::is_same_v<I, late_slice> || ...)) {
    expect_silence<says_no_index<X, I...>>();
    return after_error<X>();
  } else if constexpr ((is_traced_index<I> || ...) && ((is_traced_index<I> || index_like<I>) && ...) &&
                       (0 + ... + (takes_axis<I> || is_tracer<I> ? 1 : 0)) <= X::rank())
    return read_at(mode::clip, x, i...);
  else if constexpr (!(index_like<I> && ...)) {
    expect_silence<says_no_index<X, I...>>();
    return after_error<X>();
  } else if constexpr ((0 + ... + (takes_axis<I> ? 1 : 0)) > X::rank()) {
    expect_silence<says_too_many<X>>();
    return after_error<X>();
  } else {
    // Integers known by value alone count as 0 here: all have the same type.
    constexpr indexing r = [] {
      i64 const at[] = {[] {
        if constexpr (integral_number<I>) return static_cast<i64>(I::value);
        else return i64{0};
      }()...};
      return read_indices<I...>(X::aval.shape, at);
    }();
    constexpr bool by_value = ((std::is_integral_v<I>) || ...);
    if constexpr (!by_value && infer<slice_t, r.cut, X>().fault) {
      emit<slice_t, r.cut>(x); // says why
      constexpr static_type in_bounds{without_axes(X::aval, r.dropped), {}};
      return after_error<tracer_t<in_bounds.result>>();
    } else {
      auto const cut = [&] {
        if constexpr (by_value) {
          constexpr static_type t = infer<slice_t, r.cut, X>();
          i64 const at[] = {index_number(i)...};
          return recorded<slice_t, tracer_t<t.result>>({&x.value, 1}, read_indices<I...>(X::aval.shape, at).cut);
        } else if constexpr (r.cuts(X::aval.shape)) return emit<slice_t, r.cut>(x);
        else return x;
      }();
      auto const turned = [&] {
        if constexpr (r.reversed.size() != 0) return emit<rev_t, rev_t::params{r.reversed}>(cut);
        else return cut;
      }();
      auto const squeezed = [&] {
        if constexpr (r.dropped.size() != 0) return emit<squeeze_t, squeeze_t::params{r.dropped}>(turned);
        else return turned;
      }();
      if constexpr (r.inserted.size() == 0) return squeezed;
      else {
        constexpr auto p = inserting(std::remove_cvref_t<decltype(squeezed)>::aval.shape, r.inserted);
        return emit<broadcast_in_dim_t, p>(squeezed);
      }
    }
  }
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {

/// In C++20 a comma in brackets drops what stands before it. That is no one's intention.
template <class A, class B>
requires((constax::detail::index_object<A> && constax::detail::beside_index<B>) ||
         (constax::detail::beside_index<A> && constax::detail::index_object<B>))
constexpr auto operator,(A const&, B const& b) {
  expect_silence<constax::detail::says_comma<A, B>>();
  return b;
}

template <class T, auto... Dims>
template <class I>
constexpr auto basic_tracer<T, Dims...>::operator[](I const& index) const {
  return constax::detail::index(*this, constax::detail::or_constant(index));
}
#ifdef __cpp_multidimensional_subscript
template <class T, auto... Dims>
template <class... I>
  requires(sizeof...(I) > 1)
constexpr auto basic_tracer<T, Dims...>::operator[](I const&... index) const {
  return constax::detail::index(*this, constax::detail::or_constant(index)...);
}
#endif
template <class T, auto... Dims>
template <class... I>
constexpr auto basic_tracer<T, Dims...>::operator()(I const&... index) const {
  return constax::detail::index(*this, constax::detail::or_constant(index)...);
}

} // namespace constax::inline v0
