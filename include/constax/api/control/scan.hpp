// SPDX-License-Identifier: BSL-1.0
#pragma once
// scan : f, carry, xs[n]... -> carry, ys[n]...      map : f, xs[n]... -> ys[n]...      a function of each slice, one after the other
#include <constax/api/control/functions.hpp>
#include <constax/api/reverse.hpp>

namespace constax::inline CONSTAX_TAG {

/// Options of scan, beside reverse: at most K carries kept for reverse mode, the others computed anew (0: all kept); K trips as one piece
/// of code, whose carries stay in registers from one to the next.
template <int K>
struct checkpoints_t {};
template <int K>
inline constexpr checkpoints_t<K> checkpoints{};
template <int K>
  requires(K > 0)
struct unroll_t {};
template <int K>
inline constexpr unroll_t<K> unroll{};
/// In the place of what is scanned: so many trips (a number, 5_c or a symbol).
template <auto N>
struct length_t {};
template <auto N>
inline constexpr length_t<canonical<N>> length{};

namespace detail {

struct of_scan {
  static constexpr std::string_view name = "scan";
};

struct slice_type {
  template <class X>
  constexpr auto operator()(X const&) const {
    return row_type<X, 0>();
  }
};
template <extent N>
struct stack_type {
  template <class X>
  constexpr auto operator()(X const&) const {
    return rows_type<X, N, 0>();
  }
};
template <class Xs>
struct scanned_length {
  static constexpr extent of = [] {
    extent n(-1);
    for_each_leaf([&](auto const& l) {
      if (n == extent(-1)) n = std::remove_cvref_t<decltype(l)>::aval.shape[0];
    }, specs_of<Xs>{});
    return n;
  }();
  static constexpr bool one_length = [] {
    bool same = true;
    for_each_leaf([&](auto const& l) { same &= std::remove_cvref_t<decltype(l)>::aval.shape[0] == of; }, specs_of<Xs>{});
    return same;
  }();
  static constexpr bool has_numbers = [] {
    bool any = false;
    for_each_leaf([&](auto const& l) { any |= std::remove_cvref_t<decltype(l)>::aval.shape.rank == 0; }, specs_of<Xs>{});
    return any;
  }();
};
template <auto N>
struct scanned_length<length_t<N>> {
  static constexpr extent of = extent(N);
  static constexpr bool one_length = true, has_numbers = false;
};
template <class Xs>
struct says_lengths_differ {
  constexpr text operator()() const {
    text t;
    if constexpr (!scanned_length<Xs>::one_length) {
      t << "[constax] scan: what is scanned has first axes of different lengths:";
      for_each_leaf([&](auto const& l) { t << ' ' << std::remove_cvref_t<decltype(l)>::aval; }, specs_of<Xs>{});
    }
    return t;
  }
};
template <class Y>
constexpr bool is_pair() {
  if constexpr (tuple_like<Y>::value) return std::tuple_size_v<Y> == 2;
  else return false;
}
template <class Y>
struct says_no_pair {
  constexpr text operator()() const {
    text t;
    if constexpr (!is_pair<Y>())
      t << "[constax] scan: the body returns std::pair{next carry, slice of the results}; return std::pair{carry, std::tuple{}} if there are no results";
    return t;
  }
};
constexpr void set_option(scan_t::params& p, reverse_t) { p.reverse = true; }
template <int K>
constexpr void set_option(scan_t::params& p, checkpoints_t<K>) {
  p.checkpoints = K;
}
template <int K>
constexpr void set_option(scan_t::params& p, unroll_t<K>) {
  p.unroll = K;
}
template <class... Options>
struct says_no_option {
  constexpr text operator()() const { return "[constax] scan: an option is cx::reverse, cx::checkpoints<K> or cx::unroll<K>"; }
};
template <class Option>
concept scan_option = requires(scan_t::params& p, Option o) { set_option(p, o); };

/// length: the number of trips as a value of the program that is being traced; N: as a part of the results' types. Slices: one tree, or
/// none.
template <class Name, extent N, class F, class Init, class Xs, class... Slices>
constexpr auto record_scan(context_ref const& at_hand, F const& f, Init const& init, Xs const& xs, scan_t::params p,
                           Slices const&... slices) {
  if constexpr (!expect_callable<F, Init, Slices...>()) return std::pair{tree_after_error<Init>(), std::tuple<>{}};
  else {
    auto const inner = trace_inner(*at_hand, Name::name, f, init, slices...);
    using both = typename decltype(inner)::result;
    if constexpr (!is_silent<says_no_pair<both>>()) return std::pair{tree_after_error<Init>(), std::tuple<>{}};
    else {
      using next = std::remove_cvref_t<std::tuple_element_t<0, both>>;
      using ys_t = decltype(tree_map(stack_type<N>{}, std::declval<std::tuple_element_t<1, both> const&>()));
      static_assert(leaf_count<Init>() + leaf_count<ys_t>() > 0, "[constax] scan, map: a loop without carry and results does nothing");
      context& c = *at_hand;
      if constexpr (!expect_agreement<carry_of<Name>, Init, next>()) return std::pair{tree_after_error<Init>(), tree_after_error<ys_t>()};
      else {
        p.num_consts = static_cast<i32>(inner.n_captured), p.num_carry = static_cast<i32>(leaf_count<Init>());
        vec<value> ops = captures_in(inner);
        ops.append(values_in(init));
        ops.append(values_in(xs));
        vec<value> const ys = scan_t::record(c, ops, inner.program, p);
        u32 at = 0;
        Init const last = take_tree(treedef<Init>{}, c, ys, at);
        return std::pair{last, take_tree(treedef<ys_t>{}, c, ys, at)};
      }
    }
  }
}

/// The same of static tracers.
template <class F, class Init, class Xs, class... Options>
constexpr auto scan_typed(F const& f, Init const& init, Xs const& xs, Options... options) {
  constexpr bool has_numbers = scanned_length<Xs>::has_numbers;
  static_assert(!has_numbers, "[constax] scan: what is scanned has a first axis; a number is the same for all trips: capture it");
  if constexpr (has_numbers || !is_silent<says_lengths_differ<Xs>>())
    return std::pair{tree_after_error<std::remove_const_t<decltype(traced_tree(init))>>(), std::tuple<>{}};
  else {
    constexpr extent n = scanned_length<Xs>::of;
    scan_t::params p;
    p.length = n;
    (set_option(p, options), ...);
    auto const start = traced_tree(init);
    if constexpr (requires { []<auto N>(length_t<N>) {}(xs); }) {
      context_ref const at_hand = context_in(start);
      return record_scan<of_scan, n>(at_hand, f, start, std::tuple<>{}, p);
    } else {
      auto const rows = traced_tree(xs);
      auto const slices = tree_map(slice_type{}, rows);
      context_ref const at_hand = context_in(start, rows);
      return record_scan<of_scan, n>(at_hand, f, start, rows, p, slices);
    }
  }
}

/// Is it a scan of dynamic tracers: by what is scanned, by the carry, or by what the body has captured?
template <class F, class Init, class Xs>
constexpr bool is_dynamic_scan() {
  using start = std::remove_cvref_t<decltype(traced_tree(std::declval<Init const&>()))>;
  if constexpr (requires { []<auto N>(length_t<N>) {}(std::declval<Xs>()); }) return is_dynamic_loop<F, start>();
  else return holds_dynamic<start>() || holds_dynamic<Xs>();
}
template <class F, class Init, class Xs> auto scan_dynamic(F const& f, Init const& init, Xs const& xs, scan_t::params p);

} // namespace detail

/// cx::scan(f, init, xs, options...) -> (carry, ys): f(carry, slice of xs) -> std::pair{carry, slice of ys}, along the first axis of all
/// leaves of xs. With cx::length<n> in the place of xs: f(carry). Options: cx::reverse, cx::checkpoints<K>, cx::unroll<K>.
template <function_like F, class Init, class Xs, class... Options>
constexpr auto scan(F const& f, Init const& init, Xs const& xs, Options... options) {
  if constexpr (!(detail::scan_option<Options> && ...)) {
    expect_silence<detail::says_no_option<Options...>>();
    return std::pair{init, std::tuple<>{}};
  } else if constexpr (detail::is_dynamic_scan<F, Init, Xs>()) {
    scan_t::params p;
    (detail::set_option(p, options), ...);
    return detail::scan_dynamic(f, init, xs, p);
  } else return detail::scan_typed(f, init, xs, options...);
}

/// cx::map(f, xs): f of each slice of xs along its first axis, one after the other (vmap: all at once).
template <function_like F, class Xs>
constexpr auto map(F const& f, Xs const& xs) {
  return scan([&](std::tuple<> const&, auto const& x) { return std::pair{std::tuple<>{}, f(x)}; }, std::tuple<>{}, xs).second;
}

} // namespace constax::inline CONSTAX_TAG
