// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include <constax/constax.hpp>

namespace {
namespace cx = constax;
inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x) { return cx::sum(cx::sin(x) * cx::exp(-x * x) + cx::tanh(x)); };

template <class T> void by_constax(chain<T>& p) {
  std::pair<T&, cx::view<T, n>> out{p.value, {p.gradient.data(), p.gradient.size()}};
  cx::evaluate_into(out, cx::value_and_grad(f), cx::view<T const, n>(p.x.data(), p.x.size()));
}
bench::add<chain<double>> const f64("constax", by_constax<double>);
bench::add<chain<float>> const f32("constax", by_constax<float>);
} // namespace
