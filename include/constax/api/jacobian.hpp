// SPDX-License-Identifier: BSL-1.0
#pragma once
// jacfwd, jacrev : (a -> b) -> (a -> b x a)        all directions at once: vmap of jvp over the basis of a, of the pullback over that of b
// hessian = jacfwd of jacrev
#include <constax/api/grad.hpp>
#include <constax/api/jvp.hpp>
#include <constax/api/vjp.hpp>
#include <constax/api/vmap.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The number of elements of X as an extent: static, or a vector of symbolic length.
template <class X>
constexpr extent element_count() {
  if (X::aval.shape.is_static()) return extent(X::aval.shape.size());
  return X::rank() == 1 ? X::aval.shape[0] : extent(extent::overflow);
}
template <class X>
struct says_no_basis {
  constexpr text operator()() const {
    text t;
    if (element_count<X>().overflowed()) t << "[constax] jacobian: the number of elements of " << X::aval << " is not an affine form; use cx::vmap over its rows";
    return t;
  }
};

template <class Name, class Y>
struct says_integer_result {
  constexpr text operator()() const {
    text t;
    if (!Y::aval.floating())
      t << "[constax] " << Name::name << ": the function must return floating-point numbers, it returns a leaf of type " << Y::aval
        << "; convert it with cx::astype, or leave it out";
    return t;
  }
};

template <class Name, class Result>
constexpr void expect_floating_results(context& c) {
  for_each_leaf([&]<class Y>(Y const&) {
    expect_silence<says_integer_result<Name, Y>>();
    if (!Y::aval.floating()) c.fail({fault_code::said});
  }, Result{});
}

/// The basis of X's space as rows: [size of X, shape of X], one 1 a row.
template <class X>
constexpr value basis_of(context& c) {
  constexpr extent n = element_count<X>();
  dtype const t = X::aval.type;
  if (X::rank() == 0) return broadcast_in_dim(c.constant(t, 1.0), shape{extent(1)}, {});
  shape const square{n, n};
  auto const counter = [&](int along) { return bind(c, descriptor<iota_t>, {}, encode(iota_t::params{along, dtype::i64, square})); };
  value const rows = counter(0), columns = counter(1);
  value const eye = bind<convert_element_type_t>({t}, bind<eq_t>({}, rows, columns));
  if (X::rank() == 1) return eye;
  shape full{n};
  for (int d = 0; d < X::rank(); ++d) full.push(X::aval.shape[d]);
  return bind<reshape_t>({full}, eye);
}

/// One block of a Jacobian: [shape of Y, shape of X].
template <class Y, class X>
constexpr auto block_type() {
  constexpr aval a = [] {
    aval r = Y::aval;
    for (int d = 0; d < X::rank(); ++d) r.shape.push(X::aval.shape[d]);
    return r;
  }();
  return tracer_t<a>{};
}
/// For each leaf of Y the tree of X of blocks.
template <class X>
struct blocks_over {
  template <class Y>
  constexpr auto operator()(Y const&) const {
    return tree_map([]<class L>(L const&) { return block_type<Y, L>(); }, X{});
  }
};
template <class Y, class X>
using blocks = decltype(tree_map(blocks_over<X>{}, std::declval<Y const&>()));

/// Rows of a map applied to a basis, moved to their place: [n, y...] -> [y..., x...], or [n, x...] -> [y..., x...].
template <class Y, class X>
constexpr value place_rows(value rows, bool rows_are_x) {
  if (rows_are_x && Y::rank() > 0) rows = move_axis(rows, 0, Y::rank());
  shape const to = decltype(block_type<Y, X>())::aval.shape;
  return type_of(rows).shape == to ? rows : bind<reshape_t>({to}, rows);
}

template <class Name, class F, class X, class... Rest>
constexpr auto record_jacfwd(context_ref const& at_hand, F const& f, X const& x, Rest const&... rest) {
  auto const inner = trace_inner(*at_hand, Name::name, f, x, rest...);
  context& c = *at_hand;
  using result = typename decltype(inner)::result;
  using J = blocks<result, X>;
  expect_floating_results<Name, result>(c);
  constexpr u32 n_out = static_cast<u32>(leaf_count<result>()), n_in = static_cast<u32>(leaf_count<X>());
  vec<value> block(n_out * n_in); // leaf of the result by leaf of x
  u32 which = 0;
  for_each_leaf([&](auto const& l) {
    using L = std::remove_cvref_t<decltype(l)>;
    expect_silence<says_no_basis<L>>();
    vec<bool> active(inner.args.size(), false);
    active[inner.n_captured + which] = true;
    jaxpr const forward = constax::jvp(inner.program, active);
    vec<value> args = inner.args;
    args.push(basis_of<L>(c));
    vec<i32> in(inner.args.size(), -1), out;
    in.push(0);
    for (u32 i = 0; i < forward.outs.size(); ++i) out.push(0);
    vec<value> const outs = replay(c, constax::vmap(forward, in, element_count<L>(), out), args);
    u32 leaf_at = 0, at = n_out;
    for_each_leaf([&](auto const& y) {
      using Y = std::remove_cvref_t<decltype(y)>;
      if (!c.fault) block[leaf_at * n_in + which] = place_rows<Y, L>(outs[at++], true);
      ++leaf_at;
    }, result{});
    ++which;
  }, x);
  u32 at = 0;
  return take_tree<J>(c, block, at);
}

