// SPDX-License-Identifier: BSL-1.0
#pragma once
// custom: calls that bring their own derivative.
//
//   custom_jvp_call[call, jvp]      : a... -> b...    call : a... -> b...        jvp : a..., T a... -> b..., T b...
//   custom_vjp_call[call, fwd, bwd] : a... -> b...    fwd : a... -> b..., r...   bwd : r..., T b... -> T a...
//   custom_lin[bwd]                 : r..., T a... -> T b...       what differentiating a custom_vjp_call leaves: it can be transposed (to
//                                                                  bwd) and batched, but not evaluated
//
// T a...: a tangent for each floating a. Functions have no captures: what they use are operands.
#include <constax/transform/functions.hpp>
#include <constax/transform/inline.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
constexpr vec<value> expand_first(context& c, jaxpr const& module, eqn const& e, range<value> xs) {
  return inline_walk(c, function_of(module, e, 0), xs);
}
/// Is output k of f zero, or an array of zeros, whatever its inputs are?
constexpr bool is_zero_output(jaxpr const& f, u32 k) {
  atom a = f.outs[k];
  for (u32 i = f.eqns.size(); i-- > 0 && !a.is_literal();) {
    eqn const& e = f.eqns[i];
    if (e.out > a.var() || a.var() >= e.out + e.n_out) continue;
    if (!is<broadcast_in_dim_t>(e)) return false;
    a = f.operands(e)[0];
  }
  return a.is_literal() && f.lits[a.lit()].number() == 0;
}
} // namespace detail

/// What custom_jvp_call_t says of itself: a template, made where a program holds one (docs/decisions/0018).
template <class Self>
struct rules_of_custom_jvp_call {
  static constexpr constax::kind kind = constax::kind::call;
  struct params {
    fn call, jvp;
    static constexpr char const* names[] = {"call", "jvp"};
  };
  static constexpr typed type(operand_types xs, params const& p, jaxpr const* module) {
    jaxpr const &f = module->subs[static_cast<u32>(p.call.index)], &rule = module->subs[static_cast<u32>(p.jvp.index)];
    vec<aval const*> both{xs};
    for (aval const* x : xs)
      if (x->floating()) both.push(x);
    if (fault const no = detail::fits(f, 0, xs)) return no;
    if (fault const no = detail::fits(rule, 0, both)) return no;
    typed t;
    detail::outs_of(f, 0, f.outs.size(), t);
    u32 n = f.outs.size();
    for (aval const& y : t.results) n += y.floating();
    if (rule.outs.size() != n)
      return fault{fault_code::wrong_count, {}, "a jvp rule gives each result and each tangent", {}, {}, rule.outs.size()};
    for (u32 i = 0, k = f.outs.size(); i < f.outs.size(); ++i) {
      if (!(rule.type(rule.outs[i]) == t.results[i]))
        return fault{fault_code::shapes_differ, {}, "a result of the jvp rule", rule.type(rule.outs[i]), t.results[i]};
      if (t.results[i].floating() && !(rule.type(rule.outs[k++]) == t.results[i]))
        return fault{fault_code::shapes_differ, {}, "a tangent of the jvp rule", rule.type(rule.outs[k - 1]), t.results[i]};
    }
    return t;
  }
  static constexpr vec<value> jvp(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<value> dxs) {
    vec<value> args{xs};
    for (u32 i = 0; i < xs.size(); ++i)
      if (type_of(xs[i]).floating()) args.push(detail::materialised(c, dxs[i]));
    jaxpr const& rule = detail::function_of(module, e, 1);
    vec<value> const ys = replay(c, rule, args);
    vec<value> out;
    for (u32 i = 0; i < e.n_out && !c.fault; ++i) out.push(ys[i]);
    // A tangent that the rule says is zero leaves no equations, and is no tangent that a custom_vjp behind it would have to take forward.
    for (u32 i = 0, k = e.n_out; i < e.n_out && !c.fault; ++i) {
      out.push(value{});
      if (!module.type(e.out + i).floating()) continue;
      if (!detail::is_zero_output(rule, k)) out.back() = ys[k];
      ++k;
    }
    return out;
  }
  static constexpr vec<value> batch(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n,
                                    vec<bool>&) {
    vec<i32> const axes = detail::axes_of(mapped);
    vec<i32> both = axes;
    for (u32 i = 0; i < xs.size(); ++i)
      if (module.type(module.operands(e)[i]).floating()) both.push(axes[i]);
    vec<jaxpr> fs;
    fs.push(detail::vmap_all(detail::function_of(module, e, 0), axes, n));
    fs.push(detail::vmap_all(detail::function_of(module, e, 1), both, n));
    return detail::bind_call(c, descriptor<Self>, xs, static_cast<vec<jaxpr>&&>(fs));
  }
  static constexpr call_rules call{.jvp = jvp, .batch = batch, .expand = detail::expand_first};
};

