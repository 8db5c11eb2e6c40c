// SPDX-License-Identifier: BSL-1.0
#pragma once
// quantiles: median, quantile, percentile of all elements or along an axis, and those of what is not nan. Along an axis of n sorted
// elements the quantile q lies at place q (n - 1), between two elements as the method says.
#include <constax/api/numpy/nan.hpp>
#include <constax/api/numpy/sorting.hpp>

namespace constax::inline CONSTAX_TAG {

/// What a quantile is between elements a and b, at b's weight w.
namespace method {
struct rule {};
struct linear_t : rule {
  static constexpr auto between(auto const& a, auto const& b, auto const& w) { return a * (1 - w) + b * w; }
};
struct lower_t : rule {
  static constexpr auto between(auto const& a, auto const&, auto const&) { return a; }
};
struct higher_t : rule {
  static constexpr auto between(auto const&, auto const& b, auto const&) { return b; }
};
struct nearest_t : rule {
  static constexpr auto between(auto const& a, auto const& b, auto const& w) { return where(w <= 0.5, a, b); }
};
struct midpoint_t : rule {
  static constexpr auto between(auto const& a, auto const& b, auto const&) { return (a + b) * 0.5; }
};
/// Between two elements on the line through them.
inline constexpr linear_t linear{};
/// The smaller one.
inline constexpr lower_t lower{};
/// The larger one.
inline constexpr higher_t higher{};
/// The nearer one; in the middle the smaller one.
inline constexpr nearest_t nearest{};
/// Their mean.
inline constexpr midpoint_t midpoint{};
} // namespace method

namespace detail {
template <class M>
concept quantile_method = std::is_base_of_v<method::rule, M>;

/// s at one place of each line: T[..., n, ...], I[q..., ...] -> T[q..., ...]
template <int Axis, class S, class I>
constexpr auto of_each_line(S const& s, I const& place) {
  constexpr auto p = [] {
    indexed_params q{{Axis}, shape{extent(1)}, every_axis(I::rank()), {}, index_mode::clip};
    for (int d = 0; d < S::rank(); ++d) q.along.push(d == Axis ? -1 : I::rank() - (S::rank() - 1) + d - (d > Axis));
    return q;
  }();
  return emit<gather_t, p>(s, place);
}
/// q as T[q...], with an axis of length 1 for each axis of the lines behind it.
template <class T, int Lines, class Q>
constexpr auto quantile_axes(Q const& q) {
  auto const x = as_tracer<T>(q, nullptr);
  static_assert(x.rank() <= 1, "[constax] quantile: q is a number or a vector");
  if constexpr (x.rank() == 0) return x;
  else {
    constexpr auto p = [] {
      broadcast_in_dim_t::params b{shape{decltype(x)::aval.shape[0]}, {0}};
      for (int d = 0; d < Lines; ++d) b.to.push(1);
      return b;
    }();
    return emit<broadcast_in_dim_t, p>(x);
  }
}
constexpr text quantile_of_nothing(aval const& of) {
  text t;
  return t << "[constax] quantile, median: an operand of type " << of << " has no element along an axis, of which there is no quantile";
}
template <class X>
struct says_quantile_of_nothing {
  constexpr text operator()() const { return quantile_of_nothing(X::aval); }
};
template <bool OfNumbers, class X, class Q, class M, class A>
constexpr auto quantile_along(X const& x, Q const& q, M, A axis) {
  using T = typename X::value_type;
  constexpr int a = axis_of<X>(A{});
  if constexpr (has_empty_axis(X::aval, axes{a})) {
    expect_silence<says_quantile_of_nothing<X>>();
    return x;
  } else {
    constexpr aval type = X::aval;
    auto const s = sort(x, axis);
    auto const n = [&] {
      if constexpr (OfNumbers) return numbers_in(x, axis);
      else return count<T, type, axes{a}>(some_context({&x.value, 1}));
    }();
    auto const qs = quantile_axes<T, X::rank() - 1>(q);
    constexpr shape to = [] {
      shape r;
      if (decltype(qs)::rank() != 0) r.push(decltype(qs)::aval.shape[0]);
      for (int d = 0; d < X::rank(); ++d)
        if (d != a) r.push(X::aval.shape[d]);
      return r;
    }();
    auto const at = max(qs * (n - 1), 0);
    auto const low = floor(at), high = ceil(at);
    auto const in_line = [&](auto const& place) { return of_each_line<a>(s, filled_to<int, to>(astype<int>(place), nullptr)); };
    auto const y = M::between(in_line(low), in_line(high), at - low);
    if constexpr (OfNumbers) return y;
    else {
      auto const last = in_line(n - 1); // nan if any element is
      return where(isnan(last), last, y);
    }
  }
}
template <bool OfNumbers, class X, class Q, class M, class... A>
constexpr auto quantile_of(X const& x, Q const& q, M how, A... axis) {
  if constexpr (container<Q>) return quantile_of<OfNumbers>(x, as_constant(q), how, axis...);
  else if constexpr (!floating_element<typename X::value_type>) return floats(x);
  else if constexpr (sizeof...(A) == 0) return quantile_along<OfNumbers>(ravel(x), q, how, integer<0>{});
  else return quantile_along<OfNumbers>(x, q, how, axis...);
}
template <class T, class Q>
constexpr auto of_percent(Q const& q) {
  return as_tracer<T>(or_constant(q), nullptr) / 100;
}
} // namespace detail

/// The quantile q, 0 ... 1, of all elements, or along an axis: quantile(x, 0.9), quantile(x, q, 0_c), quantile(x, q, 0_c,
/// cx::method::lower). q may be a vector: T[s], T[k] -> T[k, s without the axis]. nan where an element of the line is.
template <tracing X, class Q, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto quantile(X const& x, Q const& q, A... axis) {
  return detail::quantile_of<false>(x, q, method::linear, axis...);
}
template <tracing X, class Q, detail::quantile_method M>
constexpr auto quantile(X const& x, Q const& q, M how) {
  return detail::quantile_of<false>(x, q, how);
}
template <tracing X, class Q, axis_like A, detail::quantile_method M>
constexpr auto quantile(X const& x, Q const& q, A axis, M how) {
  return detail::quantile_of<false>(x, q, how, axis);
}
/// The quantile q / 100.
template <tracing X, class Q, class... Options>
constexpr auto percentile(X const& x, Q const& q, Options... options) {
  return quantile(x, detail::of_percent<typename X::value_type>(q), options...);
}
/// What lies in the middle; of an even number the mean of two.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto median(X const& x, A... axis) {
  return detail::quantile_of<false>(x, 0.5, method::midpoint, axis...);
}
/// The same of what is not nan; of nothing nan.
template <tracing X, class Q, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto nanquantile(X const& x, Q const& q, A... axis) {
  return detail::quantile_of<true>(x, q, method::linear, axis...);
}
template <tracing X, class Q, class... Options>
constexpr auto nanpercentile(X const& x, Q const& q, Options... options) {
  return nanquantile(x, detail::of_percent<typename X::value_type>(q), options...);
}
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto nanmedian(X const& x, A... axis) {
  return detail::quantile_of<true>(x, 0.5, method::midpoint, axis...);
}

} // namespace constax::inline CONSTAX_TAG
