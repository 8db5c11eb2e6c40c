// SPDX-License-Identifier: BSL-1.0
// Gathers and scatters as compiled loops: the oracle's bits, at lengths around the register width, in all layouts, by any number of
// threads; in kernels, in strips and as nodes of their own. Without OpenMP: scattered_strips.cpp.
// flags: -O1 -march=native -fopenmp
#include "same_bits.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
constexpr int W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(double));

/// In bounds or not, from the end or not.
inline constexpr auto reads = [](auto x, auto i) {
  auto const rounded = cx::sin(x[i]) * 2.0;
  return std::tuple{rounded, cx::sum(rounded), cx::take(x, i, 0_c), x[i + 3]};
};
TEST_CASE("vectors of places, from nothing to two registers and more") {
  for (int k : {0, 1, W - 1, W, W + 1, 2 * W + 1, 1000}) {
    INFO(k);
    CHECK(compare(reads, input<double, n>(7), input<int, m>(k)));
    CHECK(compare(reads, input<double, n>(1), input<std::int8_t, m>(k)));
  }
  CHECK(compare(reads, input<double, n>(1000), input<std::int64_t, m>(70)));
}

inline constexpr auto neighbours = [](auto x, auto i) {
  auto const d = cx::expand_dims(x, 1_c) - x[i];
  auto const r2 = cx::sum(d * d, 2_c) + 1.0;
  return cx::sum(cx::log(r2) / r2);
};
TEST_CASE("neighbours of points, with their gradient") {
  for (int k : {1, W, W + 1, 40}) {
    INFO(k);
    CHECK(compare(cx::value_and_grad(neighbours), input<double, n, 3>(k), input<int, n, m>(k, 6)));
    CHECK(compare(cx::grad(neighbours), input_in<cx::col_major, double, n, 3>(k), input_in<cx::strided, int, n, m>(k, W + 1)));
  }
}

inline constexpr auto rows = [](auto w, auto i, auto y) { return cx::sum(cx::square(w[i] - y)); };
inline constexpr auto batches = [](auto x, auto i) {
  auto const each = cx::vmap([](auto row, auto k) { return cx::exp(row[k]); })(x, i);
  return std::pair{each, cx::sum(each, 0_c)};
};
inline constexpr auto pieces = [](auto x, auto i) {
  return std::tuple{cx::dynamic_slice_in_dim<3>(x, i[0_c], 0_c) + 1.0,
                    cx::dynamic_update_slice_in_dim(x, x[cx::slice(0_c, 2_c)] * 2.0, i[1_c], 0_c),
                    cx::vmap([](auto row, auto k) { return cx::dynamic_slice_in_dim<2>(row, k); }, cx::in_axes<cx::none, 0>)(x, i)};
};
TEST_CASE("rows, batches and windows") {
  for (int k : {1, W, 2 * W + 1, 70}) {
    INFO(k);
    CHECK(compare(cx::grad(rows), input<double, n, 40>(k), input<int, m>(9), input<double, m, 40>(9)));
    CHECK(compare(batches, input<double, n, m>(k, 5), input<int, n, 4>(k)));
  }
  CHECK(compare(pieces, input<double, n, 5>(6), input<int, m>(4)));
  CHECK(compare(pieces, input_in<cx::col_major, float, n, 5>(9), input<std::uint8_t, m>(4)));
}

inline constexpr auto updates = [](auto x, auto i, auto v) {
  auto const s = x * 2.0; // nothing reads it later: updated in place
  return std::tuple{s.at(i).add(v), x.at(i).set(v), x.at(i).max(v, cx::mode::clip), x.at(i).mul(v).at(i).min(v)};
};
inline constexpr auto kept = [](auto x, auto i, auto v) {
  auto const s = x * 2.0, t = s.at(i).add(v);
  return std::pair{t, s * t}; // both are read
};
TEST_CASE("updates, of what is read later and of what is not") {
  for (int k : {0, 1, W, 100}) {
    INFO(k);
    CHECK(compare(updates, input<double, n>(5), input<int, m>(k), input<double, m>(k)));
    CHECK(compare(kept, input<double, n>(9), input<int, m>(k), input<double, m>(k)));
    CHECK(compare(kept, input<double, n, 3>(9), input<int, m>(k), input<double, m, 3>(k)));
  }
  CHECK(compare([](auto x, auto i) { return x.at(i).add(x); }, input<double, 6>(), input<int, 6>())); // its own slices
}

