// SPDX-License-Identifier: BSL-1.0
#pragma once
// while : cond consts..., body consts..., carry... -> carry...        body, as long as cond of the carry is true
//
//   while[cond_jaxpr={ lambda ; k c. let ... in (go,) } body_jaxpr={ lambda ; k c. let ... in (c',) } ...] k... k... c...
//
// cond gives bool[], or bool[n...]: each row goes on as long as its own is true, and then stays as it is (vmap makes such; lowered to
// selection). Reverse mode: the loop also makes the matrix by which its tangents go from before it to behind it (transfer.hpp); or, where
// that is dear, it counts its trips, and its linear half is chains of that number (chains.hpp).
#include <constax/transform/control/chains.hpp>
#include <constax/transform/control/rotate.hpp>
#include <constax/transform/control/transfer.hpp>

namespace constax::inline CONSTAX_TAG {

/// What while_t says of itself: a template, made where a program holds one (docs/decisions/0018).
template <class Self>
struct rules_of_while {
  static constexpr constax::kind kind = constax::kind::control;
  struct params {
    fn cond_jaxpr, body_jaxpr;
    i32 cond_nconsts = 0, body_nconsts = 0, checkpoints = 0;
    bool by_row = false; // the rows are loops of their own, lowered to one: taken apart again they do the same
    static constexpr char const* names[] = {"cond_jaxpr", "body_jaxpr", "cond_nconsts", "body_nconsts", "checkpoints", "by_row"};
  };
  struct parts {
    params p;
    jaxpr const &cond, &body;
    u32 cond_consts, body_consts, carry;
    constexpr parts(jaxpr const& module, range<i64> ps, u32 n_in)
        : p(decode<params>(ps)), cond(module.subs[static_cast<u32>(p.cond_jaxpr.index)]),
          body(module.subs[static_cast<u32>(p.body_jaxpr.index)]), cond_consts(static_cast<u32>(p.cond_nconsts)),
          body_consts(static_cast<u32>(p.body_nconsts)), carry(n_in - cond_consts - body_consts) {}
    /// xs as cond reads them, as the body does.
    template <class T>
    constexpr vec<T> of_cond(range<T> xs) const {
      vec<T> r(range<T>{xs.begin(), cond_consts});
      r.append(range<T>{xs.first + cond_consts + body_consts, carry});
      return r;
    }
    template <class T>
    constexpr vec<T> of_body(range<T> xs) const {
      return vec<T>(range<T>{xs.first + cond_consts, body_consts + carry});
    }
  };

  static constexpr typed type(operand_types xs, range<i64> ps, jaxpr const* module) {
    parts const s(*module, ps, xs.size());
    if (fault const no = detail::fits(s.cond, 0, s.of_cond(xs))) return no;
    if (fault const no = detail::fits(s.body, 0, s.of_body(xs))) return no;
    if (s.cond.outs.size() != 1 || s.body.outs.size() != s.carry)
      return fault{fault_code::wrong_count, {}, "cond gives one bool, the body the next carry", {}, {}, s.body.outs.size()};
    aval const& go = detail::out_type(s.cond, 0);
    if (go.type != dtype::boolean) return fault{fault_code::dtype_not_accepted, {}, "cond gives a bool", go};
    typed t;
    for (u32 i = 0; i < s.carry; ++i) {
      aval const &in = *xs[s.cond_consts + s.body_consts + i], &y = detail::out_type(s.body, i);
      if (!(y == in))
        return fault{y.type == in.type ? fault_code::shapes_differ : fault_code::dtypes_differ,
                     {},
                     "a carry goes in and comes out with one type",
                     in,
                     y,
                     i};
      if (!detail::begins_with(y, go)) return fault{fault_code::shapes_differ, {}, "each row goes on as its own bool says", go, y, i};
      t.results.push(y);
    }
    return t;
  }
  static constexpr vec<value> record(context& c, range<value> xs, jaxpr cond, jaxpr body, params const& p) {
    vec<jaxpr> fs;
    fs.push(static_cast<jaxpr&&>(cond)), fs.push(static_cast<jaxpr&&>(body));
    return detail::bind_call(c, descriptor<Self>, xs, static_cast<vec<jaxpr>&&>(fs), {},
                             {p.cond_nconsts, p.body_nconsts, p.checkpoints, p.by_row});
  }

