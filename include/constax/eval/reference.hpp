// SPDX-License-Identifier: BSL-1.0
#pragma once
// reference : jaxpr, (tensor a...) -> (tensor b...)        the oracle: equation after equation, one element at a time
//
// Constant evaluation and run time alike. What each primitive means stands in primitives/evaluate.hpp; nothing is fused, kept in place or
// reordered here. Every other evaluator is tested against this one.
#include <constax/primitives/primitives.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr aval bound(aval a, bindings const& b) {
  for (int i = 0; i < a.rank(); ++i) a.shape[i] = extent(b(a.shape[i]));
  return a;
}
constexpr bool all_bound(extent const& e, bindings const& b) {
  for (int i = 0; i < 2; ++i)
    if (e.times[i] && !b.find(e.name[i])) return false;
  return true;
}

/// Learns the one symbol of `declared` that is not known yet from the length that it has in this call.
constexpr void learn(extent const& declared, i64 length, bindings& b) {
  int unknown = -1;
  for (int i = 0; i < 2; ++i)
    if (declared.times[i] && !b.find(declared.name[i])) {
      if (unknown >= 0) return;
      unknown = i;
    }
  if (unknown < 0 || b.count == bindings::capacity) return;
  i64 const rest = length - b(declared); // an unknown symbol counts as 0 there
  if (rest % declared.times[unknown]) return;
  b.name[b.count] = declared.name[unknown], b.value[b.count++] = rest / declared.times[unknown];
}

} // namespace detail

/// bind_symbols : jaxpr, (types of a...) -> what its symbols stand for        plain `n` first, so that `n+m` finds n
///
/// A fault says which argument does not fit: a wrong dtype or rank, a length that differs from what it must be, a symbol that no argument
/// settles.
constexpr fault bind_symbols(jaxpr const& j, operand_types args, bindings& b) {
  u32 const n_consts = j.consts.size(), n = n_consts + j.ins.size();
  if (args.size() != n)
    return {fault_code::wrong_count, "evaluate", "the program takes another number", {}, {}, static_cast<i64>(args.size())};
  auto const declared = [&](u32 i) -> aval const& { return j.type(i < n_consts ? j.consts[i] : j.ins[i - n_consts]); };
  for (u32 i = 0; i < n; ++i)
    if (declared(i).type != args[i]->type) return {fault_code::dtypes_differ, "evaluate", {}, declared(i), *args[i], i};
    else if (declared(i).rank() != args[i]->rank()) return {fault_code::shapes_differ, "evaluate", {}, declared(i), *args[i], i};
  for (bool simple : {true, false, false}) // the second round of affine forms knows what the first has found
    for (u32 i = 0; i < n; ++i)
      for (int d = 0; d < declared(i).rank(); ++d) {
        extent const& e = declared(i).shape[d];
        if (!simple || e == extent::of(e.name[0])) detail::learn(e, args[i]->shape[d].number, b);
      }
  for (u32 i = 0; i < n; ++i)
    for (int d = 0; d < declared(i).rank(); ++d) {
      extent const& e = declared(i).shape[d];
      if (!detail::all_bound(e, b))
        return {fault_code::undecidable, "evaluate", "no argument tells a symbol's length", declared(i), *args[i], i};
      if (b(e) != args[i]->shape[d].number)
        return {fault_code::shapes_differ, "evaluate", "each symbol has one length in a call", declared(i), *args[i], i};
    }
  return {};
}

