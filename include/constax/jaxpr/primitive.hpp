// SPDX-License-Identifier: BSL-1.0
#pragma once
// primitive: THE CONTRACT. A primitive is a struct with `name`, perhaps `struct params`, and rules; its family (primitives/) supplies what
// members share. From the struct a constexpr descriptor is generated; equations point to it, passes ask it.
//
//   member                                     who says it                          else
//   name                                       all, unique in its namespace         -
//   struct params                              those that have any                  no_params
//   type(xs, params) -> typed                  families                             -
//   kind                                       families: how plans and batching meet it
//   eval(x...)                                 elementwise: on lanes, W = 1 in the oracle
//   results<T>                                 elementwise ones of several results  one result
//   jvp(x, dx, y) / jvp(x, z, dx, dz, y) / ..  differentiable ones                  no_jvp fault; `linear`: itself on tangents
//   transpose(ct, operand, xs, params)         those that can be linear             no_transpose fault
//   vjp                                        nobody: linearize, then transpose
//   batch(xs, mapped, n, params)               contraction, control                 families
//   needs(xs, params, to)                      those that ask of lengths more than  no more
//                                              that there are results of their type
//   uses_up_key(params)                        those that draw random numbers      keys are looked at, or go on
//   cpp                                        what C++ text spells in another way  math::name(x, ...)
//   call                                       kinds call and control: call_rules, in place of jvp, transpose and batch
//   linear, commutative, exact, unseen, updates, kin, flops, works_in, transcendental, slow: traits, with defaults below
//
// Where there are several results, y is a std::array of them, ct one of their cotangents, and jvp returns one of their tangents
// (primitives/elementwise_tuple.hpp).
//
// Rules take the values they are written in as `auto`: so a file pays for the rules of the primitives that it uses, not for all that it
// includes.
#include <constax/jaxpr/jaxpr.hpp>

#include <tuple>

