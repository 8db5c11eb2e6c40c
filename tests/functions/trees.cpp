// SPDX-License-Identifier: BSL-1.0
// Examples of trees and exceptions; of arrays, of views of memory, and of calls on them.
#include "examples.hpp"

#include <vector>

namespace cx = constax;

TEST_CASE("functions of trees, an example of each") {
  STEPS("for_each_leaf", "3", int leaves = 0; cx::for_each_leaf([&](auto const&) { ++leaves; }, std::pair{x, std::pair{y, 1.0}});
        return leaves;);
  EXAMPLE("leaf_count", "3", cx::leaf_count<std::pair<double, std::pair<double, int>>>());
  STEPS("tree", "[0] f64[3]: [3 1 2]\n[1] f64[]: 2\n", std::pair const tree{x, 2.0}; std::ostringstream out; out << cx::tree(tree);
        return out.str(););
  EXAMPLE("tree_leaves", "({3, 1, 2}, {0.5, 4, 2}, 1)", cx::tree_leaves(std::pair{x, std::pair{y, 1.0}}));
  EXAMPLE("tree_map", "({2.95, 0.6, 1.8}, 0.5)",
          cx::tree_map([](auto const& p, auto const& dp) { return p - 0.1 * dp; }, std::pair{x, 1.0}, std::pair{y, 5.0}));
  EXAMPLE("tree_reduce", "12.5", cx::tree_reduce([](auto const& s, auto const& v) { return s + cx::sum(v); }, std::pair{x, y}, 0.0));
}

TEST_CASE("what is thrown, an example of each") {
  STEPS(
      "concretization_error", "{3, 1, 2}",
      try { return cx::jit([](auto v) { return cx::sum(v) > 0.0 ? v : -v; })(x); } catch (cx::concretization_error const&) {
        return cx::abs(x);
      });
  STEPS(
      "error",
      "[constax] ndarray: item is the only element of an array, this one is f64[3]; index it first, x(i, j), or reduce it with cx::sum",
      try { x.item<double>(); } catch (cx::error const& e) { return std::string(e.what()); } return std::string(););
  STEPS(
      "escaped_tracer_error", "6", std::vector<cx::dynamic_tracer> kept; cx::jit([&](auto v) { return kept.emplace_back(v); })(x); try {
        return cx::jit([&](auto v) { return cx::sum(v + kept[0]); })(x);
      } catch (cx::escaped_tracer_error const&) { return cx::sum(x); });
  STEPS("index_error", "2", try { return x[3]; } catch (cx::index_error const&) { return x[-1]; });
  STEPS("shape_error", "6", try { return cx::sum(x, 1); } catch (cx::shape_error const&) { return cx::sum(x); });
  STEPS(
      "type_error",
      "[constax] ndarray: item is asked for elements of dtype f32, the array is f64[3]; convert it in a traced function, with cx::astype",
      try { x.item<float>(); } catch (cx::type_error const& e) { return std::string(e.what()); } return std::string(););
}

TEST_CASE("arrays and views, an example of each") {
  STEPS("array", "{5, 7, 9}", cx::array<double, 2, 3> const p{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
        return cx::jit([](auto v) { return cx::sum(v, 0_c); })(p););
  EXAMPLE("asarray", "{{1, 2}, {3, 4}}", cx::asarray({{1, 2}, {3, 4}}));
  STEPS("col_major", "{9, 12}", std::vector<double> const p{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
        return cx::jit([](auto v) { return cx::sum(v, 1_c); })(cx::view<double const, 2, 3, cx::col_major>(p)););
  STEPS("dim", "{1, 3, 6}", constexpr cx::dim<"n"> n; std::vector<double> const p{1.0, 2.0, 3.0};
        return cx::jit([](auto v) { return cx::cumsum(v); })(cx::view<double const, n>(p)););
  EXAMPLE("ndarray", "2", cx::ndarray{{1.0, 2.0}, {3.0, 4.0}}.shape(0));
  STEPS("strided", "{10, 30, 50}", constexpr cx::dim<"n"> n; std::vector<double> const p{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
        return cx::jit([](auto v) { return 10.0 * v; })(cx::view<double const, n, cx::strided>(p.data(), {3}, {2})););
  STEPS("view", "0", std::vector<double> p{1.0, 2.0, 3.0, 4.0, 5.0, 6.0}; cx::view<double, 2, 3> const v(p); v(1, 0) = 0.0; return p[3];);
}

TEST_CASE("calls on memory, an example of each") {
  EXAMPLE("evaluate", "{1, 4, 9}", cx::evaluate([](auto v) { return v * v; }, cx::array<double, 3>{1.0, 2.0, 3.0}));
  STEPS("evaluate_into", "9", std::vector<double> p{1.0, 2.0, 3.0}; cx::view<double, 3> const v(p);
        cx::evaluate_into(v, [](auto w) { return w * w; }, v); return v[2];);
}
