// SPDX-License-Identifier: BSL-1.0
#pragma once
// vmap : (a... -> b) -> ([n] a... -> [n] b)        the function over rows
#include <constax/api/inner.hpp>

#include <climits>

namespace constax::inline CONSTAX_TAG {

/// For `cx::in_axes<0, cx::none>`: this argument is the same for all rows.
inline constexpr int none = INT_MIN;

/// The mapped axis of each argument (of all leaves of it); negative ones count from the end. One axis stands for all arguments.
template <int... Axes>
struct in_axes_t {};
template <int... Axes>
inline constexpr in_axes_t<Axes...> in_axes{};
/// Where the rows go in the results; cx::none: the results are the same for all rows, and come once.
template <int Axis>
struct out_axes_t {};
template <int Axis>
inline constexpr out_axes_t<Axis> out_axes{};

namespace detail {

constexpr int counted_axis(int axis, int rank) { return axis < 0 ? axis + rank : axis; }

constexpr text no_such_axis(int axis, int argument, aval const& of) {
  text t;
  return t << "[constax] vmap: in_axes names axis " << axis << " of argument " << argument << ", which is " << of
           << "; use cx::none for an argument without rows";
}
template <class Axes, class... X>
struct says_no_axis;
template <int... Axes, class... X>
struct says_no_axis<std::integer_sequence<int, Axes...>, X...> {
  constexpr text operator()() const {
    text t;
    int place = 0;
    auto const one = [&]<int Axis>(std::integral_constant<int, Axis>, auto const& x) {
      for_each_leaf([&](auto const& l) {
        using L = std::remove_cvref_t<decltype(l)>;
        int const at = counted_axis(Axis, L::rank());
        if (Axis != none && t.size() == 0 && (at < 0 || at >= L::rank())) t << no_such_axis(Axis, place, L::aval);
      }, x);
      ++place;
    };
    (one(std::integral_constant<int, Axes>{}, X{}), ...);
    return t;
  }
};
template <int Axes, int Arguments>
struct says_axes_count {
  constexpr text operator()() const {
    text t;
    if (Axes != 1 && Axes != Arguments) t << "[constax] vmap: in_axes has " << Axes << " entries, the function is called with " << Arguments << " arguments";
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

template <extent N, int Axis>
struct to_rows {
  template <class X>
  constexpr auto operator()(X const&) const {
    return rows_type<X, N, Axis>();
  }
};

/// The number of rows: of the first mapped leaf.
template <int... Axes, class... X>
constexpr extent row_count(std::integer_sequence<int, Axes...>, X const&... x) {
  extent n = extent(-1);
  (for_each_leaf([&](auto const& l) {
    using L = std::remove_cvref_t<decltype(l)>;
    if (Axes != none && n == extent(-1)) n = L::aval.shape[counted_axis(Axes, L::aval.rank())];
  }, x), ...);
  return n;
}
template <int... Axes, class... X>
constexpr bool rows_agree(std::integer_sequence<int, Axes...> axes, X const&... x) {
  extent const n = row_count(axes, x...);
  bool agree = true;
  (for_each_leaf([&](auto const& l) {
    using L = std::remove_cvref_t<decltype(l)>;
    if (Axes != none) agree &= L::aval.shape[counted_axis(Axes, L::aval.rank())] == n;
  }, x), ...);
  return agree;
}
// (As variables: in `if constexpr` clang 19 does not take a condition that makes tracers.)
template <class Axes, class... X>
inline constexpr extent rows_of = row_count(Axes{}, specs_of<X>{}...); // specs: an array of tracers has a destructor that g++ 12 does not evaluate
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
struct says_rows_differ;
template <int... Axes, class... X>
struct says_rows_differ<std::integer_sequence<int, Axes...>, X...> {
  constexpr text operator()() const {
    vec<mapped_leaf> leaves;
    int argument = 0;
    (..., [&](int axis, auto const& x) {
      for_each_leaf([&](auto const& l) {
        constexpr constax::aval a = std::remove_cvref_t<decltype(l)>::aval;
        if (axis != none) leaves.push({a, counted_axis(axis, a.rank()), argument});
      }, x);
      ++argument;
    }(Axes, X{}));
    return rows_differ(leaves);
  }
};

/// The same where leaves are dynamic tracers: runtime/transform.hpp.
template <int Out, int... Axes, class F, class... X>
auto record_rows_dynamic(context_ref const& at_hand, std::integer_sequence<int, Axes...>, F const& f, X const&... x);

template <int Out, int... Axes, class F, class... X>
constexpr auto record_rows(context_ref const& at_hand, std::integer_sequence<int, Axes...> axes, F const& f, X const&... x) {
  if constexpr ((holds_dynamic<X>() || ...)) return record_rows_dynamic<Out>(at_hand, axes, f, x...);
  else if constexpr (!is_silent<says_no_axis<std::integer_sequence<int, Axes...>, X...>>()) return after_error<basic_tracer<double>>();
  else if constexpr (rows_of<std::integer_sequence<int, Axes...>, X...> == extent(-1)) {
    expect_silence<says_nothing_mapped<X...>>();
    return after_error<basic_tracer<double>>();
  } else if constexpr (!rows_of_one_length<std::integer_sequence<int, Axes...>, X...>) {
    expect_silence<says_rows_differ<std::integer_sequence<int, Axes...>, specs_of<X>...>>();
    return after_error<basic_tracer<double>>();
  } else {
    constexpr extent n = rows_of<std::integer_sequence<int, Axes...>, X...>;
    auto const inner = trace_inner(*at_hand, "vmap", f, tree_map([]<class L>(L const&) { return row_type<L, Axes>(); }, x)...);
    context& c = *at_hand;
    vec<value> args;
    vec<i32> in, out;
    for (u32 i = 0; i < inner.n_captured; ++i) args.push(inner.args[i]), in.push(-1);
    (for_each_leaf([&](auto const& l) {
      using L = std::remove_cvref_t<decltype(l)>;
      args.push(l.value), in.push(Axes == none ? -1 : counted_axis(Axes, L::rank()));
    }, x), ...);
    using result = typename decltype(inner)::result;
    for_each_leaf([&]<class Y>(Y const&) { out.push(Out == none ? -1 : counted_axis(Out, Y::rank() + 1)); }, result{});
    using rows = decltype(tree_map(to_rows<n, Out>{}, result{}));
    vec<value> const outs = replay(c, constax::vmap(inner.program, in, n, out), args);
    u32 at = 0;
    return take_tree<rows>(c, outs, at);
  }
}

} // namespace detail

template <class F, class In, class Out>
struct vmap_of;
template <class F, int... In, int Out>
struct vmap_of<F, in_axes_t<In...>, out_axes_t<Out>> : transformed<vmap_of<F, in_axes_t<In...>, out_axes_t<Out>>, F> {
  template <class G>
  using over = vmap_of<G, in_axes_t<In...>, out_axes_t<Out>>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    context_ref const at_hand = detail::context_in(x..., constax::captured(f));
    constexpr int n = sizeof...(X);
    if constexpr (sizeof...(In) != 1 && sizeof...(In) != n) {
      expect_silence<detail::says_axes_count<sizeof...(In), n>>();
      return after_error<basic_tracer<double>>();
    } else if constexpr (sizeof...(In) == n)
      return detail::record_rows<Out>(at_hand, std::integer_sequence<int, In...>{}, f, tree_map(detail::to_tracer{}, x)...);
    else
      return [&]<int... I>(std::integer_sequence<int, I...>) {
        constexpr int axis[] = {In...};
        return detail::record_rows<Out>(at_hand, std::integer_sequence<int, ((void)I, axis[0])...>{}, f,
                                        tree_map(detail::to_tracer{}, x)...);
      }(std::make_integer_sequence<int, n>{});
  }
};

/// cx::vmap(f, cx::in_axes<0, cx::none>, cx::out_axes<0>): f over rows; by default all arguments and results have theirs along axis 0.
template <class F, int... In, int Out = 0>
constexpr auto vmap(F f, in_axes_t<In...>, out_axes_t<Out> = {}) {
  return vmap_of<F, in_axes_t<In...>, out_axes_t<Out>>{{f}};
}
template <class F, int Out = 0>
constexpr auto vmap(F f, out_axes_t<Out> = {}) {
  return vmap_of<F, in_axes_t<0>, out_axes_t<Out>>{{f}};
}

} // namespace constax::inline CONSTAX_TAG
