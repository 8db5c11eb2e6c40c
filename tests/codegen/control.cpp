// SPDX-License-Identifier: BSL-1.0
// Control flow as source: loops, scans and branches, in each other, by rows and in reverse mode, with the oracle's bits; results that are
// arguments, literals or each other; empty arrays.
#include <constax/constax.hpp>

#include "trials.hpp"

#include "../support/catch.hpp"
#include "../support/mirrored.hpp"

namespace {

namespace cx = constax;
using namespace cx::literals;
using cx::jaxpr, cx::spec, cx::tensor, cx::vec;

constexpr spec<double> number;
constexpr spec<int> integer;
constexpr spec<bool> truth;
constexpr spec<double, 5> five;
constexpr spec<double, 3> three;
constexpr spec<double, 4, 3> matrix;
constexpr spec<double, 0, 3> no_rows;
constexpr spec<double, 0> none;

template <class F, class... X> jaxpr traced(F f, X... x) { return cx::make_jaxpr(f)(x...).get(); }
/// All inputs by rows.
jaxpr by_rows(jaxpr const& j, int rows) {
  vec<cx::i32> const in(j.ins.size(), 0), out(j.outs.size(), 0);
  return cx::vmap(j, in, cx::extent(static_cast<cx::i64>(rows)), out);
}

double drawn(int i) { return 0.25 + 0.37 * static_cast<double>(i * 5 % 11) - (i % 7 == 3 ? 2.5 : 0); }
vec<tensor> arguments_for(jaxpr const& j, int seed) {
  vec<tensor> args;
  for (vec<cx::u32> const* ins : {&j.consts, &j.ins})
    for (cx::u32 v : *ins) {
      tensor t(j.type(v));
      cx::detail::visit_dtype(t.type.type, [&]<class T>(T) {
        for (cx::u32 i = 0; i < t.size(); ++i)
          if constexpr (std::is_floating_point_v<T>) t.put(i, static_cast<T>(drawn(seed + static_cast<int>(i))));
          else if constexpr (std::is_same_v<T, bool>) t.put(i, (seed + static_cast<int>(i)) % 2 == 0);
          else t.put(i, static_cast<T>((seed * 3 + static_cast<int>(i) * 2) % 9 - 3));
      });
      args.push(t), seed += 3;
    }
  return args;
}

struct programs {
  trials::all all{"-O1 -march=native"};
  std::string faults;
  void add(std::string const& what, jaxpr const& j, std::vector<vec<tensor>> args = {}) {
    jaxpr const l = cx::lower(j);
    if (l.fault) return static_cast<void>(faults += what + ": a program with a fault\n");
    if (args.empty())
      for (int seed : {0, 1, 4}) args.push_back(arguments_for(l, seed));
    try {
      faults += all.add(l, what, args);
      faults += all.add(l, what + ", for a small device", args, trials::small_target());
    } catch (cx::codegen::unsupported const& why) {
      faults += what + ": " + why.what() + "\n";
    }
  }
  /// As it is, and by rows.
  void add_with_rows(std::string const& what, jaxpr const& j) { add(what, j), add(what + ", by rows", by_rows(j, 4)); }
  /// Beside these its value and gradient, alone and by rows.
  void add_with_gradient(std::string const& what, jaxpr const& j) {
    add_with_rows(what, j);
    jaxpr const g = cx::value_and_grad(j);
    add_with_rows(what + ", gradient", g);
  }
  void run() {
    CHECK(faults == "");
    CHECK(all.run() == "");
  }
};
tensor scalar(double x) { return cx::tensor_of(x); }
std::string refusal(jaxpr const& j) {
  try {
    cx::codegen::program_of(cx::lower(j), "f");
  } catch (cx::codegen::unsupported const& why) {
    return why.what();
  }
  return "";
}

// ---- loops of unknown length ------------------------------------------------------------------------------------------------------------

constexpr auto grows = [](auto x) { return cx::while_loop([](auto y) { return y < 10.0; }, [](auto y) { return y * 1.5 + 1.0; }, x); };
constexpr auto vector_grows = [](auto v, auto w) {
  return cx::while_loop([&](auto const& c) { return cx::sum(std::get<1>(c)) + cx::sum(w) < 40.0; },
                        [&](auto const& c) {
                          return std::tuple{std::get<0>(c) + 1, cx::sin(std::get<1>(c)) + std::get<1>(c) * 1.25 + w[0_c]};
                        },
                        std::tuple{0, v + 5.0});
};
constexpr auto exchanged = [](auto x, auto y) { // carries that change places
  return cx::while_loop([](auto const& c) { return std::get<2>(c) < 3; },
                        [](auto const& c) {
                          return std::tuple{std::get<1>(c), std::get<0>(c) + 1.0, std::get<2>(c) + 1};
                        },
                        std::tuple{x, y, 0});
};
constexpr auto counted = [](auto lo, auto hi, auto x) {
  return cx::fori_loop(
      lo, hi, [](auto i, auto y) { return y * 0.75 + cx::astype<double>(i); }, x);
};
constexpr auto never = [](auto x) { return cx::while_loop([](auto) { return cx::lt(1.0, 0.0); }, [](auto y) { return y + 1.0; }, x); };
} // namespace

