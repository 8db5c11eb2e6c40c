// SPDX-License-Identifier: BSL-1.0
// Views that are not row-major: column-major and strided memory, read where it lies. What functions make of it is compared with what they
// make of row-major copies, written out element by element: the same bits.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace app {
struct line {
  cx::view<double const, cx::dim<"n">{}, cx::strided> x;
  double slope;
};
} // namespace app
CONSTAX_STRUCT(app::line, x, slope);

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;

template <class T = double>
std::vector<T> numbers(std::size_t count) {
  std::vector<T> x(count);
  for (std::size_t i = 0; i < count; ++i)
    x[i] = static_cast<T>(std::sin(1.0 + 0.7 * static_cast<double>(i)) * (std::is_integral_v<T> ? 100 : 1));
  return x;
}
/// A row-major copy, element by element.
template <class V>
auto rows_of(V const& v) {
  std::vector<typename V::value_type> x;
  if constexpr (V::rank() == 1)
    for (std::int64_t i = 0; i < v.length(0); ++i) x.push_back(v(i));
  else if constexpr (V::rank() == 2)
    for (std::int64_t i = 0; i < v.length(0); ++i)
      for (std::int64_t k = 0; k < v.length(1); ++k) x.push_back(v(i, k));
  else
    for (std::int64_t i = 0; i < v.length(0); ++i)
      for (std::int64_t k = 0; k < v.length(1); ++k)
        for (std::int64_t l = 0; l < v.length(2); ++l) x.push_back(v(i, k, l));
  return x;
}
template <class X, class Y>
bool same(X const& x, Y const& y) {
  if constexpr (cx::number<X>) return x == y;
  else if constexpr (requires { std::tuple_size<X>::value; })
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (same(std::get<I>(x), std::get<I>(y)) && ...);
    }(std::make_index_sequence<std::tuple_size_v<X>>{});
  else {
    bool good = true;
    for (int d = 0; d < X::rank(); ++d) good &= x.length(d) == y.length(d);
    for (std::int64_t i = 0; good && i < x.size(); ++i) good &= x[i] == y[i];
    return good;
  }
}
/// Does f give the same bits on v as on a row-major copy, `rows`?
template <class F, class V, class R>
bool agree(F const& f, V const& v, R const& rows) {
  return same(cx::jit(f)(v), cx::jit(f)(rows));
}

/// Functions that read their argument in every way that plans know: loops over each axis, copies, views, several kernels, products.
inline constexpr auto each = [](auto x) { return std::tuple{x * x + 1.0, cx::sum(cx::exp(-x * x)), x, cx::flip(x) * 2.0}; };
inline constexpr auto gradient = cx::grad([](auto x) { return cx::mean(x * cx::sin(x)); });
inline constexpr auto axes = [](auto x) {
  auto const shares = x / cx::expand_dims(cx::sum(x, -1_c), -1_c) + cx::sum(x);
  return std::tuple{cx::sum(x, 0_c), cx::sum(x, -1_c) * 3.0, cx::transpose(x), cx::argmax(x, 0_c), shares, cx::concatenate(x, x * 2.0)};
};
inline constexpr auto products = [](auto x) {
  auto const t = cx::transpose(x);
  return std::tuple{cx::matmul(x, t), cx::matmul(t, x), cx::dot(x, cx::sum(x, 0_c)), t[0_c] * 2.0};
};
template <class V, class R>
bool all_agree(V const& v, R const& rows) {
  bool good = agree(each, v, rows);
  if constexpr (V::rank() > 1) good &= agree(axes, v, rows);
  if constexpr (V::rank() == 2) good &= agree(gradient, v, rows) && agree(products, v, rows);
  return good;
}

using row_major = cx::view<double const, n, m>; // also beside views of 5 columns: bits do not depend on what is known of a shape

