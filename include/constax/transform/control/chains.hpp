// SPDX-License-Identifier: BSL-1.0
#pragma once
// chains : n, consts..., carries..., xs[n]... -> carries..., ys[n]...        loops of one number of trips, some of which run backwards
//
// Groups of carries run through the steps 0 .. n-1, each upwards or downwards; at step i a group's function reads the consts, slice i of
// the xs, and the values with which the groups before it, and its own, ENTER step i:
//
//   up:    s[i+1] = F0(k, s[i])              down:   c[i] = F1(k, s[i], c[i+1])            result: c[0]
//
// The derivative of a loop whose trips are not known before it runs is of this form, and so are its transpose and all higher derivatives:
// jvp doubles the groups; taken apart, the known groups come first and are computed anew; a transpose turns the linear groups round and
// puts them in the opposite order, for what F_j takes from group k <= j flows back from j to k. No state of a trip is stored in between:
// how those of an earlier group are found again, going the other way, is the evaluator's business, with `slots` states kept at a time
// (Griewank & Walther, "Algorithm 799: revolve", ACM TOMS 26, 2000).
//
// n : i64[], or i64[n...], a number of trips for each row: rows that have had theirs stay as they are (lowered to selection).
// Results: the last values of the groups from first_out on, then their ys. The groups from first_linear on are linear in their carries.
#include <constax/transform/control/chains_transpose.hpp>
#include <constax/transform/control/chains_unzip.hpp>
#include <constax/transform/control/cond.hpp>

namespace constax::inline CONSTAX_TAG {

/// What chains_t says of itself: a template, made where a program holds one (docs/decisions/0018).
template <class Self>
struct rules_of_chains {
  static constexpr constax::kind kind = constax::kind::control;
  using params = chains_params;
  using group = chains_params::group;

  static constexpr typed type(operand_types xs, range<i64> ps, jaxpr const* module) {
    params const p(ps);
    if (xs.size() < 1 + p.consts + p.carries()) return fault{fault_code::wrong_count, {}, {}, {}, {}, xs.size()};
    if (xs[0]->type != dtype::i64) return fault{fault_code::dtype_not_accepted, {}, "the number of trips is i64", *xs[0]};
    vec<aval> slices;
    for (u32 i = 0; i < xs.size(); ++i) {
      if (p.is_slice(i) && (xs[i]->rank() == 0 || !(xs[i]->shape[0] == p.length)))
        return fault{fault_code::shapes_differ, {}, "what is scanned has the scan's length", *xs[i]};
      slices.push(p.is_slice(i) ? detail::slice_of(*xs[i]) : *xs[i]);
    }
    typed t;
    vec<aval> ys;
    for (u32 g = 0, first = 1 + p.consts; g < p.count(); first += p.groups[g++].carry) {
      jaxpr const& f = p.function(*module, g);
      vec<aval const*> in;
      for (u32 i : p.inputs_of(g, xs.size())) in.push(&slices[i]);
      if (fault const no = detail::fits(f, 0, in)) return no;
      if (f.outs.size() != p.groups[g].carry + p.groups[g].ys) return fault{fault_code::wrong_count, {}, {}, {}, {}, f.outs.size()};
      for (u32 i = 0; i < f.outs.size(); ++i) {
        aval const& y = detail::out_type(f, i);
        if (i >= p.groups[g].carry) ys.push(detail::stacked(y, p.length));
        else if (!(y == slices[first + i]))
          return fault{fault_code::shapes_differ, {}, "a carry goes in and comes out with one type", slices[first + i], y};
        else if (g >= p.first_out) t.results.push(y);
      }
    }
    for (aval const& y : ys) t.results.push(y);
    return t;
  }

