// SPDX-License-Identifier: BSL-1.0
// Without jit a traced value can be asked for its number: branches, loops and indices that depend on numbers, and derivatives through them,
// against mathematics, and bit by bit against the same programs written without questions.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

#include <cmath>
#include <thread>
#include <vector>

namespace cx = constax;
using cx::ndarray;
using namespace cx::literals;

namespace {

double number(ndarray const& x) { return x.item<double>(); }
bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * (1 + std::abs(b)); }

int traces = 0;
/// x^2 above 0, 3 - x below.
constexpr auto bent = [](auto x) {
  ++traces;
  if (x > 0.0) return x * x;
  return 3.0 - x;
};
/// sqrt(x) by Newton's method, as long as it takes.
constexpr auto root = [](auto x) {
  auto y = 0.5 * (1.0 + x);
  while (cx::abs(y * y - x) > 1e-15 * x + 1e-300) {
    auto const next = 0.5 * (y + x / y);
    if (cx::abs(next - y) <= 1e-16 * y) break;
    y = next;
  }
  return 0.5 * (y + x / y);
};

/// The law: slope(x) is the derivative of bent, whichever side was called before.
bool is_slope_of_bent(auto const& slope) {
  bool right = true;
  for (double x : {2.0, -1.0, 0.5, -4.0, -4.0, 3.0}) right &= near(slope(x), x > 0 ? 2 * x : -1.0);
  return right;
}
/// slope(x) is 1 / (2 sqrt(x)).
bool is_slope_of_root(auto const& slope) {
  bool right = true;
  for (double x : {2.0, 1e4, 1e-3, 9.0}) right &= near(slope(x), 0.5 / std::sqrt(x));
  return right;
}

} // namespace

TEST_CASE("both sides of a branch, one after the other") {
  CHECK(is_slope_of_bent([](double x) { return number(cx::grad(bent)(ndarray(x))); }));
  auto const slope = cx::grad(bent);
  CHECK(is_slope_of_bent([&](double x) { return number(slope(ndarray(x))); }));
  CHECK(is_slope_of_bent([](double x) { return number(cx::jvp(bent, ndarray(x), ndarray(1.0)).second); }));
  CHECK(is_slope_of_bent([](double x) { return number(std::get<0>(cx::vjp(bent, ndarray(x)).second(ndarray(1.0)))); }));
  CHECK(is_slope_of_bent([](double x) { return number(cx::linearize(bent, ndarray(x)).second(ndarray(1.0))); }));
  CHECK(is_slope_of_bent([](double x) { return number(cx::jacfwd(bent)(ndarray(x))); }));
  int captured = 0;
  auto const with_state = cx::grad([&](auto x) { return ++captured, bent(x); });
  CHECK(is_slope_of_bent([&](double x) { return number(with_state(ndarray(x))); }));
  CHECK(captured == 6);
  // wrong twin: the branch of the first call, kept
  bool first = true, above = false;
  CHECK_FALSE(is_slope_of_bent([&](double x) {
    if (first) above = x > 0;
    first = false;
    auto const kept = [above](auto y) { return above ? y * y : 3.0 - y; };
    return number(cx::grad(kept)(ndarray(x)));
  }));

  traces = 0;
  ndarray const x(2.0);
  for (int i = 0; i < 3; ++i) (void)cx::grad(bent)(x);
  CHECK(traces == 3);
  CHECK(cx::cache_info(cx::grad(bent), x).programs == 0);
  constexpr auto smooth = [](auto y) { return ++traces, y * y; }; // who asks nothing is traced once
  traces = 0;
  for (int i = 0; i < 3; ++i) CHECK(number(cx::grad(smooth)(x)) == 4.0);
  CHECK(traces == 1);
  cx::check_trace(cx::grad(bent))(x);
  std::string const words(cx::explain(cx::grad(bent))(x).view());
  CHECK(words.find("traced in each call: it asks for numbers") != std::string::npos);
}