TEST_CASE("column-major: extents in symbols and numbers") {
  for (std::int64_t rows : {1, 2, 7, 8, 9, 33, 200}) {
    auto const x = numbers(static_cast<std::size_t>(rows) * 5);
    cx::view<double const, n, 5, cx::col_major> const v(x.data(), rows);
    CHECK(v(0, 1) == x[static_cast<std::size_t>(rows)]);
    auto const copy = rows_of(v);
    CHECK(all_agree(v, row_major(copy.data(), rows, 5)));
    cx::view<double const, n, m, cx::col_major> const w(x.data(), rows, 5), wide(x.data(), 5, rows);
    CHECK(all_agree(w, row_major(copy.data(), rows, 5)));
    auto const other = rows_of(wide);
    CHECK(all_agree(wide, row_major(other.data(), 5, rows)));
    // wrong twins: another matrix, and the right one by other steps
    if (rows == 9) {
      CHECK_FALSE(agree(each, v, row_major(x.data(), rows, 5)));
      CHECK_FALSE(agree(each, cx::view<double const, n, 5, cx::strided>(x.data(), {rows}, {1, rows - 1}), row_major(copy.data(), rows, 5)));
      CHECK(agree(each, cx::view<double const, n, 5, cx::strided>(x.data(), {rows}, {1, rows}), row_major(copy.data(), rows, 5)));
    }
  }
}
TEST_CASE("column-major: known sizes, and three axes") {
  auto const x = numbers(24);
  cx::view<double const, 4, 6, cx::col_major> const v(x.data());
  auto const copy = rows_of(v);
  CHECK(copy[1] == x[4]);
  CHECK(all_agree(v, row_major(copy.data(), 4, 6)));
  auto const y = numbers(7 * 20 * 9);
  cx::view<double const, 7, 20, 9, cx::col_major> const c(y.data());
  auto const cube = rows_of(c);
  CHECK(cube[1] == y[140]);
  CHECK(all_agree(c, cx::view<double const, 7, 20, 9>(cube)));
}
TEST_CASE("strided: padded rows, columns of structures, backwards, repeated") {
  for (std::int64_t rows : {1, 2, 7, 8, 9, 33, 200}) {
    auto const x = numbers(static_cast<std::size_t>(rows) * 14 + 20);
    std::int64_t const last = rows - 1;
    for (auto const& [start, across, down] : {std::array<std::int64_t, 3>{0, 9, 1},
                                              {3, 14, 2},
                                              {3, 1, rows},
                                              {last * 9, -9, 1},
                                              {last * 9 + 6, -9, -1},
                                              {last + 4, -1, 0},
                                              {0, 0, 1},
                                              {5, 0, 0}}) {
      if (across * last + start + 4 * down >= static_cast<std::int64_t>(x.size()) || start + 4 * down < 0) continue;
      cx::view<double const, n, m, cx::strided> const v(x.data() + start, {rows, 5}, {across, down});
      auto const copy = rows_of(v);
      CHECK(all_agree(v, row_major(copy.data(), rows, 5)));
    }
    cx::view<double const, n, cx::strided> const line(x.data() + 2 * last, {rows}, {-2});
    CHECK(line(0) == x[static_cast<std::size_t>(2 * last)]);
    CHECK(all_agree(line, cx::view<double const, n>(rows_of(line))));
  }
}
template <class T>
void check_type() {
  auto const x = numbers<T>(400);
  cx::view<T const, n, m, cx::strided> const v(x.data() + 30, {19, 6}, {-1, 30});
  cx::view<T const, n, m, cx::col_major> const w(x.data(), 23, 11);
  auto const a = rows_of(v), b = rows_of(w);
  constexpr auto f = [](auto y) { return cx::sum(y + y, 0_c); };
  CHECK(agree(f, v, cx::view<T const, n, m>(a.data(), 19, 6)));
  CHECK(agree(f, w, cx::view<T const, n, m>(b.data(), 23, 11)));
}
TEST_CASE("other element types") {
  check_type<float>();
  check_type<std::int32_t>();
  check_type<std::int64_t>();
  bool const flags[] = {true, false, true, true, false, false, true, false, true, true};
  cx::view<bool const, n, cx::strided> const v(flags + 9, {5}, {-2});
  auto const any = cx::jit([](auto p) { return cx::where(p, 1.0, 2.0); })(v);
  CHECK(same(any, cx::array<double, 5>{1, 2, 2, 1, 2}));
}

// ---- wherever views may stand --------------------------------------------------------------------------------------------------

