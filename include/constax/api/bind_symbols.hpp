// SPDX-License-Identifier: BSL-1.0
#pragma once
// bind_symbols: the arguments and results of one call as a row of leaves, and what the symbols stand for in it.
#include <constax/api/tree.hpp>
#include <constax/eval/frame.hpp>
#include <constax/jaxpr/requirements.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// One leaf of a call: where it is and how long. Filled in place and never copied: as a register each, not as memory.
struct leaf_memory {
  void const* data;
  i64 bytes; // of all elements, without what lies between them
  i64 length[max_rank];
  i64 stride[max_rank]; // of strided leaves, in elements
};

/// Keys of two words have an axis of words behind theirs. (With an axis more than there can be a program has been refused.)
CONSTAX_INLINE constexpr void describe_words(leaf_memory& m, int axis) {
  if (axis < max_rank) m.length[axis] = 2, m.stride[axis] = 1;
}
template <class X>
CONSTAX_INLINE constexpr void describe_leaf(leaf_memory& m, X& x) {
  if constexpr (scalar<X>) {
    m.data = &x;
    m.bytes = sizeof(X);
    if constexpr (has_two_words(dtype_of<std::remove_cv_t<X>>)) describe_words(m, 0);
  } else {
    m.data = x.data();
    for (int d = 0; d < X::rank(); ++d) m.length[d] = x.length(d);
    m.bytes = x.size() * static_cast<i64>(sizeof(typename X::value_type));
    if constexpr (laid_out_leaf<X>)
      for (int d = 0; d < X::rank(); ++d) m.stride[d] = x.stride(d) * (has_two_words(X::aval.type) ? 2 : 1);
    if constexpr (has_two_words(X::aval.type)) describe_words(m, X::rank());
  }
}

/// The leaves of a call, flattened in order.
template <std::size_t N>
struct leaves {
  leaf_memory at[N ? N : 1];
  u32 count = 0;
  template <class... X>
  CONSTAX_INLINE constexpr void take(X&... x) {
    (for_each_leaf([&](auto& l) { describe_leaf(at[count++], l); }, x), ...);
  }
};

/// A leaf as messages name it: what the callable has captured comes first, and is not counted among the arguments.
struct leaf_name {
  u32 leaf, n_captured;
};
inline text& operator<<(text& t, leaf_name const& n) {
  if (n.leaf < n.n_captured) return t << "captured leaf " << n.leaf;
  return t << "argument leaf " << n.leaf - n.n_captured;
}

[[gnu::cold]] [[gnu::noinline]] inline void raise_conflict(symbol s, leaf_name leaf, int axis, i64 length, i64 bound, leaf_name bound_by) {
  text t;
  t << "[constax] the symbol " << symbol_name(s) << " has two values in one call: axis " << axis << " of " << leaf << " says " << length
    << ", " << bound_by << " said " << bound;
  raise(t);
}
[[gnu::cold]] [[gnu::noinline]] inline void raise_length(extent const& e, leaf_name leaf, int axis, i64 length, char const* why) {
  text t;
  t << "[constax] axis " << axis << " of " << leaf << " has length " << length << ", its extent is " << e << ": " << why;
  raise(t);
}
/// value: what the symbols of r.of stand for.
[[gnu::cold]] [[gnu::noinline]] inline void raise_requirement(requirement const& r, i64 const (&value)[2]) {
  text t = sentence(r.otherwise);
  say_not_negative(t << "; it needs ", r.of);
  for (int i = 0; i < 2; ++i)
    if (r.of.times[i]) t << (i ? " and " : ", but ") << symbol_name(r.of.name[i]) << " = " << value[i];
  raise(t << " in this call");
}

