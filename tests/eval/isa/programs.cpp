// SPDX-License-Identifier: BSL-1.0
// One of every kind of plan: chains and their sums, regions with sums that leave them and with a barrier, rows of structures, windows,
// cumulative nodes, products, copies, a kernel in two phases. CONSTAX_BUILD: the function that runs them.
#include "hashes.hpp"

#include <constax/constax.hpp>

#include <cstddef>
#include <tuple>
#include <utility>

namespace {
namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;

inline constexpr auto chain = [](auto x) { return cx::sum(cx::sin(x) * cx::exp(-x * x) + cx::tanh(x)); };
inline constexpr auto logistic = [](auto w, auto x, auto y) { return cx::mean(cx::softplus(-y * cx::dot(x, w))); };
inline constexpr auto norm = [](auto x) { return cx::softmax((x - cx::mean(x, 0_c)) / cx::sqrt(cx::var(x, 0_c) + 1e-5), 1_c); };
inline constexpr auto price = [](auto o) { return o[0_c] * cx::erfc(o[1_c]) - o[2_c] * cx::exp(-o[3_c] * o[4_c]); };
inline constexpr auto valley = [](auto x) {
  auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  return cx::sum(100.0 * cx::square(b - a * a) + cx::square(1.0 - a));
};
inline constexpr auto cumulative = [](auto x) { return cx::sum(cx::cumprod(x) * cx::cumsum(x, 0_c, cx::reverse)) + cx::prod(x); };
inline constexpr auto slopes =
    cx::vmap(cx::jacrev([](auto o) { return cx::stack(o[0_c] * o[1_c], cx::sin(o[2_c]) / o[4_c], o[4_c] - o[3_c]); }));
inline constexpr auto copies = [](auto x) { return std::tuple{cx::transpose(x), cx::concatenate(cx::flip(x), x), cx::astype<float>(x)}; };
inline constexpr auto gram = [](auto x) { return cx::matmul(cx::transpose(x), x); };
inline constexpr auto turned = [](auto x, auto y) {
  auto const angle = cx::sqrt(x * x + y * y), c = cx::cos(angle), s = cx::sin(angle);
  for (int i = 0; i < 50; ++i) {
    auto const z = x * c + y * s;
    y = y * c - x * s, x = z;
  }
  return std::pair{x, y + angle};
};

/// Numbers between 0.5 and 1.5, the same in every build: no function of the processor's.
template <class T> std::vector<T> numbers(long count, std::uint64_t seed) {
  std::vector<T> x(static_cast<std::size_t>(count));
  for (T& v : x)
    seed = seed * 6364136223846793005u + 1442695040888963407u,
    v = static_cast<T>(0.5) + static_cast<T>(seed >> 40) / static_cast<T>(1 << 24);
  return x;
}
template <class Tree> std::uint64_t hash_of(Tree const& tree) {
  std::uint64_t h = 1469598103934665603u;
  auto const bytes = [&](void const* data, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) h = (h ^ static_cast<unsigned char const*>(data)[i]) * 1099511628211u;
  };
  cx::for_each_leaf(
      [&]<class L>(L const& l) {
        if constexpr (std::is_arithmetic_v<L>) bytes(&l, sizeof l);
        else bytes(l.data(), static_cast<std::size_t>(l.size()) * sizeof(typename L::value_type));
      },
      tree);
  return h;
}
} // namespace

std::vector<isa::hash_of_result> isa::CONSTAX_BUILD() {
  std::vector<hash_of_result> all;
  for (long const length : {1, 2, 7, 100, 1003, 5000}) {
    auto const x = numbers<double>(length * 20, 1), w = numbers<double>(20, 2), y = numbers<double>(length, 3);
    auto const f = numbers<float>(length, 4);
    auto const run = [&](char const* name, auto const& program, auto const&... args) {
      all.push_back({name, length, hash_of(program(args...))});
    };
    cx::view<double const, n> const line(x.data(), length);
    cx::view<double const, n, 20> const matrix(x.data(), length);
    run("chain, double", cx::value_and_grad(chain), line);
    run("chain, float", cx::value_and_grad(chain), cx::view<float const, n>(f.data(), length));
    run("logistic regression", cx::value_and_grad(logistic), cx::view<double const, 20>(w.data()), matrix,
        cx::view<double const, n>(y.data(), length));
    run("norm and softmax", cx::jit(norm), matrix);
    run("rows of five", cx::vmap(cx::value_and_grad(price)), cx::view<double const, n, 5>(x.data(), length));
    if (length > 1) run("windows", cx::value_and_grad(valley), line);
    run("cumulative", cx::value_and_grad(cumulative), line);
    run("gram matrix", cx::jit(gram), matrix);
    run("Jacobians in rows", slopes, cx::view<double const, n, 5>(x.data(), length));
    run("copies, double", cx::jit(copies), matrix);
    if (length >= 100)
      run("copies and Jacobians, float", cx::jit([](auto r) { return std::pair{copies(r), slopes(r)}; }),
          cx::view<float const, n, 5>(f.data(), length / 5));
    run("two phases", cx::jit(turned), line, cx::view<double const, n>(y.data(), length));
  }
  return all;
}
