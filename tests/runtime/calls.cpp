// SPDX-License-Identifier: BSL-1.0
// ndarray, calls with trees of them, what is traced again and what is not, and what is thrown.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

#include <atomic>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace calls {
struct params {
  cx::ndarray w;
  cx::ndarray b;
};
} // namespace calls
CONSTAX_STRUCT(calls::params, w, b);

namespace {
using calls::params;
struct scaled { // a callable with state
  double by = 1.0;
  auto operator()(auto x) const { return x * by; }
};
int traces = 0;
constexpr auto counted = [](auto x) {
  ++traces;
  return cx::sum(x * x);
};

std::string printed(auto const& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

TEST_CASE("ndarray: from what it is made, and to what") {
  cx::ndarray const m{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
  CHECK(m.shape() == std::vector<std::int64_t>{2, 3});
  CHECK(m.rank() == 2);
  CHECK(m.size() == 6);
  CHECK(m.shape(-1) == 3);
  CHECK(m.dtype() == cx::dtype::f64);
  CHECK(printed(m) == "[[1 2 3]\n [4 5 6]]");
  CHECK(printed(cx::array<double, 2, 3>{1, 2, 3, 4, 5, 6}) == printed(m));
  CHECK(m == cx::ndarray(std::vector<double>{1, 2, 3, 4, 5, 6}, {2, 3}));
  CHECK(m == cx::ndarray(cx::array<double, 2, 3>{1, 2, 3, 4, 5, 6}));
  std::vector<double> const memory{1, 2, 3, 4, 5, 6};
  CHECK(m == cx::ndarray(cx::view<double const, 2, 3>(memory)));
  CHECK(m.to<double, 2, 3>() == cx::array<double, 2, 3>{1, 2, 3, 4, 5, 6});
  constexpr cx::dim<"n"> n;
  CHECK(m.to<double, n, 3>().length(0) == 2);
  CHECK(m.to_vector<double>() == memory);
  CHECK(cx::ndarray(2.5f).item<float>() == 2.5f);
  CHECK(cx::ndarray(2.5f).rank() == 0);
  CHECK(printed(cx::ndarray{true, false}) == "[1 0]");
  CHECK(cx::ndarray{{{1, 2}, {3, 4}}}.shape() == std::vector<std::int64_t>{1, 2, 2});
  CHECK(cx::ndarray(std::vector<bool>{true, false}).to_vector<bool>() == std::vector<bool>{true, false});
  CHECK(printed(cx::ndarray(std::vector<double>{})) == "[]");
  CHECK(printed(cx::eye(2) * 3.0) == "[[3 0]\n [0 3]]"); // constants are numbers outside of a trace
  std::string inside;
  cx::jit([&](auto x) {
    inside = printed(x);
    return x;
  })(m);
  CHECK(inside == "Traced<" + printed(m.type()) + ">");
  cx::ndarray copy = m;
  CHECK(copy.data<double>() == m.data<double>()); // shared: nobody writes
  CHECK(cx::ndarray() == cx::ndarray(0.0));

  CHECK(thrown<cx::type_error>([&] { (void)m.to_vector<float>(); }) ==
        "[constax] ndarray: to_vector is asked for elements of dtype f32, the array is f64[2,3]; convert it in a traced function, with "
        "cx::astype");
  CHECK(thrown<cx::shape_error>([&] { (void)m.item<double>(); }) ==
        "[constax] ndarray: item is the only element of an array, this one is f64[2,3]; index it first, x(i, j), or reduce it with cx::sum");
  CHECK(thrown<cx::shape_error>([&] { (void)m.to<double, 3, 2>(); }) ==
        "[constax] ndarray: an array f64[2,3] does not fit one of type f64[3,2]");
  CHECK(thrown<cx::shape_error>([&] {
          cx::ndarray(memory, {4, 2});
        }) == "[constax] ndarray: there are 6 elements, an array f64[4,2] has 8");
  CHECK(thrown<cx::shape_error>([&] { cx::ndarray{{1.0, 2.0}, {3.0}}; }) ==
        "[constax] ndarray: the lists are of different lengths; each row has as many elements as the first");
  CHECK(thrown<cx::shape_error>([&] {
          cx::ndarray(memory, {-2, -3});
        }) == "[constax] ndarray: the length -2 on axis 0 of f64[-2,-3] is negative");
  CHECK(thrown<cx::shape_error>([&] {
          cx::ndarray(memory, {1, 1, 1, 1, 1, 1, 1, 1, 6});
        }) == "[constax] ndarray: there would be more than 8 axes; join some of them with cx::reshape");
}

TEST_CASE("shapes that are known late") {
  auto const f = [](auto x) { return cx::mean(cx::reshape<-1>(x)); };
  for (int n : {1, 2, 7}) {
    std::vector<double> xs(static_cast<std::size_t>(3 * n), 2.0);
    CHECK(cx::jit(f)(cx::ndarray(xs, {3, n})).item<double>() == 2.0);
  }
  cx::ndarray const m{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
  CHECK(cx::jit([](auto x) { return cx::sum(cx::reshape(x, {3, -1}), {0}); })(m) == cx::ndarray{9.0, 12.0});
  CHECK(cx::jit([](auto x) { return cx::transpose(x, {1, 0})[cx::slice(0_c, 2_c)]; })(m) == cx::ndarray{{1.0, 4.0}, {2.0, 5.0}});
  CHECK(cx::jit([](auto x) {
          std::vector<decltype(x)> rows;
          for (int i = 0; i < x.shape(0); ++i) rows.push_back(x[i] * static_cast<double>(i));
          return cx::stack(rows, 1);
        })(m) == cx::ndarray{{0.0, 4.0}, {0.0, 5.0}, {0.0, 6.0}});
  CHECK(cx::jit([](auto x) { return cx::broadcast_to(cx::mean(x, {1}), {3, 2}); })(m) == cx::ndarray{{2.0, 5.0}, {2.0, 5.0}, {2.0, 5.0}});
  CHECK(cx::jit([](auto x) { return cx::sum(x, 1) + cx::max(x, 1_c); })(m) == cx::ndarray{9.0, 21.0});
}

TEST_CASE("trees, numbers and arrays beside ndarrays") {
  auto const affine = [](auto p, auto x) { return cx::sum(p.w * x + p.b); };
  params const p{cx::ndarray{1.0, 2.0}, cx::ndarray(3.0)};
  CHECK(cx::jit(affine)(p, 2.0).item<double>() == 12.0);
  CHECK(cx::jit(affine)(p, cx::array<double, 2>{1.0, 0.5}).item<double>() == 8.0);
  params const g = cx::grad(affine)(p, 2.0);
  CHECK(g.w == cx::ndarray{2.0, 2.0});
  CHECK(g.b.item<double>() == 2.0);
  auto const [v, both] = cx::value_and_grad(affine, cx::argnums<1, 0>)(p, cx::ndarray(2.0));
  CHECK(v.item<double>() == 12.0);
  CHECK(std::get<0>(both).item<double>() == 3.0);
  CHECK(std::get<1>(both).w == cx::ndarray{2.0, 2.0});
  auto const [y, dy] = cx::jvp([](auto a, auto b) { return a * b; }, std::tuple{cx::ndarray(3.0), 2.0}, std::tuple{1.0, cx::ndarray(10.0)});
  CHECK(y.item<double>() == 6.0);
  CHECK(dy.item<double>() == 32.0);
  auto const swapped = cx::jit([](auto t) { return std::tuple{std::get<1>(t), std::get<0>(t)}; })(std::tuple{cx::ndarray{1, 2}, 0.5f});
  CHECK(std::get<0>(swapped).item<float>() == 0.5f);
  CHECK(std::get<1>(swapped) == cx::ndarray{1, 2});
  CHECK(cx::jit([](auto x, auto n) { return x * static_cast<double>(n.value); })(cx::ndarray(2.0), 3_c).item<double>() == 6.0);
  CHECK(cx::closure([](auto a, auto x) { return a * x; }, cx::ndarray(4.0))(cx::ndarray{1.0, 2.0}) == cx::ndarray{4.0, 8.0});
}

TEST_CASE("a program is traced once for each signature, and never stale") {
  traces = 0;
  cx::ndarray const three{1.0, 2.0, 3.0}, two{1.0, 2.0};
  for (int i = 0; i < 3; ++i) CHECK(cx::jit(counted)(three).item<double>() == 14.0);
  CHECK(traces == 1);
  CHECK(cx::jit(counted)(two).item<double>() == 5.0);
  CHECK(cx::jit(counted)(cx::ndarray{1.0f, 2.0f}).item<float>() == 5.0f);
  CHECK(traces == 3);
  CHECK(cx::cache_size(counted, two) == 3);
  cx::grad(counted)(two), cx::grad(counted)(two);
  CHECK(traces == 4);

  double by = 2.0;
  auto const times = [&](auto x) { return x * by; };
  CHECK(cx::jit(times)(two) == cx::ndarray{2.0, 4.0});
  by = 3.0;
  CHECK(cx::jit(times)(two) == cx::ndarray{3.0, 6.0});
  CHECK(cx::jit(scaled{5.0})(two) == cx::ndarray{5.0, 10.0});
  CHECK(cx::jit(scaled{7.0})(two) == cx::ndarray{7.0, 14.0});
  CHECK(cx::vmap(scaled{7.0})(two) == cx::ndarray{7.0, 14.0});
  CHECK(cx::vmap(scaled{8.0})(two) == cx::ndarray{8.0, 16.0});

  std::vector<std::thread> threads;
  std::vector<double> sums(8);
  for (std::size_t i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 20; ++k)
        sums[i] = cx::jit([](auto x) { return cx::sum(cx::sqrt(x)); })(cx::ndarray{1.0, 4.0, static_cast<double>(i * i)}).item<double>();
    });
  for (std::thread& t : threads) t.join();
  for (std::size_t i = 0; i < 8; ++i) CHECK(sums[i] == 3.0 + static_cast<double>(i));
}

TEST_CASE("what is wrong is said in the words of static programs, and the next call is as good as the first") {
  cx::ndarray const three{1.0, 2.0, 3.0}, two{1.0, 2.0}, whole{1, 2, 3};
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto x, auto y) { return x + y; })(three, two); }) ==
        "[constax] add: shapes f64[3] and f64[2] do not broadcast; reshape one of them, or name equal symbols");
  CHECK(thrown<cx::type_error>([&] { cx::jit([](auto x, auto y) { return x + y; })(three, whole); }) ==
        "[constax] add: operands have dtypes f64[3] and i32[3]; convert one of them with cx::astype");
  CHECK(thrown<cx::type_error>([&] { cx::jit([](auto x) { return x * 0.5; })(whole); }) ==
        "[constax] a floating-point number meets a traced value of dtype i32: the number would be truncated; convert the traced value with "
        "cx::astype<double>(x)");
  CHECK(thrown<cx::type_error>([&] { cx::jit([](auto x) { return cx::mean(x); })(whole); }) ==
        "[constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[3]; convert them with "
        "cx::astype<double>(x)");
  CHECK(thrown<cx::index_error>([&] {
          cx::jit([](auto x) { return x[3]; })(three);
        }).find("out of bounds on axis 0 of an operand of type f64[3]") != std::string::npos);
  CHECK(thrown<cx::index_error>([&] { cx::jit([](auto x) { return x(0, 0); })(three); }) ==
        "[constax] index: more indices than axes of a traced value of type f64[3]");
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto x) { return cx::sum(x, 1_c); })(three); }) ==
        "[constax] reduce_sum: axis 1 is out of range for an operand of type f64[3]; axes are counted from 0, from the end from -1");
  CHECK(thrown<cx::error>([&] { cx::jit([](auto x) { return cx::reshape<2, 2>(x); })(three); }).find("[constax] reshape: ") == 0);
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto x, auto y) { return cx::matmul(x, y); })(three, cx::ndarray(1.0)); }) ==
        "[constax] matmul: operands f64[3] and f64[] need at least one axis each, and leading axes that broadcast; for a product with a "
        "scalar write x * y");
  CHECK(thrown<cx::concretization_error>([&] {
          cx::jit([](auto x) {
            if (x[0] > 0.0) return x;
            return -x;
          })(three);
        }) ==
        "[constax] conversion of a traced value of type bool[] to bool: inside of jit its number is not known while the program is "
        "recorded; use cx::where or cx::cond in the place of `if` and `?:`, cx::while_loop of `while`, cx::fori_loop of `for`, x == 0 of "
        "`!x`, & of `&&`; a function that is called without cx::jit may ask");
  CHECK(thrown<cx::type_error>([&] { cx::grad([](auto x) { return x; })(three); }) ==
        "[constax] grad: the function must return a scalar, its result is f64[3]; sum it, or use cx::jacrev");
  CHECK(thrown<cx::type_error>([&] { cx::grad(counted)(whole); }) ==
        "[constax] grad: derivatives are taken in floating-point arguments, argument 0 has a leaf of type i32[3]; convert it with "
        "cx::astype, or leave it out "
        "of cx::argnums");
  CHECK(thrown<cx::type_error>([&] { cx::jvp(counted, three, two); }) ==
        "[constax] jvp: the tangent of a primal of type f64[3] has type f64[2]; they must be the same");
  CHECK(thrown<cx::shape_error>([&] { cx::vmap([](auto x, auto y) { return x + y; })(three, two); }) ==
        "[constax] vmap: the mapped axes have different lengths: axis 0 of f64[3], in argument 0, has length 3, and axis 0 of f64[2], in "
        "argument 1, has "
        "length 2; name the axes of rows in cx::in_axes, or cx::none");
  CHECK(thrown<cx::shape_error>([&] { cx::vmap(counted, cx::in_axes<1>)(three); }) ==
        "[constax] vmap: in_axes names axis 1 of argument 0, which is f64[3]; use cx::none for an argument without rows");
  CHECK(thrown<cx::type_error>([&] {
          cx::jit([](auto x) {
            x += cx::sum(x) > 0.0;
            return x;
          })(three);
        }).find("[constax] add") == 0);

  // the user's own exceptions, at any depth
  bool fails = true;
  auto const inner = [&](auto x) {
    auto y = cx::sin(x);
    if (fails) throw 7;
    return cx::sum(y);
  };
  auto const outer = [&](auto x) { return cx::grad(inner)(x) + cx::vmap([&](auto r) { return r * inner(x); })(x); };
  CHECK_THROWS_AS(cx::jit(outer)(three), int);
  fails = false;
  cx::ndarray const right = cx::jit(outer)(three);
  fails = true;
  CHECK_THROWS_AS(cx::jit(outer)(three), int);
  // one that the traced function catches leaves the rest of the program right
  auto const tries = [&](auto x) {
    auto y = x * 2.0;
    try {
      y = cx::grad(inner)(y);
    } catch (int) {}
    try {
      y = y + cx::reshape<7>(x);
    } catch (cx::error const&) {}
    return y + 1.0;
  };
  CHECK(cx::jit(tries)(three) == cx::ndarray{3.0, 5.0, 7.0});
  fails = false;
  CHECK(cx::jit(outer)(three) == right);
}

