// SPDX-License-Identifier: BSL-1.0
// Calls of ndarrays' functions, drawn at random, against NumPy (numpy_calls.py): odd shapes, negative axes, empty arrays. Integers, bools
// and shapes are equal; floating results are as near as their type has it.
#include <constax/runtime.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace cx = constax;
using cx::ndarray;
using cx::i64;
using tracer = cx::dynamic_tracer;
using list = std::vector<tracer>;
using numbers = std::vector<i64>;

struct line {
  char const *name, *numbers, *operands, *shape, *elements;
};
line const table[] = {
#include "numpy_calls.inc"
};

numbers whole_numbers(std::string text) {
  for (char& c : text)
    if (c == ',' || c == '[' || c == ']') c = ' ';
  std::istringstream in(text);
  numbers n;
  for (i64 k; in >> k;) n.push_back(k);
  return n;
}
template <class T> ndarray data(numbers const& shape, i64 seed) {
  i64 n = 1;
  for (i64 k : shape) n *= k;
  std::vector<T> xs;
  for (i64 i = 0; i < n; ++i) {
    i64 const k = (i * 37 + seed * 11) % 101;
    if constexpr (std::is_same_v<T, bool>) xs.push_back(k % 3 == 0);
    else if constexpr (std::is_integral_v<T>) xs.push_back(static_cast<T>(k % 17 - 8));
    else xs.push_back(static_cast<T>(static_cast<double>(k) / 8 - 5));
  }
  return ndarray(xs, shape);
}
std::vector<ndarray> operands_of(std::string const& text) {
  std::istringstream in(text);
  std::vector<ndarray> xs;
  for (std::string one; in >> one;) {
    auto const open = one.find('['), star = one.find('*');
    std::string const type = one.substr(0, open);
    numbers const shape = whole_numbers(one.substr(open, star - open));
    i64 const seed = std::stoll(one.substr(star + 1));
    if (type == "f64") xs.push_back(data<double>(shape, seed));
    else if (type == "f32") xs.push_back(data<float>(shape, seed));
    else if (type == "i32") xs.push_back(data<int>(shape, seed));
    else xs.push_back(data<bool>(shape, seed));
  }
  return xs;
}

