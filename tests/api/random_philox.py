#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""random_philox.py philox4x32 > random_philox.inc: what real JAX draws from keys of impl="philox4x32"; of "philox2x32" the same.

python3 -m venv somewhere && somewhere/bin/pip install 'jax>=0.10'
somewhere/bin/python random_philox.py philox4x32 > random_philox.inc
somewhere/bin/python random_philox.py philox2x32 > random_philox2.inc
"""
import sys

import jax.numpy as jnp
import numpy as np
from jax import random

from random_table import print_table

impl = sys.argv[1]
u8, u32, u64, f32, f64 = jnp.uint8, jnp.uint32, jnp.uint64, jnp.float32, jnp.float64
cases = {
    "key": lambda k: random.key_data(k),
    "key_i32": lambda k: random.key_data(random.key(np.int32(-7), impl=impl)),
    "split": lambda k: random.key_data(random.split(k)),
    "split_2_3": lambda k: random.key_data(random.split(k, (2, 3))),
    "fold_in_7": lambda k: random.key_data(random.fold_in(k, 7)),
    "fold_in_all": lambda k: random.key_data(random.fold_in(k, np.uint32(0xFFFFFFFF))),
    "bits_one": lambda k: random.bits(k, (), u32),
    "bits_u8": lambda k: random.bits(k, (7,), u8),
    "bits_u32": lambda k: random.bits(k, (7,), u32),
    "bits_u32_2_3": lambda k: random.bits(k, (2, 3), u32),
    "bits_u64": lambda k: random.bits(k, (5,), u64),
    "bits_of_last": lambda k: random.bits(random.split(random.fold_in(k, 3), 4)[3], (3,), u64),
    "randint": lambda k: random.randint(k, (9,), -5, 1000, jnp.int32),
    "bernoulli": lambda k: random.bernoulli(k, 0.3, (20,)),
    "permutation": lambda k: random.permutation(k, 9),
    "uniform_f32": lambda k: random.uniform(k, (7,), f32),
    "uniform_f64": lambda k: random.uniform(k, (7,), f64),
    "normal_f64": lambda k: random.normal(k, (3, 2), f64),
    "gamma_f64": lambda k: random.gamma(k, 0.5, (6,), f64),
}
print_table(f"random_philox.py {impl}", cases, both_layouts=(), impl=impl)
