// SPDX-License-Identifier: BSL-1.0
#pragma once
// products: dot, matmul, outer, vdot, inner, tensordot, kron, cross
#include <constax/api/numpy/rearrange.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
constexpr text no_matmul(aval const& x, aval const& y) {
  text t;
  return t << "[constax] matmul: operands " << x << " and " << y
           << " need at least one axis each, and leading axes that broadcast; for a product with a scalar write x * y";
}
template <class X, class Y>
struct says_matmul {
  constexpr text operator()() const { return no_matmul(X::aval, Y::aval); }
};
/// The axes of a dot product of operands that have some.
constexpr dot_general_t::params dot_axes(int x, int y) { return {{x - 1}, {y == 1 ? 0 : y - 2}, {}, {}}; }
/// matmul of operands of two axes and more: their shapes when the leading axes have been broadcast, and these.
struct matmul_plan {
  bool ok;
  shape x, y;
  axes batch;
  int rank;
  constexpr dot_general_t::params sums() const { return {{rank + 1}, {rank}, batch, batch}; }
};
constexpr matmul_plan plan_matmul(shape const& x, shape const& y) {
  auto const lead = [](shape const& s) {
    aval a{dtype::f64, {}};
    for (int d = 0; d + 2 < s.rank; ++d) a.shape.push(s[d]);
    return a;
  };
  aval const a = lead(x), b = lead(y);
  auto const both = broadcast_avals(a, b);
  matmul_plan q{both.ok, both.result, both.result, every_axis(both.result.rank), both.result.rank};
  for (int d = 2; d > 0; --d) q.x.push(x[x.rank - d]), q.y.push(y[y.rank - d]);
  return q;
}
} // namespace detail

/// NumPy's dot: the last axis of x with the last axis but one of y (its only one, if it has one); with a scalar, the product.
template <tracing X, tracing Y>
constexpr auto dot(X const& x, Y const& y) {
  if constexpr (X::rank() == 0 || Y::rank() == 0) return mul(x, y);
  else return emit<dot_general_t, detail::dot_axes(X::rank(), Y::rank())>(x, y);
}
/// NumPy's @: matrices in the last two axes, the leading ones broadcast; an operand of one axis is a row on the left, a column on the
/// right.
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
    constexpr auto p = detail::plan_matmul(X::aval.shape, Y::aval.shape);
    if constexpr (!p.ok) {
      expect_silence<detail::says_matmul<X, Y>>();
      return after_error<X>();
    } else return emit<dot_general_t, p.sums()>(detail::broadcast_to<p.x>(x), detail::broadcast_to<p.y>(y));
  }
}
/// Products of all pairs: outer(x, y)[i][j] = x[i] * y[j], of raveled operands.
template <traced_value X, traced_value Y> constexpr auto outer(X const& x, Y const& y) {
  return mul(expand_dims(ravel(x), integer<1>{}), expand_dims(ravel(y), integer<0>{}));
}

