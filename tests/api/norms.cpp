// SPDX-License-Identifier: BSL-1.0
// needs: mpfr gmp
// norm, var, std_ over all magnitudes, of few elements (sums side by side) and many (a branch), alone, under vmap and along an axis:
// values, first and second derivatives against MPFR. logsumexp and softmax at the ends of the range.
#include "../primitives/derivative_accuracy.hpp"

#include "../support/catch.hpp"

#include <vector>

namespace {

namespace cx = constax;
using namespace constax::literals;
using accuracy::big, accuracy::number;

template <class T> using numbers = std::vector<T>;
template <class T> cx::tensor tensor_of(numbers<T> const& x, cx::shape s) {
  cx::tensor t(cx::aval{cx::dtype_of<T>, s});
  for (cx::u32 i = 0; i < x.size(); ++i) t.put(i, x[i]);
  return t;
}
template <class T> cx::shape length_of(numbers<T> const& x) { return {cx::extent(static_cast<cx::i64>(x.size()))}; }
template <class X> cx::jaxpr traced_in(auto const& f) {
  cx::context c("trace");
  cx::value const y = f(X(c.input(X::aval))).value;
  return cx::lower(c.finish({&y, 1}));
}
/// x -> the gradient of f : T[...] -> T[] or T[rows].
template <class X> cx::jaxpr gradient_of(auto const& f) {
  cx::context c("trace"), g("gradient");
  cx::value const y = f(X(c.input(X::aval))).value;
  cx::jaxpr const back = cx::vjp(c.finish({&y, 1}));
  cx::value const at = g.input(X::aval), in[] = {at, g.input(back.type(back.ins[1]))};
  auto const outs = cx::replay(g, back, {in, 2});
  return g.finish({&outs[1], 1});
}
template <class T> numbers<T> evaluated(cx::jaxpr const& j, std::vector<cx::tensor> const& args) {
  cx::vec<cx::tensor> xs;
  for (auto const& a : args) xs.push(a);
  auto const ys = cx::reference::evaluate(j, xs);
  numbers<T> r;
  for (cx::u32 i = 0; i < ys[ys.size() - 1].size(); ++i) r.push_back(ys[ys.size() - 1].at<T>(i));
  return r;
}
/// j for `rows` of its first argument.
cx::jaxpr by_rows(cx::jaxpr const& j, int rows) {
  cx::vec<cx::i32> in(j.ins.size());
  for (cx::i32& axis : in) axis = 0;
  cx::i32 const out[] = {0};
  return cx::vmap(j, in, cx::extent(rows), {out, 1});
}

// ---- exact -------------------------------------------------------------------------------------------------------------------------
constexpr mpfr_prec_t wide = 4400; // no sum of squares of doubles is rounded
struct exact {
  std::vector<big> x;
  big n;
  template <class T> explicit exact(numbers<T> const& v) : n(static_cast<double>(v.size()), wide) {
    for (T e : v) x.push_back(number(static_cast<double>(e)).with(wide));
  }
  big sum(auto f) const {
    big s(0.0, wide);
    for (big const& e : x) s = s + f(e);
    return s;
  }
  big squares() const {
    return sum([](big const& e) { return e * e; });
  }
  exact centered() const {
    exact d = *this;
    big const mean = sum([](big const& e) { return e; }) / n;
    for (big& e : d.x) e = e - mean;
    return d;
  }
};
big kronecker(std::size_t i, std::size_t k) { return big(i == k ? 1.0 : 0.0, wide); }
/// A function with its gradient and Hessian.
struct norm_row {
  static constexpr char const* name = "norm";
  static constexpr auto f = [](auto x, auto... axis) { return cx::norm(x, axis...); };
  static constexpr bool centers = false;
  static big value(exact const& e) { return sqrt(e.squares()); }
  static big first(exact const& e, std::size_t i) { return e.x[i] / value(e); }
  static big second(exact const& e, std::size_t i, std::size_t k) {
    return (kronecker(i, k) * e.squares() - e.x[i] * e.x[k]) / (value(e) * e.squares());
  }
};
struct var_row {
  static constexpr char const* name = "var";
  static constexpr auto f = [](auto x, auto... axis) { return cx::var(x, axis...); };
  static constexpr bool centers = true;
  static big value(exact const& e) { return e.squares() / e.n; }
  static big first(exact const& e, std::size_t i) { return (e.x[i] * 2.0) / e.n; }
  static big second(exact const& e, std::size_t i, std::size_t k) { return ((kronecker(i, k) - 1.0 / e.n) * 2.0) / e.n; }
};
struct std_row {
  static constexpr char const* name = "std";
  static constexpr auto f = [](auto x, auto... axis) { return cx::std_(x, axis...); };
  static constexpr bool centers = true;
  static big value(exact const& e) { return sqrt(e.squares() / e.n); }
  static big first(exact const& e, std::size_t i) { return e.x[i] / (value(e) * e.n); }
  static big second(exact const& e, std::size_t i, std::size_t k) {
    return ((kronecker(i, k) - 1.0 / e.n) * e.squares() - e.x[i] * e.x[k]) / (value(e) * e.n * e.squares());
  }
};

/// Lists of N numbers: the largest in every so manieth binade, the others of like size, or far below, or 0. Those to be centered: with a
/// mean near 0.
template <class T, int N> std::vector<numbers<T>> lists(bool centered) {
  using L = std::numeric_limits<T>;
  accuracy::drawn<T> g{7};
  std::vector<numbers<T>> all;
  int const first = centered ? L::min_exponent + 4 : L::min_exponent - L::digits + 4,
            step = sizeof(T) == 4 ? 5 : 41; // (a mean is rounded: it needs places)
  for (int e = first; e < L::max_exponent; e += step) {
    numbers<T> x;
    for (int i = 0; i < N; ++i) {
      int const less = centered || i == 0 ? 0 : static_cast<int>(g.next() % 3) * static_cast<int>(g.next() % 40);
      T const v = std::fabs(g.of_binade(std::max(e - less, L::min_exponent - L::digits)));
      x.push_back(centered ? (i % 2 ? -v : v) * T(0.5) : g.next() % 8 == 0 && i > 0 ? T(0) : static_cast<T>(g.sign()) * v);
    }
    all.push_back(x);
  }
  return all;
}
template <class T> double off(T got, big const& expected, double scale) { return accuracy::distance(got, expected, scale, 0); }

template <class Row, class T, int N> void check() {
  using X = cx::tracer<T, N>;
  using L = std::numeric_limits<T>;
  auto const all = lists<T, N>(Row::centers);
  auto const rows = static_cast<int>(all.size());
  cx::jaxpr const f = traced_in<X>(Row::f), g = gradient_of<X>(Row::f), h = cx::simplify(cx::jvp(g));
  numbers<T> every, ones(all.size(), T(1));
  for (auto const& x : all) every.insert(every.end(), x.begin(), x.end());
  cx::shape const matrix{cx::extent(rows), cx::extent(N)};
  auto const values = evaluated<T>(by_rows(f, rows), {tensor_of(every, matrix)});
  auto const gradients = evaluated<T>(by_rows(g, rows), {tensor_of(every, matrix), tensor_of(ones, length_of(ones))});
  double worst[3] = {};
  for (std::size_t r = 0; r < all.size(); ++r) {
    auto const& x = all[r];
    exact const e = Row::centers ? exact(x).centered() : exact(x);
    double const most = static_cast<double>(*std::max_element(x.begin(), x.end(), [](T a, T b) { return std::fabs(a) < std::fabs(b); }));
    double const length = Row::value(e).approximately(), centered = Row::centers ? std::fabs(most) : 0;
    INFO("f" << 8 * sizeof(T) << ", largest of " << N << ": " << most);
    auto const alone = evaluated<T>(f, {tensor_of(x, length_of(x))}),
               slopes = evaluated<T>(g, {tensor_of(x, length_of(x)), tensor_of<T>({T(1)}, {})});
    CHECK(alone[0] == values[r]);
    worst[0] = std::max(worst[0], off(alone[0], Row::value(e), 0));
    for (std::size_t i = 0; i < N; ++i) {
      CHECK(slopes[i] == gradients[r * N + i]);
      double const scale = std::is_same_v<Row, var_row> ? 2 * centered / N
                           : Row::centers               ? centered / length / N
                                                        : 0; // of what the mean's last place moves
      worst[1] = std::max(worst[1], off(slopes[i], Row::first(e, i), std::min(scale, static_cast<double>(L::max()))));
    }
    if (1 / length > static_cast<double>(L::max())) continue; // the second derivative is a multiple of it
    for (std::size_t k = 0; k < N; k += 2) {
      numbers<T> direction(N), none(1);
      direction[k] = 1;
      auto const bends = evaluated<T>(
          h, {tensor_of(x, length_of(x)), tensor_of<T>({T(1)}, {}), tensor_of(direction, length_of(direction)), tensor_of(none, {})});
      // of what the mean's last place moves; of weights, (x over the length)^2, that are less than the least normal number
      double const scale = std::is_same_v<Row, std_row>    ? 1 / length / N
                           : std::is_same_v<Row, norm_row> ? static_cast<double>(L::min()) / length
                                                           : 0;
      for (std::size_t i = 0; i < N; ++i) worst[2] = std::max(worst[2], off(bends[i], Row::second(e, i, k), scale));
    }
  }
  INFO("f" << 8 * sizeof(T) << ", " << N << " elements");
  if (std::getenv("CONSTAX_PRINT_ULP") != nullptr)
    std::printf("%s f%d of %d: %.2f %.2f %.2f\n", Row::name, static_cast<int>(8 * sizeof(T)), N, worst[0], worst[1], worst[2]);
  CHECK(worst[0] <= 8);
  CHECK(worst[1] <= 8);
  CHECK(worst[2] <= 16);
  // along an axis: the same as under vmap
  if constexpr (N == 5) {
    constexpr int some = 44;
    REQUIRE(rows >= some);
    using matrix_type = cx::tracer<T, some, N>;
    auto const along = [](auto x) { return Row::f(x, 1_c); };
    numbers<T> const part(every.begin(), every.begin() + some * N), cts(some, T(1));
    cx::shape const shape{cx::extent(some), cx::extent(N)};
    auto const ys = evaluated<T>(traced_in<matrix_type>(along), {tensor_of(part, shape)});
    auto const ds = evaluated<T>(gradient_of<matrix_type>(along), {tensor_of(part, shape), tensor_of(cts, length_of(cts))});
    for (std::size_t r = 0; r < some; ++r) CHECK(ys[r] == values[r]);
    for (std::size_t i = 0; i < ds.size(); ++i) CHECK(ds[i] == gradients[i]);
  }
}
template <class Row, class T> void check_all() { check<Row, T, 2>(), check<Row, T, 5>(), check<Row, T, 20>(); }
template <class T, int N = 3> T value_at(auto const& f, numbers<T> const& x) {
  return evaluated<T>(traced_in<cx::tracer<T, N>>(f), {tensor_of(x, length_of(x))})[0];
}
template <class T, int N = 3> numbers<T> gradient_at(auto const& f, numbers<T> const& x) {
  return evaluated<T>(gradient_of<cx::tracer<T, N>>(f), {tensor_of(x, length_of(x)), tensor_of<T>({T(1)}, {})});
}

constexpr auto norm = [](auto x) { return cx::norm(x); };
constexpr auto var = [](auto x) { return cx::var(x); };
constexpr auto std_ = [](auto x) { return cx::std_(x); };
template <class T> void at_ends() {
  using L = std::numeric_limits<T>;
  constexpr T inf = L::infinity(), nan = L::quiet_NaN(), max = L::max(), least = L::denorm_min();
  CHECK(value_at<T>(norm, {inf, 1, -2}) == inf);
  CHECK(value_at<T>(norm, {1, -inf, max}) == inf);
  CHECK(std::isnan(value_at<T>(norm, {1, nan, 2})));
  CHECK(std::isnan(value_at<T>(norm, {inf, nan, 2})));
  CHECK(value_at<T>(norm, {max, 0, 0}) == max);
  CHECK(value_at<T>(norm, {max, max, 0}) == inf);
  CHECK(value_at<T>(norm, {0, -least, 0}) == least);
  CHECK(value_at<T, 0>(norm, {}) == 0);
  CHECK(value_at<T>(norm, {0, 0, 0}) == 0);
  CHECK(std::isnan(gradient_at<T>(norm, {0, 0, 0})[0])); // as in JAX
  CHECK(gradient_at<T>(norm, {inf, 1, 2})[1] == 0);
  CHECK(gradient_at<T>(norm, {max, 0, 0}) == numbers<T>{1, 0, 0});
  CHECK(gradient_at<T>(norm, {0, -least, 0}) == numbers<T>{0, -1, 0});
  for (auto const& f :
       {value_at<T>(var, {inf, 1, 2}), value_at<T>(std_, {inf, 1, 2}), value_at<T>(var, {1, nan, 2}), value_at<T>(std_, {1, nan, 2})})
    CHECK(std::isnan(f));
  CHECK(value_at<T>(var, {max, max, max}) == 0);
  CHECK(value_at<T>(std_, {max, max, max}) == 0);
  CHECK(value_at<T, 2>(std_, {max, -max}) == max);
  CHECK(value_at<T>(var, {3, 3, 3}) == 0);
  CHECK(std::isnan(gradient_at<T>(std_, {3, 3, 3})[0]));    // as in JAX
  T const root = std::ldexp(T(1), L::max_exponent / 2 - 1); // whose square is a quarter of what overflows
  CHECK(value_at<T, 8>(var, {root, -root, root, -root, root, -root, root, -root}) == root * root);
  // logsumexp and softmax take their largest element out
  constexpr auto logsumexp = [](auto x) { return cx::logsumexp(x); };
  CHECK(value_at<T>(logsumexp, {max, max, -max}) == max);
  CHECK(value_at<T>(logsumexp, {-max, -max, -max}) == -max);
  CHECK(gradient_at<T>(logsumexp, {max, max, -max}) == numbers<T>{T(0.5), T(0.5), 0});
  CHECK(gradient_at<T>(logsumexp, {-max, -max, -inf}) == numbers<T>{T(0.5), T(0.5), 0});
  for (cx::i64 i : {0, 1, 2}) {
    auto const one = [i](auto x) { return cx::softmax(x)[i]; };
    CHECK(value_at<T>(one, {max, max, -max}) == (i == 2 ? T(0) : T(0.5)));
    CHECK(gradient_at<T>(one, {max, max, -max}) == (i == 2   ? numbers<T>{0, 0, 0}
                                                    : i == 0 ? numbers<T>{T(0.25), T(-0.25), 0}
                                                             : numbers<T>{T(-0.25), T(0.25), 0}));
  }
}

} // namespace

TEST_CASE("norm over all magnitudes", "[numpy]") { check_all<norm_row, float>(), check_all<norm_row, double>(); }
TEST_CASE("var over all magnitudes", "[numpy]") { check_all<var_row, float>(), check_all<var_row, double>(); }
TEST_CASE("std_ over all magnitudes", "[numpy]") { check_all<std_row, float>(), check_all<std_row, double>(); }
TEST_CASE("norms, logsumexp and softmax at the ends of the range, f32", "[numpy]") { at_ends<float>(); }
TEST_CASE("norms, logsumexp and softmax at the ends of the range, f64", "[numpy]") { at_ends<double>(); }
TEST_CASE("what was asked for", "[numpy]") {
  CHECK(value_at<float>(norm, {1e20f, 1, 1}) == 1e20f);
  CHECK(gradient_at<float>(norm, {1e20f, 1, 1}) == numbers<float>{1, 1e-20f, 1e-20f});
  CHECK(value_at<float>(norm, {3e-30f, 4e-30f, 0}) == 5e-30f);
  CHECK(value_at<double>(norm, {0x3p600, 0x4p600, 0}) == 0x5p600);
  CHECK(value_at<double>(norm, {0x3p-600, 0, -0x4p-600}) == 0x5p-600);
}
