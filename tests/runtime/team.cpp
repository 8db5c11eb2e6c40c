// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native -fopenmp
// Strips of ndarrays on several threads: each number of them gives the oracle's bits.
#include "../support/catch.hpp"
#include "../support/ndarrays.hpp"

#include <constax/runtime/strips.hpp>

#if defined(_OPENMP)
#include <omp.h>
#endif
#include <tuple>

namespace cx = constax;
using namespace cx::literals;
using ndarrays::numbers;

namespace {
/// f's lowered program by strips, by teams of several sizes, and by the oracle.
template <class F, class... X> void check(F const& f, X const&... x) {
  cx::jaxpr const j = cx::lower(cx::make_jaxpr(f)(x...).get());
  cx::vec<cx::tensor> args;
  (args.push(x.to_tensor(x.type())), ...);
  auto const oracle = cx::reference::evaluate(j, args);
  auto const program = cx::vm::planner(j).make();
  for (int team : {1, 2, 3, 7}) {
#if defined(_OPENMP)
    omp_set_num_threads(team);
#endif
    INFO("a team of " << team);
    CHECK(cx::vm::runner::evaluate(program, args) == oracle);
  }
}
} // namespace

TEST_CASE("loops, and a line whose groups are shared") {
  check([](auto x) { return cx::sum(cx::sin(x) * cx::exp(-x)); }, numbers({100'003}));
  check([](auto x) { return std::tuple{cx::sum(x * x), cx::max(x), 3.0 * x}; }, numbers({120'000}));
  check(cx::value_and_grad([](auto x) { return cx::mean(cx::tanh(x) * x); }), numbers({65'000}));
}
TEST_CASE("few long lines, many lines, lines of several lengths") {
  check([](auto x) { return cx::sum(cx::exp(x), 1_c); }, numbers({2, 30'011}));
  check([](auto x) { return cx::softmax(x, 1_c); }, numbers({300, 77}));
  check([](auto x) { return std::tuple{cx::sum(cx::exp(x)), cx::sum(cx::exp(cx::reshape(x, {100, 200})), {1})}; }, numbers({20'000}));
}
TEST_CASE("columns and products") {
  check([](auto x) { return cx::mean(x * x, 0_c); }, numbers({100, 1100}));
  check([](auto x) { return cx::sum(x, 1_c); }, numbers({30, 40, 90}));
  check([](auto x, auto y) { return cx::matmul(x, y); }, numbers({43, 70}), numbers({70, 51}));
  check([](auto x, auto y) { return cx::dot(x, y); }, numbers({700, 90}), numbers({90}));
}
