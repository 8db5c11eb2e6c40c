// SPDX-License-Identifier: BSL-1.0
#pragma once
// control: branches and loops of dynamic tracers. Their functions are traced as those of static ones are; whether they give what they
// take, and what
// each other give, is asked at run time.
#include <constax/api/control/branches.hpp>
#include <constax/api/control/fori_loop.hpp>
#include <constax/runtime/elementwise.hpp>
#include <constax/runtime/transform.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Of lists: are their lengths the same?
template <class Name, class A> void expect_structure(treedef<A> const& a, treedef<A> const& b) {
  if constexpr (has_counted_node<A>)
    if (text const t = structures_differ<Name>(&a, &b); t.size() != 0) raise_error<type_error>(t);
}
template <class Name, class A, class B> void expect_structure(treedef<A> const&, treedef<B> const&) {} // types tell, and leaves

template <class Name, class... Inner>
requires(holds_dynamic<typename Inner::result>() || ...) struct agreement<Name, Inner...> {
  template <class I> using tree = decltype(tree_map(to_dynamic{}, std::declval<typename I::result const&>()));
  using result = tree<std::tuple_element_t<0, std::tuple<Inner...>>>;

  static treedef<result> structure(Inner const&... inner) {
    return structure_as<result>(std::get<0>(std::tie(inner...)).structure);
  }
  static bool holds(Inner const&... inner) {
    treedef<result> const like = structure(inner...);
    (expect_structure<Name>(like, structure_as<tree<Inner>>(inner.structure)), ...);
    vec<vec<aval>> types;
    (types.push([&] {
      if (inner.program.fault) raise_fault(inner.program.fault);
      vec<aval> of;
      for (atom a : inner.program.outs) of.push(inner.program.type(a));
      return of;
    }()),
     ...);
    auto const path = [&](u32 i) { return paths_in(like)[i]; };
    for (vec<aval> const& of : types)
      if (text const t = leaves_differ<Name>(types[0], of, path); t.size() != 0) raise_error<type_error>(t);
    return (is_silent<says_structures_differ<Name, result, tree<Inner>>>() && ...);
  }
};

template <class P, class T, class F, class... X> auto cond_dynamic(P const& pred, T const& on_true, F const& on_false, X const&... x) {
  dynamic_tracer const p(pred);
  aval const is = p.type();
  if (is.rank() != 0) raise_of<shape_error>(text(scalar_predicate), p);
  context_ref const at_hand = context_in(p, x...);
  dynamic_tracer const truth = is.type == dtype::boolean ? p : p != 0;
  return record_branches<of_cond>(at_hand, branch_index(at_hand, truth.value), std::tuple<F, T>{on_false, on_true}, x...);
}

template <class I, class... F, class... X> auto switch_dynamic(I const& i, std::tuple<F...> const& branches, X const&... x) {
  static_assert(sizeof...(F) > 0, "[constax] switch_: there are no branches");
  dynamic_tracer const k(i);
  if (aval const is = k.type(); is.rank() != 0 || !info(is.type).integer) {
    text t;
    raise_of<type_error>(t << "[constax] switch_: the branch's number is an integer scalar, this one is " << is, k);
  }
  context_ref const at_hand = context_in(k, x...);
  value const index = [&] {
    if (k.value.is_constant()) return known_branch(at_hand, k.value, sizeof...(F));
    value const last = like(k.value, static_cast<double>(sizeof...(F) - 1));
    return bind<convert_element_type_t>({dtype::i32},
                                        bind<clamp_t>({}, k.value, like(k.value, 0.0), last)); // of three the one in the middle
  }();
  return record_branches<of_switch>(at_hand, index, branches, x...);
}

// ---- loops --------------------------------------------------------------------------------------------------------------------------

/// A dynamic tracer in the place of each leaf.
template <class X> auto dynamic_tree(X const& x) { return tree_map(to_dynamic{}, traced_tree(x)); }

