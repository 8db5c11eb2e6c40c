// SPDX-License-Identifier: BSL-1.0
#pragma once
// reduction: the family of y = combine over the reduced axes of x. Members give `combine` on lanes and its neutral element, and say
// `any_order` where no bit of the result depends on the order of the terms (but which nan it is): lines are then taken as they lie in
// memory.
#include <constax/primitives/operands.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// x's shape without the axes in `gone`, which must ascend.
constexpr typed without_axes(aval const& x, axes const& gone, dtype result) {
  aval r{result, {}};
  for (int i = 0; i < gone.size(); ++i)
    if (gone[i] < 0 || gone[i] >= x.rank())
      return fault{fault_code::bad_axis, {}, "axes are counted from 0, from the end from -1", x, {}, gone[i]};
  for (int i = 1; i < gone.size(); ++i)
    if (gone[i] <= gone[i - 1]) return fault{fault_code::bad_params, {}, "axes ascend, each is named once", x};
  for (int d = 0; d < x.rank(); ++d)
    if (!gone.contains(d)) r.shape.push(x.shape[d]);
  return r;
}
/// The axes that stay, as broadcast_in_dim's dimensions on the way back.
constexpr axes kept_axes(int rank, axes const& gone) {
  axes kept;
  for (int d = 0; d < rank; ++d)
    if (!gone.contains(d)) kept.push(d);
  return kept;
}
constexpr axes shifted(axes a) {
  for (i64& d : a.at) ++d;
  return a;
}

/// Several axes as one argument: sum(x, axes_c<0, 1>).
template <i64... Axes>
struct axes_constant {};

template <class X>
inline constexpr bool is_axes = integral_number<X>;
template <i64... Axes>
inline constexpr bool is_axes<axes_constant<Axes...>> = true;
/// Axes in braces, sum(x, {0, 2}), which are known at run time.
struct axes_list {
  axes of;
};
template <>
inline constexpr bool is_axes<axes_list> = true;

/// Axes counted from the end are negative. An axis that is none stays as the user wrote it, for the message.
constexpr axes axes_in(int rank, axes const& given) {
  axes a;
  for (i64 d : given) a.push(d < 0 && d >= -rank ? d + rank : d);
  for (int i = 1; i < a.size(); ++i)
    for (int k = i; k > 0 && a[k] < a[k - 1]; --k) std::swap(a.at[k], a.at[k - 1]);
  return a;
}
template <i64... Axes>
constexpr axes axes_in(int rank, axes_constant<Axes...>) {
  return axes_in(rank, axes{Axes...});
}
template <integral_number X>
constexpr axes axes_in(int rank, X) {
  return axes_in(rank, axes_constant<static_cast<i64>(X::value)>{});
}
/// A plain integer in the place of an axis, or a list of them: what is said instead. Its value is not known while types are made.
template <class N>
struct says_plain_axis {
  constexpr text operator()() const {
    text t;
    return t
           << "[constax] an axis given as a plain integer, or in braces, cannot decide the shape of the result, which is part of its type; write 0_c for 0, as in "
              "cx::sum(x, 0_c), with `using namespace constax::literals`, or cx::axes_c<0, 1> for several";
  }
};
template <class N>
requires(std::is_integral_v<N> || std::is_same_v<N, axes_list>)
constexpr auto axes_in(int rank, N) {
  expect_silence<says_plain_axis<N>>();
  axes first;
  if (rank > 0) first.push(0);
  return first;
}
constexpr axes every_axis(int rank) {
  axes a;
  for (int d = 0; d < rank; ++d) a.push(d);
  return a;
}
/// The first of `given` that an operand of rank `rank` does not have, or the number of them.
constexpr int first_bad_axis(int rank, axes const& given) {
  int i = 0;
  while (i < given.size() && given[i] >= 0 && given[i] < rank) ++i;
  return i;
}
template <class X, class... A>
struct says_bad_axis {
  constexpr text operator()() const {
    axes const given = axes_in(X::rank(), A{}...);
    return text("[constax] axis ") << given[first_bad_axis(X::rank(), given)] << " is out of range for an operand of type " << X::aval
                                   << "; axes are counted from 0, from the end from -1";
  }
};
/// Has an X the axes that are named?
template <class X, class... A>
inline constexpr bool has_axes = [] {
  constexpr axes given = axes_in(X::rank(), A{}...);
  return first_bad_axis(X::rank(), given) == given.size();
}();
/// The axes of an X that are meant, all where none are named. Where the operand lacks one the compiler says so, and goes on with all.
template <class X, class... A>
constexpr auto axes_of(A const&...) {
  if constexpr (sizeof...(A) == 0) return every_axis(X::rank());
  else if constexpr (has_axes<X, A...>) return axes_in(X::rank(), A{}...);
  else {
    expect_silence<says_bad_axis<X, A...>>();
    return every_axis(X::rank());
  }
}
/// The one axis that is meant.
template <class X, class A>
constexpr auto axis_of(A a) {
  auto const over = axes_of<X>(a);
  return over.size() == 0 ? 0 : static_cast<int>(over[0]);
}

