// SPDX-License-Identifier: BSL-1.0
#pragma once
// elementwise_tuple: the family of (y[i], z[i], ...) = eval(x[i], ...): elementwise, with several results.
//
//   template <class T> using results = std::tuple<T, std::int32_t>;      their elements' types, those of the operands being T
//   eval(x...) -> pair, tuple or array of lanes
//   jvp(x, dx, y) -> std::array of tangents      y: an array of the results; in the place of an integer's tangent: cx::value{}
//
// A program holds one equation for all results. Evaluators meet one for each of those that are read, a `part`: result K of eval. Compilers
// compute once what parts have in common, where they stand side by side in a kernel.
//
//   { lambda ; a:f64[3]. let b:f64[3] c:f64[3] = sincos a in (b, c) }   -- lowered -->   b:f64[3] = sincos.0 a; c:f64[3] = sincos.1 a
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// A text that is made once, to be pointed to.
template <class Write> struct written {
  static constexpr std::size_t size = Write{}().size();
  static constexpr std::array<char, size> characters = [] {
    std::array<char, size> a{};
    text const t = Write{}();
    for (std::size_t i = 0; i < size; ++i) a[i] = t.view()[i];
    return a;
  }();
  static constexpr std::string_view view{characters.data(), size};
};

/// A trait that P may have.
#define CONSTAX_PART_TRAIT(trait, otherwise)               \
  static constexpr auto trait = [] {                       \
    if constexpr (requires { P::trait; }) return P::trait; \
    else return otherwise;                                 \
  }()

/// Result K of P alone.
template <class P, u32 K> struct part_of : elementwise<part_of<P, K>, typename P::accepted> {
  struct write_name {
    constexpr text operator()() const { return text() << P::name << '.' << K; }
  };
  /// A member of the pair that a function of P's name gives.
  struct write_cpp {
    constexpr text operator()() const {
      return text() << "math::" << P::name << (evaluates<P, float> ? "($x)" : "($x, $y)") << (K == 0 ? ".first" : ".second");
    }
  };
  static constexpr std::string_view name = written<write_name>::view;
  static constexpr std::string_view cpp = [] {
    if constexpr (requires { P::cpp[K]; }) return P::cpp[K];
    else return written<write_cpp>::view;
  }();
  using params = params_of<P>;
  template <class T> using result = std::tuple_element_t<K, typename P::template results<T>>;
  CONSTAX_PART_TRAIT(exact, false);
  CONSTAX_PART_TRAIT(transcendental, false);
  CONSTAX_PART_TRAIT(slow, false);
  CONSTAX_PART_TRAIT(commutative, false);
  CONSTAX_PART_TRAIT(flops, i64{1});

  static constexpr typed type(operand_types xs, range<i64> ps, jaxpr const* module) {
    typed all = call_type<P>(xs, ps, module);
    if (all.fault) return all;
    return all.results[K];
  }
  template <class... X>
  requires requires(X const&... x) { P::eval(x...); }
  static constexpr auto eval(X const&... x) {
    using std::get;
    return get<K>(P::eval(x...));
  }
};
#undef CONSTAX_PART_TRAIT

/// eval of C++ numbers, as a tuple of numbers.
template <class P, class... X> constexpr auto call_plain_tuple(X const&... x) {
  using T = plain_type<P, X...>;
  return [&]<u32... K>(std::integer_sequence<u32, K...>, auto const& y) {
    using std::get;
    return std::tuple{static_cast<typename part_of<P, K>::template result<T>>(get<K>(y))...};
  }
  (each_result<P>, P::eval(static_cast<T>(plain(x))...));
}

template <class P> struct parts_of {
  template <u32... K> struct list {
    static constexpr primitive const* all[] = {&descriptor<part_of<P, K>>...};
  };
  template <u32... K> static list<K...> make(std::integer_sequence<u32, K...>);
  static constexpr auto const& all = decltype(make(each_result<P>))::all;

  /// The oracle's definition: each part's.
  static constexpr void evaluate(range<tensor> xs, range<i64> params, bindings const& b, vec<tensor>& results) {
    for (primitive const* part : all) part->evaluate(xs, params, b, results);
  }
};

} // namespace detail

template <class Self, class Accepts = floating> struct elementwise_tuple : elementwise<Self, Accepts> {
  static constexpr typed type(operand_types xs) {
    typed const common = common_type<Accepts>(xs);
    if (common.fault) return common;
    aval const& x = common.results[0];
    typed all;
    bool const half = info(x.type).half(); // a half is a float among the results of one
    detail::visit_accepted<Accepts, bool>(half ? dtype::f32 : x.type, [&]<class T>(T) {
      return [&]<class... Y>(std::type_identity<std::tuple<Y...>>) {
        (all.results.push({dtype_of<Y>, x.shape}), ...);
        return true;
      }(std::type_identity<decltype(std::tuple_cat(std::declval<typename Self::template results<T>>()))>{});
    });
    for (aval& y : all.results)
      if (half && y.type == dtype::f32) y.type = x.type;
    return all;
  }

  /// On values: an array of them.
  template <class... X, class P = Self>
  requires with_value<X...>
  constexpr std::array<value, result_count<P>> operator()(X&&... x) const {
    return detail::answer<P>(detail::results_from<P>(bind<P>(no_params{}, as_value(x, first_value(x...))...)));
  }
  /// On tracers, numbers, arrays: a tuple.
  template <class... X> constexpr auto operator()(X&&... x) const {
    Self const& self = static_cast<Self const&>(*this);
    if constexpr ((is_lazy<std::remove_cvref_t<X>> || ...)) {
      auto const y = lazily(self, static_cast<X&&>(x)...);
      if constexpr (requires { y.eval(); }) return y.eval();
      else return y;
    } else if constexpr ((is_dynamic<std::remove_cvref_t<X>> || ...)) {
      return detail::with_others_dynamic(detail::call_dynamic<Self>({}, x...), each_result<Self>);
    } else if constexpr ((number<std::remove_cvref_t<X>> && ...)) return detail::call_plain_tuple<Self>(x...);
    else return detail::call_traced<Self>(x...);
  }
};

} // namespace constax::inline CONSTAX_TAG
