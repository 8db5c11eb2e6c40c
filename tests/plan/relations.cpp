// SPDX-License-Identifier: BSL-1.0
// flags: -O1
// What plans rest on, against enumeration of elements: of all shapes up to 6 x 6 x 6, all parameters in a range, and symbols for each value
// that they may have. Nothing is compiled for the programs asked about: the planner's predicates are functions, and run here.
#include <constax/plan/make_plan.hpp>
#include <constax/plan/prepare.hpp>
#include <constax/plan/roles.hpp>

#include "../support/programs.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace constax_tests {
namespace {

using std::vector;
using vs = vec<value> const&;

extent const n = extent::of(pack_symbol("n")), m = extent::of(pack_symbol("m"));
constexpr i64 for_registers = 1009; // what code generation has for a symbol, where it asks for the sources of registers

// ---- shapes, bindings, elements
// ----------------------------------------------------------------------------------------------------------

vector<shape> shapes_of(int least, int most, vector<extent> const& lengths) {
  vector<shape> all, rank(1);
  for (int r = 0; r <= most; ++r) {
    if (r >= least) all.insert(all.end(), rank.begin(), rank.end());
    vector<shape> next;
    for (shape const& s : rank)
      for (extent const& e : lengths) next.push_back(s), next.back().push(e);
    rank = std::move(next);
  }
  return all;
}
vector<extent> up_to(i64 most, i64 least = 0) {
  vector<extent> es;
  for (i64 k = least; k <= most; ++k) es.push_back(extent(k));
  return es;
}
bool mentions(shape const& s, extent const& symbol) {
  for (int d = 0; d < s.rank; ++d)
    for (int t = 0; t < 2; ++t)
      if (s[d].times[t] && s[d].name[t] == symbol.name[0]) return true;
  return false;
}
bool mentions(jaxpr const& j, eqn const& e, extent const& symbol) {
  bool any = mentions(j.type(e.out).shape, symbol);
  for (atom a : j.operands(e)) any |= mentions(j.type(a).shape, symbol);
  for (i64 p : j.params(e)) any |= p == static_cast<i64>(symbol.name[0]);
  return any;
}
/// The lengths of one call: of an equation's operands and result.
struct call {
  bindings b;
  vec<lengths> in;
  lengths out;
  call(jaxpr const& j, eqn const& e, bindings const& bound) : b(bound), out(j.type(e.out).shape, bound) {
    for (atom a : j.operands(e)) in.push(lengths(j.type(a).shape, bound));
  }
  bool possible() const {
    bool good = true;
    for (int d = 0; d < out.rank; ++d) good &= out[d] >= 0;
    for (lengths const& x : in)
      for (int d = 0; d < x.rank; ++d) good &= x[d] >= 0;
    return good;
  }
};
bindings binding(i64 of_n, i64 of_m) {
  bindings b;
  b.count = 2, b.name[0] = n.name[0], b.value[0] = of_n, b.name[1] = m.name[0], b.value[1] = of_m;
  return b;
}
vector<call> calls_of(jaxpr const& j, eqn const& e) {
  vector<call> all;
  for (i64 x = 0; x <= (mentions(j, e, n) ? 6 : 0); ++x)
    for (i64 y = 0; y <= (mentions(j, e, m) ? 6 : 0); ++y)
      if (call c(j, e, binding(x, y)); c.possible()) all.push_back(c);
  return all;
}
bool next(i64* at, lengths const& n) {
  for (int d = n.rank; d-- > 0;) {
    if (++at[d] < n[d]) return true;
    at[d] = 0;
  }
  return false;
}
template <class F>
bool for_all(lengths const& n, F f) {
  i64 at[max_rank] = {};
  if (n.size() == 0) return true;
  do
    if (!f(at)) return false;
  while (next(at, n));
  return true;
}
i64 flat(i64 const* at, lengths const& n) {
  i64 k = 0;
  for (int d = 0; d < n.rank; ++d) k = k * n[d] + at[d];
  return k;
}
bool equal_but(element_source const& a, element_source const& b, int axis, int rank) {
  for (int q = 0; q < rank; ++q)
    if (q != axis && a.at[q] != b.at[q]) return false;
  return a.operand == b.operand;
}

/// A program of one equation; a fault where P does not apply.
template <class P>
jaxpr one(params_of<P> const& p, vector<shape> const& operands, bool padding = false) {
  context c("test");
  vec<value> xs;
  for (shape const& s : operands) xs.push(c.input({dtype::f64, s}));
  if (padding) xs.push(c.constant(dtype::f64, 0.0));
  value const y = bind(c, descriptor<P>, xs, encode(p));
  return c.finish({&y, 1});
}

/// Questions asked, and wrong answers, by predicate; the first wrong one.
struct tally {
  long asked = 0, wrong = 0, barriers = 0;
  std::string first;
  void operator()(bool right, jaxpr const& j, char const* what) {
    ++asked;
    if (right || wrong++) return;
    first = what + (" " + std::string(print(j).view()));
  }
};

// ---- movements
// ---------------------------------------------------------------------------------------------------------------------------

/// The sources of all elements in one call.
struct sources {
  call c;
  vector<element_source> of;
  sources(jaxpr const& j, eqn const& e, call const& in) : c(in) {
    for_all(c.out, [&](i64 const* at) { return of.push_back(e.prim->source(j.params(e), c.b, c.in, c.out, at)), true; });
  }
  element_source const& operator()(i64 const* at) const { return of[static_cast<std::size_t>(flat(at, c.out))]; }
  /// A call is refused where elements would come from outside.
  bool refused() const {
    for (element_source const& s : of)
      if (s.operand >= 0)
        for (int q = 0; q < c.in[static_cast<u32>(s.operand)].rank; ++q)
          if (s.at[q] < 0 || s.at[q] >= c.in[static_cast<u32>(s.operand)][q]) return true;
    return false;
  }
};

/// `relate`, as its definition says.
bool relates(jaxpr const& j, eqn const& e, u32 k, int d, vector<sources> const& calls) {
  relation const r = e.prim->relate(j.params(e), j.type(j.operands(e)[k]).shape, j.type(e.out).shape, d);
  int const rank = j.type(j.operands(e)[k]).rank();
  bool shared = false; // only axes along the same one of the operand add something
  for (int other = 0; other < j.type(e.out).rank(); ++other)
    shared |= other != d && e.prim->relate(j.params(e), j.type(j.operands(e)[k]).shape, j.type(e.out).shape, other).axis == r.axis;
  for (sources const& from : calls) {
    i64 const start = from.c.b(r.start);
    bool const right = r.axis == relation::whole || for_all(from.c.out, [&](i64 const* at) {
      element_source const s = from(at);
      if (s.operand != static_cast<int>(k)) return true;
      i64 to[max_rank];
      std::copy(at, at + max_rank, to);
      for (to[d] = 0; to[d] < from.c.out[d]; ++to[d]) {
        element_source const& t = from(to);
        if (r.axis < 0) {
          if (!equal_but(s, t, -1, rank)) return false;
          continue;
        }
        i64 const added = r.every * s.at[r.axis] - start - r.step * at[d], there = start + r.step * to[d] + added;
        bool const has = there % r.every == 0 && there >= 0 && there / r.every < from.c.in[k][r.axis];
        if ((added && !shared) || has != (t.operand == static_cast<int>(k))) return false;
        if (has && (t.at[r.axis] != there / r.every || !equal_but(s, t, r.axis, rank))) return false;
      }
      return true;
    });
    if (!right) return false;
  }
  return true;
}
bool runs(jaxpr const& j, eqn const& e, u32 k, int d, int q, vector<sources> const& calls) {
  int const rank = j.type(j.operands(e)[k]).rank();
  for (sources const& from : calls) {
    bool const right = q == detail::whole || for_all(from.c.out, [&](i64 const* at) {
      element_source const s = from(at);
      if (s.operand != static_cast<int>(k)) return true;
      i64 begin[max_rank];
      std::copy(at, at + max_rank, begin);
      begin[d] = 0;
      return (q < 0 || s.at[q] == at[d]) && equal_but(s, from(begin), q, rank);
    });
    if (!right) return false;
  }
  return true;
}
/// Registers by a renaming: what code generation reads, at the beginning of a nest of some length, is right everywhere in one of any.
bool renamed(jaxpr const& j, eqn const& e, u32 lo, vec<u32> const& loops, vector<sources> const& calls) {
  shape const& out = j.type(e.out).shape;
  call const dummy(j, e, binding(for_registers, for_registers));
  for (sources const& from : calls) {
    bool const right = for_all(from.c.out, [&](i64 const* at) {
      i64 begin[max_rank] = {};
      u32 const u = unrolled_offset(out, lo, at);
      unrolled_index(out, lo, u, begin);
      element_source const s = from(at), z = e.prim->source(j.params(e), dummy.b, dummy.in, dummy.out, begin);
      if (s.operand != z.operand) return false;
      if (s.operand < 0) return true;
      atom const a = j.operands(e)[static_cast<u32>(s.operand)];
      if (a.is_literal() || j.type(a).rank() == 0) return true;
      shape const& in = j.type(a).shape;
      u32 const li = loops[a.var()];
      if (unrolled_offset(in, li, s.at) != unrolled_offset(in, li, z.at)) return false;
      for (int q = 0, d = -1; q < in.rank; ++q) {
        if (!(li >> q & 1)) continue;
        do ++d;
        while (!(lo >> d & 1));
        if (s.at[q] != at[d]) return false;
      }
      return true;
    });
    if (!right) return false;
  }
  return true;
}

struct movements {
  tally relation_to, along, renaming, in_one_piece;

