// SPDX-License-Identifier: BSL-1.0
// Values that are shifted from register to register (plan/carry.hpp, eval/carried.hpp): which ones, how many operations that saves, and the
// oracle's bits.
#include "same_bits.hpp"

namespace {
using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

constexpr int lengths[] = {3, 8, 9, 15, 16, 17, 18, 23, 24, 25, 33, 40, 63, 64, 65, 66, 255, 256, 257, 258, 513, 1000, 1025};

/// The differences of elements By apart.
template <int By> inline constexpr auto differences = [](auto const& x) {
  return x[cx::slice(std::integral_constant<int, By>{}, cx::end)] - x[cx::slice(0_c, std::integral_constant<int, -By>{})];
};
template <int By> inline constexpr auto variation = [](auto x) { return cx::sum(cx::sqrt(1.0 + cx::square(differences<By>(x)))); };
inline constexpr auto rosenbrock = [](auto x) {
  auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  return cx::sum(100.0 * cx::square(b - a * a) + cx::square(1.0 - a));
};

inline constexpr auto sums = [](auto x) {
  auto const y = cx::sin(x) * x + 1.0;
  return y[cx::slice(0_c, -2_c)] + y[cx::slice(1_c, -1_c)] * 0.5 + y[cx::slice(2_c, cx::end)];
};
inline constexpr auto whole = [](auto x) {
  auto const y = x * x * 3 - x;
  return y[cx::slice(1_c, cx::end)] - y[cx::slice(0_c, -1_c)];
};
inline constexpr auto rows = [](auto x) {
  auto const d = x(cx::slice(), cx::slice(1_c, cx::end)) - x(cx::slice(), cx::slice(0_c, -1_c));
  return cx::sum(cx::sqrt(1.0 + d * d));
};
inline constexpr auto of_rows = [](auto x) { // neighbours along the axis that strips are taken of
  auto const d = x(cx::slice(1_c, cx::end), cx::slice()) - x(cx::slice(0_c, -1_c), cx::slice());
  return cx::sum(cx::sqrt(1.0 + d * d));
};

/// Registers that wait in the kernels of a program, the steps that are run at a register, and those of the plan.
struct counts {
  std::uint32_t waiting = 0, run = 0, of_plan = 0;
};
template <class F, class... In>
counts counts_of(F const&, In const&...) {
  using C = cx::code_of<cx::program_of<F, decltype(std::declval<In>().view())...>>;
  counts all;
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    auto const add = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      constexpr cx::node const& n = C::value.nodes[I];
      if constexpr (n.kind == cx::node_kind::kernel && n.nest.rank > 0) {
        all.waiting += cx::detail::carried_values<cx::detail::kernel<C, static_cast<cx::u32>(I)>>::all.count;
        all.of_plan += n.n_steps, all.run += n.n_carried ? n.n_carried : n.n_steps;
      }
    };
    (add(std::integral_constant<std::size_t, K>{}), ...);
  }(std::make_index_sequence<C::value.n_nodes>{});
  return all;
}

TEST_CASE("what is carried: one register of what neighbours share; nothing where there is nothing to share, or it is one cheap operation") {
  counts const roots = counts_of(cx::grad(variation<1>), input<double, n>(9));
  CHECK(roots.waiting == 1);
  CHECK(roots.run < roots.of_plan - 3); // the difference, its square, the root and the quotient
  CHECK(counts_of(cx::value_and_grad(rosenbrock), input<double, n>(9)).waiting == 1);
  CHECK(counts_of([](auto x) { return differences<1>(cx::exp(x)); }, input<double, n>(9)).waiting == 1);
  CHECK(counts_of([](auto x) { return cx::exp(differences<1>(x)); }, input<double, n>(9)).waiting == 0);
  CHECK(counts_of(cx::grad([](auto x) { return cx::sum(cx::square(differences<1>(x))); }), input<double, n>(9)).waiting <= 1);
  CHECK(counts_of([](auto x) { return cx::exp(x * x); }, input<double, n>(9)).waiting == 0);
  // further apart than lanes
  CHECK(counts_of(cx::grad(variation<70>), input<double, n>(90)).waiting == 0);
}
TEST_CASE("gradients of what reads neighbours, near and farther") {
  for (int r : lengths) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(variation<1>), input<double, n>(r)));
    CHECK(compare(cx::value_and_grad(variation<1>), input<float, n>(r)));
    CHECK(compare(cx::value_and_grad(variation<7>), input<double, n>(r + 7)));
    CHECK(compare(cx::value_and_grad(variation<9>), input<double, n>(r + 9)));
    CHECK(compare(cx::grad([](auto x) { return variation<1>(x) + variation<2>(x) * 0.5; }), input<double, n>(r + 2)));
    CHECK(compare(cx::value_and_grad(rosenbrock), input<double, n>(r)));
  }
  CHECK(compare(cx::value_and_grad(variation<1>), input<double, n>(70'001)));
}
TEST_CASE("a value at several places, results without a sum, types beside each other, integers") {
  constexpr auto mixed =
      cx::grad([](auto x) { return cx::sum(cx::astype<double>(cx::tanh(differences<1>(x)))) + variation<1>(cx::astype<double>(x)); });
  for (int r : lengths) {
    INFO(r);
    CHECK(compare(sums, input<double, n>(r)));
    CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(sums(x))); }), input<double, n>(r)));
    CHECK(compare(mixed, input<float, n>(r)));
    CHECK(compare([](auto x) { return differences<1>(cx::exp(x)); }, input<double, n>(r)));
    CHECK(compare([](auto x) { return std::pair{cx::sum(cx::square(differences<2>(cx::sin(x)))), cx::max(differences<1>(cx::exp(x)))}; },
                  input<double, n>(r)));
    CHECK(compare(whole, input<std::int32_t, n>(r)));
  }
}
TEST_CASE("rows of matrices, of small arrays, strips of regions; other layouts") {
  for (int r : {3, 9, 17, 40, 100, 257}) {
    INFO(r);
    CHECK(compare(cx::grad(rows), input<double, n, m>(5, r)));
    CHECK(compare(cx::value_and_grad(rows), input<float, n, 40>(r)));
    CHECK(compare(cx::grad(of_rows), input<double, n, 3>(r)));
    CHECK(compare(cx::value_and_grad(of_rows), input<double, n, m>(r, 9)));
    CHECK(compare(cx::grad([](auto x) { return rows(x) + of_rows(x); }), input<double, n, m>(r, 21)));
    CHECK(compare(cx::grad([](auto x, auto w) { return variation<1>(cx::dot(x, w)); }), input<double, n, 40>(r), input<double, 40>()));
    CHECK(compare(cx::value_and_grad(variation<1>), input_in<cx::strided, double, n>(r)));
  }
}
// The wrong twin: differences the other way round have other signs.
TEST_CASE("the neighbour before is not the neighbour behind") {
  constexpr auto wrong = [](auto x) { return variation<1>(-x) * 0.0 + cx::sum(cx::square(x)); };
  CHECK_FALSE(compare_with(cx::grad(variation<1>), cx::grad(wrong), input<double, n>(40)));
}
} // namespace