TEST_CASE("a loop until it has converged, and its derivatives") {
  CHECK(is_slope_of_root([](double x) { return number(cx::grad(root)(ndarray(x))); }));
  CHECK(is_slope_of_root([](double x) { return number(cx::jvp(root, ndarray(x), ndarray(1.0)).second); }));
  CHECK(is_slope_of_root([](double x) { return number(std::get<0>(cx::vjp(root, ndarray(x)).second(ndarray(1.0)))); }));
  CHECK(is_slope_of_root([](double x) { return number(cx::linearize(root, ndarray(x)).second(ndarray(1.0))); }));
  CHECK(is_slope_of_root([](double x) { return number(cx::jacfwd(root)(ndarray(x))); }));
  CHECK(is_slope_of_root([](double x) { return number(cx::jacrev(root)(ndarray(x))); }));
  CHECK(is_slope_of_root([](double x) { return number(cx::value_and_grad(root)(ndarray(x)).second); }));
  CHECK(is_slope_of_root([](double x) { return std::sqrt(x) * number(cx::grad([](auto y) { return cx::log(root(y)); })(ndarray(x))); }));
  // wrong twin: what has been a number has no derivative
  auto const cut = [](auto x) { return 0.5 * (root(x) + x / root(x).template item<double>()); };
  CHECK_FALSE(is_slope_of_root([&](double x) { return number(cx::grad(cut)(ndarray(x))); }));

  for (double x : {2.0, 9.0}) {
    double const second = -0.25 / (x * std::sqrt(x));
    CHECK(near(number(cx::grad(cx::grad(root))(ndarray(x))), second));
    CHECK(near(number(cx::hessian(root)(ndarray(x))), second));
    CHECK(near(number(cx::jvp(cx::grad(root), ndarray(x), ndarray(1.0)).second), second));
    CHECK(near(number(cx::grad([](auto y) { return cx::jvp(root, y, 1.0 + 0.0 * y).second; })(ndarray(x))), second));
    CHECK(near(number(cx::grad([](auto y) { return std::get<0>(cx::vjp(root, y).second(1.0 + 0.0 * y)); })(ndarray(x))), second));
  }
}

TEST_CASE("a question changes no bit") {
  constexpr auto asking = [](auto x, auto w) {
    auto y = cx::sin(x) * w + x;
    if (cx::sum(y) > 1.0) y = y * cx::exp(w) - 1.0;
    if (y[1] < 0.5) y = cx::tanh(y) * 3.0 + w;
    return cx::mean(y * y);
  };
  for (double scale : {-2.0, 0.1, 1.0, 3.0}) {
    for (int n : {3, 2000}) {
      std::vector<double> xs, ws;
      for (int i = 0; i < n; ++i) xs.push_back(scale * std::sin(i)), ws.push_back(std::cos(0.1 * i) * scale);
      ndarray const x(xs), w(ws);
      auto const [v, g] = cx::value_and_grad(asking, cx::argnums<0, 1>)(x, w);
      // the same branches, chosen by whoever has computed the numbers before
      bool const first = static_cast<bool>(cx::jit([](auto a, auto b) { return cx::sum(cx::sin(a) * b + a) > 1.0; })(x, w));
      auto const one = [first](auto a, auto b) {
        auto const y = cx::sin(a) * b + a;
        return first ? y * cx::exp(b) - 1.0 : y;
      };
      bool const second = static_cast<bool>(cx::jit([&](auto a, auto b) { return one(a, b)[1] < 0.5; })(x, w));
      auto const by_hand = [&](auto a, auto b) {
        auto y = one(a, b);
        if (second) y = cx::tanh(y) * 3.0 + b;
        return cx::mean(y * y);
      };
      auto const [v2, g2] = cx::jit(cx::value_and_grad(by_hand, cx::argnums<0, 1>))(x, w);
      CHECK(v == v2);
      CHECK(std::get<0>(g) == std::get<0>(g2));
      CHECK(std::get<1>(g) == std::get<1>(g2));
      auto const [v3, d3] = cx::jvp(asking, std::tuple(x, w), std::tuple(w, x));
      auto const [v4, d4] = cx::jvp(by_hand, std::tuple(x, w), std::tuple(w, x));
      CHECK(v3 == v4);
      CHECK(d3 == d4);
    }
  }
  constexpr auto by_cond = [](auto x) { return cx::cond(x > 0.0, [](auto y) { return y * y; }, [](auto y) { return 3.0 - y; }, x); };
  for (double x : {1.7, -0.3}) {
    CHECK(cx::grad(bent)(ndarray(x)) == cx::grad(by_cond)(ndarray(x)));
    CHECK(cx::value_and_grad(bent)(ndarray(x)).first == cx::jit(by_cond)(ndarray(x)));
  }
}

