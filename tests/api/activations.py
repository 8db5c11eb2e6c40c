#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""activations.py > activations.inc: functions of jax.nn and jax.scipy.special, and their derivatives, as numpy_oracle.py has it."""
from functools import partial

import jax
import jax.scipy.special as sp

import numpy_oracle as oracle
from numpy_oracle import case, inf, jnp, np, some

oracle.cases.clear()
oracle.rng.seed(11)
nn = jax.nn

# kinks, both tails, and numbers between
x = np.array([-30.0, -6.5, -3.0, -1.25, -1.0, -0.5, 0.0, 0.25, 1.0, 1.75, 3.0, 6.0, 8.5, 30.0])
for name in ("relu6 leaky_relu elu selu celu silu mish log_sigmoid soft_sign squareplus sparse_plus sparse_sigmoid hard_tanh "
             "hard_sigmoid hard_silu gelu").split():
    case(name, getattr(nn, name), x)
case("gelu_exact", partial(nn.gelu, approximate=False), np.array([-5.0, -2.5, -1.0, -0.125, 0.0, 0.5, 2.0, 7.0]))
case("leaky_relu_slope", lambda x: nn.leaky_relu(x, 0.25), x)
case("elu_alpha", lambda x, a: nn.elu(x, a), x, np.array(0.5))
case("celu_alpha", lambda x: nn.celu(x, 2.0), x)
case("squareplus_b", lambda x: nn.squareplus(x, 1.0), x)
case("glu", nn.glu, some(3, 6))
case("glu_first", lambda x: nn.glu(x, 0), some(4, 3))
case("standardize", nn.standardize, some(3, 5))
case("standardize_first", lambda x: nn.standardize(x, 0, epsilon=0.5), some(4, 2))

case("expit", sp.expit, x)
case("logit", sp.logit, np.array([1 / 64, 0.125, 0.25, 0.375, 0.5, 0.625, 0.8125, 0.96875]))
case("xlogy", sp.xlogy, np.array([0.0, 0.5, 2.0, -1.0, 0.0]), np.array([2.0, 0.25, 3.0, 1.5, 1.0]))
case("xlogy_zero", sp.xlogy, np.array([0.0, 0.0, 1.0]), np.array([0.0, inf, 0.0]), grad=False)
case("xlog1py", sp.xlog1py, np.array([0.0, 0.5, 2.0, -1.0]), np.array([2.0, 1 / 1024, -0.5, 1.5]))
case("xlog1py_rows", sp.xlog1py, some(2, 3, low=0, high=2), some(3, low=0, high=2))
case("entr", sp.entr, np.array([0.25, 1.0, 3.0, 0.5]))
case("entr_edge", sp.entr, np.array([0.0, -1.0, inf]), grad=False)
case("rel_entr", sp.rel_entr, np.array([0.25, 1.0, 3.0, 2.0]), np.array([0.5, 0.25, 1.0, 3.0]))
case("rel_entr_edge", sp.rel_entr, np.array([0.0, 0.0, 1.0, -1.0]), np.array([0.0, 2.0, 0.0, 1.0]), grad=False)
case("kl_div", sp.kl_div, np.array([0.25, 1.0, 3.0, 2.0]), np.array([0.5, 0.25, 1.0, 3.0]))
case("ndtr", sp.ndtr, np.array([-5.0, -2.0, -0.5, 0.0, 0.25, 1.5, 4.0]))
case("log_ndtr", sp.log_ndtr, np.array([-6.0, -2.0, -0.5, 0.0, 0.25, 1.5, 4.0]))

if __name__ == "__main__":
    oracle.print_table("activations.py")
