// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>
#include <constax/primitives/list.hpp>

#include "catalogue.hpp"

#include "../support/mirrored.hpp"

#include <algorithm>
#include <cmath>

namespace random_programs {
namespace {

// ---- drawing parameters: by the type of a member and its name
// ----------------------------------------------------------------------------

axes some_axes(drawing const& d, int percent) {
  axes some;
  int const rank = d.xs[0]->rank();
  for (int k = 0; k < rank; ++k)
    if (d.pick.chance(percent)) some.push(k);
  if (some.size() == 0 && rank > 0) some.push(d.pick.between(0, rank - 1));
  return some;
}
struct member_drawer {
  drawing const& d;
  std::string_view name;

  void operator()(axes& a) const { a = some_axes(d, 50); }
  void operator()(extent& e) const { e = d.pick.one_of(d.extents); }
  void operator()(shape& s) const {
    if (d.xs.empty()) return draw_shape(s);
    s = d.xs[0]->shape;
  }
  void operator()(dtype& t) const {
    constexpr dtype all[] = {dtype::f64, dtype::f32, dtype::bf16, dtype::f16, dtype::i32,    dtype::i64,
                             dtype::u8,  dtype::i8,  dtype::u32,  dtype::u64, dtype::boolean};
    t = d.pick.one_of(all);
  }
  void operator()(label& l) const { l = label("kept"); }
  void operator()(bool& b) const { b = d.pick.chance(35); }
  void operator()(i32& n) const {
    bool const is_axis = name == "axis" || name == "dimension";
    n = is_axis ? d.pick.between(0, std::max(rank() - 1, 0)) : std::array{2, 3, 1, 0, -1, -2, 5}[d.pick.below(7)];
  }
  void operator()(i64& n) const { n = d.pick.between(0, 3); }
  void operator()(double& x) const { x = d.pick.between(0, 4) * 0.5; }

private:
  int rank() const { return d.xs.empty() ? 1 : d.xs[0]->rank(); }
  void draw_shape(shape& s) const {
    for (int rank = d.pick.between(1, 2); s.rank < rank;) s.push(d.pick.one_of(d.extents));
  }
};
template <class Params>
bool draw(drawing const& d, Params& p) {
  int k = 0;
  detail::for_each_member(p, [&](auto& member) { member_drawer{d, Params::names[k++]}(member); });
  return true;
}
bool draw(drawing const& d, locate_params& p) {
  if (d.xs[0]->rank() == 0) return false;
  p.axes = {d.pick.between(0, d.xs[0]->rank() - 1)};
  p.index_dtype = d.pick.chance(20) ? dtype::i64 : dtype::i32;
  return d.b(d.xs[0]->shape[static_cast<int>(p.axes[0])]) > 0; // an axis of length 0 has no first element
}
bool draw(drawing const& d, argsort_params& p) {
  if (d.xs[0]->rank() == 0) return false;
  p.axis = d.pick.between(0, d.xs[0]->rank() - 1);
  extent const& n = d.xs[0]->shape[p.axis];
  p.count = n;
  if (d.pick.chance(40)) p.count = d.pick.between(0, static_cast<int>(d.b(n)));
  p.descending = d.pick.chance(40);
  p.index_dtype = d.pick.chance(20) ? dtype::i64 : dtype::i32;
  return true;
}

// ---- drawing parameters of movements
// ---------------------------------------------------------------------------------------------------------

/// One axis for certain, others now and then.
struct chosen_axes {
  int certain;
  explicit chosen_axes(drawing const& d) : certain(d.pick.between(0, std::max(d.xs[0]->rank() - 1, 0))) {}
  bool operator()(drawing const& d, int k) const { return k == certain || d.pick.chance(20); }
};
bool draw(drawing const& d, broadcast_in_dim_t::params& p) {
  shape const& from = d.xs[0]->shape;
  if (from.rank == max_rank) return false;
  int const place = d.pick.between(0, from.rank);
  for (int k = 0; k <= from.rank; ++k) {
    if (k == place) p.to.push(d.pick.chance(15) ? extent(1) : d.pick.one_of(d.extents));
    if (k == from.rank) break;
    p.dims.push(p.to.rank);
    p.to.push(from[k] == extent(1) && d.pick.chance(50) ? d.pick.one_of(d.extents) : from[k]);
  }
  return true;
}
bool draw(drawing const& d, transpose_t::params& p) {
  for (int k = 0; k < d.xs[0]->rank(); ++k) p.permutation.push(k);
  for (int k = p.permutation.size(); k-- > 1;) std::swap(p.permutation.at[k], p.permutation.at[d.pick.between(0, k)]);
  return p.permutation.size() > 1;
}
bool draw(drawing const& d, squeeze_t::params& p) {
  for (int k = 0; k < d.xs[0]->rank(); ++k)
    if (d.xs[0]->shape[k] == extent(1)) p.dimensions.push(k);
  return p.dimensions.size() > 0;
}
bool draw(drawing const& d, slice_t::params& p) {
  shape const& from = d.xs[0]->shape;
  if (from.rank == 0) return false;
  chosen_axes const chosen(d);
  constexpr i64 cuts[] = {0, 1, 2, 5, 40, 60};
  for (int k = 0; k < from.rank; ++k) {
    i64 before = 0, behind = 0, stride = 1;
    if (chosen(d, k)) {
      before = d.pick.one_of(cuts), behind = d.pick.one_of(cuts);
      if (before + behind > d.b(from[k])) before = behind = 0;
      if (d.pick.chance(25)) stride = d.pick.between(1, 4);
    }
    p.start_indices.push(extent(before)), p.limit_indices.push(from[k] - extent(behind)), p.strides.push(stride);
  }
  return true;
}
bool draw(drawing const& d, pad_t::params& p) {
  shape const& from = d.xs[0]->shape;
  if (from.rank == 0) return false;
  chosen_axes const chosen(d);
  constexpr i64 widths[] = {0, 1, 2, 6, 10, 40, -1, -2, -5, -10};
  for (int k = 0; k < from.rank; ++k) {
    i64 lo = 0, hi = 0, interior = 0;
    if (chosen(d, k)) {
      lo = d.pick.one_of(widths), hi = d.pick.one_of(widths);
      if (d.pick.chance(30)) hi = -lo;                                                                          // elements move
      if (d.pick.chance(20)) lo = std::max<i64>(0, d.b(d.pick.one_of(d.extents)) - d.b(from[k])), hi = 0; // equal lengths
      if (d.pick.chance(20)) interior = d.pick.between(1, 2);
    }
    p.lo.push(extent(lo)), p.hi.push(extent(hi)), p.interior.push(interior);
  }
  return true;
}

constexpr i64 factors[] = {2, 3, 4, 5, 8, 10, 13, 20, 40, 65, 100, 101};
std::optional<extent> divided(extent e, i64 by) {
  if (e.number % by || e.times[0] % by || e.times[1] % by) return {};
  e.number /= by, e.times[0] /= by, e.times[1] /= by;
  return e;
}
/// The axes in another order, as lengths only: [n,3] -> [3,n], elements in their old order.
shape exchanged(drawing const& d, shape s) {
  for (int k = s.rank; k-- > 1;) std::swap(s[k], s[d.pick.between(0, k)]);
  return s;
}
shape merged(drawing const& d, shape const& s) {
  shape to;
  if (s.rank < 2) return to;
  int const at = d.pick.between(0, s.rank - 2);
  for (int k = 0; k < s.rank; ++k)
    if (k != at) to.push(s[k]);
    else {
      extent const &x = s[k], &y = s[k + 1];
      to.push(x.is_number() ? y * x.number : y.is_number() ? x * y.number : extent(extent::overflow)), ++k;
    }
  return to;
}
shape parted(drawing const& d, shape const& s) {
  shape to;
  int const at = d.pick.between(0, s.rank - 1);
  i64 const factor = d.pick.one_of(factors);
  std::optional<extent> const rest = divided(s[at], factor);
  if (!rest || s.rank == max_rank) return to;
  bool const behind = d.pick.chance(50);
  for (int k = 0; k < s.rank; ++k)
    if (k != at) to.push(s[k]);
    else to.push(behind ? extent(factor) : *rest), to.push(behind ? *rest : extent(factor));
  return to;
}
/// Any shape with as many elements.
shape other(drawing const& d, shape const& s) {
  shape to;
  if (!s.is_static() || s.size() == 0) return to;
  i64 left = s.size();
  for (int rank = d.pick.between(1, 3); to.rank + 1 < rank;) {
    std::vector<i64> fit;
    for (extent const& e : d.extents)
      if (e.is_number() && e.number > 0 && left % e.number == 0) fit.push_back(e.number);
    for (i64 f : factors)
      if (left % f == 0) fit.push_back(f);
    if (fit.empty()) break;
    to.push(extent(d.pick.one_of(fit))), left /= to[to.rank - 1].number;
  }
  to.push(extent(left));
  return to;
}
bool draw(drawing const& d, reshape_t::params& p) {
  shape const& from = d.xs[0]->shape;
  if (from.rank == 0) return false;
  constexpr shape (*forms[])(drawing const&, shape const&) = {merged, parted, other,
                                                              [](drawing const& by, shape const& s) { return exchanged(by, s); }};
  p.new_sizes = d.pick.one_of(forms)(d, from);
  return p.new_sizes.rank > 0 && !(p.new_sizes == from);
}

// ---- contraction
// -----------------------------------------------------------------------------------------------------------------------------

bool draw(drawing const& d, dot_general_t::params& p) {
  aval const &x = *d.xs[0], &y = *d.xs[1];
  bool taken[max_rank] = {};
  i64 work = 1;
  for (int i = 0; i < x.rank(); ++i) work *= d.b(x.shape[i]);
  for (int i = 0; i < x.rank(); ++i)
    for (int k = 0; k < y.rank(); ++k) {
      if (taken[k] || !(x.shape[i] == y.shape[k]) || d.pick.chance(40)) continue;
      taken[k] = true;
      if (d.pick.chance(40)) p.lhs_batch.push(i), p.rhs_batch.push(k);
      else p.lhs_contracting.push(i), p.rhs_contracting.push(k);
      break;
    }
  for (int k = 0; k < y.rank(); ++k)
    if (!taken[k]) work *= d.b(y.shape[k]);
  constexpr i64 most_work = 200000;
  return x.rank() > 0 && y.rank() > 0 && work <= most_work;
}

// ---- what goes to places that operands say: parameters for an array and arrays of indices ----------------------------------------------

extent slice_size(drawing const& d, extent const& n) {
  extent const sizes[] = {extent(1), extent(1), extent(1), extent(2), extent(3), n, n - extent(1), d.pick.one_of(d.extents)};
  extent const size = d.pick.one_of(sizes);
  return d.b(size) < 0 ? extent(1) : size;
}
bool draw(drawing const& d, indexed_params& p) {
  aval const &x = *d.xs[0], &index = *d.xs[1];
  using enum index_mode;
  constexpr index_mode modes[] = {clip, clip, fill_or_drop, fill_or_drop, promise_in_bounds};
  p.mode = d.pick.one_of(modes), p.from_end = d.pick.chance(40);
  axes order;
  for (int a = 0; a < x.rank(); ++a) order.push(a);
  for (int k = x.rank(); k-- > 1;) std::swap(order.at[k], order.at[d.pick.between(0, k)]);
  for (u32 q = 0; q + 1 < d.xs.size(); ++q) {
    extent const& n = x.shape[static_cast<int>(order[static_cast<int>(q)])];
    p.indexed.push(order[static_cast<int>(q)]), p.slice_sizes.push(slice_size(d, n));
    if (d.b(n) < d.b(p.slice_sizes[static_cast<int>(q)])) p.mode = fill_or_drop; // there is no room
  }
  int batch[max_rank], within[max_rank], n_within = 0; // axes of x that run with an axis of the indices, and those through a slice
  bool taken[max_rank] = {};
  for (int a = 0; a < x.rank(); ++a) {
    batch[a] = -1;
    int const q = p.index_of(a);
    for (int k = 0; q < 0 && k < index.rank() && batch[a] < 0; ++k)
      if (!taken[k] && x.shape[a] == index.shape[k] && d.pick.chance(50)) batch[a] = k, taken[k] = true;
    bool const point = q >= 0 && p.slice_sizes[q] == extent(1) && d.pick.chance(70);
    if (batch[a] < 0 && !point) within[n_within++] = a;
    else if (point) batch[a] = -2;
  }
  if (index.rank() + n_within > max_rank) return false;
  if (d.pick.chance(30))
    for (int k = n_within; k-- > 1;) std::swap(within[k], within[d.pick.between(0, k)]);
  i64 along[max_rank] = {};
  for (int axis = 0, k = 0; axis < index.rank() + n_within; ++axis) {
    bool const is_place = p.at.size() < index.rank() && (k == n_within || !d.pick.chance(35));
    if (is_place) p.at.push(axis);
    else along[within[k++]] = axis;
  }
  for (int a = 0; a < x.rank(); ++a) p.along.push(batch[a] >= 0 ? p.at[batch[a]] : batch[a] == -2 ? -1 : along[a]);
  return true;
}

// ---- parameters as C++
// ---------------------------------------------------------------------------------------------------------------------------

struct member_speller {
  std::string& out;
  void operator()(axes const& a) const {
    out += '{';
    for (int k = 0; k < a.size(); ++k) out += (k ? ", " : "") + std::to_string(a[k]);
    out += '}';
  }
  void operator()(extent const& e) const { out += spelt(e); }
  void operator()(shape const& s) const {
    out += '{';
    for (int k = 0; k < s.rank; ++k) out += (k ? ", " : "") + spelt(s[k]);
    out += '}';
  }
  void operator()(dtype t) const { out += "cx::dtype::" + std::string(t == dtype::boolean ? "boolean" : info(t).name); }
  void operator()(label const&) const { out += "\"kept\""; }
  void operator()(index_mode m) const {
    constexpr char const* names[] = {"clip", "fill_or_drop", "promise_in_bounds"};
    out += std::string("cx::index_mode::") + names[static_cast<int>(m)];
  }
  void operator()(fn) const { out += "{}"; }
  void operator()(bool b) const { out += b ? "true" : "false"; }
  void operator()(double x) const { out += std::string(number_text(x).view()); }
  template <class T>
    requires std::is_integral_v<T>
  void operator()(T x) const {
    out += std::to_string(x);
  }
};
template <class P>
std::string spell_params(range<i64> ps) {
  std::string out;
  if constexpr (!std::is_same_v<params_of<P>, no_params>) {
    params_of<P> const p = decode<params_of<P>>(ps);
    bool first = true;
    out = '{';
    detail::for_each_member(p, [&](auto const& member) { out += first ? "" : ", ", member_speller{out}(member), first = false; });
    out += '}';
  }
  return out;
}

// ---- entries
// -----------------------------------------------------------------------------------------------------------------------------------------

template <class P>
constexpr u32 operands_of() {
  if constexpr (P::kind == kind::elementwise) {
    if constexpr (has_results<P>) return operands_of<detail::part_of<P, 0>>();
    else
      for (dtype t : {dtype::f64, dtype::f32, dtype::i32, dtype::u64, dtype::u16, dtype::boolean})
        if (u32 const n = detail::find_eval<P>(t, t).operands) return n;
    return 0;
  } else if constexpr (P::kind == kind::cumulative) return P::operands;
  else if constexpr (P::kind == kind::source || P::kind == kind::size) return 0;
  else if constexpr (P::kind == kind::indexed) return P::first_index;
  // a pad's second operand stands in the padding
  else return P::kind == kind::contraction || requires(params_of<P> p) { p.interior; } ? 2 : 1;
}
template <class P>
std::optional<vec<i64>> draw_params(drawing const& d) {
  params_of<P> p{};
  if constexpr (!std::is_same_v<params_of<P>, no_params>)
    if (!draw(d, p)) return {};
  return encode(p);
}
template <class P>
vec<i64> bind_params(range<i64> ps, bindings const& b) {
  return encode(detail::bind_params(decode<params_of<P>>(ps), b));
}

bool type_rule_takes(entry const& e, dtype const* types, range<i64> params) {
  vec<aval const*> xs;
  for (u32 k = 0; k < e.operands; ++k) xs.push(&jaxpr::scalar_type(types[k]));
  typed const t = e.prim->type(xs, params, nullptr);
  return !t.fault && t.results[0].type != dtype::u16; // words of halves: lowering alone makes them
}
/// All dtypes of operands that the type rule takes.
void find_dtypes(entry& e, range<i64> params) {
  std::array<dtype, entry::most_operands> types{};
  constexpr u32 n = std::size(dtype_table);
  auto const is_number = [](dtype t) { return !info(t).key && t != dtype::u16; };
  u32 all = 1;
  for (u32 k = 0; k < e.operands; ++k) all *= n;
  for (u32 i = 0; i < all; ++i) {
    for (u32 k = 0, rest = i; k < e.operands; ++k, rest /= n) types[k] = static_cast<dtype>(rest % n);
    if (std::all_of(types.begin(), types.begin() + e.operands, is_number) && type_rule_takes(e, types.data(), params))
      e.dtypes.push_back(types);
  }
}
/// Are results finite at points of these intervals?
bool finite_on(entry const& e, range<i64> params, std::array<interval, entry::most_operands> const& domain) {
  constexpr double parts[] = {0.02, 0.31, 0.5, 0.77, 0.98};
  for (u32 at = 0; at < 5; ++at) {
    vec<tensor> xs, ys;
    for (u32 k = 0; k < e.operands; ++k) xs.push(tensor_of(domain[k].lo + (domain[k].hi - domain[k].lo) * parts[(at + 2 * k) % 5]));
    e.prim->evaluate(xs, params, {}, ys);
    for (tensor const& y : ys)
      if (!std::isfinite(number_at(y, 0))) return false;
    if (ys.empty()) return false;
  }
  return true;
}
void find_domain(entry& e, range<i64> params) {
  dtype const doubles[] = {dtype::f64, dtype::f64, dtype::f64};
  if (e.operands == 0 || !type_rule_takes(e, doubles, params)) return;
  constexpr u32 n = std::size(intervals);
  for (u32 i = 0; i < n * n * n; ++i) {
    std::array<interval, entry::most_operands> const domain{intervals[i % n], intervals[i / n % n], intervals[i / n / n]};
    if (!finite_on(e, params, domain)) continue;
    e.domain = domain;
    return;
  }
}
template <class P>
entry describe(char const* type_name) {
  entry e;
  e.prim = &descriptor<P>, e.type_name = type_name, e.operands = operands_of<P>();
  e.draw = draw_params<P>, e.bound = bind_params<P>, e.spell = spell_params<P>;
  if (P::kind == kind::elementwise) {
    vec<i64> const params = encode(params_of<P>{});
    find_dtypes(e, params), find_domain(e, params);
    if constexpr (requires { P::reinterprets; }) // bits of a nan are nobody's promise
      std::erase_if(e.dtypes, [](auto const& types) { return info(types[0]).floating; });
  }
  return e;
}

} // namespace

std::vector<entry> const& catalogue() {
  static std::vector<entry> const all = {
#define CONSTAX_CASE(P) describe<constax::P>(#P),
      CONSTAX_EACH_PRIMITIVE(CONSTAX_CASE)
#undef CONSTAX_CASE
  };
  return all;
}
entry const& entry_of(primitive const& p) {
  for (entry const& e : catalogue())
    if (e.prim == &p) return e;
  static entry const of_tests = describe<constax_tests::mirrored_t>("mirrored_t"), none;
  return &p == of_tests.prim ? of_tests : none;
}
vec<i64> bound_params(eqn const& e, range<i64> params, bindings const& b) {
  if (entry const& known = entry_of(*e.prim); known.prim) return known.bound(params, b);
  if (is<scan_t>(e)) return bind_params<scan_t>(params, b);
  return params;
}

jaxpr with_numbers(jaxpr j, bindings const& b) {
  vec<aval> const types = j.avals;
  j.avals = {};
  for (u32& v : j.vars) v = j.intern(detail::bound(types[v], b));
  vec<i64> ints;
  for (eqn& e : j.eqns) {
    vec<i64> const params = bound_params(e, j.params(e), b);
    e.param = ints.size(), e.n_param = params.size();
    ints.append(params);
  }
  j.ints = ints;
  for (jaxpr& f : j.subs) f = with_numbers(f, b);
  return j;
}

std::string spelt(extent const& e) {
  std::string out;
  for (int i = 0; i < 2; ++i) {
    i64 const k = e.times[i];
    if (k == 0) continue;
    out += k < 0 ? (out.empty() ? "0 - " : " - ") : out.empty() ? "" : " + ";
    out += std::string(symbol_name(e.name[i]).view());
    if (k != 1 && k != -1) out += " * " + std::to_string(k < 0 ? -k : k);
  }
  if (out.empty()) return std::to_string(e.number);
  if (e.number) out += (e.number < 0 ? " - " : " + ") + std::to_string(e.number < 0 ? -e.number : e.number);
  return out;
}

} // namespace random_programs
