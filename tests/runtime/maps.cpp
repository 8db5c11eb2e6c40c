// SPDX-License-Identifier: BSL-1.0
// std::map as a node of a tree: parameters with names that are known at run time. What is expected is what the same function does with a
// struct or a tuple of the same leaves in the order of the keys: the same program, the same bits.
#include "../support/same_program.hpp"

#include <array>
#include <map>
#include <unordered_map>

namespace app {
struct dense {
  cx::ndarray b, w;
};
enum class part { low, high };
} // namespace app
CONSTAX_STRUCT(app::dense, b, w);

namespace {

using named = std::map<std::string, cx::ndarray>;

cx::ndarray const v({1.0, 2.0, -0.5}), w({0.25, 3.0, 1.5}), u({-1.0, 0.5, 2.0});
named const layer{{"w", w}, {"b", v}};
app::dense const in_struct{v, w};

inline constexpr auto weight = []<class P>(P const& p) {
  if constexpr (requires { p.at("w"); }) return p.at("w");
  else return p.w;
};
inline constexpr auto bias = []<class P>(P const& p) {
  if constexpr (requires { p.at("b"); }) return p.at("b");
  else return p.b;
};
inline constexpr auto loss = [](auto const& p, auto const& x) { return cx::sum(cx::tanh(x * weight(p) + bias(p))); };
inline constexpr auto scaled = [](auto const& p, auto const& x) { return cx::tree_map([&](auto const& l) { return l * x; }, p); };

template <class X> std::string structure(X const& x) {
  constax::text t;
  constax::detail::write_structure(t, constax::detail::structure_of(x));
  return std::string(t.view());
}

} // namespace

TEST_CASE("arguments, results, gradients") {
  same(loss, layer, in_struct, u);
  same(scaled, layer, in_struct, u);
  same(cx::grad(loss), layer, in_struct, u);
  same(cx::value_and_grad(loss, cx::argnums<1, 0>), layer, in_struct, u);
  auto const slopes = cx::grad(loss)(layer, u);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(slopes)>, named>);
  CHECK((slopes.size() == 2 && same_bits(slopes.at("b"), cx::grad(loss)(in_struct, u).b)));
  auto const stepped = cx::jit([](auto const& p, auto const& x) {
    return cx::tree_map([](auto const& l, auto const& dl) { return l - 0.1 * dl; }, p, cx::grad(loss)(p, x));
  })(layer, u);
  CHECK(same_bits(stepped.at("w"), w - 0.1 * slopes.at("w")));
  // made inside, from keys that no argument has
  auto const moments = cx::jit([](auto const& x) {
    return std::map<std::string, std::remove_cvref_t<decltype(x)>>{{"mean", cx::mean(x)}, {"largest", cx::max(x)}};
  })(v);
  CHECK((moments.size() == 2 && moments.at("largest") == cx::ndarray(2.0)));
}

TEST_CASE("nested in each other, in vectors, pairs and structs; empty ones") {
  std::map<std::string, named> const net{{"second", {{"w", u}}}, {"first", layer}, {"none", {}}};
  auto const in_tuples = std::tuple{in_struct, std::tuple{}, std::tuple{u}};
  auto const f = [](auto const& p) { return cx::tree_map([](auto const& x) { return cx::cos(x); }, p); };
  same(f, net, in_tuples);
  auto const back = cx::jit(f)(net);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(back)>, std::remove_cvref_t<decltype(net)>>);
  CHECK((back.size() == 3 && back.at("none").empty() && same_bits(back.at("second").at("w"), cx::cos(u))));
  std::pair const mixed{std::vector<named>{layer, {}, {{"", u}}}, std::map<int, std::vector<cx::ndarray>>{{-3, {v, w}}, {1 << 30, {}}}};
  auto const ys = cx::jit(f)(mixed);
  CHECK((ys.first.size() == 3 && ys.first[1].empty() && same_bits(ys.first[2].at(""), cx::cos(u))));
  CHECK((ys.second.size() == 2 && same_bits(ys.second.at(-3)[1], cx::cos(w)) && ys.second.at(1 << 30).empty()));
  CHECK(
      structure(mixed) ==
      R"(std::pair(std::vector(std::map("b": *, "w": *), std::map(), std::map("": *)), std::map(-3: std::vector(*, *), 1073741824: std::vector())))");
  CHECK(cx::jit(f)(named{}).empty());
}

