// SPDX-License-Identifier: BSL-1.0
// std::vector as a node of a tree: as many parameters as a number says that is known at run time. What is expected is what the same
// function does with std::tuple, or with arguments one after the other: the same program, the same bits.
#include "../support/same_program.hpp"

#include <sstream>
#include <vector>

namespace app {
struct dense {
  cx::ndarray w, b;
};
struct net {
  std::vector<dense> layers;
  cx::ndarray scale;
};
} // namespace app
CONSTAX_STRUCT(app::dense, w, b);
CONSTAX_STRUCT(app::net, layers, scale);

namespace {

using arrays = std::vector<cx::ndarray>;

cx::ndarray const v({1.0, 2.0, -0.5}), w({0.25, 3.0, 1.5}), u({-1.0, 0.5, 2.0});
arrays const three{v, w, u};
auto const three_in_tuple = std::tuple{v, w, u};

/// The elements one after the other, of either kind.
inline constexpr auto each = []<class Xs>(Xs const& xs, auto const& f) {
  if constexpr (requires { xs.size(); }) {
    for (auto const& x : xs) f(x);
  } else std::apply([&](auto const&... x) { (f(x), ...); }, xs);
};
inline constexpr auto loss = [](auto const& xs, auto const& y) {
  auto total = cx::sum(y * y);
  each(xs, [&](auto const& x) { total = cx::sin(total) + cx::sum(x * x * y); });
  return total;
};
inline constexpr auto doubled = [](auto const& xs, auto const& y) {
  return cx::tree_map([&](auto const& x) { return x * y + 2.0; }, xs);
};

} // namespace

TEST_CASE("jit: arguments and results") {
  same(loss, three, three_in_tuple, v);
  same(doubled, three, three_in_tuple, v);
  auto const ys = cx::jit(doubled)(three, v);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(ys)>, arrays>);
  CHECK(ys.size() == 3);
  CHECK(ys[1] == w * v + 2.0);
  // plain loops, indices, lengths
  auto const last = [](auto const& xs) {
    auto y = xs[0];
    for (std::size_t i = 1; i < xs.size(); ++i) y = y * static_cast<double>(xs.size()) + xs[i];
    return y;
  };
  CHECK(cx::jit(last)(three) == (v * 3.0 + w) * 3.0 + u);
  // made inside, of a length that an argument's shape says
  auto const rows = [](auto const& x) {
    std::vector<std::remove_cvref_t<decltype(x)>> all;
    for (long i = 0; i < x.shape(0); ++i) all.push_back(x[i] * 2.0);
    return std::pair{all, x};
  };
  CHECK(cx::jit(rows)(v).first.size() == 3);
  CHECK(cx::jit(rows)(v).first[2] == cx::ndarray(-1.0));
}

TEST_CASE("nested: vectors of vectors, in tuples and structs, empty ones") {
  auto const nested = std::pair{std::vector<arrays>{{v, w}, {}, {u}}, w};
  auto const tuples = std::pair{std::tuple{std::tuple{v, w}, std::tuple{}, std::tuple{u}}, w};
  auto const f = [](auto const& p) { return cx::tree_map([](auto const& x) { return cx::cos(x); }, p); };
  same(f, nested, tuples);
  auto const back = cx::jit(f)(nested);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(back)>, std::remove_cvref_t<decltype(nested)>>);
  REQUIRE(back.first.size() == 3);
  CHECK((back.first[0].size() == 2 && back.first[1].empty() && back.first[2].size() == 1));
  CHECK(back.first[2][0] == cx::cos(u));

  app::net const net{{{v, w}, {w, u}}, cx::ndarray(0.5)};
  auto const g = [](auto const& p) {
    auto y = p.scale;
    for (auto const& l : p.layers) y = cx::sum(cx::tanh(l.w * y + l.b));
    return y;
  };
  app::net const slopes = cx::grad(g)(net);
  auto const apart = [](auto const& s, auto const& w0, auto const& b0, auto const& w1, auto const& b1) {
    auto y = s;
    y = cx::sum(cx::tanh(w0 * y + b0));
    y = cx::sum(cx::tanh(w1 * y + b1));
    return y;
  };
  auto const expected = cx::grad(apart, cx::argnums<0, 1, 2, 3, 4>)(net.scale, v, w, w, u);
  CHECK(same_bits(slopes.scale, std::get<0>(expected)));
  CHECK((same_bits(slopes.layers[0].w, std::get<1>(expected)) && same_bits(slopes.layers[1].b, std::get<4>(expected))));

  CHECK(cx::jit(doubled)(arrays{}, v).empty());
  CHECK(cx::grad([](auto const& p) { return cx::sum(p.second); })(std::pair{arrays{}, v}).first.empty());
  std::pair<arrays, cx::ndarray> const gradient = cx::grad([](auto const& p) { return loss(p.first, p.second); })(std::pair{arrays{}, v});
  CHECK(same_bits(gradient.second, 2.0 * v));
}

