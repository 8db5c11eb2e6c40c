// SPDX-License-Identifier: BSL-1.0
// Gathers, scatters and sorts, batched and differentiated in constant evaluation: the first program of a file makes all their rules there.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <string>

namespace {

namespace cx = constax;

inline constexpr auto rows = [](auto x, auto i) { return cx::vmap([](auto row, auto k) { return row[k]; })(x, i); };
inline constexpr auto updates = [](auto x, auto i, auto v) {
  return cx::sum(cx::square(x.at(i).add(v)) + x.at(i).max(v) + x.at(i).set(v));
};
inline constexpr auto slopes = [](auto x, auto i, auto v) { return cx::vmap(cx::grad(updates, cx::argnums<0, 2>))(x, i, v); };
inline constexpr auto largest = [](auto x) { return cx::vmap([](auto row) { return cx::top_k<2>(row).first; })(x); };

TEST_CASE("their rules are there when a program is traced") {
  auto const text = [](auto const& j) { return std::string(cx::print(j.get()).view()); };
  CHECK(text(cx::make_jaxpr(rows)(cx::spec<double, 4, 5>{}, cx::spec<int, 4>{})).find("gather[along=(0, -1) at=(0,)") != std::string::npos);
  CHECK(text(cx::make_jaxpr(slopes)(cx::spec<double, 4, 5>{}, cx::spec<int, 4, 3>{}, cx::spec<double, 4, 3>{})).find("scatter_add") !=
        std::string::npos);
  CHECK(text(cx::make_jaxpr(largest)(cx::spec<double, 4, 5>{})).find("argsort[axis=1 count=2 descending=True") != std::string::npos);
  CHECK(cx::jit(largest)(cx::array<double, 1, 3>{2, 3, 1})(0, 1) == 2.0);
}

} // namespace
