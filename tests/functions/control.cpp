// SPDX-License-Identifier: BSL-1.0
// Examples of loops and branches of a program.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("branches and loops, an example of each") {
  DERIVED("associative_scan", "{3, 3, 6}", "{4, 9, 3}", cx::associative_scan([](auto v, auto w) { return v * w; }, x));
  DERIVED("cond", "{9, 1, 4}", "{6, 2, 4}", cx::cond(cx::sum(x) > 0.0, [](auto v) { return v * v; }, [](auto v) { return -v; }, x));
  DERIVED("fori_loop", "{51.2578, 0.0078125, 2}", "{136.688, 0.0625, 8}", cx::fori_loop(0, 3, [](auto, auto v) { return 0.5 * v * v; }, x));
  DERIVED("map", "{9, 1, 4}", "{6, 2, 4}", cx::map([](auto t) { return t * t; }, x));
  DERIVED("scan", "(6, {0, 3, 8})", "{4, 6, 5}", cx::scan([](auto sum, auto t) { return std::pair{sum + t, sum * t}; }, 0.0, x));
  DERIVED("switch_", "{9, 1, 4}", "{6, 2, 4}",
          cx::switch_(1, std::tuple{[](auto v) { return v; }, [](auto v) { return v * v; }, [](auto v) { return v * v * v; }}, x));
  DERIVED("while_loop", "{96, 32, 64}", "{32, 32, 32}",
          cx::while_loop([](auto v) { return cx::sum(v) < 100.0; }, [](auto v) { return 2.0 * v; }, x));
}

TEST_CASE("options of loops, an example of each") {
  DERIVED("checkpoints", "{0.109556, 0.168852, 0.169261}", "{-0.462474, 0.00369862, -0.00219134}",
          cx::scan([](auto v) { return std::pair{cx::sin(v), cx::max(v)}; }, x, cx::length<100>, cx::checkpoints<10>).first);
  DERIVED("length", "{6, 3, 1.5, 0.75}", "{1.875, 1.875, 1.875}",
          cx::scan([](auto v) { return std::pair{0.5 * v, cx::sum(v)}; }, x, cx::length<4>).second);
  DERIVED("reverse", "(6, {9, 2, 0})", "{4, 6, 5}",
          cx::scan([](auto sum, auto t) { return std::pair{sum + t, sum * t}; }, 0.0, x, cx::reverse));
  DERIVED("reversed", "{6, 3, 2}", "{1, 2, 3}", cx::cumsum(x, 0, cx::reversed));
  DERIVED("unroll", "(6, {0, 3, 8})", "{4, 6, 5}",
          cx::scan([](auto sum, auto t) { return std::pair{sum + t, sum * t}; }, 0.0, x, cx::unroll<3>));
}
