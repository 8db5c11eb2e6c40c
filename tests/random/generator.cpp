// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "generator.hpp"

#include "../support/mirrored.hpp"

#include <functional>
#include <map>

namespace random_programs {
namespace {

/// Records operations on values of one builder.
struct recorder {
  choices& pick;
  context& c;
  bindings const& b;
  std::vector<extent> const& extents;
  int depth = 0; // of functions that are held by functions
  std::vector<value> values = {};
  std::vector<bool> used = {};

  // ---- values
  // ------------------------------------------------------------------------------------------------------------------------------------

  bool fits(aval const& a) const {
    i64 n = 1;
    for (int d = 0; d < a.rank(); ++d) {
      if (a.shape[d].overflowed() || b(a.shape[d]) < 0) return false;
      n *= std::max<i64>(b(a.shape[d]), 1); // what is summed over some axes of an empty array need not be empty
    }
    return a.rank() <= 5 && n <= most_elements;
  }
  void add(value const& v) {
    if (!c.fault && fits(type_of(v))) values.push_back(v), used.push_back(false);
  }
  value input(aval const& a) {
    add(c.input(a));
    return values.back();
  }
  /// A value that fits, the last ones and what nothing has used yet preferred.
  template <class Fits>
  std::optional<value> pick_if(Fits&& fits_here) {
    std::vector<u32> all, unused;
    for (u32 i = static_cast<u32>(values.size()); i-- > 0;) {
      if (!fits_here(type_of(values[i]))) continue;
      all.push_back(i);
      if (!used[i]) unused.push_back(i);
    }
    if (all.empty()) return {};
    bool const any = pick.chance(40) || unused.empty();
    u32 const i = pick.one_of(any ? all : unused);
    used[i] = true;
    return values[i];
  }
  value pick_any() { return *pick_if([](aval const&) { return true; }); }
  value pick_floating() {
    if (auto const x = pick_if([](aval const& a) { return a.floating(); })) return *x;
    return converted(pick_any(), dtype::f64);
  }

  // ---- equations
  // ---------------------------------------------------------------------------------------------------------------------------------

  /// Records an equation, if its type rule takes these operands and the result is not too large -> its first result.
  std::optional<value> record(primitive const& p, vec<value> const& xs, vec<i64> const& params = {}) {
    if (c.fault) return {};
    vec<aval> types;
    vec<aval const*> at;
    for (value const& x : xs) types.push(type_of(x));
    for (aval const& a : types) at.push(&a);
    typed const t = p.type(at, params, &c.program());
    if (t.fault || !fits(t.results[0])) return {};
    return bind(c, p, xs, params);
  }
  template <class P>
  value record(params_of<P> const& p, auto const&... x) {
    auto const y = record(descriptor<P>, {x...}, encode(p));
    return y ? *y : first_value(x...);
  }
  value converted(value const& x, dtype to) { return type_of(x).type == to ? x : record<convert_element_type_t>({to}, x); }
  /// The number that all elements of x sum up to.
  value summed(value const& x) {
    axes all;
    for (int d = 0; d < type_of(x).rank(); ++d) all.push(d);
    return all.size() ? record<reduce_sum_t>({all}, x) : x;
  }
  /// 1 where the sum of x is above 0, else 0.
  value positive(value const& x) {
    value const sum = summed(x);
    return converted(record<gt_t>({}, sum, like(sum, 0.0)), dtype::i32);
  }
  /// A value of this type that depends on x.
  value made_like(value const& x, aval const& a) {
    value y = type_of(x).type == dtype::boolean ? converted(x, dtype::i32) : x;
    if (!(type_of(y).shape == a.shape)) {
      y = summed(y);
      if (a.rank()) y = record<broadcast_in_dim_t>({a.shape, {}}, y);
    }
    y = converted(y, a.type);
    return a.floating() ? record<tanh_t>({}, y) : y;
  }
  /// x where a function is defined: there its results are finite.
  value tamed(value const& x, interval to) {
    if (!type_of(x).floating()) return x;
    value const unit = record<sin_t>({}, x);
    if (to.lo == -1) return unit;
    return record<add_t>({}, record<mul_t>({}, unit, like(x, (to.hi - to.lo) / 2)), like(x, (to.hi + to.lo) / 2));
  }