TEST_CASE("gradients: argnums, has_aux, nested") {
  same(cx::grad(loss), three, three_in_tuple, v);
  same(cx::value_and_grad(loss), three, three_in_tuple, v);
  same(cx::grad(loss, cx::argnums<1>), three, three_in_tuple, v);
  same(cx::value_and_grad(loss, cx::argnums<1, 0>), three, three_in_tuple, v);
  static_assert(std::is_same_v<decltype(cx::grad(loss)(three, v)), arrays>);
  static_assert(std::is_same_v<decltype(cx::grad(loss, cx::argnums<0, 1>)(three, v)), std::tuple<arrays, cx::ndarray>>);
  auto const aux = [](auto const& xs, auto const& y) { return std::pair{loss(xs, y), doubled(xs, y)}; };
  same(cx::value_and_grad(aux, cx::has_aux), three, three_in_tuple, v);
  same(cx::grad(aux, cx::argnums<0, 1>, cx::has_aux), three, three_in_tuple, v);
  auto const of_slopes = [](auto const& xs, auto const& y) {
    auto const g = cx::grad(loss)(xs, y);
    auto total = cx::sum(y);
    each(g, [&](auto const& x) { total = total + cx::sum(x * x); });
    return total;
  };
  same(cx::grad(of_slopes), three, three_in_tuple, v);
  same(cx::grad(cx::jit(of_slopes), cx::argnums<0, 1>), three, three_in_tuple, v);
  same(cx::grad(cx::checkpoint(loss)), three, three_in_tuple, v);
}

TEST_CASE("jvp, vjp, linearize, with and without has_aux") {
  auto const f = [](auto const& xs, auto const& y) { return std::pair{doubled(xs, y * y), cx::sin(y)}; };
  same([&](auto const& xs, auto const& y) { return cx::jvp(f, std::tuple{xs, y}, std::tuple{xs, y}); }, three, three_in_tuple, v);
  auto const back = [f](auto const& xs, auto const& y) {
    auto const [value, pullback] = cx::vjp(f, xs, y);
    return pullback(value);
  };
  auto const is = back(three, v);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(is)>, std::tuple<arrays, cx::ndarray>>);
  auto const a = leaves(is), b = leaves(back(three_in_tuple, v)), in_trace = leaves(cx::jit(back)(three, v));
  REQUIRE((a.size() == 4 && b.size() == 4 && in_trace.size() == 4));
  for (std::size_t i = 0; i < 4; ++i) CHECK((same_bits(a[i], b[i]) && cx::allclose(in_trace[i], b[i]).item<bool>()));
  auto const forward = [f](auto const& xs, auto const& y) { return cx::linearize(f, xs, y).second(xs, y); };
  auto const c = leaves(forward(three, v)), d = leaves(forward(three_in_tuple, v)), e = leaves(cx::jit(forward)(three, v));
  for (std::size_t i = 0; i < 4; ++i) CHECK((same_bits(c[i], d[i]) && cx::allclose(e[i], d[i]).item<bool>()));
  auto const aux = [](auto const& xs, auto const& y) { return std::pair{doubled(xs, y), std::pair{xs, y}}; };
  auto const [ys, pull, beside] = cx::vjp(aux, cx::has_aux, three, v);
  CHECK((beside.first.size() == 3 && same_bits(beside.second, v)));
  CHECK(same_bits(std::get<0>(pull(ys))[1], cx::grad([&](auto const& xs, auto const& y) {
                                              auto const out = doubled(xs, y);
                                              auto total = cx::sum(out[0] * cx::stop_gradient(out[0]));
                                              for (std::size_t i = 1; i < 3; ++i)
                                                total = total + cx::sum(out[i] * cx::stop_gradient(out[i]));
                                              return total;
                                            })(three, v)[1]));
}

