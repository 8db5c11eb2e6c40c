// SPDX-License-Identifier: BSL-1.0
#pragma once
// scan : consts..., carry..., xs[n]... -> carry..., ys[n]...        a loop whose number of trips is known when lengths are
//
//   scan[jaxpr={ lambda ; k c x. let ... in (c', y) } length=n reverse=False num_consts=1 num_carry=1] k c0 xs
//
// The body is a function of consts, carry and one slice of each xs; it gives the next carry and one slice of each ys. reverse: from the
// last slice to the first. checkpoints: how many carries reverse mode may keep at a time; 0: all, stacked (chains.hpp). unroll: so many
// trips are one piece of code, where there are so many left; only speed depends on it.
#include <constax/transform/control/chains.hpp>

namespace constax::inline CONSTAX_TAG {

/// What scan_t says of itself: a template, made where a program holds one (docs/decisions/0018).
template <class Self>
struct rules_of_scan {
  static constexpr constax::kind kind = constax::kind::control;
  struct params {
    fn jaxpr;
    extent length;
    bool reverse = false;
    i32 num_consts = 0, num_carry = 0, checkpoints = 0, unroll = 1;
    static constexpr char const* names[] = {"jaxpr", "length", "reverse", "num_consts", "num_carry", "checkpoints", "unroll"};
  };
  /// The parameters and functions of an equation, and how its operands and results divide.
  struct parts {
    params p;
    constax::jaxpr const& body;
    u32 consts, carry, slices, ys;
    constexpr parts(constax::jaxpr const& module, range<i64> ps, u32 n_in)
        : p(decode<params>(ps)), body(module.subs[static_cast<u32>(p.jaxpr.index)]), consts(static_cast<u32>(p.num_consts)),
          carry(static_cast<u32>(p.num_carry)), slices(n_in - consts - carry), ys(body.outs.size() - carry) {}
    constexpr bool is_slice(u32 i) const { return i >= consts + carry; }
  };

  static constexpr typed type(operand_types xs, range<i64> ps, constax::jaxpr const* module) {
    parts const s(*module, ps, xs.size());
    vec<aval> slices;
    for (u32 i = 0; i < xs.size(); ++i) {
      if (s.is_slice(i) && (xs[i]->rank() == 0 || !(xs[i]->shape[0] == s.p.length)))
        return fault{fault_code::shapes_differ,  {}, "the first axis of what is scanned has the scan's length", *xs[i],
                     {dtype::i64, {s.p.length}}, i};
      slices.push(s.is_slice(i) ? detail::slice_of(*xs[i]) : *xs[i]);
    }
    vec<aval const*> in;
    for (aval const& a : slices) in.push(&a);
    if (fault const no = detail::fits(s.body, 0, in)) return no;
    if (s.body.outs.size() < s.carry)
      return fault{fault_code::wrong_count, {}, "the body gives the next carry, then a slice of each result", {}, {}, s.body.outs.size()};
    typed t;
    for (u32 i = 0; i < s.body.outs.size(); ++i) {
      aval const& y = detail::out_type(s.body, i);
      if (i < s.carry && !(y == slices[s.consts + i]))
        return fault{y.type == slices[s.consts + i].type ? fault_code::shapes_differ : fault_code::dtypes_differ,
                     {},
                     "a carry goes in and comes out with one type",
                     slices[s.consts + i],
                     y,
                     i};
      t.results.push(i < s.carry ? y : detail::stacked(y, s.p.length));
    }
    return t;
  }
  static constexpr vec<value> record(context& c, range<value> xs, constax::jaxpr body, params p) {
    vec<constax::jaxpr> fs;
    fs.push(static_cast<constax::jaxpr&&>(body));
    vec<i64> const all = encode(p);
    return detail::bind_call(c, descriptor<Self>, xs, static_cast<vec<constax::jaxpr>&&>(fs), {},
                             vec<i64>(range<i64>{all.first + 1, all.size() - 1}));
  }