  static constexpr vec<value> jvp(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<value> dxs) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> active, has;
    for (u32 i = s.cond_consts; i < e.n_in; ++i) active.push(!dxs[i].is_zero());
    for (bool changed = true; changed && !c.fault;) {
      changed = false;
      c.fail(detail::jvp_some(s.body, active, has).fault);
      for (u32 i = 0; i < s.carry && !c.fault; ++i)
        if (has[i] && !active[s.body_consts + i]) active[s.body_consts + i] = changed = true;
    }
    if (c.fault) return {};
    for (u32 i = 0; i < s.carry; ++i) has[i] = active[s.body_consts + i];
    vec<bool> const wanted = has;
    jaxpr const both = detail::jvp_some(s.body, active, has, wanted);
    detail::interleaving const in(active, s.body_consts, s.carry), out(wanted, 0, s.carry);
    vec<value> ops(range<value>{xs.begin(), s.cond_consts});
    vec<aval> cond_types;
    vec<u32> cond_from, go{0};
    for (u32 i = 0; i < s.cond_consts; ++i) cond_types.push(detail::in_type(s.cond, i)), cond_from.push(i);
    for (u32 k = 0; k < in.order.size(); ++k) {
      u32 const i = in.order[k], of = in.primal_of(i);
      ops.push(i < in.n ? xs[s.cond_consts + i] : detail::materialised(c, dxs[s.cond_consts + of]));
      if (of < s.body_consts) continue;
      if (i < in.n) cond_from.push(cond_types.size());
      cond_types.push(detail::in_type(s.body, of));
    }
    params p = s.p;
    p.body_nconsts = static_cast<i32>(in.first);
    vec<value> const ys =
        record(c, ops, detail::rewired(s.cond, cond_types, cond_from, go), detail::selected(both, {in.order, out.order}), p);
    return out.given_back(ys);
  }