  // ---- operations of each family
  // -------------------------------------------------------------------------------------------------------------------

  std::optional<value> apply(entry const& e, vec<value> const& xs) {
    vec<aval> types;
    vec<aval const*> at;
    for (value const& x : xs) types.push(type_of(x));
    for (aval const& a : types) at.push(&a);
    auto const params = e.draw({pick, b, extents, at});
    if (!params) return {};
    auto const y = record(*e.prim, xs, *params);
    for (u32 k = 0; y && k < c.program().eqns.back().n_out; ++k) add(detail::result_behind(*y, k));
    return y;
  }
  void elementwise(entry const& e) {
    if (e.dtypes.empty()) return;
    value const x = pick_any();
    std::vector<std::array<dtype, entry::most_operands>> fit; // dtypes of operands, one of them x's
    for (auto const& types : e.dtypes)
      if (types[e.operands - 1] == type_of(x).type) fit.push_back(types);
    auto const& types = pick.one_of(fit.empty() ? e.dtypes : fit);
    aval const whole = type_of(x);
    bool const within = e.domain && !pick.chance(40);
    vec<value> xs;
    for (u32 k = 0; k < e.operands; ++k) {
      value y = x;
      if (k + 1 < e.operands) {
        if (pick.chance(20)) y = c.constant(types[k], pick.between(0, 3) + (info(types[k]).floating ? 0.5 : 0.0));
        else if (auto const other = pick_if(
                     [&](aval const& a) { return a.shape == whole.shape || (a.rank() == 0 && !a.floating() && !info(types[k]).floating); }))
          y = *other;
      }
      y = converted(y, types[k]);
      xs.push(within && !y.is_constant() ? tamed(y, (*e.domain)[k]) : y);
    }
    apply(e, xs);
  }
  void reduction(entry const& e) {
    auto const x = pick_if([](aval const& a) { return a.rank() > 0; });
    if (!x) return;
    aval const a = type_of(*x);
    auto y = apply(e, {*x});
    if (!y) y = apply(e, {converted(*x, dtype::boolean)}); // of truth values
    if (!y || type_of(*y).type != a.type || !pick.chance(40)) return;
    // back to where it came from, as a mean or a maximum is subtracted
    axes const kept = detail::kept_axes(a.rank(), decode<reduction_params>(c.program().params(c.program().eqns.back())).axes);
    if (auto const back = record(descriptor<broadcast_in_dim_t>, {*y}, encode(broadcast_in_dim_t::params{a.shape, kept})))
      add(*back), add(record<sub_t>({}, *x, *back));
  }
  void movement(entry const& e) {
    value const x = pick_any();
    vec<value> xs{x};
    if (e.operands == 2) xs.push(c.constant(type_of(x).type, pick.chance(30))); // what stands in the padding
    if (is<concatenate_t>(e))
      for (int more = pick.between(1, 2); more-- > 0;) {
        auto const other = pick_if([&](aval const& a) { return a.type == type_of(x).type && a.rank() == type_of(x).rank(); });
        xs.push(other ? *other : x);
      }
    apply(e, xs);
  }
  void cumulative(entry const& e) {
    value const x = pick_any();
    vec<value> xs;
    for (u32 k = 0; k < e.operands; ++k) {
      auto const other = pick_if([&](aval const& a) { return a == type_of(x); });
      value const y = k == 0 ? x : other ? *other : x;
      xs.push(type_of(y).floating() && pick.chance(60) ? record<cos_t>({}, y) : y);
    }
    apply(e, xs);
  }
  void contraction(entry const& e) {
    value const x = pick_any();
    auto const y = pick_if([&](aval const& a) { return a.type == type_of(x).type; });
    apply(e, {x, *y});
  }
  /// y with this shape; where it has another one, its sum.
  value shaped(value const& y, shape const& s) {
    if (type_of(y).shape == s) return y;
    value const sum = summed(type_of(y).type == dtype::boolean ? converted(y, dtype::i32) : y);
    return s.rank ? record<broadcast_in_dim_t>({s, {}}, sum) : sum;
  }
  /// The place of the largest element, of something that has one axis more than s.
  std::optional<value> place_of_largest(shape const& s) {
    auto const axis_of = [&](aval const& a) {
      for (int d = 0; a.rank() == s.rank + 1 && d < a.rank(); ++d) {
        shape others;
        for (int k = 0; k < a.rank(); ++k)
          if (k != d) others.push(a.shape[k]);
        if (others == s && b(a.shape[d]) > 0) return d;
      }
      return -1;
    };
    auto const x = pick_if([&](aval const& a) { return a.type != dtype::boolean && axis_of(a) >= 0; });
    if (!x) return {};
    return record(descriptor<argmax_t>, {*x}, encode(locate_params{{axis_of(type_of(*x))}, dtype::i32}));
  }
  /// Integers of this type, some of them negative, some too large; safe: where slices of `size` elements lie on an axis of n.
  value indices(aval const& a, extent const& n, extent const& size, bool safe) {
    constexpr int numbers[] = {0, 1, 2, 5, -1, 120};
    value y = c.constant(dtype::i64, 0);
    switch (pick.below(5)) {
    case 0: y = c.constant(dtype::i64, pick.one_of(numbers)); break;
    case 1:
      if (a.rank()) {
        iota_t::params const p{pick.between(0, a.rank() - 1), dtype::i64, a.shape};
        y = record(descriptor<iota_t>, {}, encode(p)).value_or(y);
      }
      if (pick.chance(40)) y = record<sub_t>({}, c.constant(dtype::i64, pick.one_of(numbers)), y);
      break;
    case 2: y = record<sin_t>({}, pick_floating()); break;
    case 3: y = place_of_largest(a.shape).value_or(y); break;
    default:
      if (auto const given = pick_if([&](aval const& t) { return info(t.type).integer && t.shape == a.shape; })) y = *given;
      else y = converted(pick_floating(), dtype::i32);
    }
    if (type_of(y).floating()) y = record<mul_t>({}, y, like(y, pick.between(2, 9)));
    if (y.is_constant() && a.rank()) y = record<broadcast_in_dim_t>({a.shape, {}}, y);
    y = shaped(y, a.shape);
    if (safe) {
      value last = record<sub_t>({}, size_of_axis(c, n), size_of_axis(c, size));
      if (a.rank()) last = record<broadcast_in_dim_t>({a.shape, {}}, last);
      value const fits_any = c.constant(dtype::i64, 100); // an integer of whatever type
      y = record<min_t>({}, record<min_t>({}, converted(y, dtype::i64), last), fits_any);
      y = record<max_t>({}, y, c.constant(dtype::i64, 0));
    }
    return converted(y, a.type);
  }
  /// Slices to scatter.
  value slices(aval const& a, vec<value> const& xs, indexed_params const& p) {
    vec<value> from;
    for (value const& x : xs) from.push(x);
    switch (pick.below(3)) {
    case 0:
      if (auto const given = pick_if([&](aval const& t) { return t == a; })) return *given;
      [[fallthrough]];
    case 1: // what is there
      if (auto const y = record(descriptor<gather_t>, from, encode(p)); y && type_of(*y) == a)
        return a.floating() ? record<cos_t>({}, *y) : *y;
      [[fallthrough]];
    default: return made_like(pick_any(), a);
    }
  }
  /// At places that integers say.
  void indexed(entry const& e) {
    auto const x = pick_if([](aval const& a) { return a.rank() > 0; });
    if (!x) return;
    aval const of = type_of(*x);
    constexpr dtype integers[] = {dtype::i32, dtype::i64, dtype::i8, dtype::u8, dtype::u32, dtype::u64};
    aval index{pick.one_of(integers), {}};
    for (int rank = pick.between(0, 2); index.rank() < rank;)
      index.shape.push(pick.chance(50) ? of.shape[pick.between(0, of.rank() - 1)] : pick.one_of(extents));
    if (pick.chance(25))
      if (auto const given = pick_if([](aval const& a) { return info(a.type).integer && a.rank() <= 2; })) index = type_of(*given);
    if (!fits(index)) return;
    vec<aval const*> types{&of, &index};
    while (static_cast<int>(types.size()) <= of.rank() && pick.chance(35)) types.push(&index);
    auto const params = e.draw({pick, b, extents, types});
    if (!params) return;
    auto const p = decode<indexed_params>(*params);
    vec<value> xs{*x};
    for (int q = 0; q < p.indexed.size(); ++q) {
      aval const one = q > 0 && pick.chance(25) ? aval{index.type, {}} : index; // a scalar stands beside any shape
      xs.push(indices(one, of.shape[static_cast<int>(p.indexed[q])], p.slice_sizes[q], p.mode == index_mode::promise_in_bounds));
      if (!(type_of(xs.back()) == one)) return;
    }
    if (e.operands > 1) {
      typed const t = detail::slices_type(of, {types.begin() + 1, types.size() - 1}, p);
      if (t.fault || !fits(t.results[0])) return;
      value y = slices(t.results[0], xs, p);
      // A product has no derivative in its factors; of 1, -1, and 0 it does not overflow.
      if (is<scatter_mul_t>(e) && of.floating() && !pick.chance(10)) {
        y = record<mul_t>({}, record<sin_t>({}, y), like(y, 1.5));
        y = converted(converted(y, dtype::i32), of.type);
      }
      vec<value> all{*x, y};
      for (u32 k = 1; k < xs.size(); ++k) all.push(xs[k]);
      xs = all;
    }
    if (auto const y = record(*e.prim, xs, *params)) add(*y);
  }
  /// Places in the order of one key or two; and what lies there of one of them or of something else.
  void sort(entry const& e) {
    auto const x = pick_if([](aval const& a) { return a.rank() > 0; });
    if (!x) return;
    shape const s = type_of(*x).shape;
    auto const of_this_shape = [&] { return *pick_if([&](aval const& a) { return a.shape == s; }); };
    vec<value> keys{*x};
    vec<aval const*> const types{&type_of(*x)};
    auto const params = e.draw({pick, b, extents, types});
    if (!params) return;
    if (pick.chance(40)) keys.push(of_this_shape());
    auto const places = record(*e.prim, keys, *params);
    if (!places) return;
    if (pick.chance(40)) add(*places);
    int const axis = decode<argsort_params>(*params).axis;
    indexed_params take{{axis}, shape{extent(1)}, detail::every_axis(s.rank), detail::every_axis(s.rank), index_mode::promise_in_bounds};
    take.along.at[axis] = -1;
    value const of = pick.chance(70) ? *x : of_this_shape();
    if (auto const y = record(descriptor<gather_t>, {of, *places}, encode(take))) add(*y);
  }
  void one_of_its_family(entry const& e) {
    switch (e.prim->kind) {
    case kind::elementwise: return elementwise(e);
    case kind::reduction: return reduction(e);
    case kind::movement: return movement(e);
    case kind::cumulative: return cumulative(e);
    case kind::contraction: return contraction(e);
    case kind::indexed: return indexed(e);
    case kind::sort: return sort(e);
    default: apply(e, e.operands ? vec<value>{pick_any()} : vec<value>{});
    }
  }
  /// The arithmetic that most programs are made of.
  void arithmetic() {
    value const x = pick_any();
    auto const y = pick_if([&](aval const& a) { return a == type_of(x); });
    primitive const* const ops[] = {&descriptor<add_t>, &descriptor<mul_t>, &descriptor<sub_t>,
                                    &descriptor<max_t>, &descriptor<min_t>, &descriptor<mul_t>};
    value const other = pick.chance(25) ? c.constant(type_of(x).type, pick.between(2, 3)) : *y;
    if (auto const z = record(*pick.one_of(ops), {x, other})) add(*z);
  }

