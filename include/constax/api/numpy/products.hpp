// SPDX-License-Identifier: BSL-1.0
#pragma once
// products: dot, matmul, outer
#include <constax/api/numpy/shapes.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X, class Y>
struct says_matmul {
  constexpr text operator()() const {
    text t;
    t << "[constax] matmul: operands " << X::aval << " and " << Y::aval
      << " need at least one axis each, and leading axes that broadcast; for a product with a scalar write x * y";
    return t;
  }
};
} // namespace detail

/// NumPy's dot: the last axis of x with the last axis but one of y (its only one, if it has one); with a scalar, the product.
template <tracing X, tracing Y>
constexpr auto dot(X const& x, Y const& y) {
  if constexpr (X::rank() == 0 || Y::rank() == 0) return mul(x, y);
  else return emit<dot_general_t, dot_general_t::params{{X::rank() - 1}, {Y::rank() == 1 ? 0 : Y::rank() - 2}, {}, {}}>(x, y);
}
/// NumPy's @: matrices in the last two axes, the leading ones broadcast; an operand of one axis is a row on the left, a column on the right.
template <tracing X, tracing Y>
constexpr auto matmul(X const& x, Y const& y) {
  if constexpr (X::rank() == 0 || Y::rank() == 0) {
    expect_silence<detail::says_matmul<X, Y>>();
    return after_error<X>();
  } else if constexpr (X::rank() == 1 || Y::rank() <= 2) {
    if constexpr (X::rank() == 1 && Y::rank() > 2) return emit<dot_general_t, dot_general_t::params{{0}, {Y::rank() - 2}, {}, {}}>(x, y);
    else return dot(x, y);
  } else if constexpr (Y::rank() == 1) return dot(x, y);
  else {
    struct plan {
      bool ok;
      shape x, y;
      axes batch;
      int rank;
    };
    constexpr plan p = [] {
      auto const lead = [](shape const& s) {
        aval a{dtype::f64, {}};
        for (int d = 0; d + 2 < s.rank; ++d) a.shape.push(s[d]);
        return a;
      };
      aval const a = lead(X::aval.shape), b = lead(Y::aval.shape);
      auto const both = detail::broadcast_avals(a, b);
      plan q{both.ok, both.result, both.result, detail::every_axis(both.result.rank), both.result.rank};
      for (int d = 2; d > 0; --d) q.x.push(X::aval.shape[X::rank() - d]), q.y.push(Y::aval.shape[Y::rank() - d]);
      return q;
    }();
    if constexpr (!p.ok) {
      expect_silence<detail::says_matmul<X, Y>>();
      return after_error<X>();
    } else
      return emit<dot_general_t, dot_general_t::params{{p.rank + 1}, {p.rank}, p.batch, p.batch}>(detail::broadcast_to<p.x>(x), detail::broadcast_to<p.y>(y));
  }
}
/// Products of all pairs: outer(x, y)[i][j] = x[i] * y[j], of raveled operands.
template <tracing X, tracing Y>
constexpr auto outer(X const& x, Y const& y) {
  return mul(expand_dims(ravel(x), integer<1>{}), expand_dims(ravel(y), integer<0>{}));
}

} // namespace constax::inline CONSTAX_TAG