namespace reference {

/// A scalar, as a tensor.
constexpr tensor from_literal(literal const& l) {
  tensor t(jaxpr::scalar_type(l.type));
  if (info(l.type).half()) t.words[0] = detail::word_of_literal(l);
  else if (l.type == dtype::f32) t.put(0, convert<float>(l.number()));
  else if (l.type == dtype::f64) t.put(0, l.number());
  else detail::visit_dtype(l.type, [&]<class T>(T) { t.words[0] = word_of(static_cast<T>(l.integer())); });
  return t;
}

inline constexpr std::string_view no_two_words = "keys of unsafe_rbg become words when the program is lowered; evaluate cx::lower(jaxpr)";
/// The numbers that j gives for `args`: its constvars, then its inputs. `b` may bind symbols that no argument tells; the others follow from
/// the lengths of `args`. Where j cannot be evaluated there are no results, and `why`, if given, is the reason.
constexpr vec<tensor> evaluate(jaxpr const& j, range<tensor> args, bindings b = {}, fault* why = nullptr) {
  auto const refuse = [&](fault const& f) {
    if (why) *why = f;
    return vec<tensor>{};
  };
  if (j.fault) return refuse(j.fault);
  vec<aval const*> types;
  for (tensor const& t : args) {
    if (has_two_words(t.type.type)) return refuse({fault_code::not_evaluable, "evaluate", no_two_words});
    types.push(&t.type);
  }
  if (fault const f = bind_symbols(j, types, b)) return refuse(f);

  vec<tensor> env(j.vars.size());
  u32 k = 0;
  for (u32 v : j.consts) env[v] = args[k++];
  for (u32 v : j.ins) env[v] = args[k++];
  auto const read = [&](atom a) {
    if (a.is_literal()) return from_literal(j.lits[a.lit()]);
    return env[a.var()];
  };
  vec<tensor> xs, ys;
  for (eqn const& e : j.eqns) {
    xs.resize(0), ys.resize(0);
    for (atom a : j.operands(e)) xs.push(read(a));
    for (u32 i = 0; i < e.n_out; ++i) {
      aval const expected = detail::bound(j.type(e.out + i), b);
      if (has_two_words(expected.type)) return refuse({fault_code::not_evaluable, e.prim->name, no_two_words});
      for (int d = 0; d < expected.rank(); ++d)
        if (expected.shape[d].number < 0)
          return refuse(
              {fault_code::bad_params, e.prim->name, "a length of the result is negative in this call", j.type(e.out + i), expected});
    }
    if (e.prim->evaluate) e.prim->evaluate(xs, j.params(e), b, ys);
    else if (e.prim->call && e.prim->call->evaluate)
      e.prim->call->evaluate(j, e, xs, b, [](jaxpr const& f, range<tensor> args, bindings const& in) { return evaluate(f, args, in); }, ys);
    if (ys.size() != e.n_out) return refuse({fault_code::not_evaluable, e.prim->name, e.prim->no_result});
    for (u32 i = 0; i < e.n_out; ++i) {
      aval const expected = detail::bound(j.type(e.out + i), b);
      if (!(ys[i].type == expected))
        return refuse({fault_code::shapes_differ, e.prim->name, "a result has other lengths than its type says", expected, ys[i].type});
      env[e.out + i] = static_cast<tensor&&>(ys[i]);
    }
  }
  vec<tensor> outs;
  for (atom a : j.outs) outs.push(read(a));
  return outs;
}

} // namespace reference

// ---- tensors from numbers, and back ----------------------------------------------------------------------------------------------

/// A tensor of the given shape from numbers in row-major order.
template <element_type T>
constexpr tensor tensor_of(shape const& s, range<T> xs) {
  tensor t(aval{dtype_of<T>, s});
  for (u32 i = 0; i < t.size(); ++i) t.put(i, xs[i]);
  return t;
}
template <element_type T>
constexpr tensor tensor_of(shape const& s, std::initializer_list<T> xs) {
  return tensor_of(s, range<T>{xs.begin(), static_cast<u32>(xs.size())});
}
/// A vector; `tensor_of({1.0, 2.0})`.
template <element_type T>
constexpr tensor tensor_of(std::initializer_list<T> xs) {
  return tensor_of(shape{extent(static_cast<i64>(xs.size()))}, xs);
}
template <element_type T, std::size_t N>
constexpr tensor tensor_of(T const (&xs)[N]) {
  return tensor_of(shape{extent(static_cast<i64>(N))}, range<T>{xs, static_cast<u32>(N)});
}
template <element_type T, std::size_t N, std::size_t M>
constexpr tensor tensor_of(T const (&xs)[N][M]) {
  tensor t(aval{dtype_of<T>, {extent(static_cast<i64>(N)), extent(static_cast<i64>(M))}});
  for (u32 i = 0; i < N * M; ++i) t.put(i, xs[i / M][i % M]);
  return t;
}
/// A scalar.
template <element_type T>
constexpr tensor tensor_of(T x) {
  tensor t(jaxpr::scalar_type(dtype_of<T>));
  t.put(0, x);
  return t;
}

/// All elements, as numbers of type T, which must be the tensor's own.
template <element_type T>
constexpr vec<T> elements(tensor const& t) {
  vec<T> xs;
  xs.reserve(t.size());
  for (u32 i = 0; i < t.size(); ++i) xs.push(t.at<T>(i));
  return xs;
}
/// Element i, of whatever dtype, as a double.
constexpr double number_at(tensor const& t, u32 i) {
  if (dtype_info const& half = info(t.type.type); half.half()) return widen(static_cast<u16>(t.words[i]), half.exponent_bits);
  return detail::visit_dtype(t.type.type, [&]<class T>(T) {
    if constexpr (__is_same(T, bool)) return t.at<bool>(i) ? 1.0 : 0.0;
    else return convert<double>(t.at<T>(i));
  });
}
/// The type and these numbers, bit for bit.
template <element_type T>
constexpr bool equals(tensor const& t, shape const& s, std::initializer_list<T> xs) {
  if (t.size() != xs.size()) return false;
  return t == tensor_of(s, xs);
}
template <element_type T>
constexpr bool equals(tensor const& t, std::initializer_list<T> xs) {
  return equals(t, shape{extent(static_cast<i64>(xs.size()))}, xs);
}
template <element_type T>
constexpr bool equals(tensor const& t, T x) {
  return t == tensor_of(x);
}

} // namespace constax::inline CONSTAX_TAG