TEST_CASE("while loops") {
  programs p;
  p.add("scalar", traced(grows, number), {{scalar(0.3)}, {scalar(20)}, {scalar(9.9)}, {scalar(__builtin_nan(""))}});
  p.add("rows that end at different times", by_rows(traced(grows, number), 6), {arguments_for(by_rows(traced(grows, number), 6), 0)});
  p.add_with_rows("vector", traced(vector_grows, five, three));
  p.add_with_rows("exchanged carries", traced(exchanged, five, five));
  p.add("bounds that are arguments", traced(counted, integer, integer, five),
        {{cx::tensor_of(0), cx::tensor_of(4), tensor(five.aval)},
         {cx::tensor_of(4), cx::tensor_of(0), arguments_for(traced(counted, integer, integer, five), 1)[2]}});
  p.add_with_rows("bounds by rows", traced(counted, integer, integer, number));
  p.add("an empty carry", traced(
                              [](auto x, auto n) {
                                return cx::while_loop([&](auto const& c) { return std::get<0>(c) < n; },
                                                      [](auto const& c) {
                                                        return std::tuple{std::get<0>(c) + 1, std::get<1>(c) * 2.0};
                                                      },
                                                      std::tuple{0, x});
                              },
                              none, integer));
  p.run();
}
TEST_CASE("reverse mode through while loops: derivatives of a scalar are carried, of more the loop is not run backwards on a grid") {
  programs p;
  p.add_with_rows("scalar", cx::value_and_grad(traced(grows, number)));
  p.run();
  jaxpr const j = traced(
      [](auto v) {
        return cx::sum(cx::while_loop([](auto x) { return cx::sum(x) < 40.0; }, [](auto x) { return cx::sin(x) + x * 1.25; }, v + 5.0));
      },
      five);
  CHECK(refusal(j) == "");
  CHECK(refusal(cx::value_and_grad(j)) ==
        "[constax] codegen: chains has no form as source yet: a loop of an unknown number of trips cannot be run backwards on a grid");
}
namespace {
// ---- loops of known length --------------------------------------------------------------------------------------------------------------

constexpr auto fori = [](auto x) {
  return cx::fori_loop(
      0, 7, [&](auto i, auto y) { return cx::sin(y) + x * cx::astype<double>(i); }, x);
};
constexpr auto summed_fori = [](auto x) { return cx::sum(fori(x)); };
constexpr auto carry_only = [](auto x) {
  return cx::scan([](auto c) { return std::pair{c * 0.5 + 1.0, std::tuple<>{}}; }, x, cx::length<5>).first;
};
constexpr auto results_only = [](auto xs, auto w) {
  return cx::scan([&](auto c, auto x) { return std::pair{c, std::tuple{x * cx::sum(w), cx::exp(x)}}; }, 0.0, xs).second;
};
constexpr auto recurrent = [](auto h0, auto xs) {
  return cx::scan(
      [](auto h, auto x) {
        auto const next = cx::tanh(h * 0.5 + x);
        return std::pair{next, std::pair{cx::sum(next * next), h}};
      },
      h0, xs);
};
constexpr auto backwards = [](auto h0, auto xs) {
  return cx::scan([](auto h, auto x) { return std::pair{h * 0.75 + x, h * x}; }, h0, xs, cx::reversed);
};
constexpr auto recurrent_loss = [](auto h0, auto xs) {
  auto const [h, ys] = recurrent(h0, xs);
  auto const [g, zs] = backwards(h, xs);
  return cx::sum(g) + cx::sum(ys.first) + cx::sum(zs * ys.second);
};
constexpr auto nested = [](auto x, auto xs) {
  return cx::scan(
      [&](auto c, auto row) {
        auto const [d, ys] = cx::scan([&](auto e, auto y) { return std::pair{e * y + x, e}; }, c, row);
        return std::pair{d * 0.25, cx::sum(ys)};
      },
      x, xs);
};
constexpr auto nested_loss = [](auto x, auto xs) {
  auto const [c, ys] = nested(x, xs);
  return c + cx::sum(ys);
};
} // namespace

