// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// A line a program and size: microseconds of the native evaluator, of the text that cx::emit_cpp writes, their ratio, and whether all bits
// are equal. One thread each. `bench.emitted COMPILER FLAGS...` compiles the text, which is "g++ -O3 -march=native" without arguments.
#include "../black_scholes/price.hpp"
#include "text.hpp"

namespace {
namespace cx = constax;
using namespace cx::literals;
using emitted::numbers;
inline constexpr cx::dim<"n"> n;

inline constexpr auto chain = [](auto x) { return cx::sum(cx::sin(x) * cx::exp(-x * x) + cx::tanh(x)); };
inline constexpr auto rosenbrock = [](auto x) {
  auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  auto const u = 1.0 - a, v = b - a * a;
  return cx::sum(u * u + 100.0 * v * v);
};
inline constexpr auto price_and_slopes = cx::vmap(cx::value_and_grad(black_scholes_price, cx::argnums<0, 1, 2, 3, 4>));

auto view(numbers& x) { return cx::view<double, n>(x.data(), static_cast<std::int64_t>(x.size())); }
auto view(numbers const& x) { return cx::view<double const, n>(x.data(), static_cast<std::int64_t>(x.size())); }

/// Value and gradient of a function of one vector.
template <std::int64_t N, class F> void gradient(char const* name, F f, double low, double high) {
  std::vector<numbers> const in{emitted::between(low, high, N)};
  std::vector<numbers> native{numbers(1), numbers(N)}, text = native;
  emitted::program const p(cx::value_and_grad(f), cx::spec<double, N>{});
  emitted::line(name, N, native, text, p, in, [&] {
    cx::evaluate_into(std::pair<double&, cx::view<double, n>>(native[0][0], view(native[1])), cx::value_and_grad(F{}), view(in[0]));
  });
}
template <std::int64_t N> void black_scholes() {
  std::vector<numbers> const in{emitted::between(50, 150, N), emitted::between(50, 150, N), emitted::between(0, 0.05, N),
                                emitted::between(0.1, 0.5, N), emitted::between(0.1, 2, N)};
  std::vector<numbers> native(6, numbers(N)), text = native;
  constexpr cx::spec<double, N> a;
  emitted::program const p(price_and_slopes, a, a, a, a, a);
  emitted::line("black_scholes", N, native, text, p, in, [&] {
    auto const out = [&](std::size_t k) { return view(native[k]); };
    cx::evaluate_into(std::pair{out(0), std::tuple{out(1), out(2), out(3), out(4), out(5)}}, price_and_slopes, view(in[0]), view(in[1]),
                      view(in[2]), view(in[3]), view(in[4]));
  });
}
} // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) (i == 1 ? emitted::compiler.clear() : emitted::compiler.push_back(' ')), emitted::compiler += argv[i];
  std::printf("%s\n%-14s %9s %12s %12s %7s\n", emitted::compiler.c_str(), "", "n", "native", "text", "ratio");
  gradient<1000>("chain", chain, -2, 2);
  gradient<1'000'000>("chain", chain, -2, 2);
  black_scholes<1000>();
  black_scholes<1'000'000>();
  gradient<1000>("rosenbrock", rosenbrock, 0, 2);
  gradient<1'000'000>("rosenbrock", rosenbrock, 0, 2);
}