  /// Groups without carries and ys have no functions: they are left out.
  static constexpr vec<value> record(context& c, range<value> xs, vec<jaxpr> const& functions, params const& p) {
    vec<jaxpr> fs;
    vec<i64> numbers;
    u32 m = 0, first_out = 0, first_linear = 0;
    for (u32 g = 0; g < p.count(); ++g) {
      if (p.groups[g].carry + p.groups[g].ys == 0) continue;
      fs.push(functions[g]);
      numbers.push(p.groups[g].down), numbers.push(p.groups[g].carry), numbers.push(p.groups[g].ys);
      ++m, first_out += g < p.first_out, first_linear += g < p.first_linear;
    }
    numbers.push(p.consts), numbers.push(first_out), numbers.push(first_linear), numbers.push(p.slots), numbers.push(p.by_row);
    detail::encoder{numbers}(p.length);
    return detail::bind_call(c, descriptor<Self>, xs, static_cast<vec<jaxpr>&&>(fs), {static_cast<i64>(m)}, numbers);
  }

  /// A loop's linear half: its known carries as the first group, its unknown ones as the second. f: the body, taken apart, of consts,
  /// carries and slices; operands, unknown: its inputs; outs: which outputs are unknown -> those of the results.
  static constexpr vec<value> of_loop(context& c, jaxpr const& f, value n, extent length, range<value> operands, range<bool> unknown,
                                      range<bool> outs, u32 consts, u32 carry, bool down, i64 slots) {
    params p;
    p.consts = consts, p.first_out = p.first_linear = 1, p.slots = slots, p.length = length;
    p.groups.push({down, 0, 0}), p.groups.push({down, 0, 0});
    vec<value> xs{n};
    vec<aval> types;
    vec<u32> from(operands.size()); // where input i of f is among the new operands, n aside
    auto const take = [&](u32 i) { from[i] = types.size(), xs.push(operands[i]), types.push(detail::in_type(f, i)); };
    for (u32 i = 0; i < consts; ++i) take(i);
    for (bool which : {false, true})
      for (u32 i = consts; i < consts + carry; ++i)
        if (unknown[i] == which) take(i), ++p.groups[which].carry;
    for (u32 i = consts + carry; i < operands.size(); ++i) take(i);
    vec<u32> of[2];
    for (u32 i = 0; i < f.outs.size(); ++i)
      if (outs[i] || i < carry) of[outs[i]].push(i), p.groups[outs[i]].ys += i >= carry;
    // The known group's function does not see the unknown carries.
    vec<aval> known_types;
    vec<u32> known_from(operands.size());
    for (u32 i = 0; i < types.size(); ++i)
      if (i < consts + p.groups[0].carry || i >= consts + carry) known_types.push(types[i]);
    for (u32 i = 0; i < from.size(); ++i)
      if (known_from[i] = from[i]; from[i] >= consts + carry) known_from[i] -= p.groups[1].carry;
    jaxpr first, second = detail::rewired(f, types, from, of[1]);
    if (p.groups[0].carry) {
      detail::selection s;
      vec<u32> picked;
      for (u32 i = 0; i < operands.size(); ++i)
        if (i < consts || i >= consts + carry || !unknown[i]) s.ins.push(i), picked.push(known_from[i]);
      s.outs = of[0];
      jaxpr const known = detail::selected(f, s);
      vec<u32> all;
      for (u32 i = 0; i < s.outs.size(); ++i) all.push(i);
      first = detail::rewired(known, known_types, picked, all);
    }
    return record(c, xs, {first, second}, p);
  }

