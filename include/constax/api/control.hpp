// SPDX-License-Identifier: BSL-1.0
#pragma once
// control flow as equations, for what C++'s own if and for cannot say: conditions and numbers of trips that are known when the program runs,
// and loops that shall not be unrolled.
//
//   cond(pred, on_true, on_false, operands...)     switch_(i, std::tuple{branches...}, operands...)
//   while_loop(cond, body, init)   fori_loop(lo, hi, body, init)   scan(f, init, xs, options...)   map(f, xs)
//
// Callables may capture traced values. Carries, operands and results are pytrees.
#include <constax/api/numpy.hpp>
#include <constax/api/vmap.hpp>

namespace constax::inline CONSTAX_TAG {

/// Options of scan: from the last slice to the first; at most K carries kept for reverse mode, the others computed anew (0: all kept); K trips as
/// one piece of code, whose carries stay in registers from one to the next.
struct reversed_t {};
inline constexpr reversed_t reversed{};
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

/// The types of a tree's leaves, in order.
template <class Tree>
constexpr vec<aval> leaf_types() {
  vec<aval> all;
  for_each_leaf([&](auto const& l) { all.push(std::remove_cvref_t<decltype(l)>::aval); }, Tree{});
  return all;
}
constexpr text leaves_of(u32 n) {
  text t;
  t << static_cast<i64>(n) << (n == 1 ? " leaf" : " leaves");
  return t;
}
/// Name::name, Name::what ("carry", "result"), Name::first and Name::second (what the two trees are).
template <class Name, class A, class B>
struct says_leaves_differ {
  constexpr text operator()() const {
    text t, who;
    vec<aval> const a = leaf_types<A>(), b = leaf_types<B>();
    who << "[constax] " << Name::name << ": the " << Name::what << ' ';
    if (a.size() != b.size()) {
      t << who << Name::first_has << ' ' << leaves_of(a.size()) << " and " << Name::second_has << ' ' << leaves_of(b.size());
      return t;
    }
    u32 i = 0;
    while (i < a.size() && a[i] == b[i]) ++i;
    if (i == a.size()) return t;
    vec<text> paths;
    push_paths<A>(paths);
    t << who << "leaf `" << Name::what << paths[i] << "` " << Name::first << ' ' << a[i] << " and " << Name::second << ' ' << b[i]
      << "; convert one of them with cx::astype, or broadcast it";
    return t;
  }
};
template <class Name, class A, class B>
constexpr bool expect_agreement() {
  return is_silent<says_leaves_differ<Name, A, B>>();
}

template <class Name>
struct carry_of : Name {
  static constexpr std::string_view what = "carry", first = "goes in as", second = "comes out as", first_has = "goes in with", second_has = "comes out with";
};
struct of_cond {
  static constexpr std::string_view name = "cond", what = "result", first = "of the first branch is", second = "of another is", first_has = "of the first branch has",
                                    second_has = "of another";
};
struct of_switch : of_cond {
  static constexpr std::string_view name = "switch_";
};
struct of_scan {
  static constexpr std::string_view name = "scan";
};
struct of_while {
  static constexpr std::string_view name = "while_loop";
};
struct of_fori {
  static constexpr std::string_view name = "fori_loop";
};

/// Several functions of one module share their operands: what each captured, then `shared`. Function k then takes all of it.
struct joined_functions {
  vec<value> captured;
  vec<jaxpr> functions;
  /// types: of the operands behind the captures.
  constexpr joined_functions(range<jaxpr> fs, range<vec<value>> captures, range<value> shared) {
    vec<u32> first;
    for (vec<value> const& c : captures) first.push(captured.size()), captured.append(c);
    vec<aval> types;
    for (value const& v : captured) types.push(type_of(v));
    for (value const& v : shared) types.push(type_of(v));
    for (u32 k = 0; k < fs.size(); ++k) {
      vec<u32> from, outs;
      for (u32 i = 0; i < captures[k].size(); ++i) from.push(first[k] + i);
      for (u32 i = 0; i < shared.size(); ++i) from.push(captured.size() + i);
      for (u32 i = 0; i < fs[k].outs.size(); ++i) outs.push(i);
      functions.push(rewired(fs[k], types, from, outs));
    }
  }
};
/// What an inner trace captured.
template <class Inner>
constexpr vec<value> captures_in(Inner const& inner) {
  return vec<value>(range<value>{inner.args.begin(), inner.n_captured});
}
template <class... X>
constexpr vec<value> values_in(X const&... x) {
  vec<value> all;
  (push_values(all, x), ...);
  return all;
}
template <class Name, class Branches, class... X>
constexpr auto record_branches(context_ref const& at_hand, value index, Branches const& branches, X const&... x) {
  return detail::unpack([&](auto const&... f) {
    // Braces: branches are traced in order.
    std::tuple<decltype(trace_inner(*at_hand, Name::name, f, x...))...> const inner{trace_inner(*at_hand, Name::name, f, x...)...};
    using result = typename std::tuple_element_t<0, std::remove_const_t<decltype(inner)>>::result;
    bool const agree = detail::unpack([&](auto const&... i) { return (expect_agreement<Name, result, typename std::remove_cvref_t<decltype(i)>::result>() && ...); }, inner);
    context& c = *at_hand;
    if (!agree) return tree_after_error<result>();
    vec<jaxpr> programs;
    vec<vec<value>> captures;
    detail::unpack([&](auto const&... i) { (programs.push(i.program), ...), (captures.push(captures_in(i)), ...); }, inner);
    vec<value> const shared = values_in(x...);
    joined_functions joined(programs, captures, shared);
    vec<value> ops = joined.captured;
    ops.append(shared);
    vec<value> const ys = cond_t::record(c, index, ops, static_cast<vec<jaxpr>&&>(joined.functions));
    u32 at = 0;
    return take_tree<result>(c, ys, at);
  }, branches);
}

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
constexpr void set_option(scan_t::params& p, reversed_t) { p.reverse = true; }
template <int K>
constexpr void set_option(scan_t::params& p, checkpoints_t<K>) {
  p.checkpoints = K;
}
template <int K>
constexpr void set_option(scan_t::params& p, unroll_t<K>) {
  p.unroll = K;
}

template <class X>
constexpr bool is_integer_scalar() {
  if constexpr (tracing<X>) return X::rank() == 0 && info(X::aval.type).integer;
  else return false;
}
/// Numbers, or traced numbers of one type, which a number beside one takes.
template <class Lo, class Hi>
constexpr bool are_bounds() {
  if constexpr (tracing<Lo> && tracing<Hi>) return is_integer_scalar<Lo>() && std::is_same_v<Lo, Hi>;
  else if constexpr (tracing<Lo>) return is_integer_scalar<Lo>() && integer_number<Hi>;
  else return integer_number<Lo> && (integer_number<Hi> || symbolic<Hi> || is_integer_scalar<Hi>());
}
/// Trips from lo to hi, of which at most hi is a symbol.
template <class Lo, class Hi>
constexpr extent trips(Lo const& lo, Hi const& hi) {
  if constexpr (symbolic<Hi>) return extent(hi) - static_cast<i64>(lo);
  else return extent(static_cast<i64>(hi) > static_cast<i64>(lo) ? static_cast<i64>(hi) - static_cast<i64>(lo) : 0);
}
/// lo as a traced number: i64 where the other bound is a symbol, else i32.
template <class Hi, class Lo>
constexpr auto first_index(Lo const& lo) {
  if constexpr (symbolic<Hi>) return to_tracer{}(static_cast<i64>(lo));
  else return to_tracer{}(static_cast<i32>(static_cast<i64>(lo)));
}

template <class F, class... X>
constexpr bool expect_callable() {
  constexpr bool callable = requires(F const& f, X const&... x) { f(x...); };
  if constexpr (!callable) expect_silence<says_other_arguments<F, X...>>();
  return callable;
}
/// Does a body give what it takes, the index aside?
template <class Index, class B, class Start>
constexpr bool fits_in_loop() {
  using index = std::remove_cvref_t<Index>;
  using start = std::remove_cvref_t<Start>;
  if constexpr (!expect_callable<B, index, start>()) return false;
  else return expect_agreement<carry_of<of_fori>, start, std::remove_cvref_t<decltype(traced_tree(std::declval<B const&>()(index{}, start{})))>>();
}

/// length: the number of trips as a value of the program that is being traced; N: as a part of the results' types. Slices: one tree, or none.
template <class Name, extent N, class F, class Init, class Xs, class... Slices>
constexpr auto record_scan(context_ref const& at_hand, F const& f, Init const& init, Xs const& xs, scan_t::params p, Slices const&... slices) {
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
        Init const last = take_tree<Init>(c, ys, at);
        return std::pair{last, take_tree<ys_t>(c, ys, at)};
      }
    }
  }
}

} // namespace detail