TEST_CASE("jacobians and hessians") {
  arrays const two{v, cx::ndarray({1.0, -2.0})};
  auto const in_tuple = std::tuple{two[0], two[1]};
  auto const f = [](auto const& xs) {
    auto const& [x, y] = [&] {
      if constexpr (requires { xs[0]; }) return std::pair{xs[0], xs[1]};
      else return xs;
    }();
    return std::pair{x * cx::sum(y * y), cx::sum(x)};
  };
  same(cx::jacfwd(f), two, in_tuple);
  same(cx::jacrev(f), two, in_tuple);
  same(cx::hessian(f), two, in_tuple);
  auto const all = [](auto const& xs) { return cx::tree_map([](auto const& x) { return x * x; }, xs); };
  auto const block = cx::jacrev(all)(two);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(block)>, std::vector<arrays>>);
  CHECK((block.size() == 2 && block[0].size() == 2 && block[0][1].shape() == std::vector<std::int64_t>{3, 2}));
  same(cx::jacfwd(all), two, in_tuple);
  same(cx::jacrev([all](auto const& xs) { return std::pair{all(xs), xs}; }, cx::has_aux), two, in_tuple);
}

TEST_CASE("vmap") {
  arrays const rows{cx::reshape(cx::arange<double>(6), {2, 3}), cx::reshape(cx::arange<double>(6) * 0.5, {2, 3})};
  auto const in_tuple = std::tuple{rows[0], rows[1]};
  same(cx::vmap(doubled, cx::in_axes<0, cx::none>), rows, in_tuple, v);
  same(cx::vmap(cx::grad(loss), cx::in_axes<0, cx::none>), rows, in_tuple, v);
  same(cx::grad([](auto const& xs, auto const& y) { return cx::sum(cx::vmap(loss, cx::in_axes<0, cx::none>)(xs, y)); }), rows, in_tuple, v);
  auto const in_pair = std::pair{rows, v};
  auto const f = [](auto const& p) { return std::pair{doubled(p.first, p.second), p.second}; };
  auto const ys = cx::vmap(f, cx::in_axes<cx::in_axes<0, cx::none>>, cx::out_axes<1, cx::none>)(in_pair);
  CHECK((ys.first.size() == 2 && ys.first[0].shape() == std::vector<std::int64_t>{3, 2} && same_bits(ys.second, v)));
}