TEST_CASE("loops and scans of known length") {
  programs p;
  p.add_with_gradient("fori_loop", traced(summed_fori, five));
  p.add_with_rows("scan of carries", traced(carry_only, three));
  p.add_with_rows("scan of results", traced(results_only, matrix, three));
  p.add_with_rows("scan", traced(recurrent, three, matrix));
  p.add_with_rows("scan, backwards", traced(backwards, three, matrix));
  p.add_with_rows("scan in scan", traced(nested, number, matrix));
  p.add("scan of no rows", traced(recurrent, three, no_rows));
  p.add("scan of no rows, backwards", traced(backwards, three, no_rows));
  p.run();
}
TEST_CASE("a wrong twin is seen") {
  trials::all twin("-O1 -march=native");
  jaxpr const j = cx::lower(traced(summed_fori, five));
  REQUIRE(twin.add(j, "sin", {arguments_for(j, 0)}) == "");
  std::string& body = twin.last_body();
  auto const at = body.find("math::sin");
  REQUIRE(at != body.npos);
  body.replace(at, 9, "math::cos");
  CHECK(twin.run().find("sin: result 0, element 0 is ") == 0);
}
TEST_CASE("reverse mode through scans") {
  programs p;
  p.add_with_gradient("scan", traced(recurrent_loss, three, matrix));
  p.add_with_gradient("scan in scan", traced(nested_loss, number, matrix));
  p.add("scan of no rows", cx::value_and_grad(traced(recurrent_loss, three, no_rows)));
  p.add("twice", cx::value_and_grad(cx::jvp(traced(nested_loss, number, matrix))));
  p.run();
}

namespace {
// ---- branches ---------------------------------------------------------------------------------------------------------------------------

constexpr auto cond = [](auto c, auto x, auto y) {
  return cx::cond(
      c,
      [&](auto z) {
        return std::pair{cx::sin(z) + y, cx::sum(z)};
      },
      [&](auto z) {
        return std::pair{z * y, cx::max(y)};
      },
      x);
};
constexpr auto cond_loss = [](auto c, auto x, auto y) {
  auto const [u, v] = cond(c, x, y);
  return cx::sum(u) * v;
};
constexpr auto chosen = [](auto i, auto x) {
  return cx::switch_(i,
                     std::tuple{[](auto z) { return grows(z); },
                                [](auto z) {
                                  return cx::fori_loop(
                                      0, 4, [](auto k, auto y) { return y * cx::astype<double>(k + 1); }, z);
                                },
                                [](auto z) { return -z; }},
                     x);
};
constexpr auto branch_in_loop = [](auto xs, auto y) {
  return cx::scan(
      [&](auto c, auto x) {
        auto const next = cx::cond(
            x > c, [&](auto z) { return z * y + 1.0; },
            [](auto z) { return cx::while_loop([](auto v) { return v > 0.5; }, [](auto v) { return v * 0.5; }, z); }, c);
        return std::pair{
            next, cx::switch_(cx::astype<int>(x * 4.0), std::tuple{[](auto z) { return z; }, [](auto z) { return cx::exp(z); }}, next)};
      },
      y, xs);
};
constexpr auto branch_in_scan_loss = [](auto xs, auto y, auto b) {
  auto const [c, ys] = cx::scan(
      [&](auto c, auto x) {
        auto const next = cx::cond(
            b, [&](auto z) { return cx::sin(z * x); }, [&](auto z) { return z * y; }, c);
        return std::pair{next, next * x};
      },
      y, xs);
  return c + cx::sum(ys);
};
constexpr auto loop_in_while = [](auto x, auto w) {
  return cx::while_loop([](auto const& c) { return std::get<0>(c) < 3; },
                        [&](auto const& c) {
                          auto const [i, v] = c;
                          return std::tuple{i + 1, cx::scan([&](auto s, auto e) { return std::pair{s + e, s * w}; }, 0.5, v).second};
                        },
                        std::tuple{0, x});
};
} // namespace