  // ---- functions
  // -------------------------------------------------------------------------------------------------------------------------------------

  /// A function of operands of these types, of a few operations; `results` finds what it gives.
  template <class Results>
  jaxpr function(range<aval> types, Results&& results) {
    context inner("function");
    recorder r{pick, inner, b, extents, depth + 1};
    for (aval const& a : types) r.input(a);
    pick.repeat(4, 70, [&] { r.operation(); });
    vec<value> const outs = results(r);
    return inner.finish(inner.fault ? range<value>{} : range<value>(outs));
  }
  jaxpr function_to(range<aval> types, aval const& result) {
    return function(types, [&](recorder& r) { return vec<value>{r.made_like(r.values.back(), result)}; });
  }
  void add_all(vec<value> const& ys) {
    for (value const& y : ys) add(y);
  }

  void conditional() {
    value const x = pick_floating();
    aval const a = type_of(x);
    value const index = positive(pick_floating());
    if (type_of(index).type != dtype::i32 || type_of(index).rank()) return;
    vec<jaxpr> branches;
    for (int n = pick.between(2, 3); n-- > 0;) branches.push(function_to({&a, 1}, a));
    add_all(cond_t::record(c, index, vec<value>{x}, branches));
  }
  /// Over the first axis of x, with a constant, and a carry unless it is a map.
  void scan() {
    auto const x = pick_if([&](aval const& a) { return a.floating() && a.rank() > 0 && b(a.shape[0]) <= 70; });
    if (!x) return;
    value const k = pick_floating();
    aval const row = detail::slice_of(type_of(*x));
    scan_t::params p;
    p.length = type_of(*x).shape[0], p.num_consts = 1, p.num_carry = !pick.chance(25), p.reverse = pick.chance(30),
    p.unroll = pick.chance(20) ? 3 : 1;
    vec<aval> types{type_of(k)};
    vec<value> xs{k};
    if (p.num_carry) {
      value const first = record<reduce_sum_t>({{0}}, *x);
      if (!(type_of(first) == row)) return; // many sums of nothing
      types.push(row), xs.push(first);
    }
    types.push(row), xs.push(*x);
    jaxpr const body = function(types, [&](recorder& r) {
      value const last = r.made_like(r.values.back(), row);
      if (!p.num_carry) return vec<value>{last};
      value const next = r.record<tanh_t>({}, r.record<add_t>({}, r.record<mul_t>({}, r.values[1], like(last, 0.5)), last));
      return vec<value>{next, r.record<mul_t>({}, next, r.values[2])};
    });
    add_all(scan_t::record(c, xs, body, p));
  }
  /// As many trips as the data say, three at most.
  void loop() {
    value const x = pick_floating();
    aval const a = type_of(x), count{dtype::i32, {}}, types[] = {a, count};
    value const start = positive(pick_floating());
    if (!(type_of(start) == count)) return;
    jaxpr const body = function({types, 2}, [&](recorder& r) { return vec<value>{r.made_like(r.values.back(), a), r.values[1] + 1}; });
    context inner("cond");
    inner.input(a);
    value const go = bind<lt_t>({}, inner.input(count), inner.constant(dtype::i32, 3));
    vec<value> const ys = while_t::record(c, vec<value>{x, start}, inner.finish({&go, 1}), body, {});
    if (!c.fault) add(ys[0]);
  }
  /// A function that is called once or twice; reverse mode keeps its values or computes them anew.
  void call() {
    value const x = pick_floating(), y = pick_floating();
    aval const types[] = {type_of(x), type_of(y)};
    jaxpr const f = function({types, 2}, [&](recorder& r) { return vec<value>{r.values.back(), r.pick_any()}; });
    saving const s{pick.chance(50) ? saving::what::nothing : saving::what::everything};
    add_all(call_t::record(c, label("f"), s, vec<value>{x, y}, f));
    if (pick.chance(25)) add_all(call_t::record(c, label("f"), s, vec<value>{x, y}, f));
  }
  /// A function of two operands and two results with a rule of its own: twice the derivative of the first result, or with respect to the
  /// first operand.
  void custom() {
    value const x = pick_floating(), y = pick_floating();
    if (!type_of(x).floating() || !type_of(y).floating()) return; // there may be none
    aval const types[] = {type_of(x), type_of(y)};
    jaxpr const f = function({types, 2}, [&](recorder& r) {
      return vec<value>{r.made_like(r.values.back(), types[0]), r.made_like(r.pick_any(), types[1])};
    });
    if (f.fault) return c.fail(f.fault);
    vec<value> const xs{x, y};
    if (pick.chance(50)) {
      vec<jaxpr> fs{f, doubled(jvp(f), {0, 1, 2, 3}, 2)};
      add_all(detail::bind_call(c, descriptor<custom_jvp_call_t>, xs, fs));
    } else {
      jaxpr fwd = f;
      for (u32 v : f.ins) fwd.outs.push({static_cast<i32>(v)}); // the arguments are all that is kept
      vec<jaxpr> fs{f, fwd, doubled(vjp(f), {2, 3}, 2)};
      add_all(detail::bind_call(c, descriptor<custom_vjp_call_t>, xs, fs));
    }
  }
  /// Some results of f, number `which` of them times 2.
  static jaxpr doubled(jaxpr const& f, vec<u32> const& results, u32 which) {
    if (f.fault) return f;
    context inner("rule");
    vec<value> const ys = replay(inner, f, inputs_like(inner, f));
    vec<value> outs;
    for (u32 i : results) outs.push(i == which ? ys[i] * 2.0 : ys[i]);
    return inner.finish(outs);
  }
  void with_function() {
    void (recorder::*const forms[])() = {&recorder::call, &recorder::conditional, &recorder::scan, &recorder::loop, &recorder::custom};
    (this->*pick.one_of(forms))();
  }

