#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""random_counts.py > random_counts.inc: what real JAX draws of laws of numbers of events.

python3 -m venv somewhere && somewhere/bin/pip install jax && somewhere/bin/python random_counts.py > random_counts.inc
"""
import jax.numpy as jnp
from jax import random

from random_table import print_table

nan, inf = float("nan"), float("inf")
few = jnp.array([0.0, 3.0, -1.0, nan])
many = jnp.array([10.0, 35.0, 200.0])
trials = jnp.array([3.0, -1.0, nan, inf, 100.0, 100.0, 0.0, 5.0, 40.0])
chances = jnp.array([0.5, 0.5, 0.5, 0.5, nan, 1.5, 0.5, 0.0, 1.0])
ways = jnp.array([0.1, 0.2, 0.0, 0.7])

cases = {
    "poisson_half": lambda k: random.poisson(k, 0.5, (6,), jnp.int32),
    "poisson_9": lambda k: random.poisson(k, 9.0, (6,), jnp.int32),
    "poisson_11": lambda k: random.poisson(k, 11.0, (6,), jnp.int32),
    "poisson_1000": lambda k: random.poisson(k, 1000.0, (6,), jnp.int64),
    "poisson_few": lambda k: random.poisson(k, few, (2, 4), jnp.int32),
    "poisson_many": lambda k: random.poisson(k, many, (2, 3), jnp.int32),
    "binomial_few": lambda k: random.binomial(k, 10, 0.3, (6,)),
    "binomial_most": lambda k: random.binomial(k, 40, 0.9, (6,)),
    "binomial_100": lambda k: random.binomial(k, 100, 0.5, (6,)),
    "binomial_1000_f32": lambda k: random.binomial(k, 1000, jnp.float32(0.25), (6,), jnp.float32),
    "binomial_1000_most": lambda k: random.binomial(k, 1000, 0.97, (6,)),
    "binomial_each": lambda k: random.binomial(k, trials, chances),
    "multinomial": lambda k: random.multinomial(k, 30, ways, shape=(3, 4)),
    "multinomial_one": lambda k: random.multinomial(k, 1000.0, ways),
    "geometric": lambda k: random.geometric(k, 0.3, (6,), jnp.int32),
    "geometric_rare": lambda k: random.geometric(k, 0.001, (6,), jnp.int64),
}
print_table("random_counts.py", cases)