namespace constax::inline CONSTAX_TAG {

struct value;  // what rules are written in: trace/value.hpp
struct tensor; // numbers with a shape, what the oracle computes with: primitives/tensor.hpp
struct requirement; // what a call must keep: requirements.hpp
struct affine_map;
struct relation;
struct element_source;
struct moved_box;
struct lengths;
namespace detail {
struct contraction_axes;
}

/// The types of an equation's results, or why there are none.
struct typed {
  /// Empty almost always: a fault by value would cost each type rule its hundred members.
  struct perhaps {
    vec<constax::fault> held;
    constexpr explicit operator bool() const { return !held.empty(); }
    constexpr operator constax::fault const&() const { return held[0]; }
    constexpr constax::fault& operator*() { return held[0]; }
  };
  vec<aval> results;
  perhaps fault;
  constexpr typed() = default;
  constexpr typed(aval const& a) { results.push(a); }
  constexpr typed(constax::fault const& f) { fault.held.push(f); }
  /// Results of which there is no array are a fault.
  constexpr void refuse_impossible() {
    for (aval const& a : results)
      if (fault_code const f = impossible(a); f != fault_code::none && !fault) fault.held.push(no_array(f, a));
  }
};

/// How a loop over an equation's result meets its operands; the planner asks this and nothing else.
enum class kind : u8 {
  elementwise, // result[i] = eval(operand[i]...)
  source,      // result[i] = f(i), no operands: iota
  size,        // a number that is known when extents are
  movement,    // result[i] = operand k [source(i)]: broadcast, slice, pad, concatenate, ...
  reduction,   // result[i] = combine over the reduced axes
  cumulative,  // result[i] from result[i-1] along one axis, in its order
  contraction, // sums of products: dot_general
  locate,      // argmax, argmin: the place of a reduction's result
  sort,        // argsort: the places of elements in their order along one axis
  indexed,     // at places that operands say: gather, scatter
  routine,     // a whole array from whole arrays, by code of its own
  annotation,  // the first operand is the result, which derivatives see more of; gone before planning
  call,        // holds functions of the module, and is replaced by what they say before planning
  control      // holds functions of the module that run when the program does: branches, bodies of loops
};

using operand_types = range<aval const*>;

struct context; // the open trace: trace/context.hpp

/// An array in memory: elements one after the other, along the last axis first. All lengths are numbers.
struct memory_array {
  aval type;
  void* data = nullptr;
};

/// Which of an equation's parameters are functions of the module.
struct function_places {
  u32 first = 0, count = 0;
};
/// How an input or output of a function that an equation holds belongs to the equation's operands and results.
struct function_link {
  u32 function = 0;
  bool output = false;
  u32 at = 0;           // number of the input or output
  i32 outer = -1;       // number of the operand, for outputs of the result; -1: none
  bool slice = false;   // it is a slice along the first axis
  i32 carry = -1;       // output: the operand in whose place it comes back
};
/// How the oracle runs a function of the module: jaxpr, arguments, lengths -> results; none where it cannot be evaluated.
using function_evaluator = vec<tensor> (*)(jaxpr const&, range<tensor>, bindings const&);

/// What holds functions adds to the contract: its rules replay them, so they see equation and module, and record what they return in the
/// innermost builder of the context.
struct call_rules {
  /// -> results, then a tangent for each result. Zero tangents are symbolic.
  vec<value> (*jvp)(context&, jaxpr const& module, eqn const&, range<value> xs, range<value> dxs) = nullptr;
  /// -> results, with the mapped axis at 0; `rows`, all true before, may say that some have none
  vec<value> (*batch)(context&, jaxpr const& module, eqn const&, range<value> xs, range<bool> mapped, extent n, vec<bool>& rows) = nullptr;
  /// cts: of the results, absent where zero -> a cotangent for each operand, absent where it is not linear
  vec<value> (*transpose)(context&, jaxpr const& module, eqn const&, range<value> cts, range<value> xs) = nullptr;
  /// -> results: the call's body in its place
  vec<value> (*expand)(context&, jaxpr const& module, eqn const&, range<value> xs) = nullptr;
  /// Why a call without `expand` cannot be evaluated.
  fault not_evaluable = {};
  /// Which parameters are functions; none given: all.
  function_places (*functions)(range<i64>) = nullptr;
  // kind::control:
  /// -> results. Some operands are `unknown`, tangents: what depends on them is recorded apart from what does not, as equations that are
  /// linear in what is unknown; says which results are.
  vec<value> (*unzip)(context&, jaxpr const& module, eqn const&, range<value> xs, range<bool> unknown,
                      vec<bool>& unknown_results) = nullptr;
  /// The equation without what its unwanted results need; its results are those wanted.
  vec<value> (*prune)(context&, jaxpr const& module, eqn const&, range<value> xs, range<bool> wanted) = nullptr;
  /// -> results, where something is known before the equation runs: it is replaced, or something is computed before it; else nothing.
  vec<value> (*settle)(context&, jaxpr const& module, eqn const&, range<value> xs) = nullptr;
  /// The oracle's definition.
  void (*evaluate)(jaxpr const& module, eqn const&, range<tensor> xs, bindings const&, function_evaluator run,
                   vec<tensor>& results) = nullptr;
  /// What belongs to what; its own functions only.
  vec<function_link> (*links)(jaxpr const& module, eqn const&) = nullptr;
  /// Parameters as text, where functions have been printed.
  void (*print)(text&, range<i64>, range<text> functions) = nullptr;
  /// How often each function runs, where that is known when lengths are; not given: it cannot be, or once.
  extent (*trips)(range<i64>) = nullptr;
  bool one_of = false; // only one of the functions runs
  i32 row_operand = -1; // the operand that, where it has axes, says for each row of all operands and results what to do
};

/// What an elementary function counts for, in flops, wherever work is compared.
inline constexpr i64 elementary_flops = 12;

namespace detail {
constexpr u32 hash_of(std::string_view name) {
  u32 h = 2166136261u;
  for (char c : name) h = (h ^ static_cast<u8>(c)) * 16777619u;
  return h;
}
} // namespace detail

/// What tells P from other primitives where none of its rules is needed (to name its descriptor would make them all): an address, at which
/// the hash of its name stands.
template <class P>
inline constexpr u32 tag = detail::hash_of(P::name);

struct primitive {
  std::string_view name;
  u32 const* tag = nullptr;
  constax::kind kind = kind::elementwise;
  bool linear = false;         // jointly linear in all operands
  bool commutative = false;    // result unchanged when the two operands are exchanged
  bool exact = false;          // folding it is exact: no rounding that depends on a library
  bool transcendental = false;
  bool slow = false;           // an instruction that takes many times as long as a product
  bool unseen = false;         // the first operand is the result: derivatives see it, evaluators do not
  bool updates = false;        // the result is the first operand with slices put into it: it may be made where that lies
  u32 const* total = nullptr;  // cumulative: the reduction (its tag) of the same operand and axis whose result comes with this one
  u32 kin = 0;                 // hash of the name that those share who, of one operand, compute much the same (sin and cos)
  i64 flops = 1;               // per element of the result
  // An element of the result in C++, where source text is written: $x, $y, $z stand for those of the operands, $0 for the first
  // parameter, $T and $R for the types of an operand and of the result. Of reductions, scatters and cumulative operations: the step, from
  // $x, what is there, with the term $y.
  std::string_view cpp;
  u8 works_in = 0;             // computes in elements of so many bytes, fewer than its operands have; 0: in theirs
  typed (*type)(operand_types, range<i64>, jaxpr const* module) = nullptr;
  void (*print)(text&, range<i64>) = nullptr;
  // What lengths must keep besides: where those are symbols the type rule cannot tell.
  void (*needs)(operand_types, range<i64>, vec<requirement>& to) = nullptr;
  vec<value> (*jvp)(range<value> xs, range<value> dxs, range<value> ys, range<i64>) = nullptr;
  value (*transpose)(range<value> cts, u32 operand, range<value> xs, range<i64>) = nullptr; // cts: one for each result, perhaps a zero
  vec<value> (*batch)(range<value> xs, range<bool> mapped, extent n, range<i64>) = nullptr;
  literal (*fold)(range<literal> xs, range<i64>) = nullptr;
  // What uses up the keys that it is given says its name, to be used in messages; none: it only looks at them, or they go on.
  std::string_view (*uses_up_key)(range<i64>) = nullptr;
  // What plans ask of movements and contractions: where elements come from, which axes are summed.
  affine_map (*affine)(range<i64>, shape const& operand) = nullptr;
  // Of movements: how the result meets an operand of this shape along an axis of the result. Null: nothing is known of any axis.
  relation (*relate)(range<i64>, shape const& operand, shape const& result, int axis) = nullptr;
  // The parameters, where the result's axis and the operand's axis that it runs along have another length; null: they say no lengths.
  vec<i64> (*resized)(range<i64>, int result_axis, int operand_axis, extent to) = nullptr;
  element_source (*source)(range<i64>, bindings const&, range<lengths> operands, lengths const& result, i64 const* at) = nullptr;
  // Of movements: the result as boxes of operands, all lengths and parameters being numbers; null: only `source` tells.
  vec<moved_box> (*boxes)(range<i64>, range<lengths> operands, lengths const& result) = nullptr;
  detail::contraction_axes (*contraction)(range<i64>) = nullptr;
  // Of kind indexed: the axis of an operand along which axis `axis` of the result runs; or relation::invariant, or relation::whole.
  int (*aligned)(range<i64>, u32 operand, int axis) = nullptr;
  // Of kind routine: y = P(xs...) in memory; false: it has no code for these dtypes. And the same as source text: a function template of a
  // grid (codegen/grid.hpp), and its name.
  bool (*run)(range<memory_array> xs, range<memory_array> ys, range<i64>) = nullptr;
  std::string_view text, function;
  // The oracle's definition, one element at a time; params hold numbers only.
  void (*evaluate)(range<tensor> xs, range<i64> params, bindings const&, vec<tensor>& results) = nullptr;
  std::string_view no_result;       // why `evaluate` may give none
  call_rules const* call = nullptr; // of what holds functions
  primitive const* const* parts = nullptr; // of several results: what computes each of them alone, which takes its place before planning

