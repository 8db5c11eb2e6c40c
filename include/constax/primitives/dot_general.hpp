// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>
#include <constax/primitives/reduction.hpp>
#include <constax/primitives/transpose.hpp>

namespace constax::inline CONSTAX_TAG {

/// Sums of products over pairs of axes: contracting axes disappear, batch axes come first, then the free axes of x, then those of y.
/// dot_general[dimension_numbers] : T[s], T[t] -> T[batch, free of s, free of t], T a number
struct dot_general_t {
  static constexpr std::string_view name = "dot_general";
  static constexpr constax::kind kind = constax::kind::contraction;
  static constexpr i64 flops = 2; // per product
  using accepted = numeric;
  struct params {
    axes lhs_contracting, rhs_contracting, lhs_batch, rhs_batch;
    static constexpr char const* names[] = {"lhs_contracting", "rhs_contracting", "lhs_batch", "rhs_batch"};
    constexpr void print(text& out) const {
      auto const list = [&](axes const& a) {
        out << '[';
        for (int i = 0; i < a.size(); ++i) out << (i ? ", " : "") << a[i];
        out << ']';
      };
      out << "[dimension_numbers=((", list(lhs_contracting), out << ", ", list(rhs_contracting), out << "), (", list(lhs_batch),
          out << ", ";
      list(rhs_batch), out << "))]";
    }
  };
  static constexpr typed type(operand_types xs, params const& p) {
    aval const &x = *xs[0], &y = *xs[1];
    if (!numeric::accepts(x.type)) return fault{fault_code::dtype_not_accepted, {}, numeric::name, x};
    if (x.type != y.type) return fault{fault_code::dtypes_differ, {}, {}, x, y};
    if (p.lhs_contracting.size() != p.rhs_contracting.size() || p.lhs_batch.size() != p.rhs_batch.size())
      return fault{fault_code::bad_params, {}, "axes are contracted and batched in pairs", x};
    aval z{x.type, {}};
    if (fault const f = pairs(x, y, p.lhs_batch, p.rhs_batch)) return f;
    if (fault const f = pairs(x, y, p.lhs_contracting, p.rhs_contracting)) return f;
    if (fault const f = twice(x, p.lhs_batch, p.lhs_contracting)) return f;
    if (fault const f = twice(y, p.rhs_batch, p.rhs_contracting)) return f;
    if (x.rank() + y.rank() - 2 * p.lhs_contracting.size() - p.lhs_batch.size() > max_rank)
      return fault{fault_code::bad_params, {}, "the result has more than 8 axes", x, y};
    for (i64 d : p.lhs_batch) z.shape.push(x.shape[static_cast<int>(d)]);
    for (i64 d : free_axes(x.rank(), p.lhs_batch, p.lhs_contracting)) z.shape.push(x.shape[static_cast<int>(d)]);
    for (i64 d : free_axes(y.rank(), p.rhs_batch, p.rhs_contracting)) z.shape.push(y.shape[static_cast<int>(d)]);
    return z;
  }
  static constexpr value jvp(auto x, auto y, auto dx, auto dy, auto, params const& p) {
    auto d = dx;
    if (!dx.is_zero()) d = bind<dot_general_t>(p, dx, y);
    else d = zero_like_result(x, y, p);
    if (dy.is_zero()) return d;
    return d + bind<dot_general_t>(p, x, dy);
  }
  // The cotangent contracts its free axes of the other operand; what is left stands in the order batch, contracted, free.
  static constexpr value transpose(auto ct, u32 operand, auto xs, params const& p) {
    bool const left = operand == 0;
    aval const x = type_of(xs[operand]);
    auto const y = xs[1 - operand];
    axes const &x_batch = left ? p.lhs_batch : p.rhs_batch, &y_batch = left ? p.rhs_batch : p.lhs_batch;
    axes const &x_contracting = left ? p.lhs_contracting : p.rhs_contracting, &y_contracting = left ? p.rhs_contracting : p.lhs_contracting;
    axes const x_free = free_axes(x.rank(), x_batch, x_contracting), y_free = free_axes(type_of(y).rank(), y_batch, y_contracting);
    int const n_batch = x_batch.size();
    params q;
    for (int i = 0; i < n_batch; ++i) q.lhs_batch.push(i);
    q.rhs_batch = y_batch;
    for (int i = 0; i < y_free.size(); ++i) q.lhs_contracting.push(n_batch + (left ? x_free.size() : 0) + i);
    q.rhs_contracting = y_free;
    // The result's axes: batch, x_free (from ct), then y's contracted axes in ascending order.
    axes sorted = y_contracting, from; // axis k of x is axis from[k] of the result
    for (int i = 1; i < sorted.size(); ++i)
      for (int k = i; k > 0 && sorted[k] < sorted[k - 1]; --k) std::swap(sorted.at[k], sorted.at[k - 1]);
    for (int d = 0; d < x.rank(); ++d) from.push(0);
    for (int i = 0; i < n_batch; ++i) from.at[x_batch[i]] = i;
    for (int i = 0; i < x_free.size(); ++i) from.at[x_free[i]] = n_batch + i;
    for (int i = 0; i < x_contracting.size(); ++i)
      for (int k = 0; k < sorted.size(); ++k)
        if (sorted[k] == y_contracting[i]) from.at[x_contracting[i]] = n_batch + x_free.size() + k;
    return constax::transpose(bind<dot_general_t>(q, ct, y), from);
  }
  // Both mapped: one more batch axis. One mapped: a free axis, which then goes to the front.
  static constexpr value batch(auto xs, range<bool> mapped, extent, params const& p) {
    params q = p;
    if (mapped[0]) q.lhs_contracting = detail::shifted(p.lhs_contracting), q.lhs_batch = detail::shifted(p.lhs_batch);
    if (mapped[1]) q.rhs_contracting = detail::shifted(p.rhs_contracting), q.rhs_batch = detail::shifted(p.rhs_batch);
    if (mapped[0] && mapped[1]) {
      axes lhs{0}, rhs{0};
      for (i64 d : q.lhs_batch) lhs.push(d);
      for (i64 d : q.rhs_batch) rhs.push(d);
      q.lhs_batch = lhs, q.rhs_batch = rhs;
      return bind<dot_general_t>(q, xs[0], xs[1]);
    }
    auto const z = bind<dot_general_t>(q, xs[0], xs[1]);
    if (z.ctx->fault) return z;
    int const rank = type_of(z).rank(), rhs_free = type_of(xs[1]).rank() - p.rhs_batch.size() - p.rhs_contracting.size();
    int const place = mapped[0] ? p.lhs_batch.size() : rank - rhs_free; // where the mapped axis came to stand
    axes front{place};
    for (int d = 0; d < rank; ++d)
      if (d != place) front.push(d);
    return constax::transpose(z, front);
  }

