// SPDX-License-Identifier: BSL-1.0
// Routines: code of a user's own as a primitive, in compiled programs (layouts, loops, derivatives, vmap), by the oracle, and as a program
// of run-time arrays.
#include <constax/constax.hpp>
#include <constax/runtime.hpp>

#include "../support/catch.hpp"
#include "../support/mirrored.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace {
namespace cx = constax;
using namespace cx::literals;
using constax_tests::mirrored;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

/// x of whole matrices and a table beside it: y[i] = sum of the first elements of x, by a table of how many.
struct partial_sums_t : cx::routine<partial_sums_t, 2, cx::numeric> {
  static constexpr std::string_view name = "test::partial_sums";
  static constexpr cx::typed type(cx::operand_types xs) {
    if (xs[0]->type != cx::dtype::f64 || xs[1]->type != cx::dtype::i32)
      return cx::fault{cx::fault_code::dtypes_differ, {}, {}, *xs[0], *xs[1]};
    return cx::aval{xs[0]->type, xs[1]->shape};
  }
  static void run(cx::routine_array<double> y, cx::routine_array<double const> x, cx::routine_array<cx::i32 const> counts) {
    for (cx::i64 i = 0; i < y.size(); ++i) y[i] = std::accumulate(x.data, x.data + counts[i], 0.0);
  }
};
inline constexpr partial_sums_t partial_sums{};

/// Says how often it has run.
struct counted_t : cx::routine<counted_t, 1> {
  static constexpr std::string_view name = "test::counted";
  static inline int runs = 0;
  template <class T>
  static void run(cx::routine_array<T> y, cx::routine_array<T const> x) {
    ++runs;
    for (cx::i64 i = 0; i < y.size(); ++i) y[i] = x[i] + 1;
  }
};
inline constexpr counted_t counted{};

/// The lowest element of each row, and its place: T[..., n] -> T[...], i32[...].
struct lowest_t : cx::routine<lowest_t, 1> {
  static constexpr std::string_view name = "test::lowest";
  static constexpr bool leading_axes = true;
  template <class T>
  using results = std::tuple<T, cx::i32>;
  static constexpr cx::typed type(cx::operand_types xs) {
    if (xs[0]->rank() == 0) return cx::fault{cx::fault_code::bad_axis, {}, "a number has no rows", *xs[0]};
    cx::shape rows;
    for (int d = 0; d + 1 < xs[0]->rank(); ++d) rows.push(xs[0]->shape[d]);
    cx::typed all;
    all.results.push({xs[0]->type, rows}), all.results.push({cx::dtype::i32, rows});
    return all;
  }
  template <class T>
  static constexpr void run(cx::routine_array<T> least, cx::routine_array<cx::i32> place, cx::routine_array<T const> x) {
    cx::i64 const n = x.lengths[x.rank - 1];
    for (cx::i64 r = 0; r < least.size(); ++r) {
      cx::i64 best = 0;
      for (cx::i64 k = 1; k < n; ++k)
        if (x[r * n + k] < x[r * n + best]) best = k;
      least[r] = x[r * n + best], place[r] = static_cast<cx::i32>(best);
    }
  }
};
inline constexpr lowest_t lowest{};

/// x + y, x - y: linear, and twice its own inverse.
struct butterfly_t : cx::routine<butterfly_t, 2> {
  static constexpr std::string_view name = "test::butterfly";
  static constexpr bool linear = true, leading_axes = true;
  template <class T>
  using results = std::pair<T, T>;
  static constexpr cx::typed type(cx::operand_types xs) {
    cx::typed all = cx::routine<butterfly_t, 2>::type(xs);
    if (!all.fault && !(xs[0]->shape == xs[1]->shape)) return cx::fault{cx::fault_code::shapes_differ, {}, {}, *xs[0], *xs[1]};
    if (!all.fault) all.results.push(*xs[0]);
    return all;
  }
  template <class T>
  static constexpr void run(cx::routine_array<T> sum, cx::routine_array<T> difference, cx::routine_array<T const> x,
                            cx::routine_array<T const> y) {
    for (cx::i64 i = 0; i < x.size(); ++i) sum[i] = x[i] + y[i], difference[i] = x[i] - y[i];
  }
  static constexpr auto jvp(auto, auto, auto dx, auto dy, auto) { return butterfly_t{}(dx, dy); }
};
inline constexpr butterfly_t butterfly{};

