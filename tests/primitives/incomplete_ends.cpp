// SPDX-License-Identifier: BSL-1.0
// needs: mpfr gmp
// igamma, igammac and betainc towards the ends of their domains: first derivatives, forward and in reverse, against a table of mpmath's.
#include "derivative_accuracy.hpp"

#include "../support/catch.hpp"

namespace {

namespace cx = constax;

struct row_of_table {
  std::string_view of;
  double x[3], slope;
};
constexpr row_of_table table[] = {
#include "incomplete_ends.inc"
};

/// The rows of a kind whose arguments are numbers of the type, as columns; and their slopes.
template <class T> struct rows {
  std::vector<std::vector<T>> x;
  std::vector<double> slope;
  rows(std::string_view of, std::size_t n) : x(n) {
    for (auto const& r : table) {
      bool fits = r.of == of;
      for (double v : r.x) fits = fits && static_cast<double>(static_cast<T>(v)) == v;
      for (std::size_t k = 0; fits && k < n; ++k) x[k].push_back(static_cast<T>(r.x[k]));
      if (fits) slope.push_back(r.slope);
    }
  }
};
template <class T> double worst(rows<T> const& r, double sign, auto const& f, cx::u32 input, bool reverse) {
  auto const y = accuracy::evaluated<T>(accuracy::derived(accuracy::traced<T>(f), input, reverse), r.x);
  double most = y.size() == r.slope.size() && y.size() > 50 ? 0 : oracle::wrong;
  for (std::size_t i = 0; i < y.size(); ++i) {
    double const off = accuracy::distance(y[i], accuracy::number(sign * r.slope[i]), 0, 0);
    if (off > 8) {
      UNSCOPED_INFO("f" << 8 * sizeof(T) << " in argument " << input << " at " << r.x[0][i] << ' ' << r.x[1][i] << ' '
                        << r.x[r.x.size() - 1][i] << ": " << y[i] << " instead of " << sign * r.slope[i]);
    }
    most = std::max(most, off);
  }
  return most;
}
template <class T> void check() {
  rows<T> const gamma("gamma", 2), in_a("in a", 2), beta("beta", 3);
  auto const p = [](auto a, auto x) { return cx::igamma(a, x); };
  auto const q = [](auto a, auto x) { return cx::igammac(a, x); };
  for (bool reverse : {false, true}) {
    CHECK(worst(gamma, 1, p, 1, reverse) <= 8);
    CHECK(worst(gamma, -1, q, 1, reverse) <= 8);
    CHECK(worst(in_a, 1, p, 0, reverse) <= 8);
    CHECK(worst(in_a, -1, q, 0, reverse) <= 8);
    CHECK(worst(beta, 1, [](auto a, auto b, auto x) { return cx::betainc(a, b, x); }, 2, reverse) <= 8);
  }
  CHECK(worst(gamma, 1, [](auto a, auto x) { return cx::igamma(a, x) * (1 + 0x1p-18); }, 1, false) > 8); // a wrong twin
}

} // namespace

TEST_CASE("incomplete gamma and beta functions at the ends of their domains, f32", "[derivatives]") { check<float>(); }
TEST_CASE("incomplete gamma and beta functions at the ends of their domains, f64", "[derivatives]") { check<double>(); }
