// SPDX-License-Identifier: BSL-1.0
#pragma once
// matrices: diagonals, and products of several axes, of dynamic tracers, as api/numpy/matrices.hpp, products.hpp, einsum.hpp and grids.hpp
// have them of static ones
#include <constax/api/slogdet.hpp>
#include <constax/runtime/rearrange.hpp>
#include <constax/runtime/sorting.hpp>

namespace constax::inline CONSTAX_TAG {

// ---- about diagonals --------------------------------------------------------------------------------------------------------------------
namespace detail {
inline void expect_matrix(aval const& of) {
  if (of.rank() >= 2) return;
  text t;
  raise_error<shape_error>(
      t << "[constax] tril, triu, diagonal and trace need two axes, of lengths that are numbers or equal, an operand has type " << of);
}
/// op(i + k, j) for each row i and column j, by op of integers: bool[rows, columns].
template <class Op> dynamic_tracer by_place(dynamic_tracer const& x, i64 rows, i64 columns, i64 k) {
  context_ref const at_hand = some_context({&x.value, 1});
  shape const s{extent(rows), extent(columns)};
  dynamic_tracer const i = iota_dynamic(at_hand, 0, dtype::i32, s), j = iota_dynamic(at_hand, 1, dtype::i32, s);
  return Op{}(k == 0 ? i : i + static_cast<int>(k), j);
}
template <class Op> dynamic_tracer triangle(dynamic_tracer const& x, i64 k) {
  aval const a = x.type();
  expect_matrix(a);
  return where(by_place<Op>(x, a.shape[a.rank() - 2].number, a.shape[a.rank() - 1].number, k), x, zeros_like(x));
}
} // namespace detail
template <dynamic_tracing X, integer_number K = integer<0>> dynamic_tracer tril(X const& x, K k = {}) {
  return detail::triangle<ge_t>(x, detail::axis_number(k));
}
template <dynamic_tracing X, integer_number K = integer<0>> dynamic_tracer triu(X const& x, K k = {}) {
  return detail::triangle<le_t>(x, detail::axis_number(k));
}
template <dynamic_tracing X, integer_number K = integer<0>, integer_number A = integer<0>, integer_number B = integer<1>>
dynamic_tracer diagonal(X const& x, K offset = {}, A first = {}, B second = {}) {
  aval const of = x.type();
  detail::expect_matrix(of);
  i64 const k = detail::axis_number(offset);
  int const a = detail::dynamic_axis(of.rank(), first), b = detail::dynamic_axis(of.rank(), second);
  auto const p = detail::plan_of_moved(of.rank(), axes{a, b}, axes{of.rank() - 2, of.rank() - 1});
  if (!p.ok) detail::raise_error<shape_error>(detail::not_moved(of));
  extent const n = detail::length_of_diagonal(of.shape[a], of.shape[b], k);
  dynamic_tracer const y = p.order == detail::every_axis(of.rank()) ? dynamic_tracer(x) : emit_dynamic<transpose_t>({p.order}, x);
  dynamic_tracer const i = detail::iota_dynamic(some_context({&x.value, 1}), 0, dtype::i32, shape{n});
  return y.at(ellipsis, k < 0 ? i + static_cast<int>(-k) : i, k > 0 ? i + static_cast<int>(k) : i).get(detail::in_bounds);
}
template <dynamic_tracing X, integer_number K = integer<0>, integer_number A = integer<0>, integer_number B = integer<1>>
dynamic_tracer trace(X const& x, K k = {}, A a = {}, B b = {}) {
  return sum(diagonal(x, k, a, b), -1);
}
template <dynamic_tracing X, integer_number K = integer<0>> dynamic_tracer diag(X const& x, K offset = {}) {
  if (x.rank() != 1) return diagonal(x, offset);
  i64 const k = detail::axis_number(offset), n = detail::length_along(x, 0) + (k < 0 ? -k : k);
  dynamic_tracer const row = detail::pad_with(x, {{k > 0 ? k : 0}, {k < 0 ? -k : 0}}, 0);
  dynamic_tracer const square = detail::broadcast_to_dynamic(row, shape{extent(n), extent(n)});
  return where(detail::by_place<eq_t>(x, n, n, k), square, zeros_like(square));
}
template <dynamic_tracing X, integer_number K = integer<0>> dynamic_tracer diagflat(X const& x, K k = {}) { return diag(ravel(x), k); }

namespace detail {
inline int side_of_square_dynamic(dynamic_tracer const& x) {
  aval const a = x.type();
  int const r = a.rank();
  if (r < 2 || !a.floating() || !(a.shape[r - 1] == a.shape[r - 2])) raise_error<shape_error>(no_square(a));
  return static_cast<int>(a.shape[r - 1].number);
}
inline dynamic_tracer powers_dynamic(dynamic_tracer const& x, i64 n, bool upwards) {
  if (x.rank() != 1 || n <= 0) raise_error<shape_error>("[constax] vander: a vector, and a number of columns above 0, are needed");
  std::vector<dynamic_tracer> p{ones_like(x)};
  for (i64 k = 1; k < n; ++k) p.push_back(k == 1 ? x : p.back() * x);
  dynamic_tracer const y = stack(p, 1);
  return upwards ? y : flip(y, 1);
}
} // namespace detail
/// vander(x), vander(x, 3), vander<3>(x, cx::increasing)
template <dynamic_tracing X, class... O> requires(std::is_same_v<O, increasing_t> && ...) dynamic_tracer vander(X const& x, i64 n, O...) {
  return detail::powers_dynamic(x, n, sizeof...(O) != 0);
}
template <i64... N, dynamic_tracing X, class... O>
requires(sizeof...(N) <= 1 && (std::is_same_v<O, increasing_t> && ...)) dynamic_tracer vander(X const& x, O... o) {
  return vander(x, std::array<i64, sizeof...(N) + 1>{N..., x.rank() == 1 ? x.shape(0) : 0}[0], o...);
}

// ---- products ---------------------------------------------------------------------------------------------------------------------------
template <class X, class Y, axis_like A, axis_like B>
requires detail::late<X, Y> dynamic_tracer tensordot(X const& x, Y const& y, A a, B b) {
  return emit_dynamic<dot_general_t>({detail::written_axes(x.rank(), a), detail::written_axes(y.rank(), b), {}, {}}, x, y);
}
template <class X, class Y, integer_number N = integer<2>>
requires detail::late<X, Y> dynamic_tracer tensordot(X const& x, Y const& y, N n = {}) {
  dot_general_t::params q;
  i64 const k = detail::axis_number(n);
  for (i64 i = 0; i < k; ++i) q.lhs_contracting.push(x.rank() - k + i), q.rhs_contracting.push(i);
  return emit_dynamic<dot_general_t>(q, x, y);
}
namespace detail {
inline dynamic_tracer with_gaps(dynamic_tracer const& x, int rank, bool outer) {
  aval const a = x.type();
  broadcast_in_dim_t::params q;
  for (int d = 0; d < rank; ++d) {
    int const from = d - (rank - a.rank());
    for (int k = 0; k < 2; ++k) {
      bool const here = (k == 0) == outer && from >= 0;
      if (here) q.dims.push(q.to.rank);
      q.to.push(here ? a.shape[from] : extent(1));
    }
  }
  return emit_dynamic<broadcast_in_dim_t>(q, x);
}
} // namespace detail
template <class X, class Y>
requires detail::late<X, Y> dynamic_tracer kron(X const& left, Y const& right) {
  dynamic_tracer const x(left), y(right);
  int const rank = x.rank() > y.rank() ? x.rank() : y.rank();
  if (rank == 0) return mul(x, y);
  if (2 * rank > max_rank)
    detail::raise_error<shape_error>(
        "[constax] kron: operands of more than 4 axes need more than 8 on the way; join some with cx::reshape");
  dynamic_tracer const z = mul(detail::with_gaps(x, rank, true), detail::with_gaps(y, rank, false));
  aval const a = z.type();
  shape merged;
  for (int d = 0; d < rank; ++d) merged.push(extent(a.shape[2 * d].number * a.shape[2 * d + 1].number));
  return detail::reshape_dynamic(z, merged);
}
template <class X, class Y, integer_number A = integer<-1>>
requires detail::late<X, Y> dynamic_tracer cross(X const& left, Y const& right, A axis = {}) {
  dynamic_tracer const x(left), y(right);
  aval const p = x.type(), q = y.type();
  int const a = detail::dynamic_axis(p.rank(), axis), b = detail::dynamic_axis(q.rank(), axis);
  bool const has = a >= 0 && a < p.rank() && b >= 0 && b < q.rank();
  i64 const n = has ? p.shape[a].number : 0;
  if (!has || !(p.shape[a] == q.shape[b]) || (n != 2 && n != 3)) {
    text t;
    detail::raise_error<shape_error>(t << "[constax] cross: along one axis, the last, operands have 2 or 3 elements, these are " << p
                                       << " and " << q);
  }
  auto const part = [](dynamic_tracer const& z, int along, i64 i) { return squeeze(detail::sliced_dynamic(z, along, i, i + 1), along); };
  auto const third = [&](i64 i, i64 k) { return part(x, a, i) * part(y, b, k) - part(x, a, k) * part(y, b, i); };
  if (n == 2) return third(0, 1);
  return stack({third(1, 2), third(2, 0), third(0, 1)}, static_cast<int>(detail::axis_number(axis)));
}

// ---- einsum -----------------------------------------------------------------------------------------------------------------------------
namespace detail {
/// An array, and the letters of its axes.
struct lettered_dynamic {
  dynamic_tracer x;
  subscripts letters;
};
/// Operand after operand, as api/numpy/einsum.hpp does it.
struct einsum_dynamic {
  einsum_text const& t;
  std::vector<dynamic_tracer> const& xs;

