// SPDX-License-Identifier: BSL-1.0
// Corrected twins of files one folder up, a namespace each: they must compile.
#include <constax/runtime.hpp>

namespace cx = constax;
using namespace cx::literals;

namespace axis_out_of_range {
inline constexpr auto f = [](auto x) { return cx::norm(cx::roll(x, 2, -1_c), 0_c) + cx::sum(cx::diff(x, 1_c, 0_c)); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 6>{});
}

namespace integers_among_floats {
inline constexpr auto f = [](auto k) {
  auto const x = cx::astype<double>(k);
  return cx::mean(cx::hard_sigmoid(x)) + cx::interp(cx::max(x), x, x) + cx::astype<double>(cx::max(cx::relu6(k)));
};
auto const j = cx::make_jaxpr(f)(cx::spec<int, 6>{});
}

namespace usage {
inline constexpr auto f = [](auto x) { return cx::interp(x, x, x); };
auto const j = cx::make_jaxpr(cx::value_and_grad([](auto x) { return cx::sum(f(x)); }, cx::argnums<0>))(cx::spec<double, 3>{});
}

namespace added_to_index {
inline constexpr auto f = [](auto x) {
  auto y = x[0];
  y += 1.0;
  return y;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
void g(cx::ndarray x) { x *= 2.0; }
}

namespace partition_place {
inline constexpr auto f = [](auto x) { return cx::partition(x, -4_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 4>{});
}

namespace map_of_array {
inline constexpr auto f = [](auto x) { return cx::map([](auto row) { return 2.0 * row; }, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}

namespace rows_of_symbol {
inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x) {
  auto s = cx::sum(x);
  for (auto row : x) s = s + cx::sum(row);
  return s;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, n>{});
}

namespace concatenate_number {
inline constexpr auto f = [](auto x) { return cx::append(cx::concatenate(x, cx::ones<1>()), x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
}
