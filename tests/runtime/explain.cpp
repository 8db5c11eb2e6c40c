// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// What a call says of itself: its signature, whether it was traced, its program, and the loops of its evaluator.
#include "../support/catch.hpp"

#include <constax/runtime.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

cx::ndarray ones(std::vector<std::int64_t> const& shape) {
  std::int64_t n = 1;
  for (std::int64_t k : shape) n *= k;
  return cx::ndarray(std::vector<double>(static_cast<std::size_t>(n), 1.0), shape);
}
/// The part about the evaluator.
template <class F, class... X> std::string plan_of(F const& f, X const&... x) {
  cx::text const t = cx::explain(f)(x...);
  return std::string(t.view().substr(t.view().find("evaluated by strips: ") + 21));
}
constexpr auto f = [](auto x, auto y) { return cx::sum(cx::sin(x) + y); };

TEST_CASE("before and after it is traced") {
  cx::ndarray const x = ones({1000}), y(2.0);
  std::string const program =
      "program: { lambda ; a:f64[1000] b:f64[]. let\n"
      "    c:f64[1000] = sin a\n"
      "    d:f64[1000] = broadcast_in_dim[broadcast_dimensions=() shape=(1000,)] b\n"
      "    e:f64[1000] = add c d\n"
      "    f:f64[] = reduce_sum[axes=(0,)] e\n"
      "  in (f,) }\n"
      "evaluated by strips: 1 node: 1 loop; 3 strips of 256 elements, 0 bytes of workspace\n"
      "0. loop of 1000 elements\n"
      "     c = sin a\n"
      "     d = broadcast_in_dim[broadcast_dimensions=() shape=(1000,)] b\n"
      "     e = add c d\n"
      "     f = reduce_sum[axes=(0,)] e, of lines of 1000 elements, a result";
  CHECK(cx::explain(f)(x, y) == "signature: f64[1000] f64[]\nnot traced yet\n" + program);
  CHECK(cx::cache_size(f, x, y) == 0); // it has kept nothing
  for (int i = 0; i < 3; ++i) (void)cx::jit(f)(x, y);
  std::string const traced =
      "signature: f64[1000] f64[]\ntraced before; 1 program is kept for arguments of this structure, 2 calls have found "
      "theirs\n" +
      program;
  CHECK(cx::explain(f)(x, y) == traced);
  CHECK(cx::explain(cx::jit(f))(x, 2.0) == traced);
  std::ostringstream out;
  out << cx::explain(f)(x, y);
  CHECK(out.str() == traced);
  CHECK(cx::cache_info(f, x, y).hits == 2);

  double by = 3.0;
  cx::text const with_state = cx::explain([by](auto v) { return v * by; })(y);
  CHECK(with_state.view().find("signature: f64[]\ntraced in each call: the callable has captures\n") == 0);
}

TEST_CASE("what is stored between loops, sums of columns, products and copies of their operands") {
  constexpr auto standardised = [](auto x) {
    auto const y = cx::exp(x);
    return cx::matmul(cx::transpose(y - cx::sum(y, 0_c)), x);
  };
  CHECK(plan_of(standardised, ones({30, 4})) ==
        "6 nodes: 3 loops, 1 product, 1 copied operand, 1 reduction of columns; 1 strip of 256 elements, 1984 bytes of workspace\n"
        "0. loop of 120 elements\n"
        "     b = exp a, stored\n"
        "1. columns of 30 elements\n"
        "     c = reduce_sum[axes=(0,)] b\n"
        "2. loop of 120 elements\n"
        "     d = broadcast_in_dim[broadcast_dimensions=(1,) shape=(30, 4)] c\n"
        "     e = sub b d, stored\n"
        "3. loop of 120 elements\n"
        "     f = transpose[permutation=(1, 0)] e, stored\n"
        "4. copy of 120 elements, in the order in which a product reads them\n"
        "5. product of 4 x 30 by 30 x 4\n"
        "     g = dot_general[dimension_numbers=(([1], [0]), ([], []))] f a");
}

TEST_CASE("functions of loops, and whole operations") {
  constexpr auto g = [](auto x) {
    return cx::sort(cx::while_loop([](auto z) { return z[0_c] < 9.0; }, [](auto z) { return 2.0 * z; }, x));
  };
  std::string const plan = plan_of(g, ones({5}));
  INFO(plan);
  CHECK(plan.find("0. functions, as often as the equation says\n     b = while a\n1. a whole operation\n     c = argsort[") != plan.npos);
  CHECK(plan.find("\nfunction 1 of the module: 1 node: 1 loop; ") != plan.npos);
  CHECK(plan.find("\n  0. loop of 5 elements\n       b = mul 2.0:f64[] a, a result") != plan.npos);
}

} // namespace
