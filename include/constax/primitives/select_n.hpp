// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/lt.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise choice: `which[i] ? t[i] : f[i]`, both read. select_n : bool[s], T[s], T[s] -> T[s]; which may be one bool for all.
/// Linear in f and t. A nan in the case not taken does not reach the result, but its derivative's 0 * inf does.
/// With integers that choose among k cases, select_n(which, case0, case1, ...), it is a tree of choices between two; what is below 0 is 0,
/// what is above k - 1 is k - 1.
struct select_n_t : elementwise<select_n_t, anything> {
  static constexpr std::string_view name = "select_n";
  static constexpr std::string_view cpp = "$x ? $z : $y";
  static constexpr bool exact = true, predicated = true;
  static constexpr typed type(operand_types xs) {
    if (xs.size() != 3) return fault{fault_code::wrong_count, {}, "a predicate and two cases are needed", {}, {}, xs.size()};
    if (xs[0]->type != dtype::boolean) return fault{fault_code::dtype_not_accepted, {}, "the predicate must be bool", *xs[0]};
    typed t = common_type<anything>({xs.first + 1, 2});
    if (t.fault || xs[0]->rank() == 0) return t;
    aval& y = t.results[0];
    if (y.rank() == 0) y.shape = xs[0]->shape;
    if (!(y.shape == xs[0]->shape)) return fault{fault_code::shapes_differ, {}, {}, *xs[0], y};
    return t;
  }
  static constexpr auto eval(auto const& which, auto const& f, auto const& t) { return select(which, t, f); }
  static constexpr value jvp(auto which, auto, auto, auto, auto df, auto dt, auto);
  static constexpr value transpose(auto ct, u32 operand, auto xs);
  /// select_n(which, f, t). Numbers take the dtype of the case beside them, shapes broadcast.
  constexpr value operator()(value which, auto const& f, auto const& t) const {
    value const beside = first_value(f, t);
    return bind<select_n_t>({}, which, as_value(f, beside), as_value(t, beside));
  }
  template <class W, class... Cases>
    requires(!is_value<W> && sizeof...(Cases) > 1)
  constexpr auto operator()(W const& which, Cases const&... cases) const;
};
inline constexpr select_n_t select_n{};

namespace detail {
template <class W>
inline constexpr bool is_selector = integer_number<W>;
template <tracing W>
inline constexpr bool is_selector<W> = info(W::aval.type).integer;

constexpr text no_selector(int cases, aval const* is) {
  text t;
  t << "[constax] select_n: among " << cases << " cases integers choose";
  if (is) t << ", the first operand is of type " << *is;
  return t << "; convert it with cx::astype<int>";
}
template <class W, int Cases>
struct says_no_selector {
  constexpr text operator()() const {
    if constexpr (tracing<W>) return no_selector(Cases, &W::aval);
    else return no_selector(Cases, nullptr);
  }
};

/// One of N cases from First on, in halves: so many choices lie one upon another as N has binary digits.
template <int First, int N, class W, class Cases>
constexpr auto select_between(W const& which, Cases const& cases) {
  if constexpr (N == 1) return std::get<static_cast<std::size_t>(First)>(cases);
  else
    return select_traced<select_n_t>(lt(which, First + N / 2), select_between<First + N / 2, N - N / 2>(which, cases),
                                     select_between<First, N / 2>(which, cases));
}
} // namespace detail

template <class W, class... Cases>
  requires(!is_value<W> && sizeof...(Cases) > 1)
constexpr auto select_n_t::operator()(W const& which, Cases const&... cases) const {
  constexpr int n = sizeof...(Cases);
  if constexpr (is_lazy<W> || (is_lazy<Cases> || ...)) return lazily(*this, which, cases...);
  else if constexpr (is_dynamic<W> || (is_dynamic<Cases> || ...)) return detail::select_dynamic(which, cases...);
  else if constexpr (detail::is_selector<W>) {
    context* const c = detail::context_of_any(which, cases...);
    auto const among = [&]<class T>(T) { return detail::select_between<0, n>(which, std::tuple{detail::as_tracer<T>(cases, c)...}); };
    if constexpr ((tracing<Cases> || ...)) return among(detail::scalar_type<Cases...>{});
    else return among(element_of<dtype_of<std::common_type_t<decltype(detail::plain(cases))...>>>{});
  } else if constexpr (n > 2) {
    expect_silence<detail::says_no_selector<W, n>>();
    return std::get<0>(std::tuple{cases...});
  } else return detail::select_traced<select_n_t>(which, cases...);
}

constexpr value select_n_t::jvp(auto which, auto, auto, auto, auto df, auto dt, auto) {
  if (df.is_zero() && dt.is_zero()) return df;
  auto const dense = [](auto d) { return d.is_zero() ? like(d, 0.0) : d; }; // a literal stands beside any shape
  return select_n(which, dense(df), dense(dt));
}
constexpr value select_n_t::transpose(auto ct, u32 operand, auto xs) {
  if (operand == 1) return select_n(xs[0], ct, like(ct, 0.0));
  return select_n(xs[0], like(ct, 0.0), ct);
}

} // namespace constax::inline CONSTAX_TAG