TEST_CASE("in trees, structs, expressions, vmap, jvp, vjp and linearize") {
  auto const x = numbers(60);
  cx::view<double const, n, cx::strided> const v(x.data() + 57, {20}, {-3});
  auto const copy = rows_of(v);
  cx::view<double const, n> const r(copy);
  constexpr auto f = [](auto p) { return cx::sum(p.x * p.x) * p.slope; };
  auto const g = cx::grad([](auto p) { return cx::sum(p.first * p.first) * p.second; });
  CHECK(cx::jit(f)(app::line{v, 2.0}) == g(std::pair{r, 2.0}).second * 2.0);
  CHECK(same(g(std::pair{v, 2.0}).first, g(std::pair{r, 2.0}).first));
  cx::array<double, n> const e = v * 2.0 + r, expected = r * 2.0 + r;
  CHECK(e == expected);
  cx::view<double const, n, 3, cx::col_major> const c(x.data(), 20);
  CHECK(same(cx::vmap([](auto row) { return cx::dot(row, row); })(c),
             cx::vmap([](auto row) { return cx::dot(row, row); })(cx::view<double const, n, 3>(rows_of(c)))));
  constexpr auto h = [](auto y) { return cx::sin(y) * y; };
  CHECK(same(cx::jvp(h, v, v).second, cx::jvp(h, r, r).second));
  cx::view<double const, 5, 4, cx::col_major> const s(x.data());
  cx::view<double const, 5, 4, cx::strided> const t(x.data() + 59, {-1, -6});
  auto const s_rows = rows_of(s), t_rows = rows_of(t);
  auto const [y, pull] = cx::vjp(h, s);
  auto const [y2, pull2] = cx::vjp(h, cx::view<double const, 5, 4>(s_rows));
  CHECK(same(y, y2));
  CHECK(same(std::get<0>(pull(t)), std::get<0>(pull2(cx::view<double const, 5, 4>(t_rows)))));
  auto const [z, push] = cx::linearize(h, t);
  CHECK(same(push(s), cx::jvp(h, t, s).second));
  // a number before the view: places are counted in leaves
  CHECK(same(cx::jit([](auto t) { return std::get<0>(t) * std::get<1>(t); })(
                 std::tuple{3, cx::view<int const, 2, 2, cx::col_major>(std::array{1, 2, 3, 4})}),
             cx::array<int, 2, 2>{3, 9, 6, 12}));
}
constexpr double memory[] = {1, 2, 3, 4, 5, 6};
static_assert(cx::jit([](auto x) { return x(0_c, 1_c); })(cx::view<double const, 2, 3, cx::col_major>(memory)) == 3.0);
static_assert(cx::jit([](auto x) { return x(0_c, 1_c); })(cx::view<double const, 2, 3>(memory)) == 2.0);
static_assert(cx::jit([](auto x) { return x(1_c, 2_c) - x(0_c, 0_c); })(cx::view<double const, 2, 3, cx::strided>(memory + 5, {-1, -2})) ==
              -5.0);

// ---- what views are made of ----------------------------------------------------------------------------------------------------

/// Like an mdspan with layout_left or layout_stride.
struct matrix_span {
  double* p;
  std::size_t lengths[2], strides[2];
  static constexpr std::size_t rank() { return 2; }
  constexpr std::size_t extent(std::size_t d) const { return lengths[d]; }
  constexpr std::size_t stride(std::size_t d) const { return strides[d]; }
  constexpr double* data_handle() const { return p; }
};
/// Like an Eigen::MatrixXd.
struct matrix {
  std::vector<double> elements;
  std::ptrdiff_t rows_;
  double const* data() const { return elements.data(); }
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(elements.size()); }
  std::ptrdiff_t rows() const { return rows_; }
  std::ptrdiff_t cols() const { return size() / rows_; }
};