inline constexpr auto wave = [](auto x) { return cx::sin(mirrored(cx::exp(x) * 0.5)) * x; };
std::vector<double> numbers(int count) {
  std::vector<double> v(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) v[static_cast<std::size_t>(i)] = 0.3 * (i % 7) - 0.05 * i;
  return v;
}
double expected(std::vector<double> const& x, std::size_t row, std::size_t column, std::size_t width) {
  return std::sin(std::exp(x[row * width + width - 1 - column]) * 0.5) * x[row * width + column];
}

// constant evaluation, by the oracle
static_assert(cx::make_jaxpr(wave)(cx::spec<double, 4>{}) ==
              "{ lambda ; a:f64[4]. let\n"
              "    b:f64[4] = exp a\n"
              "    c:f64[4] = mul b 0.5:f64[]\n"
              "    d:f64[4] = mirrored c\n"
              "    e:f64[4] = sin d\n"
              "    f:f64[4] = mul e a\n"
              "  in (f,) }");
} // namespace

TEST_CASE("a routine among kernels: lengths that are symbols, numbers, and none") {
  for (int rows : {0, 1, 3, 100}) {
    std::vector<double> const x = numbers(rows * 5);
    auto const y = cx::jit(wave)(cx::view<double const, n, m>(x.data(), rows, 5));
    for (int i = 0; i < rows; ++i)
      for (int k = 0; k < 5; ++k)
        CHECK(y(i, k) == Approx(expected(x, static_cast<std::size_t>(i), static_cast<std::size_t>(k), 5)).margin(1e-15));
  }
  std::vector<double> const x = numbers(12);
  auto const y = cx::jit(wave)(cx::view<double const, 3, 4>(x.data()));
  for (int i = 0; i < 12; ++i)
    CHECK(y(i / 4, i % 4) == Approx(expected(x, static_cast<std::size_t>(i / 4), static_cast<std::size_t>(i % 4), 4)));
}

TEST_CASE("arguments and results in columns, and strided ones, are rows for the routine") {
  std::vector<double> const rows = numbers(300 * 70);
  std::vector<double> columns(rows.size()), to(rows.size()), apart(rows.size() * 2);
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t k = 0; k < 70; ++k) columns[k * 300 + i] = apart[(i * 70 + k) * 2] = rows[i * 70 + k];
  auto const f = [](auto x) { return mirrored(x); };
  cx::evaluate_into(cx::view<double, n, m, cx::col_major>(to.data(), 300, 70), f,
                    cx::view<double const, n, m, cx::col_major>(columns.data(), 300, 70));
  bool right = true;
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t k = 0; k < 70; ++k) right = right && to[k * 300 + i] == rows[i * 70 + 69 - k];
  CHECK(right);
  auto const y = cx::jit(f)(cx::view<double const, n, m, cx::strided>(apart.data(), {300, 70}, {140, 2}));
  right = true;
  for (int i = 0; i < 300; ++i)
    for (int k = 0; k < 70; ++k) right = right && y(i, k) == rows[static_cast<std::size_t>(i * 70 + 69 - k)];
  CHECK(right);
}

TEST_CASE("derivatives, by its rules and by custom_vjp") {
  cx::array<double, 4> const x{0.5, -1, 2, 0.25};
  auto const weighted = [](auto v) { return cx::sum(mirrored(v * v) * cx::asarray({1.0, 2.0, 3.0, 4.0})); };
  auto const g = cx::grad(weighted)(x);
  for (int i = 0; i < 4; ++i) CHECK(g[i] == Approx(2 * x[i] * (4 - i)));
  auto const h = cx::hessian(weighted)(x);
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k) CHECK(h(i, k) == Approx(i == k ? 2.0 * (4 - i) : 0.0).margin(1e-15));
}