  static constexpr vec<value> jvp(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<value> dxs) {
    params const p(module.params(e));
    vec<bool> active, has;
    for (value const& dx : dxs) active.push(!dx.is_zero());
    vec<vec<bool>> outs(p.count());
    vec<vec<u32>> in(p.count());
    auto const active_in = [&](u32 g) {
      vec<bool> a;
      for (u32 i : in[g]) a.push(active[i]);
      return a;
    };
    for (u32 g = 0; g < p.count(); ++g) in[g] = p.inputs_of(g, e.n_in);
    for (bool changed = true; changed && !c.fault;) {
      changed = false;
      for (u32 g = 0; g < p.count() && !c.fault; ++g) {
        c.fail(detail::jvp_some(p.function(module, g), active_in(g), has).fault);
        for (u32 i = 0, at = 1 + p.consts + p.carries(g); i < p.groups[g].carry && !c.fault; ++i)
          if (has[i] && !active[at + i]) active[at + i] = changed = true;
        outs[g] = has;
      }
    }
    if (c.fault) return {};
    params q = p;
    q.first_linear = 0;
    vec<jaxpr> functions;
    vec<value> ops{xs[0]};
    auto const take = [&](u32 from, u32 to) { // operands, then the tangents of those that have one
      u32 n = to - from;
      for (u32 i = from; i < to; ++i) ops.push(xs[i]);
      for (u32 i = from; i < to; ++i)
        if (active[i]) ops.push(detail::materialised(c, dxs[i])), ++n;
      return n;
    };
    q.consts = take(1, 1 + p.consts);
    for (u32 g = 0; g < p.count(); ++g) {
      u32 const first = 1 + p.consts + p.carries(g), n = p.groups[g].carry;
      for (u32 i = 0; i < n; ++i) outs[g][i] = active[first + i];
      vec<bool> const wanted = outs[g], of_inputs = active_in(g);
      jaxpr const both = detail::jvp_some(p.function(module, g), of_inputs, has, wanted);
      detail::selection s;
      // Inputs: consts, carries of each group, slices; each with its tangents behind it.
      vec<u32> ends{p.consts};
      for (u32 h = 0; h <= g; ++h) ends.push(p.consts + p.carries(h + 1));
      ends.push(in[g].size());
      vec<u32> tangent(in[g].size());
      for (u32 i = 0, k = in[g].size(); i < in[g].size(); ++i) tangent[i] = of_inputs[i] ? k++ : 0;
      for (u32 part = 0, from = 0; part < ends.size(); from = ends[part++]) {
        for (u32 i = from; i < ends[part]; ++i) s.ins.push(i);
        for (u32 i = from; i < ends[part]; ++i)
          if (of_inputs[i]) s.ins.push(tangent[i]);
      }
      detail::interleaving const order(wanted, 0, n);
      s.outs = order.order;
      functions.push(detail::selected(both, s));
      q.groups[g].carry = take(first, first + n);
      q.groups[g].ys = order.order.size() - q.groups[g].carry;
    }
    take(1 + p.consts + p.carries(), e.n_in);
    vec<value> const ys = record(c, ops, functions, q);
    vec<value> out(2 * e.n_out);
    if (c.fault) return out;
    u32 at = 0;
    for (bool slices : {false, true}) {
      u32 to = slices ? [&] { u32 n = 0; for (u32 g = p.first_out; g < p.count(); ++g) n += p.groups[g].carry; return n; }() : 0;
      for (u32 g = slices ? 0 : p.first_out; g < p.count(); ++g) {
        u32 const from = slices ? p.groups[g].carry : 0, end = slices ? outs[g].size() : p.groups[g].carry;
        for (u32 i = from; i < end; ++i) out[to + i - from] = ys[at++];
        for (u32 i = from; i < end; ++i)
          if (outs[g][i]) out[e.n_out + to + i - from] = ys[at++];
        to += end - from;
      }
    }
    return out;
  }

