// SPDX-License-Identifier: BSL-1.0
// What the planner fuses: numbers of nodes, what they read and store, workspace, as a user reads them.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <set>
#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

template <class F, class... X>
auto const& code_for(F, X...) {
  return cx::code_of<cx::program_of<F, X...>>::value;
}
std::string plan_text(auto const& plan) {
  auto s = std::string(plan.str().view());
  auto const lanes = s.find(" lanes of ");
  if (lanes != std::string::npos) s.erase(lanes, s.find(" along", lanes) - lanes); // the machine's, not the plan's
  return s;
}
int count(std::string const& s, std::string const& word) {
  int k = 0;
  for (std::size_t at = 0; (at = s.find(word, at)) != std::string::npos; at += word.size()) ++k;
  return k;
}

inline constexpr cx::spec<double, n, m> matrix;
inline constexpr cx::spec<double, n> vector;

inline constexpr auto chain = [](auto x) { return cx::sum(cx::sin(x) * x + 1.0); };
inline constexpr auto softmax = [](auto x) { return cx::softmax(x); };
inline constexpr auto layer_norm = [](auto x) {
  return (x - cx::expand_dims(cx::mean(x, 1_c), 1_c)) / cx::expand_dims(cx::sqrt(cx::var(x, 1_c) + 1e-5), 1_c);
};
inline constexpr auto rosenbrock = [](auto p) {
  auto const a = p[cx::slice(0_c, -1_c)], b = p[cx::slice(1_c, cx::end)];
  return cx::sum(100.0 * cx::square(b - cx::square(a)) + cx::square(1.0 - a));
};
inline constexpr auto gram = [](auto x) { return cx::matmul(cx::transpose(x), x); };

inline constexpr auto density = [](auto x, auto mu, auto q) {
  auto const e = (x[0_c] - mu[0_c]) * q[0_c], g = (x[0_c] - mu[0_c]) * q[1_c] + (x[1_c] - mu[1_c]) * q[2_c];
  return -0.5 * (e * e + g * g);
};
inline constexpr auto mixture = [](auto x, auto mu, auto q) {
  auto const at_point = cx::vmap(density, cx::in_axes<cx::none, 0, 0>);
  return cx::sum(cx::logsumexp(cx::vmap(at_point, cx::in_axes<0, cx::none, cx::none>)(x, mu, q), 1_c));
};

