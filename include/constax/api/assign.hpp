// SPDX-License-Identifier: BSL-1.0
#pragma once
// assign: out = f(x...), where `out` may lie among the arguments
//
//   assign(array, f, x...)    an array that has the lengths of the result keeps its memory and is written there; else it takes new memory
//   assign(view, f, x...)     is written where the view says
//
// x = x + y runs in place. Where an element would be overwritten before it has been read (x = x + what is shifted in x), evaluate_into
// refuses; an assignment has values: the result waits in the thread's buffer and is copied.
#include <constax/api/evaluate.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class From, class To>
struct says_no_assignment {
  constexpr text operator()() const {
    text t;
    if constexpr (!writable<To>())
      t << "[constax] an expression is assigned to a view of const elements, which cannot be written to; give it memory that may be written to";
    else if constexpr (is_array<To> ? !(From::aval == To::aval) : !fits(To::aval, From::aval))
      t << "[constax] the expression is " << From::aval << ", the "
        << (is_array<To> ? "array that it becomes" : "view that it is written to") << " is " << To::aval << "; they must be the same";
    return t;
  }
};

/// Has an array memory, and of the lengths of the result? (One that was moved from has lengths only.)
template <class C, class A>
CONSTAX_INLINE bool has_room(A const& a, i64 const* symbols) {
  bool same = a.data() || a.size() == 0;
  static_for<A::rank()>([&](auto d) { same &= a.length(d) == bound_length<C, A::aval.shape.dims[d]>(symbols); });
  return same;
}

/// Not inlined by force: it calls itself.
template <class Out, class F, class... X>
void assign_now(Out& out, F const& f, X const&... x) {
  using C = call_code<F, std::remove_const_t<Out>, X...>;
  leaves<C::value.n_ins> in;
  leaves<1> to;
  i64 symbols[n_numbers<C>()];
  in.take(x...);
  if constexpr (C::value.n_symbols > 0) bind_symbols<C>(in.at, symbols, 0);
  if constexpr (is_array<Out> && Out::rank() > 0) // for a scalar there is room
    if (!has_room<C>(out, symbols)) [[unlikely]] {
      Out other = to_result<C>{symbols}(respelled<Out, basic_spec>{});
      assign_now(other, f, x...);
      out = static_cast<Out&&>(other); // only now: x may lie in what it held
      return;
    }
  to.take(out);
  check_outputs<C>(to.at, symbols);
  bool waits = false;
  check_memory<C>(in.at, to.at, 0, [&](u32, u32) { waits = true; });
  thread_buffer aside(waits ? static_cast<std::size_t>(to.at[0].bytes) : 0);
  if (waits) {
    to.at[0].data = aside.data();
    i64 stride = 1;
    for (int d = Out::rank(); d-- > 0;) to.at[0].stride[d] = stride, stride *= out.length(d);
  }
  run_with_own_workspace<C>(in.at, to.at, symbols);
  if (waits) {
    if constexpr (layout_of_leaf<std::remove_const_t<Out>>() == memory_layout::strided) {
      auto const* from = reinterpret_cast<typename Out::value_type const*>(aside.data());
      for (i64 i = 0; i < out.size(); ++i) out[i] = from[i];
    } else __builtin_memcpy(out.data(), aside.data(), static_cast<std::size_t>(to.at[0].bytes));
  }
}
template <class Out, class F, class... X>
CONSTAX_INLINE void assign(Out& out, F const& f, X const&... x) {
  if constexpr (expect_numbers<F, X...>()) {
    using P = program_of<F, X...>;
    if constexpr (P::sound) // else it was said
      if constexpr (is_silent<says_no_assignment<typename P::result, std::remove_const_t<Out>>>()) assign_now(out, f, x...);
  }
}
template <class View, class Array>
CONSTAX_INLINE void write_elements(View const& to, Array const& from) {
  assign(to, [](auto const& x) { return x; }, from);
}

} // namespace constax::inline CONSTAX_TAG::detail