/// From which axis of which argument each symbol is learnt.
template <class C>
inline constexpr auto sources_of_symbols = [] {
  struct {
    symbol_source of[bindings::capacity] = {};
    u32 count = 0;
  } r;
  vec<aval const*> args;
  for (u32 k = 0; k < C::value.n_ins; ++k) args.push(&C::value.argument_type(k));
  for (symbol_source const& s : symbol_sources(args)) r.of[r.count++] = s;
  return r;
}();
template <class C, symbol S>
constexpr symbol_source source_of_symbol() {
  for (symbol_source const& s : sources_of_symbols<C>.of)
    if (s.name == S) return s;
  return {};
}

/// What a call must keep: for the program as it was recorded, whatever became of its equations, and for the types of its plan.
template <class C, u32 Most>
constexpr auto list_requirements() {
  struct {
    requirement of[Most] = {};
    u32 count = 0;
  } r;
  vec<aval const*> args;
  for (u32 k = 0; k < C::value.n_ins; ++k) args.push(&C::value.argument_type(k));
  for (requirement const& q : requirements(thaw(C::program::traced), args, {C::value.avals, sizeof C::value.avals / sizeof(aval)}))
    if (++r.count <= Most) r.of[r.count - 1] = q;
  return r;
}
template <class C, u32 Most>
inline constexpr auto listed_requirements = list_requirements<C, Most>();
template <class C, u32 Few = 4>
constexpr auto const& call_requirements() {
  if constexpr (listed_requirements<C, Few>.count <= Few) return listed_requirements<C, Few>;
  else return listed_requirements<C, listed_requirements<C, Few>.count>;
}
/// What symbol `term` of an extent stands for; 0: there is none.
template <class C, extent E, int Term>
CONSTAX_INLINE i64 value_in([[maybe_unused]] i64 const* symbols) noexcept {
  if constexpr (E.times[Term] != 0) return bound_symbol<C, E.name[Term]>(symbols);
  else return 0;
}

/// Solves the extents of the arguments for the symbols, in the order of the plan's. n_captured: how many leaves the callable holds.
template <class C>
inline void bind_symbols(leaf_memory const* leaves, i64* symbols, u32 n_captured = 0) {
  static_for<sources_of_symbols<C>.count>([&](auto i) {
    constexpr symbol_source s = sources_of_symbols<C>.of[i];
    constexpr extent e = C::value.argument_type(s.argument).shape.dims[s.axis];
    i64 const length = leaves[s.argument].length[s.axis];
    i64 rest = length - e.number;
    if constexpr (e.times[1 - s.term] != 0) rest -= e.times[1 - s.term] * bound_symbol<C, e.name[1 - s.term]>(symbols);
    if (rest % e.times[s.term] != 0 || rest / e.times[s.term] < 0)
      raise_length(e, {s.argument, n_captured}, s.axis, length, "no length of the symbol fits");
    symbols[symbol_index<C>(s.name)] = rest / e.times[s.term];
  });
  static_for<C::value.n_ins>([&](auto k) {
    constexpr shape s = C::value.argument_type(k).shape;
    static_for<s.rank>([&](auto d) {
      constexpr extent e = s.dims[d];
      i64 const length = leaves[k].length[d];
      if (bound_length<C, e>(symbols) == length) return;
      if constexpr (!e.is_number() && e.times[1] == 0) {
        i64 const rest = length - e.number;
        if (rest % e.times[0] == 0)
          raise_conflict(e.name[0], {k, n_captured}, d, rest / e.times[0], bound_symbol<C, e.name[0]>(symbols),
                         {source_of_symbol<C, e.name[0]>().argument, n_captured});
      }
      raise_length(e, {k, n_captured}, d, length, "the lengths of the other arguments do not agree with it");
    });
  });
  static_for<call_requirements<C>().count>([&](auto i) {
    constexpr requirement const& r = call_requirements<C>().of[i];
    if (bound_length<C, r.of>(symbols) < 0) raise_requirement(r, {value_in<C, r.of, 0>(symbols), value_in<C, r.of, 1>(symbols)});
  });
}

} // namespace constax::inline CONSTAX_TAG::detail