/// A function with a jvp of its own.
struct custom_jvp_call_t : rules_of_custom_jvp_call<custom_jvp_call_t> {
  static constexpr std::string_view name = "custom_jvp_call";
};

/// What custom_lin_t says of itself: a template, made where a program holds one (docs/decisions/0018).
template <class Self>
struct rules_of_custom_lin {
  static constexpr constax::kind kind = constax::kind::call;
  static constexpr fault no_forward{fault_code::reverse_only, "custom_vjp"};
  struct params {
    fn bwd;
    static constexpr char const* names[] = {"bwd"};
  };
  static constexpr typed type(operand_types xs, params const& p, jaxpr const* module) {
    jaxpr const& bwd = module->subs[static_cast<u32>(p.bwd.index)];
    u32 const n_tangents = bwd.outs.size(), n_in = bwd.consts.size() + bwd.ins.size();
    if (xs.size() < n_tangents || n_in < xs.size() - n_tangents)
      return fault{fault_code::wrong_count,
                   {},
                   "bwd takes the residuals and a cotangent per result, and gives one per floating argument",
                   {},
                   {},
                   xs.size()};
    u32 const n_residuals = xs.size() - n_tangents;
    if (fault const no = detail::fits(bwd, 0, {xs.begin(), n_residuals})) return no;
    for (u32 i = 0; i < n_tangents; ++i)
      if (!(bwd.type(bwd.outs[i]) == *xs[n_residuals + i]))
        return fault{
            fault_code::shapes_differ, {}, "bwd gives a cotangent of each argument's type", bwd.type(bwd.outs[i]), *xs[n_residuals + i]};
    typed t;
    for (u32 i = n_residuals; i < n_in; ++i) t.results.push(detail::in_type(bwd, i));
    return t;
  }
  static constexpr vec<value> jvp(context& c, jaxpr const&, eqn const&, range<value>, range<value>) {
    c.fail(no_forward);
    return {};
  }
  static constexpr vec<value> batch(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n,
                                    vec<bool>&) {
    jaxpr const& bwd = detail::function_of(module, e, 0);
    u32 const n_residuals = xs.size() - bwd.outs.size();
    vec<i32> axes;
    vec<value> rows;
    for (u32 i = 0; i < xs.size(); ++i) {
      bool const tangent = i >= n_residuals; // tangents and cotangents all have rows
      rows.push(tangent && !mapped[i] ? detail::repeated_rows(c, xs[i], n) : xs[i]);
      if (!tangent) axes.push(mapped[i] ? 0 : -1);
    }
    while (axes.size() < bwd.consts.size() + bwd.ins.size()) axes.push(0);
    vec<jaxpr> fs;
    fs.push(detail::vmap_all(bwd, axes, n));
    return detail::bind_call(c, descriptor<Self>, rows, static_cast<vec<jaxpr>&&>(fs));
  }
  static constexpr vec<value> transpose(context& c, jaxpr const& module, eqn const& e, range<value> cts, range<value> xs) {
    jaxpr const& bwd = detail::function_of(module, e, 0);
    u32 const n_residuals = xs.size() - bwd.outs.size();
    vec<value> args, out(xs.size());
    for (u32 i = 0; i < n_residuals; ++i) args.push(xs[i]);
    for (u32 i = 0; i < e.n_out; ++i) args.push(detail::materialised(c, cts[i].is_absent() ? c.zero(module.type(e.out + i)) : cts[i]));
    vec<value> const bars = replay(c, bwd, args);
    for (u32 i = 0; i < bars.size(); ++i) out[n_residuals + i] = bars[i];
    return out;
  }
  static constexpr call_rules call{.jvp = jvp, .batch = batch, .transpose = transpose, .not_evaluable = no_forward};
};

/// The tangent of a custom_vjp_call: known only by its transpose.
struct custom_lin_t : rules_of_custom_lin<custom_lin_t> {
  static constexpr std::string_view name = "custom_lin";
};

