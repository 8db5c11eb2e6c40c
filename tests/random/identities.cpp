// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "identities.hpp"

#include <algorithm>

namespace random_programs {
namespace {

identity mixed(u64 a, u64 b) {
  u64 z = a * 0x9e3779b97f4a7c15u ^ (b + 0x7f4a7c15bf58476du + (a << 6) + (a >> 2));
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return z > never_written ? z : z + never_written + 1;
}
identity of_literal(literal const& l) { return mixed(mixed(77, static_cast<u64>(l.type)), l.bits); }
identity of_operation(jaxpr const& j, eqn const& e) {
  identity id = mixed(detail::hash_of(e.prim->name), e.n_param);
  for (i64 x : j.params(e)) id = mixed(id, static_cast<u64>(x));
  return id;
}
bool is_truth(identity id) { return id == known_true || id == known_false; }

std::vector<std::string> names_of(jaxpr const& j) {
  std::vector<std::string> names(j.vars.size());
  std::vector<bool> used(j.vars.size());
  for (vec<atom> const* atoms : {&j.atoms, &j.outs})
    for (atom a : *atoms)
      if (!a.is_literal()) used[a.var()] = true;
  u32 next = 0;
  auto const give = [&](u32 v) { names[v] = std::string(detail::letters(next++).view()); };
  for (vec<u32> const* inputs : {&j.consts, &j.ins})
    for (u32 v : *inputs) give(v);
  for (eqn const& e : j.eqns)
    for (u32 v = e.out; v < e.out + e.n_out; ++v)
      if (used[v]) give(v);
      else names[v] = "_";
  return names;
}

} // namespace

identities::identities(jaxpr const& j, bindings const& b)
    : j_(j), b_(b), lengths_(j.vars.size()), all_(j.vars.size()), names_(names_of(j)) {
  for (u32 v = 0; v < j.vars.size(); ++v) {
    lengths_[v] = lengths(j.type(v).shape, b);
    for (int d = 0; d < lengths_[v].rank; ++d) defined_ = defined_ && lengths_[v][d] >= 0;
  }
  if (!defined_) return;
  for (u32 v = 0; v < j.vars.size(); ++v) all_[v].resize(static_cast<std::size_t>(lengths_[v].size()));
  u64 input = 0;
  for (vec<u32> const* inputs : {&j.consts, &j.ins})
    for (u32 v : *inputs) {
      for (std::size_t i = 0; i < all_[v].size(); ++i) all_[v][i] = mixed(mixed(5, input), i);
      ++input;
    }
  for (eqn const& e : j.eqns)
    if (defined_) define(e);
}

identity identities::of(atom a, i64 const* at) const {
  if (a.is_literal()) return of_literal(j_.lits[a.lit()]);
  return lengths_[a.var()].rank ? of(a.var(), at) : all_[a.var()][0];
}
std::string identities::element(u32 v, i64 const* at) const {
  std::string s = names_[v] + "[";
  for (int d = 0; d < lengths_[v].rank; ++d) s += (d ? "," : "") + std::to_string(at[d]);
  return s + "]";
}
void identities::define(eqn const& e) {
  switch (e.prim->kind) {
  case kind::elementwise: return define_elementwise(e);
  case kind::movement: return define_movement(e);
  case kind::source: return define_source(e);
  case kind::indexed: return define_indexed(e);
  default: return define_whole(e);
  }
}
/// What is chosen by a known truth is the chosen one: so what is read beyond an array's ends has no part in it.
void identities::define_elementwise(eqn const& e) {
  range<atom> const xs = j_.operands(e);
  identity const operation = of_operation(j_, e);
  std::vector<identity>& to = all_[e.out];
  identity const* from[3] = {};
  identity number[3] = {};
  bool whole[3] = {}; // not a number beside any shape
  for (u32 k = 0; k < e.n_in; ++k) {
    whole[k] = lengths_of(xs[k]).rank > 0;
    if (whole[k] && all_[xs[k].var()].size() != to.size()) return void(defined_ = false);
    number[k] = xs[k].is_literal() ? of_literal(j_.lits[xs[k].lit()]) : undefined;
    from[k] = xs[k].is_literal() ? &number[k] : all_[xs[k].var()].data();
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    identity x[3] = {}, id = operation;
    bool any_undefined = false, all_truths = true;
    for (u32 k = 0; k < e.n_in; ++k) {
      x[k] = from[k][whole[k] ? i : 0], id = mixed(id, x[k]);
      any_undefined |= x[k] == undefined, all_truths &= is_truth(x[k]);
    }
    if (is<select_n_t>(e) && is_truth(x[0])) id = x[0] == known_true ? x[2] : x[1];
    else if (is<and_t>(e) && all_truths) id = x[0] == known_true ? x[1] : x[0];
    else if (any_undefined) id = undefined;
    to[i] = id;
  }
}
/// The oracle moves words, whatever they mean: here identities.
void identities::define_movement(eqn const& e) {
  if (is<window_t>(e)) return define_window(e);
  vec<tensor> xs, made;
  for (atom a : j_.operands(e)) {
    tensor& x = xs.push(tensor());
    x.type = detail::bound(j_.type(a), b_);
    if (a.is_literal()) x.words.push(of_literal(j_.lits[a.lit()]));
    else x.words.append({all_[a.var()].data(), static_cast<u32>(all_[a.var()].size())});
  }
  e.prim->evaluate(xs, j_.params(e), b_, made);
  if (made.size() != 1 || made[0].size() != all_[e.out].size()) return void(defined_ = false);
  all_[e.out].assign(made[0].words.begin(), made[0].words.end());
}
/// What lies beyond the end has no identity.
void identities::define_window(eqn const& e) {
  auto const window = detail::bind_params(decode<window_t::params>(j_.params(e)), b_);
  atom const x = j_.operands(e)[0];
  lengths const in = lengths_of(x);
  std::size_t i = 0;
  each_place(lengths_[e.out], [&](i64 const* at) {
    identity& to = all_[e.out][i++];
    if (to = undefined; window_t::beyond(window, &in, at)) return;
    element_source const from = source_of<window_t>(window, &in, lengths_[e.out], at);
    for (int d = 0; d < in.rank; ++d)
      if (from.at[d] < 0 || from.at[d] >= in[d]) return void(defined_ = false);
    to = of(x, from.at);
  });
}
void identities::define_source(eqn const& e) {
  vec<tensor> made;
  e.prim->evaluate({}, j_.params(e), b_, made);
  if (made.size() != 1) return void(defined_ = false);
  for (u32 i = 0; i < made[0].size(); ++i)
    all_[e.out][i] = made[0].type.type == dtype::boolean ? (made[0].at<bool>(i) ? known_true : known_false)
                                                         : mixed(mixed(9, static_cast<u64>(made[0].type.type)), made[0].words[i]);
}
namespace {

/// The place of an element.
struct place_in {
  i64 at[max_rank] = {};
  place_in(i64 element, lengths const& n) {
    for (int d = n.rank; d-- > 0; element /= n[d]) at[d] = element % n[d];
  }
};

} // namespace

bool identities::each_of_slices(eqn const& e, of_slices const& f) const {
  auto const p = detail::bind_params(decode<indexed_params>(j_.params(e)), b_);
  range<atom> const xs = j_.operands(e);
  u32 const n_indices = static_cast<u32>(p.indexed.size()), first = e.n_in - n_indices;
  lengths const x = lengths_of(xs[0]), slices = first == 1 ? lengths_[e.out] : lengths_of(xs[1]);
  vec<tensor> indices;
  for (u32 q = 0; q < n_indices; ++q) {
    atom const a = xs[first + q];
    tensor& t = indices.push(tensor(aval{dtype::i64, detail::bound(j_.type(a), b_).shape}));
    i64 const last = std::max<i64>(x[static_cast<int>(p.indexed[static_cast<int>(q)])] - p.slice_sizes[static_cast<int>(q)].number, 0);
    bool const safe = p.mode == index_mode::promise_in_bounds;
    for (u32 i = 0; i < t.size(); ++i) {
      i64 const id = static_cast<i64>((a.is_literal() ? of_literal(j_.lits[a.lit()]) : all_[a.var()][i]) >> 1);
      t.put(i, safe ? id % (last + 1) : id % (last + 4) - 2);
    }
  }
  return detail::each_slice(x, slices, indices, p, [&](i64 in_x, i64 in_slices) {
    place_in const to(in_slices, slices), from(std::max<i64>(in_x, 0), in_x < 0 ? lengths() : x);
    i64 in_indices[max_rank] = {};
    for (int k = 0; k < p.at.size(); ++k) in_indices[k] = to.at[p.at[k]];
    f(in_x < 0 ? nullptr : from.at, to.at, in_indices);
  });
}
identity identities::combined(eqn const& e, identity element, identity slice) const {
  return element == undefined || slice == undefined ? undefined : mixed(mixed(of_operation(j_, e), element), slice);
}
/// What is gathered is moved; what is scattered is combined, one slice after the other.
void identities::define_indexed(eqn const& e) {
  range<atom> const xs = j_.operands(e);
  u32 const first = e.n_in - static_cast<u32>(decode<indexed_params>(j_.params(e)).indexed.size());
  bool const gathers = first == 1;
  std::vector<identity>& to = all_[e.out];
  if (!gathers) to = all_[xs[0].var()];
  identity const zero = of_literal(literal::of(j_.type(e.out).type, 0.0));
  bool all_known = true;
  defined_ = each_of_slices(e, [&](i64 const* in_x, i64 const* in_slices, i64 const* in_indices) {
    bool known = true;
    for (u32 k = first; k < e.n_in; ++k) known = known && of(xs[k], in_indices) != undefined;
    all_known = all_known && known;
    if (gathers) {
      identity& y = to[static_cast<std::size_t>(detail::row_major(in_slices, lengths_[e.out]))];
      y = !known ? undefined : in_x ? of(xs[0], in_x) : zero;
    } else if (in_x) {
      identity& y = to[static_cast<std::size_t>(detail::row_major(in_x, lengths_[e.out]))];
      y = combined(e, y, of(xs[1], in_slices));
    }
  });
  if (!gathers && !all_known) std::fill(to.begin(), to.end(), undefined);
}
/// Each element depends on all that is read.
void identities::define_whole(eqn const& e) {
  identity id = of_operation(j_, e);
  for (atom a : j_.operands(e)) {
    if (a.is_literal()) id = mixed(id, of_literal(j_.lits[a.lit()]));
    else
      for (identity x : all_[a.var()]) id = mixed(id, x);
  }
  for (u32 o = 0; o < e.n_out; ++o)
    for (std::size_t i = 0; i < all_[e.out + o].size(); ++i) all_[e.out + o][i] = mixed(mixed(id, o), i);
}

} // namespace random_programs
