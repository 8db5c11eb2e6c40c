// SPDX-License-Identifier: BSL-1.0
#pragma once
// some_of : reductions of the elements where a condition is true, and with a first value: NumPy's where= and initial=
//
//   cx::sum(x, 1_c, cx::where(x > 0.0))                      c broadcasts against x; of no element 0
//   cx::max(x, cx::where(c), cx::initial(0.0))               of no element 0.0, which counts as one in any case
//   cx::mean(x, 0_c, cx::where(c), cx::keepdims)
//
// sum, prod, min, max, mean, var, std_, any, all. They select, and reduce: an element that does not count has derivative 0.
#include <constax/api/ddof.hpp>
#include <constax/api/eager.hpp>
#include <constax/api/keepdims.hpp>

namespace constax::inline CONSTAX_TAG {

/// An option of reductions: the elements that count.
template <class C> constexpr auto where(C&& condition) { return detail::where_option<std::remove_cvref_t<C>>{static_cast<C&&>(condition)}; }
/// An option of reductions: what they begin with, a number or a traced scalar.
template <class V> constexpr auto initial(V&& value) { return detail::initial_option<std::remove_cvref_t<V>>{static_cast<V&&>(value)}; }

namespace detail {

template <class O> inline constexpr bool is_said = !std::is_same_v<O, none_t>;

/// P along what is said of axes, of an operand that may have no elements.
template <class P, class X> constexpr auto reduce_as_said(X const& x) { return reduce_along<P>(x); }
template <class P, class X, class A> constexpr auto reduce_as_said(X const& x, A const& axis_or_keepdims) {
  auto const reduction = [](auto const&... a) { return reduce_along<P>(a...); };
  if constexpr (std::is_same_v<A, keepdims_t>) return keeping_axes(reduction, x, keepdims);
  else return reduction(x, axis_or_keepdims);
}
template <class P, class X, class A> constexpr auto reduce_as_said(X const& x, A const& axis, keepdims_t) {
  return keeping_axes([](auto const&... a) { return reduce_along<P>(a...); }, x, axis, keepdims);
}

// What each reduction takes in the place of elements that do not count, and how a first value is joined to it.
struct some_of_sum {
  static constexpr std::string_view name = "sum";
  static constexpr bool has_initial = true, needs_initial = false;
  using reduction = reduce_sum_t;
  static constexpr auto operand(auto const& x) { return countable(x); }
  static constexpr auto neutral(auto const&) { return 0; }
  static constexpr auto joined(auto const& y, auto const& v) { return y + v; }
};
struct some_of_prod {
  static constexpr std::string_view name = "prod";
  static constexpr bool has_initial = true, needs_initial = false;
  using reduction = reduce_prod_t;
  static constexpr auto operand(auto const& x) { return countable(x); }
  static constexpr auto neutral(auto const&) { return 1; }
  static constexpr auto joined(auto const& y, auto const& v) { return y * v; }
};
template <class Op, class Reduction> struct some_of_extremum {
  static constexpr std::string_view name = Op::name;
  static constexpr bool has_initial = true, needs_initial = true;
  using reduction = Reduction;
  static constexpr auto operand(auto const& x) { return x; }
  static constexpr auto neutral(auto const& v) { return v; }
  static constexpr auto joined(auto const& y, auto const& v) { return Op{}(y, v); }
};
template <class Reduction, bool Neutral> struct some_of_logic {
  static constexpr std::string_view name = Neutral ? "all" : "any";
  static constexpr bool has_initial = false, needs_initial = false;
  using reduction = Reduction;
  static constexpr auto operand(auto const& x) { return astype<bool>(x); }
  static constexpr auto neutral(auto const&) { return Neutral; }
};
struct some_of_mean {
  static constexpr std::string_view name = "mean";
  static constexpr bool has_initial = false, needs_initial = false;
};
template <bool Root> struct some_of_squares {
  static constexpr std::string_view name = Root ? "std_" : "var";
  static constexpr bool has_initial = false, needs_initial = false;
};
template <class X, class C, class... Rest> constexpr auto mean_of_some(X const& x, C const& c, Rest const&... rest) {
  return sum(where(c, x, 0), rest...) / sum(where(c, ones_like(x), 0), rest...);
}
/// Distances from the mean of those elements; of all others 0. Axes without keepdims.
template <class X, class C> constexpr auto deviations_of_some(X const& x, C const& c) {
  return where(c, x - repeated_along(x, axes_meant(x), mean_of_some(x, c)), 0);
}
template <class X, class C, class A, class... Keep> constexpr auto deviations_of_some(X const& x, C const& c, A const& axis,
                                                                                      Keep const&...) {
  if constexpr (std::is_same_v<A, keepdims_t>) return deviations_of_some(x, c);
  else return where(c, x - repeated_along(x, axes_meant(x, axis), mean_of_some(x, c, axis)), 0);
}
template <class K> struct says_initial {
  constexpr text operator()() const {
    text t;
    t << "[constax] " << K::name;
    if (K::needs_initial) return t << ": where no element counts it is no number; say what it is then, cx::initial(v), beside cx::where(c)";
    return t << " takes cx::where(c), and no cx::initial(v)";
  }
};
/// The reduction K of x, of elements where c, with v as a first value: either may be cx::none.
template <class K> struct reduced_some {
  template <class X, class C, class V, class... Rest>
  constexpr auto operator()(X const& given, C const& c, V const& v, Rest const&... rest) const {
    if constexpr (std::is_same_v<K, some_of_mean>) {
      return through_floats(given, [&](auto const& x) { return mean_of_some(x, c, rest...); });
    } else if constexpr (std::is_same_v<K, some_of_squares<false>>) {
      return through_floats(given, [&](auto const& x) { return mean_of_some(square(deviations_of_some(x, c, rest...)), c, rest...); });
    } else if constexpr (std::is_same_v<K, some_of_squares<true>>) {
      return through_floats(given,
                            [&](auto const& x) { return sqrt(mean_of_some(square(deviations_of_some(x, c, rest...)), c, rest...)); });
    } else {
      using P = typename K::reduction;
      auto const x = K::operand(given);
      auto const y = [&] {
        if constexpr (is_said<C>) return reduce_as_said<P>(where(c, x, K::neutral(v)), rest...);
        else return reduce_as_said<P>(x, rest...);
      }();
      if constexpr (is_said<V>) return K::joined(y, v);
      else return y;
    }
  }
};
template <class O> constexpr auto where_among(O const& o) {
  if constexpr (is_where_option<O>) return std::tuple(o.condition);
  else return std::tuple();
}
template <class O> constexpr auto initial_among(O const& o) {
  if constexpr (is_initial_option<O>) return std::tuple(o.value);
  else return std::tuple();
}
template <class O> constexpr auto rest_among(O const& o) {
  if constexpr (is_where_option<O> || is_initial_option<O>) return std::tuple();
  else return std::tuple(o);
}
template <class T> constexpr auto first_or_none(T const& t) {
  if constexpr (std::tuple_size_v<T> == 0) return none;
  else return std::get<0>(t);
}
template <class K, class X, class... O> constexpr auto reduce_some(K, X const& x, O const&... options) {
  auto const c = first_or_none(std::tuple_cat(where_among(options)...));
  auto const v = first_or_none(std::tuple_cat(initial_among(options)...));
  constexpr bool has_v = is_said<std::remove_const_t<decltype(v)>>;
  if constexpr (has_v ? !K::has_initial : K::needs_initial) {
    expect_silence<says_initial<K>>();
    return after_error<basic_tracer<double>>();
  } else
    return unpack(
        [&](auto const&... rest) {
          if constexpr (any_tracer<X, decltype(c), decltype(v)>)
            return reduced_some<K>{}(as_traced(x), as_traced(c), as_traced(v), rest...);
          else return eagerly(reduced_some<K>{}, x, c, v, rest...);
        },
        std::tuple_cat(rest_among(options)...));
}

} // namespace detail

#define CONSTAX_SOME_OF(name)                                            \
  template <class X, class... O>                                         \
  requires(detail::restricts<O...> && !detail::has_ddof<O...>)           \
  constexpr auto name(X&& x, O&&... options) {                           \
    return detail::reduce_some(detail::some_of_##name{}, x, options...); \
  }
namespace detail {
using some_of_any = some_of_logic<reduce_or_t, false>;
using some_of_all = some_of_logic<reduce_and_t, true>;
using some_of_amax = some_of_extremum<max_t, reduce_max_t>;
using some_of_amin = some_of_extremum<min_t, reduce_min_t>;
using some_of_var = some_of_squares<false>;
using some_of_std_ = some_of_squares<true>;
} // namespace detail
CONSTAX_SOME_OF(sum)
CONSTAX_SOME_OF(prod)
CONSTAX_SOME_OF(mean)
CONSTAX_SOME_OF(var)
CONSTAX_SOME_OF(std_)
CONSTAX_SOME_OF(any)
CONSTAX_SOME_OF(all)
CONSTAX_SOME_OF(amax)
CONSTAX_SOME_OF(amin)
#undef CONSTAX_SOME_OF
/// max and min are objects, which ask for it.
template <class X, class... O> constexpr auto reduce_some_of(max_t, X const& x, O const&... options) {
  return detail::reduce_some(detail::some_of_amax{}, x, options...);
}
template <class X, class... O> constexpr auto reduce_some_of(min_t, X const& x, O const&... options) {
  return detail::reduce_some(detail::some_of_amin{}, x, options...);
}

} // namespace constax::inline CONSTAX_TAG