/// What custom_vjp_call_t says of itself: a template, made where a program holds one (docs/decisions/0018).
template <class Self>
struct rules_of_custom_vjp_call {
  static constexpr constax::kind kind = constax::kind::call;
  struct params {
    fn call, fwd, bwd;
    static constexpr char const* names[] = {"call", "fwd", "bwd"};
  };
  static constexpr typed type(operand_types xs, params const& p, jaxpr const* module) {
    jaxpr const &f = module->subs[static_cast<u32>(p.call.index)], &fwd = module->subs[static_cast<u32>(p.fwd.index)],
                &bwd = module->subs[static_cast<u32>(p.bwd.index)];
    if (fault const no = detail::fits(f, 0, xs)) return no;
    if (fault const no = detail::fits(fwd, 0, xs)) return no;
    typed t;
    detail::outs_of(f, 0, f.outs.size(), t);
    if (fwd.outs.size() < f.outs.size())
      return fault{fault_code::wrong_count, {}, "fwd gives the results, then the residuals", {}, {}, fwd.outs.size()};
    vec<aval const*> args, dys;
    for (u32 i = 0; i < f.outs.size(); ++i) {
      if (!(fwd.type(fwd.outs[i]) == t.results[i]))
        return fault{fault_code::shapes_differ, {}, "a result of fwd", fwd.type(fwd.outs[i]), t.results[i]};
      if (t.results[i].floating()) dys.push(&t.results[i]);
    }
    for (u32 i = f.outs.size(); i < fwd.outs.size(); ++i) args.push(&fwd.type(fwd.outs[i]));
    for (aval const* dy : dys) args.push(dy);
    if (fault const no = detail::fits(bwd, 0, args)) return no;
    if (bwd.outs.size() != detail::count_floating(xs))
      return fault{fault_code::wrong_count, {}, "bwd gives one cotangent per floating argument", {}, {}, bwd.outs.size()};
    return t;
  }
  static constexpr vec<value> jvp(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<value> dxs) {
    jaxpr const& fwd = detail::function_of(module, e, 1);
    vec<value> const ys = replay(c, fwd, xs);
    vec<value> out, lin;
    for (u32 i = 0; i < ys.size(); ++i) (i < e.n_out ? out : lin).push(ys[i]);
    for (u32 i = 0; i < xs.size() && !c.fault; ++i)
      if (type_of(xs[i]).floating()) lin.push(detail::materialised(c, dxs[i]));
    if (c.fault) return {};
    vec<jaxpr> fs;
    fs.push(detail::function_of(module, e, 2));
    vec<value> const dys = detail::bind_call(c, descriptor<custom_lin_t>, lin, static_cast<vec<jaxpr>&&>(fs));
    for (u32 i = 0, k = 0; i < e.n_out && !c.fault; ++i) out.push(module.type(e.out + i).floating() ? dys[k++] : value{});
    return out;
  }
  static constexpr vec<value> batch(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n,
                                    vec<bool>&) {
    jaxpr const &fwd = detail::function_of(module, e, 1), &bwd = detail::function_of(module, e, 2);
    vec<i32> const axes = detail::axes_of(mapped);
    vec<jaxpr> fs;
    fs.push(detail::vmap_all(detail::function_of(module, e, 0), axes, n));
    fs.push(detail::vmap_all(fwd, axes, n));
    // Residuals and cotangents have rows; an argument without rows gets the sum of its cotangents over them.
    context b("vmap");
    jaxpr const rows = detail::vmap_all(bwd, vec<i32>(bwd.consts.size() + bwd.ins.size(), 0), n);
    vec<value> const args = inputs_like(b, rows);
    vec<value> outs = replay(b, rows, args);
    for (u32 i = 0, k = 0; i < xs.size() && !b.fault; ++i)
      if (module.type(module.operands(e)[i]).floating()) {
        if (!mapped[i]) outs[k] = reduce_sum(outs[k], {0});
        ++k;
      }
    fs.push(b.finish(b.fault ? range<value>{} : range<value>(outs)));
    return detail::bind_call(c, descriptor<Self>, xs, static_cast<vec<jaxpr>&&>(fs));
  }
  static constexpr call_rules call{.jvp = jvp, .batch = batch, .expand = detail::expand_first};
};

/// A function with a vjp of its own.
struct custom_vjp_call_t : rules_of_custom_vjp_call<custom_vjp_call_t> {
  static constexpr std::string_view name = "custom_vjp_call";
};

} // namespace constax::inline CONSTAX_TAG