TEST_CASE("branches, alone and in loops") {
  programs p;
  jaxpr const j = traced(cond, truth, five, five), s = traced(chosen, integer, number);
  vec<tensor> const two = arguments_for(j, 2);
  p.add("cond", j, {{cx::tensor_of(true), two[1], two[2]}, {cx::tensor_of(false), two[1], two[2]}});
  jaxpr const g = cx::vjp(traced(cond_loss, truth, five, five));
  vec<tensor> of_true = arguments_for(g, 2), of_false = arguments_for(g, 2);
  of_true.begin()[0] = cx::tensor_of(true), of_false.begin()[0] = cx::tensor_of(false);
  p.add("cond, vjp", g, {of_true, of_false});
  p.add("cond, by rows", by_rows(j, 4));
  p.add("cond of one predicate, by rows", cx::vmap(j, vec<cx::i32>{-1, 0, 0}, cx::extent(3), vec<cx::i32>{0, 0}));
  std::vector<vec<tensor>> of;
  for (int i : {-3, 0, 1, 2, 7}) of.push_back({cx::tensor_of(i), scalar(1.25)});
  p.add("switch", s, of);
  p.add("branches in a scan", traced(branch_in_loop, five, number));
  p.add_with_rows("scan in while", traced(loop_in_while, five, number));
  jaxpr const b = cx::vjp(traced(branch_in_scan_loss, five, number, truth));
  p.add("branches in a scan, vjp", b);
  p.run();
}
// A branch that is more than a few operations is not run for rows that do not take it; a loop in it might never end.
namespace {
constexpr auto counts_down = [](auto x) { // the inner loop ends where x > 0
  return cx::while_loop([](auto const& c) { return c.first > 0.0; },
                        [](auto const& c) {
                          auto const left =
                              cx::while_loop([](auto t) { return t > 0.5; }, [&](auto t) { return t - c.first; }, c.second + 3.0);
                          return std::pair{c.first - 1.0, left};
                        },
                        std::pair{x, x * 0.0});
};
} // namespace
TEST_CASE("a branch for each row") {
  programs p;
  jaxpr const s = by_rows(traced(chosen, integer, number), 6);
  p.add("switch, by rows", s);
  p.add("switch, by rows, none of which takes the last branches", s, {{tensor(s.type(s.ins[0])), arguments_for(s, 1)[1]}});
  p.add("switch, by rows of rows", by_rows(s, 2));
  p.add("no rows", by_rows(traced(chosen, integer, number), 0));
  jaxpr const j = by_rows(traced(counts_down, number), 5);
  tensor x(j.type(j.ins[0]));
  for (cx::u32 i = 0; i < 5; ++i) x.put(i, 2.3 - static_cast<double>(i));
  p.add("loops in a loop, of rows that end at different times", j, {{x}});
  p.run();
}