TEST_CASE("vmap adds an axis in front where the routine says that there may be some") {
  std::vector<double> const x = numbers(24);
  auto const y = cx::jit(cx::vmap(wave))(cx::view<double const, n, 4>(x.data(), 6));
  for (int i = 0; i < 24; ++i)
    CHECK(y(i / 4, i % 4) == Approx(expected(x, static_cast<std::size_t>(i / 4), static_cast<std::size_t>(i % 4), 4)));
}

TEST_CASE("in the body of a loop; several operands of several dtypes") {
  auto const turns = [](auto x) { return cx::fori_loop(0, 5, [](auto const&, auto const& c) { return mirrored(c) * 2.0; }, x); };
  cx::array<double, 3> const x{1, 2, 3};
  auto const y = cx::jit(turns)(x);
  for (int i = 0; i < 3; ++i) CHECK(y[i] == 32.0 * x[2 - i]);
  cx::array<cx::i32, 4> const counts{0, 3, 1, 2};
  auto const s = cx::jit([](auto v, auto c) { return partial_sums(v * 2.0, c); })(x, counts);
  CHECK((s[0] == 0 && s[1] == 12 && s[2] == 2 && s[3] == 6));
}

TEST_CASE("equal calls are one, what nobody reads does not run") {
  counted_t::runs = 0;
  cx::array<double, 3> const x{1, 2, 3};
  auto const y = cx::jit([](auto v) {
    auto const unread = counted(v * 3.0);
    return counted(v) + counted(v);
  })(x);
  CHECK((y[0] == 4 && counted_t::runs == 1));
}

TEST_CASE("run-time arrays: the same functions, the same bits") {
  std::vector<double> const x = numbers(24);
  cx::ndarray const late(x, {6, 4});
  auto const y = cx::jit(wave)(late).to_vector<double>();
  auto const z = cx::jit(wave)(cx::view<double const, n, m>(x.data(), 6, 4));
  for (int i = 0; i < 24; ++i) CHECK(y[static_cast<std::size_t>(i)] == z(i / 4, i % 4));
  auto const g = cx::jit(cx::grad([](auto v) { return cx::sum(wave(v)); }))(late).to_vector<double>();
  auto const h = cx::jit(cx::grad([](auto v) { return cx::sum(wave(v)); }))(cx::view<double const, n, m>(x.data(), 6, 4));
  for (int i = 0; i < 24; ++i) CHECK(g[static_cast<std::size_t>(i)] == h(i / 4, i % 4));
  CHECK_THROWS_WITH(cx::jit(wave)(cx::ndarray(std::vector<int>{1, 2})), Catch::Contains("mirrored") || Catch::Contains("exp"));
}

TEST_CASE("several results: a tuple of them, in static programs, by the oracle and of run-time arrays") {
  auto const f = [](auto x) {
    auto const [least, place] = lowest(cx::exp(x));
    return std::tuple{cx::log(least), place, cx::sum(least)};
  };
  static_assert(cx::make_jaxpr(lowest)(cx::spec<double, 2, 3>{}) ==
                "{ lambda ; a:f64[2,3]. let b:f64[2] c:i32[2] = test::lowest a in (b, c) }");
  std::vector<double> const x = numbers(60);
  for (int rows : {0, 1, 12}) {
    INFO(rows);
    auto const [least, place, sum] = cx::jit(f)(cx::view<double const, n, 5>(x.data(), rows));
    double total = 0;
    for (int r = 0; r < rows; ++r) {
      auto const first = x.begin() + 5 * r, best = std::min_element(first, first + 5);
      CHECK(least[r] == Approx(*best).margin(1e-15));
      CHECK(place[r] == best - first);
      total += std::exp(*best);
    }
    CHECK(sum == Approx(total));
  }
  auto const [late_least, late_place, late_sum] = cx::jit(f)(cx::ndarray(x, {12, 5}));
  auto const [at_once, places_at_once] = lowest(cx::exp(cx::ndarray(x, {12, 5}))); // outside of a traced function
  CHECK((cx::log(at_once) == late_least && places_at_once == late_place));
  auto const [least, place, sum] = cx::jit(f)(cx::view<double const, n, 5>(x.data(), 12));
  auto const late = late_least.to_vector<double>();
  auto const late_at = late_place.to_vector<int>();
  for (int r = 0; r < 12; ++r) CHECK((late[static_cast<std::size_t>(r)] == least[r] && late_at[static_cast<std::size_t>(r)] == place[r]));
  // one result of two; results in columns; rows by vmap
  auto const at = cx::jit([](auto a) { return std::get<1>(lowest(a)); })(cx::view<double const, n, m>(x.data(), 12, 5));
  for (int r = 0; r < 12; ++r) CHECK(at[r] == place[r]);
  auto const [by_row, places] = cx::jit(cx::vmap(lowest))(cx::view<double const, n, 3, 4>(x.data(), 5));
  std::vector<double> columns(15);
  std::vector<int> column_places(15);
  cx::evaluate_into(
      std::pair{cx::view<double, n, 3, cx::col_major>(columns.data(), 5), cx::view<int, n, 3, cx::col_major>(column_places.data(), 5)},
      lowest, cx::view<double const, n, 3, 4>(x.data(), 5));
  for (int r = 0; r < 5; ++r)
    for (int k = 0; k < 3; ++k) {
      CHECK(columns[static_cast<std::size_t>(k * 5 + r)] == by_row(r, k));
      CHECK(column_places[static_cast<std::size_t>(k * 5 + r)] == places(r, k));
    }
  auto const [plain_least, plain_place] = lowest(cx::asarray({3.0, 1.0, 2.0}));
  CHECK((plain_least == 1 && plain_place == 1));
}