/// cx::cond(pred, on_true, on_false, operands...): on_true(operands...) where pred is true, else on_false(operands...). Both give results of the
/// same types. What is not chosen is not run; under vmap, with a pred for each row, it contributes nothing, to results and derivatives.
template <class P, class T, class F, class... X>
constexpr auto cond(P const& pred, T const& on_true, F const& on_false, X const&... x) {
  auto const p = detail::to_tracer{}(pred);
  constexpr bool scalar = decltype(p)::rank() == 0;
  static_assert(scalar, "[constax] cond: the predicate is a scalar; for a choice by element use cx::where");
  if constexpr (!scalar) return detail::traced_tree(detail::call_traced_function(on_true, detail::traced_tree(x)...));
  else {
    context_ref const at_hand = detail::context_in(p, detail::traced_tree(x)...);
    value const is_true = decltype(p)::aval.type == dtype::boolean ? p.value : (p != 0).value;
    value index = is_true;
    if (is_true.is_constant()) index = (*at_hand).constant(literal::of(dtype::i32, static_cast<i64>(is_true.lit.bits != 0)));
    else index = bind<convert_element_type_t>({dtype::i32}, is_true);
    return detail::record_branches<detail::of_cond>(at_hand, index, std::tuple<F, T>{on_false, on_true}, detail::traced_tree(x)...);
  }
}

