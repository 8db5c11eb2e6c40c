// SPDX-License-Identifier: BSL-1.0
#pragma once
// transform: what grad, jvp and vmap ask of dynamic tracers at run time, and the compiler of static ones. The transformations are the same.
#include <constax/api/grad.hpp>
#include <constax/api/jvp.hpp>
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
template <class P, class T> void expect_tangents_like(P const& primals, T const& tangents) {
  vec<aval> ps, ts;
  for_each_leaf([&](auto const& l) { ps.push(aval_of(l)); }, primals);
  for_each_leaf([&](auto const& l) { ts.push(aval_of(l)); }, tangents);
  if (text const t = wrong_tangent(ps, ts); t.size() != 0) raise_error<type_error>(t);
}

/// A tracer of any type where values are dynamic: dynamic, whatever kind the leaf was.
struct to_dynamic {
  template <class X> dynamic_tracer operator()(X const& x) const { return dynamic_tracer(x); }
};
template <int Out, int... Axes, class F, class... X>
auto record_rows_dynamic(context_ref const& at_hand, std::integer_sequence<int, Axes...>, F const& f, X const&... x) {
  vec<mapped_leaf> mapped;
  int argument = 0;
  (
      [&] {
        for_each_leaf(
            [&](auto const& l) {
              aval const a = aval_of(l);
              int const at = counted_axis(Axes, a.rank());
              if (Axes == none) return;
              if (at < 0 || at >= a.rank()) raise_error<shape_error>(no_such_axis(Axes, argument, a));
              mapped.push({a, at, argument});
            },
            x);
        ++argument;
      }(),
      ...);
  if (mapped.empty()) raise_fault({fault_code::no_axis_mapped, "vmap"});
  extent const n = mapped[0].type.shape[mapped[0].axis];
  for (mapped_leaf const& l : mapped)
    if (!(l.type.shape[l.axis] == n)) raise_error<shape_error>(rows_differ(mapped));

  recording of_f((*at_hand).root(), "vmap");
  auto const input = [&]<int Axis>(std::integral_constant<int, Axis>, auto const& tree) {
    return tree_map(
        [&](auto const& l) {
          aval a = aval_of(l);
          if (Axis == none) return dynamic_tracer(of_f.c.input(a));
          aval row{a.type, {}};
          for (int d = 0; d < a.rank(); ++d)
            if (d != counted_axis(Axis, a.rank())) row.shape.push(a.shape[d]);
          return dynamic_tracer(of_f.c.input(row));
        },
        tree);
  };
  auto const inputs = std::tuple<decltype(tree_map(to_dynamic{}, x))...>{input(std::integral_constant<int, Axes>{}, x)...};
  detail::unpack([&](auto const&... i) { (push_values(of_f.ins, i), ...); }, inputs);
  auto const result = tree_map(
      to_dynamic{}, tree_map(to_tracer{}, detail::unpack([&](auto const&... i) { return call_traced_function(f, i...); }, inputs)));
  vec<value> outs, args;
  push_values(outs, result);
  vec<i32> in, out;
  for_each_leaf(
      [&](auto const& l) {
        int const rank = l.type().rank() + 1, at = Out == none ? -1 : counted_axis(Out, rank);
        if (Out != none && (at < 0 || at >= rank)) raise_fault({fault_code::bad_axis, "vmap", "out_axes", l.type(), {}, Out});
        out.push(at);
      },
      result);
  jaxpr const program = of_f.end(outs, args);
  in.resize(args.size(), -1);
  (
      [&] {
        for_each_leaf([&](auto const& l) { in.push(Axes == none ? -1 : counted_axis(Axes, aval_of(l).rank())), args.push(l.value); }, x);
      }(),
      ...);
  context& c = *at_hand;
  vec<value> const rows = replay(c, constax::vmap(program, in, n, out), args);
  if (c.fault) raise_fault_of(c);
  u32 at = 0;
  return take_tree<std::remove_const_t<decltype(result)>>(c, rows, at);
}

} // namespace constax::inline CONSTAX_TAG::detail