  void operator()(jaxpr const& j) {
    if (j.fault) return;
    eqn const& e = j.eqns.back();
    shape const& out = j.type(e.out).shape;
    vector<sources> calls;
    for (call const& c : calls_of(j, e))
      if (sources from(j, e, c); !from.refused()) calls.push_back(std::move(from));
    for (u32 k = 0; k < e.n_in; ++k) {
      if (j.type(j.operands(e)[k]).rank() == 0) continue;
      for (int d = 0; d < out.rank; ++d) {
        if (e.prim->relate) relation_to(relates(j, e, k, d, calls), j, "relate");
        int const q = detail::runs_along(j, e, k, d);
        along.barriers += q == detail::whole;
        along(runs(j, e, k, d, q, calls), j, "runs_along");
      }
    }
    detail::plan_state state(jaxpr(j), lane_choice{});
    state.lowering.resize(j.eqns.size());
    state.p.loops = vec<u32>(j.vars.size());
    // A nest of the first axes, whatever their lengths; the others are unrolled.
    int const rank = j.type(j.operands(e)[0]).rank();
    for (int of_out = 0; of_out <= out.rank; ++of_out)
      for (int of_in = 0; of_in <= rank; ++of_in) {
        u32 const lo = (1u << of_out) - 1;
        bool possible = true;
        auto const unrolls = [&](shape const& s, u32 loops) {
          for (int d = 0; d < s.rank; ++d) possible &= (loops >> d & 1) || s[d].is_number();
        };
        unrolls(out, lo), state.p.loops[e.out] = lo;
        for (atom a : j.operands(e))
          if (!a.is_literal()) state.p.loops[a.var()] = (1u << of_in) - 1, unrolls(j.type(a).shape, (1u << of_in) - 1);
        if (!possible) continue;
        bool const answer = state.renames(e);
        renaming.barriers += !answer;
        renaming(!answer || renamed(j, e, lo, state.p.loops, calls), j, "renames");
      }
    if (!e.prim->affine || !state.lies_in_one_piece(e)) return;
    bool right = true;
    for (sources const& from : calls) {
      i64 const first = from.of.empty() ? 0 : flat(from.of[0].at, from.c.in[0]);
      right &= for_all(from.c.out, [&](i64 const* at) { return flat(from(at).at, from.c.in[0]) == first + flat(at, from.c.out); });
    }
    in_one_piece(right, j, "lies_in_one_piece");
  }
  void check() const {
    for (tally const* t : {&relation_to, &along, &renaming, &in_one_piece}) {
      INFO(t->first);
      CHECK(t->wrong == 0);
    }
  }
};

pad_t::params padding(vector<std::array<i64, 3>> const& axes) {
  pad_t::params p;
  for (auto const& [lo, hi, interior] : axes) p.lo.push(extent(lo)), p.hi.push(extent(hi)), p.interior.push(interior);
  return p;
}
bool same_size(shape const& a, shape const& b) { return !a.is_static() || !b.is_static() || a.size() == b.size(); }

TEST_CASE("reshapes: of all shapes up to 6 x 6 x 6, and in symbols") {
  movements ask;
  long missed = 0;
  for (vector<shape> const& all :
       {shapes_of(0, 3, up_to(6)), shapes_of(1, 3, {1, 2, 3, 6, n, n + extent(1), n * 2, m}), shapes_of(4, 4, {1, 2, 3})})
    for (shape const& from : all)
      for (shape const& to : all) {
        if (!same_size(from, to) ||
            (from.is_static() && from.size() == 0 && (from.rank == 3 || to.rank == 3) && (from[0].number + to[0].number) % 5))
          continue;
        jaxpr const j = one<reshape_t>({to}, {from});
        if (j.fault) continue;
        ask(j);
        // Nothing is a barrier that is none: axes with equally many elements before them and behind.
        for (int d = 0, before = 1; d < to.rank && to.is_static() && from.is_static() && to.size();
             before *= static_cast<int>(to[d++].number))
          for (int q = 0, b = 1; q < from.rank; b *= static_cast<int>(from[q++].number))
            missed += b == before && from[q] == to[d] && detail::runs_along(j, j.eqns[0], 0, d) == detail::whole;
      }
  ask.check();
  CHECK(missed == 0);
  CHECK(ask.along.asked - ask.along.barriers > 1000);
}
TEST_CASE("pads: before, after and between, also of less than nothing") {
  movements ask;
  vector<std::array<i64, 3>> ps;
  for (i64 lo : {-6, -5, -2, -1, 0, 1, 2, 5, 6})
    for (i64 hi : {-6, -5, -2, -1, 0, 1, 2, 5, 6})
      for (i64 interior : {0, 1, 2}) ps.push_back({lo, hi, interior});
  auto const pad = [&](shape const& s, pad_t::params const& p) { ask(one<pad_t>(p, {s}, true)); };
  std::size_t other = 0;
  for (shape const& s : shapes_of(1, 3, up_to(6)))
    for (std::size_t k = s.rank == 3 ? other % 29 : 0; k < ps.size(); k += s.rank == 3 ? 29 : s.rank == 2 ? 2 : 1)
      for (int d = 0; d < s.rank; ++d) {
        vector<std::array<i64, 3>> one_axis(s.rank, {0, 0, 0});
        one_axis[static_cast<std::size_t>(d)] = ps[k], pad(s, padding(one_axis));
        if (s.rank == 1) continue;
        one_axis[static_cast<std::size_t>(d ? 0 : s.rank - 1)] = ps[++other * 7 % ps.size()], pad(s, padding(one_axis));
      }
  for (shape const& s : shapes_of(1, 2, {2, 3, n, n + extent(1), n - extent(1), m}))
    for (extent lo : {extent(0), extent(2), extent(-1), extent(-6), n, n - extent(1), m, extent(0) - n})
      for (extent hi : {extent(0), extent(1), extent(-2), extent(6), n, n - extent(2), extent(0) - n, extent(0) - m})
        for (int d = 0; d < s.rank; ++d)
          for (i64 interior : {0, 1}) {
            pad_t::params p;
            for (int k = 0; k < s.rank; ++k)
              p.lo.push(k == d ? lo : extent(0)), p.hi.push(k == d ? hi : extent(0)), p.interior.push(k == d ? interior : 0);
            pad(s, p);
          }
  ask.check();
  CHECK(ask.along.asked - ask.along.barriers > 1000);
  CHECK(ask.renaming.asked - ask.renaming.barriers > 1000);
}
TEST_CASE("slices, reversals, transposes, broadcasts, squeezes, concatenations") {
  movements ask;
  auto const all_of = [](shape const& s) {
    slice_t::params p{s, {}, {}};
    for (int d = 0; d < s.rank; ++d) p.start_indices.push(extent(0)), p.strides.push(1);
    return p;
  };
  for (shape const& s : shapes_of(1, 3, up_to(6)))
    for (int d = 0; d < s.rank; ++d)
      for (i64 start = 0; start <= s[d].number; ++start)
        for (i64 limit = start; limit <= s[d].number; limit += s.rank == 3 ? 2 : 1)
          for (i64 stride : {1, 2, 3}) {
            slice_t::params p = all_of(s);
            p.start_indices[d] = extent(start), p.limit_indices[d] = extent(limit), p.strides.at[d] = stride;
            ask(one<slice_t>(p, {s}));
          }
  for (shape const& s : shapes_of(1, 2, {3, n, n + extent(2), m}))
    for (int d = 0; d < s.rank; ++d)
      for (extent start : {extent(0), extent(1), n - extent(1), extent(3) - n, m - extent(2)})
        for (extent length : {extent(0), extent(1), extent(2), n, s[d], s[d] - extent(1)}) {
          slice_t::params p = all_of(s);
          p.start_indices[d] = start, p.limit_indices[d] = start + length;
          ask(one<slice_t>(p, {s}));
        }
  for (vector<shape> const& all : {shapes_of(1, 3, up_to(6)), shapes_of(1, 3, {1, 2, n, n + extent(1)})})
    for (shape const& s : all) {
      axes order;
      for (int d = 0; d < s.rank; ++d) order.push(d);
      do ask(one<transpose_t>({order}, {s}));
      while (std::next_permutation(order.at, order.at + s.rank));
      for (u32 some = 1; some < 1u << s.rank; ++some) {
        axes of;
        shape x;
        for (int d = 0; d < s.rank; ++d)
          if (some >> d & 1) of.push(d), x.push(s[d]);
        ask(one<rev_t>({of}, {s}));
        ask(one<squeeze_t>({of}, {s}));
        for (u32 of_one = 0; of_one < 1u << x.rank; ++of_one) {
          shape repeated = x;
          for (int d = 0; d < x.rank; ++d)
            if (of_one >> d & 1) repeated[d] = extent(1);
          ask(one<broadcast_in_dim_t>({s, of}, {repeated}));
        }
      }
      for (int d = 0; d < s.rank; ++d)
        for (extent const& other : {extent(0), extent(1), extent(4), s[d]}) {
          shape t = s;
          t[d] = other;
          ask(one<concatenate_t>({d}, {s, t})), ask(one<concatenate_t>({d}, {t, s, s}));
        }
    }
  ask.check();
  CHECK(ask.in_one_piece.asked > 500);
}

// ---- affine maps: against what the primitives mean
// ------------------------------------------------------------------------------------------

/// The element at `at` of what is numbered in row-major order: by its affine map, and by the definition.
bool maps_to(affine_map const& map, lengths const& in, lengths const& out, std::function<void(i64 const*, i64*)> const& definition) {
  return for_all(out, [&](i64 const* at) {
    i64 by_map[max_rank] = {}, right[max_rank] = {};
    for (int q = 0; q < in.rank; ++q) by_map[q] = map.start[q].number;
    for (int d = 0; d < out.rank; ++d)
      if (map.axis[d] >= 0) by_map[map.axis[d]] += map.step[d] * at[d];
    definition(at, right);
    return std::equal(by_map, by_map + in.rank, right);
  });
}
TEST_CASE("affine maps, splits of axes, and maps of maps") {
  long wrong = 0, splits = 0;
  for (shape const& s : shapes_of(1, 3, up_to(6))) {
    lengths const in(s);
    axes order;
    for (int d = 0; d < s.rank; ++d) order.push(d);
    vector<std::pair<affine_map, shape>> first; // of s
    do {
      shape out;
      for (int d = 0; d < s.rank; ++d) out.push(s[static_cast<int>(order[d])]);
      first.push_back({transpose_t::affine({order}, s), out});
      wrong += !maps_to(first.back().first, in, lengths(out), [&](i64 const* at, i64* to) {
        for (int d = 0; d < s.rank; ++d) to[order[d]] = at[d];
      });
    } while (std::next_permutation(order.at, order.at + s.rank));
    for (int d = 0; d < s.rank; ++d)
      for (i64 start : {0, 1, 2})
        for (i64 stride : {1, 2, 3}) {
          if (start > s[d].number) continue;
          slice_t::params p{s, {}, {}};
          shape out = s;
          for (int k = 0; k < s.rank; ++k) p.start_indices.push(extent(k == d ? start : 0)), p.strides.push(k == d ? stride : 1);
          out[d] = extent((s[d].number - start + stride - 1) / stride);
          affine_map const cut = slice_t::affine(p, s);
          auto const means = [&](i64 const* at, i64* to) { std::copy(at, at + s.rank, to), to[d] = start + stride * at[d]; };
          wrong += !maps_to(cut, in, lengths(out), means);
          for (auto const& [map, shape_of_first] : first) { // the same slice of what the first map gives
            slice_t::params q = p;
            shape last = shape_of_first;
            if (!(last[d] == s[d])) continue;
            last[d] = out[d];
            affine_map const both = detail::plan_state::compose(slice_t::affine(q, shape_of_first), map, s.rank, s.rank);
            wrong += !maps_to(both, in, lengths(last), [&](i64 const* at, i64* to) {
              i64 middle[max_rank] = {};
              means(at, middle);
              for (int k = 0; k < s.rank; ++k) to[map.axis[k]] = middle[k];
            });
          }
        }
    rev_t::params const back{order}; // all axes
    wrong += !maps_to(rev_t::affine(back, s), in, in, [&](i64 const* at, i64* to) {
      for (int d = 0; d < s.rank; ++d) to[d] = s[d].number - 1 - at[d];
    });
  }
  CHECK(wrong == 0);
  for (vector<shape> const& all :
       {shapes_of(0, 3, up_to(6)), shapes_of(1, 3, {1, 2, 3, 6, n, n * 2, n * 6, m}), shapes_of(4, 4, {1, 2, 3})})
    for (shape const& from : all)
      for (shape const& to : all) {
        if (!split_t::splits(from, to)) continue;
        ++splits;
        for (i64 of_n = 0; of_n <= (from.is_static() ? 0 : 4); ++of_n) {
          bindings const b = binding(of_n, of_n + 1);
          vec<lengths> in;
          in.push(lengths(from, b));
          lengths const out(to, b);
          wrong += in[0].size() != out.size();
          wrong += !maps_to(split_t::affine({to}, from), in[0], out, [&](i64 const* at, i64* right) {
            element_source const s = reshape_t::source({to}, in.begin(), out, at);
            std::copy(s.at, s.at + max_rank, right);
          });
        }
      }
  CHECK(wrong == 0);
  CHECK(splits > 1000);
}

// ---- other equations: which elements does an element need?
// ------------------------------------------------------------------------------------

/// For each element of operand k, the elements of the result that change with it. (Numbers that differ from all others, so that each can be
/// seen.)
struct dependence {
  jaxpr const& j;
  eqn const& e;
  lengths out;
  vec<tensor> xs;
  explicit dependence(jaxpr const& program) : j(program), e(j.eqns.back()), out(j.type(e.out).shape) {
    for (atom a : j.operands(e)) {
      tensor t(j.type(a));
      for (u32 i = 0; i < t.size(); ++i) t.put(i, 2.0 + 0.01 * ((i * 7 + xs.size()) % 29));
      xs.push(t);
    }
  }
  tensor result() const {
    vec<tensor> ys;
    e.prim->evaluate(xs, j.params(e), {}, ys);
    return ys[0];
  }
  template <class F>
  bool for_each(u32 k, F f) {
    tensor const plain = result();
    return for_all(lengths(xs[k].type.shape), [&](i64 const* from) {
      u32 const i = static_cast<u32>(flat(from, lengths(xs[k].type.shape)));
      double const was = xs[k].at<double>(i);
      vec<tensor> changed;
      for (double x : {1e3, -1e3}) xs[k].put(i, x), changed.push(result()); // a largest number, and a smallest
      xs[k].put(i, was);
      return for_all(out, [&](i64 const* to) {
        u32 const o = static_cast<u32>(flat(to, out));
        return (changed[0].words[o] == plain.words[o] && changed[1].words[o] == plain.words[o]) || f(from, to);
      });
    });
  }
};
tally along_of_others;
void ask_dependence(jaxpr const& j) {
  if (j.fault) return;
  dependence by(j);
  for (u32 k = 0; k < by.e.n_in; ++k)
    for (int d = 0; d < by.out.rank; ++d) {
      if (j.type(j.operands(by.e)[k]).rank() == 0) continue;
      int const q = detail::runs_along(j, by.e, k, d);
      if (q == detail::whole) continue;
      bool right = true;
      if (q >= 0)
        right = j.type(j.operands(by.e)[k]).shape[q] == j.type(by.e.out).shape[d] &&
                by.for_each(k, [&](i64 const* from, i64 const* to) { return from[q] == to[d]; });
      else { // the same for all: whoever changes one changes its neighbours
        vector<std::pair<i64, i64>> seen;
        lengths const in(j.type(j.operands(by.e)[k]).shape);
        by.for_each(k, [&](i64 const* from, i64 const* to) { return seen.push_back({flat(from, in), flat(to, by.out)}), true; });
        for (auto const& [from, to] : seen) {
          i64 at[max_rank], stride = 1;
          detail::place const here(to, by.out);
          std::copy(here.at, here.at + max_rank, at);
          for (int i = d + 1; i < by.out.rank; ++i) stride *= by.out[i];
          for (i64 i = 0; i < by.out[d]; ++i)
            right &= std::find(seen.begin(), seen.end(), std::pair{from, to + (i - at[d]) * stride}) != seen.end();
        }
      }
      along_of_others(right, j, "runs_along");
    }
}
/// All matchings of two shapes' axes: batch axes in any order, summed ones too.
vector<dot_general_t::params> products_of(shape const& l, shape const& r) {
  vector<dot_general_t::params> all{{}};
  for (std::size_t k = 0; k < all.size(); ++k)
    for (int a = 0; a < l.rank; ++a)
      for (int b = 0; b < r.rank; ++b) {
        dot_general_t::params const p = all[k];
        if (!(l[a] == r[b]) || p.lhs_batch.contains(a) || p.rhs_batch.contains(b) || p.lhs_contracting.contains(a) ||
            p.rhs_contracting.contains(b))
          continue;
        dot_general_t::params batch = p, summed = p;
        batch.lhs_batch.push(a), batch.rhs_batch.push(b), all.push_back(batch);
        // the order of sums is tried by other tests
        if (p.lhs_contracting.size() && p.lhs_contracting[p.lhs_contracting.size() - 1] > a) continue;
        summed.lhs_contracting.push(a), summed.rhs_contracting.push(b), all.push_back(summed);
      }
  return all;
}
TEST_CASE("sums, scans, places and products need what their roles say") {
  for (shape const& s : shapes_of(1, 3, {1, 2, 3}))
    for (int d = 0; d < s.rank; ++d) {
      ask_dependence(one<reduce_sum_t>({axes{d}}, {s})), ask_dependence(one<reduce_max_t>({axes{d}}, {s}));
      ask_dependence(one<cumsum_t>({d, false, false}, {s})), ask_dependence(one<cummax_t>({d, true, false}, {s}));
      ask_dependence(one<linear_recurrence_t>({d, false}, {s, s}));
      ask_dependence(one<argmax_t>({axes{d}, dtype::i32}, {s}));
      ask_dependence(one<add_t>({}, {s, s})), ask_dependence(one<sin_t>({}, {s}));
    }
  for (shape const& l : shapes_of(0, 3, {2, 3}))
    for (shape const& r : shapes_of(0, 3, {2, 3}))
      if (l.rank + r.rank < 6)
        for (dot_general_t::params const& p : products_of(l, r)) ask_dependence(one<dot_general_t>(p, {l, r}));
  INFO(along_of_others.first);
  CHECK(along_of_others.wrong == 0);
  CHECK(along_of_others.asked > 1000);
}

/// The operands' elements of each term of a product, by its definition: batch axes of the result in order, then the left operand's own,
/// then the right's.
template <class F>
bool for_each_term(dot_general_t::params const& p, shape const& l, shape const& r, F f) {
  shape summed, out;
  axes own_l, own_r;
  for (i64 a : p.lhs_contracting) summed.push(l[static_cast<int>(a)]);
  for (i64 a : p.lhs_batch) out.push(l[static_cast<int>(a)]);
  for (int a = 0; a < l.rank; ++a)
    if (!p.lhs_batch.contains(a) && !p.lhs_contracting.contains(a)) own_l.push(a), out.push(l[a]);
  for (int a = 0; a < r.rank; ++a)
    if (!p.rhs_batch.contains(a) && !p.rhs_contracting.contains(a)) own_r.push(a), out.push(r[a]);
  return for_all(lengths(out), [&](i64 const* at) {
    return for_all(lengths(summed), [&](i64 const* term) {
      i64 x[max_rank] = {}, y[max_rank] = {};
      int d = 0;
      for (int k = 0; k < p.lhs_batch.size(); ++k, ++d) x[p.lhs_batch[k]] = y[p.rhs_batch[k]] = at[d];
      for (i64 a : own_l) x[a] = at[d++];
      for (i64 a : own_r) y[a] = at[d++];
      for (int k = 0; k < p.lhs_contracting.size(); ++k) x[p.lhs_contracting[k]] = y[p.rhs_contracting[k]] = term[k];
      return f(at, x, y);
    });
  });
}
TEST_CASE("products in registers keep the order of loops; sums of products leave along one axis") {
  tally unrolling, exits;
  long unrolled = 0, leaving = 0;
  for (shape const& l : shapes_of(0, 3, {2, 3}))
    for (shape const& r : shapes_of(0, 3, {2, 3}))
      for (dot_general_t::params const& p : products_of(l, r)) {
        jaxpr const j = one<dot_general_t>(p, {l, r});
        if (j.fault) continue;
        eqn const& e = j.eqns[0];
        int const rank = j.type(e.out).rank();
        if (int const axis = detail::exit_axis_of(j, e); axis >= 0) {
          ++leaving;
          exits(for_each_term(p, l, r, [&](i64 const* at, i64 const* x, i64 const* y) {
                  bool same = std::equal(x, x + l.rank, y) && l.rank == r.rank && rank == l.rank - 1;
                  for (int q = 0, d = 0; q < l.rank; ++q) same &= q == axis || x[q] == at[d++];
                  return same;
                }),
                j, "exit_axis_of");
        }
        detail::plan_state state(jaxpr(j), lane_choice{});
        state.p.loops = vec<u32>(j.vars.size());
        for (int of_out = 0; of_out <= rank; ++of_out)
          for (int of_l = 0; of_l <= l.rank; ++of_l)
            for (int of_r = 0; of_r <= r.rank; ++of_r) {
              u32 const loops[2] = {(1u << of_l) - 1, (1u << of_r) - 1}, lo = (1u << of_out) - 1;
              state.p.loops[j.operands(e)[0].var()] = loops[0], state.p.loops[j.operands(e)[1].var()] = loops[1], state.p.loops[e.out] = lo;
              if (!state.unrolls(e)) continue;
              ++unrolled;
              unrolling(for_each_term(p, l, r, [&](i64 const* at, i64 const* x, i64 const* y) {
                          for (int side = 0; side < 2; ++side)
                            for (int q = 0; q < (side ? of_r : of_l); ++q)
                              if ((side ? y : x)[q] != at[q]) return false;
                          return true;
                        }),
                        j, "unrolls");
            }
      }
  INFO(unrolling.first << exits.first);
  CHECK(unrolling.wrong + exits.wrong == 0);
  CHECK((unrolled > 1000 && leaving > 20));
}

// ---- strips of rows
// -----------------------------------------------------------------------------------------------------------------------

/// t's elements from `first` on, `count` along an axis.
tensor part(tensor const& t, int axis, i64 first, i64 count) {
  aval a = t.type;
  a.shape[axis] = extent(count);
  tensor p(a);
  lengths const all(t.type.shape), some(a.shape);
  for_all(some, [&](i64 const* at) {
    i64 from[max_rank];
    std::copy(at, at + max_rank, from), from[axis] += first;
    return p.words[static_cast<u32>(flat(at, some))] = t.words[static_cast<u32>(flat(from, all))], true;
  });
  return p;
}
/// What may be done by rows, done by rows: strips of the operands give strips of the result.
void ask_rows(jaxpr const& j, extent length, tally& t) {
  if (j.fault) return;
  constexpr i64 rows = 4;
  eqn const& e = j.eqns.back();
  bindings const b = binding(rows, rows);
  detail::row_miner const miner{length};
  vec<tensor> xs;
  for (u32 v : j.ins) {
    tensor x(detail::bound(j.type(v), b));
    for (u32 i = 0; i < x.size(); ++i) x.put(i, 0.5 + ((i * 13 + v) % 31));
    xs.push(x);
  }
  vec<tensor> const ys = reference::evaluate(j, xs, b);
  if (ys.empty()) return;
  vec<u32> of_question = j.ins;
  of_question.push(e.out);
  std::function<void(detail::row_axes&, u32)> const choose = [&](detail::row_axes& of, u32 k) {
    if (k < of_question.size()) {
      u32 const v = of_question[k];
      for (int d = -1; d < j.type(v).rank(); ++d)
        if (d < 0 || j.type(v).shape[d] == length) of[v] = static_cast<i8>(d), choose(of, k + 1);
      return;
    }
    if (of[e.out] < 0 || !miner.by_rows(j, of, e)) return ++t.barriers, void();
    jaxpr const f = miner.narrowed(j, of);
    bool right = !check(f).fault;
    for (i64 first = 0, count = 1; first < rows; first += count, count = rows - first) {
      bindings in = b;
      in.name[in.count] = strips_t::in_strip, in.value[in.count++] = count;
      vec<tensor> strips;
      for (u32 i = 0; i < j.ins.size(); ++i) strips.push(of[j.ins[i]] < 0 ? xs[i] : part(xs[i], of[j.ins[i]], first, count));
      vec<tensor> const got = reference::evaluate(f, strips, in);
      right = right && got.size() == 1 && got[0] == part(ys[0], of[e.out], first, count);
    }
    t(right, j, "by_rows");
  };
  detail::row_axes of(j.vars.size(), i8{-1});
  choose(of, 0);
}
TEST_CASE("what may be done by rows gives the same by rows") {
  tally t;
  for (extent const& rows : {extent(4), n}) {
    vector<shape> const all = shapes_of(1, 3, {rows, 2});
    for (shape const& s : all) {
      for (shape const& to : all) ask_rows(one<reshape_t>({to}, {s}), rows, t);
      ask_rows(one<reshape_t>({shape{rows, rows}}, {s}), rows, t), ask_rows(one<split_t>({shape{rows, 1, 2}}, {s}), rows, t);
      for (int d = 0; d < s.rank; ++d) {
        for (i64 lo : {-1, 0, 1})
          for (i64 hi : {-1, 0, 1})
            for (i64 interior : {0, 1}) {
              vector<std::array<i64, 3>> ps(s.rank, {0, 0, 0});
              ps[static_cast<std::size_t>(d)] = {lo, hi, interior};
              ask_rows(one<pad_t>(padding(ps), {s}, true), rows, t);
            }
        for (i64 cut : {0, 1})
          for (i64 stride : {1, 2}) {
            slice_t::params p{s, {}, {}};
            for (int k = 0; k < s.rank; ++k) p.start_indices.push(extent(k == d ? cut : 0)), p.strides.push(k == d ? stride : 1);
            ask_rows(one<slice_t>(p, {s}), rows, t);
          }
        ask_rows(one<rev_t>({axes{d}}, {s}), rows, t), ask_rows(one<concatenate_t>({d}, {s, s}), rows, t);
        ask_rows(one<reduce_sum_t>({axes{d}}, {s}), rows, t), ask_rows(one<cumsum_t>({d, false, false}, {s}), rows, t);
        ask_rows(one<linear_recurrence_t>({d, false}, {s, s}), rows, t);
        ask_rows(one<iota_t>({d, dtype::f64, s}, {}), rows, t);
        shape wide = s;
        wide.push(rows);
        axes dims;
        for (int k = 0; k < s.rank; ++k) dims.push(k + (k >= d));
        shape to;
        for (int k = 0, from = 0; k <= s.rank; ++k) to.push(k == d ? rows : s[from++]);
        ask_rows(one<broadcast_in_dim_t>({to, dims}, {s}), rows, t);
      }
      axes order;
      for (int d = 0; d < s.rank; ++d) order.push(d);
      do ask_rows(one<transpose_t>({order}, {s}), rows, t);
      while (std::next_permutation(order.at, order.at + s.rank));
      ask_rows(one<mul_t>({}, {s, s}), rows, t);
      for (shape const& r : shapes_of(1, 2, {rows, 2}))
        for (dot_general_t::params const& p : products_of(s, r)) ask_rows(one<dot_general_t>(p, {s, r}), rows, t);
    }
  }
  INFO(t.first);
  CHECK(t.wrong == 0);
  CHECK(t.asked > 1000);
}

// ---- windows
// --------------------------------------------------------------------------------------------------------------------------------

TEST_CASE("neighbours computed again where they are read are the neighbours") {
  long wrong = 0, rewritten = 0;
  std::string first;
  auto const ask = [&](jaxpr const& j) {
    if (j.fault) return;
    jaxpr const w = windows(j);
    if (print(w).view() == print(j).view()) return;
    ++rewritten;
    for (i64 of_n : {1, 2, 3, 5, 7}) {
      bindings const b = binding(of_n, 3);
      vec<tensor> xs;
      for (u32 v : j.ins) {
        tensor x(detail::bound(j.type(v), b));
        for (u32 i = 0; i < x.size(); ++i) x.put(i, 0.25 + ((i * 13 + v) % 31));
        xs.push(x);
      }
      vec<tensor> const ys = reference::evaluate(j, xs, b); // none: a length is negative
      if (ys.empty() || ys[0].size() == 0 || same_numbers(ys, reference::evaluate(w, xs, b))) continue;
      if (!wrong++) first = std::string(print(j).view()) + print(w).view().data();
    }
  };
  auto const sliced = [](value x, int d, i64 lo, i64 hi) {
    shape const s = type_of(x).shape;
    shape start, limit = s;
    for (int k = 0; k < s.rank; ++k) start.push(extent(k == d ? lo : 0));
    limit[d] = limit[d] - extent(hi);
    return slice(x, start, limit);
  };
  auto const padded = [](value x, int d, i64 lo, i64 hi) {
    vector<std::array<i64, 3>> ps(type_of(x).shape.rank, {0, 0, 0});
    ps[static_cast<std::size_t>(d)] = {lo, hi, 0};
    return pad(x, like(x, 0.5), padding(ps));
  };
  for (shape const& s : {shape{n}, shape{n + extent(2)}, shape{n, m}, shape{n, n}, shape{n, extent(6)}, shape{m, extent(5), n}})
    for (int d = 0; d < s.rank; ++d)
      for (int then = 0; then < s.rank; ++then)
        for (i64 a : {0, 1, 2})
          for (i64 b : {0, 1})
            for (i64 lo : {0, 1, 3})
              for (i64 hi : {0, 1, 2})
                ask(program({f64(s), f64(s)}, [&](vs v) { // pads of slices, slices of pads, slices of slices, and sums over each
                  value const x = v[0] * v[1], y = sliced(x, d, a, b), z = padded(y * y, then, lo, hi), w = sliced(z + 1.0, then, b, a);
                  value const sum = reduce_sum(sliced(x * 2.0, d, a, b), axes{0});
                  return vec<value>{z, w, sliced(sliced(x + v[0], d, a, b) * 2.0, then, b, a), sum};
                }));
  INFO(first);
  CHECK(wrong == 0);
  CHECK(rewritten > 100);
}

// ---- movements of users', and wrong twins
// -----------------------------------------------------------------------------------------------------

/// Element i comes from where a table says.
struct picks : movement<picks> {
  static constexpr std::string_view name = "test::picks";
  struct params {
    axes from;
    static constexpr char const* names[] = {"from"};
  };
  static constexpr typed type(operand_types xs, params const&) { return *xs[0]; }
  static constexpr element_source source(params const& p, lengths const*, lengths const& out, i64 const* at) {
    element_source s;
    for (int d = 0; d < out.rank; ++d) s.at[d] = at[d];
    s.at[out.rank - 1] = p.from[static_cast<int>(at[out.rank - 1]) % p.from.size()];
    return s;
  }
};
/// A pad that says of itself that it moves nothing, as it looks at the corners of most.
struct looks_untouched : movement<looks_untouched> {
  static constexpr std::string_view name = "test::looks_untouched";
  using params = pad_t::params;
  static constexpr typed type(operand_types xs, params const& p) { return pad_t::type(xs, p); }
  static constexpr element_source source(params const& p, lengths const* operands, lengths const& result, i64 const* at) {
    return pad_t::source(p, operands, result, at);
  }
  static constexpr relation relate(params const&, shape const&, shape const&, int axis) { return {axis}; }
};
/// A reversal that says that it is none.
struct looks_forward : movement<looks_forward> {
  static constexpr std::string_view name = "test::looks_forward";
  static constexpr typed type(operand_types xs) { return *xs[0]; }
  static constexpr element_source source(no_params const&, lengths const*, lengths const& out, i64 const* at) {
    element_source s;
    for (int d = 0; d < out.rank; ++d) s.at[d] = out[d] - 1 - at[d];
    return s;
  }
  static constexpr relation relate(no_params const&, shape const&, shape const&, int axis) { return {axis}; }
};
TEST_CASE("a movement that says nothing of itself is a barrier; one that says what is not so is found out") {
  movements ask;
  for (shape const& s : {shape{extent(6)}, shape{extent(100)}, shape{n}, shape{n, extent(4)}, shape{extent(6), extent(6), extent(6)}}) {
    jaxpr const j = one<picks>({axes{0, 1, 2, 3, 3, 1}}, {s});
    ask(j);
    for (int d = 0; d < s.rank; ++d) CHECK(detail::runs_along(j, j.eqns[0], 0, d) == detail::whole);
  }
  ask.check();
  movements pads, reversals;
  for (i64 lo : {-6, -1, 1, 6}) pads(one<looks_untouched>(padding({{lo, -lo, 0}}), {shape{extent(6)}}, true));
  for (shape const& s : shapes_of(1, 2, up_to(6, 2))) reversals(one<looks_forward>({}, {s}));
  for (movements const* twin : {&pads, &reversals}) {
    CHECK(twin->relation_to.wrong > 0);
    CHECK(twin->along.wrong > 0);
    CHECK(twin->renaming.wrong > 0);
  }
  tally t;
  ask_rows(one<looks_forward>({}, {shape{n, extent(2)}}), n, t);
  CHECK(t.wrong > 0);
}
TEST_CASE("rows of registers: a whole row, or one element for all lanes") {
  long in_rows = 0, wrong = 0;
  vec<i64> table(8);
  for (int k = 0; k < 6561; ++k) { // each element from its own place, from the first one's, or from the one before
    axes from;
    bool whole = true, repeated = true;
    for (int i = 0, digits = k; i < 8; ++i, digits /= 3) {
      from.push(digits % 3 == 0 ? i : digits % 3 == 1 ? 3 : (i + 7) % 8);
      whole &= from[i] == i, repeated &= from[i] == from[0];
    }
    jaxpr const j = one<picks>({from}, {shape{extent(2), extent(8)}});
    vec<u32> const rows = rows_of(j);
    bool const x = rows[j.ins[0]] != 0, y = rows[j.eqns[0].out] != 0;
    in_rows += y;
    wrong += y && !(x ? whole : repeated);
  }
  CHECK(wrong == 0);
  CHECK(
      in_rows ==
      6); // one identity and one that repeats: with element 3 in its own place spelt twice, with element 4 as the one after it twice again
}

} // namespace
} // namespace constax_tests
