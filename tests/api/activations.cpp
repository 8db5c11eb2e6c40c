// SPDX-License-Identifier: BSL-1.0
// Functions of jax.nn and jax.scipy.special against real JAX (activations.py), and in their tails against exact numbers, which mpmath gave
// with 60 digits.
#define CONSTAX_ORACLE_TABLE "activations.inc"
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

using all = of<14>;
#define AGREES(name) agrees<all>(#name, [](auto x) { return cx::name(x); })

TEST_CASE("activations") {
  AGREES(relu6), AGREES(leaky_relu), AGREES(elu), AGREES(selu), AGREES(celu), AGREES(silu), AGREES(log_sigmoid);
  AGREES(soft_sign), AGREES(squareplus), AGREES(sparse_plus), AGREES(sparse_sigmoid), AGREES(hard_tanh), AGREES(hard_sigmoid);
  AGREES(hard_silu);
  agrees<all>("gelu", [](auto x) { return cx::gelu(x); }, {.cotangents = 32}); // JAX's 1 - tanh^2 cancels
  agrees<all>("mish", [](auto x) { return cx::mish(x); }, {.cotangents = 16});
  agrees<of<8>>("gelu_exact", [](auto x) { return cx::gelu(x, cx::exact); });
  agrees<all>("leaky_relu_slope", [](auto x) { return cx::leaky_relu(x, 0.25); });
  agrees<all, of<>>("elu_alpha", [](auto x, auto a) { return cx::elu(x, a); });
  agrees<all>("celu_alpha", [](auto x) { return cx::celu(x, 2.0); });
  agrees<all>("squareplus_b", [](auto x) { return cx::squareplus(x, 1.0); });
}
TEST_CASE("activations along an axis") {
  agrees<of<3, 6>>("glu", [](auto x) { return cx::glu(x); });
  agrees<of<4, 3>>("glu_first", [](auto x) { return cx::glu(x, 0_c); });
  agrees<of<3, 5>>("standardize", [](auto x) { return cx::standardize(x); }, {.values = 8, .cotangents = 64});
  agrees<of<4, 2>>("standardize_first", [](auto x) { return cx::standardize(x, 0_c, 0.5); }, {.values = 8, .cotangents = 32});
}
TEST_CASE("special functions") {
  agrees<all>("expit", [](auto x) { return cx::expit(x); });
  agrees<of<8>>("logit", [](auto x) { return cx::logit(x); });
  agrees<of<5>, of<5>>("xlogy", [](auto x, auto y) { return cx::xlogy(x, y); });
  agrees<of<3>, of<3>>("xlogy_zero", [](auto x, auto y) { return cx::xlogy(x, y); });
  agrees<of<4>, of<4>>("xlog1py", [](auto x, auto y) { return cx::xlog1py(x, y); });
  agrees<of<2, 3>, of<3>>("xlog1py_rows", [](auto x, auto y) { return cx::xlog1py(x, y); });
  agrees<of<4>>("entr", [](auto x) { return cx::entr(x); });
  agrees<of<3>>("entr_edge", [](auto x) { return cx::entr(x); });
  agrees<of<4>, of<4>>("rel_entr", [](auto x, auto y) { return cx::rel_entr(x, y); });
  agrees<of<4>, of<4>>("rel_entr_edge", [](auto x, auto y) { return cx::rel_entr(x, y); });
  agrees<of<4>, of<4>>("kl_div", [](auto x, auto y) { return cx::kl_div(x, y); });
  agrees<of<7>>("ndtr", [](auto x) { return cx::ndtr(x); });
  agrees<of<7>>("log_ndtr", [](auto x) { return cx::log_ndtr(x); });
}

/// Relative distance.
bool near(double x, double y, double at_most = 1e-15) { return std::abs(x - y) <= at_most * std::abs(y); }

TEST_CASE("tails") {
  auto const slope = [](auto f) { return cx::grad(f); };
  auto const curvature = [](auto f) { return cx::grad(cx::grad(f)); };
  auto const log_ndtr = [](auto x) { return cx::log_ndtr(x); };
  struct at {
    double x, value, slope, curvature;
  };
  at const exact[] = {
#include "log_ndtr.inc"
  };
  for (at const& t : exact) {
    INFO(t.x);
    CHECK(near(cx::jit(log_ndtr)(t.x), t.value, 4e-14));
    CHECK(near(slope(log_ndtr)(t.x), t.slope, 4e-14));
    CHECK(near(curvature(log_ndtr)(t.x), t.curvature, 1e-12));
  }
  auto const logit = [](auto x) { return cx::logit(x); };
  CHECK(near(cx::jit(logit)(0.5 + 0x1p-40), 0x1p-38));
  CHECK(near(cx::jit(logit)(1e-300), -690.77552789821370520));
  CHECK(near(slope(logit)(0.5), 4));
  CHECK(near(slope(logit)(1e-300), 1e300));
  CHECK(cx::jit(logit)(0.0) == -HUGE_VAL);
  CHECK(cx::jit(logit)(1.0) == HUGE_VAL);
}
TEST_CASE("outside of traced functions, and integers") {
  cx::array<double, 3> const x{-1, 0, 8};
  CHECK(cx::relu6(x) == cx::array<double, 3>{0, 0, 6});
  CHECK(cx::hard_tanh(x) == cx::array<double, 3>{-1, 0, 1});
  CHECK(cx::gelu(x, cx::exact)[1] == 0);
  CHECK(cx::xlogy(0.0, x)[1] == 0);
  CHECK(cx::glu(cx::array<double, 2>{3, 0}) == cx::array<double, 1>{1.5});
  CHECK(cx::relu6(cx::array<int, 2>{-3, 9}) == cx::array<int, 2>{0, 6});
}

} // namespace
} // namespace constax_tests
