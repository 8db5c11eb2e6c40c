// SPDX-License-Identifier: BSL-1.0
#pragma once
// associative_scan : ((a, a) -> a), [n] a -> [n] a        of dynamic tracers, as api/associative_scan.hpp has it of static ones
#include <constax/api/associative_scan.hpp>
#include <constax/runtime/control.hpp>
#include <constax/runtime/rearrange.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Xs> Xs every_of_dynamic(Xs const& xs, i64 count, i64 first, i64 step) {
  return tree_map([&](dynamic_tracer const& x) { return dynamic_tracer(cut(x.value, count, first, step)); }, xs);
}
/// op(a leaf, the leaf of the other tree in its place)
template <class Xs, class F> Xs both_trees(Xs const& a, Xs const& b, F const& op) {
  vec<value> const ys = values_in(b);
  u32 at = 0;
  return tree_map([&](dynamic_tracer const& x) { return op(x, dynamic_tracer(ys[at++])); }, a);
}
struct of_prefixes {
  static constexpr std::string_view name = "associative_scan", what = "element", first = "goes in as", second = "comes out as";
};
template <class F, class Xs> Xs prefixes_dynamic(F const& fn, Xs const& xs, i64 n) {
  if (n < 2) return xs;
  auto const combined = [&](Xs const& a, Xs const& b) -> Xs {
    Xs const both = dynamic_tree(fn(a, b));
    expect_structure<of_prefixes>(structure_of(a), structure_of(both));
    return both;
  };
  auto const interleave = [](Xs const& a, Xs const& b) {
    return both_trees(a, b, [](dynamic_tracer const& x, dynamic_tracer const& y) {
      return dynamic_tracer(interleaved(*some_context({&x.value, 1}), x.value, y.value));
    });
  };
  i64 const half = n / 2, between = (n - 1) / 2;
  Xs const odd = prefixes_dynamic(fn, combined(every_of_dynamic(xs, half, 0, 2), every_of_dynamic(xs, half, 1, 2)), half);
  Xs const first = every_of_dynamic(xs, 1, 0, 1);
  if (between == 0) return interleave(first, odd);
  Xs const later = combined(every_of_dynamic(odd, between, 0, 1), every_of_dynamic(xs, between, 2, 2));
  return interleave(both_trees(first, later, [](dynamic_tracer const& x, dynamic_tracer const& y) { return joined_dynamic({x, y}, 0); }),
                    odd);
}
template <class F, class Xs> Xs associative_prefixes_dynamic(F const& fn, Xs const& xs, bool backwards) {
  i64 n = -1;
  for_each_leaf(
      [&](auto const& x) {
        aval const a = dynamic_tracer(x).type();
        if (a.rank() == 0 || (n >= 0 && a.shape[0].number != n))
          raise_error<shape_error>("[constax] associative_scan: arrays have a first axis, of one length");
        n = a.shape[0].number;
      },
      xs);
  auto const turned = [&](auto const& t) { return tree_map([](dynamic_tracer const& x) { return flip(x, 0); }, t); };
  return backwards ? turned(prefixes_dynamic(fn, turned(xs), n)) : prefixes_dynamic(fn, xs, n);
}

} // namespace constax::inline CONSTAX_TAG::detail