  static constexpr vec<value> unzip(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> given,
                                    vec<bool>& unknown_results) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> unknown = s.of_body(given), outs;
    jaxpr const f = detail::unzip_body(c, s.body, unknown, s.body_consts, s.carry, outs);
    unknown_results = outs;
    vec<value> results(e.n_out);
    if (c.fault) return results;
    // The known half, which besides makes the matrix by which tangents go through the loop, or counts its trips.
    aval const counts{dtype::i64, detail::out_type(s.cond, 0).shape};
    vec<value> const operands = s.of_body(xs);
    detail::transfer const matrix(f, unknown, outs, s.body_consts, operands, s.of_body(given), counts.shape);
    bool const no_tangents = matrix.outs.empty(), by_matrix = !no_tangents && matrix.pays(); // a carry of integers has none
    jaxpr body;
    vec<value> besides;
    if (no_tangents) body = detail::selected(f, {matrix.known_ins, matrix.known_outs});
    else if (by_matrix) body = matrix.body(), besides = matrix.first(c);
    else body = counting(f, matrix.known_ins, matrix.known_outs, counts), besides.push(detail::zeros(c, counts));
    vec<aval> cond_types;
    vec<value> ops(range<value>{xs.begin(), s.cond_consts});
    vec<u32> cond_from, go{0};
    detail::selection cond_reads{{}, go};
    params p = s.p;
    p.body_nconsts = 0;
    for (u32 i = 0; i < s.cond_consts; ++i) cond_types.push(detail::in_type(s.cond, i)), cond_from.push(i), cond_reads.ins.push(i);
    for (u32 i : matrix.known_ins) {
      ops.push(operands[i]);
      if (i < s.body_consts) ++p.body_nconsts;
      else
        cond_reads.ins.push(s.cond_consts + i - s.body_consts), cond_from.push(cond_types.size()),
            cond_types.push(detail::in_type(s.body, i));
    }
    for (value const& x : besides) ops.push(x), cond_types.push(type_of(x));
    vec<value> ys = record(c, ops, detail::rewired(detail::selected(s.cond, cond_reads), cond_types, cond_from, go), body, p);
    if (c.fault) return results;
    u32 const n = matrix.known_outs.size();
    for (u32 i = 0; i < n; ++i) results[matrix.known_outs[i]] = ys[i];
    if (no_tangents) return results;
    vec<value> linear;
    constexpr i64 slots = 128;
    if (by_matrix) linear = matrix.times_tangents(c, {ys.first + n, besides.size()});
    else
      linear = chains_t::of_loop(c, detail::drawing_again(f), ys[n], extent(-1), operands, unknown, outs, s.body_consts, s.carry, false,
                                 s.p.checkpoints ? s.p.checkpoints : slots);
    for (u32 k = 0; k < linear.size() && !c.fault; ++k) results[matrix.outs[k]] = detail::materialised(c, linear[k]);
    return results;
  }
  /// The known part of a body, and a number for each row that goes up by one.
  static constexpr jaxpr counting(jaxpr const& f, vec<u32> const& ins, vec<u32> const& outs, aval const& counts) {
    jaxpr const next = detail::selected(f, {ins, outs});
    vec<aval> types;
    for (u32 i = 0; i < ins.size(); ++i) types.push(detail::in_type(next, i));
    types.push(counts);
    return detail::function("while", types, [&](context& b, range<value> in) {
      vec<value> ys = replay(b, next, {in.begin(), ins.size()});
      ys.push(in[ins.size()] + detail::filled(b, counts, 1.0));
      return ys;
    });
  }

  static constexpr vec<value> batch(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n,
                                    vec<bool>& result_rows) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> rows{mapped}, outs, go;
    bool by_row = detail::out_type(s.cond, 0).rank() > 0;
    u32 const first = s.cond_consts + s.body_consts;
    for (bool changed = true; changed && !c.fault;) {
      changed = false;
      c.fail(detail::vmap_some(s.cond, s.of_cond(range<bool>(rows)), n, go).fault);
      if (!c.fault) by_row = by_row || go[0];
      if (by_row) // all of the body has rows, so that cotangents can be selected before they are summed
        for (u32 i = s.cond_consts; i < e.n_in; ++i) rows[i] = true;
      c.fail(detail::vmap_some(s.body, s.of_body(range<bool>(rows)), n, outs).fault);
      for (u32 i = 0; i < s.carry && !c.fault; ++i)
        if (outs[i] && !rows[first + i]) rows[first + i] = changed = true;
    }
    if (c.fault) return {};
    vec<bool> wanted, of_cond{by_row};
    for (u32 i = 0; i < s.carry; ++i) wanted.push(rows[first + i]);
    jaxpr const cond = detail::vmap_some(s.cond, s.of_cond(range<bool>(rows)), n, go, of_cond);
    jaxpr const body = detail::vmap_some(s.body, s.of_body(range<bool>(rows)), n, outs, wanted);
    vec<value> ops;
    for (u32 i = 0; i < e.n_in; ++i) ops.push(rows[i] && !mapped[i] ? detail::repeated_rows(c, xs[i], n) : xs[i]);
    result_rows = wanted;
    return record(c, ops, cond, body, s.p);
  }

  /// What the condition and the next trip both compute is carried (rotate.hpp). A bool for each row: the loop goes on while any is true,
  /// and the body selects.
  static constexpr vec<value> expand(context& c, jaxpr const& module, eqn const& e, range<value> xs) {
    parts const s(module, module.params(e), e.n_in);
    aval const go = detail::out_type(s.cond, 0);
    // Operands that are one value are one input, so that what is computed of them is seen to be the same.
    u32 const first = s.cond_consts + s.body_consts;
    vec<value> consts;
    vec<aval> types;
    vec<u32> place;
    for (u32 i = 0; i < e.n_in; ++i) {
      u32 at = i < first ? 0 : consts.size();
      while (at < consts.size() && !same(consts[at], xs[i])) ++at;
      if (i < first && at == consts.size()) consts.push(xs[i]), types.push(type_of(xs[i]));
      place.push(i < first ? at : at + i - first);
    }
    for (u32 i = first; i < e.n_in; ++i) types.push(type_of(xs[i]));
    detail::rotation const turned(detail::function("while", types, [&](context& b, range<value> in) {
      vec<value> args;
      for (u32 i : place) args.push(in[i]);
      vec<value> ys = replay(b, s.cond, s.of_cond(range<value>(args)));
      ys.append(replay(b, s.body, s.of_body(range<value>(args))));
      return ys;
    }));
    if (go.rank() == 0 && turned.values == 0) return {};
    vec<value> ops = consts;
    ops.append(range<value>{xs.first + first, s.carry});
    ops.append(replay(c, turned.ahead, ops));
    vec<aval> carry_types;
    for (u32 i = 0; i < turned.values; ++i) types.push(detail::out_type(turned.ahead, i));
    types.push(go);
    for (u32 i = consts.size(); i < types.size(); ++i) carry_types.push(types[i]);
    axes all;
    for (int d = 0; d < go.rank(); ++d) all.push(d);
    jaxpr const any = detail::function("while", carry_types, [&](context&, range<value> in) {
      value const live = in[in.size() - 1];
      return vec<value>{go.rank() ? bind<reduce_or_t>({all}, live) : live};
    });
    jaxpr const body = detail::function("while", types, [&](context& b, range<value> in) {
      value const live = in[in.size() - 1];
      range<value> const now{in.begin(), in.size() - 1};
      vec<value> ys, args(range<value>{in.begin(), consts.size()});
      if (go.rank()) ys = detail::where_live(b, live, turned.rest, now, {in.first + consts.size(), s.carry});
      else ys = replay(b, turned.rest, now);
      args.append(ys), ys.append(replay(b, turned.ahead, args));
      return ys;
    });
    params p = s.p;
    p.cond_nconsts = 0, p.body_nconsts = static_cast<i32>(consts.size()), p.by_row = go.rank() > 0;
    vec<value> ys = record(c, ops, any, body, p);
    ys.resize(c.fault ? 0 : s.carry);
    return ys;
  }

  static constexpr vec<value> prune(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> wanted) {
    parts const s(module, module.params(e), e.n_in);
    vec<u32> const go{0};
    vec<bool> const of_cond = detail::needed_inputs(s.cond, go);
    vec<bool> stays(s.carry, false), reads;
    for (u32 i = 0; i < s.carry; ++i) stays[i] = wanted[i] || of_cond[s.cond_consts + i];
    vec<u32> outs;
    for (bool changed = true; changed;) { // a carry stays if it is wanted, or what stays reads it
      changed = false;
      outs.resize(0);
      for (u32 i = 0; i < s.carry; ++i)
        if (stays[i]) outs.push(i);
      reads = detail::needed_inputs(s.body, outs);
      for (u32 i = 0; i < s.carry; ++i)
        if (reads[s.body_consts + i] && !stays[i]) stays[i] = changed = true;
    }
    detail::selection body{{}, outs}, cond{{}, go};
    vec<value> ops;
    params p = s.p;
    p.cond_nconsts = p.body_nconsts = 0;
    for (u32 i = 0; i < s.cond_consts; ++i)
      if (of_cond[i]) cond.ins.push(i), ops.push(xs[i]), ++p.cond_nconsts;
    for (u32 i = 0; i < s.body_consts; ++i)
      if (reads[i]) body.ins.push(i), ops.push(xs[s.cond_consts + i]), ++p.body_nconsts;
    for (u32 i = 0; i < s.carry; ++i)
      if (stays[i]) cond.ins.push(s.cond_consts + i), body.ins.push(s.body_consts + i), ops.push(xs[s.cond_consts + s.body_consts + i]);
    vec<value> const ys = record(c, ops, detail::selected(s.cond, cond), detail::selected(s.body, body), p);
    vec<value> given;
    for (u32 i = 0; i < outs.size() && !c.fault; ++i)
      if (wanted[outs[i]]) given.push(ys[i]);
    return given;
  }

  /// A condition that is never true: the carry as it is. What the body computes from its consts alone: before the loop.
  static constexpr vec<value> settle(context& c, jaxpr const& module, eqn const& e, range<value> xs) {
    parts const s(module, module.params(e), e.n_in);
    u32 const first = s.cond_consts + s.body_consts;
    if (atom const go = s.cond.outs[0]; go.is_literal() && !s.cond.lits[go.lit()].bits)
      return vec<value>(range<value>{xs.first + first, s.carry});
    detail::hoisted const h = detail::hoist_from(s.body, 0, s.body_consts);
    if (h.values == 0) return {};
    vec<value> ops(range<value>{xs.begin(), s.cond_consts});
    ops.append(detail::computed_before(c, h, s.body, {xs.first + s.cond_consts, s.body_consts}));
    ops.append(range<value>{xs.first + s.cond_consts, s.body_consts + s.carry});
    params p = s.p;
    p.body_nconsts += static_cast<i32>(h.values);
    return record(c, ops, s.cond, h.rest, p);
  }
  static constexpr void evaluate(jaxpr const& module, eqn const& e, range<tensor> xs, bindings const& b, function_evaluator run,
                                 vec<tensor>& results) {
    parts const s(module, module.params(e), e.n_in);
    vec<tensor> args(xs);
    for (;;) {
      vec<tensor> const go = run(s.cond, s.of_cond(range<tensor>(args)), b);
      if (go.empty()) return;
      auto const live = [&](u32 row) { return go[0].words[row] != 0; };
      u32 const like = detail::first_row(go[0].size(), live);
      if (like == ~0u) break;
      vec<tensor> const out = run(s.body, detail::as_row(s.of_body(range<tensor>(args)), go[0].type, go[0].size(), like, live), b);
      if (out.size() != s.carry) return;
      for (u32 i = 0; i < s.carry; ++i) {
        tensor& now = args[s.cond_consts + s.body_consts + i];
        u32 const per_row = go[0].size() ? now.size() / go[0].size() : 0;
        for (u32 w = 0; w < now.size(); ++w)
          if (live(w / per_row)) now.words[w] = out[i].words[w];
      }
    }
    for (u32 i = 0; i < s.carry; ++i) results.push(args[s.cond_consts + s.body_consts + i]);
  }

  static constexpr vec<function_link> links(jaxpr const& module, eqn const& e) {
    parts const s(module, module.params(e), e.n_in);
    vec<function_link> all;
    u32 const first = s.cond_consts + s.body_consts;
    for (u32 i = 0; i < s.cond_consts; ++i) all.push({0, false, i, static_cast<i32>(i), false, -1});
    for (u32 i = 0; i < s.carry; ++i) all.push({0, false, s.cond_consts + i, static_cast<i32>(first + i), false, -1});
    all.push({0, true, 0, -1, false, -1});
    for (u32 i = 0; i < s.body_consts + s.carry; ++i) all.push({1, false, i, static_cast<i32>(s.cond_consts + i), false, -1});
    for (u32 i = 0; i < s.carry; ++i) all.push({1, true, i, static_cast<i32>(i), false, static_cast<i32>(first + i)});
    return all;
  }
  static constexpr function_places functions(range<i64>) { return {0, 2}; }
  static constexpr void print(text& out, range<i64> ps, range<text> functions) {
    params const p = decode<params>(ps);
    out << "[cond_jaxpr=" << functions[0] << " body_jaxpr=" << functions[1] << " cond_nconsts=" << static_cast<i64>(p.cond_nconsts)
        << " body_nconsts=" << static_cast<i64>(p.body_nconsts) << ']';
  }
  static constexpr call_rules call{.jvp = jvp,
                                   .batch = batch,
                                   .expand = expand,
                                   .functions = functions,
                                   .unzip = unzip,
                                   .prune = prune,
                                   .settle = settle,
                                   .evaluate = evaluate,
                                   .links = links,
                                   .print = print};
};

struct while_t : rules_of_while<while_t> {
  static constexpr std::string_view name = "while";
};

} // namespace constax::inline CONSTAX_TAG