TEST_CASE("numbers of the program: conversions, indices, lengths, && and ||") {
  constexpr auto f = [](auto v, auto i, auto n) {
    std::vector<double> const table{1.0, 10.0, 100.0};
    auto s = 0.0 * v[0];
    for (int k = 0; k < static_cast<int>(n); ++k) s = s + v[static_cast<int>(i)] * table[static_cast<std::size_t>(k)];
    if (n > 1 && v[0] > 0.0) s = s + 1000.0;
    if (n > 5 || v[0] < 0.0) s = s - 1.0;
    switch (i.template item<int>()) {
    case 0: return s;
    case 1: return 2.0 * s;
    default: return cx::sum(cx::ones({static_cast<long>(n), 2}) * s);
    }
  };
  ndarray const v{3.0, 4.0, 5.0};
  CHECK(cx::grad(f)(v, 0, 2) == ndarray{11.0, 0.0, 0.0});
  CHECK(cx::grad(f)(v, 1, 3) == ndarray{0.0, 222.0, 0.0});
  CHECK(cx::grad(f)(v, 2, 1) == ndarray{0.0, 0.0, 2.0});
  CHECK(number(cx::value_and_grad(f)(v, 0, 2).first) == 1033.0);
  CHECK(number(cx::value_and_grad(f)(-v, 0, 2).first) == -34.0);
  // no implicit conversion: std::sin(x) would cut off the derivative unseen
  static_assert(!std::is_convertible_v<cx::dynamic_tracer, double>);
  static_assert(!std::is_convertible_v<cx::dynamic_tracer, bool>);
  static_assert(!std::is_convertible_v<ndarray, bool>);
  constexpr auto kinds = [](auto a, auto b, auto c) {
    return a * (static_cast<double>(b) + static_cast<float>(c) + (b ? 100.0 : 0.0) + static_cast<unsigned char>(a));
  };
  CHECK(number(cx::grad(kinds)(ndarray(2.5), 3, true)) == 106.0);
}