TEST_CASE("from mdspans, from matrices, from lists of strides") {
  auto x = numbers(40);
  matrix_span const left{x.data(), {4, 6}, {1, 4}}, padded{x.data(), {4, 6}, {8, 1}}, right{x.data(), {4, 6}, {6, 1}};
  cx::view<double, n, m, cx::col_major> const a(left);
  cx::view<double const, 4, m, cx::strided> const b(left), c(padded), d(right);
  CHECK(a(1, 2) == x[9]);
  CHECK(b(1, 2) == x[9]);
  CHECK(c(1, 2) == x[10]);
  CHECK(d(1, 2) == x[8]);
  CHECK(cx::view<double, n, m>(right)(1, 2) == x[8]);
  CHECK(says(refusal([&] { cx::view<double, n, m> const v(padded); }), {"row-major", "cx::strided"}));
  CHECK(says(refusal([&] { cx::view<double, n, m, cx::col_major> const v(padded); }), {"column-major", "cx::strided"}));
  CHECK(says(refusal([&] { cx::view<double, 5, m, cx::strided> const v(left); }), {"axis 0", "length 4", "f64[5,m]", "has 5"}));
  CHECK(says(refusal([&] { cx::view<double, n, 5> const v(right); }), {"axis 1", "length 6", "f64[n,5]", "has 5"}));
  matrix const e{{1, 2, 3, 4, 5, 6}, 2};
  constexpr auto first_row = [](auto y) { return y[0_c]; };
  CHECK(same(cx::jit(first_row)(cx::view<double const, n, 3, cx::col_major>(e)), cx::array<double, 3>{1, 3, 5}));
  CHECK(same(cx::jit(first_row)(cx::view<double const, n, m, cx::col_major>(e.data(), e.rows(), e.cols())), cx::array<double, 3>{1, 3, 5}));
  CHECK(says(refusal([&] { cx::view<double const, n, 4, cx::col_major> const v(e); }), {"6 elements", "f64[n,4]", "a multiple of 4"}));
  CHECK(says(refusal([&] { cx::view<double const, 3, 4> const v(x); }), {"40 elements", "f64[3,4] has 12"}));
  std::vector<std::ptrdiff_t> const lengths{4}, strides{1, 4}, three{1, 4, 8};
  cx::view<double const, n, 6, cx::strided> const from_lists(x.data(), lengths, std::span<std::ptrdiff_t const>(strides));
  CHECK(from_lists(1, 2) == x[9]);
  CHECK(says(refusal([&] { cx::view<double const, n, 6, cx::strided> const v(x.data(), lengths, three); }), {"3 strides", "2 axes"}));
  CHECK(says(refusal([&] { cx::view<double const, n, 6, cx::strided> const v(x.data(), strides, strides); }), {"2 lengths", "1 symbolic"}));
  CHECK(says(refusal([&] { cx::view<double const, 4, 6, cx::strided> const v(x.data(), {1}); }), {"1 strides", "2 axes"}));
  cx::view<double const, n, m, cx::col_major> const constant = a;
  CHECK(constant.data() == x.data());
  static_assert(!std::is_convertible_v<cx::view<double const, n, m, cx::col_major>, cx::view<double, n, m, cx::col_major>>);
  static_assert(std::is_same_v<cx::view<double, n, 3, cx::strided>, cx::view<double, n, std::size_t{3}, cx::strided>>);
  static_assert(!std::is_same_v<cx::view<double, n, 3, cx::strided>, cx::view<double, n, 3>>);
}
std::vector<double> by_columns(std::vector<double> const& rows, int r, int c) {
  std::vector<double> columns(rows.size());
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < c; ++j) columns[static_cast<std::size_t>(j * r + i)] = rows[static_cast<std::size_t>(i * c + j)];
  return columns;
}
/// The program is planned on transposes then: other loops, other strips, the same bits.
TEST_CASE("column-major matrices give the bits of row-major ones") {
  constexpr auto f = [](auto X, auto W, auto b) {
    auto y = cx::tanh(cx::matmul(X, W) + b);
    return cx::sum(cx::logsumexp(y, 1_c)) + cx::sum(cx::square(cx::sum(X * X, 0_c))) +
           cx::sum(cx::transpose(y)[0_c] * cx::transpose(cx::exp(-X))[0_c]);
  };
  for (auto [rows, inner, columns] : {std::array{70, 81, 90}, std::array{1, 3, 2}, std::array{0, 5, 4}}) {
    auto const size = [](int a, int b) { return static_cast<std::size_t>(a * b); };
    std::vector<double> const X = numbers(size(rows, inner)), W = numbers(size(inner, columns)), b = numbers(size(columns, 1));
    std::vector<double> const Xt = by_columns(X, rows, inner), Wt = by_columns(W, inner, columns);
    std::vector<double> gX(size(rows, inner)), gW(size(inner, columns)), gXt(gX.size()), gWt(gW.size()), gXm(gX.size()), gWm(gW.size());
    double value = 0, turned = 0, mixed = 0;
    auto const g = cx::value_and_grad(f, cx::argnums<0, 1>);
    cx::view<double const, k> const bias(b.data(), columns);
    using row_major = cx::view<double const, n, m>;
    using col_major = cx::view<double const, n, m, cx::col_major>;
    using weights = cx::view<double const, m, k>;
    using turned_weights = cx::view<double const, m, k, cx::col_major>;
    std::pair<double&, std::pair<cx::view<double, n, m>, cx::view<double, m, k>>> const by_rows{
        value, {{gX.data(), rows, inner}, {gW.data(), inner, columns}}};
    cx::evaluate_into(by_rows, g, row_major(X.data(), rows, inner), weights(W.data(), inner, columns), bias);
    std::pair<double&, std::pair<cx::view<double, n, m, cx::col_major>, cx::view<double, m, k, cx::col_major>>> const all{
        turned, {{gXt.data(), rows, inner}, {gWt.data(), inner, columns}}};
    cx::evaluate_into(all, g, col_major(Xt.data(), rows, inner), turned_weights(Wt.data(), inner, columns), bias);
    std::pair<double&, std::pair<cx::view<double, n, m>, cx::view<double, m, k, cx::col_major>>> const some{
        mixed, {{gXm.data(), rows, inner}, {gWm.data(), inner, columns}}};
    std::vector<std::byte> memory(
        static_cast<std::size_t>(cx::plan(g)(col_major(Xt.data(), rows, inner), weights(W.data(), inner, columns), bias).workspace));
    cx::evaluate_into(some, std::span(memory), g, col_major(Xt.data(), rows, inner), weights(W.data(), inner, columns), bias);
    CHECK(value == turned);
    CHECK(value == mixed);
    CHECK(gXt == by_columns(gX, rows, inner));
    CHECK(gWt == by_columns(gW, inner, columns));
    CHECK(gXm == gX);
    CHECK(gWm == gWt);
  }
}
TEST_CASE("a column-major result may lie over the column-major argument that it is made of, element by element") {
  std::vector<double> x = numbers(6300), y(x.size());
  constexpr auto f = [](auto a) { return cx::tanh(a) + 1.0; };
  cx::view<double, n, m, cx::col_major> const in(x.data(), 70, 90), out(y.data(), 70, 90);
  cx::evaluate_into(out, f, in);
  cx::evaluate_into(in, f, in);
  CHECK(x == y);
}
TEST_CASE("plans say what is read in place") {
  auto const x = numbers(40);
  constexpr auto f = [](auto a, auto b, auto c) { return a + b + c; };
  cx::view<double const, n, 3> const a(x.data(), 4);
  cx::view<double const, n, 3, cx::strided> const b(x.data(), {4}, {3, 1});
  cx::view<double const, n, 3, cx::col_major> const c(x.data(), 4);
  auto const text = std::string(cx::plan(f)(a, b, c).str().view());
  INFO(text);
  CHECK(text.find("argument leaf 1 is strided: read where it lies") != std::string::npos);
  CHECK(text.find("argument leaf 2 is column-major: read where it lies") != std::string::npos);
  CHECK(text.find("argument leaf 0 is") == std::string::npos);
  CHECK(text.find("plan of 1 nodes: 1 kernels, 0 others; workspace 0 bytes") == 0); // no copies
}
TEST_CASE("plans say what is copied, and count it") {
  auto const x = numbers(60);
  constexpr auto loop = [](auto a) { return cx::fori_loop(0, 3, [&](auto, auto y) { return y * a + 1.0; }, a); };
  constexpr auto nest = [](auto a) { return cx::softmax(cx::softmax(a) * 2.0); };
  auto const fits = [&](auto f, auto out, auto in) {
    std::vector<std::byte> memory(static_cast<std::size_t>(cx::plan(f)(in).workspace));
    cx::evaluate_into(out, std::span(memory), f, in);
    return std::string(cx::plan(f)(in).str().view());
  };
  std::vector<double> y(60);
  auto const of_loop = fits(loop, cx::view<double, n>(y.data(), 20), cx::view<double const, n, cx::strided>(x.data(), {20}, {3}));
  CHECK(of_loop.find("argument leaf 0 is strided: copied, for a loop or a branch reads it") != std::string::npos);
  auto const of_nest = fits(nest, cx::view<double, n, m, k, cx::strided>(y.data(), {3, 4, 5}, {1, 3, 12}),
                            cx::view<double const, n, m, k, cx::col_major>(x.data(), 3, 4, 5));
  CHECK(of_nest.find("argument leaf 0 is column-major: planned as its transpose") != std::string::npos);
}

} // namespace