TEST_CASE("vmap: axes for each element of a vector, of so many as there are") {
  cx::ndarray const rows = cx::reshape(cx::arange<double>(6), {2, 3});
  arrays const mixed{rows, cx::transpose(rows), v};
  auto const in_tuple = std::tuple{mixed[0], mixed[1], v};
  using cx::in_axes, cx::none, cx::out_axes;
  constexpr auto axes = in_axes<in_axes<0, 1, none>, none>;
  same(cx::vmap(doubled, axes), mixed, in_tuple, v);
  same(cx::vmap(cx::grad(loss), axes), mixed, in_tuple, v);
  same(cx::grad([axes](auto const& xs, auto const& y) { return cx::sum(cx::vmap(loss, axes)(xs, y)); }), mixed, in_tuple, v);
  auto const itself = [](auto const& xs) { return xs; };
  auto const out = cx::vmap(itself, in_axes<in_axes<0, 1, none>>, out_axes<out_axes<1, 0, none>>)(mixed);
  CHECK((out.size() == 3 && same_bits(out[0], mixed[1]) && same_bits(out[1], rows) && same_bits(out[2], v)));
  std::vector<app::dense> const layers{{rows, v}, {v, rows}};
  auto const sums = cx::vmap([](auto const& ls) { return cx::sum(ls[0].w * ls[0].b + ls[1].w * ls[1].b); },
                             in_axes<in_axes<in_axes<0, none>, in_axes<none, 0>>>)(layers);
  CHECK(sums == 2.0 * cx::dot(rows, v));
  auto const nested = cx::vmap([](auto const& p) { return p.first[0][1] * p.second; },
                               in_axes<in_axes<in_axes<in_axes<none, 0>, none>, 0>>)(std::pair{std::vector<arrays>{{v, rows}, {v}}, rows});
  CHECK(nested == rows * rows);

  CHECK(said([&] { cx::vmap(doubled, in_axes<in_axes<0, 1>, none>)(mixed, v); }) ==
        "[constax] vmap: in_axes has 2 entries for std::vector(*, *, *), which has 3 parts; give an entry for each, or one axis for all");
  CHECK(said([&] { cx::vmap(itself, in_axes<in_axes<0, 1, none>>, out_axes<out_axes<1, 0, none, 0>>)(mixed); })
            .starts_with("[constax] vmap: out_axes has 4 entries for std::vector(*, *, *), which has 3 parts"));
  CHECK(said([&] {
          cx::vmap([](auto const& p) { return p.second; }, in_axes<in_axes<in_axes<in_axes<0>, none>, 0>>)(
              std::pair{std::vector<arrays>{{}, {v}}, rows});
        }) == "[constax] vmap: in_axes has 1 entry for std::vector(), which has 0 parts; give an entry for each, or one axis for all");
  CHECK(said([&] { cx::vmap(doubled, in_axes<in_axes<0, 2, none>, none>)(mixed, v); }).starts_with("[constax] vmap: in_axes names axis 2"));
}

TEST_CASE("cond and switch_") {
  auto const f = [](auto const& xs, auto const& y) {
    return cx::cond(cx::sum(y) > 0.0, [](auto const& zs) { return cx::tree_map([](auto const& z) { return z * 2.0; }, zs); },
                    [](auto const& zs) { return zs; }, xs);
  };
  same(f, three, three_in_tuple, v);
  same([f](auto const& xs, auto const& y) { return cx::grad([&](auto const& zs) { return loss(f(zs, y), y); })(xs); }, three,
       three_in_tuple, v);
  auto const shorter = [](auto const& xs, auto const& y) {
    return cx::cond(cx::sum(y) > 0.0,
                    [](auto const& zs) { return std::vector{zs[0], zs[1]}; }, [](auto const& zs) { return zs; }, xs);
  };
  CHECK(said([&] { cx::jit(shorter)(three, v); }).starts_with(
      "[constax] cond: the result of on_false is std::vector(*, *, *) and of on_true is std::vector(*, *); they must have one structure"));
  auto const regrouped = [](auto const& xs, auto const& y) {
    using list = std::remove_cvref_t<decltype(xs)>;
    return cx::switch_(cx::astype<int>(cx::sum(y)),
                       std::tuple{[](auto const& zs) { return std::pair{list{zs[0]}, list{zs[1], zs[2]}}; },
                                  [](auto const& zs) { return std::pair{list{zs[0], zs[1]}, list{zs[2]}}; }},
                       xs);
  };
  CHECK(said([&] { cx::jit(regrouped)(three, v); }).starts_with(
      "[constax] switch_: the result of branch 0 is std::pair(std::vector(*), std::vector(*, *)) and of another is "
      "std::pair(std::vector(*, *), std::vector(*)); they must have one structure"));
  CHECK(cx::jit(shorter)(arrays{v, w}, v).size() == 2);
}

