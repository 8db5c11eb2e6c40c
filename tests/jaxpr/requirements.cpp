// SPDX-License-Identifier: BSL-1.0
// What a call must keep, against enumeration: for slices of symbolic axes, their derivatives and their rows, and for all lengths that the
// symbols may have, the listed extents are not negative where every element that is read is there, and only there.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <string>
#include <vector>

using namespace constax;

namespace {

constexpr symbol name_n = pack_symbol("n"), name_m = pack_symbol("m");
constexpr extent n = extent::of(name_n), m = extent::of(name_m);

bindings bound_to(i64 at_n, i64 at_m) {
  bindings b;
  b.name[0] = name_n, b.value[0] = at_n, b.name[1] = name_m, b.value[1] = at_m, b.count = 2;
  return b;
}
vec<requirement> required(jaxpr const& j) {
  vec<aval const*> args;
  for (u32 v : j.ins) args.push(&j.type(v));
  return requirements(j, args);
}
bool all_hold(range<requirement> rs, bindings const& b) {
  for (requirement const& r : rs)
    if (b(r.of) < 0) return false;
  return true;
}

struct cut {
  extent length, start, limit;
  i64 stride;
};
/// sum(square(x[start : limit : stride])); the second argument only tells what m is
jaxpr energy_of(cut const& s) {
  context c("trace");
  value const x = c.input({dtype::f64, {s.length}});
  c.input({dtype::boolean, {m}});
  value const y = slice(x, {s.start}, {s.limit}, axes{s.stride});
  value const z = reduce_sum(y * y, axes{0});
  return c.finish({&z, 1});
}
/// Which elements a cut takes from an axis of that length; `inside`: all of them are there, and so are its ends.
struct taken {
  std::vector<i64> at;
  bool inside;
};
taken enumerate(cut const& s, bindings const& b) {
  taken t{{}, b(s.start) >= 0 && b(s.limit) <= b(s.length)};
  for (i64 i = b(s.start); i < b(s.limit); i += s.stride) t.at.push_back(i);
  for (i64 i : t.at) t.inside &= i >= 0 && i < b(s.length);
  // a length below zero: a start that lies a whole stride or more behind the limit
  if (b(s.start) - b(s.limit) >= s.stride) t.inside = false;
  return t;
}
vec<tensor> arguments(cut const& s, bindings const& b, i64 rows = -1) {
  tensor x(rows < 0 ? aval{dtype::f64, {extent(b(s.length))}} : aval{dtype::f64, {extent(rows), extent(b(s.length))}});
  for (u32 i = 0; i < x.size(); ++i) x.put(i, 1.5 + i);
  vec<tensor> all;
  all.push(x), all.push(tensor(aval{dtype::boolean, {extent(b(m))}}));
  return all;
}

struct tally {
  int programs = 0, cases = 0, wrong = 0, refused = 0;
  text first; // case that is told wrongly
};
/// Requirement number `forgotten` of each program is left out; -1: none is.
template <class Derive, class Right>
void compare(tally& t, cut const& s, Derive derive, Right right, int forgotten, i64 rows = -1) {
  jaxpr const given = energy_of(s);
  if (given.fault) return; // refused for all lengths
  jaxpr const j = derive(given);
  REQUIRE_FALSE(j.fault);
  ++t.programs;
  vec<requirement> rs;
  for (requirement const& r : required(j))
    if (forgotten-- != 0) rs.push(r);
  for (i64 at_n = 0; at_n < 8; ++at_n)
    for (i64 at_m = 0; at_m < 3; ++at_m) {
      bindings const b = bound_to(at_n, at_m);
      if (b(s.length) < 0) continue; // no argument has that length
      ++t.cases;
      taken const what = enumerate(s, b);
      bool const holds = all_hold(rs, b);
      t.refused += !holds;
      bool same = holds == what.inside;
      if (holds) {
        vec<tensor> const args = arguments(s, b, rows), ys = reference::evaluate(j, args);
        same = same && !ys.empty() && right(ys, args[0], what.at, b(s.length));
      }
      if (!same && t.wrong == 0)
        t.first << "x[" << s.start << " : " << s.limit << " : " << s.stride << "] of length " << s.length << ", n = " << at_n
                << ", m = " << at_m << (holds ? ": accepted" : ": refused");
      t.wrong += !same;
    }
}
template <class F>
void each_cut(F f) {
  for (extent const& length : {n, n - extent(1), n + extent(2), n * 2, n * 3, n + m, n * 2 - extent(3)})
    for (i64 stride : {1, 2, 3})
      for (extent const& start :
           {extent(0), extent(1), extent(3), n, m, length - extent(1), length - extent(2), length - extent(4), length})
        for (extent const& limit :
             {length, length - extent(1), length - extent(3), start + extent(1), start + extent(3), n, extent(2), start})
          f(cut{length, start, limit, stride});
}

auto const itself = [](jaxpr const& j) { return j; };
auto const gradient = [](jaxpr const& j) {
  bool const active[] = {true, false};
  return value_and_grad(j, {active, 2});
};
auto const by_rows = [](jaxpr const& j) {
  i32 const in[] = {0, -1}, out[] = {0};
  return vmap(j, {in, 2}, extent(2), {out, 1});
};
auto const is_sum = [](range<tensor> ys, tensor const& x, std::vector<i64> const& at, i64) {
  double sum = 0;
  for (i64 i : at) sum += x.at<double>(static_cast<u32>(i)) * x.at<double>(static_cast<u32>(i));
  return ys[0].at<double>(0) == sum;
};
auto const is_gradient = [](range<tensor> ys, tensor const& x, std::vector<i64> const& at, i64 length) {
  tensor dx(aval{dtype::f64, {extent(length)}});
  for (u32 i = 0; i < dx.size(); ++i) dx.put(i, 0.0);
  for (i64 i : at) dx.put(static_cast<u32>(i), 2 * x.at<double>(static_cast<u32>(i)));
  return is_sum(ys, x, at, length) && ys[1] == dx;
};
auto const is_sum_of_rows = [](range<tensor> ys, tensor const& x, std::vector<i64> const& at, i64 length) {
  for (i64 row = 0; row < 2; ++row) {
    double sum = 0;
    for (i64 i : at) sum += x.at<double>(static_cast<u32>(row * length + i)) * x.at<double>(static_cast<u32>(row * length + i));
    if (ys[0].at<double>(static_cast<u32>(row)) != sum) return false;
  }
  return true;
};

TEST_CASE("slices of symbolic axes: refused where an element is not there, and only there; right else") {
  tally value, derivative, rows;
  each_cut([&](cut const& s) {
    compare(value, s, itself, is_sum, -1);
    compare(derivative, s, gradient, is_gradient, -1);
    compare(rows, s, by_rows, is_sum_of_rows, -1, 2);
  });
  for (tally const& t : {value, derivative, rows}) {
    INFO(std::string(t.first.view()));
    CHECK(t.wrong == 0);
    CHECK(t.programs > 400);
    CHECK(t.refused > 1000);
    CHECK(t.cases - t.refused > 1000);
  }
}
TEST_CASE("wrong twin: a requirement left out is found") {
  tally t;
  each_cut([&](cut const& s) { compare(t, s, itself, is_sum, 0); });
  CHECK(t.wrong > 1000);
}

// ---- what is listed ------------------------------------------------------------------------------------------------------------------

std::string said(jaxpr const& j) {
  text t;
  for (requirement const& r : required(j)) say_not_negative(t << (t.size() ? "; " : "") << r.otherwise.where << ' ', r.of);
  return std::string(t.view());
}
template <class F>
std::string said_of(F f) {
  context c("trace");
  value const y = f(c);
  return said(c.finish({&y, 1}));
}
value piece(value x, extent start, extent limit, i64 stride = 1) { return slice(x, {start}, {limit}, axes{stride}); }

TEST_CASE("one requirement for many, the strongest; none that lengths keep by themselves") {
  CHECK(said_of([](context& c) {
    value const x = c.input({dtype::f64, {n}});
    value const a = reduce_sum(piece(x, 1, n), axes{0}), b = reduce_sum(piece(x, n - extent(3), n), axes{0}),
                e = reduce_sum(piece(x, 5, 6), axes{0});
    return a + b + e;
  }) == "slice n >= 6");
  CHECK(said_of([](context& c) { return piece(c.input({dtype::f64, {n + extent(2)}}), 1, n + extent(1)); }) == "");
  CHECK(said_of([](context& c) { return piece(c.input({dtype::f64, {n - extent(1)}}), 0, n - extent(1)); }) ==
        ""); // an argument has a length
  CHECK(said_of([](context& c) { return piece(c.input({dtype::f64, {n - extent(1)}}), 1, n - extent(1)); }) == "slice n >= 2");
}
TEST_CASE("conditions are said as one writes them") {
  CHECK(said_of([](context& c) { return piece(c.input({dtype::f64, {n * 2}}), 3, n * 2); }) == "slice n >= 2");
  CHECK(said_of([](context& c) {
    value const x = c.input({dtype::f64, {n + m}});
    c.input({dtype::f64, {m}});
    return piece(x, 3, n + m);
  }) == "slice m+n >= 3");
  CHECK(said_of([](context& c) {
    value const x = c.input({dtype::f64, {n}});
    c.input({dtype::f64, {m}});
    return reduce_sum(x, axes{0}) + reduce_sum(iota(c, dtype::f64, {n * 2 - m - extent(1)}, 0), axes{0});
  }) == "iota 2n >= m+1");
  CHECK(said_of([](context& c) {
    value const x = c.input({dtype::f64, {n}});
    return reduce_sum(x, axes{0}) + reduce_sum(iota(c, dtype::f64, {extent(5) - n}, 0), axes{0});
  }) == "iota n <= 5");
}
inline constexpr auto third = [](auto x) { return x[integer<2>{}]; };
inline constexpr auto in_scan = [](auto x) {
  return scan([&](auto carry, auto) { return std::pair{carry + x[integer<2>{}], carry}; }, 0.0 * sum(x), x).first;
};
inline constexpr auto in_branch = [](auto x) {
  return cond(sum(x) > 0.0, [](auto y) { return y[integer<2>{}]; }, [](auto y) { return sum(y); }, x);
};
TEST_CASE("functions that an equation holds: bodies of loops, branches, calls") {
  CHECK(said(make_jaxpr(in_scan)(spec<double, dim<"n">{}>{}).get()) == "slice n >= 3");
  CHECK(said(make_jaxpr(in_branch)(spec<double, dim<"n">{}>{}).get()) == "slice n >= 3");
  CHECK(said(make_jaxpr([](auto x) { return 2.0 * jit(third)(x); })(spec<double, dim<"n">{}>{}).get()) == "slice n >= 3");
}
TEST_CASE("symbolic padding is not negative, numbers may be") {
  auto const padded = [](extent lo, extent hi) {
    return said_of([&](context& c) {
      value const x = c.input({dtype::f64, {n + extent(4)}});
      return pad(x, c.constant(literal::of(dtype::f64, 0.0)), {{lo}, {hi}, {0}});
    });
  };
  CHECK(padded(-3, 1) == "");
  CHECK(padded(-3, -3) == "pad n >= 2");
  CHECK(padded(n - extent(2), 0) == "pad n >= 2");
}

} // namespace
