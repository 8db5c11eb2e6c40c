// SPDX-License-Identifier: BSL-1.0
#pragma once
// call : f, (tree of ndarrays a...) -> tree of ndarrays b        traced with dynamic tracers, lowered, evaluated; the program is kept where
// f has no state, and asks for no number
//
// f is traced once for each signature: its type, the structure of its arguments, and their dtypes and shapes. What a callable holds besides
// its code is not a part of that, nor are numbers: a callable with state, and one that asks for numbers, are traced in each call.
#include <constax/api/grad.hpp>
#include <constax/api/inspect.hpp>
#include <constax/api/jit.hpp>
#include <constax/runtime/functions.hpp>
#include <constax/runtime/late_trace.hpp>
#include <constax/runtime/ndarray.hpp>
#include <constax/runtime/program_cache.hpp>
#include <constax/runtime/transform.hpp>

namespace constax::inline CONSTAX_TAG {

/// A jaxpr that was traced at run time: printable, like jaxpr_of of a static one.
struct dynamic_jaxpr {
  jaxpr program;
  jaxpr const& get() const { return program; }
  vec<eqn> const& eqns() const { return program.eqns; }
  text str(notation style = notation::jax) const { return print(program, style); }
  friend bool operator==(dynamic_jaxpr const& j, std::string_view s) { return j.str() == s; }
};

namespace detail {

/// A leaf's numbers as an ndarray.
struct to_ndarray {
  template <class X> ndarray operator()(X const& x) const {
    static_assert(!is_spec<X>, "[constax] a cx::spec has a type and no numbers; beside ndarrays numbers are needed");
    static_assert(!tracing<X>,
                  "[constax] an ndarray meets a traced value in one call: pass the ndarray to the traced function as an argument");
    if constexpr (dynamic_tracing<X>) return x; // of constants
    else return ndarray(x);
  }
};
struct to_dynamic_input {
  late_trace& trace;
  template <class X> dynamic_tracer operator()(X const& x) const { return trace.input(x); }
};
template <class X> using tree_of_ndarrays = decltype(tree_map(to_ndarray{}, std::declval<X const&>()));
template <class X>
using tree_of_dynamic = decltype(tree_map(to_dynamic_input{std::declval<late_trace&>()}, std::declval<tree_of_ndarrays<X> const&>()));

/// What f returns for such arguments, with tracers as leaves.
template <class F, class... X>
using late_result =
    decltype(tree_map(to_tracer{}, call_traced_function(std::declval<F const&>(), std::declval<tree_of_dynamic<X> const&>()...)));

/// F with what it has captured as its first arguments: code alone, where F is apart from that.
template <class F, std::size_t N> struct lifted {
  using callable = F;
  template <class... X> auto operator()(X const&... x) const {
    auto const all = std::tie(x...);
    return [&]<std::size_t... C, std::size_t... A>(std::index_sequence<C...>, std::index_sequence<A...>) {
      auto const f = rebuilt<F>(std::tuple<std::remove_cvref_t<std::tuple_element_t<C, decltype(all)>>...>{std::get<C>(all)...});
      return call_traced_function(f, std::get<N + A>(all)...);
    }
    (std::make_index_sequence<N>{}, std::make_index_sequence<sizeof...(X) - N>{});
  }
};

/// Is F a gradient?
template <class F> inline constexpr bool is_staged = requires { typename F::template staged<int>; };
template <class F, std::size_t N> inline constexpr bool is_staged<lifted<F, N>> = is_staged<F>;
/// trace_late : f, (tree of ndarrays a...) -> jaxpr        If f throws, nothing is left of the trace.
template <class F, class... X> late_program trace_late(purpose p, F const& f, X const&... x) {
  late_trace trace(p);
  std::tuple<tree_of_dynamic<X>...> const inputs{tree_map(to_dynamic_input{trace}, x)...};
  auto const out = unpack([&](auto const&... i) { return tree_map(to_tracer{}, call_traced_function(f, i...)); }, inputs);
  vec<dynamic_tracer> outs;
  for_each_leaf([&](auto const& l) { outs.push(dynamic_tracer(l)); }, out);
  late_program program = trace.end(outs, is_staged<F>);
  program.structure = structure_of(out).words();
  return program;
}

template <class F, class... Trees> made_by_types<late_program>& programs_of() {
  static made_by_types<late_program> programs;
  return programs;
}

/// Is F code alone? What it does is then known by its type.
template <class F> inline constexpr bool is_code_alone = captures_nothing<F>&& std::is_empty_v<typename innermost<F>::type>;

template <class F, class... X> late_program lowered_late(purpose p, F const& f, X const&... x) {
  return with_lowered(trace_late(p, f, x...));
}
template <class F, class... X> late_program evaluated_late(purpose p, F const& f, X const&... x) {
  return with_evaluator(trace_late(p, f, x...));
}

template <class Tree> Tree take_arrays(treedef<Tree> const& like, ndarray* from) {
  return tree_map([&](auto const&) { return static_cast<ndarray&&>(*from++); }, empty_tree(like));
}

/// Something for each leaf of a Tree; only where its type does not say how many there are they are allocated.
template <class Tree, class T> struct for_leaves {
  static constexpr u32 count = static_cast<u32>(leaf_count<Tree>());
  T elements[count + 1];

  explicit for_leaves(treedef<Tree> const&) {}
  T* begin() { return elements; }
  operator range<T>() const { return {elements, count}; }
};
template <class Tree, class T>
requires has_counted_node<Tree>
struct for_leaves<Tree, T> : vec<T> {
  explicit for_leaves(treedef<Tree> const& of) : vec<T>(count_leaves(of)) {}
};

/// The leaves of arguments, and their types.
template <class... X> class late_arguments {
  using all = std::tuple<X...>;
  [[no_unique_address]] treedef<all> structure_;
  for_leaves<all, ndarray const*> arrays_;
  for_leaves<all, aval const*> types_;

 public:
  explicit late_arguments(X const&... x) : structure_(structure_of_all(structure_of(x)...)), arrays_(structure_), types_(structure_) {
    ndarray const** array = arrays_.begin();
    aval const** type = types_.begin();
    (for_each_leaf([&](ndarray const& l) { *array++ = &l, *type++ = &l.type(); }, x), ...);
  }
  range<ndarray const*> leaves() const { return arrays_; }
  range<aval const*> types() const { return types_; }
  signature of_program() const { return {types_, structure_.words()}; }
};
template <class F, class... X> auto run_late(late_program const& p, late_arguments<X...> const& args) {
  using result = decltype(tree_map([](auto const&) { return ndarray(); }, std::declval<late_result<F, X...> const&>()));
  treedef<result> const like{range<u32>(p.structure)};
  for_leaves<result, ndarray> arrays(like);
  at_run_time<&run_late_program>::call(p, args.leaves(), arrays.begin());
  return take_arrays(like, arrays.begin());
}

template <class F, class... X> auto call_arrays(purpose p, F const& f, X const&... x) {
  late_arguments<X...> const args(x...);
  auto const make = [&] { return evaluated_late(p, f, x...); };
  if constexpr (is_code_alone<F>) return run_late<F>(*programs_of<F, X...>().get(args.of_program(), make), args);
  else return run_late<F>(make(), args);
}

/// A tree of ndarrays; what is an ndarray is not copied.
template <class X> decltype(auto) as_arrays(X const& x) {
  if constexpr (std::is_same_v<X, ndarray>) return static_cast<ndarray const&>(x);
  else return tree_map(to_ndarray{}, x);
}

template <class F>
inline constexpr std::size_t n_captured_trees = std::tuple_size_v<std::remove_cvref_t<decltype(captured(std::declval<F const&>()))>>;
/// go(number of captured trees, code, trees...): of f and x. What f has captured goes before x if it can be told from f's code.
template <class Go, class F, class... X> auto with_captured(Go const& go, F const& f, X const&... x) {
  if constexpr (n_captured_trees<F> == 0 || !captures_are_known<F>())
    return go(std::integral_constant<std::size_t, 0>{}, f, as_arrays(x)...);
  else
    return unpack(
        [&](auto const&... c) {
          constexpr std::integral_constant<std::size_t, n_captured_trees<F>> n{};
          return go(n, lifted<F, n>{}, as_arrays(c)..., as_arrays(x)...);
        },
        captured(f));
}

template <class F, class... X> auto call_for(purpose p, F const& f, X const&... x) {
  if constexpr (!is_silent<says_no_trees<X...>>()) return;
  else return with_captured([p](auto, auto const& code, auto const&... a) { return call_arrays(p, code, a...); }, f, x...);
}
template <class F, class... X> auto call_late(F const& f, X const&... x) { return call_for(for_this_call, f, x...); }
template <class F, class... X> auto jit_late(F const& f, X const&... x) { return call_for(for_jit, f, x...); }
template <class F, class... X> auto jaxpr_late(F const& f, X const&... x) {
  return with_captured([](auto, auto const& code, auto const&... a) { return dynamic_jaxpr{trace_late(for_text, code, a...).program}; }, f,
                       x...);
}

} // namespace detail

/// What a stateless f has been traced to, for arguments of these structures: cache_info(f, x...).programs. f is what was called: of
/// cx::jit(f)(x) it is f, of cx::grad(f)(x) it is cx::grad(f).
template <class F, class... X> cache_statistics cache_info(F const&, X const&...) {
  if constexpr (detail::is_code_alone<F>) return detail::programs_of<F, detail::tree_of_ndarrays<X>...>().statistics();
  else return {};
}
template <class F, class... X> std::size_t cache_size(F const& f, X const&... x) { return cache_info(f, x...).programs; }
/// Forgets them; f is traced anew.
template <class F, class... X> void clear_cache(F const&, X const&...) {
  if constexpr (detail::is_code_alone<F>) detail::programs_of<F, detail::tree_of_ndarrays<X>...>().clear();
}

namespace detail {
template <class F> struct checked_trace {
  F f;
  template <class... X> void operator()(X const&... x) const {
    with_captured(
        [](auto, auto const& code, auto const&... a) {
          late_program const first = lowered_late(for_this_call, code, a...), second = lowered_late(for_this_call, code, a...);
          expect_same_program(first.program, second.program,
                              "two traces of one function differ: it reads something that changes, a counter or a generator say");
          using code_type = std::remove_cvref_t<decltype(code)>;
          if constexpr (is_code_alone<code_type>) {
            auto const kept = programs_of<code_type, std::remove_cvref_t<decltype(a)>...>().get(
                late_arguments<std::remove_cvref_t<decltype(a)>...>(a...).of_program(),
                [&] { return evaluated_late(for_this_call, code, a...); });
            expect_same_program(kept->program, second.program,
                                "a program that is kept is no longer what the function does: it has read something that has changed since");
          }
        },
        f, x...);
  }
};
} // namespace detail
/// cx::check_trace(f)(args...): throws cx::error if f, traced again, is another program than it was: because it reads a global or what a
/// reference leads to.
template <class F> auto check_trace(F f) { return detail::checked_trace<F>{f}; }

} // namespace constax::inline CONSTAX_TAG