/// Slices of so many elements, of which two hundred meet in each place: short ones are combined by one thread, long ones by a team.
template <int Elements> void slices_meet() {
  constexpr std::size_t length = 1000, count = 200000;
  std::vector<double> x(length * Elements, 1.0), v(count * Elements), expected = x;
  std::vector<int> i(count);
  for (std::size_t k = 0; k < count; ++k) {
    i[k] = static_cast<int>(k * 7919 % length);
    for (std::size_t q = 0; q < Elements; ++q) {
      v[k * Elements + q] = std::sin(static_cast<double>(k + q));
      expected[static_cast<std::size_t>(i[k]) * Elements + q] += v[k * Elements + q];
    }
  }
  auto const f = cx::jit([](auto a, auto at, auto b) { return a.at(at).add(b); });
  for (int threads : {1, 2, 3}) {
#if defined(_OPENMP)
    omp_set_num_threads(threads);
#else
    static_cast<void>(threads);
#endif
    auto const y = f(cx::view<double const, n, Elements>(std::span(x)), cx::view<int const, m>(std::span(i)),
                     cx::view<double const, m, Elements>(std::span(v)));
    CHECK(std::memcmp(y.data(), expected.data(), expected.size() * sizeof(double)) == 0);
  }
}
TEST_CASE("slices meet in the order of their indices, by any number of threads") {
  slices_meet<1>();
  slices_meet<6>();
}

inline constexpr auto energy = [](auto x, auto first, auto second) {
  auto const d = x[first] - x[second];
  return cx::sum(1.0 / (cx::sum(d * d, 1_c) + 1.0));
};
inline constexpr auto in_trips = [](auto x, auto i, auto v) {
  return cx::fori_loop(
      0, 3,
      [](auto, auto const& s) {
        auto const& [y, at, u] = s;
        return std::tuple{y.at(at).add(cx::exp(u) * u), at, u * 0.5};
      },
      std::tuple{x, i, v});
};
/// One thread has a plan of its own: it takes slices in strips, as they are made. The number of threads changes no bit, and a workspace as
/// large as plan() says is large enough for fewer.
TEST_CASE("one thread scatters in strips") {
  static_assert(
      cx::detail::has_code_for_one_thread<
          cx::code_of<cx::program_of<decltype(cx::grad(energy)), cx::spec<double, n, 3>, cx::spec<int, m>, cx::spec<int, m>>>>() ==
      CONSTAX_HAS_OPENMP);
  for (int threads : {1, 2}) {
#if defined(_OPENMP)
    omp_set_num_threads(threads);
#endif
    INFO(threads);
    for (int k : {0, 1, 129, 3000}) {
      CHECK(compare(cx::value_and_grad(energy), input<double, n, 3>(9), input<int, m>(k), input<int, m>(k)));
      CHECK(compare(in_trips, input<double, n>(9), input<int, m>(k), input<double, m>(k)));
    }
    CHECK(compare(cx::grad(energy), input_in<cx::col_major, double, n, 3>(9), input<int, m>(3000), input_in<cx::strided, int, m>(3000)));
  }
  auto const forces = cx::grad(energy);
  input<double, n, 3> x(50);
  input<int, m> i(4000), j(4000, 3);
  cx::array<double, n, 3> of_team(50), of_one(50);
  std::vector<std::byte> workspace(static_cast<std::size_t>(cx::plan(forces)(x.view(), i.view(), j.view()).workspace));
  cx::evaluate_into(of_team, workspace, forces, x.view(), i.view(), j.view());
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    cx::evaluate_into(of_one, workspace, forces, x.view(), i.view(), j.view()); // in a team, so by one of its threads
  }
  CHECK(of_one == of_team);
}

TEST_CASE("plans: a gather runs in the kernel that reads it, an update in the memory of its array") {
  static constexpr auto total = [](auto x, auto i) { return cx::sum(cx::exp(x[i])); };
  constexpr auto p = cx::plan(total)(cx::spec<double, 100>{}, cx::spec<int, 1000>{});
  CHECK(p.str().view().starts_with("plan of 1 nodes: 1 kernels"));
  STATIC_REQUIRE(p.workspace <= 64); // the sum
  static constexpr auto lookup = [](auto w, auto i) { return cx::sum(cx::square(w[i])); };
  constexpr auto g = cx::plan(cx::grad(lookup))(cx::spec<double, 1000, 100>{}, cx::spec<int, 8>{});
  STATIC_REQUIRE(g.workspace < 100000); // not 1000 x 100 zeros beside the result
}

} // namespace