// ---- what each name calls -------------------------------------------------------------------------------------------------------------
using function = tracer (*)(list const& x, numbers const& n);
#define ALL(name) {#name, [](list const& x, numbers const&) -> tracer { return cx::name(x[0]); }}
#define AXIS(name) {#name "_axis", [](list const& x, numbers const& n) -> tracer { return cx::name(x[0], n[0]); }}
#define ALONG(name) {#name, [](list const& x, numbers const& n) -> tracer { return cx::name(x[0], n[0]); }}
#define BOTH(name) ALL(name), AXIS(name)
#define TWO(name, op) {name, [](list const& x, numbers const&) -> tracer { return cx::op(x[0], x[1]); }}
#define AS(name, ...) {name, []([[maybe_unused]] list const& x, [[maybe_unused]] numbers const& n) -> tracer { return __VA_ARGS__; }}
int small(i64 n) { return static_cast<int>(n); }
std::map<std::string, function> const calls{
    BOTH(sum), BOTH(prod), BOTH(any), BOTH(all), BOTH(count_nonzero), BOTH(argmax), BOTH(argmin), BOTH(ptp), BOTH(mean), BOTH(var),
    BOTH(median), BOTH(nansum), BOTH(nanmean), ALL(max), ALL(min), AS("max_axis", cx::amax(x[0], n[0])),
    AS("min_axis", cx::amin(x[0], n[0])), AS("std", cx::std_(x[0])), AS("std_axis", cx::std_(x[0], n[0])),
    AS("sum_where", cx::sum(x[0], n[0], cx::where(x[1]))), AS("max_where", cx::amax(x[0], n[0], cx::where(x[1]), cx::initial(-1))),
    AS("mean_where", cx::mean(x[0], n[0], cx::where(x[1]))),
    AS("quantile", cx::quantile(x[0], static_cast<double>(n[1]) / 8, n[0])), AS("average", cx::average(x[0], 0, x[1])),
    ALONG(cumsum), ALONG(cumprod), ALONG(sort), ALONG(flip), ALONG(argsort), AS("diff", cx::diff(x[0], n[1], n[0])), ALONG(unwrap),
    ALONG(gradient), ALONG(trapezoid), AS("roll", cx::roll(x[0], n[1], n[0])), AS("roll_flat", cx::roll(x[0], n[0])),
    AS("swapaxes", cx::swapaxes(x[0], n[0], n[1])), AS("moveaxis", cx::moveaxis(x[0], n[0], n[1])), ALL(transpose), ALONG(expand_dims),
    ALL(squeeze), AS("reshape", cx::reshape(x[0], {n[0], -1})), AS("repeat", cx::repeat(x[0], n[1], n[0])),
    AS("tile", cx::tile(x[0], {n[0], n[1]})), ALONG(rot90), AS("concatenate", cx::concatenate(x[0], x[1], n[0])),
    AS("stack", cx::stack(x[0], x[1], n[0])), AS("split", cx::array_split(x[0], n[1], n[0]).back()),
    AS("delete", cx::delete_(x[0], n[1], n[0])), AS("insert", cx::insert(x[0], n[1], 7, n[0])),
    AS("pad_edge", cx::pad(x[0], {{n[0], n[1]}}, cx::mode::edge)), AS("pad_reflect", cx::pad(x[0], {{n[0], n[1]}}, cx::mode::reflect)),
    AS("pad_symmetric", cx::pad(x[0], {{n[0], n[1]}}, cx::mode::symmetric)), AS("pad_wrap", cx::pad(x[0], {{n[0], n[1]}}, cx::mode::wrap)),
    ALONG(pad), ALONG(tril), ALONG(triu), ALONG(diagonal), ALONG(trace), ALONG(diag), AS("diag_vector", cx::diag(x[0], n[0])),
    TWO("matmul", matmul), TWO("dot", dot), TWO("outer", outer), TWO("kron", kron), TWO("cross", cross),
    AS("tensordot", cx::tensordot(x[0], x[1], n[0])), AS("einsum", cx::einsum("bij,jk->bki", x[0], x[1])), ALL(cov),
    AS("det", cx::det(x[0] + 20.0 * cx::eye(x[0].shape(-1)))),
    AS("slogdet", cx::slogdet(x[0] + 20.0 * cx::eye(x[0].shape(-1))).second), AS("fill_diagonal", cx::fill_diagonal(x[0], 7)),
    ALONG(vander), TWO("add", add),
    TWO("subtract", sub), TWO("multiply", mul), TWO("maximum", max), TWO("minimum", min), TWO("less", lt), TWO("equal", eq),
    TWO("hypot", hypot), TWO("arctan2", atan2), TWO("copysign", copysign), TWO("logaddexp", logaddexp), TWO("fmod", rem),
    TWO("heaviside", heaviside), TWO("isclose", isclose), TWO("floor_divide", floor_divide), TWO("mod", mod), TWO("gcd", gcd),
    TWO("lcm", lcm), AS("where", cx::where(x[0], x[1], x[2])), AS("clip", cx::clip(x[0], n[0], n[0] + 3)),
    TWO("convolve_full", convolve), AS("convolve_same", cx::convolve(x[0], x[1], cx::mode::same)),
    AS("convolve_valid", cx::convolve(x[0], x[1], cx::mode::valid)), AS("correlate_full", cx::correlate(x[0], x[1], cx::mode::full)),
    AS("correlate_same", cx::correlate(x[0], x[1], cx::mode::same)), TWO("correlate_valid", correlate), TWO("polyval", polyval),
    ALL(polyder), ALL(polyint), AS("interp", cx::interp(x[0], cx::sort(x[1]), x[2])),
    AS("searchsorted_left", cx::searchsorted(cx::sort(x[0]), x[1])),
    AS("searchsorted_right", cx::searchsorted(cx::sort(x[0]), x[1], cx::side::right)), AS("histogram", cx::histogram(x[0], n[0]).first),
    AS("histogram_edges", cx::histogram(x[0], n[0]).second), AS("take", cx::take(x[0], -(cx::arange(3) % 2), n[0])),
    AS("take_along_axis", cx::take_along_axis(x[0], cx::flip(cx::argsort(x[0], n[0]), 0), n[0])),
    AS("nonzero", cx::stack(cx::nonzero(x[0]))), ALL(argwhere), ALL(unique), AS("unique_counts", cx::unique_counts(x[0]).second),
    AS("unique_inverse", cx::unique_inverse(x[0]).second), TWO("union1d", union1d), TWO("intersect1d", intersect1d),
    TWO("setdiff1d", setdiff1d), TWO("setxor1d", setxor1d), TWO("isin", isin),
    AS("unravel_index", cx::stack(cx::unravel_index(cx::abs(x[0]), {n[0], n[1]}))), AS("bincount", cx::bincount(cx::abs(x[0]), 9)),
    AS("slice", x[0][cx::slice(n[0], n[1], n[2])]), AS("slice_from", x[0][cx::slice(n[0], cx::none, n[1])]), AS("rows", x[0][n[0]]),
    AS("add_at", x[0].at(cx::abs(x[1]) % small(x[0].shape(0))).add(1)), AS("linspace", cx::linspace(-1, 2, n[0])),
    AS("linspace_open", cx::linspace(-1, 2, n[0], cx::endpoint<false>)), AS("geomspace", cx::geomspace(1, 256, n[0])),
    AS("logspace", cx::logspace(0, 2, n[0])), AS("hanning", cx::hanning(n[0])), AS("hamming", cx::hamming(n[0])),
    AS("blackman", cx::blackman(n[0])), AS("bartlett", cx::bartlett(n[0])), AS("eye", cx::eye(n[0], n[1], n[2])),
    AS("tri", cx::tri(n[0], n[1], n[2])), AS("triu_indices", cx::stack(cx::triu_indices(n[0], n[1], n[2]))),
    AS("tril_indices", cx::stack(cx::tril_indices(n[0], n[1], n[2]))), AS("arange", cx::arange(n[0], n[1], n[2])),
};

