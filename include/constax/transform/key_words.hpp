// SPDX-License-Identifier: BSL-1.0
#pragma once
// keys_as_words : jaxpr -> jaxpr        keys of two words are two values, and, where functions begin and end, arrays with an axis of words
//
//   { lambda ; a:key<urbg>[3]. let b:key<urbg>[3] = rev a; c:u64[3] = random_unwrap[number=1] b in (b, c) }
//   ->   { lambda ; a:u64[3,2]. let d:u64[3] = a[:, 0]; e:u64[3] = a[:, 1]; f:u64[3] = rev d; c:u64[3] = rev e
//                                   b:u64[3,2] = concatenate of f and c along the last axis in (b, c) }
//
// So an array of keys lies in memory as its elements do, and branches, loops and calls stay what they are: the axis of words is the last
// one, which none of them looks at. In between, what moves keys moves each of their words; to make keys of words, and to ask for these,
// costs nothing.
#include <constax/primitives/primitives.hpp>
#include <constax/primitives/random_unwrap.hpp>
#include <constax/primitives/random_wrap.hpp>
#include <constax/trace/walk.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The pass, in one context.
struct key_splitting {
  context& c;
  jaxpr const& j;
  jaxpr types;        // j as it is stored, its functions rewritten
  vec<value> seconds; // by variable: the second word of keys, of which the variable's value is the first

  constexpr bool is_pair(atom a) const { return !a.is_literal() && has_two_words(j.type(a).type); }
  static constexpr value scalar_value_to(value x, shape const& s) {
    return s.rank > 0 && (x.is_constant() || type_of(x).rank() == 0) ? broadcast_in_dim(x, s, {}) : x;
  }
  constexpr value word_of_array(value x, int number) {
    aval const a = type_of(x);
    slice_t::params p;
    shape s;
    for (int d = 0; d < a.rank(); ++d) {
      bool const last = d + 1 == a.rank();
      p.start_indices.push(extent(last ? number : 0)), p.limit_indices.push(last ? extent(number + 1) : a.shape[d]), p.strides.push(1);
      if (!last) s.push(a.shape[d]);
    }
    return bind<reshape_t>({s}, bind<slice_t>(p, x));
  }
  constexpr value as_array(value first, value second, shape const& s) {
    int const last = s.rank;
    shape column = s;
    axes dims;
    for (int d = 0; d < last; ++d) dims.push(d);
    column.push(extent(1));
    return bind<concatenate_t>({last}, broadcast_in_dim(first, column, first.is_constant() ? axes{} : dims),
                               broadcast_in_dim(second, column, second.is_constant() ? axes{} : dims));
  }
  /// The word in place of each key of e, other operands as they are.
  constexpr vec<value> words_among(eqn const& e, range<value> xs, int number) {
    vec<value> ys(xs);
    for (u32 i = 0; number == 1 && i < ys.size(); ++i)
      if (atom const a = j.operands(e)[i]; is_pair(a)) ys[i] = seconds[a.var()];
    return ys;
  }
  constexpr void equation(eqn const& e, range<value> xs, value* results) {
    if (is<random_wrap_t>(e) && e.n_in == 2) {
      shape const& s = j.type(e.out).shape; // of both words: a scalar may stand beside an array
      results[0] = scalar_value_to(xs[0], s), seconds[e.out] = scalar_value_to(xs[1], s);
    } else if (is<random_unwrap_t>(e) && is_pair(j.operands(e)[0])) {
      results[0] = words_among(e, xs, decode<random_unwrap_t::params>(j.params(e)).number)[0];
    } else if (e.prim->call) {
      vec<value> operands(xs);
      for (u32 i = 0; i < operands.size(); ++i)
        if (atom const a = j.operands(e)[i]; is_pair(a)) operands[i] = as_array(xs[i], seconds[a.var()], j.type(a).shape);
      value const first = record(c, types, e, operands);
      for (u32 i = 0; i < e.n_out; ++i) receive(e.out + i, c.result(first.var + i), results[i]);
    } else if (has_two_words(j.type(e.out).type)) {
      results[0] = bind(c, *e.prim, words_among(e, xs, 0), j.params(e));
      seconds[e.out] = bind(c, *e.prim, words_among(e, xs, 1), j.params(e));
    } else {
      value const first = record(c, j, e, xs);
      for (u32 i = 0; i < e.n_out; ++i) results[i] = c.result(first.var + i);
    }
  }
  /// Variable v of j comes from outside as x.
  constexpr void receive(u32 v, value x, value& first) {
    if (has_two_words(j.type(v).type)) seconds[v] = word_of_array(x, 1), x = word_of_array(x, 0);
    first = x;
  }
};

constexpr bool holds_pairs(jaxpr const& j) {
  for (aval const& a : j.avals)
    if (has_two_words(a.type)) return true;
  for (jaxpr const& f : j.subs)
    if (holds_pairs(f)) return true;
  return false;
}
constexpr jaxpr keys_as_words(jaxpr const& j) {
  if (j.fault || !holds_pairs(j)) return j;
  context c("the words of keys as an axis");
  key_splitting s{c, j, j, {}};
  s.seconds.resize(j.vars.size());
  for (jaxpr& f : s.types.subs) f = keys_as_words(f), c.fail(f.fault);
  for (aval& a : s.types.avals)
    if (has_two_words(a.type)) a = stored(a);
  c.innermost().rewrites = &s.types;
  vec<value> args = inputs_like(c, s.types);
  u32 k = 0;
  for (vec<u32> const* list : {&j.consts, &j.ins})
    for (u32 v : *list) s.receive(v, args[k], args[k]), ++k;
  vec<value> outs = walk(c, j, args, [&](eqn const& e, range<value> xs, value* results) { s.equation(e, xs, results); });
  for (u32 i = 0; i < outs.size() && !c.fault; ++i)
    if (atom const a = j.outs[i]; s.is_pair(a)) outs[i] = s.as_array(outs[i], s.seconds[a.var()], j.type(a).shape);
  return c.finish(c.fault ? range<value>{} : range<value>(outs));
}
} // namespace detail

} // namespace constax::inline CONSTAX_TAG