TEST_CASE("keys of other types, and in another order") {
  auto const f = [](auto const& p) { return cx::tree_map([](auto const& x) { return x + 1.0; }, p); };
  std::map<app::part, cx::ndarray> const parts{{app::part::high, v}, {app::part::low, w}};
  CHECK(same_bits(cx::jit(f)(parts).at(app::part::low), w + 1.0));
  std::map<std::uint64_t, cx::ndarray> const wide{{~0ull, v}, {1ull << 40, w}};
  CHECK((same_bits(cx::jit(f)(wide).at(~0ull), v + 1.0) && same_bits(cx::jit(f)(wide).at(1ull << 40), w + 1.0)));
  std::map<std::string, cx::ndarray, std::greater<>> const falling{{"b", v}, {"w", w}};
  CHECK(structure(falling) == R"(std::map("w": *, "b": *))");
  CHECK(same_bits(cx::jit(f)(falling).at("w"), w + 1.0));
  for (std::size_t n : {1u, 3u, 4u, 5u, 8u, 40u}) { // letters lie four in a word
    std::string key(n, '\0');
    for (std::size_t i = 0; i < n; ++i) key[i] = static_cast<char>(250 - 7 * i);
    auto const y = cx::jit(f)(named{{key, v}});
    REQUIRE(y.size() == 1);
    CHECK(y.begin()->first == key);
  }
}

TEST_CASE("keys are a part of the signature") {
  auto const sum_of_names = [](auto const& p) {
    double total = 0.0;
    for (auto const& [name, x] : p) total += static_cast<double>(name.size());
    return p.begin()->second * total;
  };
  auto const f = cx::jit(sum_of_names);
  CHECK(f(named{{"a", v}, {"b", w}}) == v * 2.0);
  CHECK(f(named{{"a", v}, {"bcd", w}}) == v * 4.0);
  CHECK(f(named{{"a", v}, {"b", w}}) == v * 2.0);
  std::vector<std::size_t> traces;
  auto const counted = cx::jit(cx::closure([&](auto const& p) { return traces.push_back(p.size()), p.begin()->second; }));
  counted(named{{"a", v}}), counted(named{{"b", v}}), counted(named{{"a", w}});
  CHECK(traces.size() >= 2);
}

TEST_CASE("jvp, vjp, linearize, jacobians, vmap") {
  same([](auto const& p, auto const& x) { return cx::jvp(scaled, std::tuple{p, x}, std::tuple{p, x}); }, layer, in_struct, u);
  auto const [value, pull] = cx::vjp(scaled, layer, u);
  auto const back = std::get<0>(pull(value));
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(back)>, named>);
  CHECK(same_bits(back.at("w"), value.at("w") * u));
  CHECK(same_bits(cx::linearize(scaled, layer, u).second(layer, u).at("b"), v * u + v * u));
  same(cx::jacrev([](auto const& p) { return weight(p) * cx::sum(bias(p)); }), layer, in_struct);
  cx::ndarray const rows = cx::reshape(cx::arange<double>(6), {2, 3});
  same(cx::vmap(loss, cx::in_axes<0, cx::none>), named{{"w", rows}, {"b", rows}}, app::dense{rows, rows}, u);
  same(cx::vmap(cx::grad(loss), cx::in_axes<cx::in_axes<cx::none, 0>, cx::none>), named{{"w", rows}, {"b", v}}, app::dense{v, rows}, u);
  CHECK(
      said([&] { cx::vmap(loss, cx::in_axes<cx::in_axes<0, 0, 0>, cx::none>)(named{{"w", rows}, {"b", rows}}, u); }) ==
      R"([constax] vmap: in_axes has 3 entries for std::map("b": *, "w": *), which has 2 parts; give an entry for each, or one axis for all)");
}

