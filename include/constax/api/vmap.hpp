// SPDX-License-Identifier: BSL-1.0
#pragma once
// vmap : (a... -> b) -> ([n] a... -> [n] b)        the function over rows
#include <constax/api/inner.hpp>
#include <constax/api/prefix.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// f(axis, leaf, argument) of all leaves of all arguments, each with a prefix of its own.
template <auto... P, class F, class... X>
constexpr void for_each_axis_of(in_axes_t<P...>, F const& f, X const&... x) {
  int argument = 0;
  ((for_each_axis<P>([&](auto axis, auto const& l) { f(axis, l, argument); }, x), ++argument), ...);
}
/// The prefix of a result.
template <auto... P>
constexpr auto prefix_of_result(out_axes_t<P...> all) {
  if constexpr (sizeof...(P) == 1) return (P, ...);
  else return all;
}

constexpr int counted_axis(int axis, int rank) { return axis < 0 ? axis + rank : axis; }

constexpr text no_such_axis(int axis, int argument, aval const& of) {
  text t;
  return t << "[constax] vmap: in_axes names axis " << axis << " of argument " << argument << ", which is " << of
           << "; use cx::none for an argument without rows";
}
template <class Axes, class... X>
struct says_no_axis;
template <auto... P, class... X>
struct says_no_axis<in_axes_t<P...>, X...> {
  constexpr text operator()() const {
    text t;
    for_each_axis_of(in_axes<P...>, [&](auto axis, auto const& l, int argument) {
      using L = std::remove_cvref_t<decltype(l)>;
      int const at = counted_axis(axis, L::rank());
      if (axis != none && t.size() == 0 && (at < 0 || at >= L::rank())) t << no_such_axis(axis, argument, L::aval);
    }, X{}...);
    return t;
  }
};
template <class Axes, class... X>
struct says_misfit;
template <template <auto...> class List, auto... P, class... X>
struct says_misfit<List<P...>, X...> {
  constexpr text operator()() const {
    text t;
    (write_misfit<P, X>(t, std::is_same_v<List<0>, in_axes_t<0>> ? "in_axes" : "out_axes"), ...);
    return t;
  }
};
template <int Axes, int Arguments>
struct says_axes_count {
  constexpr text operator()() const {
    text t;
    if (Axes != 1 && Axes != Arguments)
      t << "[constax] vmap: in_axes has " << Axes << " entries, the function is called with " << Arguments << " arguments";
    return t;
  }
};
template <class... X>
struct says_nothing_mapped {
  constexpr text operator()() const { return sentence({fault_code::no_axis_mapped, "vmap"}); }
};
/// The type of one row of X.
template <class X, int Axis>
constexpr auto row_type() {
  if constexpr (Axis == none) return X{};
  else {
    constexpr aval a = [] {
      aval r{X::aval.type, {}};
      for (int d = 0; d < X::rank(); ++d)
        if (d != counted_axis(Axis, X::rank())) r.shape.push(X::aval.shape[d]);
      return r;
    }();
    return tracer_t<a>{};
  }
}
template <class X, extent N, int Axis>
constexpr auto rows_type() {
  if constexpr (Axis == none) return X{};
  else {
    constexpr aval a = [] {
      aval r{X::aval.type, {}};
      int const at = counted_axis(Axis, X::rank() + 1);
      for (int d = 0, from = 0; d <= X::rank(); ++d) r.shape.push(d == at ? N : X::aval.shape[from++]);
      return r;
    }();
    return tracer_t<a>{};
  }
}

template <extent N>
struct to_rows {
  template <int Axis, class X>
  constexpr auto operator()(std::integral_constant<int, Axis>, X const&) const {
    return rows_type<X, N, Axis>();
  }
};
struct to_row {
  template <int Axis, class X>
  constexpr auto operator()(std::integral_constant<int, Axis>, X const&) const {
    return row_type<X, Axis>();
  }
};

/// The number of rows: of the first mapped leaf.
template <auto... P, class... X>
constexpr extent row_count(in_axes_t<P...> axes, X const&... x) {
  extent n = extent(-1);
  for_each_axis_of(axes, [&](auto axis, auto const& l, int) {
    using L = std::remove_cvref_t<decltype(l)>;
    if (axis != none && n == extent(-1)) n = L::aval.shape[counted_axis(axis, L::aval.rank())];
  }, x...);
  return n;
}
template <auto... P, class... X>
constexpr bool rows_agree(in_axes_t<P...> axes, X const&... x) {
  extent const n = row_count(axes, x...);
  bool agree = true;
  for_each_axis_of(axes, [&](auto axis, auto const& l, int) {
    using L = std::remove_cvref_t<decltype(l)>;
    if (axis != none) agree &= L::aval.shape[counted_axis(axis, L::aval.rank())] == n;
  }, x...);
  return agree;
}
// (As variables: in `if constexpr` clang 19 does not take a condition that makes tracers.)
template <class Axes, class... X>
inline constexpr extent rows_of =
    row_count(Axes{}, specs_of<X>{}...); // specs: an array of tracers has a destructor that g++ 12 does not evaluate