TEST_CASE("loops") {
  auto const step = [](auto const& xs) { return cx::tree_map([](auto const& x) { return cx::sin(x) + 1.0; }, xs); };
  auto const counted = [step](auto const& xs, auto const&) {
    return cx::fori_loop(0, 5, [&](auto, auto const& c) { return step(c); }, xs);
  };
  same(counted, three, three_in_tuple, v);
  auto const until = [step](auto const& xs, auto const& y) {
    return cx::while_loop([](auto const& c) { return cx::sum(c.second) < 10.0; },
                          [step](auto const& c) { return std::pair{step(c.first), c.second + 1.0}; }, std::pair{xs, y});
  };
  same(until, three, three_in_tuple, v);
  auto const scanned = [step](auto const& xs, auto const& y) {
    return cx::scan(
        [step](auto const& c, auto const& row) { return std::pair{step(c), cx::tree_map([](auto const& r) { return r * r; }, row)}; }, xs,
        std::pair{xs, y});
  };
  same(scanned, three, three_in_tuple, v);
  same([scanned](auto const& xs, auto const& y) { return cx::grad([&](auto const& zs) { return loss(scanned(zs, y).first, y); })(xs); },
       three, three_in_tuple, v);
  same([](auto const& xs, auto const& y) { return std::pair{cx::map([](auto const& row) { return row; }, xs), y}; }, three, three_in_tuple,
       v);
  same(
      [](auto const& xs, auto const& y) {
        return std::pair{
            cx::associative_scan(
                [](auto const& a, auto const& b) { return cx::tree_map([](auto const& p, auto const& q) { return p * q; }, a, b); }, xs),
            y};
      },
      three, three_in_tuple, v);

  auto const grows = [](auto const& c) {
    auto next = c;
    next.push_back(c[0]);
    return next;
  };
  CHECK(
      said([&] { cx::jit([&](auto const& xs) { return cx::fori_loop(0, 2, [&](auto, auto const& c) { return grows(c); }, xs); })(three); })
          .starts_with("[constax] fori_loop: the carry goes in as std::vector(*, *, *) and comes out as std::vector(*, *, *, *); they must "
                       "have one structure"));
  CHECK(said([&] {
          cx::jit([&](auto const& xs) { return cx::while_loop([](auto const& c) { return cx::sum(c[0]) < 1.0; }, grows, xs); })(three);
        }).starts_with("[constax] while_loop: the carry goes in as std::vector(*, *, *) and comes out as std::vector(*, *, *, *)"));
  CHECK(said([&] {
          cx::jit([&](auto const& xs) { return cx::scan([&](auto const& c, auto const& x) { return std::pair{grows(c), x}; }, xs, xs); })(
              three);
        }).starts_with("[constax] scan: the carry goes in as std::vector(*, *, *) and comes out as std::vector(*, *, *, *)"));
  CHECK(said([&] {
          cx::jit([](auto const& xs) {
            return cx::fori_loop(0, 2, [](auto, auto const& c) { return std::vector{c[0], cx::sum(c[1])}; }, std::vector{xs[0], xs[1]});
          })(three);
        }).starts_with("[constax] fori_loop: the carry leaf `carry[1]` goes in as f64[3] and comes out as f64[]"));
}

