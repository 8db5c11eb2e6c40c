// SPDX-License-Identifier: BSL-1.0
// NumPy's functions on arrays, views and expressions outside of a traced function, against numbers worked out by hand.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

namespace cx = constax;
using namespace cx::literals;

TEST_CASE("functions of arrays give numbers at once") {
  cx::array<double, 2, 3> const x{3, 1, 2, 0.5, -1, 4};
  cx::array<float, 3> const f{1, 2, 4};
  double const total = cx::sum(x);
  CHECK(total == 9.5);
  CHECK(cx::sum(x * 2.0 + x, 0_c) == cx::array<double, 3>{10.5, 0, 18});
  CHECK(cx::sum(x, cx::axes_c<0, 1>) == 9.5);
  CHECK(cx::sort(x, 1_c, cx::descending) == cx::array<double, 2, 3>{3, 2, 1, 4, 0.5, -1});
  CHECK(cx::reshape<3, 2>(x) == cx::array<double, 3, 2>{3, 1, 2, 0.5, -1, 4});
  CHECK(cx::dot(x, cx::transpose(x)) == cx::array<double, 2, 2>{14, 8.5, 8.5, 17.25});
  CHECK(cx::clip(f, 0.5, 2.5) == cx::array<float, 3>{1, 2, 2.5f});
  CHECK(cx::concatenate(f, f * 2.0f) == cx::array<float, 6>{1, 2, 4, 2, 4, 8});
  CHECK(cx::top_k<1>(f).second == cx::array<int, 1>{2});
  CHECK(cx::astype<int>(f) == cx::array<int, 3>{1, 2, 4});
  CHECK(cx::einsum<"ij->j">(x) == cx::array<double, 3>{3.5, 0, 6});
  double const memory[] = {1, 2, 3};
  CHECK(cx::mean(cx::view<double const, 3>(memory)) == 2);
}
