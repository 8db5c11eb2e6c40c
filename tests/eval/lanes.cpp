// SPDX-License-Identifier: BSL-1.0
// Lanes along an axis of the user's choice: the same bits, another plan.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

inline constexpr auto product = [](auto x, auto y) { return cx::exp(-x * x) * cx::expand_dims(y, 1_c) + 1.0; };
inline constexpr auto columns = [](auto x) { return cx::sum(cx::sin(x) * x, 0_c); };
inline constexpr auto rows = [](auto x) { return cx::sum(cx::sin(x) * x, 1_c); };
inline constexpr auto logsumexp = [](auto x) { return cx::sum(cx::logsumexp(x, 1_c)); };
inline constexpr auto turned = [](auto x) { return cx::cos(cx::transpose(x, cx::axes_c<2, 0, 1>)) * 0.5; };

template <class F, class... In>
bool all_axes(F f, In const&... in) {
  return compare(cx::lanes_along<0>(f), in...) && compare(cx::lanes_along<1>(f), in...) && compare(cx::lanes_along<-1>(f), in...) &&
         compare(cx::lanes_along<-2>(f), in...) && compare(cx::lanes_along<5>(f), in...);
}
template <class F, class... X>
std::vector<int> lane_axes(F, X...) {
  std::vector<int> axes;
  auto const& code = cx::code_of<cx::program_of<F, X...>>::value;
  for (cx::u32 k = 0; k < code.n_nodes; ++k)
    if (code.nodes[k].kind == cx::node_kind::kernel && code.nodes[k].nest.rank > 1) axes.push_back(code.nodes[k].lane_axis);
  return axes;
}

TEST_CASE("no bit depends on where lanes go") {
  for (auto [r, c] : {std::pair{1, 1}, std::pair{5, 9}, std::pair{17, 8}, std::pair{40, 33}, std::pair{70, 520}}) {
    INFO(r << " " << c);
    CHECK(all_axes(product, input<double, n, m>(r, c), input<double, n>(r)));
    CHECK(all_axes(columns, input<double, n, m>(r, c)));
    CHECK(all_axes(rows, input<float, n, m>(r, c)));
    CHECK(all_axes(cx::value_and_grad(logsumexp), input<double, n, m>(r, c)));
  }
  CHECK(all_axes(turned, input<double, 5, n, m>(7, 70)));
}
TEST_CASE("lanes go where they are wanted, or where they cost least") {
  constexpr cx::spec<double, n, m> x;
  CHECK(lane_axes(columns, x) == std::vector{1});
  CHECK(lane_axes(cx::lanes_along<0>(columns), x) == std::vector{0});
  CHECK(lane_axes(cx::lanes_along<-2>(rows), x) == std::vector{0});
  CHECK(lane_axes(cx::lanes_along<1>(cx::lanes_along<0>(rows)), x) == std::vector{1}); // the outermost
  CHECK(lane_axes(cx::lanes_along<5>(rows), x) == lane_axes(rows, x));                 // there is no such axis
  CHECK(lane_axes(cx::lanes_along<0>(cx::value_and_grad(logsumexp)), x) != lane_axes(cx::value_and_grad(logsumexp), x));
}
TEST_CASE("the plan says what lanes cost") {
  auto const text = std::string(cx::plan(columns)(cx::spec<double, n, m>{}).str().view());
  INFO(text);
  CHECK(text.find("lanes cost 8 along axis 0, 1 along axis 1") != std::string::npos);
}

} // namespace
