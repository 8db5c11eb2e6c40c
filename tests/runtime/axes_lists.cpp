// SPDX-License-Identifier: BSL-1.0
// Reductions along axes in braces, with options: the program is that of axes in a type, and ndarrays give its numbers outside of a traced
// function too.
#include "../support/same_program.hpp"

namespace {

cx::ndarray const x = cx::sin(cx::reshape(cx::arange<double>(24), {2, 3, 4}));
cx::ndarray const c = cx::astype<bool>(x > 0.1);
std::tuple const in_tuple{x, c};

/// One function with axes in braces, and with axes in a type; the elements that count are c.
template <class F, class G> void same_axes(F const& in_braces, G const& in_type) {
  auto const traced = [](auto const& f) { return [f](auto const& xs) { return f(std::get<0>(xs), std::get<1>(xs)); }; };
  auto const a = cx::make_jaxpr(traced(in_braces))(in_tuple), b = cx::make_jaxpr(traced(in_type))(in_tuple);
  CHECK(a.str().view() == b.str().view());
  CHECK(same_bits(in_braces(x, c), cx::jit(traced(in_type))(in_tuple)));
}
// f(x) along axes 0 and 2, of which one is counted from the end; with axes of length 1; of some elements; along one axis
#define ALONG(name)                                                                                  \
  same_axes([](auto const& y, auto const&) { return cx::name(y, {-1, 0}); },                         \
            [](auto const& y, auto const&) { return cx::name(y, cx::axes_c<0, 2>); });               \
  same_axes([](auto const& y, auto const&) { return cx::name(y, {0, 2}, cx::keepdims); },            \
            [](auto const& y, auto const&) { return cx::name(y, cx::axes_c<0, 2>, cx::keepdims); }); \
  same_axes([](auto const& y, auto const&) { return cx::name(y, {1}); },                             \
            [](auto const& y, auto const&) { return cx::name(y, cx::axes_c<1>); })

} // namespace

TEST_CASE("axes in braces are those in a type") {
  ALONG(sum);
  ALONG(prod);
  ALONG(mean);
  ALONG(amax);
  ALONG(amin);
  ALONG(max);
  ALONG(min);
  ALONG(any);
  ALONG(all);
  ALONG(logsumexp);
  ALONG(norm);
  ALONG(var);
  ALONG(std_);
  ALONG(average);
  ALONG(ptp);
  ALONG(count_nonzero);
  ALONG(nansum);
  ALONG(nanprod);
  ALONG(nanmean);
  ALONG(nanvar);
  ALONG(nanstd);
  ALONG(nanmax);
  ALONG(nanmin);
}

TEST_CASE("options beside them: elements that count, first values, ddof") {
  same_axes([](auto const& y, auto const& d) { return cx::mean(y, {0, 2}, cx::where(d)); },
            [](auto const& y, auto const& d) { return cx::mean(y, cx::axes_c<0, 2>, cx::where(d)); });
  same_axes([](auto const& y, auto const& d) { return cx::sum(y, {1}, cx::where(d), cx::keepdims); },
            [](auto const& y, auto const& d) { return cx::sum(y, cx::axes_c<1>, cx::where(d), cx::keepdims); });
  same_axes([](auto const& y, auto const& d) { return cx::max(y, {0, 1}, cx::where(d), cx::initial(-2.0)); },
            [](auto const& y, auto const& d) { return cx::max(y, cx::axes_c<0, 1>, cx::where(d), cx::initial(-2.0)); });
  same_axes([](auto const& y, auto const&) { return cx::var(y, {0, 2}, cx::ddof<1>); },
            [](auto const& y, auto const&) { return cx::var(y, cx::axes_c<0, 2>, cx::ddof<1>); });
  same_axes([](auto const& y, auto const&) { return cx::std_(y, {0, 2}, cx::keepdims, cx::ddof<1>); },
            [](auto const& y, auto const&) { return cx::std_(y, cx::axes_c<0, 2>, cx::keepdims, cx::ddof<1>); });
}

TEST_CASE("no axes: as it is; axes that are none") {
  CHECK(same_bits(cx::sum(x, {}), x));
  CHECK(same_bits(cx::jit([](auto y) { return cx::max(y, {}); })(x), x));
  CHECK(said([] {
          cx::jit([](auto y) { return cx::sum(y, {3}); })(x);
        }).starts_with("[constax] reduce_sum: axis 3 is out of range for an operand of type f64[2,3,4]"));
  CHECK(said([] { cx::var(x, {0, -4}); }).find("axis -4 is out of range") != std::string::npos);
  CHECK(said([] { cx::sum(x, {1, 1}); }) != "");
}