  bool wanted_after(int from, char c) const {
    for (int k = from; k < t.count; ++k)
      if (t.operand[k].contains(c)) return true;
    return t.result.contains(c);
  }
  static lettered_dynamic with_diagonals(lettered_dynamic a) {
    for (;;) {
      int first = -1, second = -1;
      for (int i = 0; i < a.letters.count && first < 0; ++i)
        if (int const at = a.letters.find(a.letters.at[i]); at != i) first = at, second = i;
      if (first < 0) return a;
      subscripts left;
      for (int i = 0; i < a.letters.count; ++i)
        if (i != first && i != second) left.push(a.letters.at[i]);
      left.push(a.letters.at[first]);
      a = {diagonal(a.x, 0, first, second), left};
    }
  }
  template <class Wanted> static lettered_dynamic summed_to(lettered_dynamic const& a, Wanted const& wanted) {
    reduction_params gone;
    subscripts left;
    for (int i = 0; i < a.letters.count; ++i)
      if (wanted(a.letters.at[i])) left.push(a.letters.at[i]);
      else gone.axes.push(i);
    return {gone.axes.size() ? emit_dynamic<reduce_sum_t>(gone, a.x) : a.x, left};
  }
  static dynamic_tracer in_order(lettered_dynamic const& a, subscripts const& to) {
    if (a.letters == to) return a.x;
    axes order;
    for (int i = 0; i < to.count; ++i) order.push(a.letters.find(to.at[i]));
    return emit_dynamic<transpose_t>({order}, a.x);
  }
  static dynamic_tracer spread(dynamic_tracer const& x, broadcast_in_dim_t::params const& p) {
    return p.to == x.type().shape ? x : emit_dynamic<broadcast_in_dim_t>(p, x);
  }
  dynamic_tracer operator()() const {
    auto const own = [&](int k, subscripts const& beside) {
      lettered_dynamic const d = with_diagonals({xs[static_cast<std::size_t>(k)], t.operand[k]});
      return summed_to(d, [&](char c) { return wanted_after(k + 1, c) || beside.contains(c); });
    };
    lettered_dynamic a = own(0, {});
    for (int k = 1; k < t.count; ++k) {
      lettered_dynamic const b = own(k, a.letters);
      product_of_two const p =
          product_plan([&](char c) { return wanted_after(k + 1, c); }, a.letters, b.letters, a.x.type().shape, b.x.type().shape);
      if (p.dot.lhs_contracting.size() != 0 || p.joint.too_many) a = {emit_dynamic<dot_general_t>(p.dot, a.x, b.x), p.result};
      else {
        dynamic_tracer const first = spread(a.x, p.x), second = spread(in_order(b, p.second), p.y);
        a = {mul(first, second), p.joint};
      }
    }
    a = summed_to(a, [&](char c) { return t.result.contains(c); });
    return in_order(a, t.result);
  }
};
} // namespace detail
/// einsum<"ij,jk->ik">(x, y), or with a text that is known at run time: einsum("ij,jk->ik", x, y).
template <class... X>
requires detail::late<X...> dynamic_tracer einsum(std::string_view subscripts, X const&... x) {
  std::vector<dynamic_tracer> const xs{dynamic_tracer(x)...};
  vec<aval> types;
  for (dynamic_tracer const& one : xs) types.push(one.type());
  bool const ellipsis = detail::has_ellipsis(subscripts);
  text const letters = ellipsis ? detail::with_letters_for_ellipses(subscripts, types) : text(subscripts);
  detail::einsum_text const t = detail::read_einsum(letters.view());
  char const* wrong = ellipsis ? detail::ellipses_fault(subscripts, types) : nullptr;
  if (wrong = wrong ? wrong : detail::einsum_fault(t, types); wrong)
    detail::raise_error<shape_error>(detail::no_einsum(subscripts, {types.begin(), types.size()}, wrong));
  return detail::einsum_dynamic{t, xs}();
}
template <fixed_string Text, class... X>
requires detail::late<X...> dynamic_tracer einsum(X const&... x) { return einsum(Text.view(), x...); }

// ---- grids ------------------------------------------------------------------------------------------------------------------------------
template <fixed_string Indexing = "xy", class... X>
requires detail::late<X...>
auto meshgrid(X const&... x) {
  static_assert(Indexing.view() == "xy" || Indexing.view() == "ij", "[constax] meshgrid: indexing is \"xy\" or \"ij\"");
  constexpr bool swaps = Indexing.view() == "xy" && sizeof...(X) > 1;
  auto const place = [](int k) { return swaps && k < 2 ? 1 - k : k; };
  dynamic_tracer const flat[] = {reshape(dynamic_tracer(x), {-1})...};
  for (dynamic_tracer const& one : {dynamic_tracer(x)...})
    if (one.rank() > 1) detail::raise_error<shape_error>("[constax] meshgrid: operands are vectors");
  shape all;
  for (std::size_t i = 0; i < sizeof...(X); ++i) all.push(1);
  for (int k = 0; k < static_cast<int>(sizeof...(X)); ++k) all[place(k)] = flat[k].type().shape[0];
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple{emit_dynamic<broadcast_in_dim_t>({all, axes{place(static_cast<int>(I))}}, flat[I])...};
  }
  (std::index_sequence_for<X...>{});
}

} // namespace constax::inline CONSTAX_TAG