/// cx::switch_(i, std::tuple{f0, f1, ...}, operands...): fi(operands...); i is clamped to the branches there are.
template <class I, class... F, class... X>
constexpr auto switch_(I const& i, std::tuple<F...> const& branches, X const&... x) {
  auto const k = detail::to_tracer{}(i);
  constexpr bool integer = detail::is_integer_scalar<std::remove_const_t<decltype(k)>>();
  static_assert(sizeof...(F) > 0, "[constax] switch_: there are no branches");
  static_assert(integer, "[constax] switch_: the branch's number is an integer scalar");
  if constexpr (sizeof...(F) == 0) return after_error<basic_tracer<double>>();
  else if constexpr (!integer) return detail::traced_tree(detail::call_traced_function(std::get<0>(branches), detail::traced_tree(x)...));
  else {
    context_ref const at_hand = detail::context_in(k, detail::traced_tree(x)...);
    value index = k.value;
    auto const most = static_cast<typename decltype(k)::value_type>(sizeof...(F) - 1);
    if (index.is_constant()) {
      i64 const n = index.lit.integer();
      index = (*at_hand).constant(literal::of(dtype::i32, n < 0 ? 0 : n > static_cast<i64>(most) ? static_cast<i64>(most) : n));
    } else index = bind<convert_element_type_t>({dtype::i32}, clamp(k, typename decltype(k)::value_type(0), most).value);
    return detail::record_branches<detail::of_switch>(at_hand, index, branches, detail::traced_tree(x)...);
  }
}

/// cx::scan(f, init, xs, options...) -> (carry, ys): f(carry, slice of xs) -> std::pair{carry, slice of ys}, along the first axis of all leaves of
/// xs. With cx::length<n> in the place of xs: f(carry). Options: cx::reversed, cx::checkpoints<K>, cx::unroll<K>.
template <class F, class Init, class Xs, class... Options>
constexpr auto scan(F const& f, Init const& init, Xs const& xs, Options... options) {
  constexpr bool has_numbers = detail::scanned_length<Xs>::has_numbers;
  static_assert(!has_numbers, "[constax] scan: what is scanned has a first axis; a number is the same for all trips: capture it");
  if constexpr (has_numbers || !detail::is_silent<detail::says_lengths_differ<Xs>>())
    return std::pair{tree_after_error<std::remove_const_t<decltype(detail::traced_tree(init))>>(), std::tuple<>{}};
  else {
    constexpr extent n = detail::scanned_length<Xs>::of;
    scan_t::params p;
    p.length = n;
    (detail::set_option(p, options), ...);
    auto const start = detail::traced_tree(init);
    if constexpr (requires { []<auto N>(length_t<N>) {}(xs); }) {
      context_ref const at_hand = detail::context_in(start);
      return detail::record_scan<detail::of_scan, n>(at_hand, f, start, std::tuple<>{}, p);
    } else {
      auto const slices = tree_map(detail::slice_type{}, xs);
      context_ref const at_hand = detail::context_in(start, xs);
      return detail::record_scan<detail::of_scan, n>(at_hand, f, start, xs, p, slices);
    }
  }
}

