// SPDX-License-Identifier: BSL-1.0
// Rewrites and rules at run time, on programs that draw the line between them: where a rewrite applies and where, one number further, it
// would be wrong. The oracle is the evaluator on the program as it was recorded, or plain arithmetic. (./dev mutants breaks what stands
// here, expression by expression.)
#include <constax/transform/transform.hpp>

#include "../support/programs.hpp"

#include <cstdint>
#include <limits>
#include <string>

namespace constax_tests {
namespace {

using vs = vec<value> const&;

value lit(vs xs, double number) { return like(xs[0], number); }
tensor numbers(shape const& s, std::initializer_list<double> xs) { return tensor_of(s, xs); }
u32 count(jaxpr const& j, std::string_view name) {
  u32 n = 0;
  for (eqn const& e : j.eqns) n += e.prim->name == name;
  return n;
}

// ---- simplify
// ----------------------------------------------------------------------------------------------------------------------------

struct rewrite_case {
  char const* what;
  jaxpr before;
};
void check_bits(std::initializer_list<rewrite_case> cases) {
  for (rewrite_case const& r : cases) {
    INFO(r.what << "\n" << std::string(print(r.before).view()));
    REQUIRE(!check(r.before).fault);
    jaxpr const after = simplify(r.before);
    INFO(std::string(print(after).view()));
    CHECK(same_bits(r.before, after));
  }
}
template <class P> jaxpr with_literal(aval const& a, double c, bool literal_first) {
  return program({a}, [&](vs xs) { return literal_first ? bind<P>({}, lit(xs, c), xs[0]) : bind<P>({}, xs[0], lit(xs, c)); });
}
TEST_CASE("arithmetic with one literal keeps its bits") {
  for (aval const& a : {f64(), f64({3}), f32(), f32({3}), i32s(), i32s({3})})
    for (double c : {0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.25, 7.0, 10.0, 1e-310, 0x1p-1022, 0x1p1023, 0x1p-126, 0x1p127, 0x1p-127})
      for (bool first : {false, true}) {
        if (a.type != dtype::f64 && (c > 1e30 || (c > 0 && c < 1e-37))) continue;
        if (!a.floating() && c == 0.25) continue;
        check_bits({{"mul", with_literal<mul_t>(a, c, first)},
                    {"add", with_literal<add_t>(a, c, first)},
                    {"sub", with_literal<sub_t>(a, c, first)},
                    {"div", with_literal<cx::div_t>(a, c, first)}});
      }
}
TEST_CASE("negations keep bits") {
  for (aval const& a : {f64(), f64({3}), f32({3}), i32s({3})}) {
    auto const neg = [](value x) { return bind<neg_t>({}, x); };
    for (double c : {3.0, -5.0, 0.0, 2.0}) {
      check_bits({{"(-x) c", program({a}, [&](vs xs) { return bind<mul_t>({}, neg(xs[0]), lit(xs, c)); })},
                  {"c (-x)", program({a}, [&](vs xs) { return bind<mul_t>({}, lit(xs, c), neg(xs[0])); })}});
    }
    check_bits({{"x + (-y)", program({a, a}, [&](vs xs) { return bind<add_t>({}, xs[0], neg(xs[1])); })},
                {"(-x) + y", program({a, a}, [&](vs xs) { return bind<add_t>({}, neg(xs[0]), xs[1]); })},
                {"x - (-y)", program({a, a}, [&](vs xs) { return bind<sub_t>({}, xs[0], neg(xs[1])); })},
                {"(-x) - y", program({a, a}, [&](vs xs) { return bind<sub_t>({}, neg(xs[0]), xs[1]); })},
                {"(-x) (-y)", program({a, a}, [&](vs xs) { return bind<mul_t>({}, neg(xs[0]), neg(xs[1])); })},
                {"(-x) / (-y)", program({a, a}, [&](vs xs) { return bind<cx::div_t>({}, neg(xs[0]), neg(xs[1])); })},
                {"-(-x)", program({a}, [&](vs xs) { return neg(neg(xs[0])); })},
                {"-(x - y)", program({a, a}, [&](vs xs) { return neg(bind<sub_t>({}, xs[0], xs[1])); })}});
  }
}
template <class T> void check_ends_of() {
  int const least = std::numeric_limits<T>::min();
  tensor all(aval{cx::dtype_of<T>, {256}});
  for (u32 k = 0; k < 256; ++k) all.put(k, static_cast<T>(least + static_cast<int>(k)));
  for (int c : {least, least + 1, -1, 0, 1, least + 254, least + 255})
    for (bool first : {false, true}) {
      if (c < least) continue;
      for (jaxpr const& j : {with_literal<lt_t>(all.type, c, first), with_literal<le_t>(all.type, c, first),
                             with_literal<gt_t>(all.type, c, first), with_literal<ge_t>(all.type, c, first)}) {
        jaxpr const after = simplify(j);
        INFO(std::string(print(j).view()) << "\n" << std::string(print(after).view()));
        CHECK(same_numbers(reference::evaluate(j, {&all, 1}), reference::evaluate(after, {&all, 1})));
        bool const is_end = c == least || c == least + 255, compares = count(after, j.eqns[0].prim->name) > 0;
        if (!is_end) CHECK(compares);
      }
      jaxpr const known = first ? with_literal<gt_t>(all.type, c, true) : with_literal<lt_t>(all.type, c, false); // c > x, x < c
      if (c == least) CHECK(count(simplify(known), known.eqns[0].prim->name) == 0);
    }
}
TEST_CASE("comparisons with the ends of an integer's type, and only these, are known") {
  check_ends_of<std::int8_t>();
  check_ends_of<std::uint8_t>();
}
TEST_CASE("a number that may be nan is not known to be itself") {
  auto const of_itself = [](auto p) {
    return program({f64({6})}, [&](vs xs) { return bind<decltype(p)>({}, xs[0] - xs[0], xs[0] - xs[0]); }); // inf - inf
  };
  check_bits({{"eq", of_itself(eq_t{})}, {"le", of_itself(le_t{})}, {"ge", of_itself(ge_t{})}, {"ne", of_itself(ne_t{})}});
}
TEST_CASE("repeated operands keep bits") {
  for (aval const& a : {f64(), f64({3}), f32({3}), i32s(), i32s({3})})
    check_bits({{"x - x", program({a}, [](vs xs) { return bind<sub_t>({}, xs[0], xs[0]); })},
                {"x / x", program({a}, [](vs xs) { return bind<cx::div_t>({}, xs[0], xs[0]); })},
                {"x + x", program({a}, [](vs xs) { return bind<add_t>({}, xs[0], xs[0]); })}});
}
TEST_CASE("reversals along other axes stay") {
  auto const twice = [](axes inner, axes outer) {
    return program({f64({2, 3})}, [=](vs xs) { return bind<rev_t>({outer}, bind<rev_t>({inner}, xs[0])); });
  };
  check_bits({{"0 0", twice({0}, {0})}, {"0 1", twice({0}, {1})}, {"01 1", twice({0, 1}, {1})}, {"01 01", twice({0, 1}, {0, 1})}});
}
TEST_CASE("what is moved before it is repeated keeps its elements") {
  auto const of_repeated = [](auto move) {
    return program({f64({5})}, [=](vs xs) { return move(bind<broadcast_in_dim_t>({{2, 5}, {1}}, xs[0])); });
  };
  auto const cut = [](shape limit, shape start, axes strides) {
    return [=](value x) { return bind<slice_t>({limit, start, strides}, x); };
  };
  check_bits({{"stride", of_repeated(cut({2, 5}, {0, 0}, {1, 2}))},
              {"stride from 1", of_repeated(cut({2, 5}, {0, 1}, {1, 3}))},
              {"stride of the repeated axis", of_repeated(cut({2, 4}, {0, 1}, {2, 1}))},
              {"reversed", of_repeated([](value x) { return bind<rev_t>({{1}}, x); })},
              {"reversed where it repeats", of_repeated([](value x) { return bind<rev_t>({{0}}, x); })},
              {"transposed", of_repeated([](value x) {
                 return bind<transpose_t>({{1, 0}}, x);
               })}});
}
TEST_CASE("only numbers of moderate size are folded") {
  struct {
    char const* what;
    jaxpr before;
    u32 left;
  } const cases[] = {
      {"no infinity", program({f64()}, [](vs xs) { return xs[0] * bind<mul_t>({}, lit(xs, 1e300), lit(xs, 1e300)); }), 2},
      {"nothing subnormal", program({f64()}, [](vs xs) { return xs[0] * bind<mul_t>({}, lit(xs, 1e-200), lit(xs, 1e-200)); }), 2},
      {"no nan", program({f64()}, [](vs xs) { return xs[0] * bind<cx::div_t>({}, lit(xs, 0.0), lit(xs, 0.0)); }), 2},
      {"6", program({f64()}, [](vs xs) { return xs[0] * bind<mul_t>({}, lit(xs, 2.0), lit(xs, 3.0)); }), 1},
  };
  for (auto const& c : cases) {
    INFO(c.what);
    jaxpr const after = simplify(c.before);
    CHECK(after.eqns.size() == c.left);
    CHECK(same_bits(c.before, after));
  }
}
/// A loop that may never end stays where its loop may not make a trip.
TEST_CASE("a loop within a loop is not computed before it") {
  vec<aval> const two{f64(), f64()};
  jaxpr const below = detail::function(
      "below", two, [](context& c, range<value> xs) { return vec<value>{bind<lt_t>({}, xs[1], c.constant(dtype::f64, 3.0))}; });
  jaxpr const grow = detail::function("grow", two, [](context&, range<value> xs) { return vec<value>{bind<mul_t>({}, xs[1], xs[0])}; });
  jaxpr const body = detail::function("body", two, [&](context& c, range<value> xs) {
    value const inner = while_t::record(c, vec<value>{xs[0], xs[0], xs[0]}, below, grow, {{}, {}, 1, 1})[0];
    return vec<value>{bind<add_t>({}, xs[1], bind<mul_t>({}, inner, inner))};
  });
  jaxpr const j = program({f64(), f64()}, [&](vs xs) {
    return while_t::record(*xs[0].ctx, vec<value>{xs[0], xs[0], xs[1]}, below, body, {{}, {}, 1, 1});
  });
  REQUIRE(!check(j).fault);
  jaxpr const after = simplify(j);
  INFO(std::string(print(after).view()));
  REQUIRE(count(after, "while") == 1);
  CHECK(number(after, {1.0, 5.0}) == 5.0); // with 1.0 the inner loop would never end
  CHECK(number(after, {2.0, 1.0}) == number(j, {2.0, 1.0}));
}

// ---- sums of padded pieces
// ---------------------------------------------------------------------------------------------------------------

TEST_CASE("padded pieces are joined without loss") {
  struct piece {
    i64 from, to;
  };
  auto const of = [](std::initializer_list<piece> pieces, bool rest, bool given_filling) {
    context c("test");
    vec<value> ins;
    for (piece const& p : pieces) ins.push(c.input(f64({p.to - p.from})));
    value const other = c.input(f64({6})), filling = given_filling ? c.input(f64()) : c.constant(dtype::f64, 0.0);
    value sum{};
    for (u32 i = 0; i < ins.size(); ++i) {
      piece const& p = pieces.begin()[i];
      value const x = pad(ins[i], filling, {{p.from}, {6 - p.to}, {0}});
      sum = i ? bind<add_t>({}, sum, x) : x;
    }
    return c.finish({&(sum = rest ? bind<add_t>({}, sum, other) : sum), 1});
  };
  std::initializer_list<piece> const lists[] = {{{0, 2}, {2, 6}},         {{0, 2}, {0, 2}, {2, 6}},
                                                {{0, 3}, {1, 4}, {3, 6}}, {{0, 3}, {3, 5}, {4, 6}, {0, 1}},
                                                {{2, 4}, {4, 6}, {2, 4}}, {{0, 4}, {2, 6}}};
  for (auto const& pieces : lists)
    for (bool rest : {false, true})
      for (bool given : {false, true}) {
        jaxpr const j = of(pieces, rest, given), joined = join_pads(j);
        INFO(std::string(print(j).view()) << "\n" << std::string(print(joined).view()));
        REQUIRE(!check(j).fault);
        CHECK(!check(joined).fault);
        vec<tensor> args;
        double next = 1.0; // small integers: sums are exact, and none is a zero
        for (u32 v : j.ins) {
          tensor t(j.type(v));
          for (u32 i = 0; i < t.size(); ++i) t.put(i, next += 3.0);
          args.push(t);
        }
        CHECK(same_numbers(reference::evaluate(j, args), reference::evaluate(joined, args)));
      }
}

/// Pieces of an axis of n elements: one that ends at n joins one that ends where it begins, and no other.
TEST_CASE("pieces of a symbolic length are joined where they fill it, whatever it is") {
  symbol const n = pack_symbol("n");
  struct piece {
    extent from, to;
  };
  extent const all = extent::of(n), zero(0), one(1), two(2);
  std::initializer_list<piece> const lists[] = {{{zero, one}, {one, all}},
                                                {{zero, all - one}, {one, all}},
                                                {{zero, all - two}, {all - one, all}},
                                                {{one, all}, {zero, all - one}, {zero, one}},
                                                {{zero, two}, {one, all}}};
  for (auto const& pieces : lists) {
    context c("test");
    value sum{};
    u32 k = 0;
    for (piece const& p : pieces) {
      value const x = pad(c.input(f64({p.to - p.from})), c.constant(dtype::f64, 0.0), {{p.from}, {all - p.to}, {0}});
      sum = k++ ? bind<add_t>({}, sum, x) : x;
    }
    jaxpr const j = c.finish({&sum, 1}), joined = join_pads(j);
    INFO(std::string(print(j).view()) << "\n" << std::string(print(joined).view()));
    CHECK(!check(joined).fault);
    for (i64 length : {3, 4, 7}) {
      bindings b;
      b.name[0] = n, b.value[0] = length, b.count = 1;
      vec<tensor> args;
      double next = 1.0;
      for (u32 v : j.ins) {
        aval type = j.type(v);
        type.shape[0] = extent(b(type.shape[0]));
        tensor t(type);
        for (u32 i = 0; i < t.size(); ++i) t.put(i, next += 3.0);
        args.push(t);
      }
      CHECK(same_numbers(reference::evaluate(j, args, b), reference::evaluate(joined, args, b)));
    }
  }
}

// ---- rules
// -------------------------------------------------------------------------------------------------------------------------------

TEST_CASE("the padding value has a cotangent, and rows of its own") {
  pad_t::params const by{{1}, {2}, {1}}; // . x . x . x . .
  jaxpr const j = program({f64({3}), f64()}, [&](vs xs) { return pad(xs[0], xs[1], by); });
  vec<tensor> const args{numbers({3}, {1, 2, 3}), numbers({}, {4}), numbers({8}, {1, 10, 100, 1000, 2, 20, 200, 2000})};
  vec<tensor> const ys = reference::evaluate(vjp(j), args);
  REQUIRE(ys.size() == 3);
  CHECK(equals<double>(ys[1], {10, 1000, 20}));
  CHECK(equals(ys[2], 1.0 + 100 + 2 + 200 + 2000));

  for (i32 x_axis : {-1, 0}) {
    vec<i32> const in{x_axis, 0}, out{0};
    jaxpr const rows = vmap(j, in, extent(2), out);
    REQUIRE(!check(rows).fault);
    vec<tensor> const xs{x_axis < 0 ? numbers({3}, {1, 2, 3}) : numbers({2, 3}, {1, 2, 3, 1, 2, 3}), numbers({2}, {5, 7})};
    vec<tensor> const rs = reference::evaluate(rows, xs);
    REQUIRE(rs.size() == 1);
    CHECK(equals<double>(rs[0], {2, 8}, {5, 1, 5, 2, 5, 3, 5, 5, 7, 1, 7, 2, 7, 3, 7, 7}));
  }
}
TEST_CASE("a stretched axis is summed on the way back") {
  jaxpr const j = program({f64({1, 3})}, [](vs xs) { return bind<broadcast_in_dim_t>({{2, 3}, {0, 1}}, xs[0]); });
  jaxpr const back = vjp(j);
  CHECK(!check(back).fault);
  vec<tensor> const ys = reference::evaluate(back, vec<tensor>{numbers({1, 3}, {0, 0, 0}), numbers({2, 3}, {1, 2, 3, 10, 20, 30})});
  REQUIRE(ys.size() == 2);
  CHECK(equals<double>(ys[1], {1, 3}, {11, 22, 33}));
}
TEST_CASE("a product over two axes and three has the derivative of a product") {
  for (int rank : {2, 3}) {
    shape s;
    axes all;
    for (int d = 0; d < rank; ++d) s.push(2), all.push(d);
    jaxpr const j = jvp(program({f64(s)}, [&](vs xs) { return bind<reduce_prod_t>({all}, xs[0]); }));
    tensor x(f64(s)), dx(f64(s));
    double sum = 0;
    for (u32 i = 0; i < x.size(); ++i) x.put(i, 2.0 + i), dx.put(i, 1.0 + 3 * i);
    for (u32 i = 0; i < x.size(); ++i) {
      double others = dx.at<double>(i);
      for (u32 k = 0; k < x.size(); ++k) others *= k == i ? 1.0 : x.at<double>(k);
      sum += others;
    }
    CHECK(number_at(reference::evaluate(j, vec<tensor>{x, dx})[1], 0) == sum); // integers: exact
  }
}
TEST_CASE("clamp gives its derivative to what it returns") {
  jaxpr const j = jvp(program({f64(), f64(), f64()}, [](vs xs) { return bind<clamp_t>({}, xs[0], xs[1], xs[2]); }));
  for (double lo : {-1.0, 2.0})
    for (double x : {-3.0, 0.5, 1.5, 4.0})
      for (double hi : {1.0, 3.0}) {
        if (lo > hi) continue;
        CHECK(number(j, {lo, x, hi, 1, 0, 0}, 1) == (x < lo ? 1.0 : 0.0));
        CHECK(number(j, {lo, x, hi, 0, 1, 0}, 1) == (lo < x && x < hi ? 1.0 : 0.0));
        CHECK(number(j, {lo, x, hi, 0, 0, 1}, 1) == (x > hi ? 1.0 : 0.0));
      }
}
TEST_CASE("a known choice is the one that is named") {
  for (bool which : {false, true}) {
    jaxpr const j = program({f64(), f64()}, [=](vs xs) {
      return bind<select_n_t>({}, xs[0].ctx->constant(dtype::boolean, which), xs[0], xs[1]); // select_n p f t
    });
    CHECK(number(simplify(j), {3.0, 5.0}) == (which ? 5.0 : 3.0));
  }
}
TEST_CASE("a product and a sum in one have the derivative of both") {
  jaxpr const j = jvp(program({f64(), f64(), f64()}, [](vs xs) { return bind<fma_t>({}, xs[0], xs[1], xs[2]); }));
  CHECK(number(j, {3.0, 5.0, 7.0, 1.0, 0.0, 0.0}, 1) == 5.0);
  CHECK(number(j, {3.0, 5.0, 7.0, 0.0, 1.0, 0.0}, 1) == 3.0);
  CHECK(number(j, {3.0, 5.0, 7.0, 0.0, 0.0, 1.0}, 1) == 1.0);
}
/// Rules that a program's own derivative never leads to: only what is linear as it was written does, such as a rule of the user's.
TEST_CASE("linear operations turn round") {
  vec<bool> const one_present{true};
  auto const turned = [&](jaxpr const& f, std::initializer_list<bool> linear) {
    return detail::transposed(f, vec<bool>(linear), one_present);
  };
  jaxpr const by = program({f64(), f64()}, [](vs xs) { return bind<cx::div_t>({}, xs[1], xs[0]); });
  CHECK(number(turned(by, {false, true}), {4.0, 3.0}) == 0.75);
  jaxpr const together = program({f64(), f64(), f64()}, [](vs xs) { return bind<fma_t>({}, xs[0], xs[1], xs[2]); });
  jaxpr const first = turned(together, {true, false, true}), second = turned(together, {false, true, true});
  for (jaxpr const& t : {first, second}) {
    CHECK(number(t, {5.0, 3.0}, 0) == 15.0);
    CHECK(number(t, {5.0, 3.0}, 1) == 3.0);
  }
  jaxpr const scaled = program({f64(), f64()}, [](vs xs) { return bind<ldexp_t>({}, xs[0], xs[1]); });
  CHECK(number(turned(scaled, {true, false}), {3.0, 5.0}) == 40.0);
}
TEST_CASE("a zero that is converted is a zero of the other type") {
  context c("test");
  value const zero = convert_element_type(c.zero(f32({2})), dtype::f64);
  CHECK(zero.is_zero());
  CHECK(type_of(zero) == f64({2}));
}
TEST_CASE("Bessel functions have the slope of their differences") {
  auto const f = [](double x) { return number(program({f64()}, [](vs xs) { return bind<bessel_i0e_t>({}, xs[0]); }), {x}); };
  jaxpr const j = jvp(program({f64()}, [](vs xs) { return bind<bessel_i0e_t>({}, xs[0]); }));
  for (double x : {-2.5, -0.5, 0.75, 1.5, 6.0}) {
    double const h = 1e-5;
    CHECK(close(number(j, {x, 2.0}, 1), (f(x + h) - f(x - h)) / h, 1e-9));
  }
}

// ---- loops
// -------------------------------------------------------------------------------------------------------------------------------

/// carries..., i -> the same, while i < 3: consts and carries are doubles.
template <class Body> jaxpr three_trips(u32 consts, u32 carries, vec<double> const& known, Body body) {
  vec<aval> carry, both;
  for (u32 i = 0; i <= carries; ++i) carry.push(f64());
  for (u32 i = 0; i <= consts + carries; ++i) both.push(f64());
  jaxpr const below = detail::function("below", carry, [](context& c, range<value> xs) {
    return vec<value>{bind<lt_t>({}, xs[xs.size() - 1], c.constant(dtype::f64, 3.0))};
  });
  jaxpr const trip = detail::function("trip", both, [&](context&, range<value> xs) {
    vec<value> ys = body(xs);
    ys.push(xs[xs.size() - 1] + 1.0);
    return ys;
  });
  context c("test");
  vec<value> ops; // carries that `known` has a number for start as that
  for (u32 i = 0; i < consts + carries; ++i) {
    if (i >= consts && i - consts < known.size()) ops.push(c.constant(dtype::f64, known[i - consts]));
    else ops.push(c.input(f64()));
  }
  ops.push(c.constant(dtype::f64, 0.0));
  vec<value> ys = while_t::record(c, ops, below, trip, {{}, {}, 0, static_cast<i32>(consts)});
  if (c.fault) return c.finish({});
  ys.resize(carries);
  return c.finish(ys);
}
TEST_CASE("a carry has a tangent if only a trip gives it one") {
  jaxpr const power = three_trips(1, 1, {1.0}, [](range<value> xs) { return vec<value>{xs[1] * xs[0]}; }); // k^3
  REQUIRE(!check(power).fault);
  CHECK(number(power, {2.0}) == 8.0);
  CHECK(number(jvp(power), {2.0, 1.0}, 1) == 12.0);
  CHECK(number(vjp(power), {2.0, 1.0}, 1) == 12.0);

  vec<aval> const two{f64(), f64()};
  jaxpr const body = detail::function("body", two, [](context&, range<value> xs) { return vec<value>{xs[1] * xs[0]}; });
  scan_t::params p;
  p.length = extent(3), p.num_consts = 1, p.num_carry = 1;
  jaxpr const scanned = program({f64()}, [&](vs xs) { return scan_t::record(*xs[0].ctx, vec<value>{xs[0], lit(xs, 1.0)}, body, p); });
  REQUIRE(!check(scanned).fault);
  CHECK(number(scanned, {2.0}) == 8.0);
  CHECK(number(jvp(scanned), {2.0, 1.0}, 1) == 12.0);
  CHECK(number(vjp(scanned), {2.0, 1.0}, 1) == 12.0);
}
/// The trips again, forwards, with numbers and their tangents: integers, so that every way gives the same ones.
struct dual {
  double x, d;
  friend dual operator+(dual a, dual b) { return {a.x + b.x, a.d + b.d}; }
  friend dual operator-(dual a, dual b) { return {a.x - b.x, a.d - b.d}; }
  friend dual operator*(dual a, dual b) { return {a.x * b.x, a.d * b.x + a.x * b.d}; }
};
template <class Step> void check_gradients(u32 consts, u32 carries, std::vector<double> const& at, vec<double> const& known, Step step) {
  jaxpr const j = three_trips(consts, carries, known, [&](range<value> xs) {
    vec<value> in(xs), ys(carries);
    step(in.begin(), ys.begin());
    return ys;
  });
  REQUIRE(!check(j).fault);
  vec<tensor> args;
  for (double x : at) args.push(tensor_of(x));
  for (u32 l = 0; l < carries; ++l) args.push(tensor_of(l + 1.0)); // cotangents 1, 2, ...
  jaxpr const back = vjp(j);
  INFO(std::string(print(back).view()));
  vec<tensor> const ys = reference::evaluate(back, args);
  REQUIRE(ys.size() == carries + at.size());
  for (u32 k = 0; k < at.size(); ++k) {
    std::vector<dual> in;
    for (u32 i = 0, given = 0; i < consts + carries; ++i) {
      bool const fixed = i >= consts && i - consts < known.size();
      in.push_back(fixed ? dual{known[i - consts], 0.0} : dual{at[given], given == k ? 1.0 : 0.0});
      given += !fixed;
    }
    for (int trip = 0; trip < 3; ++trip) {
      std::vector<dual> out(carries);
      step(in.data(), out.data());
      for (u32 l = 0; l < carries; ++l) in[consts + l] = out[l];
    }
    double slope = 0;
    for (u32 l = 0; l < carries; ++l) slope += (l + 1.0) * in[consts + l].d;
    CHECK(number_at(ys[carries + k], 0) == slope);
  }
}
TEST_CASE("reverse mode through a loop: several tangents in one carry, several carries") {
  check_gradients(1, 1, {2.0, 5.0}, {}, [](auto* in, auto* out) { out[0] = in[1] * in[0]; });
  check_gradients(0, 2, {2.0, 3.0}, {}, [](auto* in, auto* out) { out[0] = in[0] * in[1] - in[1], out[1] = in[1] - in[0]; });
  check_gradients(0, 2, {3.0}, {2.0}, [](auto* in, auto* out) { out[0] = in[0] * in[1] - in[1], out[1] = in[1] * in[1] - in[0]; });
  check_gradients(4, 1, {1.0, 2.0, 1.0, 2.0, 3.0}, {}, [](auto* in, auto* out) { // more tangents than carries: by rows
    out[0] = (in[4] * in[0] + in[1]) * in[2] + (in[4] * in[3] - in[4] * in[4] + in[1] * in[2] * in[4]);
  });
  check_gradients(4, 2, {1.0, 2.0, 1.0, 2.0, 3.0, 1.0}, {}, [](auto* in, auto* out) {
    out[0] = (in[4] * in[0] + in[1]) * in[2] - in[5] * in[3], out[1] = in[5] * in[2] - in[4] * in[3] + in[0] * in[1] * in[5];
  });
}
TEST_CASE("trips that are one piece of code read their own slices") {
  vec<aval> const two{f64(), f64()};
  jaxpr const body = detail::function("body", two, [](context&, range<value> xs) {
    return vec<value>{xs[0] * 10.0 + xs[1], xs[0] + xs[1]};
  });
  scan_t::params p;
  p.length = extent(6), p.num_carry = 1, p.unroll = 3;
  vec<tensor> const ys =
      reference::evaluate(scan_t::unrolled(body, p), vec<tensor>{tensor_of(1.0), tensor_of(2.0), tensor_of(3.0), tensor_of(4.0)});
  REQUIRE(ys.size() == 4);
  CHECK(equals(ys[0], 1234.0));
  CHECK(equals(ys[1], 3.0));
  CHECK(equals(ys[2], 15.0));
  CHECK(equals(ys[3], 127.0));
}

} // namespace
} // namespace constax_tests
