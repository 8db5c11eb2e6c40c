#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""random_rbg.py > random_rbg.inc: what real JAX draws from keys of impl="rbg" on a CPU.

python3 -m venv somewhere && somewhere/bin/pip install jax && somewhere/bin/python random_rbg.py > random_rbg.inc
"""
import jax.numpy as jnp
import numpy as np
from jax import lax, random

from random_table import print_table

u8, u32, u64, f32, f64 = jnp.uint8, jnp.uint32, jnp.uint64, jnp.float32, jnp.float64
logits = jnp.array([[0.0, 1.0, 2.0], [3.0, 0.0, -1.0], [0.5, 0.5, 0.5], [-1.0, 4.0, 2.0]])
alphas = jnp.array([0.1, 1.0, 5.0])
covariance = jnp.array([[2.0, 0.5], [0.5, 1.0]])


def key_whose_counter_overflows():
    """Its third block is counted beyond 2^64."""
    return random.wrap_key_data(jnp.array([0xFFFFFFFE, 0xFFFFFFFF] * 2, u32), impl="rbg")


cases = {
    "key": lambda k: random.key_data(k),
    "split": lambda k: random.key_data(random.split(k)),
    "split_2_3": lambda k: random.key_data(random.split(k, (2, 3))),
    "fold_in_7": lambda k: random.key_data(random.fold_in(k, 7)),
    "fold_in_all": lambda k: random.key_data(random.fold_in(k, np.uint32(0xFFFFFFFF))),
    "bits_one": lambda k: random.bits(k, (), u32),
    "bits_one_u64": lambda k: random.bits(k, (), u64),
    "bits_one_u8": lambda k: random.bits(k, (), u8),
    "bits_u8": lambda k: random.bits(k, (7,), u8),
    "bits_u8_2_3": lambda k: random.bits(k, (2, 3), u8),
    "bits_u32": lambda k: random.bits(k, (9,), u32),
    "bits_u32_2_3_2": lambda k: random.bits(k, (2, 3, 2), u32),
    "bits_u64": lambda k: random.bits(k, (5,), u64),
    "bits_u64_3_2": lambda k: random.bits(k, (3, 2), u64),
    "bits_of_last": lambda k: random.bits(random.split(random.fold_in(k, 3), 4)[3], (3,), u64),
    "bits_overflow": lambda k: random.bits(key_whose_counter_overflows(), (10,), u64),
    "bits_each": lambda k: lax.map(lambda one: random.bits(one, (3,), u32), random.split(k, 4)),
    "randint": lambda k: random.randint(k, (9,), -5, 1000, jnp.int32),
    "randint_i64": lambda k: random.randint(k, (9,), -3, 10**12, jnp.int64),
    "bernoulli": lambda k: random.bernoulli(k, 0.3, (20,)),
    "rademacher": lambda k: random.rademacher(k, (20,), jnp.int32),
    "categorical": lambda k: random.categorical(k, logits),
    "permutation": lambda k: random.permutation(k, 9),
    "choice": lambda k: random.choice(k, 10, (4,), replace=False),
    "binomial": lambda k: random.binomial(k, 10, 0.3, (6,)),
    "geometric": lambda k: random.geometric(k, 0.3, (6,), jnp.int32),
    "multivariate_normal": lambda k: random.multivariate_normal(k, jnp.array([1.0, -2.0]), covariance, (3,)),
}
for name, t in (("f32", f32), ("f64", f64)):
    laws = {
        "uniform": lambda k, t: random.uniform(k, (7,), t),
        "normal": lambda k, t: random.normal(k, (3, 2), t),
        "truncated_normal": lambda k, t: random.truncated_normal(k, -1.0, 2.0, (8,), t),
        "exponential": lambda k, t: random.exponential(k, (8,), t),
        "gumbel": lambda k, t: random.gumbel(k, (8,), t, mode="low"),
        "laplace": lambda k, t: random.laplace(k, (8,), t),
        "gamma": lambda k, t: random.gamma(k, 0.5, (6,), t),
        "dirichlet": lambda k, t: random.dirichlet(k, alphas, (3,), t),
        "ball": lambda k, t: random.ball(k, 3, 2, (3,), t),
    }
    cases |= {f"{law}_{name}": lambda k, draw=draw, t=t: draw(k, t) for law, draw in laws.items()}
print_table("random_rbg.py", cases, both_layouts=(), impl="rbg")