namespace {
// ---- results ----------------------------------------------------------------------------------------------------------------------------

constexpr auto odd_results = [](auto x, auto y) {
  auto const s = cx::sin(x);
  return std::tuple{x, s, y, s, 2.5, x, cx::sum(y), 7, cx::sum(y)};
};
constexpr auto odd_body = [](auto x, auto y) { // a body whose results are its inputs, literals, and each other
  return cx::scan(
      [&](auto const& c, auto e) {
        auto const [p, q, r] = c;
        auto const s = q + e;
        return std::pair{std::tuple{q, p, s}, std::tuple{e, s, s, 1.5, y}};
      },
      std::tuple{1.0 * x, 2.0 * x, x}, y);
};
constexpr auto empty_results = [](auto x, auto y) {
  return std::tuple{x * 2.0,       cx::sum(x),      cx::concatenate(std::tuple{x, y}),         x,
                    cx::cumsum(x), cx::outer(x, y), cx::max(cx::concatenate(std::tuple{x, y}))};
};
} // namespace

TEST_CASE("results that are arguments, literals and each other; empty arrays") {
  programs p;
  p.add("odd results", traced(odd_results, five, three));
  p.add("odd results of a body", traced(odd_body, number, five));
  p.add("nothing but an argument", traced([](auto x) { return x; }, five));
  p.add("nothing but literals", traced([](auto) { return std::tuple{1, -0.0, true}; }, five));
  p.add("odd branches", traced(
                            [](auto c, auto x, auto y) {
                              return cx::cond(
                                  c,
                                  [&](auto z) {
                                    return std::tuple{z, y, z, 1.0};
                                  },
                                  [&](auto z) {
                                    return std::tuple{y, y, z, cx::sum(z)};
                                  },
                                  x);
                            },
                            truth, five, five));
  p.add("empty arrays", traced(empty_results, none, three));
  p.run();
}

// ---- routines ---------------------------------------------------------------------------------------------------------------------------

namespace {
constexpr auto mirrored_wave = [](auto x) { return cx::sum(cx::sin(constax_tests::mirrored(cx::exp(x) * 0.5)) * x); };
constexpr auto mirrored_turns = [](auto x, auto ws) {
  return cx::scan([](auto const& c, auto w) { return std::pair{constax_tests::mirrored(c * w) + 0.25, cx::sum(c)}; }, x, ws);
};
constexpr auto mirrored_while = [](auto x) {
  return cx::while_loop([](auto const& c) { return cx::sum(c) < 50.0; },
                        [](auto const& c) { return constax_tests::mirrored(c) * 1.5 + 2.0; }, x);
};
struct no_text_t : cx::routine<no_text_t, 1> {
  static constexpr std::string_view name = "test::no_text";
  template <class T> static void run(cx::routine_array<T> y, cx::routine_array<T const> x) { y[0] = x[0]; }
};
constexpr no_text_t no_text{};
CONSTAX_ROUTINE(
    ends_code,
    template <class Grid, class T> CONSTAX_INLINE void ends(Grid& grid, constax::routine_array<T> sum,
                                                            constax::routine_array<constax::i32> place, constax::routine_array<T const> x) {
      constax::i64 const n = x.lengths[x.rank - 1];
      grid.each(sum.size(), [&](constax::i64 r) {
        constax::i64 best = 0;
        for (constax::i64 k = 1; k < n; ++k)
          if (x[r * n + k] > x[r * n + best]) best = k;
        sum[r] = x[r * n] + x[r * n + n - 1];
        place[r] = static_cast<constax::i32>(best);
      });
    })
/// The sum of a row's first and last element, and the place of its largest: T[..., n] -> T[...], i32[...].
struct ends_t : cx::routine<ends_t, 1> {
  static constexpr std::string_view name = "test::ends", text = ends_code, function = "ends";
  template <class T> using results = std::tuple<T, cx::i32>;
  static constexpr bool leading_axes = true;
  static constexpr cx::typed type(cx::operand_types xs) {
    cx::typed all;
    for (cx::dtype t : {xs[0]->type, cx::dtype::i32}) {
      all.results.push({t, {}});
      for (int d = 0; d + 1 < xs[0]->rank(); ++d) all.results.back().shape.push(xs[0]->shape[d]);
    }
    return all;
  }
  template <class T>
  static void run(cx::routine_array<T> sum, cx::routine_array<cx::i32> place, cx::routine_array<T const> x) {
    cx::serial_grid grid;
    ::ends(grid, sum, place, x);
  }
};
constexpr ends_t ends_of{};
constexpr auto ends_of_rows = [](auto x) {
  auto const [sum, place] = ends_of(cx::exp(x));
  return std::tuple{cx::log(sum), place, cx::sum(place)};
};
} // namespace

