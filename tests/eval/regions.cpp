// SPDX-License-Identifier: BSL-1.0
// clang: -O0
// Programs whose equations share a region: the oracle's bits, for all lengths around strips, blocks and groups.
#include "same_bits.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

constexpr int lengths[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 255, 256, 257, 511, 513, 1000};

inline constexpr auto logreg = [](auto w, auto x, auto y) { return cx::mean(cx::softplus(-y * cx::dot(x, w))); };
inline constexpr auto logsumexp = [](auto x) { return cx::sum(cx::logsumexp(x, 1_c)); };
inline constexpr auto layer_norm = [](auto x) {
  return (x - cx::expand_dims(cx::mean(x, 1_c), 1_c)) / cx::expand_dims(cx::sqrt(cx::var(x, 1_c) + 1e-5), 1_c);
};
inline constexpr auto standardised = [](auto x) { // statistics of columns: two barriers over the rows
  auto const centred = x - cx::mean(x, 0_c);
  return centred / cx::sqrt(cx::mean(centred * centred, 0_c) + 1e-5);
};
inline constexpr auto attention = [](auto q, auto k, auto v) {
  return cx::matmul(cx::softmax(cx::matmul(q, cx::transpose(k)) * 0.1, 1_c), v);
};

TEST_CASE("logistic regression, value and gradient: one region with exits") {
  for (int r : lengths) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(logreg), input<double, 100>(), input<double, n, 100>(r), input<double, n>(r)));
    CHECK(compare(cx::value_and_grad(logreg), input<double, m>(37), input<double, n, m>(r, 37), input<double, n>(r)));
  }
  CHECK(compare(cx::value_and_grad(logreg), input<float, 100>(), input<float, n, 100>(700), input<float, n>(700)));
  CHECK(compare(cx::value_and_grad(logreg), input<double, 100>(), input<double, n, 100>(20'000), input<double, n>(20'000)));
}
TEST_CASE("rows: logsumexp, softmax, layer norm") {
  for (int r : {1, 2, 16, 17, 257}) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(logsumexp), input<double, n, m>(r, 40)));
    CHECK(compare(cx::value_and_grad(logsumexp), input<double, n, 100>(r)));
    CHECK(compare([](auto x) { return cx::softmax(x, 1_c); }, input<double, n, m>(r, 19)));
    CHECK(compare(layer_norm, input<double, n, m>(r, 300)));
    CHECK(compare(layer_norm, input<float, n, m>(r, 33)));
  }
}
/// A sum of sixty products and more: its kernel calls its steps (kernel::is_called).
inline constexpr auto long_sum = [](auto x, auto y) {
  auto z = x * y;
  for (int k = 1; k < 40; ++k) z = cx::sqrt(z * z + y) * x - y;
  return z;
};
TEST_CASE("sums of many steps, along the lanes and across") {
  for (int r : {0, 1, 7, 16, 17, 100, 600}) {
    INFO(r);
    CHECK(compare([](auto x, auto y) { return cx::sum(long_sum(x, y)); }, input<double, n>(r), input<double, n>(r, 1)));
    CHECK(compare([](auto x, auto y) { return cx::sum(long_sum(x, y), 0_c); }, input<float, n, m>(r, 19), input<float, n, m>(r, 19, 1)));
    CHECK(compare([](auto x, auto y) { return cx::sum(long_sum(x, y), 1_c); }, input<double, n, m>(13, r), input<double, n, m>(13, r, 1)));
  }
}
TEST_CASE("columns: barriers over the region's own axis") {
  for (int r : {1, 16, 100, 300}) {
    INFO(r);
    CHECK(compare(standardised, input<double, n, m>(r, 21)));
    CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(standardised(x))); }), input<double, n, m>(r, 70)));
  }
}
/// Weighted second moments of differences: 36 sums of products over the points, of 16 factors, 8 of which one subtraction gives again.
inline constexpr auto moments = [](auto x, auto y) {
  constexpr int d = 8;
  auto const e = [&](int a) { return cx::expand_dims(x(cx::slice(), a), 1_c) - cx::expand_dims(y, 0_c); };
  auto distance = e(0) * e(0);
  for (int a = 1; a < d; ++a) distance = distance + e(a) * e(a);
  auto const weight = cx::softmax(-distance, 1_c);
  auto all = cx::sum(weight, 0_c);
  for (int a = 0; a < d; ++a)
    for (int b = 0; b <= a; ++b) all = all * 0.5 + cx::sum((weight * e(a)) * e(b), 0_c);
  return all;
};
/// The same of rows: a factor is one register of eight that a subtraction gives.
inline constexpr auto moments_of_rows = [](auto x, auto y) {
  constexpr int d = 8;
  auto const differences = cx::expand_dims(x, 1_c) - cx::expand_dims(y, 0_c);
  auto const e = [&](int a) { return differences(cx::slice(), cx::slice(), a); };
  auto const weight = cx::softmax(-cx::sum(cx::square(differences), 2_c), 1_c);
  auto all = cx::sum(weight, 0_c);
  for (int a = 0; a < d; ++a)
    for (int b = 0; b <= a; ++b) all = all * 0.5 + cx::sum((weight * e(a)) * e(b), 0_c);
  return all;
};
TEST_CASE("more sums of products than registers leave a region: kernels of their own") {
  for (int r : {0, 1, 15, 17, 65, 300, 1100}) {
    INFO(r);
    CHECK(compare(moments, input<double, n, 8>(r), input<double, m>(11, 1)));
    CHECK(compare(moments_of_rows, input<double, n, 8>(r), input<double, m, 8>(11, 1)));
  }
  CHECK(compare(moments, input<float, n, 8>(333), input<float, m>(21, 1)));
}
TEST_CASE("sums of several sizes in one kernel") {
  for (int r : {1, 16, 17, 300, 1100}) {
    INFO(r);
    CHECK(compare([](auto x) { return std::pair(cx::sum(x, 0_c), cx::sum(cx::exp(x(cx::slice(), cx::slice(), 1_c)), 0_c)); },
                  input<double, n, 40, 3>(r)));
  }
}
TEST_CASE("one value in two roles: self-attention, the gram matrix") {
  CHECK(compare([](auto x) { return attention(x, x, x); }, input<double, n, m>(40, 35)));
  CHECK(compare([](auto x) { return attention(x, x, x); }, input<double, n, 8>(70)));
  CHECK(compare([](auto x) { return cx::exp(cx::matmul(x, cx::transpose(x)) * 0.01); }, input<double, n, m>(67, 35)));
  CHECK(compare([](auto x) { return x + cx::transpose(x); }, input<double, n, n>(67, 67)));
  CHECK(compare([](auto x) { return cx::sum(cx::exp(x + cx::transpose(x)) / cx::expand_dims(cx::sum(x, 1_c), 1_c)); },
                input<double, n, n>(67, 67)));
}
TEST_CASE("rows of structures, packed and unpacked") {
  constexpr auto price = [](auto o) { return o[0_c] * cx::erfc(o[1_c]) - o[2_c] * cx::exp(-o[3_c] * o[4_c]); };
  for (int r : lengths) {
    INFO(r);
    CHECK(compare(cx::vmap(cx::value_and_grad(price)), input<double, n, 5>(r)));
    CHECK(compare(cx::vmap(cx::grad(price)), input<float, n, 5>(r)));
  }
  constexpr auto turned = [](auto p) { return cx::stack(p[0_c] * p[8_c], p[16_c] + p[3_c], cx::sin(p[7_c])); };
  for (int r : {1, 8, 31, 100}) {
    CHECK(compare(cx::vmap(turned), input<double, n, 17>(r)));
    CHECK(compare(cx::vmap(cx::jacfwd(turned)), input<double, n, 17>(r)));
    CHECK(compare(cx::vmap([](auto p) { return p; }), input<double, n, 3>(r))); // an argument that is a result
    CHECK(compare(
        [](auto p) { return cx::sum(cx::vmap([](auto q) { return q[0_c] / q[1_c]; })(p)) + cx::sum(cx::matmul(cx::transpose(p), p)); },
        input<double, n, 3>(r)));
  }
}
/// Are the Jacobians of so many rows the same bits as those of a few rows at a time, wherever the results begin?
template <class T, class F> bool same_in_pieces(F const& f, std::int64_t rows, std::size_t offset) {
  constexpr std::int64_t in = 17, out = 3 * in, piece = 999;
  std::vector<T> x(static_cast<std::size_t>(rows * in)), y(static_cast<std::size_t>(rows * out) + offset + 1, T(7)),
      few(static_cast<std::size_t>(piece * out));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(i % 1013) / T(64);
  T* const to = y.data() + offset;
  cx::evaluate_into(cx::view<T, n, 3, in>(to, rows), f, cx::view<T const, n, in>(x.data(), rows));
  bool good = y.back() == T(7) && (offset == 0 || to[-1] == T(7));
  for (std::int64_t i = 0; i < rows; i += piece) {
    std::int64_t const count = std::min(piece, rows - i);
    cx::evaluate_into(cx::view<T, n, 3, in>(few.data(), count), f, cx::view<T const, n, in>(x.data() + i * in, count));
    good &= std::memcmp(few.data(), to + i * out, static_cast<std::size_t>(count * out) * sizeof(T)) == 0;
  }
  return good;
}
TEST_CASE("rows that no cache holds go past it") {
  constexpr auto jacobians = cx::vmap(cx::jacfwd([](auto p) { return cx::stack(p[0_c] * p[8_c], p[16_c] + p[3_c], cx::sin(p[7_c])); }));
  for (std::size_t offset : {0u, 1u, 3u}) {
    INFO(offset);
    CHECK(same_in_pieces<double>(jacobians, 10'301, offset));
    CHECK(same_in_pieces<float>(jacobians, 20'601, offset));
  }
}
/// The same of results in columns, 128 bytes a point: are they those of a few points at a time?
bool same_columns_in_pieces(std::int64_t points, std::size_t offset) {
  constexpr std::size_t columns = 16, line = 8;
  constexpr std::int64_t piece = 999;
  constexpr auto f = [](auto a, auto b) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple{-a, cx::sin(a) / b, (a * double(K) + b)...};
    }(std::make_index_sequence<columns - 2>{});
  };
  auto const views = [](double* first, std::int64_t apart, std::int64_t count) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple{((void)K, cx::view<double, n>(first + static_cast<std::int64_t>(K) * apart, count))...};
    }(std::make_index_sequence<columns>{});
  };
  using stage = cx::code_of<cx::program_of<std::remove_const_t<decltype(f)>, cx::view<double const, n>, cx::view<double const, n>>>;
  static_assert(cx::detail::columns_past_cache<cx::detail::kernel<stage, 0>>::possible ==
                (CONSTAX_VECTOR_BYTES == 64)); // a register is a line

  auto const length = static_cast<std::size_t>(points);
  std::int64_t const apart = static_cast<std::int64_t>((length + 2 * line) / line * line); // columns begin with a line, if the first does
  std::vector<double> a(length), b(length), y(columns * static_cast<std::size_t>(apart) + 2 * line, 7.0), few(columns * piece);
  for (std::size_t i = 0; i < length; ++i) a[i] = double(i % 1013) / 64, b[i] = double(i % 97) + 1;
  double* const to = y.data() + (line - reinterpret_cast<std::uintptr_t>(y.data()) / sizeof(double) % line) % line + offset;
  cx::evaluate_into(views(to, apart, points), f, cx::view<double const, n>(a.data(), points), cx::view<double const, n>(b.data(), points));
  bool good = true;
  for (std::int64_t i = 0; i < points; i += piece) {
    std::int64_t const count = std::min(piece, points - i);
    cx::evaluate_into(views(few.data(), piece, count), f, cx::view<double const, n>(a.data() + i, count),
                      cx::view<double const, n>(b.data() + i, count));
    for (std::int64_t k = 0; k < static_cast<std::int64_t>(columns); ++k)
      good &= std::memcmp(few.data() + k * piece, to + k * apart + i, static_cast<std::size_t>(count) * sizeof(double)) == 0 &&
              to[k * apart + points] == 7.0;
  }
  return good;
}
TEST_CASE("columns that no cache holds go past it") {
  for (std::size_t offset : {0u, 1u}) {
    INFO(offset);
    CHECK(same_columns_in_pieces(40'003, offset));
  }
}
TEST_CASE("many columns of two dtypes: the narrow ones fill no register") {
  constexpr auto f = [](auto a) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple{(a * double(K + 2))..., cx::astype<float>(a + double(K))...};
    }(std::make_index_sequence<12>{});
  };
  CHECK(compare(f, input<double, n>(37)));
}
TEST_CASE("cumulative rows inside a region, columns outside") {
  for (int r : {1, 17, 70}) {
    CHECK(compare([](auto x) { return cx::cumsum(cx::exp(x), 1_c) / cx::expand_dims(cx::sum(x, 1_c), 1_c); }, input<double, n, m>(r, 37)));
    CHECK(compare([](auto x) { return cx::cumsum(cx::exp(x), 0_c) / cx::expand_dims(cx::sum(x, 1_c), 1_c); }, input<double, n, m>(r, 37)));
  }
}
TEST_CASE("movements inside and across strips") {
  CHECK(compare(
      [](auto x) {
        auto y = cx::concatenate(x, cx::exp(x), 1_c);
        return y / cx::expand_dims(cx::sum(y, 1_c), 1_c);
      },
      input<double, n, m>(50, 35)));
  CHECK(compare(
      [](auto x) {
        auto y = cx::concatenate(x, cx::exp(x), 0_c);
        return y / cx::expand_dims(cx::sum(y, 1_c), 1_c);
      },
      input<double, n, m>(50, 35)));
  CHECK(compare(
      [](auto x) {
        auto y = cx::reshape<n, 2, 20>(cx::sin(x));
        return cx::sum(y, 2_c) / cx::expand_dims(cx::sum(x, 1_c), 1_c);
      },
      input<double, n, 40>(50)));
}

} // namespace
