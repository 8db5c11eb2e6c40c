// SPDX-License-Identifier: BSL-1.0
#pragma once
// jacfwd, jacrev : (a -> b) -> (a -> b x a)        all directions at once: vmap of jvp over the basis of a, of the pullback over that of b
// hessian = jacfwd of jacrev
#include <constax/api/has_aux.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The number of elements of an a as an extent: static, or a vector of symbolic length.
constexpr extent element_count(aval const& a) {
  if (a.shape.is_static()) return extent(a.shape.size());
  return a.rank() == 1 ? a.shape[0] : extent(extent::overflow);
}
/// Has each leaf of Tree a basis?
template <class Name, class Tree>
struct says_no_basis {
  constexpr text operator()() const {
    text t;
    for_each_leaf([&]<class X>(X const&) {
      if constexpr (!is_dynamic<X>) // whose lengths are numbers
        if (t.size() == 0 && element_count(X::aval).overflowed())
          t << "[constax] " << Name::name << ": the number of elements of " << X::aval
            << " is not an affine form; use cx::vmap over its rows";
    }, Tree{});
    return t;
  }
};
constexpr text no_slope(std::string_view name, aval const& of) {
  text t;
  return t << "[constax] " << name << ": the function must return floating-point numbers, it returns a leaf of type " << of
           << "; convert it with cx::astype, or leave it out";
}
template <class Name, class Result>
struct says_integer_result {
  constexpr text operator()() const {
    text t;
    for_each_leaf([&]<class Y>(Y const&) {
      if constexpr (!is_dynamic<Y>)
        if (t.size() == 0 && !Y::aval.floating()) t << no_slope(Name::name, Y::aval);
    }, Result{});
    return t;
  }
};
/// Of dynamic results, at run time: runtime/transform.hpp.
template <class J> void expect_floating_results(std::string_view name, J const& traced, u32 n_out);

/// The basis of the space of an a as rows: [size of a, shape of a], one 1 a row.
constexpr value basis_of(context& c, aval const& a) {
  extent const n = element_count(a);
  if (a.rank() == 0) return broadcast_in_dim(c.constant(a.type, 1.0), shape{extent(1)}, {});
  shape const square{n, n};
  auto const counter = [&](int along) { return bind(c, descriptor<iota_t>, {}, encode(iota_t::params{along, dtype::i64, square})); };
  value const rows = counter(0), columns = counter(1);
  value const eye = bind<convert_element_type_t>({a.type}, bind<eq_t>({}, rows, columns));
  if (a.rank() == 1) return eye;
  shape full{n};
  for (int d = 0; d < a.rank(); ++d) full.push(a.shape[d]);
  return bind<reshape_t>({full}, eye);
}

/// One block of a Jacobian: [shape of y, shape of x], of y's dtype in both modes. (In JAX blocks of jacrev have x's, as cotangents do.)
constexpr aval block_of(aval const& y, aval const& x) {
  aval r = y;
  for (int d = 0; d < x.rank(); ++d) r.shape.push(x.shape[d]);
  return r;
}
template <class Y, class X>
constexpr auto block_type() {
  if constexpr (is_dynamic<Y>) return Y{};
  else if constexpr (is_dynamic<X>) return X{};
  else {
    constexpr aval a = block_of(Y::aval, X::aval);
    return tracer_t<a>{};
  }
}
/// For each leaf of Y the tree of X of blocks.
template <class X>
struct blocks_over {
  X x;
  template <class Y>
  constexpr auto operator()(Y const&) const {
    return tree_map([]<class L>(L const&) { return block_type<Y, L>(); }, x);
  }
};
template <class Y, class X>
using blocks = decltype(tree_map(std::declval<blocks_over<X>>(), std::declval<Y const&>()));
template <class Y, class X>
constexpr treedef<blocks<Y, X>> structure_of_blocks([[maybe_unused]] treedef<Y> const& y, [[maybe_unused]] treedef<X> const& x) {
  if constexpr (has_counted_node<blocks<Y, X>>) return structure_of(tree_map(blocks_over<X>{empty_tree(x)}, empty_tree(y)));
  else return {};
}

/// Of a jvp's results, n_all values and then tangents: the first n_out tangents.
constexpr vec<atom> tangents_alone(range<atom> outs, u32 n_all, u32 n_out) {
  vec<atom> tangents;
  for (u32 k = 0; k < n_out && n_all + k < outs.size(); ++k) tangents.push(outs[n_all + k]);
  return tangents;
}
/// Rows of a map applied to a basis, moved to their place: [n, y...] -> [y..., x...], or [n, x...] -> [y..., x...]; of the block's dtype.
constexpr value place_rows(value rows, aval const& y, aval const& x, bool rows_are_x) {
  if (rows_are_x && y.rank() > 0) rows = move_axis(rows, 0, y.rank());
  rows = convert_element_type(rows, y.type);
  shape const to = block_of(y, x).shape;
  return type_of(rows).shape == to ? rows : bind<reshape_t>({to}, rows);
}