  /// How many trips are one piece of code.
  static constexpr u32 together(params const& p) {
    i64 const trips = p.length.number, unroll = p.unroll;
    bool const fewer = p.length.is_number() && trips < unroll;
    return static_cast<u32>(fewer && trips > 0 ? trips : fewer ? 1 : unroll);
  }
  /// consts..., carry..., slices... of the first trip, of the second, ... -> carry..., slices of ys... likewise        several trips as one
  /// function
  static constexpr constax::jaxpr unrolled(constax::jaxpr const& body, params const& p) {
    vec<aval> types;
    u32 const consts = static_cast<u32>(p.num_consts), carry = static_cast<u32>(p.num_carry), n = detail::in_count(body),
              slices = n - consts - carry;
    u32 const trips = together(p);
    for (u32 i = 0; i < consts + carry; ++i) types.push(detail::in_type(body, i));
    for (u32 k = 0; k < trips; ++k)
      for (u32 i = consts + carry; i < n; ++i) types.push(detail::in_type(body, i));
    return detail::function("unroll", types, [&](context& c, range<value> in) {
      vec<value> args(range<value>{in.begin(), n}), ys;
      for (u32 k = 0; k < trips; ++k) {
        for (u32 i = 0; i < slices; ++i) args[consts + carry + i] = in[consts + carry + k * slices + i];
        vec<value> const out = replay(c, body, args);
        for (u32 i = 0; i < out.size(); ++i)
          if (i < carry) args[consts + i] = out[i];
          else ys.push(out[i]);
      }
      vec<value> all(range<value>{args.first + consts, carry});
      all.append(ys);
      return all;
    });
  }

  static constexpr vec<value> jvp(context& c, constax::jaxpr const& module, eqn const& e, range<value> xs, range<value> dxs) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> active, has;
    for (value const& dx : dxs) active.push(!dx.is_zero());
    for (bool changed = true; changed && !c.fault;) { // a carry has a tangent if what it starts with has, or what a trip gives back
      changed = false;
      c.fail(detail::jvp_some(s.body, active, has).fault);
      for (u32 i = 0; i < s.carry && !c.fault; ++i)
        if (has[i] && !active[s.consts + i]) active[s.consts + i] = changed = true;
    }
    if (c.fault) return {};
    for (u32 i = 0; i < s.carry; ++i) has[i] = active[s.consts + i];
    vec<bool> const wanted = has;
    constax::jaxpr const both = detail::jvp_some(s.body, active, has, wanted);
    detail::interleaving const in(active, s.consts, s.carry), out(has, 0, s.carry);
    vec<value> ops;
    for (u32 i : in.order) ops.push(i < e.n_in ? xs[i] : detail::materialised(c, dxs[in.primal_of(i)]));
    params p = s.p;
    p.num_consts = static_cast<i32>(in.first), p.num_carry = static_cast<i32>(in.second);
    vec<value> const ys = record(c, ops, detail::selected(both, {in.order, out.order}), p);
    return out.given_back(ys);
  }