  static constexpr vec<value> batch(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n,
                                    vec<bool>& result_rows) {
    params const p(module.params(e));
    bool const by_row = mapped[0] || type_of(xs[0]).rank() > 0;
    vec<bool> rows{mapped}, outs;
    if (by_row) rows = vec<bool>(e.n_in, true);
    auto const in = [&](u32 g) {
      vec<bool> r;
      for (u32 i : p.inputs_of(g, e.n_in)) r.push(rows[i]);
      return r;
    };
    for (bool changed = true; changed && !c.fault;) {
      changed = false;
      for (u32 g = 0; g < p.count() && !c.fault; ++g) {
        c.fail(detail::vmap_some(p.function(module, g), in(g), n, outs).fault);
        for (u32 i = 0, at = 1 + p.consts + p.carries(g); i < p.groups[g].carry && !c.fault; ++i)
          if (outs[i] && !rows[at + i]) rows[at + i] = changed = true;
      }
    }
    if (c.fault) return {};
    vec<jaxpr> functions;
    vec<bool> carry_rows, y_rows;
    for (u32 g = 0; g < p.count(); ++g) {
      vec<bool> wanted(p.groups[g].carry + p.groups[g].ys, false);
      for (u32 i = 0; i < p.groups[g].carry; ++i) wanted[i] = rows[1 + p.consts + p.carries(g) + i];
      functions.push(detail::vmap_some(p.function(module, g), in(g), n, outs, wanted));
      for (u32 i = 0; i < wanted.size() && !c.fault; ++i)
        if (i >= p.groups[g].carry) y_rows.push(outs[i]);
        else if (g >= p.first_out) carry_rows.push(outs[i]);
    }
    vec<value> ops;
    for (u32 i = 0; i < e.n_in && !c.fault; ++i) {
      value const x = rows[i] && !mapped[i] ? detail::repeated_rows(c, xs[i], n) : xs[i];
      ops.push(p.is_slice(i) && rows[i] ? detail::move_axis(x, 0, 1) : x);
    }
    vec<value> ys = record(c, ops, functions, p);
    for (u32 i = 0; i < y_rows.size() && !c.fault; ++i)
      if (y_rows[i]) ys[carry_rows.size() + i] = detail::move_axis(ys[carry_rows.size() + i], 1, 0);
    result_rows = carry_rows;
    result_rows.append(y_rows);
    return ys;
  }

  /// A number of trips for each row: as many as the row with most has, and selection. The steps are counted by a group of their own.
  static constexpr vec<value> expand(context& c, jaxpr const& module, eqn const& e, range<value> xs) {
    aval const rows = type_of(xs[0]);
    if (rows.rank() == 0) return {};
    params const p(module.params(e));
    params q = p;
    axes all;
    for (int d = 0; d < rows.rank(); ++d) all.push(d);
    vec<value> ops{reduce_max(xs[0], all), xs[0]};
    ++q.consts, ++q.first_out, ++q.first_linear, q.by_row = true;
    for (u32 i = 1; i < e.n_in; ++i) {
      if (i == 1 + p.consts) ops.push(c.constant(literal::of(dtype::i64, i64{0})));
      ops.push(xs[i]);
    }
    q.groups = vec<group>(1);
    q.groups[0].carry = 1;
    q.groups.append(p.groups);
    vec<jaxpr> functions;
    for (u32 g = 0; g < q.count(); ++g) {
      vec<aval> types;
      for (u32 i : q.inputs_of(g, ops.size())) types.push(type_of(ops[i]));
      functions.push(detail::function("chains", types, [&](context& b, range<value> in) {
        u32 const counter = q.consts;
        if (g == 0) return vec<value>{in[counter] + b.constant(literal::of(dtype::i64, i64{1}))};
        vec<value> args;
        for (u32 i = 1; i < in.size(); ++i)
          if (i != counter) args.push(in[i]);
        value const live = bind<gt_t>({}, in[0], broadcast_in_dim(in[counter], rows.shape, {}));
        jaxpr const& f = p.function(module, g - 1);
        return detail::where_live(b, live, f, args, {in.first + q.consts + q.carries(g), f.outs.size()});
      }));
    }
    return record(c, ops, functions, q);
  }