struct jacfwd_name {
  static constexpr std::string_view name = "jacfwd";
};
struct jacrev_name {
  static constexpr std::string_view name = "jacrev";
};

/// The types of f's first results.
constexpr vec<aval> result_types(jaxpr const& f, u32 n) {
  vec<aval> all;
  for (u32 k = 0; k < n; ++k) all.push(f.type(f.outs[k]));
  return all;
}
/// The blocks of f's first n_out results in the inputs asked for: by result, then by input.
template <class Asked>
constexpr vec<value> blocks_forwards(context& c, jaxpr const& f, u32 n_out, vec<value> const& of_f, Asked const& asked) {
  vec<aval> const ys = result_types(f, n_out);
  u32 const n_in = asked.inputs.size(), n_all = f.outs.size();
  vec<value> block(n_out * n_in);
  for (u32 which = 0; which < n_in; ++which) {
    aval const x = type_of(of_f[asked.inputs[which]]);
    vec<bool> active(of_f.size(), false);
    active[asked.inputs[which]] = true;
    jaxpr forward = constax::jvp(f, active);
    if (n_all != n_out && !forward.fault) {
      forward.outs = tangents_alone(forward.outs, n_all, n_out);
      forward = dce(static_cast<jaxpr&&>(forward));
    }
    vec<value> args = of_f;
    args.push(basis_of(c, x));
    vec<i32> in(of_f.size(), -1), out(forward.outs.size(), 0);
    in.push(0);
    vec<value> const outs = replay(c, constax::vmap(forward, in, element_count(x), out), args);
    u32 const first = n_all == n_out ? n_out : 0;
    for (u32 k = 0; k < n_out && !c.fault; ++k) block[k * n_in + which] = place_rows(outs[first + k], ys[k], x, true);
  }
  return block;
}
template <class Asked>
constexpr vec<value> blocks_backwards(context& c, jaxpr const& f, u32 n_out, vec<value> const& of_f, Asked const& asked) {
  vec<aval> const ys = result_types(f, n_out);
  u32 const n_in = asked.inputs.size();
  linearized const l = constax::linearize(f, asked.active);
  vec<value> const outs = replay(c, l.primal, of_f);
  vec<value> residuals, block(n_out * n_in);
  for (u32 i = f.outs.size(); i < outs.size(); ++i) residuals.push(outs[i]);
  for (u32 k = 0; k < n_out && !c.fault; ++k) {
    // From this result alone: cotangents of the others are zero, and zeros that were multiplied would be nan beside an infinite derivative.
    jaxpr const back = pullback(l, {&l.linear.outs[k], 1});
    vec<value> args = residuals;
    args.push(basis_of(c, ys[k]));
    vec<i32> in(residuals.size(), -1), out(back.outs.size(), 0);
    in.push(0);
    vec<value> const rows = replay(c, constax::vmap(back, in, element_count(ys[k]), out), args);
    for (u32 which = 0; which < n_in && !c.fault; ++which)
      block[k * n_in + which] = place_rows(rows[asked.nth[which]], ys[k], type_of(of_f[asked.inputs[which]]), false);
  }
  return block;
}

