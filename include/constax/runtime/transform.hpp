// SPDX-License-Identifier: BSL-1.0
#pragma once
// transform: what grad, jvp, vjp, vmap and custom rules ask of dynamic tracers at run time, and the compiler of static ones. The
// transformations are the same.
#include <constax/api/grad.hpp>
#include <constax/api/jacobian.hpp>
#include <constax/api/jvp.hpp>
#include <constax/api/custom.hpp>
#include <constax/api/vjp.hpp>
#include <constax/api/vmap.hpp>
#include <constax/runtime/tracer.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// The arguments in which derivatives are taken have floating-point leaves.
template <class Name, int... Places, class... X> void expect_tangents(X const&... x) {
  auto const one = [](int place, auto const& tree) {
    for_each_leaf(
        [&](auto const& l) {
          if (aval const a = aval_of(l); !a.floating())
            raise_error<type_error>(no_tangent(Name::name, place, a, leaf<std::remove_cvref_t<decltype(tree)>>));
        },
        tree);
  };
  (one(counted<Places, sizeof...(X)>, std::get<static_cast<std::size_t>(counted<Places, sizeof...(X)>)>(std::tie(x...))), ...);
}
template <class J> void expect_scalar(std::string_view name, J const& traced) {
  if (traced.fault) raise_fault(traced.fault);
  aval const a = traced.type(traced.outs[0]);
  if (a.rank() != 0 || !a.floating()) raise_fault({fault_code::not_scalar, name, {}, a});
}
template <class J> void expect_floating_results(std::string_view name, J const& traced, u32 n_out) {
  if (traced.fault) raise_fault(traced.fault);
  for (u32 k = 0; k < n_out; ++k)
    if (aval const is = traced.type(traced.outs[k]); !is.floating()) raise_error<type_error>(no_slope(name, is));
}
template <class P, class T> void expect_tangents_like(P const& primals, T const& tangents) {
  auto const of = structure_of(primals);
  auto const given = structure_of(tangents);
  if (text const t = directions_differ<jvp_name>(&of, &given); t.size() != 0) raise_error<type_error>(t);
  vec<aval> ps, ts;
  for_each_leaf([&](auto const& l) { ps.push(aval_of(l)); }, primals);
  for_each_leaf([&](auto const& l) { ts.push(aval_of(l)); }, tangents);
  bool floating = false;
  for (aval const& p : ps) floating |= p.floating();
  if (!floating) raise_error<type_error>(text(no_floating_primal));
  if (text const t = wrong_direction<jvp_name>(ps, ts); t.size() != 0) raise_error<type_error>(t);
}

// ---- vjp, linearize ---------------------------------------------------------------------------------------------------------------------
void expect_any_floating(std::string_view name, auto const& args, u32 n_captured) {
  for (u32 i = n_captured; i < args.size(); ++i)
    if (type_of(args[i]).floating()) return;
  raise_error<type_error>(no_floating_argument(name));
}
/// Are these the places of all leaves whose types are floating-point ones?
inline bool are_floating_places(vec<aval> const& types, vec<text> const& places, vec<text> const& given) {
  u32 at = 0;
  bool same = true;
  for (u32 i = 0; i < types.size(); ++i)
    if (types[i].floating()) same = same && at < given.size() && places[i] == given[at].view(), ++at;
  return same && at == given.size();
}
/// Which leaves of a direction are used: those of floating-point ones. An integer has no tangent; in its place there may be any leaf, as a
/// pullback gives one, or, for all integers, a std::tuple<>.
template <class Name, class Of, class T>
vec<bool> used_of_direction(vec<aval> const& types, treedef<Of> const& of, vec<aval> const& given, treedef<T> const& like) {
  bool const without_integers = given.size() < types.size() && are_floating_places(types, paths_in(of), paths_in(like));
  if (!without_integers)
    if (text const t = directions_differ<Name>(&of, &like); t.size() != 0) raise_error<type_error>(t);
  vec<bool> used;
  vec<aval> floating, seen;
  for (aval const& a : types)
    if (a.floating()) floating.push(a);
  for (u32 i = 0; i < given.size(); ++i) {
    used.push(without_integers || types[i].floating());
    if (used[i]) seen.push(given[i]);
  }
  if (text const t = wrong_direction<Name>(floating, seen); t.size() != 0) raise_error<type_error>(t);
  return used;
}
template <class Name, class Of, class T>
void push_directions(vec<aval> const& types, treedef<Of> const& of, vec<value>& args, T const& direction) {
  vec<value> given;
  vec<aval> are;
  for_each_leaf([&](auto const& l) { given.push(l.value), are.push(dynamic_tracer(l).type()); }, direction);
  vec<bool> const used = used_of_direction<Name>(types, of, are, structure_of(direction));
  for (u32 i = 0; i < given.size(); ++i)
    if (used[i]) args.push(given[i]);
}
void refuse_cotangents(auto n) { raise_error<type_error>(wrong_number_of_cotangents(static_cast<u32>(n))); }
/// The (co)tangent of an integer, which JAX gives a dtype of its own, float0: bools of its shape, all false.
template <class X> X zero_without_dtype(context& c, aval const& of) { return X(zeros(c, aval{dtype::boolean, of.shape})); }