  static constexpr axes free_axes(int rank, axes const& batch, axes const& contracting) {
    axes f;
    for (int d = 0; d < rank; ++d)
      if (!batch.contains(d) && !contracting.contains(d)) f.push(d);
    return f;
  }

private:
  static constexpr value zero_like_result(value x, value y, params const& p) {
    aval const *types[] = {&type_of(x), &type_of(y)};
    return x.ctx->zero(type({types, 2}, p).results[0]);
  }
  static constexpr fault pairs(aval const& x, aval const& y, axes const& of_x, axes const& of_y) {
    for (int i = 0; i < of_x.size(); ++i) {
      if (of_x[i] < 0 || of_x[i] >= x.rank()) return {fault_code::bad_axis, {}, {}, x, {}, of_x[i]};
      if (of_y[i] < 0 || of_y[i] >= y.rank()) return {fault_code::bad_axis, {}, {}, y, {}, of_y[i]};
      extent const &a = x.shape[static_cast<int>(of_x[i])], &b = y.shape[static_cast<int>(of_y[i])];
      if (!(a == b)) return {fault_code::shapes_differ, {}, "paired axes have equal lengths", x, y};
    }
    return {};
  }
  static constexpr fault twice(aval const& x, axes const& a, axes const& b) {
    int count[max_rank] = {};
    for (i64 d : a) ++count[d];
    for (i64 d : b) ++count[d];
    for (int d = 0; d < x.rank(); ++d)
      if (count[d] > 1) return {fault_code::bad_axis, {}, "an axis is used once", x, {}, d};
    return {};
  }
};

constexpr value dot_general(is_value auto x, is_value auto y, dot_general_t::params const& p) { return bind<dot_general_t>(p, x, y); }

} // namespace constax::inline CONSTAX_TAG