  static constexpr void evaluate(jaxpr const& module, eqn const& e, range<tensor> xs, bindings const& b, function_evaluator run,
                                 vec<tensor>& results) {
    params const p(module.params(e));
    i64 trips = 0;
    for (u32 r = 0; r < xs[0].size(); ++r)
      if (i64 const n = xs[0].at<i64>(r); n > trips) trips = n;
    vec<vec<tensor>> entering(p.carries()); // [carry][step]
    vec<tensor> ys;
    vec<tensor> last;
    for (u32 g = 0; g < p.count(); ++g)
      for (u32 i = 0; i < p.groups[g].ys; ++i)
        ys.push(tensor(detail::in_call(detail::stacked(detail::out_type(p.function(module, g), p.groups[g].carry + i), p.length), b)));
    u32 n_ys = 0;
    for (u32 g = 0; g < p.count(); ++g) {
      group const& at = p.groups[g];
      vec<tensor> now;
      u32 const first = p.carries(g);
      for (u32 i = 0; i < at.carry; ++i) now.push(xs[1 + p.consts + first + i]), entering[first + i] = vec<tensor>(static_cast<u32>(trips));
      for (i64 k = 0; k < trips; ++k) {
        i64 const step = at.down ? trips - 1 - k : k;
        vec<tensor> args;
        for (u32 i = 0; i < p.consts; ++i) args.push(xs[1 + i]);
        for (u32 i = 0; i < at.carry; ++i) entering[first + i][static_cast<u32>(step)] = now[i];
        for (u32 i = 0; i < first + at.carry; ++i) args.push(entering[i][static_cast<u32>(step)]);
        for (u32 i = 1 + p.consts + p.carries(); i < e.n_in; ++i) args.push(detail::slice_at(xs[i], step));
        auto const live = [&](u32 row) { return step < xs[0].at<i64>(row); };
        u32 const like = detail::first_row(xs[0].size(), live);
        vec<tensor> const out = run(p.function(module, g), detail::as_row(args, xs[0].type, xs[0].size(), like, live), b);
        if (out.size() != at.carry + at.ys) return;
        for (u32 i = 0; i < at.carry; ++i) {
          u32 const per_row = xs[0].size() ? now[i].size() / xs[0].size() : 0;
          for (u32 w = 0; w < now[i].size(); ++w)
            if (live(w / per_row)) now[i].words[w] = out[i].words[w];
        }
        for (u32 i = 0; i < at.ys; ++i) detail::put_slice(ys[n_ys + i], step, out[at.carry + i]);
      }
      n_ys += at.ys;
      if (g >= p.first_out) last.append(now);
    }
    results.append(last), results.append(ys);
  }

  static constexpr vec<function_link> links(jaxpr const& module, eqn const& e) {
    params const p(module.params(e));
    vec<function_link> all;
    i32 y = static_cast<i32>(p.carries() - p.carries(p.first_out));
    for (u32 g = 0; g < p.count(); ++g) {
      vec<u32> const in = p.inputs_of(g, e.n_in);
      for (u32 i = 0; i < in.size(); ++i) all.push({g, false, i, static_cast<i32>(in[i]), p.is_slice(in[i]), -1});
      for (u32 i = 0; i < p.groups[g].carry; ++i) {
        i32 const result = g < p.first_out ? -1 : static_cast<i32>(p.carries(g) - p.carries(p.first_out) + i);
        all.push({g, true, i, result, false, static_cast<i32>(1 + p.consts + p.carries(g) + i)});
      }
      for (u32 i = 0; i < p.groups[g].ys; ++i) all.push({g, true, p.groups[g].carry + i, y++, true, -1});
    }
    return all;
  }
  static constexpr function_places functions(range<i64> ps) { return {1, static_cast<u32>(ps[0])}; }
  static constexpr void print(text& out, range<i64> ps, range<text> functions) {
    params const p(ps);
    detail::printer_of_params put{out};
    out << '[';
    for (u32 g = 0; g < p.count(); ++g)
      out << (g ? " " : "") << (p.groups[g].down ? "down" : "up") << static_cast<i64>(p.groups[g].carry) << '=' << functions[g];
    out << " num_consts=" << static_cast<i64>(p.consts);
    if (p.has_slices()) out << " length=", put(p.length);
    out << " slots=" << p.slots << ']';
  }
  static constexpr call_rules call{.jvp = jvp,
                                   .batch = batch,
                                   .transpose = detail::transpose_chains<Self>,
                                   .expand = expand,
                                   .functions = functions,
                                   .unzip = detail::unzip_chains<Self>,
                                   .evaluate = evaluate,
                                   .links = links,
                                   .print = print};
};

struct chains_t : rules_of_chains<chains_t> {
  static constexpr std::string_view name = "chains";
};

} // namespace constax::inline CONSTAX_TAG
