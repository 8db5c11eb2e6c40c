// SPDX-License-Identifier: BSL-1.0
#pragma once
// tracer<T, dims...>: what users' code sees of a value: dtype and shape in its type, the value inside. Wrong shapes, wrong dtypes and
// `if (x > 0)` are therefore compile errors, while the graph is recorded by value: `for`, `+=`, locals and helper functions just work.
#include <constax/base/report.hpp>
#include <constax/trace/carve.hpp>
#include <constax/trace/value.hpp>

#include <tuple>
#include <type_traits>
#include <utility>

namespace constax::inline v0 {
template <class T, auto... Dims>
struct basic_tracer;
/// The tracer whose dtype and shape are known at run time: runtime/tracer.hpp.
struct dynamic_tracer;
}

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <extent E>
constexpr auto canonical_extent() {
  if constexpr (E.is_number()) return static_cast<long>(E.number);
  else return E;
}
/// What a user may write for a length: a symbol, a form in symbols, a whole number, 3_c.
template <auto D>
constexpr bool is_length() {
  using T = std::remove_const_t<decltype(D)>;
  if constexpr (symbolic<T>) return !extent(D).is_number() || extent(D).overflowed() || extent(D).number >= 0;
  else if constexpr (std::is_floating_point_v<T>) return false;
  else return static_cast<i64>(D) >= 0;
}
template <auto D>
constexpr auto canonical_dim() {
  static_assert(is_length<D>(), "[constax] an extent is a whole number, 0 or more, or a symbol");
  if constexpr (!is_length<D>()) return 0L; // lest the error be followed by those of an array of such a length
  else if constexpr (symbolic<std::remove_const_t<decltype(D)>>) {
    static_assert(!extent(D).overflowed(), "[constax] an extent has at most two symbols; name a new symbol for this length");
    return canonical_extent<extent(D)>();
  } else return static_cast<long>(static_cast<i64>(D)); // also 3_c, hana's integral constants
}
} // namespace detail

/// Every integer dimension has one type, so that view<double, n, 3> and view<double, n, std::size_t{3}> are one type.
template <auto D>
inline constexpr auto canonical = detail::canonical_dim<D>();

namespace detail {
/// Is there room for so many axes? If not, the compiler says so.
template <std::size_t N>
constexpr bool expect_rank() {
  static_assert(N <= max_rank, "[constax] an array has at most 8 axes; join some of them with cx::reshape");
  return N <= max_rank;
}
/// Is T an element type? If not, the compiler says so.
template <class T>
constexpr bool expect_element() {
  constexpr bool is_one = element_type<T> && !__is_same(T, std::uint16_t);
  static_assert(is_one, "[constax] elements are float, double, cx::bfloat16, cx::float16, bool, keys, and integers of 8, 32 or 64 bits; convert others");
  return is_one;
}
} // namespace detail

template <auto... Dims>
inline constexpr shape shape_of_dims{extent(Dims)...};

template <class T, auto... Dims>
inline constexpr aval aval_of_dims = {};
template <class T, auto... Dims>
requires(detail::expect_element<T>() && detail::expect_rank<sizeof...(Dims)>())
inline constexpr aval aval_of_dims<T, Dims...>{dtype_of<T>, shape{extent(Dims)...}};

template <class T, auto... Dims>
using tracer = basic_tracer<T, canonical<Dims>...>;

namespace detail {
template <aval A, template <class, auto...> class Of, std::size_t... I>
auto spell(std::index_sequence<I...>) -> std::type_identity<Of<element_of<A.type>, canonical_extent<A.shape.dims[I]>()...>>;
template <aval A, template <class, auto...> class Of>
struct spelling {
  static constexpr std::size_t rank = A.shape.overflowed() ? 0 : A.shape.rank; // of too many axes there is a fault
  using type = typename decltype(spell<A, Of>(std::make_index_sequence<rank>{}))::type;
};
} // namespace detail

/// The class template Of, spelt for an aval: tracer_t<f64[3,n]> = basic_tracer<double, 3, n>.
template <aval A, template <class, auto...> class Of>
using spelled = typename detail::spelling<A, Of>::type;
template <aval A>
using tracer_t = spelled<A, basic_tracer>;