  /// Work for one element.
  constexpr i64 weight() const { return transcendental ? elementary_flops : flops; }

  /// Does an equation read its operands as they lie in memory, in rows of rows, and write its results so?
  constexpr bool takes_whole_rows() const { return call != nullptr || kind == constax::kind::routine; }

  /// Where functions stand among the parameters `ps` of an equation.
  constexpr function_places functions(range<i64> ps) const {
    if (!call) return {};
    if (call->functions) return call->functions(ps);
    return {0, ps.size()};
  }
};

namespace detail {
template <class P>
struct find_params {
  using type = no_params;
};
template <class P>
  requires requires { typename P::params; }
struct find_params<P> {
  using type = typename P::params;
};

template <class P>
constexpr primitive describe(); // primitives/rules.hpp: adapts the struct's members to the signatures above
} // namespace detail

template <class P>
using params_of = typename detail::find_params<P>::type;

/// Has P several results? `results<T>` are the types of their elements, those of the operands being T: a std::tuple or std::pair.
template <class P>
concept has_results = requires { typename P::template results<float>; };
template <class P>
inline constexpr u32 result_count = 1;
template <has_results P>
inline constexpr u32 result_count<P> = static_cast<u32>(std::tuple_size_v<typename P::template results<float>>);
template <class P>
inline constexpr std::make_integer_sequence<u32, result_count<P>> each_result{};

/// One descriptor per primitive; its address is the primitive's identity.
template <class P>
inline constexpr primitive descriptor = detail::describe<P>();
/// The same for what is traced late: where constax::runtime is linked it stands there, with all the rules (runtime/compiled_once.hpp).
template <class P> primitive const& late_descriptor() { return descriptor<P>; }

/// Is it an equation of P?
template <class P>
constexpr bool is(auto const& equation) {
  return equation.prim->tag == &tag<P>;
}

// The way back from descriptor to struct, which code generation needs: slot declares a friend, registration defines it.
#if CONSTAX_GCC_FRIEND_WARNING
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <primitive const* D>
struct slot {
  friend constexpr auto primitive_in(slot<D>);
};
#if CONSTAX_GCC_FRIEND_WARNING
#pragma GCC diagnostic pop
#endif
template <class P>
struct registration {
  friend constexpr auto primitive_in(slot<&descriptor<P>>) { return P{}; }
  static constexpr bool done = true;
};

/// The struct whose descriptor is *D.
template <primitive const* D>
using primitive_of = decltype(primitive_in(slot<D>{}));

} // namespace constax::inline CONSTAX_TAG
