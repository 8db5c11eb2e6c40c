// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/movement.hpp>

namespace constax::inline CONSTAX_TAG {

/// The same elements in row-major order, in another shape. reshape[new_sizes] : T[s] -> T[new_sizes]
/// Symbolic lengths stay lengths: [n,3] becomes [3n], [3,n] or [n,1,3]; a product of two symbols is no length.
struct reshape_t : movement<reshape_t> {
  static constexpr std::string_view name = "reshape";
  struct params {
    shape new_sizes;
    static constexpr char const* names[] = {"new_sizes"};
  };
  static constexpr void resize(params& p, int result_axis, int, extent to) { p.new_sizes[result_axis] = to; }
  static constexpr typed type(operand_types xs, params const& p) {
    aval const& x = *xs[0];
    aval const y{x.type, p.new_sizes};
    for (int d = 0; d < p.new_sizes.rank; ++d) {
      extent const& n = p.new_sizes[d];
      if (n.overflowed()) return fault{fault_code::no_length, {}, {}, x};
      if (n == extent(-1)) return fault{fault_code::shapes_differ, {}, "-1 is what is left, once, if the others divide the elements", x, y};
      if (n.is_number() && n.number < 0) return fault{fault_code::bad_params, {}, "a length cannot be negative", y};
    }
    factors const from(x.shape, x.rank()), to(p.new_sizes, p.new_sizes.rank);
    if (from.same(to)) return y;
    if (from.count == 0 && to.count == 0) return fault{fault_code::shapes_differ, {}, "the numbers of elements differ", x, y};
    return fault{fault_code::undecidable, {}, {}, x, y};
  }
  static constexpr element_source source(params const&, lengths const* operands, lengths const& result, i64 const* at) {
    i64 flat = 0;
    for (int d = 0; d < result.rank; ++d) flat = flat * result[d] + at[d];
    element_source e;
    for (int d = operands[0].rank; d-- > 0;)
      if (i64 const n = operands[0][d]) e.at[d] = flat % n, flat /= n; // (0: there is no element)
    return e;
  }
  /// An axis stays an axis, if it keeps its length, and equally many elements are before it.
  static constexpr relation relate(params const&, shape const& in, shape const& out, int axis) {
    for (int q = 0; q < in.rank; ++q)
      if (in[q] == out[axis] && factors(in, q).same(factors(out, axis))) return {q};
    return {};
  }
  static constexpr vec<moved_box> boxes(params const&, range<lengths>, lengths const& result) { return {whole_box(result)}; }
  static constexpr value transpose(auto ct, u32, auto xs) { return bind<reshape_t>({type_of(xs[0]).shape}, ct); }
  static constexpr value batch(auto xs, range<bool>, extent n, params const& p) {
    shape s{n};
    for (int d = 0; d < p.new_sizes.rank; ++d) s.push(p.new_sizes[d]);
    return bind<reshape_t>({s}, xs[0]);
  }

private:
  /// The number of elements in the first axes of a shape: a number times extents with no common factor. Such extents are prime, as
  /// polynomials: two products are equal for all that symbols stand for if their factors are.
  struct factors {
    i64 number = 1;
    extent symbolic[max_rank];
    int count = 0;
    constexpr factors(shape const& s, int rank) {
      for (int d = 0; d < rank; ++d) {
        extent e = s[d];
        if (e.is_number()) {
          number *= e.number;
          continue;
        }
        i64 g = e.number < 0 ? -e.number : e.number;
        for (i64 t : e.times)
          for (i64 r = t < 0 ? -t : t; r;) {
            i64 const rest = g % r;
            g = r, r = rest;
          }
        number *= g, e.number /= g;
        for (i64& t : e.times) t /= g;
        symbolic[count++] = e;
      }
    }
    constexpr bool same(factors const& o) const {
      if (number != o.number) return false;
      bool used[max_rank] = {};
      for (int i = 0; i < count; ++i) {
        bool found = false;
        for (int k = 0; k < o.count && !found; ++k)
          if (!used[k] && symbolic[i] == o.symbolic[k]) found = used[k] = true;
        if (!found) return false;
      }
      return count == o.count;
    }
  };
};

constexpr value reshape(is_value auto x, shape const& to) { return type_of(x).shape == to ? x : bind<reshape_t>({to}, x); }

} // namespace constax::inline CONSTAX_TAG
