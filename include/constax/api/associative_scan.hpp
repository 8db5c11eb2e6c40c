// SPDX-License-Identifier: BSL-1.0
#pragma once
// associative_scan : ((a, a) -> a), [n] a -> [n] a        all prefixes, in a depth of log n
#include <constax/api/control.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Elements first, first + step, ... of x along axis 0, `count` of them.
constexpr value cut(value x, i64 count, i64 first, i64 step) {
  aval const a = type_of(x);
  slice_t::params p;
  p.limit_indices = a.shape;
  for (int d = 0; d < a.rank(); ++d) p.start_indices.push(extent(d ? 0 : first)), p.strides.push(d ? 1 : step);
  p.limit_indices[0] = extent(first + (count - 1) * step + 1);
  return bind<slice_t>(p, x);
}
template <i64 Count, class X>
constexpr auto every(X const& x, i64 first, i64 step) {
  constexpr aval a = [] {
    aval r = X::aval;
    r.shape[0] = extent(Count);
    return r;
  }();
  return tracer_t<a>(cut(x.value, Count, first, step));
}
template <i64 Count, class Tree>
constexpr auto every_of(Tree const& t, i64 first, i64 step) {
  return tree_map([&](auto const& x) { return every<Count>(x, first, step); }, t);
}
/// a0, b0, a1, b1, ...; of a there may be one more.
constexpr value interleaved(context& c, value a, value b) {
  aval const ta = type_of(a), tb = type_of(b);
  i64 const pairs = tb.shape[0].number;
  auto const column = [&](value x) {
    shape s{extent(pairs), extent(1)};
    for (int d = 1; d < ta.rank(); ++d) s.push(ta.shape[d]);
    return bind<reshape_t>({s}, x);
  };
  value const both[] = {column(cut(a, pairs, 0, 1)), column(b)};
  value const pair = bind(c, descriptor<concatenate_t>, {both, 2}, encode(concatenate_t::params{1}));
  shape s = ta.shape;
  s[0] = extent(2 * pairs);
  value const flat = bind<reshape_t>({s}, pair);
  if (ta.shape[0].number == pairs) return flat;
  value const all[] = {flat, cut(a, 1, pairs, 1)};
  return bind(c, descriptor<concatenate_t>, {all, 2}, encode(concatenate_t::params{0}));
}
template <class X, class Y>
constexpr X interleaved_trees(X const& like, Y const& a, auto const& b) {
  vec<value> const xs = values_in(a), ys = values_in(b);
  u32 at = 0;
  return tree_map([&]<class L>(L const&) {
    value const x = xs[at], y = ys[at];
    ++at;
    return L(interleaved(*x.ctx, x, y));
  }, like);
}
/// Prefix sums by the recursion of Blelloch ("Prefix sums and their applications", 1990): pairs, their prefixes, and what lies between
/// them.
template <i64 N, class F, class X>
constexpr X associative_prefixes(F const& fn, X const& xs) {
  if constexpr (N < 2) return xs;
  else {
    constexpr i64 half = N / 2, between = (N - 1) / 2;
    auto const odd = associative_prefixes<half>(fn, fn(every_of<half>(xs, 0, 2), every_of<half>(xs, 1, 2)));
    auto const first = every_of<1>(xs, 0, 1);
    if constexpr (between == 0) return interleaved_trees(xs, first, odd);
    else {
      auto const later = fn(every_of<between>(odd, 0, 1), every_of<between>(xs, 2, 2));
      vec<value> const a = values_in(first), b = values_in(later);
      u32 at = 0;
      auto const even = tree_map([&]<class L>(L const& l) {
        constexpr aval t = [] {
          aval r = L::aval;
          r.shape[0] = extent(between + 1);
          return r;
        }();
        value const parts[] = {a[at], b[at]};
        ++at;
        (void)l;
        return tracer_t<t>(bind(*context_of({parts, 2}), descriptor<concatenate_t>, {parts, 2}, encode(concatenate_t::params{0})));
      }, xs);
      return interleaved_trees(xs, even, odd);
    }
  }
}

/// Of dynamic tracers: runtime/associative_scan.hpp.
template <class F, class Xs> Xs associative_prefixes_dynamic(F const& fn, Xs const& xs, bool backwards);

} // namespace detail

/// cx::associative_scan(fn, elems): all prefixes of elems along the first axis, combined by fn, in a depth of log n: fn(a, b) takes and
/// gives trees of arrays, of any number of elements along that axis, and is associative. With cx::reverse: all suffixes, in JAX's order of
/// arguments, which is that of the axis turned around: the later element is on the left, fn(fn(x[2], x[1]), x[0]).
template <class F, class Xs, class... Options>
constexpr auto associative_scan(F const& fn, Xs const& elems, Options... options) {
  auto const xs = detail::traced_tree(elems);
  using X = std::remove_const_t<decltype(xs)>;
  constexpr bool backwards = (false || ... || std::is_same_v<Options, reverse_t>);
  static_assert(sizeof...(Options) == (backwards ? 1 : 0), "[constax] associative_scan: the only option is cx::reverse");
  ((void)options, ...);
  if constexpr (detail::holds_dynamic<X>()) return detail::associative_prefixes_dynamic(fn, xs, backwards);
  else {
    constexpr extent n = detail::scanned_length<X>::of;
    constexpr bool has_length = n.is_number() && !detail::scanned_length<X>::has_numbers;
    static_assert(
        has_length,
        "[constax] associative_scan: the first axis has a length that is known at compile time; for symbols use cx::scan or cx::cumsum");
    if constexpr (!has_length) return xs;
    else if constexpr (!backwards) return detail::associative_prefixes<n.number>(fn, xs);
    else {
      auto const turn = [](X const& t) { return tree_map([]<class L>(L const& x) { return L(bind<rev_t>({{0}}, x.value)); }, t); };
      return turn(detail::associative_prefixes<n.number>(fn, turn(xs)));
    }
  }
}

} // namespace constax::inline CONSTAX_TAG
