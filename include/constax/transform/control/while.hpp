// SPDX-License-Identifier: BSL-1.0
#pragma once
// while : cond consts..., body consts..., carry... -> carry...        body, as long as cond of the carry is true
//
//   while[cond_jaxpr={ lambda ; k c. let ... in (go,) } body_jaxpr={ lambda ; k c. let ... in (c',) } ...] k... k... c...
//
// cond gives bool[], or bool[n...]: each row goes on as long as its own is true, and then stays as it is (vmap makes such; lowered to selection).
// Reverse mode: the loop also counts its trips, and its linear half is chains of that number (chains.hpp).
#include <constax/transform/control/chains.hpp>

namespace constax::inline CONSTAX_TAG {

struct while_t {
  static constexpr std::string_view name = "while";
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
        : p(decode<params>(ps)), cond(module.subs[static_cast<u32>(p.cond_jaxpr.index)]), body(module.subs[static_cast<u32>(p.body_jaxpr.index)]),
          cond_consts(static_cast<u32>(p.cond_nconsts)), body_consts(static_cast<u32>(p.body_nconsts)), carry(n_in - cond_consts - body_consts) {}
    /// xs as cond reads them, as the body does.
    template <class T>
    constexpr vec<T> of_cond(range<T> xs) const {
      vec<T> r(range<T>{xs.begin(), cond_consts});
      r.append(range<T>{xs.begin() + cond_consts + body_consts, carry});
      return r;
    }
    template <class T>
    constexpr vec<T> of_body(range<T> xs) const {
      return vec<T>(range<T>{xs.begin() + cond_consts, body_consts + carry});
    }
  };

  static constexpr typed type(operand_types xs, range<i64> ps, jaxpr const* module) {
    parts const s(*module, ps, xs.size());
    if (fault const no = detail::fits(s.cond, 0, s.of_cond(xs))) return no;
    if (fault const no = detail::fits(s.body, 0, s.of_body(xs))) return no;
    if (s.cond.outs.size() != 1 || s.body.outs.size() != s.carry) return fault{fault_code::wrong_count, {}, "cond gives one bool, the body the next carry", {}, {}, s.body.outs.size()};
    aval const& go = detail::out_type(s.cond, 0);
    if (go.type != dtype::boolean) return fault{fault_code::dtype_not_accepted, {}, "cond gives a bool", go};
    typed t;
    for (u32 i = 0; i < s.carry; ++i) {
      aval const &in = *xs[s.cond_consts + s.body_consts + i], &y = detail::out_type(s.body, i);
      if (!(y == in)) return fault{y.type == in.type ? fault_code::shapes_differ : fault_code::dtypes_differ, {}, "a carry goes in and comes out with one type", in, y, i};
      if (!detail::begins_with(y, go)) return fault{fault_code::shapes_differ, {}, "each row goes on as its own bool says", go, y, i};
      t.results.push(y);
    }
    return t;
  }
  static constexpr vec<value> record(context& c, range<value> xs, jaxpr cond, jaxpr body, params const& p) {
    vec<jaxpr> fs;
    fs.push(static_cast<jaxpr&&>(cond)), fs.push(static_cast<jaxpr&&>(body));
    return detail::bind_call(c, descriptor<while_t>, xs, static_cast<vec<jaxpr>&&>(fs), {}, {p.cond_nconsts, p.body_nconsts, p.checkpoints, p.by_row});
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
    vec<value> const ys = record(c, ops, detail::rewired(s.cond, cond_types, cond_from, go), detail::selected(both, {in.order, out.order}), p);
    return out.given_back(ys);
  }