TEST_CASE("a tracer that outlives its trace says so") {
  cx::dynamic_tracer kept;
  CHECK(thrown<cx::type_error>([&] { (void)(kept + 1.0); }) ==
        "[constax] an empty dynamic_tracer, which stands for no value, is used; assign a traced value to it first");
  cx::ndarray const x{1.0, 2.0};
  cx::jit([&](auto y) { return kept = y * 2.0; })(x);
  std::string const words =
      "[constax] jit: a tracer was used after the trace that made it had ended: return it from the traced function instead of storing it "
      "outside";
  CHECK(thrown<cx::error>([&] { (void)(kept + 1.0); }) == words);
  CHECK(thrown<cx::error>([&] { cx::jit([&](auto y) { return y + kept; })(x); }) == words);
  CHECK(thrown<cx::error>([&] { cx::jit([&](auto y) { return std::tuple{y, kept}; })(x); }) == words);
  cx::jit([&](auto y) {
    cx::dynamic_tracer of_inner;
    auto const z = cx::grad([&](auto v) {
      of_inner = v * 3.0;
      return cx::sum(of_inner);
    })(y);
    CHECK(thrown<cx::error>([&] { (void)(of_inner + z); }).find("a tracer was used after the trace that made it had ended") !=
          std::string::npos);
    return z;
  })(x);
}

} // namespace

