// SPDX-License-Identifier: BSL-1.0
#pragma once
// dynamic_tracer: what users' code sees of a value whose dtype and shape are known at run time. The value inside is that of a static
// tracer: one program may hold both kinds, and what is wrong is thrown where it is asked for.
#include <constax/jaxpr/error.hpp>
#include <constax/runtime/located.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// An equation that had a fault has not been recorded: the program may go on without it.
[[noreturn]] inline void raise_fault_in(context& c, range<value> operands, source_line at) {
  fault const f = c.fault;
  c.fault = {};
  raise_fault_with(f, provenance_here(&c, operands, at));
}
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_fault_of(context& c, range<value> operands = {}, source_line at = {}) {
  at_run_time<&raise_fault_in>::call(c, operands, at);
  __builtin_unreachable();
}
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_no_bool(value const& v) {
  text t = no_bool(type_of(v));
  raise_error<concretization_error>(t << provenance(v.ctx, {&v, 1}, {}));
}
inline aval type_of_tracer(value const& v) {
  if (v.is_absent()) raise_empty();
  aval const a = type_of(v);
  if (v.ctx && v.ctx->fault) raise_fault_of(*v.ctx, {&v, 1});
  return a;
}

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG {
/// An index known while the program is recorded.
template <class I>
concept plain_integer = std::is_integral_v<I> && !std::is_same_v<I, bool>;
} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {

class ndarray;

/// x[3], and the line in which it stands.
struct located_index {
  constax::i64 number;
  constax::source_line at;
  template <constax::plain_integer I>
  located_index(I i, char const* file = __builtin_FILE(), unsigned line = __builtin_LINE())
      : number(static_cast<constax::i64>(i)), at{file, line} {}
};

struct dynamic_tracer : line_operators<dynamic_tracer> {
  constax::value value{};

  constexpr dynamic_tracer() = default;
  constexpr explicit dynamic_tracer(constax::value v) : value(v) {
    if (!v.ctx) return;
    if (v.ctx->root().fault) constax::detail::raise_fault_of(v.ctx->root());
    if (v.ctx->counted) context::hold(v.ctx);
  }
  /// A static tracer, whose type is then asked for at run time.
  template <class T, auto... Dims> constexpr dynamic_tracer(basic_tracer<T, Dims...> const& x) : dynamic_tracer(x.value) {}
  // The context lives as long as tracers of it, as with basic_tracer: one that was stored outside says so when it is used.
  constexpr dynamic_tracer(dynamic_tracer const& x) : value(x.value) {
    if (value.ctx && value.ctx->counted) context::hold(value.ctx);
  }
  constexpr dynamic_tracer& operator=(dynamic_tracer const& x) & {
    if (x.value.ctx && x.value.ctx->counted) context::hold(x.value.ctx);
    if (value.ctx && value.ctx->counted) context::release(value.ctx);
    value = x.value;
    return *this;
  }
  template <class V> constexpr auto operator=(V const&) && { return constax::detail::refuse_assignment<V>(); }
  constexpr ~dynamic_tracer() {
    if (value.ctx && value.ctx->counted) context::release(value.ctx);
  }
  constexpr constax::detail::row_iterator<dynamic_tracer> begin() const;
  constexpr constax::detail::row_iterator<dynamic_tracer> end() const;

  constax::aval type() const { return constax::at_run_time<&constax::detail::type_of_tracer>::call(value); }
  int rank() const { return type().rank(); }
  /// The length of axis d; negative ones count from the end.
  long shape(int d) const {
    constax::aval const a = type();
    int const at = d < 0 ? d + a.rank() : d;
    if (at < 0 || at >= a.rank()) constax::detail::raise_fault({constax::fault_code::bad_axis, "shape", {}, a, {}, d});
    return static_cast<long>(a.shape[at].number);
  }

  // Questions: what is the number of the value in this call? Without jit they are answered (numbers.hpp), and cut what is computed with the
  // answer off from derivatives; elsewhere they throw, and say what to write instead.
  /// `if (x > 0)`, `while (cx::norm(r) > tolerance)`: is the only element other than 0?
  explicit operator bool() const;
  /// static_cast<int>(x), for (int i = 0; i < int(n); ++i): the only element, converted. (std::sin(x) does not compile.)
  template <class T> requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
  explicit operator T() const;
  /// The only element, of dtype T, or it throws.
  template <constax::element_type T> T item() const;

  /// The numbers of what is made of constants alone: `cx::ndarray w = cx::zeros({4})`. Of all else cx::ndarray(x) asks the question
  /// aloud, since no derivative goes through what it gives.
  operator ndarray() const;

  /// x[i], x(i, j, ...): runtime/index.hpp. Plain integers, traced ones, cx::slice, cx::newaxis, cx::ellipsis.
  template <class I> requires(!constax::plain_integer<I>)
  dynamic_tracer operator[](I const& index) const;
  dynamic_tracer operator[](located_index index) const;
#ifdef __cpp_multidimensional_subscript
  template <class... I> requires(sizeof...(I) > 1) dynamic_tracer operator[](I const&... index) const { return (*this)(index...); }
#endif
  template <class... I> dynamic_tracer operator()(I const&... index) const;
  /// x.at(i, j, ...).set(v): api/at.hpp.
  template <class... I> auto at(I const&... index) const;
};

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Throws an E with the sentence, and where the values in question were made.
template <class E, class... X> [[noreturn]] [[gnu::cold]] [[gnu::noinline]] void raise_of(text t, X const&... x) {
  value const operands[] = {x.value...};
  raise_error<E>(t << provenance(context_of({operands, sizeof...(X)}), {operands, sizeof...(X)}, {}));
}
/// What messages say of an equation: its line, and its operands before they were made to fit.
struct told_of_equation {
  source_line at = {};
  range<value> operands = {};
};
/// Records an equation where its operands are being traced; or throws, and records nothing.
inline dynamic_tracer record_late(primitive const& p, range<value> xs, range<i64> params, told_of_equation how) {
  for (value const& x : xs)
    if (x.is_absent()) raise_empty();
  context_ref const at_hand = some_context(xs);
  context& c = *at_hand;
  range<value> const told = how.operands.count ? how.operands : xs;
  if (c.open.empty()) {
    c.fail_escaped(xs.first[0]);
    raise_fault_of(c, told, how.at);
  }
  value const y = bind(c, p, xs, params);
  if (c.fault) raise_fault_of(c, told, how.at);
  note_line(c, p, y, how.at);
  return dynamic_tracer(y);
}
inline dynamic_tracer record_dynamic(primitive const& p, range<value> xs, range<i64> params) {
  return at_run_time<&record_late>::call(p, xs, params, {});
}

} // namespace detail

template <class P, class... X> dynamic_tracer emit_dynamic(params_of<P> const& params, X const&... x) {
  value const xs[] = {x.value...};
  if constexpr (__is_same(params_of<P>, no_params)) return detail::record_dynamic(late_descriptor<P>(), {xs, sizeof...(X)}, {});
  else return detail::record_dynamic(late_descriptor<P>(), {xs, sizeof...(X)}, encode(params));
}

} // namespace constax::inline CONSTAX_TAG
