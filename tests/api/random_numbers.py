#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""random_numbers.py > random_numbers.inc: what real JAX draws, as words: bits of the elements, in row-major order.

python3 -m venv somewhere && somewhere/bin/pip install jax mpmath && somewhere/bin/python random_numbers.py > random_numbers.inc
XLA's elementary functions on a CPU are up to 17 units in the last place off (log1p, erf_inv of f64), so that there are exact values too (`exact_...`): of
the law's function at the uniform numbers that JAX draws.
"""
import jax.numpy as jnp
import mpmath as mp
import numpy as np
from jax import random

from random_table import print_table

mp.mp.prec = 200
f32, f64 = jnp.float32, jnp.float64
logits = jnp.array([[0.0, 1.0, 2.0], [3.0, 0.0, -1.0], [0.5, 0.5, 0.5], [-1.0, 4.0, 2.0]])
weights = jnp.array([0.1, 0.2, 0.3, 0.4])

cases = {
    "key": lambda k: random.key_data(k),
    "split": lambda k: random.key_data(random.split(k)),
    "split_3": lambda k: random.key_data(random.split(k, 3)),
    "split_2_3": lambda k: random.key_data(random.split(k, (2, 3))),
    "fold_in_7": lambda k: random.key_data(random.fold_in(k, 7)),
    "fold_in_all": lambda k: random.key_data(random.fold_in(k, np.uint32(0xFFFFFFFF))),
    "bits_one": lambda k: random.bits(k, (), jnp.uint32),
    "bits_one_u64": lambda k: random.bits(k, (), jnp.uint64),
    "bits_u8": lambda k: random.bits(k, (7,), jnp.uint8),
    "bits_u8_2_3": lambda k: random.bits(k, (2, 3), jnp.uint8),
    "bits_u32": lambda k: random.bits(k, (7,), jnp.uint32),
    "bits_u32_8": lambda k: random.bits(k, (8,), jnp.uint32),
    "bits_u32_2_3_2": lambda k: random.bits(k, (2, 3, 2), jnp.uint32),
    "bits_u64": lambda k: random.bits(k, (5,), jnp.uint64),
    "bits_u64_3_2": lambda k: random.bits(k, (3, 2), jnp.uint64),
    "randint": lambda k: random.randint(k, (9,), 0, 10, jnp.int32),
    "randint_negative": lambda k: random.randint(k, (9,), -5, 1000, jnp.int32),
    "randint_i64": lambda k: random.randint(k, (9,), -3, 10**12, jnp.int64),
    "randint_u32_all": lambda k: random.randint(k, (5,), 0, 2**32, jnp.uint32),
    "randint_u8": lambda k: random.randint(k, (9,), 0, 256, jnp.uint8),
    "randint_i8": lambda k: random.randint(k, (9,), -128, 128, jnp.int8),
    "randint_empty": lambda k: random.randint(k, (3,), 5, 5, jnp.int32),
    "bernoulli": lambda k: random.bernoulli(k, 0.3, (20,)),
    "bernoulli_f32": lambda k: random.bernoulli(k, f32(0.7), (20,)),
    "rademacher": lambda k: random.rademacher(k, (20,), jnp.int32),
    "categorical": lambda k: random.categorical(k, logits),
    "categorical_5": lambda k: random.categorical(k, logits, shape=(5, 4)),
    "categorical_axis_0": lambda k: random.categorical(k, logits, axis=0),
    "choice": lambda k: random.randint(k, (6,), 0, 10, jnp.int32),  # choice(k, 10, (6,)) where int is i32
    "choice_p": lambda k: random.choice(k, 4, (12,), p=weights),
}
for name, t in (("f32", f32), ("f64", f64)):
    cases |= {
        f"uniform_{name}": lambda k, t=t: random.uniform(k, (7,), t),
        f"uniform_one_{name}": lambda k, t=t: random.uniform(k, (), t),
        f"uniform_between_{name}": lambda k, t=t: random.uniform(k, (7,), t, -3.0, 5.0),
        f"normal_{name}": lambda k, t=t: random.normal(k, (8,), t),
        f"normal_3_2_{name}": lambda k, t=t: random.normal(k, (3, 2), t),
        f"truncated_normal_{name}": lambda k, t=t: random.truncated_normal(k, -1.0, 2.0, (8,), t),
        f"exponential_{name}": lambda k, t=t: random.exponential(k, (8,), t),
        f"gumbel_{name}": lambda k, t=t: random.gumbel(k, (8,), t, mode="low"),
        f"laplace_{name}": lambda k, t=t: random.laplace(k, (8,), t),
        f"logistic_{name}": lambda k, t=t: random.logistic(k, (8,), t),
        f"cauchy_{name}": lambda k, t=t: random.cauchy(k, (8,), t),
    }


def at_uniform(k, t, lo, hi, law):
    """law of 8 uniform numbers, rounded once to f64 and to t."""
    u = np.asarray(random.uniform(k, (8,), t, lo, hi))
    return np.array([float(law(mp.mpf(float(x)))) for x in u]).astype(t)


for name, t in (("f32", np.float32), ("f64", np.float64)):
    above, tiny = np.nextafter(t(-1), t(0)), np.finfo(t).tiny
    laws = {
        "normal": (above, 1, lambda u: mp.sqrt(2) * mp.erfinv(u)),
        "exponential": (0, 1, lambda u: -mp.log(1 - u)),
        "gumbel": (tiny, 1, lambda u: -mp.log(-mp.log(u))),
        "laplace": (above, 1, lambda u: mp.sign(u) * mp.log(1 - abs(u))),
        "logistic": (tiny, 1, lambda u: mp.log(u / (1 - u))),
    }
    for law, (lo, hi, f) in laws.items():
        cases[f"exact_{law}_{name}"] = lambda k, t=t, lo=lo, hi=hi, f=f: at_uniform(k, t, t(lo), t(hi), f)


print_table("random_numbers.py", cases)
