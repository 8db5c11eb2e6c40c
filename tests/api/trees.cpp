// SPDX-License-Identifier: BSL-1.0
// Several trees at once, their leaves, and what is printed of them.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/model.hpp"

#include <array>
#include <sstream>

namespace cx = constax;
using namespace cx::literals;

namespace {
inline constexpr app::model m{{{0.5, -1.0}, 0.25}, {2.0, 7.0}}, g{{{1.0, 2.0}, 4.0}, {0.5, -1.0}};
inline constexpr auto step = [](auto p, auto d) { return cx::tree_map([](auto x, auto dx) { return x - 0.5 * dx; }, p, d); };
} // namespace

TEST_CASE("two trees, traced") {
  app::model const next = cx::jit(step)(m, g);
  CHECK(next.first.w[1] == -2.0);
  CHECK(next.first.b == -1.75);
  CHECK(next.scale[1] == 7.5);
}
TEST_CASE("of numbers, constants, and trees in the place of leaves") {
  auto const sums = cx::tree_map([](auto x, auto y, auto z) { return x + y + z; }, std::pair{1, std::tuple{2.0, 3_c}},
                                 std::pair{4, std::tuple{5.0, 3_c}}, std::pair{6, std::tuple{7.0, 3_c}});
  CHECK(sums.first == 11);
  CHECK(std::get<0>(sums.second) == 14.0);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(std::get<1>(sums.second))>, std::remove_cvref_t<decltype(3_c)>>);
  auto const whole = cx::tree_map([](auto x, auto const& pair) { return x * pair.first; }, std::pair{2.0, 5.0},
                                  std::pair{std::pair{3.0, 4.0}, std::pair{1.0, 2.0}});
  CHECK(whole.first == 6.0);
}
TEST_CASE("of arrays outside of a trace: expressions are computed, and structs come back") {
  app::model const next = cx::tree_map([](auto const& x, auto const& dx) { return x - 0.5 * dx; }, m, g);
  app::model const twice = cx::tree_map([](auto const& x) { return x * 2.0; }, m);
  CHECK((next.first.w == cx::array<double, 2>{0, -2} && next.first.b == -1.75 && next.scale[1] == 7.5));
  CHECK((twice.first.w == cx::array<double, 2>{1, -2} && twice.first.b == 0.5 && twice.scale[1] == 14));
}
TEST_CASE("leaves") {
  auto const all = cx::tree_leaves(m);
  static_assert(std::tuple_size_v<std::remove_cvref_t<decltype(all)>> == 4);
  CHECK(std::get<1>(all) == 0.25);
  static_assert(cx::tree_reduce([](double s, double x) { return s + x; }, std::tuple{1.0, std::array{2.0, 3.0}}, 0.5) == 6.5);
  auto const norm = cx::jit([](auto p) { return cx::tree_reduce([](auto s, auto x) { return s + cx::sum(x * x); }, p, 0.0); })(m);
  CHECK(norm == 0.25 + 1.0 + 0.0625 + 4.0 + 49.0);
}
TEST_CASE("text") {
  std::ostringstream out;
  out << cx::tree(m);
  CHECK(out.str() == ".first.w f64[2]: [0.5 -1]\n.first.b f64[]: 0.25\n.scale[0] f64[]: 2\n.scale[1] f64[]: 7\n");
  std::ostringstream more;
  more << cx::tree(std::tuple{cx::array<int, 2, 2>{1, 2, 3, 4}, true, cx::spec<float, 3>{}});
  CHECK(more.str() == "[0] i32[2,2]:\n[[1 2]\n [3 4]]\n[1] bool[]: 1\n[2] f32[3]\n");
}
