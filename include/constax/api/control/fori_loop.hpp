// SPDX-License-Identifier: BSL-1.0
#pragma once
// fori_loop : lo, hi, body, carry -> carry      numbers as bounds: a scan; traced ones: a while loop
#include <constax/api/control/scan.hpp>
#include <constax/api/control/while_loop.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

struct of_fori {
  static constexpr std::string_view name = "fori_loop";
};

/// Numbers, or traced numbers of one type, which a number beside one takes.
template <class Lo, class Hi>
constexpr bool are_bounds() {
  if constexpr (tracing<Lo> && tracing<Hi>) return is_integer_scalar<Lo>() && std::is_same_v<Lo, Hi>;
  else if constexpr (tracing<Lo>) return is_integer_scalar<Lo>() && integer_number<Hi>;
  else return integer_number<Lo> && (integer_number<Hi> || symbolic<Hi> || is_integer_scalar<Hi>());
}
/// Trips from lo to hi, of which at most hi is a symbol.
template <class Lo, class Hi>
constexpr extent trips(Lo const& lo, Hi const& hi) {
  if constexpr (symbolic<Hi>) return extent(hi) - static_cast<i64>(lo);
  else return extent(static_cast<i64>(hi) > static_cast<i64>(lo) ? static_cast<i64>(hi) - static_cast<i64>(lo) : 0);
}
/// lo as a traced number: i64 where the other bound is a symbol, else i32.
template <class Hi, class Lo>
constexpr auto first_index(Lo const& lo) {
  if constexpr (symbolic<Hi>) return to_tracer{}(static_cast<i64>(lo));
  else return to_tracer{}(static_cast<i32>(static_cast<i64>(lo)));
}

/// Does a body give what it takes, the index aside?
template <class Index, class B, class Start>
constexpr bool fits_in_loop() {
  using index = std::remove_cvref_t<Index>;
  using start = std::remove_cvref_t<Start>;
  if constexpr (!expect_callable<B, index, start>()) return false;
  else {
    using next = std::remove_cvref_t<decltype(traced_tree(std::declval<B const&>()(index{}, start{})))>;
    return expect_agreement<carry_of<of_fori>, start, next>();
  }
}

/// Is it a loop of dynamic tracers: by a bound, by the carry, or by what its body has captured?
template <class Lo, class Hi, class B, class Start>
constexpr bool is_dynamic_fori() {
  if constexpr (is_dynamic<Lo> || is_dynamic<Hi> || holds_dynamic<Start>()) return true;
  else if constexpr (requires(B const& b, Start const& x) { b(basic_tracer<i32>{}, x); })
    return holds_dynamic<std::remove_cvref_t<decltype(
        traced_tree(std::declval<B const&>()(basic_tracer<i32>{}, std::declval<Start const&>())))>>();
  else return false;
}
template <class Lo, class Hi, class B, class Init>
auto fori_dynamic(Lo const& lo, Hi const& hi, B const& body, Init const& init, scan_t::params p);

} // namespace detail

/// cx::fori_loop(lo, hi, body, init): carry = body(i, carry) for i = lo .. hi - 1. Numbers: a scan; traced bounds: a while loop. i has the
/// type of the bounds.
template <class Lo, class Hi, function_like B, class Init, class... Options>
constexpr auto fori_loop(Lo const& lo, Hi const& hi, B const& body, Init const& init, Options... options) {
  auto const start = detail::traced_tree(init);
  if constexpr (detail::is_dynamic_fori<Lo, Hi, B, std::remove_const_t<decltype(start)>>()) {
    scan_t::params p;
    (detail::set_option(p, options), ...);
    return detail::fori_dynamic(lo, hi, body, start, p);
  } else {
    constexpr bool are_bounds = detail::are_bounds<Lo, Hi>();
    static_assert(are_bounds,
                  "[constax] fori_loop: the bounds are integers, of which the last may be a symbol, or traced integer scalars of one type");
    if constexpr (!are_bounds) return start;
    else if constexpr (tracing<Lo> || tracing<Hi>) {
      static_assert(sizeof...(Options) == 0, "[constax] fori_loop: options need bounds that are numbers");
      using I = std::conditional_t<tracing<Lo>, std::remove_cvref_t<Lo>, std::remove_cvref_t<Hi>>;
      context* const c = detail::context_of_any(lo, hi);
      auto const first = detail::as_tracer<typename I::value_type>(lo, c), last = detail::as_tracer<typename I::value_type>(hi, c);
      if constexpr (!detail::fits_in_loop<decltype(first), B, decltype(start)>()) return start;
      else {
        auto const go_on = [&](auto const& s) { return std::get<0>(s) < last; };
        auto const step = [&](auto const& s) { return std::tuple{std::get<0>(s) + 1, body(std::get<0>(s), std::get<1>(s))}; };
        return std::get<1>(while_loop(go_on, step, std::tuple{first, start}));
      }
    } else {
      scan_t::params p;
      (detail::set_option(p, options), ...);
      p.length = detail::trips(lo, hi);
      auto const first = detail::first_index<Hi>(lo);
      if constexpr (!detail::fits_in_loop<decltype(first), B, decltype(start)>()) return start;
      else {
        context_ref const at_hand = detail::context_in(start);
        auto const step = [&](auto const& s) {
          auto const& [i, x] = s;
          return std::pair{std::tuple{i + 1, body(i, x)}, std::tuple<>{}};
        };
        auto const carry = std::tuple{first, start};
        return std::get<1>(detail::record_scan<detail::of_fori, extent(0)>(at_hand, step, carry, std::tuple<>{}, p).first);
      }
    }
  }
}

} // namespace constax::inline CONSTAX_TAG