namespace detail {
template <class X, template <class, auto...> class Of>
struct respelling;
template <template <class, auto...> class From, class T, auto... Dims, template <class, auto...> class Of>
struct respelling<From<T, Dims...>, Of> {
  using type = Of<std::remove_const_t<T>, Dims...>;
};
} // namespace detail
/// The same element type and dimensions, of another class: respelled<basic_spec<double, 3>, basic_tracer>. (spelled<X::aval, ...> of a
/// dependent X crashes g++ 12.)
template <class X, template <class, auto...> class Of>
using respelled = typename detail::respelling<X, Of>::type;

template <class X>
inline constexpr bool is_tracer = false;
template <class T, auto... Dims>
inline constexpr bool is_tracer<basic_tracer<T, Dims...>> = true;
template <class X>
concept tracing = is_tracer<std::remove_cvref_t<X>>;

template <class X> inline constexpr bool is_dynamic = __is_same(X, dynamic_tracer);
template <class X>
concept dynamic_tracing = is_dynamic<std::remove_cvref_t<X>>;
/// What a traced function may be called with: a tracer of either kind.
template <class X>
concept traced_value = tracing<X> || dynamic_tracing<X>;

/// An integer that its type carries: 3_c, std::integral_constant, Hana's integral constants.
template <class X>
concept integral_number = requires {
  std::remove_cvref_t<X>::value;
} && std::is_integral_v<std::remove_cvref_t<decltype(std::remove_cvref_t<X>::value)>> && std::is_empty_v<std::remove_cvref_t<X>>;

/// A C++ number, which takes its dtype from the tracer it meets.
template <class X>
concept number = std::is_arithmetic_v<std::remove_cvref_t<X>> || is_half<std::remove_cvref_t<X>> || integral_number<X>;
template <class X>
concept integer_number =
    integral_number<X> || (std::is_integral_v<std::remove_cvref_t<X>> && !std::is_same_v<std::remove_cvref_t<X>, bool>);

/// One element that a call hands over by value: a number, or a key.
template <class X>
concept scalar = (number<X> && !integral_number<X>) || is_prng_key<std::remove_cvref_t<X>>;

namespace detail {
/// why: a clause.
constexpr text no_bool(aval const& of, text const& why = text("its number is not known while the program is recorded")) {
  text t;
  return t
         << "[constax] conversion of a traced value of type " << of << " to bool: " << why.view()
         << "; use cx::where or cx::cond in the place of `if` and `?:`, cx::while_loop of `while`, cx::fori_loop of `for`, x == 0 of `!x`";
}
template <class Tracer, class To>
struct says_no_number {
  constexpr text operator()() const {
    text t;
    if constexpr (std::is_same_v<To, bool>) return no_bool(Tracer::aval);
    t << "[constax] conversion of a traced value of type " << Tracer::aval;
    if constexpr (!std::is_same_v<To, bool>)
      t << " to a number, which is not known while the program is recorded. A transformed callable with captures gives traced values, for "
           "use in a traced function; outside of one, lift its captures with cx::closure(f, captured...), which hands them to f as its "
           "first arguments. In a traced function, call cx::sin, not std::sin, and cx::astype<float>(x), not static_cast<float>(x)";
    return t;
  }
};
/// Says it where the conversion is used: compilers ask there whether a function may throw, its body is read at some later time.
template <class Tracer, class To>
constexpr auto refuse_conversion() {
  static_assert(said_by<says_no_number<Tracer, To>>::nothing, "[constax] the sentence stands in the lines above and below");
  return true;
}
} // namespace detail

} // namespace constax::inline CONSTAX_TAG