TEST_CASE("branches and loops") {
  auto const step = [](auto const& p) { return cx::tree_map([](auto const& x) { return cx::sin(x) + 1.0; }, p); };
  same([step](auto const& p, auto const&) { return cx::fori_loop(0, 5, [&](auto, auto const& c) { return step(c); }, p); }, layer,
       in_struct, u);
  same([step](auto const& p, auto const& x) { return cx::cond(cx::sum(x) > 0.0, step, [](auto const& q) { return q; }, p); }, layer,
       in_struct, u);
  same(
      [step](auto const& p, auto const& x) {
        auto const run = [&](auto const& q) {
          return cx::scan(
              [&](auto const& c, auto const& row) { return std::pair{step(c), cx::tree_map([](auto const& r) { return r * r; }, row)}; }, q,
              q);
        };
        return cx::grad([&](auto const& q) { return loss(run(q).first, x) + cx::sum(weight(run(q).second)); })(p);
      },
      layer, in_struct, u);
  auto const renamed = [](auto const& p) {
    auto q = p;
    auto node = q.extract("w");
    node.key() = "v";
    q.insert(std::move(node));
    return q;
  };
  CHECK(
      said([&] {
        cx::jit([&](auto const& p) { return cx::cond(cx::sum(p.at("w")) > 0.0, renamed, [](auto const& q) { return q; }, p); })(layer);
      })
          .starts_with(R"([constax] cond: the result of on_false is std::map("b": *, "w": *) and of on_true is std::map("b": *, "v": *); )"
                       "they must have one structure"));
  CHECK(said([&] {
          cx::jit([&](auto const& p) { return cx::fori_loop(0, 2, [&](auto, auto const& c) { return renamed(c); }, p); })(layer);
        }).starts_with(R"([constax] fori_loop: the carry goes in as std::map("b": *, "w": *) and comes out as std::map("b": *, "v": *))"));
}

TEST_CASE("several trees, leaves, printing, closures") {
  auto const sums = cx::tree_map([](auto const& a, auto const& b) { return a + b; }, layer, layer);
  CHECK(same_bits(sums.at("w"), w + w));
  // a tree in the place of a leaf
  auto const pairs = cx::tree_map([](auto const& a, auto const& b) { return a * b.first + b.second; }, layer,
                                  std::map<std::string, std::pair<cx::ndarray, cx::ndarray>>{{"w", {u, v}}, {"b", {v, u}}});
  CHECK(same_bits(pairs.at("w"), w * u + v));
  CHECK(said([&] { cx::tree_map([](auto const& a, auto const& b) { return a + b; }, layer, named{{"w", w}, {"c", v}}); }) ==
        R"([constax] tree_map: the first tree has std::map("b": *, "w": *), another has std::map("c": *, "w": *) in its place; )"
        "the others have the structure of the first");
  CHECK(said([&] {
          cx::tree_map([](auto const& a, auto const& b) { return a + b; }, layer, named{{"w", w}});
        }).starts_with(R"([constax] tree_map: the first tree has std::map("b": *, "w": *), another has std::map("w": *) in its place)"));
  auto const flat = cx::tree_leaves(std::pair{layer, u});
  CHECK((flat.size() == 3 && same_bits(flat[0], v) && same_bits(flat[1], w) && same_bits(flat[2], u)));
  CHECK(cx::tree_reduce([](auto const& s, auto const& x) { return s + cx::sum(x); }, layer, cx::ndarray(0.0)) == cx::sum(v) + cx::sum(w));
  std::ostringstream out;
  out << cx::tree(std::pair{layer, std::map<int, named>{{7, {{"c", v}}}}});
  CHECK(out.str() == "[0][\"b\"] f64[3]: [1 2 -0.5]\n[0][\"w\"] f64[3]: [0.25 3 1.5]\n[1][7][\"c\"] f64[3]: [1 2 -0.5]\n");
  auto const bound = cx::closure([](auto const& p, auto const& x) { return loss(p, x); }, layer);
  CHECK(same_bits(cx::jit(bound)(u), cx::jit(loss)(layer, u)));
}

TEST_CASE("static arguments are a part of the signature, and of trees") {
  auto const f = [](auto const& x, auto how) {
    if constexpr (how == app::part::high) return x + 1.0;
    else return x * 2.0;
  };
  auto const g = cx::jit(f);
  CHECK((g(v, cx::static_arg<app::part::high>) == v + 1.0 && g(v, cx::static_arg<app::part::low>) == v * 2.0));
  CHECK(g(v, cx::static_arg<app::part::high>) == v + 1.0);
  auto const in_tree = [&](auto const& p) { return cx::sum(f(p.at("b"), cx::static_arg<app::part::low>)); };
  CHECK(same_bits(cx::grad(in_tree)(layer).at("b"), cx::ndarray({2.0, 2.0, 2.0})));
  auto const mixed = [&](auto const& p) { return std::pair{f(p.first, p.second), p.second}; };
  CHECK(cx::jit(mixed)(std::pair{v, cx::static_arg<app::part::high>}).first == v + 1.0);
}
