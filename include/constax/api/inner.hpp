// SPDX-License-Identifier: BSL-1.0
#pragma once
// inner: what every transformation does inside a trace: trace f in a builder of its own, transform the jaxpr, replay it into the caller's.
#include <constax/api/transformed.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// The context of the tracers in some trees; if they are constants, a new pending one.
template <class... X>
constexpr context_ref context_in(X const&... x) {
  vec<value> all;
  (for_each_leaf(
       [&](auto const& l) {
         if constexpr (traced_value<decltype(l)>) all.push(l.value);
       },
       x),
   ...);
  return some_context(all);
}

/// The type of a tracer: in its own type, or of its value.
template <class X> constexpr auto aval_of([[maybe_unused]] X const& x) {
  if constexpr (is_dynamic<X>) return x.type();
  else return X::aval;
}
/// An input of the innermost builder like a tracer.
struct like_input {
  context& c;
  template <class X> constexpr auto operator()(X const& x) const { return X(c.input(aval_of(x))); }
};
/// An input of the next of some types.
struct typed_input {
  context& c;
  range<aval> types;
  mutable u32 at = 0;
  template <class X> constexpr auto operator()(X const&) const { return X(c.input(types.begin()[at++])); }
};
/// A tree with a tracer in the place of each leaf.
template <class X>
using tree_of_tracers = decltype(tree_map(to_tracer{}, std::declval<X const&>()));

template <class X>
constexpr auto traced_tree(X const& x) {
  return tree_map(to_tracer{}, x);
}

/// f's jaxpr on inputs like x...; `args`: what f captured of outer builders, then the leaves of x.
template <class Out>
struct inner_trace {
  using result = Out;
  [[no_unique_address]] treedef<Out> structure; // of the result
  jaxpr program = {};
  vec<value> args = {};
  u32 n_captured = 0;
};

/// An inner function that is being recorded. If it throws (at run time), what has been recorded of it goes, and its builder with it: the
/// outer trace may go on.
struct recording {
  context& c;
  std::string_view name;
  bool const pending;
  u32 const depth;
  vec<value> ins;
  bool ended = false;

  constexpr recording(context& at, std::string_view n) : c(at), name(n), pending(at.pending), depth(at.open.size()) {
    if (!pending) c.start(name);
  }
  recording(recording const&) = delete;
  recording& operator=(recording const&) = delete;
  constexpr ~recording() {
    if (ended) return;
    vec<value> captured;
    if (pending) {
      if (context* const at = context_of(ins)) carve(*at, name, ins, {}, captured);
    } else
      while (c.open.size() > depth) c.open.pop();
  }
  constexpr jaxpr end(range<value> outs, vec<value>& captured) {
    ended = true;
    if (!pending) return c.finish(outs, &captured);
    vec<value> all = ins;
    all.append(outs);
    if (context* const at = context_of(all)) return carve(*at, name, ins, outs, captured);
    return {}; // of nothing to nothing
  }
};

/// The first inputs of f stand for these outer values; n_known: of so many arguments. In a pending context there are only inputs to tell.
inline void note_inputs(recording const& of_f, range<value> outer, int n_known) {
  builder& b = of_f.c.innermost();
  if (!of_f.pending) b.has_numbers = n_known > 0;
  for (u32 i = 0; i < of_f.ins.size(); ++i)
    if (of_f.ins[i].is_variable()) b.stand_ins.push({i < outer.size() ? outer[i] : value{}, of_f.ins[i].var, of_f.name});
}

template <class Make, class F, class... X>
constexpr auto trace_inner_as(Make const& make, int n_known, context& given, std::string_view name, F const& f, X const&... x);
/// In a pending context a builder would not know its place: there f is carved out after it has been recorded. The context may have been
/// taken over by then.
template <class F, class... X>
constexpr auto trace_inner(context& given, std::string_view name, F const& f, X const&... x) {
  return trace_inner_as([](context& c) { return like_input{c}; }, 0, given, name, f, x...);
}
/// The same of an f that is called with x, once, here: of a trace without jit its values have numbers. n_known: of so many arguments; what
/// comes behind them are tangents.
template <class F, class... X>
constexpr auto trace_primal(int n_known, context& given, std::string_view name, F const& f, X const&... x) {
  return trace_inner_as([](context& c) { return like_input{c}; }, n_known, given, name, f, x...);
}
template <class F, class... X>
constexpr auto trace_primal(context& given, std::string_view name, F const& f, X const&... x) {
  return trace_primal(static_cast<int>(sizeof...(X)), given, name, f, x...);
}
/// The same on inputs of these types, for trees that have none yet.
template <class F, class... X>
constexpr auto trace_inner_on(range<aval> types, context& given, std::string_view name, F const& f, X const&... x) {
  return trace_inner_as([&](context& c) { return typed_input{c, types}; }, 0, given, name, f, x...);
}
template <class Make, class F, class... X>
constexpr auto trace_inner_as(Make const& make, int n_known, context& given, std::string_view name, F const& f, X const&... x) {
  recording of_f(given.root(), name);
  [[maybe_unused]] auto const like = make(of_f.c); // of empty trees nobody asks
  std::tuple<X...> const inputs{tree_map(like, x)...};
  detail::unpack([&](auto const&... i) { (push_values(of_f.ins, i), ...); }, inputs);
  if (!__builtin_is_constant_evaluated()) {
    vec<value> outer;
    [[maybe_unused]] int k = 0;
    ((k++ < n_known ? push_values(outer, x) : void()), ...);
    at_run_time<&note_inputs>::call(of_f, outer, n_known);
  }
  auto const out = tree_map(to_tracer{}, detail::unpack([&](auto const&... i) { return call_traced_function(f, i...); }, inputs));
  inner_trace<std::remove_const_t<decltype(out)>> r{structure_of(out)};
  vec<value> outs;
  push_values(outs, out);
  r.program = of_f.end(outs, r.args);
  r.n_captured = r.args.size();
  (push_values(r.args, x), ...);
  return r;
}

/// A tree of tracers from values of c, in order; after a fault there may be none.
template <class Tree>
constexpr Tree take_tree(treedef<Tree> const& like, context& c, range<value> from, u32& at) {
  return tree_map([&]<class X>(X const&) {
    if (c.fault) return X(c.nothing());
    return X(from[at++]);
  }, empty_tree(like));
}

} // namespace constax::inline CONSTAX_TAG::detail
