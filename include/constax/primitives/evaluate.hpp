// SPDX-License-Identifier: BSL-1.0
#pragma once
// evaluate: what each kind of primitive MEANS, one element at a time, no cleverness. The oracle (eval/reference.hpp) walks equations and
// calls this, in constant evaluation and at run time; every other evaluator is tested against it, bit for bit.
//
//   kind         the struct says                                     meaning
//   elementwise  eval(x...), eval(x..., params) or eval_to<R>(x)     y[i] = eval(x[i]...); several results: elementwise_tuple.hpp
//   source       element<T>(params, at) -> T                         y[i] = element(i)
//   size         number(params) -> i64                               y = number
//   movement     source(params, operands, result, at), or affine     y[i] = x_k[source(i)]; operand -1: the padding value, operand 1
//   movement     beyond(params, operands, at)                        where it is true, y[i] is undefined: here it spoils what reads it
//   reduction    combine(x, y), identity<T>                          y = combine over one axis at a time, the innermost first
//   cumulative   first(x...), step(y, x...), identity<T>             y[i] = step(y[i-1], x[i]...) along one axis, from either end
//   cumulative   of_others, combine(x, y), identity<T>               y[i] = combine over all j != i of one axis
//   contraction  params lhs/rhs contracting and batch axes           y = sum of products: contract.hpp
//   indexed      evaluate(x, params, y) -> bool                      indexed.hpp
//   sort         evaluate(keys, params, y) -> bool                   argsort.hpp
//   locate       better(x, y): does x take the place of y            y = the first place that no other is better than
#include <constax/lane/lane.hpp>
#include <constax/primitives/accepts.hpp>
#include <constax/primitives/apply.hpp>
#include <constax/primitives/contract.hpp>
#include <constax/primitives/order.hpp>
#include <constax/primitives/tensor.hpp>
#include <constax/trace/tracer.hpp>