// ---- custom rules -----------------------------------------------------------------------------------------------------------------------
inline void expect_like(std::string_view who, aval const& is, aval const& asked) {
  if (is == asked) return;
  text t;
  raise_error<type_error>(t << "[constax] " << who << " is " << is << " where the function has " << asked << "; they must be the same");
}
template <class Y, class R> void expect_structure_like(treedef<Y> const& y, treedef<R> const& r, std::string_view who) {
  if (same_words(y.words(), r.words())) return;
  text t;
  write_structure(t << "[constax] " << who << " is ", r);
  write_structure(t << " where the function has ", y);
  raise_error<type_error>(t << "; they must have one structure");
}
void expect_results_like(auto const& f, auto const& j, u32 first, std::string_view who) {
  if (f.fault) raise_fault(f.fault);
  if (j.fault) raise_fault(j.fault);
  for (u32 i = 0; i < f.outs.size(); ++i) expect_like(who, j.type(j.outs[first + i]), f.type(f.outs[i]));
}
void expect_cotangents_like(auto const& args, u32 n_captured, auto const& j) {
  if (j.fault) raise_fault(j.fault);
  for (u32 i = 0; i < j.outs.size(); ++i)
    if (aval const of = type_of(args[n_captured + i]); of.floating()) expect_like("custom_vjp: bwd's cotangent", j.type(j.outs[i]), of);
}

/// A tracer of any type where values are dynamic: dynamic, whatever kind the leaf was.
struct to_dynamic {
  template <class X> dynamic_tracer operator()(X const& x) const { return dynamic_tracer(x); }
};
/// An input for one row of a leaf.
struct dynamic_row {
  context& c;
  template <int Axis, class L> dynamic_tracer operator()(std::integral_constant<int, Axis>, L const& l) const {
    aval const a = aval_of(l);
    if (Axis == none) return dynamic_tracer(c.input(a));
    aval row{a.type, {}};
    for (int d = 0; d < a.rank(); ++d)
      if (d != counted_axis(Axis, a.rank())) row.shape.push(a.shape[d]);
    return dynamic_tracer(c.input(row));
  }
};
/// A list or a dictionary has as many elements as there are entries.
template <auto P, class X> void expect_entries(X const& x, std::string_view what) {
  if constexpr (entries_of<P>::count != 0 && has_counted_node<X>) {
    auto const each = [&](auto const& part) {
      [&]<std::size_t... K>(std::index_sequence<K...>) {
        (expect_entries<entry<P, K>>(part(std::integral_constant<std::size_t, K>{}), what), ...);
      }
      (each_entry<P>);
    };
    if constexpr (counted_node<X>) {
      if (x.size() != static_cast<std::size_t>(entries_of<P>::count)) {
        text structure;
        write_structure(structure, structure_of(x));
        raise_error<type_error>(not_for_each(what, entries_of<P>::count, structure, static_cast<i64>(x.size())));
      }
      each([&](auto k) -> auto const& { return nth_part(x, k()); });
    } else with_parts(x, [&](auto, auto const&... m) { each([&](auto k) -> auto const& { return std::get<k()>(std::tie(m...)); }); });
  }
}
template <auto Out, auto... In, class F, class... X>
auto record_rows_dynamic(context_ref const& at_hand, in_axes_t<In...> axes, F const& f, X const&... x) {
  (expect_entries<In>(x, "in_axes"), ...);
  vec<mapped_leaf> mapped;
  for_each_axis_of(
      axes,
      [&](auto axis, auto const& l, int argument) {
        aval const a = aval_of(l);
        int const at = counted_axis(axis, a.rank());
        if (axis == none) return;
        if (at < 0 || at >= a.rank()) raise_error<shape_error>(no_such_axis(axis, argument, a));
        mapped.push({a, at, argument});
      },
      x...);
  if (mapped.empty()) raise_fault({fault_code::no_axis_mapped, "vmap"});
  extent const n = mapped[0].type.shape[mapped[0].axis];
  for (mapped_leaf const& l : mapped)
    if (!(l.type.shape[l.axis] == n)) raise_error<shape_error>(rows_differ(mapped));

  recording of_f((*at_hand).root(), "vmap");
  auto const inputs = std::tuple<decltype(tree_map(to_dynamic{}, x))...>{map_axes<In>(dynamic_row{of_f.c}, x)...};
  detail::unpack([&](auto const&... i) { (push_values(of_f.ins, i), ...); }, inputs);
  vec<value> outer; // an input without rows stands for its argument
  for_each_axis_of(axes, [&](auto axis, auto const& l, int) { outer.push(axis == none ? l.value : value{}); }, x...);
  at_run_time<&note_inputs>::call(of_f, outer, 1);
  auto const result = tree_map(
      to_dynamic{}, tree_map(to_tracer{}, detail::unpack([&](auto const&... i) { return call_traced_function(f, i...); }, inputs)));
  using tree = std::remove_const_t<decltype(result)>;
  vec<value> outs, args;
  push_values(outs, result);
  vec<i32> in, out;
  if constexpr (is_silent<says_misfit<out_axes_t<Out>, tree>>()) {
    expect_entries<Out>(result, "out_axes");
    for_each_axis<Out>(
        [&](auto axis, auto const& l) {
          int const rank = l.type().rank() + 1, at = axis == none ? -1 : counted_axis(axis, rank);
          if (axis != none && (at < 0 || at >= rank))
            raise_fault({fault_code::bad_axis, "vmap", "out_axes names an axis of the result", l.type(), {}, axis});
          out.push(at);
        },
        result);
  }
  jaxpr const program = of_f.end(outs, args);
  in.resize(args.size(), -1);
  for_each_axis_of(
      axes,
      [&](auto axis, auto const& l, int) { in.push(axis == none ? -1 : counted_axis(axis, aval_of(l).rank())), args.push(l.value); },
      x...);
  context& c = *at_hand;
  vec<value> const rows = replay(c, constax::vmap(program, in, n, out), args);
  if (c.fault) raise_fault_of(c);
  u32 at = 0;
  return take_tree(structure_of(result), c, rows, at);
}

} // namespace constax::inline CONSTAX_TAG::detail