/// Name: jacfwd_name or jacrev_name.
template <class Name, class Places, class F, class... Args>
constexpr auto record_jacobian(context_ref const& at_hand, F const& f, Args const&... x) {
  constexpr bool forwards = std::is_same_v<Name, jacfwd_name>;
  using X = asked_tree<Places, Args...>;
  auto const inner = trace_primal(*at_hand, Name::name, f, x...);
  using whole = typename decltype(inner)::result;
  using result = differentiated<F, whole>;
  using says_no_rows = says_no_basis<Name, std::conditional_t<forwards, X, result>>; // of the basis that all rows are
  if constexpr (!is_silent<says_no_aux<Name, F, whole>>() || !is_silent<says_integer_result<Name, result>>() || !is_silent<says_no_rows>())
    return tree_after_error<blocks<result, X>>();
  else {
    auto const of_result = structure_of_differentiated<F>(inner.structure);
    u32 const n_out = count_leaves(of_result);
    if constexpr (holds_dynamic<result>()) expect_floating_results(Name::name, inner.program, n_out);
    asked_of<Places, Args...> const asked(inner.n_captured, structure_of(x)...);
    context& c = *at_hand;
    vec<value> block;
    if constexpr (forwards) block = blocks_forwards(c, inner.program, n_out, inner.args, asked);
    else block = blocks_backwards(c, inner.program, n_out, inner.args, asked);
    u32 first = 0;
    auto const jacobian = take_tree(structure_of_blocks(of_result, asked.structure(structure_of(x)...)), c, block, first);
    if constexpr (!has_aux_of<F>) return jacobian;
    else {
      jaxpr beside = inner.program;
      vec<atom> rest;
      for (u32 k = n_out; k < beside.outs.size(); ++k) rest.push(beside.outs[k]);
      beside.outs = rest;
      vec<value> const outs = replay(c, dce(static_cast<jaxpr&&>(beside)), inner.args);
      u32 at = 0;
      return std::pair{jacobian, take_tree(structure_of_part<1>(inner.structure), c, outs, at)};
    }
  }
}
/// What both are, from arguments as they come in a trace.
template <class Name, int... Places, class F, class... X>
constexpr auto trace_jacobian(argnums_t<Places...>, F const& f, X const&... x) {
  if constexpr ((holds_dynamic<tree_of_tracers<X>>() || ...)) expect_tangents<Name, Places...>(tree_map(to_tracer{}, x)...);
  if constexpr (!asked_of<argnums_t<Places...>, tree_of_tracers<X>...>::template expected<Name>())
    return after_error<basic_tracer<double>>();
  else return record_jacobian<Name, argnums_t<Places...>>(context_in(x..., captured(f)), f, tree_map(to_tracer{}, x)...);
}

} // namespace detail

template <class F, int... Places>
struct jacfwd_of : transformed<jacfwd_of<F, Places...>, F> {
  static constexpr bool calls_as_called = true;
  template <class G>
  using over = jacfwd_of<G, Places...>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    return detail::trace_jacobian<detail::jacfwd_name>(argnums<Places...>, f, x...);
  }
};
template <class F, int... Places>
struct jacrev_of : transformed<jacrev_of<F, Places...>, F> {
  static constexpr bool calls_as_called = true;
  template <class G>
  using over = jacrev_of<G, Places...>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    return detail::trace_jacobian<detail::jacrev_name>(argnums<Places...>, f, x...);
  }
};

/// cx::jacfwd(f)(x, ...): the Jacobian in the first argument, one forward pass per element of x: [shape of f(x), shape of x], of the
/// dtype of f(x).
/// cx::jacfwd(f, cx::argnums<0, 1>): a tuple of Jacobians, in the place of each leaf of f's result.
template <class F, int... Places>
constexpr auto jacfwd(F f, argnums_t<Places...>) {
  return jacfwd_of<F, Places...>{{f}};
}
template <function_like F>
constexpr auto jacfwd(F f) {
  return jacfwd(f, argnums<0>);
}
template <class F, int... Places>
constexpr auto jacfwd(F f, argnums_t<Places...> places, has_aux_t) {
  return jacfwd(with_aux<F>{{f}}, places);
}
template <class F>
constexpr auto jacfwd(F f, has_aux_t) {
  return jacfwd(f, argnums<0>, has_aux);
}
/// cx::jacrev(f)(x, ...): the same, one backward pass per element of the result.
template <class F, int... Places>
constexpr auto jacrev(F f, argnums_t<Places...>) {
  return jacrev_of<F, Places...>{{f}};
}
template <function_like F>
constexpr auto jacrev(F f) {
  return jacrev(f, argnums<0>);
}
template <class F, int... Places>
constexpr auto jacrev(F f, argnums_t<Places...> places, has_aux_t) {
  return jacrev(with_aux<F>{{f}}, places);
}
template <class F>
constexpr auto jacrev(F f, has_aux_t) {
  return jacrev(f, argnums<0>, has_aux);
}
/// cx::hessian(f)(x, ...): forward over reverse: [shape of f(x), shape of x, shape of x]. cx::hessian(f, cx::argnums<0, 1>): a tuple of
/// tuples, by the argument of the first derivative, then by that of the second.
template <class F, int... Places>
constexpr auto hessian(F f, argnums_t<Places...> places) {
  return jacfwd(jacrev(f, places), places);
}
template <function_like F>
constexpr auto hessian(F f) {
  return hessian(f, argnums<0>);
}
template <class F, int... Places>
constexpr auto hessian(F f, argnums_t<Places...> places, has_aux_t) {
  return jacfwd(jacrev(f, places, has_aux), places, has_aux);
}
template <class F>
constexpr auto hessian(F f, has_aux_t) {
  return hessian(f, argnums<0>, has_aux);
}

} // namespace constax::inline CONSTAX_TAG