/// cx::map(f, xs): f of each slice of xs along its first axis, one after the other (vmap: all at once).
template <class F, class Xs>
constexpr auto map(F const& f, Xs const& xs) {
  return scan([&](std::tuple<> const&, auto const& x) { return std::pair{std::tuple<>{}, f(x)}; }, std::tuple<>{}, xs).second;
}

/// cx::while_loop(cond, body, init): body of the carry, as long as cond(carry) is true. Reverse mode carries the
/// derivatives of a few scalars beside them, or computes the states anew from a few that are kept at a time: no memory grows with the number of trips.
template <class C, class B, class Init>
constexpr auto while_loop(C const& go_on, B const& body, Init const& init) {
  auto const start = detail::traced_tree(init);
  using carry = std::remove_const_t<decltype(start)>;
  context_ref const at_hand = detail::context_in(start);
  auto const test = detail::trace_inner(*at_hand, "while_loop", go_on, start);
  auto const next = detail::trace_inner(*at_hand, "while_loop", body, start);
  using go = typename decltype(test)::result;
  using out = typename decltype(next)::result;
  constexpr bool decides = std::is_same_v<go, basic_tracer<bool>>;
  static_assert(decides, "[constax] while_loop: the condition returns a scalar bool");
  if constexpr (!decides || !detail::expect_agreement<detail::carry_of<detail::of_while>, carry, out>()) return start;
  else {
    context& c = *at_hand;
    vec<value> ops = detail::captures_in(test);
    ops.append(detail::captures_in(next));
    ops.append(detail::values_in(start));
    vec<value> const ys = while_t::record(c, ops, test.program, next.program, {{}, {}, static_cast<i32>(test.n_captured), static_cast<i32>(next.n_captured), 0});
    u32 at = 0;
    return detail::take_tree<carry>(c, ys, at);
  }
}

/// cx::fori_loop(lo, hi, body, init): carry = body(i, carry) for i = lo .. hi - 1. Numbers: a scan; traced bounds: a while loop. i has the type of
/// the bounds.
template <class Lo, class Hi, class B, class Init, class... Options>
constexpr auto fori_loop(Lo const& lo, Hi const& hi, B const& body, Init const& init, Options... options) {
  auto const start = detail::traced_tree(init);
  constexpr bool are_bounds = detail::are_bounds<Lo, Hi>();
  static_assert(are_bounds, "[constax] fori_loop: the bounds are integers, of which the last may be a symbol, or traced integer scalars of one type");
  if constexpr (!are_bounds) return start;
  else if constexpr (tracing<Lo> || tracing<Hi>) {
    static_assert(sizeof...(Options) == 0, "[constax] fori_loop: options need bounds that are numbers");
    using I = std::conditional_t<tracing<Lo>, std::remove_cvref_t<Lo>, std::remove_cvref_t<Hi>>;
    auto const bound = [](auto const& x) {
      if constexpr (tracing<decltype(x)>) return x;
      else return basic_tracer<typename I::value_type>(detail::to_tracer{}(static_cast<typename I::value_type>(x)));
    };
    auto const first = bound(lo), last = bound(hi);
    if constexpr (!detail::fits_in_loop<decltype(first), B, decltype(start)>()) return start;
    else {
      auto const go_on = [&](auto const& s) { return std::get<0>(s) < last; };
      auto const step = [&](auto const& s) { return std::tuple{std::get<0>(s) + 1, body(std::get<0>(s), std::get<1>(s))}; };
      return std::get<1>(while_loop(go_on, step, std::tuple{first, start}));
    }
  } else {
    scan_t::params p;
    (detail::set_option(p, options), ...);
    p.length = detail::trips(lo, hi);
    auto const first = detail::first_index<Hi>(lo);
    if constexpr (!detail::fits_in_loop<decltype(first), B, decltype(start)>()) return start;
    else {
      context_ref const at_hand = detail::context_in(start);
      auto const step = [&](auto const& s) {
        auto const& [i, x] = s;
        return std::pair{std::tuple{i + 1, body(i, x)}, std::tuple<>{}};
      };
      return std::get<1>(detail::record_scan<detail::of_fori, extent(0)>(at_hand, step, std::tuple{first, start}, std::tuple<>{}, p).first);
    }
  }
}

} // namespace constax::inline CONSTAX_TAG
