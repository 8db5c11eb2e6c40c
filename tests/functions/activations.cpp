// SPDX-License-Identifier: BSL-1.0
// Examples of activations, the functions of jax.nn.
#include "examples.hpp"

namespace constax::inline CONSTAX_TAG { // where formulas find their functions without cx::

TEST_CASE("activations, an example of each") {
  EXAMPLE("celu", "{-0.632121, 2}", cx::celu(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(celu, x, where(x > 0.0, 1.0, exp(x)));
  EXAMPLE("elu", "{-0.632121, 2}", cx::elu(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(elu, x, where(x > 0.0, 1.0, exp(x)));
  DERIVED("exact", "{2.99595, 0.841345, 1.9545}", "{1.01195, 1.08332, 1.08523}", cx::gelu(x, cx::exact));
  EXAMPLE("gelu", "{-0.158808, 1.9546}", cx::gelu(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(gelu, x, gelu(x) / x * (1.0 + (x - gelu(x)) * 1.5957691216057308 * (1.0 + 0.134145 * x * x)));
  EXAMPLE("hard_sigmoid", "{0, 0.75, 1}", cx::hard_sigmoid(cx::ndarray{-4.0, 1.5, 4.0}));
  DERIVATIVE(hard_sigmoid, x, where(abs(x) < 3.0, 1.0 / 6.0, 0.0));
  EXAMPLE("hard_silu", "{-0.333333, 1.125, 4}", cx::hard_silu(cx::ndarray{-2.0, 1.5, 4.0}));
  DERIVATIVE(hard_silu, x, where(abs(x) < 3.0, x / 3.0 + 0.5, where(x > 0.0, 1.0, 0.0)));
  EXAMPLE("hard_swish", "{-0.333333, 1.125, 4}", cx::hard_swish(cx::ndarray{-2.0, 1.5, 4.0}));
  DERIVATIVE(hard_swish, x, where(abs(x) < 3.0, x / 3.0 + 0.5, where(x > 0.0, 1.0, 0.0)));
  EXAMPLE("hard_tanh", "{-1, 0.5, 1}", cx::hard_tanh(cx::ndarray{-4.0, 0.5, 4.0}));
  DERIVATIVE(hard_tanh, x, where(abs(x) < 1.0, 1.0, 0.0));
  EXAMPLE("leaky_relu", "{-0.01, 2}", cx::leaky_relu(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(leaky_relu, x, where(x > 0.0, 1.0, 0.01));
  EXAMPLE("log_sigmoid", "{-1.31326, -0.126928}", cx::log_sigmoid(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(log_sigmoid, x, 1.0 / (1.0 + exp(x)));
  EXAMPLE("mish", "{-0.303401, 1.94396}", cx::mish(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(mish, x, tanh(softplus(x)) + x * logistic(x) / square(cosh(softplus(x))));
  EXAMPLE("relu", "{0, 2}", cx::relu(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(relu, x, where(x > 0.0, 1.0, 0.0));
  EXAMPLE("relu6", "{0, 2, 6}", cx::relu6(cx::ndarray{-1.0, 2.0, 7.0}));
  DERIVATIVE(relu6, x, where((x > 0.0) & (x < 6.0), 1.0, 0.0));
  EXAMPLE("selu", "{-1.11133, 2.1014}", cx::selu(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(selu, x, where(x > 0.0, 1.0507009873554805, 1.7580993408473766 * exp(x)));
  EXAMPLE("sigmoid", "{0.268941, 0.880797}", cx::sigmoid(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(sigmoid, x, sigmoid(x) * sigmoid(-x));
  EXAMPLE("silu", "{-0.268941, 1.76159}", cx::silu(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(silu, x, sigmoid(x) * (1.0 + x * sigmoid(-x)));
  EXAMPLE("soft_sign", "{-0.5, 0.75}", cx::soft_sign(cx::ndarray{-1.0, 3.0}));
  DERIVATIVE(soft_sign, x, 1.0 / square(1.0 + abs(x)));
  EXAMPLE("softplus", "{0.313262, 2.12693}", cx::softplus(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(softplus, x, 1.0 / (1.0 + exp(-x)));
  EXAMPLE("sparse_plus", "{0, 0.25, 2}", cx::sparse_plus(cx::ndarray{-2.0, 0.0, 2.0}));
  DERIVATIVE(sparse_plus, x, sparse_sigmoid(x));
  EXAMPLE("sparse_sigmoid", "{0, 0.5, 1}", cx::sparse_sigmoid(cx::ndarray{-2.0, 0.0, 2.0}));
  DERIVATIVE(sparse_sigmoid, x, where(abs(x) < 1.0, 0.5, 0.0));
  EXAMPLE("squareplus", "{0.618034, 2.41421}", cx::squareplus(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(squareplus, x, (1.0 + x / sqrt(x * x + 4.0)) / 2.0);
  EXAMPLE("swish", "{-0.268941, 1.76159}", cx::swish(cx::ndarray{-1.0, 2.0}));
  DERIVATIVE(swish, x, sigmoid(x) * (1.0 + x * sigmoid(-x)));
}

TEST_CASE("activations along an axis, an example of each") {
  DERIVED("glu", "{1.86738, 0.982014, 1.76159}", "{0.622459, 0.982014, 0.880797}", cx::glu(cx::concatenate(x, y)));
  DERIVED("log_softmax", "{-0.407606, -2.40761, -1.40761}", "{-0.995723, 0.729908, 0.265815}", cx::log_softmax(x));
  DERIVED("softmax", "0.665241", "{0.222695, -0.059892, -0.162803}", cx::softmax(x)[0]);
  DERIVED("standardize", "1.22474", "{0.204132, 0.204113, -0.408245}", cx::standardize(x)[0]);
}

} // namespace constax::inline CONSTAX_TAG