  static constexpr vec<value> unzip(context& c, constax::jaxpr const& module, eqn const& e, range<value> xs, range<bool> given,
                                    vec<bool>& unknown_results) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> unknown{given}, outs;
    constax::jaxpr f = detail::unzip_body(c, s.body, unknown, s.consts, s.carry, outs);
    unknown_results = outs;
    if (c.fault) return vec<value>(e.n_out);
    bool has_tangents = false; // a carry of integers has none
    for (bool o : outs) has_tangents |= o;
    if (s.p.checkpoints > 0 && has_tangents) return chains_of(c, s, f, xs, unknown, outs);
    vec<value> results(e.n_out);
    // The linear half reads the known carries of each trip, and what was dear to compute: the other half stacks them, besides its own
    // results.
    detail::selection linear, known;
    vec<u32> kept; // carries to be stacked
    for (u32 i = 0; i < f.outs.size(); ++i)
      if (outs[i]) linear.outs.push(i);
    vec<u32> const dear = detail::dear_values(f, unknown, linear.outs);
    constax::jaxpr const given_dear = detail::with_inputs(f, dear); // f, where these are inputs
    vec<bool> const needed = detail::needed_inputs(given_dear, linear.outs);
    for (u32 i = 0; i < s.carry; ++i)
      if (!unknown[s.consts + i] && needed[s.consts + i]) kept.push(s.consts + i);
    for (u32 i = 0; i < f.outs.size(); ++i)
      if (!outs[i]) known.outs.push(i);
    vec<value> stacks;
    if (!known.outs.empty() || !kept.empty() || !dear.empty()) {
      u32 const n_outs = f.outs.size();
      constax::jaxpr g = f;
      for (u32 i : kept) g.outs.push({static_cast<i32>(detail::in_var(f, i))}), known.outs.push(g.outs.size() - 1);
      for (u32 v : dear) g.outs.push({static_cast<i32>(v)}), known.outs.push(g.outs.size() - 1);
      vec<bool> const reads = detail::needed_inputs(g, known.outs);
      vec<value> ops;
      params p = s.p;
      p.num_consts = p.num_carry = 0;
      for (u32 i = 0; i < e.n_in; ++i) {
        bool const carry = i >= s.consts && !s.is_slice(i);
        if (unknown[i] || (!carry && !reads[i])) continue;
        known.ins.push(i), ops.push(xs[i]);
        p.num_consts += i < s.consts, p.num_carry += carry;
      }
      vec<value> const ys = record(c, ops, detail::selected(g, known), p);
      for (u32 i = 0; i < known.outs.size() && !c.fault; ++i) {
        if (known.outs[i] < n_outs) results[known.outs[i]] = ys[i];
        else stacks.push(ys[i]);
      }
    }
    if (!linear.outs.empty() && !c.fault) {
      vec<value> ops;
      params p = s.p;
      p.num_consts = p.num_carry = 0;
      for (u32 i = 0; i < s.consts; ++i)
        if (needed[i]) linear.ins.push(i), ops.push(xs[i]), ++p.num_consts;
      for (u32 i = s.consts; i < s.consts + s.carry; ++i)
        if (unknown[i]) linear.ins.push(i), ops.push(xs[i]), ++p.num_carry;
      for (u32 i = 0; i < kept.size(); ++i) linear.ins.push(kept[i]), ops.push(stacks[i]);
      for (u32 i = s.consts + s.carry; i < e.n_in; ++i)
        if (needed[i]) linear.ins.push(i), ops.push(xs[i]);
      for (u32 i = 0; i < dear.size(); ++i) linear.ins.push(e.n_in + i), ops.push(stacks[kept.size() + i]);
      vec<value> const ys = record(c, ops, detail::drawing_again(detail::selected(given_dear, linear)), p);
      for (u32 i = 0; i < linear.outs.size() && !c.fault; ++i) results[linear.outs[i]] = ys[i];
    }
    return results;
  }
  /// With few checkpoints the linear half computes the known carries anew.
  static constexpr vec<value> chains_of(context& c, parts const& s, constax::jaxpr const& f, range<value> xs, vec<bool> const& unknown,
                                        vec<bool> const& outs) {
    vec<value> results(f.outs.size());
    detail::selection known; // the values, as they are; what nobody reads of them is dropped later
    vec<value> ops;
    params p = s.p;
    p.num_consts = p.num_carry = 0;
    for (u32 i = 0; i < f.outs.size(); ++i)
      if (!outs[i]) known.outs.push(i);
    for (u32 i = 0; i < xs.size(); ++i)
      if (!unknown[i]) known.ins.push(i), ops.push(xs[i]), p.num_consts += i < s.consts, p.num_carry += i >= s.consts && !s.is_slice(i);
    if (!known.outs.empty()) {
      vec<value> const ys = record(c, ops, detail::selected(f, known), p);
      for (u32 i = 0; i < known.outs.size() && !c.fault; ++i) results[known.outs[i]] = ys[i];
    }
    constax::jaxpr const again = detail::drawing_again(f);
    vec<value> const ys = chains_t::of_loop(c, again, size_of_axis(c, s.p.length), s.p.length, xs, unknown, outs, s.consts, s.carry,
                                            s.p.reverse, s.p.checkpoints);
    for (u32 i = 0, k = 0; i < f.outs.size() && !c.fault; ++i)
      if (outs[i]) results[i] = ys[k++];
    return results;
  }

  static constexpr vec<value> transpose(context& c, constax::jaxpr const& module, eqn const& e, range<value> cts, range<value> xs) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> linear, present;
    // a carry may start with a known zero
    for (u32 i = 0; i < e.n_in; ++i) linear.push(xs[i].is_zero() || (i >= s.consts && !s.is_slice(i)));
    for (u32 i = 0; i < e.n_out; ++i) present.push(i < s.carry || (!cts[i].is_absent() && !cts[i].is_zero()));
    constax::jaxpr const back = detail::transposed(s.body, linear, present);
    c.fail(back.fault);
    if (c.fault) return vec<value>(e.n_in);
    // back : known consts, known slices, ct carry, ct ys -> ct of consts, of carry, of slices.  The new carry: ct of the carry, sums for
    // consts.
    vec<u32> linear_consts, linear_slices, known_consts, known_slices;
    for (u32 i = 0; i < s.consts; ++i) (linear[i] ? linear_consts : known_consts).push(i);
    for (u32 i = s.consts + s.carry; i < e.n_in; ++i) (linear[i] ? linear_slices : known_slices).push(i);
    vec<value> ops;
    vec<aval> types;
    auto const take = [&](value const& v, aval const& t) { ops.push(v), types.push(t); };
    for (u32 i : known_consts) take(xs[i], detail::in_type(s.body, i));
    for (u32 i = 0; i < s.carry; ++i) take(detail::ct_or_zeros(c, cts[i], module.type(e.out + i)), module.type(e.out + i));
    for (u32 i : linear_consts) take(detail::zeros(c, detail::in_type(s.body, i)), detail::in_type(s.body, i));
    for (u32 i : known_slices) take(xs[i], detail::in_type(s.body, i));
    for (u32 i = s.carry; i < e.n_out; ++i)
      if (present[i]) take(cts[i], detail::out_type(s.body, i));
    u32 const nk = known_consts.size(), nl = linear_consts.size(), ns = known_slices.size();
    constax::jaxpr const body = detail::function("transpose", types, [&](context& b, range<value> in) {
      vec<value> args, outs;
      u32 const sums = nk + s.carry, slices = sums + nl;
      for (u32 i = 0; i < nk; ++i) args.push(in[i]);
      for (u32 i = 0; i < ns; ++i) args.push(in[slices + i]);
      for (u32 i = 0; i < s.carry; ++i) args.push(in[nk + i]);
      for (u32 i = slices + ns; i < in.size(); ++i) args.push(in[i]);
      vec<value> const bars = replay(b, back, args);
      for (u32 i = 0; i < s.carry && !b.fault; ++i) outs.push(bars[nl + i]);
      for (u32 i = 0; i < nl && !b.fault; ++i) outs.push(in[sums + i] + bars[i]);
      for (u32 i = nl + s.carry; i < bars.size() && !b.fault; ++i) outs.push(bars[i]);
      return outs;
    });
    params p = s.p;
    p.reverse = !p.reverse, p.num_consts = static_cast<i32>(nk), p.num_carry = static_cast<i32>(s.carry + nl);
    vec<value> const bars = record(c, ops, body, p);
    vec<value> out(e.n_in);
    if (c.fault) return out;
    u32 at = 0;
    for (u32 i = 0; i < s.carry; ++i, ++at) out[s.consts + i] = bars[at];
    for (u32 i : linear_consts) out[i] = bars[at++];
    for (u32 i : linear_slices) out[i] = bars[at++];
    for (u32 i = 0; i < e.n_in; ++i)
      if (!xs[i].is_zero()) out[i] = value{};
    return out;
  }

  static constexpr vec<value> batch(context& c, constax::jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n,
                                    vec<bool>& result_rows) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> rows{mapped}, outs;
    for (bool changed = true; changed && !c.fault;) {
      changed = false;
      c.fail(detail::vmap_some(s.body, rows, n, outs).fault);
      for (u32 i = 0; i < s.carry && !c.fault; ++i)
        if (outs[i] && !rows[s.consts + i]) rows[s.consts + i] = changed = true;
    }
    if (c.fault) return {};
    vec<bool> wanted(e.n_out, false);
    for (u32 i = 0; i < s.carry; ++i) wanted[i] = rows[s.consts + i];
    constax::jaxpr const body = detail::vmap_some(s.body, rows, n, outs, wanted);
    vec<value> ops;
    for (u32 i = 0; i < e.n_in; ++i) {
      value x = rows[i] && !mapped[i] ? detail::repeated_rows(c, xs[i], n) : xs[i];
      ops.push(s.is_slice(i) && rows[i] ? detail::move_axis(x, 0, 1) : x);
    }
    vec<value> ys = record(c, ops, body, s.p);
    for (u32 i = s.carry; i < ys.size() && !c.fault; ++i)
      if (outs[i]) ys[i] = detail::move_axis(ys[i], 1, 0);
    result_rows = outs;
    return ys;
  }

  static constexpr vec<value> prune(context& c, constax::jaxpr const& module, eqn const& e, range<value> xs, range<bool> wanted) {
    parts const s(module, module.params(e), e.n_in);
    vec<bool> carries(s.carry, false), reads;
    for (u32 i = 0; i < s.carry; ++i) carries[i] = wanted[i];
    vec<u32> outs;
    for (bool changed = true; changed;) { // a carry stays if its result is wanted, or what stays reads it
      changed = false;
      outs.resize(0);
      for (u32 i = 0; i < e.n_out; ++i)
        if (i < s.carry ? carries[i] : wanted[i]) outs.push(i);
      reads = detail::needed_inputs(s.body, outs);
      for (u32 i = 0; i < s.carry; ++i)
        if (reads[s.consts + i] && !carries[i]) carries[i] = changed = true;
    }
    detail::selection sel{{}, outs};
    vec<value> ops;
    params p = s.p;
    p.num_consts = p.num_carry = 0;
    for (u32 i = 0; i < e.n_in; ++i) {
      bool const carry = i >= s.consts && !s.is_slice(i);
      if (!(carry ? carries[i - s.consts] : reads[i])) continue;
      sel.ins.push(i), ops.push(xs[i]), p.num_consts += i < s.consts, p.num_carry += carry;
    }
    vec<value> const ys = record(c, ops, detail::selected(s.body, sel), p);
    vec<value> given;
    for (u32 i = 0; i < outs.size() && !c.fault; ++i)
      if (wanted[outs[i]]) given.push(ys[i]);
    return given;
  }

  /// No trips: the carry as it is. What the body computes from its consts alone: before the loop.
  static constexpr vec<value> settle(context& c, constax::jaxpr const& module, eqn const& e, range<value> xs) {
    parts const s(module, module.params(e), e.n_in);
    vec<value> ys;
    if (s.p.length == extent(0)) {
      for (u32 i = 0; i < e.n_out; ++i) ys.push(i < s.carry ? xs[s.consts + i] : detail::zeros(c, module.type(e.out + i)));
      return ys;
    }
    detail::hoisted const h = detail::hoist_from(s.body, 0, s.consts);
    if (h.values == 0) return ys;
    vec<value> ops = detail::computed_before(c, h, s.body, {xs.begin(), s.consts});
    ops.append(xs);
    params p = s.p;
    p.num_consts += static_cast<i32>(h.values);
    return record(c, ops, h.rest, p);
  }
  static constexpr void evaluate(constax::jaxpr const& module, eqn const& e, range<tensor> xs, bindings const& b, function_evaluator run,
                                 vec<tensor>& results) {
    parts const s(module, module.params(e), e.n_in);
    i64 const n = b(s.p.length);
    vec<tensor> args(xs), ys;
    for (u32 i = 0; i < s.ys; ++i) ys.push(tensor(detail::in_call(module.type(e.out + s.carry + i), b)));
    for (i64 k = 0; k < n; ++k) {
      i64 const at = s.p.reverse ? n - 1 - k : k;
      for (u32 i = s.consts + s.carry; i < e.n_in; ++i) args[i] = detail::slice_at(xs[i], at);
      vec<tensor> const out = run(s.body, args, b);
      if (out.size() != s.body.outs.size()) return;
      for (u32 i = 0; i < s.carry; ++i) args[s.consts + i] = out[i];
      for (u32 i = 0; i < s.ys; ++i) detail::put_slice(ys[i], at, out[s.carry + i]);
    }
    for (u32 i = 0; i < s.carry; ++i) results.push(args[s.consts + i]);
    for (tensor const& y : ys) results.push(y);
  }

  static constexpr vec<function_link> links(constax::jaxpr const& module, eqn const& e) {
    parts const s(module, module.params(e), e.n_in);
    vec<function_link> all;
    for (u32 i = 0; i < e.n_in; ++i) all.push({0, false, i, static_cast<i32>(i), s.is_slice(i), -1});
    for (u32 i = 0; i < e.n_out; ++i)
      all.push({0, true, i, static_cast<i32>(i), i >= s.carry, i < s.carry ? static_cast<i32>(s.consts + i) : -1});
    return all;
  }
  static constexpr function_places functions(range<i64>) { return {0, 1}; }
  static constexpr void print(text& out, range<i64> ps, range<text> functions) {
    params const p = decode<params>(ps);
    detail::printer_of_params put{out};
    out << "[jaxpr=" << functions[0] << " length=", put(p.length);
    out << " reverse=", put(p.reverse), out << " num_consts=", put(p.num_consts), out << " num_carry=", put(p.num_carry);
    if (p.checkpoints) out << " checkpoints=", put(p.checkpoints);
    if (p.unroll > 1) out << " unroll=", put(p.unroll);
    out << ']';
  }
  static constexpr extent trips(range<i64> ps) { return decode<params>(ps).length; }
  static constexpr call_rules call{.jvp = jvp,
                                   .batch = batch,
                                   .transpose = transpose,
                                   .functions = functions,
                                   .unzip = unzip,
                                   .prune = prune,
                                   .settle = settle,
                                   .evaluate = evaluate,
                                   .links = links,
                                   .print = print,
                                   .trips = trips};
};

struct scan_t : rules_of_scan<scan_t> {
  static constexpr std::string_view name = "scan";
};

} // namespace constax::inline CONSTAX_TAG
