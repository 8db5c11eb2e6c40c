// SPDX-License-Identifier: BSL-1.0
#pragma once
// axes_lists : reductions along axes in braces        sum(x, {0, 2}), var(x, {0, 1}, cx::keepdims), max(x, {0}, cx::where(c))
//
// Of dynamic tracers, whose shapes are known while the program is recorded, and of ndarrays. The shape of a static tracer is part of its
// type, and cannot hang on numbers: there it is cx::sum(x, cx::axes_c<0, 2>), and braces are refused in a sentence.
#include <constax/api/ddof.hpp>
#include <constax/api/some_of.hpp>

#include <initializer_list>

namespace constax::inline CONSTAX_TAG {

namespace detail {
constexpr axes_list listed(std::initializer_list<i64> over) {
  axes_list a;
  for (i64 d : over) a.of.push(d);
  return a;
}
} // namespace detail

/// reduction(x, {0, 2}, options...).
template <class F, class X, class... O>
constexpr auto along_list(F const& reduction, X const& x, std::initializer_list<i64> over, O const&... options) {
  if constexpr (tracing<X>) {
    expect_silence<detail::says_plain_axis<X>>();
    return after_error<X>();
  } else return reduction(x, detail::listed(over), options...);
}

// max and min are objects, which ask for along_list themselves.
#define CONSTAX_ALONG_LIST(name) \
  template <class X, class... O> \
  requires(traced_value<X> || detail::is_ndarray<X>) \
  constexpr auto name(X const& x, std::initializer_list<i64> over, O const&... options) { \
    return along_list([](auto const&... a) { return name(a...); }, x, over, options...); \
  }
CONSTAX_ALONG_LIST(sum)
CONSTAX_ALONG_LIST(prod)
CONSTAX_ALONG_LIST(mean)
CONSTAX_ALONG_LIST(amax)
CONSTAX_ALONG_LIST(amin)
CONSTAX_ALONG_LIST(any)
CONSTAX_ALONG_LIST(all)
CONSTAX_ALONG_LIST(logsumexp)
CONSTAX_ALONG_LIST(norm)
CONSTAX_ALONG_LIST(var)
CONSTAX_ALONG_LIST(std_)
CONSTAX_ALONG_LIST(average)
CONSTAX_ALONG_LIST(ptp)
CONSTAX_ALONG_LIST(count_nonzero)
CONSTAX_ALONG_LIST(nansum)
CONSTAX_ALONG_LIST(nanprod)
CONSTAX_ALONG_LIST(nanmean)
CONSTAX_ALONG_LIST(nanvar)
CONSTAX_ALONG_LIST(nanstd)
CONSTAX_ALONG_LIST(nanmax)
CONSTAX_ALONG_LIST(nanmin)
#undef CONSTAX_ALONG_LIST

} // namespace constax::inline CONSTAX_TAG
