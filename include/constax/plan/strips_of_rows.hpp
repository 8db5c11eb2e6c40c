// SPDX-License-Identifier: BSL-1.0
#pragma once
// strips_of_rows: the primitive that calls a function for one strip of rows after the other (strip_mine.hpp, nest.hpp).
#include <constax/jaxpr/symbols.hpp>
#include <constax/transform/control/control.hpp>

namespace constax::inline CONSTAX_TAG {

/// A function of a strip of rows, for one strip after the other: c[k:k'] = f(a[k:k'], b). Rows do not depend on each other, so that strips
/// of any number of rows give the same. strips[function, rows] : a[n, ...]..., b... -> c[n, ...]...        made by the planner, and by
/// nobody else
struct strips_t {
  static constexpr std::string_view name = "strips";
  static constexpr constax::kind kind = constax::kind::control;
  /// What the function calls the number of its rows: the same in all strips, or found in the call (nest.hpp); and that of all rows.
  static constexpr symbol in_strip = pack_symbol("#strip"), in_nest = pack_symbol("#nest"), all_rows = pack_symbol("#rows"),
                          all_of_nest = pack_symbol("#nests");
  struct params {
    fn function;
    i64 rows = 0; // of a strip; 0: as many as fit
    extent length = {};
    static constexpr char const* names[] = {"function", "rows", "length"};
    constexpr bool fixed() const { return rows > 0; }
    constexpr symbol of_strip() const { return fixed() ? in_strip : in_nest; }
    constexpr symbol of_all() const { return fixed() ? all_rows : all_of_nest; }
    /// The rows of a strip where one row of all operands and results has so many bytes: one, or so many that starting is nothing beside
    /// them. (Layer norms of [2000,40,40]: 1.8 ns an element with rows of 256 kB, 1.6 with 64, 1.1 with 16. What is read of each row is no
    /// stream then.)
    constexpr i64 rows_of(i64 bytes, i64 n) const {
      if (fixed()) return rows;
      i64 const fit = (i64{16} << 10) / (bytes > 0 ? bytes : 1);
      return fit < 1 || n < 1 ? 1 : fit < n ? fit : n;
    }
    /// Are there too few strips for the team? Then it shares what is inside of each.
    constexpr bool shared_within(i64 strips, i64 team) const { return !fixed() && strips < team; }
  };
  /// The number of all rows, where that of a strip's rows is given.
  static constexpr extent all_of(extent e) {
    return e == extent::of(in_strip) ? extent::of(all_rows) : e == extent::of(in_nest) ? extent::of(all_of_nest) : e;
  }
  static constexpr bool has_rows(aval const& a) {
    return a.rank() > 0 && (a.shape[0] == extent::of(in_strip) || a.shape[0] == extent::of(in_nest));
  }
  static constexpr typed type(operand_types xs, range<i64> ps, jaxpr const* module) {
    params const p = decode<params>(ps);
    jaxpr const& f = module->subs[static_cast<u32>(p.function.index)];
    if (detail::in_count(f) != xs.size()) return fault{fault_code::wrong_count, {}, {}, {}, {}, xs.size()};
    typed t;
    for (atom const& a : f.outs) {
      aval y = f.type(a);
      if (has_rows(y)) y.shape[0] = p.length;
      t.results.push(y);
    }
    return t;
  }
  static constexpr function_places functions(range<i64>) { return {0, 1}; }

  /// Two strips, of which the second may be shorter.
  static constexpr void evaluate(jaxpr const& module, eqn const& e, range<tensor> xs, bindings const& b, function_evaluator run,
                                 vec<tensor>& results) {
    params const p = decode<params>(module.params(e));
    jaxpr const& f = detail::function_of(module, e, 0);
    i64 const n = b(p.length), rows = p.fixed() && p.rows < n ? p.rows : (n + 1) / 2;
    if (b.count + 2 > bindings::capacity) return;
    for (u32 i = 0; i < e.n_out; ++i) results.push(tensor(detail::in_call(module.type(e.out + i), b)));
    for (i64 first = 0; first < n; first += rows) {
      i64 const here = rows < n - first ? rows : n - first;
      bindings inside = b;
      inside.name[inside.count] = p.of_strip(), inside.value[inside.count++] = here;
      inside.name[inside.count] = p.of_all(), inside.value[inside.count++] = n;
      vec<tensor> args;
      for (u32 i = 0; i < xs.size(); ++i) args.push(has_rows(detail::in_type(f, i)) ? detail::slice_rows(xs[i], first, here) : xs[i]);
      vec<tensor> const ys = run(f, args, inside);
      if (ys.size() != e.n_out) return results.resize(0);
      for (u32 i = 0; i < ys.size(); ++i) detail::put_rows(results[i], first, ys[i]);
    }
  }
  static constexpr void print(text& out, range<i64> ps, range<text> functions) {
    params const p = decode<params>(ps);
    out << "[function=" << functions[0];
    if (p.fixed()) out << " rows=" << p.rows;
    out << ']';
  }
  static constexpr call_rules call{.functions = functions, .evaluate = evaluate, .print = print};
};

/// Is it of the strips of a nest? They read and write arguments and results of a call where they lie, what else holds functions reads rows.
constexpr bool is_nest(jaxpr const& j, eqn const& e) { return is<strips_t>(e) && !decode<strips_t::params>(j.params(e)).fixed(); }

namespace detail {

/// Is there room for two more symbols in a call of j, and in a function of strips in that of others for two more?
constexpr bool can_count_rows(jaxpr const& j) {
  vec<aval const*> args;
  for (vec<u32> const* inputs : {&j.consts, &j.ins})
    for (u32 v : *inputs) args.push(&j.type(v));
  return symbol_sources(args).size() + 4 <= static_cast<u32>(bindings::capacity);
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
