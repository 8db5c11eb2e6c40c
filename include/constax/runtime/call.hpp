// SPDX-License-Identifier: BSL-1.0
#pragma once
// call : f, (tree of ndarrays a...) -> tree of ndarrays b        traced with dynamic tracers, lowered, evaluated; the program is kept where
// f has no state
//
// f is traced once for each signature: its type, the structure of its arguments, and their dtypes and shapes. What a callable holds besides
// its code is not a part of that: such a callable is traced in each call.
#include <constax/api/grad.hpp>
#include <constax/api/inspect.hpp>
#include <constax/api/jit.hpp>
#include <constax/runtime/evaluator.hpp>
#include <constax/runtime/functions.hpp>
#include <constax/runtime/ndarray.hpp>
#include <constax/runtime/transform.hpp>

#include <atomic>
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

/// Of one callable and one structure of arguments: programs that there are, calls that found theirs, calls that had to trace.
struct cache_statistics {
  std::size_t programs = 0, hits = 0, misses = 0;
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

/// What has been made of one callable and one structure of arguments, by dtypes and shapes. Threads that ask for the same at once wait for
/// the one that makes it.
template <class Made> class made_by_types {
  struct slot {
    vec<aval> ins;
    std::recursive_mutex making; // f may call itself on ndarrays
    std::atomic<bool> ready = false;
    std::shared_ptr<Made const> made;
  };
  std::mutex mutex_;
  std::vector<std::shared_ptr<slot>> slots_;
  std::atomic<std::size_t> hits_ = 0, misses_ = 0;

  std::shared_ptr<slot> find_slot(range<aval const*> types) {
    for (auto const& s : slots_) {
      bool same = true;
      for (u32 i = 0; same && i < types.size(); ++i) same = s->ins[i] == *types[i];
      if (same) return s;
    }
    return nullptr;
  }
  std::shared_ptr<slot> slot_of(range<aval const*> types) {
    std::lock_guard const lock(mutex_);
    if (auto s = find_slot(types)) return s;
    auto const made = std::make_shared<slot>();
    for (aval const* t : types) made->ins.push(*t);
    slots_.push_back(made);
    return made;
  }

 public:
  template <class Make> std::shared_ptr<Made const> get(range<aval const*> types, Make const& make) {
    std::shared_ptr<slot> const s = slot_of(types);
    if (!s->ready.load(std::memory_order_acquire)) {
      std::lock_guard const lock(s->making);
      if (!s->made) {
        s->made = std::make_shared<Made const>(make()); // if it throws, the next call tries again
        ++misses_;
        s->ready.store(true, std::memory_order_release);
        return s->made;
      }
    }
    hits_.fetch_add(1, std::memory_order_relaxed);
    return s->made;
  }
  /// What there is already, or null.
  std::shared_ptr<Made const> find(range<aval const*> types) {
    std::lock_guard const lock(mutex_);
    std::shared_ptr<slot> const s = find_slot(types);
    return s && s->ready.load(std::memory_order_acquire) ? s->made : nullptr;
  }
  cache_statistics statistics() {
    std::lock_guard const lock(mutex_);
    std::size_t n = 0;
    for (auto const& s : slots_) n += s->ready;
    return {n, hits_, misses_};
  }
  /// What is being run stays until it is done.
  void clear() {
    std::lock_guard const lock(mutex_);
    slots_.clear();
    hits_ = misses_ = 0;
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

template <class F, class... X> late_program evaluated_late(F const& f, X const&... x) {
  late_program p = lowered_late(f, x...);
  p.run = make_evaluator(p.program);
  return p;
}

template <class Tree> Tree take_arrays(vec<ndarray>& from) {
  u32 at = 0;
  return tree_map([&](auto const&) { return static_cast<ndarray&&>(from[at++]); }, Tree{});
}

/// The leaves of arguments, and their types.
struct late_arguments {
  vec<ndarray const*> arrays;
  vec<aval const*> types;
  template <class... X> explicit late_arguments(X const&... x) {
    (for_each_leaf([&](ndarray const& l) { arrays.push(&l), types.push(&l.type()); }, x), ...);
  }
};
template <class F, class... X> auto run_late(late_program const& p, late_arguments const& args) {
  using result = late_result<F, X...>;
  vec<ndarray> arrays = (*p.run)(p.program, args.arrays);
  for (u32 i = 0; i < arrays.size(); ++i)
    if (!(arrays[i].type() == p.outs[i])) arrays[i] = arrays[i].viewed_as(p.outs[i]); // of a key its word has been computed
  return take_arrays<decltype(tree_map([](auto const&) { return ndarray(); }, std::declval<result const&>()))>(arrays);
}

template <class F, class... X> auto call_arrays(F const& f, X const&... x) {
  late_arguments const args(x...);
  auto const make = [&] { return evaluated_late(f, x...); };
  if constexpr (is_code_alone<F>) return run_late<F, X...>(*programs_of<F, X...>().get(args.types, make), args);
  else return run_late<F, X...>(make(), args);
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
/// The first line of two texts that differs.
inline std::pair<std::string_view, std::string_view> first_difference(std::string_view a, std::string_view b) {
  for (;;) {
    std::string_view const x = a.substr(0, a.find('\n')), y = b.substr(0, b.find('\n'));
    if (x != y || (x.size() == a.size() && y.size() == b.size())) return {x, y};
    a.remove_prefix(x.size() == a.size() ? x.size() : x.size() + 1), b.remove_prefix(y.size() == b.size() ? y.size() : y.size() + 1);
  }
}
template <class F> struct checked_trace {
  F f;
  template <class... X> void operator()(X const&... x) const {
    with_captured(
        [](auto, auto const& code, auto const&... a) {
          late_program const first = lowered_late(code, a...), second = lowered_late(code, a...);
          compare(first.program, second.program,
                  "two traces of one function differ: it reads something that changes, a counter or a generator say");
          using code_type = std::remove_cvref_t<decltype(code)>;
          if constexpr (is_code_alone<code_type>) {
            auto const kept = programs_of<code_type, std::remove_cvref_t<decltype(a)>...>().get(late_arguments(a...).types,
                                                                                               [&] { return evaluated_late(code, a...); });
            compare(kept->program, second.program,
                    "a program that is kept is no longer what the function does: it has read something that has changed since");
          }
        },
        f, x...);
  }
  static void compare(jaxpr const& a, jaxpr const& b, std::string_view what) {
    text const one = print(a, notation::jax), other = print(b, notation::jax);
    if (one.view() == other.view()) return;
    auto const [x, y] = first_difference(one.view(), other.view());
    text t;
    raise_error<error>(t << "[constax] check_trace: " << what
                         << "; hand it to the function as an argument, or call cx::clear_cache. The programs differ in `" << x << "` and `"
                         << y << "`");
  }
};
} // namespace detail
/// cx::check_trace(f)(args...): throws cx::error if f, traced again, is another program than it was: because it reads a global or what a
/// reference leads to.
template <class F> auto check_trace(F f) { return detail::checked_trace<F>{f}; }

} // namespace constax::inline CONSTAX_TAG
