#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""random_matrices.py > random_matrices.inc: what real JAX draws of laws that factor a matrix.

python3 -m venv somewhere && somewhere/bin/pip install jax && somewhere/bin/python random_matrices.py > random_matrices.inc
"""
from random_table import print_table  # sets JAX up

import jax.numpy as jnp
from jax import grad, random

mean = jnp.array([0.5, -1.0, 2.0])
cov = jnp.array([[2.0, 0.5, -0.3], [0.5, 1.0, 0.25], [-0.3, 0.25, 0.75]])

cases = {}
for name, t in (("f32", jnp.float32), ("f64", jnp.float64)):
    laws = {
        "multivariate_normal": lambda k, t: random.multivariate_normal(k, mean.astype(t), cov.astype(t), (2,), t),
        "multivariate_normal_one": lambda k, t: random.multivariate_normal(k, mean.astype(t), cov.astype(t), None, t),
        "orthogonal": lambda k, t: random.orthogonal(k, 4, (), t),
        "orthogonal_tall": lambda k, t: random.orthogonal(k, 5, (), t, 2),
        "orthogonal_wide": lambda k, t: random.orthogonal(k, 2, (), t, 3),
    }
    cases |= {f"{law}_{name}": lambda k, draw=draw, t=t: draw(k, t) for law, draw in laws.items()}
cases["multivariate_normal_both"] = lambda k: random.multivariate_normal(k, mean, cov, (2,))
cases["d_multivariate_normal"] = lambda k: grad(lambda c: random.multivariate_normal(k, mean, c, (2,), method="cholesky").sum())(cov)

print_table("random_matrices.py", cases, ("_both",))