template <class Axes, class... X>
inline constexpr bool rows_of_one_length = rows_agree(Axes{}, specs_of<X>{}...);
/// A leaf with rows: its type, the axis of the rows, and the argument that it is of.
struct mapped_leaf {
  aval type;
  int axis, argument;
};
/// The first two whose numbers of rows differ.
constexpr text rows_differ(vec<mapped_leaf> const& leaves) {
  text t("[constax] vmap: the mapped axes have different lengths");
  auto const say = [&](mapped_leaf const& l) {
    t << " axis " << l.axis << " of " << l.type << ", in argument " << l.argument << ", has length " << l.type.shape[l.axis];
  };
  for (mapped_leaf const& l : leaves)
    if (mapped_leaf const& first = leaves[0]; !(l.type.shape[l.axis] == first.type.shape[first.axis])) {
      t << ":", say(first), t << ", and", say(l);
      break;
    }
  return t << "; name the axes of rows in cx::in_axes, or cx::none";
}
template <class Axes, class... X>
struct says_rows_differ {
  constexpr text operator()() const {
    vec<mapped_leaf> leaves;
    for_each_axis_of(Axes{}, [&](auto axis, auto const& l, int argument) {
      constexpr constax::aval a = std::remove_cvref_t<decltype(l)>::aval;
      if (axis != none) leaves.push({a, counted_axis(axis, a.rank()), argument});
    }, X{}...);
    return rows_differ(leaves);
  }
};

/// The same where leaves are dynamic tracers: runtime/transform.hpp.
template <auto Out, auto... In, class F, class... X>
auto record_rows_dynamic(context_ref const& at_hand, in_axes_t<In...>, F const& f, X const&... x);

template <auto Out, auto... In, class F, class... X>
constexpr auto record_rows(context_ref const& at_hand, in_axes_t<In...> axes, F const& f, X const&... x) {
  using Axes = in_axes_t<In...>;
  if constexpr (!is_silent<says_misfit<Axes, X...>>()) return after_error<basic_tracer<double>>();
  else if constexpr ((holds_dynamic<X>() || ...)) return record_rows_dynamic<Out>(at_hand, axes, f, x...);
  else if constexpr (!is_silent<says_no_axis<Axes, X...>>()) return after_error<basic_tracer<double>>();
  else if constexpr (rows_of<Axes, X...> == extent(-1)) {
    expect_silence<says_nothing_mapped<X...>>();
    return after_error<basic_tracer<double>>();
  } else if constexpr (!rows_of_one_length<Axes, X...>) {
    expect_silence<says_rows_differ<Axes, specs_of<X>...>>();
    return after_error<basic_tracer<double>>();
  } else {
    constexpr extent n = rows_of<Axes, X...>;
    auto const inner = trace_inner(*at_hand, "vmap", f, map_axes<In>(to_row{}, x)...);
    using result = typename decltype(inner)::result;
    if constexpr (!is_silent<says_misfit<out_axes_t<Out>, result>>()) return after_error<basic_tracer<double>>();
    else {
      context& c = *at_hand;
      vec<value> args;
      vec<i32> in, out;
      for (u32 i = 0; i < inner.n_captured; ++i) args.push(inner.args[i]), in.push(-1);
      for_each_axis_of(axes, [&](auto axis, auto const& l, int) {
        using L = std::remove_cvref_t<decltype(l)>;
        args.push(l.value), in.push(axis == none ? -1 : counted_axis(axis, L::rank()));
      }, x...);
      for_each_axis<Out>([&]<class Y>(auto axis, Y const&) { out.push(axis == none ? -1 : counted_axis(axis, Y::rank() + 1)); }, result{});
      using rows = decltype(map_axes<Out>(to_rows<n>{}, result{}));
      vec<value> const outs = replay(c, constax::vmap(inner.program, in, n, out), args);
      u32 at = 0;
      return take_tree(treedef<rows>{}, c, outs, at);
    }
  }
}

/// One entry for n arguments.
template <auto P, int... I>
constexpr auto for_all_arguments(std::integer_sequence<int, I...>) {
  return in_axes<((void)I, P)...>;
}

} // namespace detail

template <class F, class In, class Out>
struct vmap_of;
template <class F, auto... In, auto... Out>
struct vmap_of<F, in_axes_t<In...>, out_axes_t<Out...>> : transformed<vmap_of<F, in_axes_t<In...>, out_axes_t<Out...>>, F> {
  template <class G>
  using over = vmap_of<G, in_axes_t<In...>, out_axes_t<Out...>>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    context_ref const at_hand = detail::context_in(x..., constax::captured(f));
    constexpr int n = sizeof...(X);
    constexpr auto out = detail::prefix_of_result(out_axes<Out...>);
    if constexpr (sizeof...(In) == n) return detail::record_rows<out>(at_hand, in_axes<In...>, f, tree_map(detail::to_tracer{}, x)...);
    else if constexpr (sizeof...(In) == 1)
      return detail::record_rows<out>(at_hand, detail::for_all_arguments<In...>(std::make_integer_sequence<int, n>{}), f,
                                      tree_map(detail::to_tracer{}, x)...);
    else {
      expect_silence<detail::says_axes_count<sizeof...(In), n>>();
      return after_error<basic_tracer<double>>();
    }
  }
};

/// cx::vmap(f, cx::in_axes<0, cx::none>, cx::out_axes<0>): f over rows; by default all arguments and results have theirs along axis 0.
/// (Axes of parts of trees: prefix.hpp.)
template <class F, auto... In, auto... Out>
constexpr auto vmap(F f, in_axes_t<In...>, out_axes_t<Out...>) {
  return vmap_of<F, in_axes_t<In...>, out_axes_t<Out...>>{{f}};
}
template <class F, auto... In>
constexpr auto vmap(F f, in_axes_t<In...> in) {
  return vmap(f, in, out_axes<0>);
}
template <class F, auto... Out>
constexpr auto vmap(F f, out_axes_t<Out...> out) {
  return vmap(f, in_axes<0>, out);
}
template <function_like F>
constexpr auto vmap(F f) {
  return vmap(f, in_axes<0>, out_axes<0>);
}

} // namespace constax::inline CONSTAX_TAG
