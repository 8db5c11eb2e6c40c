// SPDX-License-Identifier: BSL-1.0
#pragma once
// call : f, (tree of ndarrays a...) -> tree of ndarrays b        traced with dynamic tracers, lowered, evaluated; the program is kept where
// f has no state
//
// f is traced once for each signature: its type, the structure of its arguments, and their dtypes and shapes. What a callable holds besides its
// code is not a part of that: such a callable is traced in each call.
#include <constax/api/grad.hpp>
#include <constax/api/inspect.hpp>
#include <constax/api/jit.hpp>
#include <constax/runtime/evaluator.hpp>
#include <constax/runtime/functions.hpp>
#include <constax/runtime/ndarray.hpp>
#include <constax/runtime/transform.hpp>

#include <mutex>

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
    static_assert(!traced_value<X>,
                  "[constax] an ndarray meets a traced value in one call: pass the ndarray to the traced function as an argument");
    return ndarray(x);
  }
};
struct to_dynamic_input {
  context& c;
  template <class X> dynamic_tracer operator()(X const& x) const { return dynamic_tracer(c.input(x.type())); }
};
template <class X> using tree_of_ndarrays = decltype(tree_map(to_ndarray{}, std::declval<X const&>()));
template <class X>
using tree_of_dynamic = decltype(tree_map(to_dynamic_input{std::declval<context&>()}, std::declval<tree_of_ndarrays<X> const&>()));

/// f's jaxpr, the types of its results, and what runs it.
struct late_program {
  jaxpr program;
  vec<aval> outs;
  std::shared_ptr<late_evaluator const> run = {};
};

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
template <class F, class... X> late_program trace_late(F const& f, X const&... x) {
  context_ref const at_hand(context::make_counted("jit"));
  context& c = *at_hand;
  std::tuple<tree_of_dynamic<X>...> const inputs{tree_map(to_dynamic_input{c}, x)...};
  late_program p;
  {
    struct guard { // tracers that f has stored find no open builder
      context& c;
      bool ended = false;
      ~guard() {
        while (!ended && !c.open.empty()) c.open.pop();
      }
    } of_f{c};
    auto const out = unpack([&](auto const&... i) { return tree_map(to_tracer{}, call_traced_function(f, i...)); }, inputs);
    vec<value> outs;
    for_each_leaf(
        [&](auto const& l) {
          dynamic_tracer const y(l);
          p.outs.push(y.type()), outs.push(y.value);
        },
        out);
    p.program = c.finish(outs);
    of_f.ended = true;
  }
  if constexpr (is_staged<F>) // as of static programs: of a gradient what it needs
    if (!p.program.fault) p.program = dce(ordered(static_cast<jaxpr&&>(p.program)));
  if (!p.program.fault) p.program.fail(find_key_reuse(p.program));
  if (p.program.fault) raise_fault(p.program.fault);
  return p;
}

/// What has been made of one callable and one structure of arguments, by dtypes and shapes.
template <class Made> class made_by_types {
  struct entry {
    vec<aval> ins;
    std::shared_ptr<Made const> made;
  };
  std::mutex mutex_;
  std::vector<entry> entries_;

  std::shared_ptr<Made const> find(range<aval const*> types) const {
    for (entry const& e : entries_) {
      bool same = true;
      for (u32 i = 0; same && i < types.size(); ++i) same = e.ins[i] == *types[i];
      if (same) return e.made;
    }
    return nullptr;
  }

 public:
  template <class Make> std::shared_ptr<Made const> get(range<aval const*> types, Make const& make) {
    {
      std::lock_guard const lock(mutex_);
      if (auto p = find(types)) return p;
    }
    auto made = std::make_shared<Made const>(make()); // without the lock: f may call itself on ndarrays
    vec<aval> ins;
    for (aval const* t : types) ins.push(*t);
    std::lock_guard const lock(mutex_);
    if (auto p = find(types)) return p;
    entries_.push_back({static_cast<vec<aval>&&>(ins), made});
    return made;
  }
  std::size_t size() {
    std::lock_guard const lock(mutex_);
    return entries_.size();
  }
};
template <class F, class... Trees> made_by_types<late_program>& programs_of() {
  static made_by_types<late_program> programs;
  return programs;
}

/// Is F code alone? What it does is then known by its type.
template <class F> inline constexpr bool is_code_alone = captures_nothing<F>&& std::is_empty_v<typename innermost<F>::type>;

template <class F, class... X> late_program lowered_late(F const& f, X const&... x) {
  late_program p = trace_late(f, x...);
  p.program = lower(p.program);
  if (p.program.fault) raise_fault(p.program.fault);
  return p;
}

template <class Tree> Tree take_arrays(vec<ndarray>& from) {
  u32 at = 0;
  return tree_map([&](auto const&) { return static_cast<ndarray&&>(from[at++]); }, Tree{});
}

template <class F, class... X> auto call_arrays(F const& f, X const&... x) {
  using result = late_result<F, X...>;
  vec<ndarray const*> args;
  vec<aval const*> types;
  (for_each_leaf([&](ndarray const& l) { args.push(&l), types.push(&l.type()); }, x), ...);
  auto const make = [&] {
    late_program p = lowered_late(f, x...);
    p.run = make_evaluator(p.program);
    return p;
  };
  std::shared_ptr<late_program const> const p = [&] {
    if constexpr (is_code_alone<F>) return programs_of<F, X...>().get(types, make);
    else return std::make_shared<late_program const>(make());
  }();
  vec<ndarray> arrays = (*p->run)(p->program, args);
  for (u32 i = 0; i < arrays.size(); ++i)
    if (!(arrays[i].type() == p->outs[i])) arrays[i] = arrays[i].viewed_as(p->outs[i]); // of a key its word has been computed
  return take_arrays<decltype(tree_map([](auto const&) { return ndarray(); }, std::declval<result const&>()))>(arrays);
}

template <class F>
inline constexpr std::size_t n_captured_trees = std::tuple_size_v<std::remove_cvref_t<decltype(captured(std::declval<F const&>()))>>;
/// go(number of captured trees, code, trees...): of f and x. What f has captured goes before x if it can be told from f's code.
template <class Go, class F, class... X> auto with_captured(Go const& go, F const& f, X const&... x) {
  if constexpr (n_captured_trees<F> == 0 || !captures_are_known<F>())
    return go(std::integral_constant<std::size_t, 0>{}, f, tree_map(to_ndarray{}, x)...);
  else
    return unpack(
        [&](auto const&... c) {
          constexpr std::integral_constant<std::size_t, n_captured_trees<F>> n{};
          return go(n, lifted<F, n>{}, tree_map(to_ndarray{}, c)..., tree_map(to_ndarray{}, x)...);
        },
        captured(f));
}

template <class F, class... X> auto call_late(F const& f, X const&... x) {
  if constexpr (!is_silent<says_no_trees<X...>>()) return;
  else return with_captured([](auto, auto const& code, auto const&... a) { return call_arrays(code, a...); }, f, x...);
}
template <class F, class... X> auto jaxpr_late(F const& f, X const&... x) {
  return with_captured([](auto, auto const& code, auto const&... a) { return dynamic_jaxpr{trace_late(code, a...).program}; }, f, x...);
}

} // namespace detail

/// How many programs a stateless f has been traced to, for arguments of these structures: cache_size(f, x...).
template <class F, class... X> std::size_t cache_size(F const&, X const&...) {
  if constexpr (detail::is_code_alone<F>) return detail::programs_of<F, detail::tree_of_ndarrays<X>...>().size();
  else return 0;
}

} // namespace constax::inline CONSTAX_TAG