TEST_CASE("loops: nothing in a vector, and what gives other lengths") {
  auto const nothing = [](auto const& xs, auto const& y) {
    auto const c = cx::fori_loop(0, 3, [](auto, auto const& s) { return std::pair{s.first, s.second + 1.0}; }, std::pair{xs, y});
    auto const d = cx::cond(cx::sum(y) > 0.0, [](auto const& a) { return a; }, [](auto const& a) { return a; }, c.first);
    return std::pair{cx::fori_loop(0, 2, [](auto, auto const& s) { return s; }, d), c.second};
  };
  auto const r = cx::jit(nothing)(arrays{}, v);
  CHECK((r.first.empty() && r.second == v + 3.0));
  auto const [ys, pull] = cx::vjp(nothing, arrays{}, v);
  CHECK((std::get<0>(pull(ys)).empty() && std::get<1>(pull(ys)) == v + 3.0));
  CHECK(said([&] { pull(std::pair{arrays{v}, v}); }) ==
        "[constax] vjp: the result is std::pair(std::vector(), *) and the cotangent is std::pair(std::vector(*), *); they must have one "
        "structure");
  CHECK(said([&] {
          cx::jit([](auto const& xs, auto const& y) {
            return cx::scan([](auto const& s, auto const&) { return std::pair{s, s}; }, y, xs);
          })(arrays{}, v);
        }).starts_with("[constax] scan: what is scanned has no leaves"));
  CHECK(said([&] {
          cx::jit([](auto const& xs) {
            return cx::while_loop([](auto const& c) { return c; }, [](auto const& c) { return c; }, xs);
          })(arrays{});
        }).starts_with("[constax] while_loop: the condition returns a tree of 0 leaves"));
  CHECK(
      said([&] {
        cx::jit([](auto const& xs) { return cx::associative_scan([](auto const& a, auto const&) { return std::vector{a[0]}; }, xs); })(
            three);
      }).starts_with("[constax] associative_scan: the element goes in as std::vector(*, *, *) and comes out as std::vector(*); they must"));
}

TEST_CASE("lengths are a part of what a program is found by") {
  auto const f = [](auto const& xs) {
    auto total = cx::sum(xs[0][0]);
    for (auto const& row : xs) total = total * static_cast<double>(row.size());
    return total;
  };
  cx::clear_cache(f, std::vector<arrays>{});
  std::vector<arrays> const a{{v, w}, {u}}, b{{v}, {w, u}}, c{{v, w, u}}, d{{v}, {w}, {u}};
  for (int turn = 0; turn < 2; ++turn) {
    CHECK(cx::jit(f)(a).item<double>() == 2.5 * 2.0);
    CHECK(cx::jit(f)(b).item<double>() == 2.5 * 2.0);
    CHECK(cx::jit(f)(c).item<double>() == 2.5 * 3.0);
    CHECK(cx::jit(f)(d).item<double>() == 2.5);
  }
  CHECK((cx::cache_info(f, a).programs == 4 && cx::cache_info(f, a).misses == 4 && cx::cache_info(f, a).hits == 4));
  cx::jit(f)(std::vector<arrays>{{cx::sum(v), w}, {u}}); // another shape
  CHECK(cx::cache_info(f, a).programs == 5);
  CHECK(cx::explain(f)(a).view().find("traced before") != std::string_view::npos);
  CHECK_NOTHROW(cx::check_trace(f)(a));
}

TEST_CASE("trees: several at once, leaves, sums, text") {
  auto const step = [](auto const& p, auto const& d) {
    return cx::tree_map([](auto const& x, auto const& dx) { return x - 0.5 * dx; }, p, d);
  };
  arrays const moved = cx::jit(step)(three, arrays{w, u, v});
  CHECK(moved[2] == u - 0.5 * v);
  arrays const at_once = step(three, arrays{w, u, v});
  CHECK(at_once[2] == moved[2]);
  CHECK(said([&] { cx::jit(step)(three, arrays{w, u}); }).starts_with(
      "[constax] tree_map: the first tree has std::vector(*, *, *), another has std::vector(*, *) in its place; the others have the "
      "structure of the first"));
  CHECK(cx::tree_leaves(std::pair{std::vector<arrays>{{v}, {w, u}}, v}).size() == 4);
  auto const norm = [](auto const& p) { return cx::tree_reduce([](auto const& s, auto const& x) { return s + cx::sum(x * x); }, p, 0.0); };
  same(norm, three, three_in_tuple);
  CHECK(cx::jit([norm](auto const& p) { return std::pair{norm(p.first), p.second}; })(std::pair{arrays{}, v}).first == cx::ndarray(0.0));
  std::ostringstream out;
  out << cx::tree(std::pair{std::vector<arrays>{{cx::ndarray(1.5)}, {}, {v}}, app::net{{{v, cx::ndarray(2)}}, w}});
  CHECK(out.str() ==
        "[0][0][0] f64[]: 1.5\n[0][2][0] f64[3]: [1 2 -0.5]\n[1].layers[0].w f64[3]: [1 2 -0.5]\n[1].layers[0].b i32[]: 2\n"
        "[1].scale f64[3]: [0.25 3 1.5]\n");
}

