// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "log_posterior.hpp"
#include "problem.hpp"

#include <constax/constax.hpp>

#include <tuple>
#include <utility>

namespace gmm {
namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"k"> k;
inline constexpr cx::dim<"n"> n;

template <int d> void by_constax(problem<d>& p) {
  constexpr auto m = static_cast<int>(triangle(d));
  mixture<d> const& at = p.parameters;
  mixture<d>& to = p.gradient;
  using slopes = std::tuple<cx::view<double, k>, cx::view<double, k, d>, cx::view<double, k, m>>;
  std::pair<double&, slopes> const out{p.value, slopes({to.alpha.data(), p.k}, {to.mu.data(), p.k}, {to.icf.data(), p.k})};
  cx::evaluate_into(out, gradient<d>, cx::view<double const, k>(at.alpha.data(), p.k), cx::view<double const, k, d>(at.mu.data(), p.k),
                    cx::view<double const, k, m>(at.icf.data(), p.k), cx::view<double const, n, d>(p.x.data(), p.n));
}
} // namespace gmm