template <class Name, class Carry, class Next>
void expect_carried([[maybe_unused]] treedef<Carry> const& given, [[maybe_unused]] treedef<Next> const& next) {
  if constexpr (!std::is_same_v<Name, of_fori>) expect_structure<carry_of<Name>>(given, next);
  else expect_structure<carry_of<Name>>(structure_of_part<1>(given), structure_of_part<1>(next)); // beside the index
}
/// A body gives the carry that it takes: `program` in its first results.
template <class Name, class Carry, class Next> void expect_carry(Carry const& start, treedef<Next> const& next, jaxpr const& program) {
  if (program.fault) raise_fault(program.fault);
  auto const given = structure_of(start);
  expect_carried<Name>(given, next);
  vec<aval> in, out;
  for_each_leaf([&](dynamic_tracer const& l) { in.push(l.type()); }, start);
  for (u32 i = 0, n = count_leaves(next); i < n; ++i) out.push(program.type(program.outs[i]));
  auto const path = [&](u32 i) {
    if constexpr (std::is_same_v<Name, of_fori>) return paths_in(structure_of_part<1>(given))[i - 1]; // whose index goes before the carry
    else return paths_in(given)[i];
  };
  if (text const t = leaves_differ<carry_of<Name>>(in, out, path); t.size() != 0) raise_error<type_error>(t);
  static_cast<void>(is_silent<says_structures_differ<carry_of<Name>, Carry, Next>>());
}

template <class C, class B, class Init> auto while_dynamic(C const& go_on, B const& body, Init const& init) {
  auto const start = dynamic_tree(init);
  using carry = std::remove_const_t<decltype(start)>;
  context_ref const at_hand = context_in(start);
  auto const test = trace_inner(*at_hand, of_while::name, go_on, start);
  auto const next = trace_inner(*at_hand, of_while::name, body, start);
  using out = decltype(dynamic_tree(std::declval<typename std::remove_const_t<decltype(next)>::result const&>()));
  if (test.program.fault) raise_fault(test.program.fault);
  bool const one = test.program.outs.size() == 1;
  aval const is = one ? test.program.type(test.program.outs[0]) : aval{};
  if (!one || is.type != dtype::boolean || is.rank() != 0) {
    text t("[constax] while_loop: the condition returns ");
    if (!one) t << "a tree of " << leaves_of(test.program.outs.size());
    else t << is;
    raise_error<type_error>(t << ", it must return a scalar bool; return a comparison, x > 0 say, or reduce it with cx::all or cx::any");
  }
  expect_carry<of_while>(start, structure_as<out>(next.structure), next.program);
  return loop_while<carry>(*at_hand, test, next, start);
}

/// f of the carry, and, Sliced, of slices of the leaves of xs. p.length: trips.
template <class Name, bool Sliced, class F, class Carry, class Xs>
auto record_scan_dynamic(context_ref const& at_hand, F const& f, Carry const& start, Xs const& xs, scan_t::params p) {
  recording of_f((*at_hand).root(), Name::name);
  auto const input = [&](aval a, int first_axis) {
    aval row{a.type, {}};
    for (int d = first_axis; d < a.rank(); ++d) row.shape.push(a.shape[d]);
    return dynamic_tracer(of_f.c.input(row));
  };
  auto const carry = tree_map([&](dynamic_tracer const& l) { return input(l.type(), 0); }, start);
  auto const slice = tree_map([&](dynamic_tracer const& l) { return input(l.type(), 1); }, xs);
  push_values(of_f.ins, carry), push_values(of_f.ins, slice);
  at_run_time<&note_inputs>::call(of_f, {}, 0);
  auto const both = [&] {
    if constexpr (Sliced) return call_traced_function(f, carry, slice);
    else return call_traced_function(f, carry);
  }();
  using returned = std::remove_const_t<decltype(both)>;
  if constexpr (!is_silent<says_no_pair<returned>>()) return std::pair{start, start};
  else {
    auto const next = dynamic_tree(std::get<0>(both));
    auto const ys = dynamic_tree(std::get<1>(both));
    vec<value> outs, captured;
    push_values(outs, next), push_values(outs, ys);
    jaxpr program = of_f.end(outs, captured);
    auto const carried = structure_of(start);
    expect_carry<Name>(start, structure_of(next), program);
    p.num_consts = static_cast<i32>(captured.size()), p.num_carry = static_cast<i32>(count_leaves(carried));
    vec<value> ops = captured;
    ops.append(values_in(start, xs));
    context& c = *at_hand;
    vec<value> const results = scan_t::record(c, ops, static_cast<jaxpr&&>(program), p);
    if (c.fault) raise_fault_of(c);
    u32 at = 0;
    Carry const last = take_tree(carried, c, results, at);
    return std::pair{last, take_tree(structure_of(ys), c, results, at)};
  }
}