TEST_CASE("numbers beside ndarrays, closures, custom rules") {
  std::vector<std::pair<double, cx::ndarray>> const weighted{{2.0, v}, {0.5, w}};
  auto const f = [](auto const& ps) {
    auto total = cx::sum(ps[0].second);
    for (auto const& [a, x] : ps) total = total + a * cx::sum(x * x);
    return total;
  };
  CHECK(cx::jit(f)(weighted) == cx::sum(v) + 2.0 * cx::sum(v * v) + 0.5 * cx::sum(w * w));
  auto const slopes = cx::grad(f)(weighted);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(slopes)>, std::vector<std::pair<cx::ndarray, cx::ndarray>>>);
  CHECK(slopes[1].first == cx::sum(w * w));
  CHECK(cx::grad(cx::closure([](auto const& xs, auto const& y) { return loss(xs, y); }, three))(v) ==
        cx::grad(loss, cx::argnums<1>)(three, v));

  auto const halved = cx::custom_jvp(
      [](auto const& xs) { return cx::tree_map([](auto const& x) { return x * 0.5; }, xs); },
      [](auto const& xs, auto const& dxs) { return std::pair{cx::tree_map([](auto const& x) { return x * 0.5; }, xs), dxs}; });
  same([halved](auto const& xs, auto const& y) { return cx::grad([&](auto const& zs) { return loss(halved(zs), y); })(xs); }, three,
       three_in_tuple, v);
  auto const clipped = cx::custom_vjp([](auto const& xs) { return cx::tree_map([](auto const& x) { return x * 0.5; }, xs); },
                                      [](auto const& xs) { return std::pair{cx::tree_map([](auto const& x) { return x * 0.5; }, xs), xs}; },
                                      [](auto const& xs, auto const& cts) {
                                        return cx::tree_map([](auto const& x, auto const& ct) { return cx::cos(x) * ct; }, xs, cts);
                                      });
  same([clipped](auto const& xs, auto const& y) { return cx::grad([&](auto const& zs) { return loss(clipped(zs), y); })(xs); }, three,
       three_in_tuple, v);
  auto const wrong = cx::custom_jvp([](auto const& xs) { return xs; },
                                    [](auto const& xs, auto const& dxs) { return std::pair{xs, std::vector{dxs[0]}}; });
  CHECK(
      said([&] { cx::grad([wrong](auto const& xs) { return loss(wrong(xs), xs[0]); })(three); })
          .starts_with(
              "[constax] custom_jvp: the rule's tangent is std::vector(*) where the function has std::vector(*, *, *); "
              "they must have one structure"));
}

TEST_CASE("questions without jit") {
  auto const f = [](auto const& xs) {
    auto total = cx::sum(xs[0]);
    for (auto const& x : xs)
      if (cx::sum(x) > 0.0) total = total + cx::sum(x * x);
    return total;
  };
  auto const slopes = cx::grad(f)(three);
  CHECK(slopes[1] == 2.0 * w);
  CHECK(said([&] { cx::jit(f)(three); }).find("jit") != std::string::npos);
}