template <class Name, class F, class X, class... Rest>
constexpr auto record_jacrev(context_ref const& at_hand, F const& f, X const& x, Rest const&... rest) {
  auto const inner = trace_inner(*at_hand, Name::name, f, x, rest...);
  context& c = *at_hand;
  using result = typename decltype(inner)::result;
  using J = blocks<result, X>;
  expect_floating_results<Name, result>(c);
  constexpr u32 n_out = static_cast<u32>(leaf_count<result>()), n_in = static_cast<u32>(leaf_count<X>());
  vec<bool> active(inner.args.size(), false);
  for (u32 i = 0; i < n_in; ++i) active[inner.n_captured + i] = true;
  linearized const l = constax::linearize(inner.program, active);
  vec<value> const outs = replay(c, l.primal, inner.args);
  vec<value> residuals;
  for (u32 i = n_out; i < outs.size(); ++i) residuals.push(outs[i]);
  jaxpr const back = pullback(l);
  vec<value> block(n_out * n_in);
  u32 leaf_at = 0, ct_at = 0;
  for_each_leaf([&](auto const& y) {
    using Y = std::remove_cvref_t<decltype(y)>;
    expect_silence<says_no_basis<Y>>();
    u32 const own = leaf_at++;
    if (c.fault) return;
    // Cotangents of the other leaves are zero, the same for all rows.
    vec<value> args = residuals;
    vec<i32> in(residuals.size(), -1), out;
    u32 k = 0;
    for_each_leaf([&](auto const& z) {
      using Z = std::remove_cvref_t<decltype(z)>;
      if (!Z::aval.floating()) return;
      args.push(k == ct_at ? basis_of<Y>(c) : materialised(c, c.zero(Z::aval)));
      in.push(k == ct_at ? 0 : -1);
      ++k;
    }, result{});
    ++ct_at;
    for (u32 i = 0; i < back.outs.size(); ++i) out.push(0);
    vec<value> const rows = replay(c, constax::vmap(back, in, element_count<Y>(), out), args);
    u32 which = 0;
    for_each_leaf([&](auto const& leaf_of_x) {
      using L = std::remove_cvref_t<decltype(leaf_of_x)>;
      if (!c.fault) block[own * n_in + which] = place_rows<Y, L>(rows[which], false);
      ++which;
    }, x);
  }, result{});
  u32 at = 0;
  return take_tree<J>(c, block, at);
}

struct jacfwd_name {
  static constexpr std::string_view name = "jacfwd";
  static constexpr bool first_argument_only = true; // no argnums
};
struct jacrev_name {
  static constexpr std::string_view name = "jacrev";
  static constexpr bool first_argument_only = true;
};

} // namespace detail

template <class F>
struct jacfwd_of : transformed<jacfwd_of<F>, F> {
  template <class G>
  using over = jacfwd_of<G>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    if constexpr (!detail::expect_floating_leaves<detail::says_no_tangent<detail::jacfwd_name, 0, detail::tree_of_tracers<std::tuple_element_t<0, std::tuple<X...>>>>>())
      return after_error<basic_tracer<double>>();
    else return detail::record_jacfwd<detail::jacfwd_name>(detail::context_in(x..., constax::captured(f)), f,
                                                      tree_map(detail::to_tracer{}, x)...);
  }
};
template <class F>
struct jacrev_of : transformed<jacrev_of<F>, F> {
  template <class G>
  using over = jacrev_of<G>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    if constexpr (!detail::expect_floating_leaves<detail::says_no_tangent<detail::jacrev_name, 0, detail::tree_of_tracers<std::tuple_element_t<0, std::tuple<X...>>>>>())
      return after_error<basic_tracer<double>>();
    else return detail::record_jacrev<detail::jacrev_name>(detail::context_in(x..., constax::captured(f)), f,
                                                      tree_map(detail::to_tracer{}, x)...);
  }
};

/// cx::jacfwd(f)(x, ...): the Jacobian in the first argument, one forward pass per element of x: [shape of f(x), shape of x].
template <class F>
constexpr auto jacfwd(F f) {
  return jacfwd_of<F>{{f}};
}
/// cx::jacrev(f)(x, ...): the same, one backward pass per element of the result.
template <class F>
constexpr auto jacrev(F f) {
  return jacrev_of<F>{{f}};
}
/// cx::hessian(f)(x, ...): forward over reverse: [shape of f(x), shape of x, shape of x].
template <class F>
constexpr auto hessian(F f) {
  return jacfwd(jacrev(f));
}

} // namespace constax::inline CONSTAX_TAG