template <class F, class Init, class Xs> auto scan_dynamic(F const& f, Init const& init, Xs const& xs, scan_t::params p) {
  auto const start = dynamic_tree(init);
  if constexpr (requires { []<auto N>(length_t<N>){}(xs); }) {
    p.length = scanned_length<Xs>::of;
    return record_scan_dynamic<of_scan, false>(context_in(start), f, start, std::tuple<>{}, p);
  } else {
    auto const scanned = dynamic_tree(xs);
    bool first = true;
    for_each_leaf(
        [&](dynamic_tracer const& l) {
          aval const a = l.type();
          text t;
          if (a.rank() == 0)
            raise_error<shape_error>(
                t << "[constax] scan: what is scanned has a first axis; a number is the same for all trips: capture it");
          if (first) p.length = a.shape[0], first = false;
          else if (!(p.length == a.shape[0]))
            raise_of<shape_error>(t << "[constax] scan: what is scanned has first axes of different lengths, " << p.length << " and "
                                    << a.shape[0] << "; cut the longer one, x[cx::slice(0, n)]",
                                  l);
        },
        scanned);
    if (first)
      raise_error<shape_error>("[constax] scan: what is scanned has no leaves, whose first axis would be the number of trips; say it with "
                               "cx::length<n>");
    return record_scan_dynamic<of_scan, true>(context_in(start, scanned), f, start, scanned, p);
  }
}

template <class Lo, class Hi, class B, class Init>
auto fori_dynamic(Lo const& lo, Hi const& hi, B const& body, Init const& init, scan_t::params p) {
  auto const start = dynamic_tree(init);
  constexpr bool traced_bounds = traced_value<Lo> || traced_value<Hi>;
  static_assert((traced_value<Lo> || integer_number<Lo>)&&(traced_value<Hi> || integer_number<Hi>),
                "[constax] fori_loop: the bounds are integers or traced integer scalars");
  if constexpr (traced_bounds) {
    auto const bound = [&](auto const& x) {
      if constexpr (traced_value<decltype(x)>) return dynamic_tracer(x);
      else {
        dynamic_tracer const other = [&] {
          if constexpr (traced_value<Lo>) return dynamic_tracer(lo);
          else return dynamic_tracer(hi);
        }();
        return dynamic_in(x, other.type().type);
      }
    };
    dynamic_tracer const first = bound(lo), last = bound(hi);
    for (dynamic_tracer const& b : {first, last})
      if (aval const a = b.type(); a.rank() != 0 || !info(a.type).integer) {
        text t;
        raise_error<type_error>(t << "[constax] fori_loop: the bounds are integers or traced integer scalars, this one is " << a);
      }
    auto const go_on = [&](auto const& s) { return std::get<0>(s) < last; };
    auto const step = [&](auto const& s) { return std::tuple{std::get<0>(s) + 1, body(std::get<0>(s), std::get<1>(s))}; };
    return std::get<1>(while_dynamic(go_on, step, std::tuple{first, start}));
  } else {
    p.length = trips(lo, hi);
    auto const step = [&](auto const& s) {
      auto const& [i, x] = s;
      return std::pair{std::tuple{i + 1, body(i, x)}, std::tuple<>{}};
    };
    dynamic_tracer const first(first_index<Hi>(lo));
    return std::get<1>(record_scan_dynamic<of_fori, false>(context_in(start), step, std::tuple{first, start}, std::tuple<>{}, p).first);
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