namespace {
double scale = 2.0;
int numbered = 0;
} // namespace
TEST_CASE("programs that are kept: counted, forgotten, and found to be stale") {
  constexpr auto f = [](auto x) { return x * scale; };
  cx::ndarray const x{1.0, 2.0};
  CHECK(cx::jit(f)(x) == cx::ndarray{2.0, 4.0});
  CHECK(cx::jit(f)(x) == cx::ndarray{2.0, 4.0});
  CHECK(cx::cache_info(f, x).programs == 1);
  CHECK(cx::cache_info(f, x).hits == 1);
  CHECK(cx::cache_info(f, x).misses == 1);
  cx::check_trace(f)(x);
  scale = 3.0;
  CHECK(cx::jit(f)(x) == cx::ndarray{2.0, 4.0}); // it was read while f was traced
  std::string said;
  try {
    cx::check_trace(f)(x);
  } catch (cx::error const& e) {
    said = e.what();
  }
  CHECK(said.find("[constax] check_trace: a program that is kept is no longer what the function does") == 0);
  CHECK(said.find("2.0:f64[]") != std::string::npos);
  CHECK(said.find("3.0:f64[]") != std::string::npos);
  cx::clear_cache(f, x);
  CHECK(cx::jit(f)(x) == cx::ndarray{3.0, 6.0});
  cx::check_trace(f)(x);
  CHECK_THROWS_AS(cx::check_trace([](auto y) { return y + static_cast<double>(++numbered); })(x), cx::error);
}
TEST_CASE("threads that call for the first time at once: one trace") {
  static std::atomic<int> traces = 0;
  constexpr auto f = [](auto x) { return ++traces, cx::sin(x) + cx::sum(x); };
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { cx::jit(f)(cx::ndarray{1.0, 2.0, 3.0}); });
  for (std::thread& t : threads) t.join();
  CHECK(traces == 1);
}
TEST_CASE("so many programs are kept: those that were called last") {
  constexpr auto f = [](auto x) { return ++numbered, cx::sum(x * 2.0); };
  auto const of_length = [](int n) { return cx::ndarray(std::vector<double>(static_cast<std::size_t>(n), 1.0)); };
  auto const traced = [&](int n) {
    int const before = numbered;
    CHECK(cx::jit(f)(of_length(n)).item<double>() == 2.0 * n);
    return numbered - before;
  };
  auto const info = [&] { return cx::cache_info(f, of_length(1)); };
  cx::set_cache_limit(3);
  for (int n : {1, 2, 3}) CHECK(traced(n) == 1);
  CHECK(traced(1) == 0); // 2 is the one that has not been called for longest
  CHECK(traced(4) == 1);
  CHECK(info().programs == 3);
  CHECK(info().dropped == 1);
  for (int n : {1, 3, 4}) CHECK(traced(n) == 0);
  CHECK(traced(2) == 1);
  CHECK(traced(1) == 1);
  CHECK(info().dropped == 3);
  CHECK(info().hits == 4);
  CHECK(info().misses == 6);
  cx::set_cache_limit(1);
  CHECK(traced(5) == 1);
  CHECK(info().programs == 1);
  cx::set_cache_limit(0); // one is always kept
  CHECK(traced(6) == 1);
  CHECK(traced(6) == 0);
  cx::clear_cache(f, of_length(1));
  CHECK(info().dropped == 0);
  cx::set_cache_limit(1'024);
}
