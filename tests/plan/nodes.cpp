// SPDX-License-Identifier: BSL-1.0
// What the planner fuses: numbers of nodes, what they read and store, workspace, as a user reads them.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <string>

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
  CHECK(code_for(softmax, matrix).n_nodes <= 4);
  CHECK(code_for(softmax, matrix).n_nodes >= 3); // max, sum, divide: three passes cannot be fewer without a region per row
  CHECK(code_for(layer_norm, matrix).n_nodes <= 6);
  CHECK(code_for(layer_norm, matrix).n_nodes >= 3);
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
TEST_CASE("a product is a node of its own, a transposed operand a view of memory") {
  auto const& code = code_for(gram, matrix);
  CHECK(code.n_nodes == 1);
  CHECK(code.nodes[0].kind == cx::node_kind::dot);
  CHECK(code.n_slots == 0);
  auto const& between = code_for([](auto x) { return cx::exp(cx::matmul(cx::transpose(x), x) * 2.0); }, matrix);
  CHECK(between.n_nodes == 2);
  CHECK(between.n_slots == 1);
}
TEST_CASE("workspace follows the lengths") {
  constexpr auto f = [](auto x) { return x / cx::expand_dims(cx::sum(x, 1_c), 1_c); };
  std::int64_t const small = cx::plan(f)(cx::array<double, n, m>(10, 4)).workspace, large = cx::plan(f)(cx::array<double, n, m>(1000, 4)).workspace;
  CHECK(small >= 80);
  CHECK(large >= 8000);
  CHECK(large <= 3 * 8064);
  CHECK(cx::plan(chain)(cx::array<double, n>(1000)).workspace == 0);
  auto const p = cx::plan(chain)(cx::array<double, n>(1000));
  CHECK(p.cost.transcendental == 1000);
  CHECK(plan_text(p).find("for n = 1000") != std::string::npos);
}
TEST_CASE("one kernel is not two: a chain cut by a barrier has more nodes than one that is not") {
  CHECK(code_for([](auto x) { return x / cx::sum(x); }, vector).n_nodes > code_for([](auto x) { return x / 2.0; }, vector).n_nodes);
}

} // namespace