namespace constax::inline CONSTAX_TAG::detail {
/// A tracer that is made without asking what type its value has.
struct trusted {};
/// for (auto row : x): api/rows.hpp
template <class X> struct row_iterator;
template <class X> constexpr auto first_row(X const& x);
template <class X> constexpr auto behind_rows(X const& x);
} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {

template <class T, auto... Dims>
struct basic_tracer {
  using value_type = T;
  static constexpr constax::aval aval = constax::aval_of_dims<T, Dims...>;
  constax::value value{};

  constexpr basic_tracer() = default;
  /// v must be of the tracer's type: else its program carries a fault.
  constexpr explicit basic_tracer(constax::value v) : value(v) {
    if (!v.ctx) return;
    v.ctx->expect(v, aval);
    if (v.ctx->counted) context::hold(v.ctx);
  }
  /// emit's way: one type rule gives both types.
  constexpr basic_tracer(constax::value v, constax::detail::trusted) : value(v) {
    if (v.ctx && v.ctx->counted) context::hold(v.ctx);
  }
  // A pending context lives as long as tracers of it. (Said before the calls: they would cost evaluators 5% of a trace.)
  constexpr basic_tracer(basic_tracer const& x) : value(x.value) {
    if (value.ctx && value.ctx->counted) context::hold(value.ctx);
  }
  constexpr basic_tracer& operator=(basic_tracer const& x) & {
    if (x.value.ctx && x.value.ctx->counted) context::hold(x.value.ctx);
    if (value.ctx && value.ctx->counted) context::release(value.ctx);
    value = x.value;
    return *this;
  }
  template <class V>
  constexpr auto operator=(V const&) && {
    return constax::detail::refuse_assignment<V>();
  }
  constexpr ~basic_tracer() {
    if (value.ctx && value.ctx->counted) context::release(value.ctx);
  }

  /// for (auto row : x), along the first axis.
  constexpr auto begin() const { return constax::detail::first_row(*this); }
  constexpr auto end() const { return constax::detail::behind_rows(*this); }

  /// There is no number in a tracer: the program is recorded before any is known. (One number type and bool: std::sin of a tracer then has
  /// one meaning, and the sentence, where conversions to all of them would be ambiguous.)
  constexpr operator T() const noexcept(constax::detail::refuse_conversion<basic_tracer, T>()) { return {}; }
  template <class B>
    requires(std::is_same_v<B, bool> && !std::is_same_v<T, bool>)
  constexpr operator B() const noexcept(constax::detail::refuse_conversion<basic_tracer, B>()) {
    return {};
  }

  static constexpr int rank() { return sizeof...(Dims) <= constax::max_rank ? sizeof...(Dims) : 0; } // of too many an error has been said
  /// x[i]: api/index.hpp. x(i, j, ...) takes an index per axis; so does x[i, j, ...] in C++23.
  template <class I>
  constexpr auto operator[](I const& index) const;
#ifdef __cpp_multidimensional_subscript
  template <class... I>
    requires(sizeof...(I) > 1)
  constexpr auto operator[](I const&... index) const;
#endif
  template <class... I>
  constexpr auto operator()(I const&... index) const;
  /// x.at(i, j, ...).set(v): api/at.hpp.
  template <class... I>
  constexpr auto at(I const&... index) const;
};

} // namespace constax::inline v0
namespace constax::inline CONSTAX_TAG {

/// The result of a type rule on static types: an aval, or a fault.
struct static_type {
  aval result;
  constax::fault fault;
};

/// A tracer of type X where an error has been said.
template <class X>
constexpr X after_error() {
  return X(value{nullptr, 0, 0, {}, value::state::refused, nullptr});
}

namespace detail {

/// Of one of P's results.
template <class P, params_of<P> Params, class... X>
constexpr static_type infer(u32 which = 0) {
  constexpr aval avals[] = {std::remove_cvref_t<X>::aval..., aval{}};
  aval const* types[sizeof...(X) + 1] = {};
  for (u32 i = 0; i < sizeof...(X); ++i) types[i] = &avals[i];
  vec<i64> params;
  if constexpr (!__is_same(params_of<P>, no_params)) params = encode(Params);
  typed t = descriptor<P>.type({types, sizeof...(X)}, params, nullptr);
  t.refuse_impossible();
  static_type r;
  if (t.fault) r.fault = t.fault;
  if (r.fault && r.fault.where.empty()) r.fault.where = P::name;
  if (!r.fault) r.result = t.results[which];
  return r;
}
template <class P, params_of<P> Params, class... X>
struct says_type_error {
  constexpr text operator()() const { return sentence(infer<P, Params, X...>().fault); }
};

template <class X>
struct operand_aval; // a tracer, or a number that has been given the dtype of its neighbour

/// An equation in the context of its operands; if they are constants, in one that awaits another.
template <class P, class Tracer>
constexpr Tracer recorded(range<value> xs, params_of<P> const& params) {
  context* c = context_of(xs);
  if (!c) c = context::make_pending();
  if constexpr (__is_same(params_of<P>, no_params)) return Tracer(bind(*c, descriptor<P>, xs, {}), trusted{}); // holds c
  else return Tracer(bind(*c, descriptor<P>, xs, encode(params)), trusted{});
}

/// Result k of the equation that made x, the first one.
constexpr value result_behind(value x, u32 k) { return x.var += x.is_variable() ? k : 0, x; }
template <class P, params_of<P> Params, u32 K, class... X>
constexpr auto nth_result(value const& y) {
  constexpr static_type t = infer<P, Params, X...>(K);
  return tracer_t<t.result>(result_behind(y, K), trusted{});
}
template <class P, params_of<P> Params, class... X, u32... K>
constexpr auto with_others(auto const& y, std::integer_sequence<u32, K...>) {
  return std::tuple{nth_result<P, Params, K, X...>(y.value)...};
}
/// Of dynamic tracers.
template <class Y, u32... K>
constexpr auto with_others_dynamic(Y const& y, std::integer_sequence<u32, K...>) {
  return std::tuple{Y(result_behind(y.value, K))...};
}
/// What there is in the place of results of P, of type X, where an error has been said.
template <class P, class X, u32... K>
constexpr auto after_error_of(std::integer_sequence<u32, K...>) {
  if constexpr (has_results<P>) return std::tuple{((void)K, after_error<X>())...};
  else return after_error<X>();
}

} // namespace detail

/// emit_dynamic<P>(params, tracers...) -> dynamic_tracer         types from the type rule, at run time: runtime/tracer.hpp
template <class P, class... X> dynamic_tracer emit_dynamic(params_of<P> const& params, X const&... x);

/// emit<P, Params>(tracers...) -> tracer, or a tuple of them         types from the type rule, checked here; the equation by bind
template <class P, params_of<P> Params = params_of<P>{}, class... X>
constexpr auto emit(X const&... x) {
  if constexpr (!(is_dynamic<X> || ...)) {
    constexpr static_type t = detail::infer<P, Params, X...>();
    if constexpr (t.fault) {
      expect_silence<detail::says_type_error<P, Params, X...>>();
      return detail::after_error_of<P, std::tuple_element_t<0, std::tuple<X...>>>(each_result<P>);
    } else {
      value const xs[] = {x.value...};
      auto const y = detail::recorded<P, tracer_t<t.result>>({xs, sizeof...(X)}, Params);
      if constexpr (has_results<P>) return detail::with_others<P, Params, X...>(y, each_result<P>);
      else return y;
    }
  } else if constexpr (has_results<P>) return detail::with_others_dynamic(emit_dynamic<P>(Params, x...), each_result<P>);
  else return emit_dynamic<P>(Params, x...);
}

namespace detail {
template <class P, params_of<P> Params, u32 N>
struct source_ints {
  i64 at[N ? N : 1] = {};
  constexpr source_ints() {
    if constexpr (N != 0) {
      u32 i = 0;
      for (i64 x : encode(Params)) at[i++] = x;
    }
  }
};
template <class P, params_of<P> Params>
constexpr u32 source_size() {
  if constexpr (__is_same(params_of<P>, no_params)) return 0;
  else return encode(Params).size();
}
template <class P, params_of<P> Params>
inline constexpr source_ints<P, Params, source_size<P, Params>()> source_params{};
template <class P, params_of<P> Params, class... Of>
inline constexpr source later_source{
    &descriptor<P>, {source_params<P, Params>.at, source_size<P, Params>()}, sizeof...(Of) == 1, infer<P, Params, Of...>().result};
} // namespace detail

/// emit_later<P, Params>() -> tracer, emit_later<P, Params, tracer<T>>(literal) -> tracer        an equation without traced operands, which
/// is recorded where its result is used
template <class P, params_of<P> Params, class... Of>
constexpr auto emit_later(literal const& l = literal{}) {
  constexpr static_type t = detail::infer<P, Params, Of...>();
  if constexpr (t.fault) {
    expect_silence<detail::says_type_error<P, Params, Of...>>();
    return after_error<basic_tracer<double>>();
  } else return tracer_t<t.result>(value{nullptr, 0, 0, l, value::state::made, &detail::later_source<P, Params, Of...>});
}

} // namespace constax::inline CONSTAX_TAG