namespace constax::inline CONSTAX_TAG {

/// An element of a result: of operand k at `at`; k = -1: none (the padding value).
struct element_source {
  int operand = 0;
  i64 at[max_rank] = {};
};
/// Where element `at` of P's result comes from. Parameters hold numbers only.
template <class P>
constexpr element_source source_of(params_of<P> const& p, lengths const* operands, lengths const& result, i64 const* at);

namespace detail {

/// The same for all elements of a result: what does not depend on the element is found once.
template <class P>
struct sources;

template <class P>
constexpr typed call_type(operand_types xs, range<i64> ps, jaxpr const* module);

/// Replaces the symbols in a primitive's parameters by the numbers of one call.
template <class Params>
constexpr Params bind_params(Params p, bindings const& b) {
  if constexpr (!__is_same(Params, no_params))
    for_each_member(p, [&]<class M>(M& m) {
      if constexpr (__is_same(M, extent)) m = extent(b(m));
      if constexpr (__is_same(M, shape))
        for (int i = 0; i < m.rank; ++i) m[i] = extent(b(m[i]));
    });
  return p;
}

// ---- elementwise -------------------------------------------------------------------------------------------------------------

template <class P>
concept without_params = __is_same(params_of<P>, no_params);
/// Does P's eval take operands of these types, with its parameters after them if it has any?
template <class P, class... X>
concept evaluates = (without_params<P> && requires(X... x) { P::eval(x...); }) ||
                    (!without_params<P> && requires(X... x, params_of<P> p) { P::eval(x..., p); });
/// And is its result a bool?
template <class P, class... X>
concept decides = (without_params<P> && requires(X... x) {
                    { P::eval(x...) } -> std::same_as<bool>;
                  }) || (!without_params<P> && requires(X... x, params_of<P> p) {
                    { P::eval(x..., p) } -> std::same_as<bool>;
                  });
/// The type of an element of its result, for elements of type T: T, unless P says another one or decides.
template <class P, class T, class... X>
struct find_result {
  using type = std::conditional_t<decides<P, X...>, bool, T>;
};
template <class P, class T, class... X>
  requires requires { typename P::template result<T>; }
struct find_result<P, T, X...> {
  using type = typename P::template result<T>;
};
template <class P, class T, class... X>
using result_of = typename find_result<P, T, X...>::type;

/// eval on words: N operands of type T, the first of type First.
template <class P, class R, class T, u32 N, class First = T>
constexpr u64 eval_words(u64 const* x, params_of<P> const& p) {
  if constexpr (N == 1) return word_of<R>(eval_elementwise<P, R>(p, element_in<First>(x[0])));
  else if constexpr (N == 2) return word_of<R>(eval_elementwise<P, R>(p, element_in<First>(x[0]), element_in<T>(x[1])));
  else return word_of<R>(eval_elementwise<P, R>(p, element_in<First>(x[0]), element_in<T>(x[1]), element_in<T>(x[2])));
}
/// The type that holds every T, and whose conversions are those of T: three stand for all.
template <element_type T>
using widest = std::conditional_t<std::is_floating_point_v<T>, double, std::conditional_t<std::is_signed_v<T>, i64, u64>>;
template <class P, class R, class T>
constexpr u64 convert_word(u64 const* x, params_of<P> const& p) {
  return word_of<R>(eval_elementwise<P, R>(p, static_cast<widest<T>>(element_in<T>(x[0]))));
}

template <class Params>
struct word_function {
  u64 (*eval)(u64 const*, Params const&) = nullptr;
  u32 operands = 0;
  dtype result = dtype::f64; // what eval gives, whatever the type rule says
};
template <class P, class T, class... X>
constexpr word_function<params_of<P>> words_of() {
  using R = result_of<P, T, X...>;
  return {eval_words<P, R, T, sizeof...(X)>, sizeof...(X), dtype_of<R>};
}
/// P's eval for operands of dtype t, and results of dtype `to` where P converts.
template <class P>
constexpr word_function<params_of<P>> find_eval(dtype t, [[maybe_unused]] dtype to) {
  using function = word_function<params_of<P>>;
  return visit_accepted<typename P::accepted, function>(t, [&]<class T>(T) -> function {
    if constexpr (requires { requires P::converts; })
      return visit_dtype(to, [&]<class R>(R) -> function { return {convert_word<P, R, T>, 1, dtype_of<R>}; });
    else if constexpr (requires { requires P::reinterprets; })
      return visit_dtype(to, [&]<class R>(R) -> function {
        if constexpr (P::template fits<R, T>) return {eval_words<P, R, T, 1>, 1, dtype_of<R>};
        else return {};
      });
    else if constexpr (requires { requires P::predicated; }) return {eval_words<P, T, T, 3, bool>, 3, dtype_of<T>};
    else if constexpr (evaluates<P, T>) return words_of<P, T, T>();
    else if constexpr (evaluates<P, T, T>) return words_of<P, T, T, T>();
    else if constexpr (evaluates<P, T, T, T>) return words_of<P, T, T, T, T>();
    else return {};
  });
}
// Function pointers, so that this loop is compiled once and not for each primitive and dtype.
template <class Params>
constexpr bool each_element(range<tensor> xs, Params const& p, tensor& y, word_function<Params> const& f) {
  bool fits = f.operands == xs.size() && f.result == y.type.type;
  for (tensor const& x : xs) fits = fits && (x.type.rank() == 0 || x.type.shape == y.type.shape);
  if (!fits) return false;
  u64 x[3] = {};
  for (u32 i = 0; i < y.size(); ++i) {
    for (u32 k = 0; k < xs.size(); ++k) x[k] = xs[k].words[xs[k].type.rank() ? i : 0]; // scalars stand beside any shape
    y.words[i] = f.eval(x, p);
  }
  return true;
}

// ---- source, size --------------------------------------------------------------------------------------------------------------

template <class P>
constexpr bool evaluate_source(params_of<P> const& p, tensor& y) {
  lengths const n(y.type.shape);
  return visit_dtype(y.type.type, [&]<class T>(T) {
    if constexpr (requires(i64 const* at) { P::template element<T>(p, at); }) {
      for (u32 i = 0; i < y.size(); ++i) y.put(i, static_cast<T>(P::template element<T>(p, place(i, n).at)));
      return true;
    } else return false;
  });
}

// ---- movement --------------------------------------------------------------------------------------------------------------------

/// In the place of an element that is undefined: nan, or a number that no program computes by chance.
constexpr u64 undefined_word(dtype t) {
  return visit_dtype(t, []<class T>(T) {
    if constexpr (std::is_floating_point_v<T>) return word_of(static_cast<T>(__builtin_nan("")));
    else return word_of(static_cast<T>(0x5a5a5a5a5a5a5a5b));
  });
}
template <class P>
constexpr bool evaluate_movement(range<tensor> xs, params_of<P> const& p, tensor& y) {
  lengths const n(y.type.shape);
  vec<lengths> from;
  for (tensor const& x : xs) from.push(lengths(x.type.shape));
  sources<P> const source{p, from.begin(), n};
  place at;
  for (u32 i = 0; i < y.size(); ++i, step_place(at.at, n)) {
    if constexpr (requires { P::beyond(p, from.begin(), at.at); })
      if (P::beyond(p, from.begin(), at.at)) {
        y.words[i] = undefined_word(y.type.type);
        continue;
      }
    element_source const s = source(at.at);
    u32 const k = static_cast<u32>(s.operand < 0 ? 1 : s.operand);
    if (k >= xs.size() || xs[k].type.type != y.type.type) return false;
    for (int d = 0; d < from[k].rank && s.operand >= 0; ++d)
      if (s.at[d] < 0 || s.at[d] >= from[k][d]) return false;
    y.words[i] = xs[k].words[s.operand < 0 ? 0 : static_cast<u32>(row_major(s.at, from[k]))];
  }
  return true;
}

// ---- reduction, locate -------------------------------------------------------------------------------------------------------------

/// The line of x along one axis that reduces to element i of the result: x[first + k * stride], k < count.
struct line {
  i64 first, stride, count;
  constexpr line(i64 i, lengths const& n, int axis) : first(0), stride(1), count(n[axis]) {
    for (int d = axis + 1; d < n.rank; ++d) stride *= n[d];
    first = i / stride * stride * count + i % stride;
  }
};
template <class P, class T>
constexpr tensor reduce_axis(tensor const& x, int axis) {
  lengths const n(x.type.shape);
  aval type{x.type.type, {}};
  for (int d = 0; d < n.rank; ++d)
    if (d != axis) type.shape.push(n[d]);
  tensor y(type);
  i64 const bytes = y.size() * static_cast<i64>(sizeof(T));
  for (u32 i = 0; i < y.size(); ++i) {
    line const l(i, n, axis);
    auto const combine = [](T a, T b) { return static_cast<T>(P::combine(a, b)); };
    y.put(i, accumulate_in_order(l.count, chains_of(x.type.type), bytes, static_cast<T>(P::template identity<T>),
                                 [&](T acc, i64 k) { return combine(acc, x.at<T>(static_cast<u32>(l.first + k * l.stride))); }, combine));
  }
  return y;
}
template <class P>
constexpr bool evaluate_reduction(tensor const& x, axes const& over, tensor& y) {
  return visit_accepted<typename P::accepted, bool>(x.type.type, [&]<class T>(T) {
    tensor now = x;
    for (int k = over.size(); k-- > 0;) now = reduce_axis<P, T>(now, static_cast<int>(over[k]));
    if (!(now.type == y.type)) return false;
    y.words = now.words;
    return true;
  });
}

// ---- cumulative ----------------------------------------------------------------------------------------------------------------------

/// What a step and `first` make of operands given by their number: x(0_c), x(1_c), ...
template <class P, std::size_t... K>
CONSTAX_INLINE constexpr auto scan_first(auto&& x, std::index_sequence<K...>) {
  return P::first(x(std::integral_constant<u32, K>{})...);
}
template <class P, class T, std::size_t... K>
CONSTAX_INLINE constexpr auto scan_step(T const& acc, auto&& x, std::index_sequence<K...>) {
  return P::step(acc, x(std::integral_constant<u32, K>{})...);
}
/// Where a step at i reads operand k: a factor that belongs to the element before is read there.
template <class P>
CONSTAX_INLINE constexpr i64 scan_source(params_of<P> const& p, u32 k, i64 i, i64 before) {
  if constexpr (requires { p.shifted; })
    if (p.shifted && k == 0) return before;
  return i;
}

template <class P, class Tensor>
constexpr bool evaluate_cumulative(range<Tensor> xs, params_of<P> const& p, Tensor& y) {
  lengths const n(y.type.shape);
  for (Tensor const& x : xs)
    if (!(x.type == y.type)) return false;
  return visit_accepted<typename P::accepted, bool>(y.type.type, [&]<class T>(T) {
    i64 const length = n[p.axis], lines = length ? y.size() / length : 0;
    T const identity = P::template identity<T>;
    for (i64 k = 0; k < lines; ++k) {
      line const l(k, n, p.axis);
      auto const at = [&](i64 i) { return static_cast<u32>(l.first + i * l.stride); };
      auto const put = [&](i64 i, T v) { y.put(at(i), v); };
      if constexpr (P::of_others) {
        auto const term = [&](i64 i) { return xs[0].template at<T>(at(i)); };
        auto const get = [&](i64 i) { return y.template at<T>(at(i)); };
        auto const combine = [](T a, T b) { return static_cast<T>(P::combine(a, b)); };
        others_in_order(length, 0, identity, line_of_others(length, chains_of(dtype_of<T>), identity, term, get, put, combine), combine);
      }
      else {
        constexpr auto operands = std::make_index_sequence<P::operands>{};
        scan_in_order(
            length, p.reverse, p.exclusive, identity,
            [&](i64 i) { return static_cast<T>(scan_first<P>([&](auto q) { return xs[q].template at<T>(at(i)); }, operands)); },
            [&](T acc, i64 i, i64 before) {
              return static_cast<T>(
                  scan_step<P>(acc, [&](auto q) { return xs[q].template at<T>(at(scan_source<P>(p, q, i, before))); }, operands));
            },
            put);
      }
    }
    return true;
  });
}

template <class P, class Tensor>
constexpr bool evaluate_locate(Tensor const& x, axes const& over, Tensor& y) {
  lengths const n(x.type.shape);
  if (over.size() != 1 || y.size() * n[static_cast<int>(over[0])] != x.size()) return false;
  return visit_dtype(x.type.type, [&]<class T>(T) {
    if constexpr (requires(T a) { P::better(a, a); }) {
      for (u32 i = 0; i < y.size(); ++i) {
        line const l(i, n, static_cast<int>(over[0]));
        i64 best = 0;
        for (i64 k = 1; k < l.count; ++k)
          if (auto const at = [&](i64 i) { return x.template at<T>(static_cast<u32>(l.first + i * l.stride)); }; P::better(at(k), at(best)))
            best = k;
        visit_dtype(y.type.type, [&]<class I>(I) { y.put(i, static_cast<I>(best)); });
      }
      return true;
    } else return false;
  });
}

// ---- all kinds -------------------------------------------------------------------------------------------------------------------------

template <class P>
constexpr bool evaluate_routine(range<tensor> xs, tensor& y); // routine.hpp

/// Does P move elements without looking at them?
template <class P>
inline constexpr bool moves = P::kind == kind::movement;
template <class P>
  requires(P::kind == kind::indexed)
inline constexpr bool moves<P> = P::accepted::accepts(dtype::u16);

// ---- halves: bf16 and f16 are computed with as f32, and what comes out is rounded once -------------------------------------------------

/// x with other elements: halves as floats, floats rounded to halves.
constexpr tensor with_elements(tensor const& x, dtype t) {
  tensor y = x;
  y.type.type = t;
  int const from = info(x.type.type).exponent_bits, to = info(t).exponent_bits;
  for (u64& w : y.words)
    if (t == dtype::f32) w = word_of(constax::widen(static_cast<u16>(w), from));
    else w = constax::narrow(element_in<float>(w), to);
  return y;
}
/// Parameters that say a half say f32.
template <class Params>
constexpr Params in_floats(Params p) {
  if constexpr (!__is_same(Params, no_params))
    for_each_member(p, []<class M>(M& m) {
      if constexpr (__is_same(M, dtype))
        if (info(m).half()) m = dtype::f32;
    });
  return p;
}
using word_evaluator = void (*)(range<tensor>, range<i64>, bindings const&, vec<tensor>&);
constexpr void evaluate_in_floats(range<tensor> xs, range<i64> params, bindings const& b, range<aval> types, word_evaluator evaluate,
                                  vec<tensor>& results) {
  vec<tensor> floats;
  for (tensor const& x : xs) floats.push(info(x.type.type).half() ? with_elements(x, dtype::f32) : x);
  u32 const before = results.size();
  evaluate(floats, params, b, results);
  for (u32 k = 0; before + k < results.size(); ++k)
    if (info(types[k].type).half()) results[before + k] = with_elements(results[before + k], types[k].type);
}

/// The primitive's `evaluate`: appends its result, or nothing where its type rule refuses these lengths or says what is not so.
template <class P>
constexpr void call_evaluate(range<tensor> xs, range<i64> params, bindings const& b, vec<tensor>& results) {
  params_of<P> const p = bind_params(decode<params_of<P>>(params), b);
  vec<aval const*> types;
  for (tensor const& x : xs) types.push(&x.type);
  typed const t = call_type<P>(types, encode(p), nullptr);
  if (t.fault || t.results.size() != 1) return;
  if constexpr (!moves<P> && !requires { requires P::unseen; }) {
    bool halves = info(t.results[0].type).half();
    for (tensor const& x : xs) halves |= info(x.type.type).half();
    if (halves) return evaluate_in_floats(xs, encode(in_floats(p)), b, t.results, call_evaluate<P>, results);
  }
  tensor& y = results.push(tensor(t.results[0]));
  bool done = false;
  if constexpr (requires { requires P::unseen; }) done = y.size() == xs[0].size(), y.words = xs[0].words;
  else if constexpr (P::kind == kind::elementwise) done = each_element(xs, p, y, find_eval<P>(xs[xs.size() - 1].type.type, y.type.type));
  else if constexpr (P::kind == kind::source) done = evaluate_source<P>(p, y);
  else if constexpr (P::kind == kind::movement) done = evaluate_movement<P>(xs, p, y);
  else if constexpr (P::kind == kind::reduction) done = evaluate_reduction<P>(xs[0], p.axes, y);
  else if constexpr (P::kind == kind::cumulative) done = evaluate_cumulative<P>(xs, p, y);
  else if constexpr (P::kind == kind::indexed || P::kind == kind::sort) done = P::evaluate(xs, p, y);
  else if constexpr (P::kind == kind::locate) done = evaluate_locate<P>(xs[0], p.axes, y);
  else if constexpr (P::kind == kind::contraction)
    done = contract(xs[0], xs[1], {p.lhs_contracting, p.rhs_contracting, p.lhs_batch, p.rhs_batch}, y);
  else if constexpr (P::kind == kind::size) {
    visit_dtype(y.type.type, [&]<class T>(T) { y.put(0, static_cast<T>(P::number(p))); });
    done = true;
  }
  if (!done) results.pop();
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