  /// Integers as keys, moved as keys, hashed, and numbers again.
  void keys() {
    value key = record<random_wrap_t>({pick.one_of({dtype::key_fry, dtype::key_philox})},
                                      converted(converted(pick_any(), dtype::i32), dtype::u64));
    if (!info(type_of(key).type).key) return;
    for (int moves = pick.between(0, 2); moves-- > 0;) {
      entry const& e = entry_of(*pick.one_of({&descriptor<reshape_t>, &descriptor<slice_t>, &descriptor<broadcast_in_dim_t>,
                                              &descriptor<transpose_t>, &descriptor<rev_t>}));
      aval const of = type_of(key);
      aval const* const at[] = {&of};
      if (auto const params = e.draw({pick, b, extents, {at, 1}}))
        if (auto const moved = record(*e.prim, {key}, *params)) key = *moved;
    }
    value const words = record<random_unwrap_t>({}, key), counter = c.constant(dtype::u64, pick.between(0, 3));
    value const bits = type_of(key).type == dtype::key_fry ? record<threefry2x32_t>({}, words, counter)
                                                           : record<philox4x32_t>({}, words, counter, counter);
    add(record<mul_t>({}, converted(bits, dtype::f64), c.constant(dtype::f64, 0x1p-64)));
  }
  /// Code of a user's own on a whole array.
  void routine() {
    auto const x = pick_if([](aval const& a) { return info(a.type).floating && a.rank() > 0; });
    if (!x) return;
    if (auto const y = record(descriptor<constax_tests::mirrored_t>, {*x})) add(*y);
  }