TEST_CASE("several results of halves: computed as floats, rounded each") {
  auto const f = [](auto x, auto y) {
    auto const [s, d] = butterfly(x, y);
    auto const [least, place] = lowest(x);
    return std::tuple{s, d, least, place};
  };
  cx::array<cx::bfloat16, 3> const x{cx::bfloat16(1.0f), cx::bfloat16(-256.0f), cx::bfloat16(3.0f)},
      y{cx::bfloat16(0.0078125f), cx::bfloat16(0.5f), cx::bfloat16(-3.0f)};
  auto const check = [&](auto const& s, auto const& d, float least, int place) {
    for (int i = 0; i < 3; ++i) {
      float const a = static_cast<float>(x[i]), b = static_cast<float>(y[i]);
      CHECK(static_cast<float>(s(i)) == static_cast<float>(cx::bfloat16(a + b)));
      CHECK(static_cast<float>(d(i)) == static_cast<float>(cx::bfloat16(a - b)));
    }
    CHECK((least == -256.0f && place == 1));
  };
  auto const [s, d, least, place] = cx::jit(f)(x, y);
  check(s, d, static_cast<float>(least), place);
  auto const [late_s, late_d, late_least, late_place] = cx::jit(f)(cx::ndarray(x), cx::ndarray(y));
  auto const elements = [](cx::ndarray const& of) {
    return [v = of.to_vector<cx::bfloat16>()](int i) { return v[static_cast<std::size_t>(i)]; };
  };
  check(elements(late_s), elements(late_d), static_cast<float>(late_least.item<cx::bfloat16>()), late_place.item<int>());
}

TEST_CASE("several results have derivatives") {
  auto const f = [](auto x, auto y) {
    auto const [s, d] = butterfly(x * y, cx::sin(x));
    return cx::sum(s * s * d);
  };
  auto const plain = [](auto x, auto y) {
    auto const s = x * y + cx::sin(x), d = x * y - cx::sin(x);
    return cx::sum(s * s * d);
  };
  cx::array<double, 3> const x{0.5, -1, 2}, y{1, 3, -0.25};
  auto const [v, dv] = cx::jvp(f, std::tuple{x, y}, std::tuple{y, x});
  auto const [w, dw] = cx::jvp(plain, std::tuple{x, y}, std::tuple{y, x});
  CHECK((v == Approx(w) && dv == Approx(dw)));
  cx::array<double, 2, 3> const a{1, 2, 3, 4, 5, 6};
  cx::array<double, 3, 2> const b{1, 2, 3, 4, 5, 6};
  auto const [sums, differences] = cx::vmap(cx::vmap(butterfly), cx::in_axes<1, 0>)(a, b);
  CHECK((sums(0, 1) == 6 && differences(2, 0) == -2));
}