/// Sum of products of all elements, in row-major order: [n], [n] -> [].
template <traced_value X, traced_value Y> constexpr auto vdot(X const& x, Y const& y) { return dot(ravel(x), ravel(y)); }
/// Sums of products over the last axes: [..., n], [---, n] -> [..., ---]; with a scalar, the product.
template <tracing X, tracing Y>
constexpr auto inner(X const& x, Y const& y) {
  if constexpr (X::rank() == 0 || Y::rank() == 0) return mul(x, y);
  else return emit<dot_general_t, dot_general_t::params{{X::rank() - 1}, {Y::rank() - 1}, {}, {}}>(x, y);
}
/// matmul of which an operand's last axis is a vector: [..., n], [..., n] -> [...]; [..., n, m], [..., m] -> [..., n]; [..., n], [..., n,
/// m] -> [..., m].
template <traced_value X, traced_value Y> constexpr auto vecdot(X const& x, Y const& y) {
  return squeeze(squeeze(matmul(expand_dims(x, integer<-2>{}), expand_dims(y, integer<-1>{})), integer<-1>{}), integer<-1>{});
}
template <traced_value X, traced_value Y> constexpr auto matvec(X const& x, Y const& y) {
  return squeeze(matmul(x, expand_dims(y, integer<-1>{})), integer<-1>{});
}
template <traced_value X, traced_value Y> constexpr auto vecmat(X const& x, Y const& y) {
  return squeeze(matmul(expand_dims(x, integer<-2>{}), y), integer<-2>{});
}
/// Sums of products over pairs of axes: the last N of x with the first N of y, tensordot(x, y, 1_c) (2), or tensordot(x, y, axes_c<1, 0>,
/// axes_c<0, 2>).
template <tracing X, tracing Y, axis_like A, axis_like B>
constexpr auto tensordot(X const& x, Y const& y, A, B) {
  return emit<dot_general_t, dot_general_t::params{detail::listed_axes(X::rank(), A{}), detail::listed_axes(Y::rank(), B{}), {}, {}}>(x, y);
}
template <tracing X, tracing Y, integral_number N = integer<2>>
constexpr auto tensordot(X const& x, Y const& y, N = {}) {
  constexpr auto p = [] {
    dot_general_t::params q;
    for (int i = 0; i < static_cast<int>(N::value); ++i)
      q.lhs_contracting.push(X::rank() - static_cast<int>(N::value) + i), q.rhs_contracting.push(i);
    return q;
  }();
  return emit<dot_general_t, p>(x, y);
}
namespace detail {
template <int Rank, bool Outer, class X>
constexpr auto with_gaps(X const& x) { // [n, m] -> [n, 1, m, 1] or [1, n, 1, m], of Rank axes first
  constexpr auto p = [] {
    broadcast_in_dim_t::params q;
    for (int d = 0; d < Rank; ++d) {
      int const from = d - (Rank - X::rank());
      for (int k = 0; k < 2; ++k) {
        bool const here = (k == 0) == Outer && from >= 0;
        if (here) q.dims.push(q.to.rank);
        q.to.push(here ? X::aval.shape[from] : extent(1));
      }
    }
    return q;
  }();
  return emit<broadcast_in_dim_t, p>(x);
}
} // namespace detail
/// A copy of y for each element of x, times that: [n, m], [k, l] -> [nk, ml].
template <tracing X, tracing Y>
constexpr auto kron(X const& x, Y const& y) {
  constexpr int rank = X::rank() > Y::rank() ? X::rank() : Y::rank();
  static_assert(2 * rank <= max_rank,
                "[constax] kron: operands of more than 4 axes need more than 8 on the way; join some with cx::reshape");
  constexpr shape merged = [] {
    shape s;
    for (int d = 0; d < rank; ++d) {
      int const i = d - (rank - X::rank()), k = d - (rank - Y::rank());
      extent const a = i < 0 ? extent(1) : X::aval.shape[i], b = k < 0 ? extent(1) : Y::aval.shape[k];
      s.push(a.is_number() ? b * a.number : b.is_number() ? a * b.number : extent(extent::overflow));
    }
    return s;
  }();
  if constexpr (rank == 0) return mul(x, y);
  else return emit<reshape_t, reshape_t::params{merged}>(mul(detail::with_gaps<rank, true>(x), detail::with_gaps<rank, false>(y)));
}
namespace detail {
template <class X, class Y>
struct says_cross {
  constexpr text operator()() const {
    text t;
    return t << "[constax] cross: along one axis, the last, operands have 2 or 3 elements, these are " << X::aval << " and " << Y::aval;
  }
};
} // namespace detail
/// Vector products along an axis, the last: [..., 3], [..., 3] -> [..., 3]; of two components there is only the third of the product: [...,
/// 2], [..., 2] -> [...].
template <tracing X, tracing Y, axis_like A = integer<-1>>
constexpr auto cross(X const& x, Y const& y, A axis = {}) {
  if constexpr (X::rank() == 0 || Y::rank() == 0) {
    expect_silence<detail::says_cross<X, Y>>();
    return after_error<X>();
  } else {
    auto const part = []<class Z, i64 I>(Z const& z, integer<I>) {
      constexpr int a = detail::axis_of<Z>(A{});
      return squeeze(detail::sliced<a, extent(I), extent(I + 1)>(z), integer<a>{});
    };
    constexpr extent n = X::aval.shape[detail::axis_of<X>(A{})], m = Y::aval.shape[detail::axis_of<Y>(A{})];
    auto const third = [&](auto i, auto k) { return part(x, i) * part(y, k) - part(x, k) * part(y, i); };
    if constexpr (n == extent(2) && m == extent(2)) return third(integer<0>{}, integer<1>{});
    else if constexpr (n == extent(3) && m == extent(3))
      return stack(third(integer<1>{}, integer<2>{}), third(integer<2>{}, integer<0>{}), third(integer<0>{}, integer<1>{}), axis);
    else {
      expect_silence<detail::says_cross<X, Y>>();
      return after_error<X>();
    }
  }
}

} // namespace constax::inline CONSTAX_TAG