namespace {
constexpr auto custom = cx::custom_jvp([](auto x) { return x > 0.0 ? x : 0.0 * x; },
                                       [](auto x, auto dx) {
                                         auto const y = x > 0.0 ? x : 0.0 * x;
                                         return std::pair{y, x > 0.0 ? 7.0 * dx : 5.0 * dx};
                                       });
constexpr auto custom_back = cx::custom_vjp([](auto x) { return x > 0.0 ? x : -x; },
                                            [](auto x) { return std::pair{x > 0.0 ? x : -x, x > 0.0 ? 3.0 + 0.0 * x : 0.0 * x}; },
                                            [](auto r, auto ct) { return r * ct; });
} // namespace
TEST_CASE("a function that asks, inside of others") {
  auto const slope = [](auto const& f, double x) { return number(cx::grad(f)(ndarray(x))); };
  // a compiled function, whose result is asked for
  constexpr auto of_jit = [](auto x) {
    auto const y = cx::jit([](auto z) { return z * z - 2.0; })(x);
    if (y > 0.0) return y * x;
    return -y;
  };
  CHECK(slope(of_jit, 3.0) == 25.0);
  CHECK(slope(of_jit, 1.0) == -2.0);
  // results of loops and maps
  constexpr auto of_scan = [](auto x) {
    auto const [last, ys] = cx::scan([](auto c, auto r) { return std::pair{c * r, c + r}; }, x[0], x);
    auto const rows = cx::vmap([](auto r) { return r * r; })(x);
    if (last > 10.0 && cx::sum(rows) > 3.0) return cx::sum(ys) * last;
    return cx::sum(rows);
  };
  CHECK(cx::grad(of_scan)(ndarray{1.0, 2.0}) == ndarray{2.0, 4.0});
  auto const grown = cx::grad(of_scan)(ndarray{3.0, 4.0}); // of (2 a + a^2 + b) a^2 b: 8 36 + 19 24, 36 + 19 9
  CHECK(grown == ndarray{744.0, 207.0});
  // a gradient inside, its function's questions and questions for its result
  constexpr auto descent = [](auto a) {
    auto const loss = [&](auto y) { return y > a ? cx::square(y - a) : cx::square(y - a) * 4.0; };
    auto y = 5.0 + 0.0 * a;
    for (int k = 0; k < 100; ++k) {
      auto const g = cx::grad(loss)(y);
      if (cx::abs(g) < 1e-14) break;
      y = y - 0.45 * g;
    }
    return y;
  };
  CHECK(near(slope(descent, 2.0), 1.0));
  CHECK(near(slope(descent, 7.0), 1.0));
  // of constants alone, and of constants and what has been captured
  constexpr auto constants = [](auto x) {
    auto const i = cx::arange(4);
    auto const three = cx::astype<double>(i[3]);
    auto const g = cx::grad([&](auto y) { return y > 2.0 ? x * y * y : y; })(three);
    auto const h = cx::grad([](auto y) { return y > 2.0 ? y * y : y; })(three);
    auto const s = cx::grad([&](auto y) { return cx::dynamic_tracer(y) > 2.0 ? x * y * y : x * y; })(3.0); // a static tracer
    return s + (g > 1.0 ? g : x) + (h > 5.0 ? h * x : x) + (i[3] == 3 ? x : 0.0 * x);
  };
  CHECK(slope(constants, 2.0) == 19.0);
  // a custom rule
  CHECK(slope([](auto x) { return custom(x) * 2.0; }, 1.0) == 14.0);
  CHECK(slope([](auto x) { return custom(x) * 2.0; }, -1.0) == 10.0);
  CHECK(slope(custom_back, 2.0) == 3.0);
  CHECK(slope(custom_back, -2.0) == 0.0);
  // what has no rows
  constexpr auto scaled = [](auto x, auto w) { return w > 1.0 ? x * w : x; };
  CHECK(cx::vmap(scaled, cx::in_axes<0, cx::none>)(ndarray{1.0, 2.0}, ndarray(2.0)) == ndarray{2.0, 4.0});
  CHECK(cx::vmap(scaled, cx::in_axes<0, cx::none>)(ndarray{1.0, 2.0}, ndarray(0.5)) == ndarray{1.0, 2.0});
  // captured arrays, and what comes along
  auto const held = cx::closure([](auto w, auto x) { return w > 0.0 ? w * x : x; }, ndarray(4.0));
  CHECK(number(held(ndarray(2.0))) == 8.0);
  CHECK(slope(held, 2.0) == 4.0);
  auto const [g, aux] = cx::grad([](auto x) { return std::pair{bent(x), x > 0.0 ? x : -x}; }, cx::has_aux)(ndarray(-2.0));
  CHECK(number(g) == -1.0);
  CHECK(number(aux) == 2.0);
}

TEST_CASE("vectors: steepest descent until the gradient is small") {
  // min |A x - b|^2 / 2 for A = tridiagonal; at the end x = A^-1 b, whose derivative along b_0 is known
  constexpr auto solve = [](auto b) {
    auto x = 0.0 * b;
    auto const times = [](auto v) { return 2.5 * v - cx::roll(v, 1) - cx::roll(v, -1); };
    auto r = b - times(x), p = r;
    auto rr = cx::sum(r * r);
    int trips = 0;
    while (rr > 1e-26) { // conjugate gradients
      auto const ap = times(p);
      auto const alpha = rr / cx::sum(p * ap);
      x = x + alpha * p, r = r - alpha * ap;
      auto const next = cx::sum(r * r);
      p = r + (next / rr) * p, rr = next;
      if (++trips > 200) break;
    }
    return x;
  };
  for (int n : {6, 3000}) {
    std::vector<double> b(static_cast<std::size_t>(n), 0.0);
    b[0] = 1.0, b[2] = -0.5;
    auto const [y, dy] = cx::jvp(solve, ndarray(b), ndarray(b));
    std::vector<double> const x = y.to_vector<double>(), dx = dy.to_vector<double>();
    double wrong = 0.0, differs = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      std::size_t const m = x.size();
      wrong = std::max(wrong, std::abs(2.5 * x[i] - x[(i + 1) % m] - x[(i + m - 1) % m] - b[i]));
      differs = std::max(differs, std::abs(x[i] - dx[i])); // linear in b: its derivative along b is itself
    }
    CHECK(wrong < 1e-12);
    CHECK(differs < 1e-11);
  }
}