TEST_CASE("routines: code of a user's own, among loops and in bodies") {
  programs p;
  p.add_with_gradient("a routine", traced(mirrored_wave, five));
  p.add("a routine of what came in, twice a result", traced([](auto x) {
          auto const y = constax_tests::mirrored(x);
          return std::tuple{y, x, y};
        }, matrix));
  p.add_with_rows("a routine in a scan", traced(mirrored_turns, five, three));
  p.add("a routine in a while", traced(mirrored_while, five));
  p.add_with_rows("a routine with two results", traced(ends_of_rows, matrix));
  p.add("one of two results", traced([](auto x) { return std::get<1>(ends_of(x)); }, matrix));
  p.add("a routine of nothing", traced([](auto x) { return constax_tests::mirrored(x * 2.0); }, no_rows));
  p.run();
  CHECK(refusal(traced([](auto x) { return no_text(x); }, five)) ==
        "[constax] codegen: test::no_text has no form as source: the struct gives no `text` (CONSTAX_ROUTINE)");
}

// ---- sorts ------------------------------------------------------------------------------------------------------------------------------

namespace {
constexpr auto sorted_and_places = [](auto x) {
  return std::tuple{cx::sort(x), cx::argsort(x), cx::sort(x, cx::descending), cx::argsort(x, 0_c), cx::sort(x, 0_c, cx::descending)};
};
constexpr auto best = [](auto x) { return cx::top_k<2>(x); };
constexpr auto middle = [](auto x) { return cx::sum(cx::median(x, 1_c) * cx::asarray({1.0, 2.0, 3.0, 4.0})); };
constexpr auto by_two_keys = [](auto a, auto b) { return cx::lexsort(std::tuple{b, a}); };
/// Numbers of which many are equal, with nan, infinities and both zeros.
vec<tensor> special(jaxpr const& j, int seed) {
  constexpr double of[] = {1, 0.0, -0.0, 2, 1, -3, __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 2, 0.5};
  vec<tensor> args = arguments_for(j, seed);
  for (tensor& t : args)
    for (cx::u32 i = 0; t.type.type == cx::dtype::f64 && i < t.size(); ++i) t.put(i, of[(i * 7 + static_cast<cx::u32>(seed)) % 11]);
  return args;
}
} // namespace

TEST_CASE("sorts: of every length, along each axis, by several keys, and their derivatives") {
  programs p;
  for (cx::i64 n : {1, 2, 3, 5, 8, 13, 31, 64, 100}) {
    cx::context c("sort");
    cx::value const x = c.input(cx::aval{cx::dtype::f64, cx::shape{cx::extent(n), cx::extent(cx::i64{3})}});
    cx::value const places = cx::bind<cx::argsort_t>({0, cx::extent(n), n % 2 == 0, cx::dtype::i32}, x);
    jaxpr const j = c.finish(vec<cx::value>{places});
    p.add("lines of " + std::to_string(n), j, {special(j, 0), special(j, 5), arguments_for(j, 1)});
  }
  jaxpr const both = traced(sorted_and_places, matrix);
  p.add("both axes", both, {special(both, 3), arguments_for(both, 2)});
  p.add("the best two", traced(best, matrix)), p.add_with_gradient("medians", traced(middle, matrix));
  jaxpr const keys = traced(by_two_keys, spec<int, 9>{}, spec<double, 9>{});
  p.add("two keys", keys, {special(keys, 1), special(keys, 6)});
  p.add("of nothing", traced([](auto x) { return cx::sort(x); }, none));
  p.add("in a loop",
        traced([](auto x) { return cx::fori_loop(0, 3, [](auto const&, auto const& v) { return cx::sort(cx::sin(v * 3.0)); }, x); }, five));
  p.run();
}