std::vector<double> elements_of(ndarray const& y) {
  std::vector<double> all;
  cx::detail::visit_dtype(y.dtype(), [&]<class T>(T) {
    if constexpr (std::is_arithmetic_v<T>)
      for (i64 i = 0; i < y.size(); ++i) all.push_back(static_cast<double>(y.data<T>()[i]));
    return true;
  });
  return all;
}
/// The largest difference, in units in the last place of the largest number.
double distance(std::vector<double> const& a, std::vector<double> const& b, double unit) {
  double most = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    most = std::fmax(most, std::isfinite(a[i] - b[i]) ? std::fabs(a[i] - b[i]) : HUGE_VAL);
  }
  for (double v : b)
    if (std::isfinite(v)) size = std::fmax(size, std::fabs(v));
  return most == 0 ? 0 : most / (unit * std::fmax(size, 1.0));
}

} // namespace

TEST_CASE("calls drawn at random give what NumPy gives") {
  for (line const& l : table) {
    INFO(l.name << " numbers " << l.numbers << ", operands " << l.operands << ", expected " << l.shape << ": " << l.elements);
    auto const at = calls.find(l.name);
    bool const by_bools = std::string(l.name) == "bools"; // of ndarrays alone
    REQUIRE((by_bools || at != calls.end()));
    numbers const n = whole_numbers(l.numbers);
    std::vector<ndarray> const xs = operands_of(l.operands);
    ndarray y;
    try {
      if (by_bools) y = xs[0][xs[1]];
      else y = cx::detail::call_late([&](list const& x) { return at->second(x, n); }, xs);
    } catch (cx::error const& e) {
      FAIL_CHECK(e.what());
      continue;
    }
    CHECK(y.shape() == whole_numbers(l.shape + 1));
    std::vector<double> expected;
    std::istringstream in(l.elements);
    for (std::string v; in >> v;) expected.push_back(std::strtod(v.c_str(), nullptr));
    std::vector<double> const found = elements_of(y);
    REQUIRE(found.size() == expected.size());
    INFO("found " << cx::info(y.dtype()).name << ' ' << y);
    CHECK((l.shape[0] == 'f') == y.type().floating());
    CHECK(distance(found, expected, y.dtype() == cx::dtype::f32 ? 0x1p-23 : 0x1p-52) <= (y.type().floating() ? 8 : 0));
  }
}