TEST_CASE("random numbers: until one is accepted") {
  constexpr auto accepted = [](auto key, auto x) {
    auto k = key;
    for (int trip = 1;; ++trip) {
      auto const [next, now] = cx::random::split(k);
      k = next;
      auto const u = cx::random::uniform(now, {1})[0];
      if (u > 0.8) return u * x * static_cast<double>(trip);
    }
  };
  ndarray const key(cx::random::key(7));
  auto const [v, g] = cx::value_and_grad(accepted, cx::argnums<1>)(key, 1.0);
  CHECK(v == g);
  CHECK(number(v) > 0.8);
  CHECK(thrown<cx::type_error>([&] { (void)cx::grad([](auto x, auto k) { return k ? x : -x; })(1.0, key); }) ==
        "[constax] conversion of a key<fry>[] to a number: a key has none; draw some with cx::random");
}

TEST_CASE("exceptions, and several threads") {
  bool fails = true;
  auto const f = [&](auto x) {
    auto const inner = [&](auto y) {
      if (y > 1.0 && fails) throw 7;
      return y > 1.0 ? y * y : y;
    };
    return cx::grad(inner)(x) * (x > 0.0 ? x : -x);
  };
  for (int i = 0; i < 2; ++i) {
    fails = true;
    CHECK_THROWS_AS(cx::grad(f)(ndarray(3.0)), int);
    CHECK(number(cx::grad(f)(ndarray(0.5))) == 1.0);
    fails = false;
    CHECK(number(cx::grad(f)(ndarray(3.0))) == 12.0);
  }
  CHECK_THROWS_AS(cx::grad([](auto x) { return x[0] > 0.0 && x ? x[0] : x[1]; })(ndarray{1.0, 2.0}), cx::shape_error);
  CHECK_THROWS_AS(cx::grad([](auto x) { return x * static_cast<double>(x.template item<int>()); })(ndarray(1.0)), cx::type_error);

  std::vector<std::thread> threads;
  bool right[4] = {};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t, &right] {
      right[t] = true;
      for (int i = 0; i < 25; ++i) {
        double const x = (t + i) % 2 ? 2.0 + i : -1.0 - t;
        right[t] &= number(cx::grad([](auto y) { return y > 0.0 ? y * y : 3.0 - y; })(ndarray(x))) == (x > 0 ? 2 * x : -1.0);
      }
    });
  for (std::thread& t : threads) t.join();
  for (bool r : right) CHECK(r);
}

TEST_CASE("ndarrays outside of traced functions") {
  ndarray const a{{1.0, -2.0, 3.0}, {4.0, 5.0, 6.0}};
  CHECK(a[1] == ndarray{4.0, 5.0, 6.0});
  CHECK(a(0, 2) == ndarray(3.0));
  CHECK(a(cx::slice(), 1) == ndarray{-2.0, 5.0});
  CHECK(a(1, cx::slice(0, 2)) == ndarray{4.0, 5.0});
  CHECK(a[ndarray{1, 0, 1}](cx::slice(), 0) == ndarray{4.0, 1.0, 4.0});
  CHECK(a[-1][0] == ndarray(4.0));
  int passed = 0;
  if (a(0, 0) > 0) ++passed;
  if (a(0, 1) > 0) passed = 100;
  if (cx::all(a < 10.0) && !(a(0, 0) < 0)) ++passed;
  ndarray x(100.0);
  while (x > 1.0) x = x / 2.0, ++passed;
  CHECK(passed == 9);
  CHECK(static_cast<int>(a(1, 2)) == 6);
  CHECK(static_cast<double>(ndarray(3)) == 3.0);
  CHECK(static_cast<float>(ndarray(true)) == 1.0f);
  CHECK_THROWS_AS(static_cast<bool>(a), cx::shape_error);
  CHECK_THROWS_AS(a[2], cx::index_error);
}