/// The axes of a dynamic tracer that are meant, all where none are named.
template <class X, class... A> constexpr axes dynamic_axes(X const& x, A const&... axis) {
  if constexpr (sizeof...(A) == 0) return every_axis(x.rank());
  else {
    auto const one = [&]<class Axis>(Axis const& a) {
      if constexpr (std::is_integral_v<Axis>) return axes{a < 0 && a >= -x.rank() ? a + x.rank() : a}; // its value is known here
      else if constexpr (std::is_same_v<Axis, axes_list>) return axes_in(x.rank(), a.of);
      else return axes_in(x.rank(), a);
    };
    return one(axis...);
  }
}
/// Does op(x...) mean a reduction: one array, or an array and axes?
template <class X, class... More>
inline constexpr bool reduces = traced_value<X> && (sizeof...(More) == 0 || (sizeof...(More) == 1 && (is_axes<More> && ...)));

template <class P, class X, class... Axes>
constexpr auto reduce_along(X const& x, Axes const&...);
} // namespace detail

/// Several axes: sum(x, axes_c<0, 1>), transpose(x, axes_c<2, 0, 1>).
template <i64... Axes>
inline constexpr detail::axes_constant<Axes...> axes_c{};
/// Parameters of every reduction.
struct reduction_params {
  constax::axes axes;
  static constexpr char const* names[] = {"axes"};
};

template <class Self, class Accepts = numeric>
struct reduction {
  static constexpr constax::kind kind = constax::kind::reduction;
  using accepted = Accepts;
  using params = reduction_params;

  static constexpr typed type(operand_types xs, params const& p) {
    if (!Accepts::accepts(xs[0]->type)) return fault{fault_code::dtype_not_accepted, {}, Accepts::name, *xs[0]};
    return detail::without_axes(*xs[0], p.axes, xs[0]->type);
  }
  static constexpr value batch(auto xs, range<bool>, extent, params const& p) {
    return bind<Self>({detail::shifted(p.axes)}, xs[0]);
  }
};

/// Parameters of argmax and argmin: one axis, and the dtype of the places.
struct locate_params {
  constax::axes axes;
  dtype index_dtype = dtype::i32;
  static constexpr char const* names[] = {"axes", "index_dtype"};
};

namespace detail {
inline constexpr std::string_view no_first_element = "an axis of length 0 has no first element";
} // namespace detail
/// locate: the family of places along an axis. Members give `better(x, y)`: x takes the place of y, which came before it.
template <class Self>
struct locate {
  static constexpr constax::kind kind = constax::kind::locate;
  using params = locate_params;
  using accepted = numeric;

  static constexpr typed type(operand_types xs, params const& p) {
    aval const& x = *xs[0];
    if (!numeric::accepts(x.type)) return fault{fault_code::dtype_not_accepted, {}, numeric::name, x};
    if (!info(p.index_dtype).integer) return fault{fault_code::dtype_not_accepted, {}, "places are integers", aval{p.index_dtype, {}}};
    if (p.axes.size() != 1) return fault{fault_code::bad_params, {}, "one axis is needed", x};
    typed const t = detail::without_axes(x, p.axes, p.index_dtype);
    if (!t.fault && x.shape[static_cast<int>(p.axes[0])] == extent(0))
      return fault{fault_code::bad_params, {}, detail::no_first_element, x};
    return t;
  }
  static constexpr value batch(auto xs, range<bool>, extent, params const& p) {
    return bind<Self>({detail::shifted(p.axes), p.index_dtype}, xs[0]);
  }
};

template <class P, class X, class... Axes> constexpr auto detail::reduce_along(X const& x, Axes const&... axis) {
  if constexpr (is_dynamic<X>) {
    axes const over = dynamic_axes(x, axis...);
    return over.size() == 0 ? x : emit_dynamic<P>(reduction_params{over}, x);
  } else {
    constexpr axes over = axes_of<X>(Axes{}...);
    if constexpr (over.size() == 0) return x;
    else return emit<P, reduction_params{over}>(x);
  }
}

} // namespace constax::inline CONSTAX_TAG