TEST_CASE("what a function takes beside ndarrays: numbers, and texts beside traced values") {
  cx::ndarray const x{3.0, 1.0, 2.0}, y{0.5, 4.0, 2.0}, n{6, 4, 9}, a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
  CHECK(cx::select_n(x > 1.5, 0.0, x) == cx::ndarray{3.0, 0.0, 2.0});
  CHECK(cx::empty_like(x) == cx::ndarray{0.0, 0.0, 0.0});
  CHECK(cx::ndarray(cx::empty<float>({2})) == cx::ndarray{0.0f, 0.0f});
  CHECK(cx::polyval(x, 2.0) == cx::ndarray(16.0));
  CHECK(cx::polyval(x, 2) == cx::ndarray(16.0));
  CHECK(cx::interp(1.5, cx::sort(x), y) == cx::ndarray(2.25));
  CHECK(cx::jit([](auto p, auto q) { return cx::polyval(p, 2.0) + cx::interp(1.5, cx::sort(p), q); })(x, y) == cx::ndarray(18.25));
  CHECK(cx::jit([](auto p, auto q) { return cx::polyval(p, 2.0) + cx::interp(1.5, cx::sort(p), q); })(
            cx::array<double, 3>{3, 1, 2}, cx::array<double, 3>{0.5, 4, 2}) == 18.25);
  CHECK(cx::float_power(n, 0.5) == cx::sqrt(cx::astype<double>(n)));
  CHECK(cx::float_power(n, -1) == 1.0 / cx::astype<double>(n));
  CHECK(cx::float_power(2, x) == cx::ndarray{8.0, 2.0, 4.0});
  CHECK(cx::jit([&](auto v) { return cx::einsum("ij,j->i", a, v); })(x) == cx::ndarray{11.0, 29.0});
  CHECK(cx::linspace(0.0, x[0], 4) == cx::ndarray{0.0, 1.0, 2.0, 3.0});
  CHECK(cx::linspace(x, y, 2) == cx::stack({x, y}));
  CHECK(cx::cast<int>(x) == cx::ndarray{3, 1, 2});
}

TEST_CASE("loops and branches of ndarrays run at once") {
  cx::ndarray const x{3.0, 1.0, 2.0}, n{6, 4, 9}, a{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
  auto const [carry, ys] = cx::scan(
      [](auto c, auto v) {
        auto const s = c + v;
        return std::pair{s, s * v};
      },
      0.0, x);
  CHECK(carry == cx::ndarray(6.0));
  CHECK(ys == cx::ndarray{9.0, 4.0, 12.0});
  CHECK(cx::map([](auto row) { return cx::sum(row); }, a) == cx::ndarray{6.0, 15.0});
  CHECK(cx::fori_loop(0, 3, [](auto i, auto c) { return c * 2.0 + cx::astype<double>(i); }, x) == cx::ndarray{28.0, 12.0, 20.0});
  CHECK(cx::while_loop([](auto c) { return cx::sum(c) < 100.0; }, [](auto c) { return c * 2.0; }, x) == cx::ndarray{96.0, 32.0, 64.0});
  CHECK(cx::cond(x[0] > 2.0, [](auto v) { return v * 2.0; }, [](auto v) { return v; }, x) == cx::ndarray{6.0, 2.0, 4.0});
  CHECK(cx::switch_(n[1] - 3, std::tuple{[](auto v) { return v; }, [](auto v) { return -v; }}, x) == cx::ndarray{-3.0, -1.0, -2.0});
  // More elements than a constant may have, and functions that capture what is traced: a part of that program.
  cx::ndarray const many = cx::arange<double>(0, 100000);
  CHECK(cx::scan([](auto c, auto v) { return std::pair{c + v, c}; }, 0.0, many).first == cx::ndarray(4999950000.0));
  CHECK(cx::jit([&](auto v) { return cx::scan([&](auto c, auto r) { return std::pair{c + r * v, r}; }, v, x).first; })(x) == x * 7.0);
}