  static constexpr vec<value> unzip(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> given, vec<bool>& unknown_results) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> unknown = s.of_body(given), outs;
    jaxpr const f = detail::unzip_body(c, s.body, unknown, s.body_consts, s.carry, outs);
    unknown_results = outs;
    vec<value> results(e.n_out);
    if (c.fault) return results;
    // The known half, which also counts: a number for each row.
    aval const counts{dtype::i64, detail::out_type(s.cond, 0).shape};
    vec<aval> body_types, cond_types;
    vec<value> ops(range<value>{xs.begin(), s.cond_consts});
    detail::selection known;
    vec<u32> body_from, cond_from, go{0};
    params p = s.p;
    p.body_nconsts = 0;
    for (u32 i = 0; i < s.cond_consts; ++i) cond_types.push(detail::in_type(s.cond, i)), cond_from.push(i);
    detail::selection cond_reads;
    for (u32 i = 0; i < s.cond_consts; ++i) cond_reads.ins.push(i);
    for (u32 i = 0; i < s.body_consts + s.carry; ++i) {
      if (unknown[i]) continue;
      known.ins.push(i), body_from.push(body_types.size()), body_types.push(detail::in_type(s.body, i)), ops.push(xs[s.cond_consts + i]);
      if (i < s.body_consts) ++p.body_nconsts;
      else cond_reads.ins.push(s.cond_consts + i - s.body_consts), cond_from.push(cond_types.size()), cond_types.push(detail::in_type(s.body, i));
    }
    for (u32 i = 0; i < s.carry; ++i)
      if (!outs[i]) known.outs.push(i);
    cond_reads.outs.push(0);
    jaxpr const next = detail::selected(f, known);
    ops.push(detail::zeros(c, counts)), body_types.push(counts), cond_types.push(counts);
    jaxpr const body = detail::function("while", body_types, [&](context& b, range<value> in) {
      vec<value> ys = replay(b, next, {in.begin(), in.size() - 1});
      value const one = b.constant(literal::of(dtype::i64, i64{1}));
      ys.push(in[in.size() - 1] + (counts.rank() ? broadcast_in_dim(one, counts.shape, {}) : one));
      return ys;
    });
    vec<value> const ys = record(c, ops, detail::rewired(detail::selected(s.cond, cond_reads), cond_types, cond_from, go), body, p);
    if (c.fault) return results;
    for (u32 i = 0; i < known.outs.size(); ++i) results[known.outs[i]] = ys[i];
    constexpr i64 slots = 128;
    vec<value> const operands = s.of_body(xs);
    vec<value> const linear =
        chains_t::of_loop(c, f, ys[ys.size() - 1], extent(-1), operands, unknown, outs, s.body_consts, s.carry, false, s.p.checkpoints ? s.p.checkpoints : slots);
    for (u32 i = 0, k = 0; i < s.carry && !c.fault; ++i)
      if (outs[i]) results[i] = linear[k++];
    return results;
  }

  static constexpr vec<value> batch(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n, vec<bool>& result_rows) {
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

  /// A bool for each row: the loop goes on while any is true, and the body selects.
  static constexpr vec<value> expand(context& c, jaxpr const& module, eqn const& e, range<value> xs) {
    parts const s(module, module.params(e), e.n_in);
    aval const go = detail::out_type(s.cond, 0);
    if (go.rank() == 0) return {};
    vec<value> ops(xs), cond_args = s.of_cond(xs);
    ops.push(replay(c, s.cond, cond_args)[0]);
    vec<aval> types, carry_types;
    for (u32 i = 0; i < e.n_in; ++i) types.push(type_of(xs[i]));
    for (u32 i = 0; i < s.carry; ++i) carry_types.push(types[s.cond_consts + s.body_consts + i]);
    types.push(go), carry_types.push(go);
    axes all;
    for (int d = 0; d < go.rank(); ++d) all.push(d);
    jaxpr const any = detail::function("while", carry_types, [&](context& b, range<value> in) {
      (void)b;
      return vec<value>{bind<reduce_or_t>({all}, in[in.size() - 1])};
    });
    jaxpr const body = detail::function("while", types, [&](context& b, range<value> in) {
      range<value> const now{in.begin(), e.n_in};
      value const live = in[e.n_in];
      vec<value> ys = detail::where_live(b, live, s.body, s.of_body(now), {now.begin() + s.cond_consts + s.body_consts, s.carry});
      vec<value> args(range<value>{in.begin(), s.cond_consts});
      args.append(ys);
      ys.push(replay(b, s.cond, args)[0]);
      return ys;
    });
    params p = s.p;
    p.cond_nconsts = 0, p.body_nconsts = static_cast<i32>(s.cond_consts + s.body_consts), p.by_row = true;
    vec<value> ys = record(c, ops, any, body, p);
    if (!ys.empty()) ys.pop();
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
    if (atom const go = s.cond.outs[0]; go.is_literal() && !s.cond.lits[go.lit()].bits) return vec<value>(range<value>{xs.begin() + first, s.carry});
    detail::hoisted const h = detail::hoist_from(s.body, 0, s.body_consts);
    if (h.values == 0) return {};
    vec<value> ops(range<value>{xs.begin(), s.cond_consts});
    ops.append(detail::computed_before(c, h, s.body, {xs.begin() + s.cond_consts, s.body_consts}));
    ops.append(range<value>{xs.begin() + s.cond_consts, s.body_consts + s.carry});
    params p = s.p;
    p.body_nconsts += static_cast<i32>(h.values);
    return record(c, ops, s.cond, h.rest, p);
  }
  static constexpr void evaluate(jaxpr const& module, eqn const& e, range<tensor> xs, bindings const& b, function_evaluator run, vec<tensor>& results) {
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
  static constexpr call_rules call{jvp, batch, nullptr, expand, {}, functions, unzip, prune, settle, evaluate, links, print};
};

} // namespace constax::inline CONSTAX_TAG