  /// One operation on some of the values.
  void operation() {
    static std::map<kind, std::vector<entry const*>> const of_kind = [] {
      std::map<kind, std::vector<entry const*>> all;
      for (entry const& e : catalogue()) all[e.prim->kind].push_back(&e);
      for (primitive const* often : {&descriptor<reshape_t>, &descriptor<slice_t>, &descriptor<broadcast_in_dim_t>})
        all[kind::movement].push_back(&entry_of(*often));
      return all;
    }();
    constexpr kind frequent[] = {kind::elementwise, kind::elementwise, kind::elementwise, kind::reduction,  kind::reduction,
                                 kind::movement,    kind::movement,    kind::movement,    kind::cumulative, kind::contraction,
                                 kind::contraction, kind::locate,      kind::source,      kind::size,       kind::indexed,
                                 kind::indexed,     kind::sort};
    if (pick.chance(30)) return arithmetic();
    if (pick.chance(3)) return routine();
    if (pick.chance(3)) return keys();
    if (depth < 2 && pick.chance(10)) return with_function();
    one_of_its_family(*pick.one_of(of_kind.at(pick.one_of(frequent))));
  }
};

// ---- lengths
// -----------------------------------------------------------------------------------------------------------------------------------------

struct axes_of_program {
  std::vector<extent> extents; // equal ones are frequent
  std::vector<bindings> lengths;
};
constexpr i64 common_lengths[] = {3, 2, 5, 8, 1, 40, 65, 66, 70, 100, 100, 101, 33, 0};

axes_of_program static_axes(choices& pick) {
  axes_of_program a{{}, {bindings{}}};
  extent const n(pick.one_of(common_lengths));
  a.extents = {n, n, n};
  if (pick.chance(50)) a.extents.push_back(extent(pick.one_of(common_lengths)));
  if (pick.chance(40)) a.extents.push_back(n + extent(pick.chance(30) ? 6 : 1));
  if (pick.chance(30)) a.extents.push_back(extent(3));
  return a;
}
axes_of_program symbolic_axes(choices& pick) {
  symbol const names[] = {pack_symbol("n"), pack_symbol("m")};
  extent const n = extent::of(names[0]), m = extent::of(names[1]);
  axes_of_program a{{n, n, n}, {}};
  if (pick.chance(50)) a.extents.push_back(m);
  if (pick.chance(30)) a.extents.push_back(n + extent(1));
  if (pick.chance(20)) a.extents.push_back(n * 2);
  if (pick.chance(60)) a.extents.push_back(extent(pick.one_of({i64{3}, i64{2}, i64{65}, i64{100}, i64{6}, i64{72}})));
  constexpr i64 of_n[] = {3, 1, 2, 5, 7, 16, 17, 40, 70, 130, 300}, fewer[] = {0, 1, 2, 3};
  bindings b;
  b.count = 2;
  for (int i = 0; i < 2; ++i) b.name[i] = names[i], b.value[i] = of_n[pick.below(i ? 8 : 11)];
  a.lengths.push_back(b);
  for (int i = 0; i < 2; ++i) b.value[i] = pick.one_of(fewer);
  a.lengths.push_back(b);
  return a;
}

// ---- results
// -----------------------------------------------------------------------------------------------------------------------------------------

/// What nothing has used, and now and then a value again, or an argument.
vec<value> results_of(recorder& r, u32 n_in) {
  vec<value> outs;
  for (u32 i = static_cast<u32>(r.values.size()); i-- > n_in && outs.size() < 3;)
    if (!r.used[i]) outs.push(r.values[i]);
  if (outs.empty()) outs.push(r.values.back());
  r.pick.repeat(2, 15, [&] { outs.push(r.pick.one_of(r.values)); });
  return outs;
}
/// One number of all floating results.
vec<value> loss_of(recorder& r, vec<value> const& outs, dtype t) {
  std::optional<value> sum;
  for (value const& y : outs) {
    if (!type_of(y).floating()) continue;
    value const z = r.pick.chance(50) ? y : r.pick.chance(50) ? r.record<square_t>({}, y) : r.record<tanh_t>({}, y);
    value const number = r.converted(r.summed(z), t);
    sum = sum ? *sum + number : number;
  }
  return sum ? vec<value>{*sum} : outs;
}

// ---- transformations
// -----------------------------------------------------------------------------------------------------------------------------------------

using what = transformation::kind;

transformation batched(choices& pick, jaxpr const& f, axes_of_program const& a) {
  transformation t{what::vmap, {}, {}, extent(pick.between(2, 3))};
  if (pick.chance(50)) {
    extent const rows = pick.one_of(a.extents);
    if (elements_of(f, a.lengths[0]) * a.lengths[0](rows) < 40000) t.rows = rows;
  }
  auto const place = [&](aval const& x) { return pick.chance(25) ? pick.between(0, x.rank()) : 0; };
  bool any = false;
  for (u32 v : f.ins) {
    bool const mapped = !pick.chance(20);
    t.in_axes.push(mapped ? place(f.type(v)) : -1), any |= mapped;
  }
  if (!any && !f.ins.empty()) t.in_axes[0] = 0;
  for (atom y : f.outs) t.out_axes.push(place(f.type(y)));
  return t;
}
/// As many tangents (of a jvp) or cotangents (of a vjp) of the same point as there are rows: a Jacobian is vmap of these.
transformation jacobian(jaxpr const& f, jaxpr const& with_directions, int rows) {
  transformation t{what::vmap, {}, {}, extent(rows)};
  for (u32 i = 0; i < with_directions.ins.size(); ++i) t.in_axes.push(i < f.ins.size() ? -1 : 0);
  for (u32 i = 0; i < with_directions.outs.size(); ++i) t.out_axes.push(0);
  return t;
}
bool is_loss(jaxpr const& f) { return f.outs.size() == 1 && f.type(f.outs[0]).rank() == 0 && f.type(f.outs[0]).floating(); }

void transform(choices& pick, random_program& r, axes_of_program const& a) {
  auto const apply = [&](transformation t) {
    jaxpr next = transformed(r.program, t);
    if (next.fault || elements_of(next, a.lengths[0]) < 1000000) r.program = next, r.transformations.push_back(t);
  };
  pick.repeat(2, 60, [&] {
    jaxpr const f = r.program;
    if (f.fault) return;
    switch (pick.below(5)) {
    case 0: return apply(is_loss(f) ? transformation{what::value_and_grad, {}, {}, 0} : transformation{what::vjp, {}, {}, 0});
    case 1: return apply(batched(pick, f, a));
    case 2: return apply({what::jvp, {}, {}, 0});
    case 3: return apply({what::vjp, {}, {}, 0});
    default:
      what const of[] = {what::jvp, what::vjp};
      apply({pick.one_of(of), {}, {}, 0});
      if (!r.program.fault && r.program.ins.size() > f.ins.size()) apply(jacobian(f, r.program, pick.between(2, 4)));
    }
  });
}

} // namespace

i64 elements_of(jaxpr const& j, bindings const& b) {
  i64 n = 0;
  for (u32 v : j.vars) n += lengths(j.avals[v].shape, b).size();
  for (eqn const& e : j.eqns) {
    if (e.prim->kind == kind::contraction) {
      i64 terms = lengths(j.type(e.out).shape, b).size();
      for (i64 d : e.prim->contraction(j.params(e)).lhs_contracting) terms *= b(j.type(j.operands(e)[0]).shape[static_cast<int>(d)]);
      n += terms;
    }
    if (!e.prim->call) continue;
    i64 const trips = is<scan_t>(e) ? b(decode<scan_t::params>(j.params(e)).length) : is<while_t>(e) ? 3 : 1;
    for (u32 k = 0; k < e.prim->functions(j.params(e)).count; ++k) n += trips * elements_of(detail::function_of(j, e, k), b);
  }
  return n;
}

namespace {
/// Are all lengths that the program derives lengths, and has it room for what it does?
bool allows(jaxpr const& j, bindings const& b) {
  for (eqn const& e : j.eqns) {
    if (!e.prim->needs) continue;
    vec<aval const*> types;
    vec<requirement> needed;
    for (atom a : j.operands(e)) types.push(&j.type(a));
    e.prim->needs(types, j.params(e), needed);
    for (requirement const& r : needed)
      if (b(r.of) < 0) return false;
  }
  for (aval const& a : j.avals)
    for (int d = 0; d < a.rank(); ++d)
      if (b(a.shape[d]) < 0) return false;
  for (jaxpr const& f : j.subs)
    if (!allows(f, b)) return false;
  return true;
}
} // namespace

jaxpr transformed(jaxpr const& j, transformation const& t) {
  switch (t.what) {
  case what::jvp: return jvp(j);
  case what::vjp: return vjp(j);
  case what::value_and_grad: return value_and_grad(j);
  case what::vmap: return vmap(j, t.in_axes, t.rows, t.out_axes);
  }
  return j;
}

random_program generate(choices& pick) {
  random_program r;
  axes_of_program const a = pick.chance(45) ? symbolic_axes(pick) : static_axes(pick);
  r.lengths = a.lengths;
  context c("random");
  recorder of{pick, c, r.lengths[0], a.extents};
  dtype const floating = pick.chance(70) ? dtype::f64 : pick.one_of({dtype::f32, dtype::f32, dtype::bf16, dtype::f16});
  int const n_in = pick.between(1, 3);
  for (int i = 0; i < n_in; ++i) {
    aval x{pick.chance(90) ? floating : pick.one_of({dtype::i32, dtype::i64, dtype::boolean, dtype::u8}), {}};
    for (int rank = pick.chance(15) ? pick.between(3, 5) : pick.between(i == 0, 2); x.rank() < rank;) x.shape.push(pick.one_of(a.extents));
    while (!of.fits(x)) --x.shape.rank;
    of.input(x);
  }
  pick.repeat(pick.chance(50) ? 12 : 5, 85, [&] { of.operation(); });
  vec<value> outs = results_of(of, static_cast<u32>(n_in));
  if (pick.chance(45)) outs = loss_of(of, outs, floating);
  r.given = r.program = c.finish(c.fault ? range<value>{} : range<value>(outs));
  if (!r.program.fault) transform(pick, r, a);
  std::erase_if(r.lengths, [&](bindings const& b) { return &b != &r.lengths[0] && !allows(r.program, b); });
  if (pick.chance(30)) r.lanes.given = true, r.lanes.axis = static_cast<i8>(pick.between(0, 2));
  return r;
}

} // namespace random_programs
