// SPDX-License-Identifier: BSL-1.0
#pragma once
// bind_symbols: the arguments and results of one call as a row of leaves, and what the symbols stand for in it.
#include <constax/api/tree.hpp>
#include <constax/eval/frame.hpp>
#include <constax/jaxpr/symbols.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// One leaf of a call: where it is and how long. Filled in place and never copied: as a register each, not as memory.
struct leaf_memory {
  void const* data;
  i64 bytes; // of all elements, without what lies between them
  i64 length[max_rank];
  i64 stride[max_rank]; // of strided leaves, in elements
};

template <class X>
CONSTAX_INLINE constexpr void describe_leaf(leaf_memory& m, X& x) {
  if constexpr (number<X>) {
    m.data = &x;
    m.bytes = sizeof(X);
  } else {
    m.data = x.data();
    for (int d = 0; d < X::rank(); ++d) m.length[d] = x.length(d);
    m.bytes = x.size() * static_cast<i64>(sizeof(typename X::value_type));
    if constexpr (laid_out_leaf<X>)
      for (int d = 0; d < X::rank(); ++d) m.stride[d] = x.stride(d);
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
  t << "[constax] the symbol " << symbol_name(s) << " has two values in one call: axis " << axis << " of " << leaf << " says " << length << ", "
    << bound_by << " said " << bound;
  raise(t);
}
[[gnu::cold]] [[gnu::noinline]] inline void raise_length(extent const& e, leaf_name leaf, int axis, i64 length, char const* why) {
  text t;
  t << "[constax] axis " << axis << " of " << leaf << " has length " << length << ", its extent is " << e << ": " << why;
  raise(t);
}
[[gnu::cold]] [[gnu::noinline]] inline void raise_negative(extent const& e, i64 length) {
  text t;
  t << "[constax] the extent " << e << " of an intermediate value would be " << length << " in this call";
  raise(t);
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

/// Every extent of a program's types that is a length too: those that may become negative. (The type of an equation that is gone may have a symbol
/// that nobody knows.)
template <class C>
inline constexpr auto derived_extents = [] {
  struct {
    extent of[sizeof(C::value.avals) / sizeof(aval) * max_rank] = {};
    u32 count = 0;
  } r;
  for (aval const& a : C::value.avals)
    for (int d = 0; d < a.shape.rank; ++d) {
      extent const& e = a.shape.dims[d];
      if (e.is_number() || unsettled_in({sources_of_symbols<C>.of, sources_of_symbols<C>.count}, e)) continue;
      bool const never_negative = e.number >= 0 && e.times[0] >= 0 && e.times[1] >= 0;
      bool listed = false;
      for (u32 i = 0; i < r.count; ++i) listed = listed || r.of[i] == e;
      if (!never_negative && !listed) r.of[r.count++] = e;
    }
  return r;
}();

/// Solves the extents of the arguments for the symbols, in the order of the plan's. n_captured: how many leaves the callable holds.
template <class C>
inline void bind_symbols(leaf_memory const* leaves, i64* symbols, u32 n_captured = 0) {
  static_for<sources_of_symbols<C>.count>([&](auto i) {
    constexpr symbol_source s = sources_of_symbols<C>.of[i];
    constexpr extent e = C::value.argument_type(s.argument).shape.dims[s.axis];
    i64 const length = leaves[s.argument].length[s.axis];
    i64 rest = length - e.number;
    if constexpr (e.times[1 - s.term] != 0) rest -= e.times[1 - s.term] * bound_symbol<C, e.name[1 - s.term]>(symbols);
    if (rest % e.times[s.term] != 0 || rest / e.times[s.term] < 0) raise_length(e, {s.argument, n_captured}, s.axis, length, "no length of the symbol fits");
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
          raise_conflict(e.name[0], {k, n_captured}, d, rest / e.times[0], bound_symbol<C, e.name[0]>(symbols), {source_of_symbol<C, e.name[0]>().argument, n_captured});
      }
      raise_length(e, {k, n_captured}, d, length, "the lengths of the other arguments do not agree with it");
    });
  });
  static_for<derived_extents<C>.count>([&](auto i) {
    constexpr extent e = derived_extents<C>.of[i];
    if (i64 const length = bound_length<C, e>(symbols); length < 0) raise_negative(e, length);
  });
}

} // namespace constax::inline CONSTAX_TAG::detail
