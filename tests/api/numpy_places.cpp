// SPDX-License-Identifier: BSL-1.0
// Places of elements, histograms, divisors, polynomials, angles and tapers against real JAX (numpy_oracle.py).
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

template <auto... Dims> using ints = cx::tracer<int, Dims...>;
constexpr auto at = [](auto const& x, auto const& places) { return x(places[0], places[1]); };

TEST_CASE("places of elements") {
  agrees_with<ints<9>>("unravel_index", [](auto i) { return cx::unravel_index<3, 4>(i); }, {});
  agrees_with<ints<9>>("unravel_index_three", [](auto i) { return cx::unravel_index<2, 3, 2>(i); }, {});
  agrees<of<2, 3>>("nonzero", [](auto x) { return cx::nonzero<4>(x); });
  agrees<of<2, 3>>("nonzero_fewer", [](auto x) { return cx::nonzero<2>(x); });
  agrees<of<2, 3>>("argwhere", [](auto x) { return cx::argwhere<4>(x); });
  agrees<of<3, 4>>("tril_indices", [](auto x) {
    return std::tuple{at(x, cx::tril_indices<3>()), at(x, cx::tril_indices<3>(-1_c)), at(x, cx::tril_indices<3, 4>(1_c))};
  });
  agrees<of<3, 4>>("triu_indices", [](auto x) {
    return std::tuple{at(x, cx::triu_indices<3>()), at(x, cx::triu_indices<3>(-1_c)), at(x, cx::triu_indices<3, 4>(2_c))};
  });
  agrees<of<3, 4>>("diag_indices", [](auto x) { return at(x, cx::diag_indices<3>()); });
  agrees<of<3, 4>, of<3>>("fill_diagonal", [](auto x, auto v) { return cx::fill_diagonal(x, v); });
  agrees<of<4, 2>>("fill_diagonal_number", [](auto x) { return cx::fill_diagonal(x, 7.0); });
  agrees_with<ints<2, 5>, ints<3>>("isin", [](auto x, auto y) { return cx::isin(x, y); }, {});
}
TEST_CASE("histograms") {
  agrees<of<40>>("histogram", [](auto x) { return cx::histogram<5>(x); });
  agrees<of<3>>("histogram_one", [](auto x) { return cx::histogram<4>(x); });
  agrees<of<40>, of<4>>("histogram_edges", [](auto x, auto e) { return cx::histogram(x, e); });
  agrees<of<5, 8>, of<4>, of<5, 8>>("histogram_weights", [](auto x, auto e, auto w) { return cx::histogram(x, e, w).first; });
  agrees<of<44>, of<4>>("digitize", [](auto x, auto e) { return cx::digitize(x, e); });
  agrees<of<44>, of<4>>("digitize_left", [](auto x, auto e) { return cx::digitize(x, e, cx::side::left); });
  agrees<of<44>, of<4>>("digitize_down", [](auto x, auto e) { return cx::digitize(x, e); });
}
TEST_CASE("divisors") {
  agrees_with<ints<7>, ints<7>>("gcd", [](auto x, auto y) { return std::pair{cx::gcd(x, y), cx::lcm(x, y)}; }, {});
  agrees_with<ints<2, 3>, ints<>>("gcd_broadcast", [](auto x, auto y) { return cx::gcd(x, y); }, {});
}
TEST_CASE("polynomials, angles, tapers") {
  agrees<of<5>>("polyder", [](auto p) { return cx::polyder(p); });
  agrees<of<4>>("polyint", [](auto p) { return cx::polyint(p); });
  agrees<of<7>>("unwrap", [](auto x) { return cx::unwrap(x); });
  agrees<of<4, 3>>("unwrap_axis", [](auto x) { return cx::unwrap(x, 0_c); });
  agrees<of<>>("tapers", [](auto x) {
    auto const times = [x](auto const&... taper) {
      return std::tuple{cx::astype<typename decltype(x)::value_type>(cx::astype<double>(x) * (1 + taper))...};
    };
    return times(cx::bartlett<1>(), cx::bartlett<2>(), cx::bartlett<7>(), cx::blackman<1>(), cx::blackman<2>(), cx::blackman<7>(),
                 cx::hamming<1>(), cx::hamming<2>(), cx::hamming<7>(), cx::hanning<1>(), cx::hanning<2>(), cx::hanning<7>());
  });
}
TEST_CASE("arrays, outside of a traced function") {
  cx::array<double, 6> const x{0, 1, 1, 2, 2, 2};
  auto const [counts, edges] = cx::histogram<2>(x);
  CHECK(counts == cx::array<double, 2>{1, 5});
  CHECK(edges == cx::array<double, 3>{0, 1, 2});
  CHECK(cx::isin(x, cx::array<double, 1>{1}) == cx::array<bool, 6>{false, true, true, false, false, false});
  CHECK(cx::gcd(cx::array<int, 2>{12, 9}, cx::array<int, 2>{18, 6}) == cx::array<int, 2>{6, 3});
}

} // namespace
} // namespace constax_tests