TEST_CASE("a chain that ends in a sum is one loop, and so is its gradient") {
  auto const& forward = code_for(chain, vector);
  CHECK(forward.n_nodes == 1);
  CHECK(forward.n_slots == 0);
  CHECK(forward.nodes[0].kind == cx::node_kind::kernel);
  CHECK(forward.nodes[0].exit_axis == 0);
  auto const& gradient = code_for(cx::grad(chain), vector);
  CHECK(gradient.n_nodes == 1);
  CHECK(gradient.nodes[0].exit_axis == -1);
  CHECK(gradient.n_slots == 0);
  CHECK(code_for(cx::value_and_grad(chain), vector).n_nodes == 1); // both in one pass over x
#if CONSTAX_HAS_FMA
  CHECK(plan_text(cx::plan(chain)(vector)).starts_with("plan of 1 nodes: 1 kernels, 0 others; workspace 0 bytes\n"
                                                       "  0. kernel [n] along axis 0, exit over axis 0\n"
                                                       "     reads a\n"
                                                       "     fuses b=sin, c=fma\n"
                                                       "     exits d=reduce_sum\n"));
#endif
}
TEST_CASE("what needs a barrier gets one: softmax and layer norm") {
  for (auto const& code : {code_for(softmax, matrix)}) { // max, sum, divide: in one pass over the rows
    CHECK(code.n_regions == 1);
    CHECK(code.nodes[0].kind == cx::node_kind::region);
    CHECK(code.nodes[0].body == code.n_nodes - 1);
    CHECK(code.n_nodes <= 5);
    CHECK(code.n_slots == 0);
  }
  CHECK(code_for(layer_norm, matrix).nodes[1].body == code_for(layer_norm, matrix).n_nodes - 2); // behind the number of columns
  CHECK(code_for(layer_norm, matrix).n_regions == 1);
  auto const text = plan_text(cx::plan(softmax)(matrix));
  INFO(text);
  CHECK(count(text, "exits") == 2);
  CHECK(count(text, "=exp") == 1);
}
TEST_CASE("small fixed shapes are straight-line code without memory in between") {
  auto const& value = code_for(rosenbrock, cx::spec<double, 10>{});
  auto const& both = code_for(cx::value_and_grad(rosenbrock), cx::spec<double, 10>{});
  CHECK(value.n_nodes == 1);
  CHECK(both.n_nodes == 1);
  CHECK(both.n_slots == 0);
  CHECK(both.nodes[0].nest.rank == 0);
  auto const long_one = code_for(rosenbrock, vector);
  CHECK(long_one.n_nodes <= 2); // the shifted reads are views
  CHECK(long_one.n_slots == 0);
}
TEST_CASE("what neighbours have in common is computed again, not shifted through memory") {
  CHECK(plan_text(cx::plan(cx::value_and_grad(rosenbrock))(vector))
            .starts_with("plan of 1 nodes: 1 kernels, 0 others; workspace 0 bytes\n"
                         "  0. kernel [n] along axis 0, exit over axis 0 but for the last 1\n"));
  auto const& rows = code_for(cx::vmap(cx::grad(rosenbrock)), matrix);
  CHECK(rows.n_nodes == 1);
  CHECK(rows.n_slots == 0);
  auto const& dear = code_for(cx::grad([](auto x) {
                                auto const a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
                                return cx::sum(cx::exp(cx::sin(a) * cx::cos(b)) * cx::tanh(a - b));
                              }),
                              vector);
  CHECK(dear.n_nodes == 2); // its terms go to memory, where windows look at them
  CHECK(dear.n_slots == 2);
}
TEST_CASE("a product is a node of its own, a transposed operand a view of memory") {
  auto const& code = code_for(gram, matrix);
  CHECK(code.n_nodes == 1);
  CHECK(code.nodes[0].kind == cx::node_kind::dot);
  CHECK(code.n_slots == 0);
  auto const& between = code_for([](auto x) { return cx::exp(cx::matmul(cx::transpose(x), x) * 2.0); }, matrix);
#if CONSTAX_HAS_BLAS
  CHECK(between.n_nodes == 2); // products of matrices go there whole
  CHECK(between.n_slots == 1);
#else
  CHECK(between.n_nodes == 3); // rows of the product and their exponentials in one region
  CHECK(between.nodes[0].kind == cx::node_kind::region);
  CHECK(between.n_slots == 0);
#endif
}
TEST_CASE("an outer product fuses with what is computed from it") {
  auto const& code = code_for(cx::grad([](auto a, auto x) { return cx::sum(cx::tanh(cx::dot(a, x))); }), matrix, cx::spec<double, m>{});
  for (cx::u32 k = 0; k < code.n_nodes; ++k) CHECK(code.nodes[k].kind != cx::node_kind::dot);
}
TEST_CASE("a cumulative operation is a node of its own, along an unrolled axis a step of a kernel") {
  CHECK(plan_text(cx::plan([](auto x) { return cx::cumsum(cx::exp(x)) * 2.0; })(vector)).starts_with(
      "plan of 3 nodes: 2 kernels, 1 others; bytes of workspace depend on n\n"
      "  0. kernel [n] along axis 0\n"
      "     reads a\n"
      "     fuses b=exp\n"
      "     stores b\n"
      "     per point 1 flops, 1 transcendental\n"
      "  1. scanned c=cumsum f64[n]\n"
      "     reads b\n"));
  CHECK(code_for([](auto x) { return cx::exp(cx::cumsum(x, 1_c)); }, cx::spec<double, n, 3>{}).n_nodes <= 4);
  CHECK(code_for(cx::grad([](auto x) { return cx::prod(x); }), cx::spec<double, 5>{}).n_nodes == 1);
  CHECK(code_for(cx::grad([](auto x) { return cx::prod(x); }), vector).n_nodes == 1);
  CHECK(plan_text(cx::plan(cx::value_and_grad([](auto x) { return cx::prod(x); }))(vector)).starts_with(
      "plan of 1 nodes: 0 kernels, 1 others; workspace 0 bytes\n"
      "  0. scanned c=product_of_others f64[n] and b=reduce_prod\n"
      "     reads a\n"));
  // Another operand, another axis, a sum: each by itself.
  CHECK(code_for([](auto x) { return std::pair{cx::prod(cx::exp(x)), cx::grad([](auto z) { return cx::prod(z); })(x)}; }, vector).n_nodes ==
        2);
  CHECK(code_for([](auto x) { return std::pair{cx::prod(x, 1_c), cx::grad([](auto z) { return cx::sum(cx::prod(z, 0_c)); })(x)}; }, matrix)
            .n_nodes == 2);
  CHECK(code_for([](auto x) { return std::pair{cx::sum(x), cx::grad([](auto z) { return cx::prod(z); })(x)}; }, vector).n_nodes == 2);
  auto const rows = code_for([](auto x) { return cx::cumsum(cx::exp(x), 1_c) / cx::expand_dims(cx::sum(x, 1_c), 1_c); }, matrix);
  CHECK(rows.n_regions == 1); // along the rows' elements: inside a region over the rows
  CHECK(rows.n_slots == 0);
}
TEST_CASE("numbers that cross kernels are elements of one slot, each stored before it is loaded, and over none that is needed") {
  constexpr auto unrolled = [](auto w, auto x) {
    auto y = x;
    for (int i = 0; i < 200; ++i) y = cx::sin(w * y) + 0.5;
    return y;
  };
  auto const& c = code_for(cx::value_and_grad(unrolled, cx::argnums<0, 1>), 1.0, 1.0);
  REQUIRE(c.n_nodes > 1);
  REQUIRE(c.n_slots == 1);
  auto const slot = c.avals[c.slot_type[0]].shape;
  REQUIRE(slot.rank == 1);
  auto const misplaced = [&](cx::u32 shift) { // of 200 loads or more; shift: the twin's
    std::vector<cx::u32> holds(static_cast<std::size_t>(slot[0].number), ~0u); // which variable
    cx::u32 loads = 0, wrong = 0;
    for (cx::u32 k = 0; k < c.n_nodes; ++k)
      for (cx::u32 s = c.nodes[k].steps; s < c.nodes[k].steps + c.nodes[k].n_steps; ++s) {
        cx::step const& step = c.steps[s];
        bool const load = step.kind == cx::step_kind::load;
        if (!load && step.kind != cx::step_kind::store) continue;
        cx::place const& at = c.places[step.at];
        if (c.memories[at.memory].kind != cx::memory_kind::workspace) continue;
        if (load) ++loads, wrong += holds.at((at.first + shift) % holds.size()) != step.at;
        else holds.at(at.first) = step.at;
      }
    CHECK(loads >= 200);
    return wrong;
  };
  CHECK(misplaced(0) == 0);
  CHECK(misplaced(1) > 0);
}
TEST_CASE("workspace follows the lengths") {
  constexpr auto f = [](auto x) { // what is summed is needed again when the sum is there
    auto const e = cx::exp(x);
    return e / cx::sum(e);
  };
  std::int64_t const small = cx::plan(f)(cx::array<double, n>(10)).workspace, large = cx::plan(f)(cx::array<double, n>(1000)).workspace;
  CHECK(small >= 80);
  CHECK(large >= 8000);
  CHECK(large <= 3 * 8064);
  CHECK(cx::plan(chain)(cx::array<double, n>(1000)).workspace == 0);
  auto const p = cx::plan(chain)(cx::array<double, n>(1000));
  CHECK(p.cost.transcendental == 1000);
  CHECK(plan_text(p).find("for n = 1000") != std::string::npos);
}
TEST_CASE("forward and backward of logistic regression share one region, and read the rows in it only") {
  constexpr auto loss = [](auto w, auto x, auto y) { return cx::mean(cx::softplus(-y * cx::dot(x, w))); };
  auto const& code = code_for(cx::value_and_grad(loss), cx::spec<double, 100>{}, cx::spec<double, n, 100>{}, vector);
  CHECK(code.n_regions == 1);
  CHECK(code.n_exits == 2); // the loss and its gradient
  auto const text = plan_text(cx::plan(cx::value_and_grad(loss))(cx::spec<double, 100>{}, cx::spec<double, n, 100>{}, vector));
  INFO(text);
  CHECK(text.find("region [n] in strips of 64: the next 3 nodes, 1024 bytes of strip buffers a thread") != std::string::npos);
  CHECK(count(text, "exit over axis 0") == 2);
}
template <int Layers>
inline constexpr auto layered = [](auto x) {
  auto y = cx::tanh(x);
  for (int i = 0; i < Layers; ++i) y = cx::softmax(y * 2.0, 1_c);
  return cx::sum(y * y, 1_c);
};
TEST_CASE("a value lies over what its kernel is the last to read: layers after layers in one strip") {
  auto const strips_of_rows = [](auto f) {
    auto const& c = code_for(f, cx::spec<double, n, 100>{});
    cx::u32 rows = 0;
    for (cx::u32 s = 0; s < c.n_strips; ++s) rows += c.avals[c.strips[s].type].shape.rank == 2;
    return rows;
  };
  CHECK(strips_of_rows(layered<2>) == 1);
  CHECK(strips_of_rows(layered<4>) == 1);
  constexpr auto twin = [](auto x) { // tanh(x) is read again
    auto const y = cx::tanh(x);
    return cx::sum(cx::softmax(y * 2.0, 1_c) * y, 1_c);
  };
  CHECK(strips_of_rows(twin) == 2);
}
inline constexpr auto logsumexp = [](auto x) { return cx::sum(cx::logsumexp(x, 1_c)); };
TEST_CASE("parts that have no axis in common have regions of their own") {
  constexpr auto both = [](auto x, auto y) { return logsumexp(x) + logsumexp(y); };
  auto const text = plan_text(cx::plan(cx::value_and_grad(both, cx::argnums<0, 1>))(matrix, cx::spec<double, 200, 100>{}));
  INFO(text);
  CHECK(count(text, "region [n] in strips of 16: the next 4 nodes") == 1);
  CHECK(count(text, "region [200] in strips of 16: the next 4 nodes") == 1);
  CHECK(count(plan_text(cx::plan([](auto x) { return logsumexp(x) + logsumexp(cx::exp(x)); })(matrix)), "region [") == 1);
}
TEST_CASE("what came in rows and goes on in columns has a region for each, whichever has more to keep") {
  constexpr auto linked = [](auto x, auto y) { return logsumexp(y * y * cx::expand_dims(cx::sum(cx::softmax(x, 1_c), 0_c), 1_c)); };
  for (auto const& text : {plan_text(cx::plan(linked)(matrix, cx::spec<double, m, 80>{})),
                           plan_text(cx::plan(linked)(matrix, cx::spec<double, m, cx::dim<"k">{}>{}))}) {
    INFO(text);
    auto const rows = text.find("region [n]"), columns = text.find("region [m]");
    REQUIRE(rows != std::string::npos);
    REQUIRE(columns != std::string::npos);
    CHECK(rows < columns);
  }
}
TEST_CASE("where a row is an array of matrices, larger than a cache, it has a region of its own") {
  constexpr auto layer = [](auto x) { return cx::softmax(cx::tanh(x)); };
  auto const text_of = [&](auto x) { return plan_text(cx::plan(layer)(x)); };
  auto const text = text_of(cx::spec<double, n, m, cx::dim<"d">{}>{});
  INFO(text);
  CHECK(count(text, "strips of as many rows as fit into a cache") == 1);
  CHECK(count(text, "region [m] in strips of 16") == 1);
  CHECK(count(text, "region [") == 1);
  CHECK(count(text_of(cx::spec<double, n, 500, 60>{}), "region [500] in strips") == 1);
  auto const small = text_of(cx::spec<double, n, 50, 60>{}); // one row fits, sixteen do not
  CHECK((count(small, "strips of as many rows") == 1 && count(small, "region [") == 0));
  CHECK(count(text_of(cx::spec<double, n, 5, 60>{}), "region [n] in strips") == 1); // 2,400 bytes a row
  CHECK(count(text_of(matrix), "as fit into a cache") == 0);
  // Nothing waits for a line's end, or nothing is read beside what does.
  CHECK(count(plan_text(cx::plan([](auto x) { return cx::tanh(x) * x; })(cx::spec<double, n, m, 60>{})), "as fit into a cache") == 0);
  CHECK(count(plan_text(cx::plan([](auto x) { return cx::sum(cx::tanh(x) * x); })(cx::spec<double, n, m, 60>{})), "as fit into a cache") ==
        0);
  CHECK(count(plan_text(cx::plan([](auto x) { return cx::exp(cx::max(x, 2_c)); })(cx::spec<double, n, m, 60>{})), "as fit into a cache") ==
        0);
}
TEST_CASE("rows of structures go through columns in a strip") {
  constexpr auto norm = [](auto p) { return cx::sqrt(p[0_c] * p[0_c] + p[1_c] * p[1_c] + p[2_c] * p[2_c]); };
  auto const& code = code_for(cx::vmap(cx::value_and_grad(norm)), cx::spec<double, n, 3>{});
  REQUIRE(code.n_nodes == 3);
  CHECK(code.nodes[0].kind == cx::node_kind::region);
  CHECK(code.nodes[1].kind == cx::node_kind::pack);
  CHECK(code.nodes[2].kind == cx::node_kind::kernel); // and turns its results back itself
  auto const text = plan_text(cx::plan(cx::vmap(cx::value_and_grad(norm)))(cx::spec<double, n, 3>{}));
  INFO(text);
  CHECK(count(text, "turned into rows: ") == 1);
  static constexpr auto rows = cx::vmap([](auto x) { return cx::stack(x[0_c] * x[1_c], x[2_c] + x[0_c]); });
  auto const turned = [](auto f) {
    return count(plan_text(cx::plan(f)(cx::spec<double, n, 3>{}, cx::spec<double, 2, 50>{})), "turned into rows: ");
  };
  CHECK(turned([](auto p, auto) { return std::pair{rows(p), cx::sum(rows(p), 0_c)}; }) == 1); // the sum takes them from registers
  CHECK(turned([](auto p, auto w) { return std::pair{rows(p), cx::matmul(rows(p), w) * 2.0}; }) == 0); // the product reads them in columns
  auto const& columns = code_for(cx::vmap([](auto x, auto y) { return cx::sqrt(x * x + y * y); }), vector, vector);
  CHECK(columns.n_nodes == 1); // one kernel needs no region
  CHECK(columns.n_regions == 0);
}
TEST_CASE("a Jacobian by reverse mode under vmap: its basis is known, and cuts no loop") {
  constexpr auto f = [](auto p) { return cx::stack(cx::sin(p[0_c]) * p[1_c], p[2_c] / p[1_c]); };
  auto const& code = code_for(cx::vmap(cx::jacrev(f)), cx::spec<double, n, 3>{});
  REQUIRE(code.n_nodes == 3); // rows to columns, and one kernel
  CHECK(code.nodes[2].kind == cx::node_kind::kernel);
  CHECK(code.n_slots == 0);
}
TEST_CASE("a mixture's densities: lanes along the points, whose totals leave the region") {
  auto const text = plan_text(
      cx::plan(cx::grad(mixture, cx::argnums<1, 2>))(cx::spec<double, n, 2>{}, cx::spec<double, m, 2>{}, cx::spec<double, m, 3>{}));
  INFO(text);
  CHECK(count(text, "region [n] in strips of 64") == 1);
  auto const& code =
      code_for(cx::grad(mixture, cx::argnums<1, 2>), cx::spec<double, n, 2>{}, cx::spec<double, m, 2>{}, cx::spec<double, m, 3>{});
  for (cx::u32 k = 0; k < code.n_nodes; ++k)
    if (code.nodes[k].kind == cx::node_kind::kernel && code.nodes[k].nest.rank == 2) CHECK(code.nodes[k].lane_axis == 0);
}
inline constexpr auto moments = [](auto x, auto y) { // weighted second moments of the differences of points x and numbers y
  auto const e = [&](int a) { return cx::expand_dims(x(cx::slice(), a), 1_c) - cx::expand_dims(y, 0_c); };
  auto distance = e(0) * e(0);
  for (int a = 1; a < 8; ++a) distance = distance + e(a) * e(a);
  auto const weight = cx::softmax(-distance, 1_c);
  auto all = cx::sum(weight, 0_c);
  for (int a = 0; a < 8; ++a) all = all * 0.5 + cx::sum((weight * e(a)) * e(a), 0_c);
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < a; ++b) all = all * 0.5 + cx::sum((weight * e(a)) * e(b), 0_c);
  return all;
};
/// The variables that the exits of a kernel read.
cx::u32 factors_of(auto const& code, cx::node const& at) {
  std::set<cx::i32> factors;
  for (cx::u32 s = at.steps; s < at.steps + at.n_steps; ++s)
    if (code.steps[s].kind == cx::step_kind::exit)
      for (cx::u32 i = 0; i < 2; ++i) factors.insert(code.atoms[code.eqns[code.steps[s].at].in + i].id);
  return static_cast<cx::u32>(factors.size());
}
TEST_CASE("36 sums of products have kernels of their own, which compute eight of the sixteen factors again") {
  auto const& code = code_for(moments, cx::spec<double, n, 8>{}, cx::spec<double, m>{});
  cx::u32 sums = 0, kernels = 0, stores = 0, factors = 0;
  for (cx::u32 k = 0; k < code.n_nodes; ++k) {
    cx::node const& at = code.nodes[k];
    cx::u32 exits = 0;
    for (cx::u32 s = 0; s < at.n_steps; ++s) {
      cx::step_kind const kind = code.steps[at.steps + s].kind;
      exits += kind == cx::step_kind::exit, stores += kind == cx::step_kind::store && at.nest.rank == 2;
    }
    if (at.part) ++kernels, sums += exits, factors += factors_of(code, at);
    else CHECK(exits <= 1);
    CHECK(exits < 30);
  }
  CHECK(sums == 36);
  if (cx::vector_registers == 32) { // square tiles, though the squares come first: as they come, 14 sums would take 16 factors
    CHECK(kernels == 2);
    CHECK(factors <= 24);
  } else {
    CHECK(kernels <= 6);
    CHECK(factors <= 34);
  }
  CHECK(stores == 10); // the distance, its exponential, and the eight factors that need the weight
  CHECK(code.n_strips <= 12); // the ten share one
  auto const text = plan_text(cx::plan([](auto x, auto y) { return cx::sum((x * x) * y, 0_c) + cx::sum(x, 0_c); })(matrix, matrix));
  CHECK(count(text, "dot_general") == 1); // as many as registers: they stay where their factors are made
  CHECK(count(text, "exit over") == 1);
}
TEST_CASE("sums of several sizes leave a region from one kernel, and keep it a region: each has groups of its own") {
  auto const both = [](auto x) { return std::pair(cx::sum(x, 0_c), cx::sum(cx::exp(x(cx::slice(), cx::slice(), 1_c)), 0_c)); };
  auto const& code = code_for(both, cx::spec<double, n, 40, 3>{});
  REQUIRE(code.n_nodes >= 2);
  CHECK(code.nodes[0].kind == cx::node_kind::region);
  CHECK(code.nodes[0].body == 1);
  CHECK(code.n_exits == 2);
  auto const& one = code_for([](auto x) { return std::pair(cx::sum(x, 0_c), cx::sum(cx::exp(x), 0_c)); }, cx::spec<double, n, 40, 3>{});
  CHECK(one.n_regions == 0);
}
TEST_CASE("parts of an argument that lanes do not run along are read where they lie") {
  auto const text = plan_text(
      cx::plan(cx::grad(mixture, cx::argnums<1, 2>))(cx::spec<double, n, 2>{}, cx::spec<double, m, 2>{}, cx::spec<double, m, 3>{}));
  INFO(text);
  auto const region = text.find("region [n]");
  REQUIRE(region != std::string::npos);
  CHECK(text.substr(0, region).find("kernel [m]") == std::string::npos); // nothing of mu or q is copied before
}
TEST_CASE("one kernel is not two: a chain cut by a barrier has more nodes than one that is not") {
  CHECK(code_for([](auto x) { return x / cx::sum(x); }, vector).n_nodes > code_for([](auto x) { return x / 2.0; }, vector).n_nodes);
}

} // namespace
